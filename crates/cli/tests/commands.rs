//! The commands as their users see them: what is printed, where, and with which exit status.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use expect_test::{Expect, expect};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nightrider"));
    command
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Exit status, standard output and standard error.
fn run_with_input(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut child = command(arguments).spawn().expect("the binary starts");
    // A program that does not read its input may have ended already.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    run_with_input(arguments, b"")
}

/// Compares everything that a command answers.
#[track_caller]
fn answers(arguments: &[&str], input: &str, expected: Expect) {
    let (status, out, err) = run_with_input(arguments, input.as_bytes());
    let err = if err.is_empty() { err } else { format!("--- stderr\n{err}") };
    expected.assert_eq(&format!("status {status}\n{out}{err}"));
}

/// A file in a folder of its own that goes away with the value.
struct TemporaryFile(std::path::PathBuf);

impl TemporaryFile {
    fn new(name: &str, bytes: &[u8]) -> TemporaryFile {
        let folder = std::env::temp_dir().join(format!("nightrider-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("a temporary file");
        TemporaryFile(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.parent().expect("a folder"));
    }
}

#[test]
fn moves_are_sorted_by_bytes() {
    let lone = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    answers(
        &["moves", "standard", "--fen", lone],
        "",
        expect![[r#"
        status 0
        a7a8=B
        a7a8=N
        a7a8=Q
        a7a8=R
        e1d1
        e1d2
        e1e2
        e1f1
        e1f2
    "#]],
    );
    answers(
        &["moves", "standard", "--fen", lone, "--from", "a7", "--json"],
        "",
        expect![[r#"
        status 0
        [
          {
            "move": "a7a8=B",
            "san": "a8=B",
            "from": "a7",
            "to": "a8",
            "captures": [],
            "becomes": "Bishop"
          },
          {
            "move": "a7a8=N",
            "san": "a8=N",
            "from": "a7",
            "to": "a8",
            "captures": [],
            "becomes": "Knight"
          },
          {
            "move": "a7a8=Q",
            "san": "a8=Q+",
            "from": "a7",
            "to": "a8",
            "captures": [],
            "becomes": "Queen"
          },
          {
            "move": "a7a8=R",
            "san": "a8=R+",
            "from": "a7",
            "to": "a8",
            "captures": [],
            "becomes": "Rook"
          }
        ]
    "#]],
    );
    answers(
        &["moves", "standard", "--moves", "f2f3 e7e5 g2g4 d8h4"],
        "",
        expect![[r#"
        status 0
    "#]],
    );
}

#[test]
fn illegal_moves_name_the_ply_and_the_nearest() {
    answers(
        &["moves", "standard", "--moves", "e2e4 e7e5 e1e3"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: ply 3: `e1e3` is not a legal move here: the King on e1 does not move like that; the nearest legal moves are e1e2, b1a3, b1c3, d1e2, d1f3, f1d3
    "#]],
    );
    answers(
        &["run", "standard", "--moves", "hello"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: ply 1: `hello` is not the text of a move (moves are written like `e2e4` or `e7e8=Q`); the nearest legal moves are h2h3, h2h4, e2e3, e2e4, a2a3, a2a4
    "#]],
    );
    answers(
        &["run", "standard", "--moves", "f2f3 e7e5 g2g4 d8h4 a2a3"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: ply 5: `a2a3` cannot be played: the game is over (checkmate)
    "#]],
    );
    answers(
        &["moves", "standard", "--from", "z9"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: `z9` is not a square of this board, which goes from a1 to h8
    "#]],
    );
}

#[test]
fn faulty_fens_show_the_place() {
    answers(
        &["moves", "standard", "--fen", "4k3/8/8/3x4/8/8/9/4K3 x"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: this is no FEN of Standard Chess:
          4k3/8/8/3x4/8/8/9/4K3 x
                   ^
        `x` (on d5) is not a piece of this game: its letters are BKNPQR (upper case White, lower case Black)
          4k3/8/8/3x4/8/8/9/4K3 x
                          ^
        rank 2 has 9 squares, but the board is 8 wide
          4k3/8/8/3x4/8/8/9/4K3 x
                                ^
        the side to move is `w` or `b`, not `x`
    "#]],
    );
    answers(
        &["perft", "standard", "1", "--fen", "4k3/8/8/8/8/8/4r3/4K3 b - - 0 1"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: this FEN is no position of Standard Chess: White is in check, but the other side is to move
    "#]],
    );
}

#[test]
fn perft_on_several_threads_counts_the_same() {
    // The king steps onto the hill and wins: below that move there is nothing.
    let hill = ["king-of-the-hill", "--fen", "7k/8/8/8/8/3K4/8/8 w - - 0 1"];
    for (game, depth) in [(&["standard"][..], "1"), (&["standard"], "3"), (&hill, "2"), (&hill, "3")] {
        let count = |threads| {
            let counted = run(&[&["perft", "--divide", "--threads", threads], game, &[depth]].concat());
            assert_eq!((counted.0, counted.2.as_str()), (0, ""));
            let lines =
                counted.1.lines().filter(|line| !line.starts_with("time") && !line.contains("second"));
            lines.map(str::to_string).collect::<Vec<_>>()
        };
        let one = count("1");
        assert!(game.len() == 1 || one.contains(&"d3d4 0".to_string()), "{one:?}");
        for many in ["2", "3", "0"] {
            assert_eq!(count(many), one, "{game:?} to depth {depth} on {many} threads");
        }
    }
}

#[test]
fn perft_ends_with_the_count() {
    let (status, out, err) = run(&["perft", "standard", "3"]);
    assert_eq!((status, out.lines().last(), err.as_str()), (0, Some("nodes 8902"), ""));
    let (_, out, _) = run(&["perft", "standard", "0"]);
    assert_eq!(out.lines().last(), Some("nodes 1"));
    let (_, out, _) = run(&["perft", "standard", "2", "--divide", "--fen", "7k/8/8/8/8/8/7P/K7 w - - 0 1"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[..5], ["a1a2 3", "a1b1 3", "a1b2 3", "h2h3 3", "h2h4 3"]);
    assert_eq!(lines.last(), Some(&"nodes 15"));
    let (_, out, _) = run(&["perft", "standard", "3", "--general"]);
    assert_eq!(out.lines().last(), Some("nodes 8902"));
    let (_, out, _) = run(&["perft", "standard", "1", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&found["depth"], &found["nodes"]), (&1.into(), &20.into()));
}

const TRAPPER: &str = r#"game: "Trapper Chess"
effect trap { blocks: enemy; visual: "red" }
piece Trapper { move: step(any); state: { traps: 0 } }
trigger place_trap {
  on: move
  when: piece.type == Trapper and piece.state.traps < 3
  optional: true
  description: "Leave a trap behind?"
  do: { mark origin with trap; set piece.state.traps += 1 }
}
setup:
  White: { a1: King, d4: Trapper }
  Black: { h8: King, h7: Pawn }
"#;

#[test]
fn run_tells_what_happened() {
    answers(
        &["run", "-", "--moves", "d4d5/y h7h6 d5d6", "--ascii"],
        TRAPPER,
        expect![[r#"
        status 0
          1  White d4d5/y
                   place_trap: mark d4 with trap; set White Trapper on d5 state.traps = 1
          2  Black h7h6
          3  White d5d6
                   place_trap: declined

          8  .  .  .  .  .  .  .  k
          7  .  .  .  .  .  .  .  .
          6  .  .  .  T  .  .  .  p
          5  .  .  .  .  .  .  .  .
          4  .  .  .  .* .  .  .  .
          3  .  .  .  .  .  .  .  .
          2  .  .  .  .  .  .  .  .
          1  K  .  .  .  .  .  .  .

             a  b  c  d  e  f  g  h
          * trap on d4 (White)

        7k/8/3T3p/8/8/8/8/K7 b - - 1 2
        effect trap on d4 (White)
        White Trapper on d6: traps 1
        White: moves 2, captures 0, checks 0
        Black: moves 1, captures 0, checks 0
        Black to move
    "#]],
    );
    answers(
        &["run", "standard", "--ascii", "--moves", "f2f3 e7e5 g2g4 d8h4"],
        "",
        expect![[r#"
        status 0
          1  White f2f3
          2  Black e7e5
          3  White g2g4
          4  Black d8h4 check

          8  r n b . k b n r
          7  p p p p . p p p
          6  . . . . . . . .
          5  . . . . p . . .
          4  . . . . . . P q
          3  . . . . . P . .
          2  P P P P P . . P
          1  R N B Q K B N R

             a b c d e f g h

        rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3
        White: moves 2, captures 0, checks 0
        Black: moves 2, captures 0, checks 1
        Black wins: checkmate
    "#]],
    );
}

#[test]
fn run_json_has_the_agreed_form() {
    answers(
        &["run", "-", "--moves", "d4d5/y", "--json"],
        TRAPPER,
        expect![[r#"
            status 0
            {
              "game": "Trapper Chess",
              "fen": "7k/7p/8/3T4/8/8/8/K7 b - - 1 1",
              "turn": "Black",
              "ply": 1,
              "check": false,
              "pieces": [
                {
                  "square": "a1",
                  "type": "King",
                  "owner": "White",
                  "moved": false,
                  "state": {},
                  "effects": []
                },
                {
                  "square": "d5",
                  "type": "Trapper",
                  "owner": "White",
                  "moved": true,
                  "state": {
                    "traps": 1
                  },
                  "effects": []
                },
                {
                  "square": "h7",
                  "type": "Pawn",
                  "owner": "Black",
                  "moved": false,
                  "state": {},
                  "effects": []
                },
                {
                  "square": "h8",
                  "type": "King",
                  "owner": "Black",
                  "moved": false,
                  "state": {},
                  "effects": []
                }
              ],
              "effects": [
                {
                  "square": "d4",
                  "effect": "trap",
                  "owner": "White",
                  "turns_left": null
                }
              ],
              "state": {},
              "players": {
                "White": {
                  "checks": 0,
                  "captures": 0,
                  "moves": 1,
                  "state": {}
                },
                "Black": {
                  "checks": 0,
                  "captures": 0,
                  "moves": 0,
                  "state": {}
                }
              },
              "result": null,
              "memory": {
                "seed": "0000000000000000",
                "moves_left": 1,
                "castling": [],
                "earlier": [
                  "35b1ab125cc38002"
                ]
              },
              "start": {
                "events": []
              },
              "legal_moves": [
                "h7h5",
                "h7h6",
                "h8g7",
                "h8g8"
              ],
              "plies": [
                {
                  "move": "d4d5/y",
                  "events": [
                    {
                      "event": "move",
                      "player": "White",
                      "piece": "Trapper",
                      "from": "d4",
                      "to": "d5"
                    },
                    {
                      "event": "trigger",
                      "name": "place_trap",
                      "actions": [
                        "mark d4 with trap",
                        "set White Trapper on d5 state.traps = 1"
                      ]
                    }
                  ]
                }
              ]
            }
        "#]],
    );
}

#[test]
fn check_reports_all_problems() {
    let broken = "game: \"Broken\"\npiece Mann {\n  mvoe: step(any)\n}\nsetup:\n  White:\n    King: [z9]\n";
    answers(
        &["check", "-"],
        broken,
        expect![[r#"
        status 1
        error[E0120]: a piece has no member `mvoe`
         --> <standard input>:3:3
          |
        3 |   mvoe: step(any)
          |   ^^^^
          = help: did you mean `move`?

        error[E0402]: the square `z9` is off this board of 8x8
         --> <standard input>:7:12
          |
        7 |     King: [z9]
          |            ^^
          = help: its squares are a1 to h8

        1 game checked: 2 errors, no warnings
    "#]],
    );
    answers(
        &["check", "-", "--json"],
        "game: \"G\"\npiece Mann { mvoe: step(any) }\n",
        expect![[r#"
        status 1
        [
          {
            "code": "E0120",
            "severity": "error",
            "message": "a piece has no member `mvoe`",
            "file": "<standard input>",
            "line": 2,
            "column": 14,
            "end_line": 2,
            "end_column": 18,
            "help": "did you mean `move`?"
          }
        ]
    "#]],
    );
    answers(
        &["check", "standard"],
        "",
        expect![[r#"
        status 0
        1 game checked: no errors, no warnings
    "#]],
    );
    answers(
        &["run", "-"],
        broken,
        expect![[r#"
        status 1
        --- stderr
        error[E0120]: a piece has no member `mvoe`
         --> <standard input>:3:3
          |
        3 |   mvoe: step(any)
          |   ^^^^
          = help: did you mean `move`?

        error[E0402]: the square `z9` is off this board of 8x8
         --> <standard input>:7:12
          |
        7 |     King: [z9]
          |            ^^
          = help: its squares are a1 to h8
    "#]],
    );
}

#[test]
fn games_that_are_not_there() {
    answers(
        &["moves", "standart"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: there is no file and no built-in game `standart`; did you mean `standard`?
    "#]],
    );
    answers(
        &["moves", "no/such/file.chesslang"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: there is no file `no/such/file.chesslang`
    "#]],
    );
    answers(
        &["moves", "chess960:960"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: Chess960 has starting positions 0 to 959, not 960
    "#]],
    );
    answers(
        &["check", "/"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: cannot read `/`: it is a folder
    "#]],
    );
    answers(
        &["moves", "standard", "--moves", "e2e4 e7e5 Nf3"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: ply 3: moves are written from square to square here: write `g1f3` for `Nf3`
    "#]],
    );
    answers(
        &["explain", "202"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: there is no diagnostic `202`: did you mean E0202? `nightrider explain` lists all codes
    "#]],
    );
    let file = TemporaryFile::new("my-hill.chesslang", b"game: \"My Hill\"\n");
    let folder = std::path::Path::new(file.path()).parent().expect("a folder");
    for (meant, answer) in [
        (
            "my-hill",
            "there is no file and no built-in game `my-hill`; did you mean the file `my-hill.chesslang`?",
        ),
        ("myhill.chesslang", "there is no file `myhill.chesslang`; did you mean `my-hill.chesslang`?"),
        (
            "heap",
            "there is no file and no built-in game `heap`; `nightrider games` lists those that are built in",
        ),
    ] {
        let output = command(&["moves", meant]).current_dir(folder).output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {answer}\n"));
    }
    let (status, out, _) = run(&["moves", "chess960:0", "--from", "a1"]);
    assert_eq!((status, out.as_str()), (0, ""), "the bishop on a1 cannot move");
}

#[test]
fn wrong_usage_has_status_2() {
    for arguments in
        [&["frobnicate"][..], &["moves"], &["perft", "standard", "deep"], &[], &["moves", "standard", "--x"]]
    {
        let (status, out, err) = run(arguments);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains("--help") || err.contains("Usage"), "{arguments:?}: {err}");
    }
    let (status, out, err) = run(&["--help"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.contains("Examples:"));
}

#[test]
fn every_command_explains_itself() {
    let (_, help, _) = run(&["--help"]);
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() >= 8, "{names:?}");
    for name in names.into_iter().filter(|name| *name != "help") {
        let (status, out, _) = run(&[name, "--help"]);
        assert_eq!(status, 0, "{name}");
        assert!(out.starts_with(|c: char| c.is_ascii_uppercase()), "{name} --help says what it does");
    }
}

#[test]
fn explain_prints_a_page_or_the_list() {
    let (status, out, _) = run(&["explain", "e0120"]);
    assert_eq!(status, 0);
    assert!(out.starts_with("# E0120"), "{out}");
    answers(
        &["explain", "E9999"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: there is no diagnostic `E9999`: `nightrider explain` lists all codes
    "#]],
    );
    let (_, list, _) = run(&["explain"]);
    assert!(list.lines().any(|line| line.starts_with("E0120  ")));
}

#[test]
fn bytes_that_are_no_text_end_in_a_diagnostic() {
    let picture: Vec<u8> = (0..200_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let file = TemporaryFile::new("picture.chesslang", &picture);
    for command in ["check", "moves", "show", "run"] {
        let (status, out, err) = run(&[command, file.path()]);
        assert_eq!(status, 1, "{command}");
        assert!(format!("{out}{err}").contains("UTF-8"), "{command}: {out}{err}");
    }
    let (status, out, _) = run(&["check", file.path(), "--json"]);
    let found: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((status, &found[0]["severity"]), (1, &"error".into()));
}

#[test]
fn a_huge_text_is_refused_quickly() {
    let deep = format!("game: \"Deep\"\npiece X {{ move: {}step(N) }}\n", "(".repeat(10_000));
    let (status, _, err) = run_with_input(&["moves", "-"], deep.as_bytes());
    assert_eq!(status, 1);
    assert!(err.contains("nested"), "{err}");
    let (status, _, err) = run_with_input(&["moves", "-"], &vec![b'#'; 17 << 20]);
    assert_eq!((status, err.as_str()), (1, "error: cannot read standard input: it is longer than 16 MB\n"));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = command(&["show", "courier"]).spawn().expect("the binary starts");
    let mut first = [0; 10];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("some output");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn the_built_in_games_are_listed() {
    let (status, out, _) = run(&["games"]);
    assert_eq!((status, out.lines().count()), (0, nightrider::library::LIBRARY.len()));
    answers(
        &["games", "RACE"],
        "",
        expect![[r#"
        status 0
        racing-kings  Racing Kings: A race of the kings to the eighth rank.
    "#]],
    );
    answers(
        &["games", "racing", "--json"],
        "",
        expect![[r#"
        status 0
        [
          {
            "name": "racing-kings",
            "title": "Racing Kings",
            "about": "A race of the kings to the eighth rank."
          }
        ]
    "#]],
    );
    let (status, out, err) = run(&["games", "no such"]);
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(err.contains("`no such`") && err.contains("`nightrider games`"), "{err}");
}

#[test]
fn play_needs_a_terminal() {
    answers(
        &["play", "standard"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: `play` needs a terminal; `run` plays moves without one
    "#]],
    );
}

#[test]
fn show_explains_pieces_and_rules() {
    answers(
        &["show", "standard", "--piece", "pawn", "--ascii"],
        "",
        expect![[r#"
        status 0
        Pawn (P): promotes
          moves:
          - one square forward
          - 2 squares forward, if the way is empty, as its first move
          captures: one square diagonally forward
          value: 1

          8  . . . . . . . .
          7  . . . . . . . .
          6  . . . 1 . . . .
          5  . . x o x . . .
          4  . . . P . . . .
          3  . . . . . . . .
          2  . . . . . . . .
          1  . . . . . . . .

             a b c d e f g h

          o moves, x captures, 1 moves as its first move only
    "#]],
    );
    answers(
        &["show", "grasshopper", "--piece", "G", "--at", "a1", "--ascii"],
        "",
        expect![[r#"
        status 0
        Grasshopper (G)
          moves and captures: in any direction over the first piece met, to the square behind it
          (alone on the board it reaches nothing from a1)

          with pieces to jump over:

          8  . . . . . . . .
          7  . . . . . . . .
          6  . . . . . . . .
          5  . . . . . . . .
          4  * . . * . . . .
          3  P . P . . . . .
          2  . . . . . . . .
          1  G . P * . . . .

             a b c d e f g h

          * moves or captures
    "#]],
    );
    answers(
        &["show", "standard", "--piece", "Dragon"],
        "",
        expect![[r#"
        status 1
        --- stderr
        error: Standard Chess has no piece `Dragon`; its pieces are King, Queen, Rook, Bishop, Knight, Pawn
    "#]],
    );
    let (status, out, _) = run_with_input(&["show", "-", "--ascii"], TRAPPER.as_bytes());
    let living = out.find("\nEffects").map_or("", |at| &out[at..]);
    expect![[r#"
        status 0
        Effects

          trap: blocks the enemies of whoever laid it

        Triggers

          place_trap: at move, when piece.type == Trapper and piece.state.traps < 3, if the player wants it
            "Leave a trap behind?"
            mark origin with trap
            set piece.state.traps += 1

        Victory

          checkmate: the opponent is in check and has no legal move

        Draw

          stalemate: the player to move has no legal move and is not in check
          repetition: the same position for the third time
          fifty_moves: fifty moves of each player without a capture or a move of a Pawn
          insufficient: no player has the pieces left to win

        A player who loses a royal piece has lost.
    "#]]
    .assert_eq(&format!("status {status}{living}"));
}
