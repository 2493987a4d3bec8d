//! The `chessembly` command as its users see it.

use std::io::Write;
use std::process::{Command, Stdio};

/// Exit status, standard output and standard error of `nightrider chessembly ...`.
fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nightrider"))
        .arg("chessembly")
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads its input");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

const BOARD: [&str; 4] = ["--fen", "5/5/Xp3/5/5 w", "--from", "a3"];

#[test]
fn plain_activations_are_sorted_and_name_the_victim_elsewhere() {
    let program = "take(1, 0) jump(1, 0); move(0, 1); catch(1, 0);";
    let (status, out, err) = run(&[&["-e", program][..], &BOARD].concat(), "");
    assert_eq!((status, out.as_str(), err.as_str()), (0, "catch:b3\nmove:a4\ntake-jump:c3xb3\n", ""));
}

#[test]
fn what_acts_as_end_is_told_apart_from_what_runs_on() {
    let note = "note: what is malformed acts as `end`\n";
    // A block that is never closed and a `while` without a `do` end nothing: the step up is offered.
    for program in ["{ move(0, 1);", "while move(0, 1);"] {
        let (status, out, err) = run(&[&["-e", program][..], &BOARD].concat(), "");
        assert_eq!((status, out.as_str()), (0, "move:a4\n"), "{program}");
        assert!(err.contains("error[") && !err.contains(note), "{program}: {err}");
    }
    let (status, out, err) = run(&[&["-e", "mvoe(1, 0) move(0, 1);"][..], &BOARD].concat(), "");
    assert_eq!((status, out.as_str()), (0, ""));
    assert!(err.ends_with(note), "{err}");
}

#[test]
fn json_has_the_agreed_form() {
    let program = "transition(rook) set-state(k, 2) take(1, 0) + { move(0, 1) };";
    let (_, out, _) = run(&[&["-e", program, "--json"][..], &BOARD].concat(), "");
    let found: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let expected = serde_json::json!({
        "activations": [{
            "kind": "take", "to": "b3", "captures": "b3", "transition": "rook", "set_state": {"k": 2},
            "then": [{
                "kind": "move", "from": "b3", "to": "b4", "captures": null, "transition": "rook",
                "set_state": {"k": 2}, "then": [],
            }],
        }],
        // transition, set-state, take, +, {, move, }
        "steps": 7,
        "cut_off": false,
    });
    assert_eq!(found, expected);
}

#[test]
fn a_trace_shows_words_and_the_board() {
    let (_, out, _) =
        run(&[&["-e", "take-move(1, 0) not observe(0, 9) move(0, 1)", "--trace"][..], &BOARD].concat(), "");
    let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    let expected = [
        "chain 1",
        "  take-move(1, 0)              false at b3  take-move:b3",
        "  not                          true  at b3",
        "  observe(0, 9)                false at b3",
        "  move(0, 1)                   not run after false: the chain ends",
        "",
        "  5  .  .  .  .  .",
        "  4  .  .  .  .  .",
        "  3  X  px .  .  .",
    ];
    assert_eq!(lines[..expected.len()], expected);
    assert_eq!(lines.last(), Some(&"take-move:b3"));
}

#[test]
fn programs_come_from_standard_input_too_and_moves_are_made_first() {
    let arguments = ["-", "--from", "e4", "--moves", "e2e4 d7d5 a7a6=Z"];
    let (status, out, err) = run(&arguments, "take(-1, 1); move(0, 1); piece-on(pawn, -4, 2) move(1, 0);");
    assert_eq!((status, out.as_str(), err.as_str()), (0, "move:e5\ntake:d5\n", ""));
}

#[test]
fn malformed_programs_run_and_are_reported() {
    let (status, out, err) = run(&[&["-e", "move(0, 1) mvoe(0, 1) move(0, 1)"][..], &BOARD].concat(), "");
    assert_eq!((status, out.as_str()), (0, "move:a4\n"));
    assert!(err.contains("-e:1:12: error[E0501]") && err.contains("did you mean `move`?"), "{err}");
    let (_, _, err) = run(&[&["-e", &"wrod ".repeat(1000)][..], &BOARD].concat(), "");
    assert!(err.lines().count() < 60, "a screenful is enough");
}

#[test]
fn what_cannot_be_run_is_explained() {
    let program = ["-e", "move(1, 0);"];
    let table: [(&[&str], i32, &str); 8] = [
        (&["--from", "c3", "--fen", "5/5/5/5/5"], 1, "c3 is empty"),
        (
            &["--from", "h8", "--fen", "5/5/2X2/5/5"],
            1,
            "`h8` is no square of this board, which goes from a1 to e5",
        ),
        (&["--from", "♞", "--fen", "5/5/2X2/5/5"], 1, "`♞` is no square"),
        (&["--from", "c3", "--fen", "5/4/2X2/5/5"], 1, "rank 4 of the FEN has 4 squares"),
        (&["--from", "e4", "--moves", "e2e4 e5e6"], 1, "ply 2, `e5e6`: e5 is empty"),
        (&["--from", "e4", "--moves", "e2-e4"], 1, "ply 1, `e2-e4`"),
        (&["--from", "e4", "--moves", "é e2"], 1, "ply 1, `é`: a move is two squares"),
        (&[], 2, "--from"),
    ];
    for (arguments, status, message) in table {
        let (found, out, err) = run(&[&program[..], arguments].concat(), "");
        assert_eq!((found, out.as_str()), (status, ""), "{arguments:?}: {err}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
    let (status, _, err) = run(&["/nowhere/at/all.chessembly", "--from", "e2"], "");
    assert!(status == 1 && err.contains("cannot read `/nowhere/at/all.chessembly`"), "{err}");
}

#[test]
fn facts_tell_the_form_of_each_chain_and_why() {
    // A line, a leap, a jump over what is taken, and a question for the player's state.
    let program =
        "take-move(1, 0) repeat(1); take-move(1, 2); take(1, 0) jump(1, 0); if-state(k, 1) move(0, 1);";
    let (status, out, err) = run(&[&["-e", program, "--facts"][..], &BOARD].concat(), "");
    assert_eq!((status, err.as_str()), (0, ""));
    let facts: Vec<&str> = out.lines().filter(|line| line.starts_with("test, chain")).collect();
    assert_eq!(facts.len(), 4, "{out}");
    assert!(facts[0].contains("rays") && facts[0].contains("only the first piece"), "{out}");
    assert!(facts[1].contains("a table") && facts[1].contains("only the target"), "{out}");
    assert!(
        facts[2].contains("run") && facts[2].contains("takes on one square and lands on another"),
        "{out}"
    );
    assert!(facts[3].contains("run") && facts[3].contains("asks the players' state"), "{out}");
}
