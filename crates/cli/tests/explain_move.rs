//! `run --explain`: what a move does, or why it is not legal, for every kind of reason.

mod program;

use expect_test::{Expect, expect};

/// A game with a reason of every kind that standard chess does not have.
const REASONS: &str = r#"
game: "Reasons"
board:
  zones:
    hill: [d4, e4, d5, e5]
effect trap { blocks: enemy }
effect chill { blocks: all; duration: 3 }
piece Knight { move: leap(2,1) where not in zone.hill; capture: leap(2,1) }
piece Bishop { move: slide(diagonal); state: { cooldown: 0 } }
piece Wall { move: step(any) where state.x > 2; traits: [immune]; state: { x: 0 }; symbol: "W" }
piece Bomb { move: step(any); symbol: "M" }
piece Crab { move: chessembly { move(1, 0); }; symbol: "C" }
trigger rest { on: move; when: piece.type == Bishop; do: { set piece.state.cooldown = 2 } }
trigger freeze { on: move; when: piece.type == Rook; do: { mark pieces in radius(2) from target where Pawn with chill } }
trigger blow { on: move; when: piece.type == Bomb; do: { remove pieces in radius(1) from target } }
trigger ask { on: move; when: piece.type == Queen; optional: true; description: "Blow the way?"; do: { remove pieces in radius(1) from origin } }
trigger lay { on: move; when: piece.type == Pawn; optional: true; do: { mark origin with trap } }
script {
  game.on("move", (event) => { if (event.piece.type == "Crab") { console.log("a crab went to " + toSquare(event.to)); game.state.crabs = (game.state.crabs ?? 0) + 1; } });
}
setup:
  White:
    King: [e1]
    Queen: [d1]
    Rook: [a1]
    Bishop: [c1]
    Knight: [c3]
    Wall: [h4]
    Bomb: [d3]
    Crab: [f4]
    Pawn: [b2, a2]
  Black:
    King: [e8]
    Rook: [d8, h8]
    Bishop: [f8]
    Pawn: [b7, a7, h7]
    Wall: [d5]
"#;

fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    program::run(&[&["run"], arguments].concat(), input.as_bytes())
}

/// The first lines of the answers, one for each position and move.
fn answers(game: &str, input: &str, questions: &[(&[&str], &str)], expected: Expect) {
    let mut all = String::new();
    for (position, text) in questions {
        let arguments: Vec<&str> = [&[game], *position, &["--explain", text]].concat();
        let (status, out, err) = run(&arguments, input);
        assert!(
            status == 0 && err.is_empty() || status == 1 && out.is_empty(),
            "{text}: {status} {out} {err}"
        );
        all.push_str(&format!("{}\n", (out + &err).lines().next().unwrap_or_default()));
    }
    expected.assert_eq(&all);
}

