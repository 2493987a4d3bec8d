//! `--state`: what `run --json` writes is read back without loss, and what cannot be read is explained.

mod program;

use expect_test::{Expect, expect};

const TRAPPER: &str = r#"
game: "Trapper Chess"
effect trap { blocks: enemy; duration: 5 }
piece Trapper { move: step(any); state: { traps: 0 } }
trigger place_trap {
  on: move
  when: piece.type == Trapper and piece.state.traps < 3
  optional: true
  do: { mark origin with trap; set piece.state.traps += 1; create Pawn at random_empty_square }
}
setup:
  replace:
    Queen: Trapper
"#;

/// A file that goes away again.
struct TemporaryFile(std::path::PathBuf);

impl TemporaryFile {
    fn new(name: &str, text: &str) -> TemporaryFile {
        let path = std::env::temp_dir().join(format!("nightrider-state-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("a writable temporary folder");
        TemporaryFile(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path in ASCII")
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn run_with_input(arguments: &[&str], input: &str) -> (i32, String, String) {
    program::run(arguments, input.as_bytes())
}

fn fine(arguments: &[&str], input: &str) -> String {
    let (status, out, err) = run_with_input(arguments, input);
    assert_eq!((status, err.as_str()), (0, ""), "{arguments:?}");
    out
}

#[test]
fn a_game_goes_on_where_it_was_saved() {
    let game = TemporaryFile::new("goes-on.chesslang", TRAPPER);
    let all = "d2d3 b8c6 d1d2/y g8f6 d2e3/y f6e4 d3e4 c6d4 e3d4/y";
    let played: Vec<&str> = all.split(' ').collect();
    let whole = fine(&["run", game.path(), "--seed", "7", "--moves", all, "--json"], "");
    assert!(whole.contains("\"traps\": 3") && whole.contains("\"turns_left\": 1"), "{whole}");
    for cut in 0..=played.len() {
        let (before, after) = (played[..cut].join(" "), played[cut..].join(" "));
        let saved = fine(&["run", game.path(), "--seed", "7", "--moves", &before, "--json"], "");
        let file = TemporaryFile::new(&format!("cut-{cut}.json"), &saved);
        let again = fine(&["run", game.path(), "--state", file.path(), "--json"], "");
        assert_eq!(again, saved, "saved after {cut} plies and loaded");
        let rest = fine(&["run", game.path(), "--state", file.path(), "--moves", &after, "--json"], "");
        assert_eq!(rest, whole, "saved after {cut} plies and played on");
        let piped = fine(&["run", game.path(), "--state", "-", "--moves", &after, "--json"], &saved);
        assert_eq!(piped, whole, "from standard input");
        let listed = fine(&["moves", game.path(), "--state", file.path()], "");
        let json: serde_json::Value = serde_json::from_str(&saved).expect("JSON");
        let legal = json["legal_moves"].as_array().expect("a list");
        let expected: String =
            legal.iter().map(|text| format!("{}\n", text.as_str().expect("text"))).collect();
        assert_eq!(listed, expected, "legal moves after {cut} plies");
    }
}

#[test]
fn repetition_is_remembered() {
    let there_and_back = "g1f3 g8f6 f3g1 f6g8";
    let saved = fine(&["run", "standard", "--moves", there_and_back, "--json"], "");
    let end = fine(&["run", "standard", "--state", "-", "--moves", there_and_back], &saved);
    assert!(end.contains("Draw: repetition"), "{end}");
    let counted = fine(&["perft", "standard", "2", "--state", "-"], &saved);
    assert!(counted.ends_with("nodes 400\n"), "{counted}");
    let over = fine(&["run", "standard", "--moves", "f2f3 e7e5 g2g4 d8h4", "--json"], "");
    assert_eq!(fine(&["moves", "standard", "--state", "-"], &over), "");
    let told = fine(&["run", "standard", "--state", "-"], &over);
    assert!(told.ends_with("Black wins: checkmate\n"), "{told}");
}

#[test]
fn little_is_needed() {
    let small = r#"{"game": "Standard Chess", "turn": "Black",
        "pieces": [{"square": "a1", "type": "King", "owner": "White"}, {"square": "h8", "type": "King", "owner": "Black"}]}"#;
    let listed = fine(&["moves", "standard", "--state", "-"], small);
    assert_eq!(listed, "h8g7\nh8g8\nh8h7\n");
    let fen = r#"{"game": "Standard Chess", "fen": "4k3/8/8/3pP3/8/8/8/4K3 w - d6"}"#;
    let listed = fine(&["moves", "standard", "--state", "-", "--from", "e5"], fen);
    assert_eq!(listed, "e5d6\ne5e6\n");
}

/// What a state is refused with.
fn refused(game: &str, state: &str, expected: Expect) {
    let (status, out, err) = run_with_input(&["run", game, "--state", "-"], state);
    assert_eq!((status, out.as_str()), (1, ""), "{state}: {err}");
    expected.assert_eq(&err);
}

#[test]
fn what_cannot_be_read_is_explained() {
    let game = TemporaryFile::new("refused.chesslang", TRAPPER);
    let trapper = |rest: &str| format!("{{\"game\": \"Trapper Chess\"{rest}}}");
    refused(
        "standard",
        "",
        expect![[r#"
            error: cannot load the game saved in `<standard input>`:
            it is not the JSON that `nightrider run --json` writes: the text is empty
        "#]],
    );
    refused(
        "standard",
        "not JSON",
        expect![[r#"
            error: cannot load the game saved in `<standard input>`:
            it is not the JSON that `nightrider run --json` writes: that begins with `{`
        "#]],
    );
    refused(
        "standard",
        "[1, 2]",
        expect![[r#"
            error: cannot load the game saved in `<standard input>`:
            it is not the JSON that `nightrider run --json` writes: that begins with `{`
        "#]],
    );
    refused(
        "standard",
        "{\"gane\": \"x\"}",
        expect![[r#"
        error: cannot load the game saved in `<standard input>`:
        it is not the JSON that `nightrider run --json` writes: unknown field `gane`, expected one of `game`, `fen`, `turn`, `ply`, `check`, `pieces`, `effects`, `state`, `players`, `result`, `memory`, `start`, `legal_moves`, `plies` at line 1 column 7
    "#]],
    );
    refused(
        "standard",
        &"[".repeat(100_000),
        expect![[r#"
            error: cannot load the game saved in `<standard input>`:
            it is not the JSON that `nightrider run --json` writes: that begins with `{`
        "#]],
    );
    refused(
        "standard",
        &trapper(", \"pieces\": []"),
        expect![[r#"
        error: cannot load the game saved in `<standard input>`:
        it is a game of `Trapper Chess`, not of `Standard Chess`; name the game it was saved from
    "#]],
    );
    refused(
        game.path(),
        &trapper(""),
        expect![[r#"
        error: cannot load the game saved in `<standard input>`:
        pieces: neither `pieces` nor `fen` says what stands where
    "#]],
    );
    refused(
        game.path(),
        &trapper(
            r#", "pieces": [
                {"square": "a1", "type": "Traper", "owner": "White"},
                {"square": "z9", "type": "King", "owner": "White"},
                {"square": "b1", "type": "Trapper", "owner": "White", "state": {"trap": 1}, "effects": [{"effect": "trep", "owner": "White"}]}],
            "effects": [{"square": "c1", "effect": "trap", "owner": "Black", "turns_left": 0}, {"effect": "trap", "owner": "Black"}],
            "state": {"x": 1}, "players": {"White": {"state": {"y": 1}}},
            "memory": {"moves_left": 0, "castling": ["e4"], "white_had": ["Dragon"]}"#,
        ),
        expect![[r#"
            error: cannot load the game saved in `<standard input>`:
            pieces, a1: the game has no piece type `Traper`; did you mean `Trapper`?
            pieces: the game has no square `z9`
            pieces, b1: the game has no state field `trap`; did you mean `traps`?
            pieces, b1: the game has no effect `trep`; did you mean `trap`?
            memory.castling: nothing stands on e4 that could castle
            memory.moves_left: a turn with no move left is over
            players.White.state: the game has no state field `y`
            state: the game has no state field `x`
            memory: the game has no piece type `Dragon`
            effects, c1: `trap` has no turn left, so it would have ended
            and 1 more
        "#]],
    );
    refused(
        game.path(),
        &trapper(r#", "pieces": [{"square": "a1", "type": "King", "owner": "Green"}]"#),
        expect![[r#"
            error: cannot load the game saved in `<standard input>`:
            it is not the JSON that `nightrider run --json` writes: unknown variant `Green`, expected `White` or `Black` at line 1 column 86
        "#]],
    );
    refused(
        game.path(),
        &trapper(r#", "pieces": [], "players": {"White": {"moves": -1}}"#),
        expect![[r#"
        error: cannot load the game saved in `<standard input>`:
        it is not the JSON that `nightrider run --json` writes: invalid value: integer `-1`, expected u32 at line 1 column 73
    "#]],
    );
    refused(
        game.path(),
        &trapper(r#", "pieces": [], "memory": {"seed": "xyz"}"#),
        expect![[r#"
        error: cannot load the game saved in `<standard input>`:
        it is not the JSON that `nightrider run --json` writes: `xyz` is no number of up to 16 hexadecimal digits at line 1 column 65
    "#]],
    );
    refused(
        game.path(),
        &trapper(
            r#", "pieces": [{"square": "a1", "type": "King", "owner": "White"}, {"square": "a1", "type": "Rook", "owner": "White"}]"#,
        ),
        expect![[r#"
            error: cannot load the game saved in `<standard input>`:
            no game can go on from it: two pieces stand on a1
        "#]],
    );
    refused(
        game.path(),
        &trapper(r#", "fen": "9/8 w""#),
        expect![[r#"
        error: cannot load the game saved in `<standard input>`:
        fen: this is no FEN of Trapper Chess:
          9/8 w
          ^^^
        the board field has 2 ranks, separated by `/`, but this game's board has 8
    "#]],
    );
    refused(
        game.path(),
        &trapper(
            r#", "pieces": [{"square": "a1", "type": "Trapper", "owner": "White", "state": {"traps": 1.5}}]"#,
        ),
        expect![[r#"
            error: cannot load the game saved in `<standard input>`:
            it is not the JSON that `nightrider run --json` writes: invalid type: floating point `1.5`, expected null, a truth value, a whole number, a string, a list or a record at line 1 column 113
        "#]],
    );
}

#[test]
fn wrong_usage() {
    let both = run_with_input(&["run", "-", "--state", "-"], "");
    assert_eq!(both.0, 2, "{}", both.2);
    let twice = run_with_input(&["moves", "standard", "--state", "x", "--fen", "y"], "");
    assert_eq!(twice.0, 2, "{}", twice.2);
    let missing = run_with_input(&["moves", "standard", "--state", "/no/such/file.json"], "");
    assert_eq!((missing.0, missing.2.as_str()), (1, "error: there is no file `/no/such/file.json`\n"));
    let folder = run_with_input(&["moves", "standard", "--state", "/"], "");
    assert_eq!((folder.0, folder.2.as_str()), (1, "error: cannot read `/`: it is a folder\n"));
}