#[test]
fn reasons_of_chess() {
    answers(
        "standard",
        "",
        &[
            (&[], "e2e5"),
            (&[], "e7e5"),
            (&[], "e4e5"),
            (&[], "e1e2"),
            (&[], "a1a3"),
            (&[], "e2d3"),
            (&[], "e1g1"),
            (&[], "e2e4/y"),
            (&[], "e2e4=Q"),
            (&[], "e2e4=Z"),
            (&[], "e2e9"),
            (&[], "Nf3"),
            (&[], "Nf5"),
            (&[], ""),
            (&[], "e2 e4"),
            (&[], "말e2"),
            (&["--moves", "e2e4 e7e5"], "e4e5"),
            (&["--fen", "4k3/P7/8/8/8/8/8/4K3 w"], "a7a8"),
            (&["--fen", "4k3/P7/8/8/8/8/8/4K3 w"], "a7a8=K"),
            (&["--fen", "4k3/8/8/8/8/4r3/4N3/4K3 w"], "e2c3"),
            (&["--fen", "4k3/8/8/8/8/8/3r4/4K3 w"], "e1d1"),
            (&["--fen", "r3k2r/8/8/8/8/8/8/R3K2R w Q"], "e1g1"),
            (&["--fen", "r3k2r/8/8/8/8/8/5r2/R3K2R w KQ"], "e1g1"),
            (&["--moves", "f2f3 e7e5 g2g4 d8h4"], "e1e2"),
        ],
        expect![[r#"
            e2e5 is not legal: the Pawn on e2 does not move like that.
            e7e5 is not legal: the Pawn on e7 is Black's, and it is White's turn.
            e4e5 is not legal: e4 is empty.
            e1e2 is not legal: the Pawn on e2 is its own player's.
            a1a3 is not legal: the Pawn on a2 is in the way.
            e2d3 is not legal: the Pawn on e2 goes to d3 only to capture.
            e1g1 is not legal: the Bishop on f1 and the Knight on g1 are in the way.
            e2e4/y is not legal: no optional trigger asks anything when this move is made.
            e2e4=Q is not legal: the Pawn on e2 does not promote there.
            e2e4=Z is not legal: the game has no piece with the letter that `e2e4=Z` names.
            error: `e2e9` is not a move on this board, which has no e9 (it goes from a1 to h8); the nearest legal moves are e2e3, e2e4, a2a3, a2a4, b2b3, b2b4
            g1f3 is legal.
            error: `Nf5` is not the text of a move (moves are written like `e2e4` or `e7e8=Q`); the nearest legal moves are f2f3, f2f4, g1f3, a2a3, a2a4, b1a3
            error: `` is not the text of a move (moves are written like `e2e4` or `e7e8=Q`); the nearest legal moves are a2a3, a2a4, b1a3, b1c3, b2b3, b2b4
            error: `e2 e4` is not the text of a move (moves are written like `e2e4` or `e7e8=Q`); the nearest legal moves are e2e4, e2e3, a2a4, b2b4, c2c4, d2d4
            error: `말e2` is not the text of a move (moves are written like `e2e4` or `e7e8=Q`); the nearest legal moves are e2e3, e2e4, a2a3, a2a4, b1a3, b1c3
            e4e5 is not legal: the Pawn on e4 goes to e5 only when it is empty.
            a7a8 is not legal: the piece becomes another there, and the text does not say which.
            a7a8=K is not legal: the Pawn on a7 must become Queen, Rook, Bishop or Knight there.
            e2c3 is not legal: the King on e1 would be attacked by the Rook on e3.
            e1d1 is not legal: the King on d1 would be attacked by the Rook on d2.
            e1g1 is not legal: the right to castle there is lost.
            e1g1 is not legal: castling out of, through or into an attack is not allowed.
            e1e2 is not legal: the game is over (checkmate).
        "#]],
    );
    answers(
        "antichess",
        "",
        &[(&["--fen", "8/8/8/3p4/4P3/8/8/K6k w"], "a1a2")],
        expect![[r#"
        a1a2 is not legal: a capture is possible, and captures are compulsory here.
    "#]],
    );
    answers(
        "atomic",
        "",
        &[(&["--fen", "4k3/8/8/8/8/8/3pK3/3R4 w"], "d1d2")],
        expect![[r#"
        d1d2 is not legal: the explosion would cost White its royal piece.
    "#]],
    );
    answers(
        "checkless",
        "",
        &[(&["--fen", "4k3/8/8/8/8/8/8/R3K3 w"], "a1a8")],
        expect![[r#"
        a1a8 is not legal: giving check is not allowed in this game.
    "#]],
    );
}

#[test]
fn reasons_of_living_games() {
    answers(
        "-",
        REASONS,
        &[
            (&[], "c3d5"),
            (&[], "c3e4"),
            (&[], "h4g4"),
            (&[], "d1d2/y"),
            (&[], "d1d2/yy"),
            (&[], "d1d2/x"),
            (&[], "d3d2"),
            (&[], "d3e2"),
            (&[], "f4f5"),
            (&["--moves", "c1d2 a7a6"], "d2e3"),
            (&["--moves", "b2b4/y f8g7 c3a4 a7a6 a2a3"], "g7b2"),
            (&["--moves", "a2a3/y h8g8 d1d2 f8a3 d2d1"], "a3a2"),
            (&["--moves", "a1b1 h7h6"], "a2a3"),
            (&["--moves", "a1b1 h7h6"], "d1d9"),
        ],
        expect![[r#"
            c3d5 is not legal: the Wall on d5 cannot be captured.
            c3e4 is not legal: the Knight on c3 goes to e4 only to capture.
            h4g4 is not legal: the Wall on h4 may go there only where piece.state.x > 2.
            d1d2/y is not legal: with these answers it would cost White its royal piece.
            d1d2/yy is not legal: one trigger asks when this move is made, ask, and the text gives 2 answers.
            error: `d1d2/x` is not the text of a move (moves are written like `e2e4` or `e7e8=Q`); the nearest legal moves are d1d2, d1c2, d1e2, c1d2, e1d2, d1a4
            d3d2 is not legal: it would cost White its royal piece.
            d3e2 is not legal: it would cost White its royal piece.
            f4f5 is not legal: the Crab on f4 does not move like that.
            d2e3 is not legal: the Bishop on d2 has to rest: its cooldown is 1.
            g7b2 is not legal: White's trap on b2 closes the way.
            a3a2 is not legal: the Bishop on a3 has to rest: its cooldown is 1.
            a2a3 is not legal: White's chill holds the Pawn on a2.
            error: `d1d9` is not a move on this board, which has no d9 (it goes from a1 to h8); the nearest legal moves are d1d2, d1a4, d1b3, d1c2, d1e2, d1f3
        "#]],
    );
}

#[test]
fn a_legal_move_is_told_with_what_it_sets_off() {
    let told = |arguments: &[&str], expected: Expect| {
        let (status, out, err) = run(arguments, REASONS);
        assert_eq!((status, err.as_str()), (0, ""));
        expected.assert_eq(&out);
    };
    told(
        &["-", "--explain", "b2b4/y"],
        expect![[r#"
        b2b4/y is legal.
        White's Pawn goes from b2 to b4.
        lay asks, and the answer is yes.
          event move (White, Pawn, b2 to b4)
          rest, freeze, blow, ask: do not fire, their conditions do not hold
          lay: mark b2 with trap
    "#]],
    );
    told(
        &["-", "--explain", "f4g4"],
        expect![[r#"
        f4g4 is legal.
        White's Crab goes from f4 to g4.
          event move (White, Crab, f4 to g4)
          rest, freeze, blow, ask, lay: do not fire, their conditions do not hold
          console: a crab went to g4
    "#]],
    );
    told(
        &["-", "--explain", "d3e2"],
        expect![[r#"
        d3e2 is not legal: it would cost White its royal piece.
        Before it is judged, this happens:
          event move (White, Bomb, d3 to e2)
          rest, freeze: do not fire, their conditions do not hold
          blow: remove White Queen on d1; remove White King on e1; remove White Bomb on e2
          ask, lay: do not fire, their conditions do not hold
        Legal moves of this piece: d3c2 d3c4 d3d4 d3e3 d3e4
    "#]],
    );
    told(
        &["-", "--explain", "b2b4/y", "--json"],
        expect![[r#"
        {
          "move": "b2b4/y",
          "legal": true,
          "san": "b4/y",
          "player": "White",
          "piece": "Pawn",
          "from": "b2",
          "to": "b4",
          "captures": [],
          "becomes": null,
          "castles_with": null,
          "questions": [
            {
              "trigger": "lay",
              "answer": true
            }
          ],
          "check": false,
          "events": [
            {
              "event": "move",
              "player": "White",
              "piece": "Pawn",
              "from": "b2",
              "to": "b4"
            },
            {
              "event": "considered",
              "name": "rest"
            },
            {
              "event": "considered",
              "name": "freeze"
            },
            {
              "event": "considered",
              "name": "blow"
            },
            {
              "event": "considered",
              "name": "ask"
            },
            {
              "event": "trigger",
              "name": "lay",
              "actions": [
                "mark b2 with trap"
              ]
            }
          ],
          "result": null
        }
    "#]],
    );
    told(
        &["-", "--explain", "h4g4", "--json"],
        expect![[r#"
        {
          "move": "h4g4",
          "legal": false,
          "reason": "condition",
          "why": "the Wall on h4 may go there only where piece.state.x > 2",
          "events": [],
          "piece_moves": [],
          "nearest": [
            "f4g4",
            "d1g4",
            "a2a4",
            "b2b4",
            "c3a4",
            "d1a4"
          ]
        }
    "#]],
    );
    told(
        &["standard", "--fen", "3rk3/4P3/8/8/8/8/8/4K3 w", "--explain", "e7d8q"],
        expect![[r#"
        e7d8=Q is legal.
        White's Pawn goes from e7 to d8 and captures Black's Rook on d8, becoming a Queen.
        It gives check.
    "#]],
    );
    told(
        &["standard", "--moves", "f2f3 e7e5 g2g4", "--explain", "Qh4"],
        expect![[r#"
        d8h4 is legal.
        Black's Queen goes from d8 to h4.
        It gives check.
        It ends the game. Black wins: checkmate.
    "#]],
    );
    told(
        &["standard", "--fen", "4k3/8/8/8/8/8/8/R3K2R w KQ", "--explain", "e1g1"],
        expect![[r#"
        e1g1 is legal.
        White's King castles with the piece on h1.
    "#]],
    );
}

/// The lines about the chains of a program.
#[track_caller]
fn chains(program: &str, fen: &str, text: &str) -> Vec<String> {
    let game = format!(
        "game: \"G\"\npiece Crab {{ move: chessembly {{ {program} }}; symbol: \"C\" }}\nsetup:\n  add:\n    White Crab: [a3]\n"
    );
    let (status, out, err) = run(&["-", "--fen", fen, "--explain", text], &game);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    out.lines().filter_map(|line| line.strip_prefix("Of its program, ")).map(str::to_owned).collect()
}

#[test]
fn an_illegal_move_of_a_program_names_the_chain_and_the_expression() {
    // A knight of Black's on e4, a pawn of White's on d5.
    let fen = "4k3/8/8/3P4/3Cn3/8/8/4K3 w - - 0 1";
    let told = |program: &str, text: &str| chains(program, fen, text);
    // An ally on the square itself: the second chain asks for it.
    assert_eq!(
        told("move(1, 1); take-move(0, 1);", "d4d5"),
        [
            "chain 2 stops at expression 1, `take-move(0, 1)`, with the anchor on d4: on d5 stands White's Pawn."
        ]
    );
    // An enemy on the way of a rider, which takes it and goes no further; one with `move` stops before it.
    assert_eq!(
        told("take-move(1, 0) repeat(1);", "d4g4"),
        [
            "chain 1 stops at expression 1, `take-move(1, 0)`, with the anchor on d4: on e4 stands Black's Knight."
        ]
    );
    assert_eq!(
        told("move(1, 0) repeat(1);", "d4f4"),
        ["chain 1 stops at expression 1, `move(1, 0)`, with the anchor on d4: on e4 stands Black's Knight."]
    );
    // A question in front of a move.
    assert_eq!(
        told("piece-on(queen, 1, 0) move(0, -1);", "d4d3"),
        [
            "chain 1 stops at expression 1, `piece-on(Queen, 1, 0)`, with the anchor on d4: on e4 stands Black's Knight."
        ]
    );
    assert_eq!(
        told("if-state(tide, 2) move(0, -1);", "d4d3"),
        ["chain 1 stops at expression 1, `if-state(tide, 2)`, with the anchor on d4."]
    );
    assert_eq!(
        told("end move(0, -1);", "d4d3"),
        ["chain 1 stops at expression 1, `end`, with the anchor on d4."]
    );
    // In a block of its own, the question leaves the block only.
    assert_eq!(
        told("{ enemy(-1, 0) move(0, -1) } move(0, 2);", "d4d3"),
        ["chain 1 stops at expression 2, `enemy(-1, 0)`, with the anchor on d4: c4 is empty."]
    );
    // No chain leads there: nothing is said of any.
    assert_eq!(told("move(0, -1); peek(1, 0) move(1, 0);", "d4a1"), [""; 0]);
    // For Black everything is turned.
    assert_eq!(
        chains("take-move(0, 1);", "4k3/8/8/8/3c4/3p4/8/4K3 b - - 0 1", "d4d3"),
        [
            "chain 1 stops at expression 1, `take-move(0, 1)`, with the anchor on d4: on d3 stands Black's Pawn."
        ]
    );
}

/// A move that one answer would spoil says what the answer would do, also where the move is only played.
#[test]
fn answers_that_spoil_a_move_say_how() {
    // A yes puts the pawn that was taken on d2, where it attacks the king on e1; or takes the knight from its file.
    let game = "game: \"G\"\n\
        trigger put { on: move; when: piece.type == Bishop and target has piece; optional: true; \
        do: { let taken = piece_at(target); move taken to origin } }\n\
        trigger stay { on: move; when: piece.type == Knight and target on rank 4; optional: true; do: cancel }\n";
    for (fen, text, wanted) in [
        (
            "4k3/8/8/8/8/4p3/3B4/4K3 w - - 0 1",
            "d2e3/y",
            "with these answers the King on e1 would be attacked by the Pawn on d2",
        ),
        // Only the yes, which takes the move back, keeps the file closed.
        (
            "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1",
            "e2f4",
            "with these answers the King on e1 would be attacked by the Rook on e8",
        ),
        ("4k3/8/8/8/8/4p3/3B4/4K3 w - - 0 1", "d2e3/yy", "answers a question that is not asked"),
    ] {
        let (status, _, err) = run(&["-", "--fen", fen, "--moves", text], game);
        assert_eq!(status, 1);
        assert!(err.contains(wanted), "{text}: {err}");
    }
}

#[test]
fn a_move_that_is_cancelled_is_told_as_taken_back() {
    let game =
        "game: \"G\"\ntrigger stay { on: move; when: piece.type == Knight; optional: true; do: cancel }\n";
    for (text, taken_back) in [("b1c3/y", true), ("b1c3", false), ("e2e4", false)] {
        let (_, out, _) = run(&["-", "--explain", text], game);
        let wanted = "The move is taken back: the Knight stands on b1 again.";
        assert_eq!(out.contains(wanted), taken_back, "{out}");
    }
}
