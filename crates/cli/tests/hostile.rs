//! Input that is meant to do harm: every command ends in time, with the status of the contract, and explains itself.

mod program;

use std::io::{Read, Write};
use std::process::{Command, Stdio};

/// Exit status and standard error.
fn run(arguments: &[&str], input: &[u8]) -> (i32, String) {
    let (status, _, err) = program::run(arguments, input);
    (status, err)
}

/// The input is at fault, and something sensible is said about it.
#[track_caller]
fn at_fault(arguments: &[&str], input: &[u8]) {
    let (status, err) = run(arguments, input);
    let shown: Vec<String> = arguments.iter().map(|word| word.chars().take(40).collect()).collect();
    assert_eq!(status, 1, "{shown:?}: {err}");
    assert!(err.starts_with("error") && err.len() < 20_000, "{shown:?}: {} bytes: {err:.2000}", err.len());
    assert!(!err.contains("panicked"), "{shown:?}: {err}");
    let steers = err.chars().any(|c| c.is_control() && c != '\n' && c != '\t');
    assert!(!steers, "{shown:?}: a control character: {err:?}");
}

#[test]
fn arguments() {
    let long = "é".repeat(50_000);
    for text in [
        long.as_str(),
        "\u{1b}[2J\u{7}",
        "",
        " ",
        "e2e4\u{1}",
        "١٢",
        "e2e4/😀",
        "a1a1a1a1",
        "=Q",
        "/y",
        "~2",
        "x",
    ] {
        at_fault(&["run", "standard", "--explain", text], b"");
        at_fault(&["moves", "standard", "--fen", text], b"");
        at_fault(&["moves", "standard", "--from", text], b"");
        at_fault(&["show", "standard", "--piece", text], b"");
        at_fault(&["show", "standard", "--at", text], b"");
        if !text.trim().is_empty() {
            at_fault(&["moves", "standard", "--moves", text], b"");
            at_fault(&["moves", text], b"");
            at_fault(&["moves", "standard", "--state", text], b"");
            at_fault(&["explain", text], b"");
        }
    }
    at_fault(&["moves", "standard", "--fen", "9999999999999999999999/8/8/8/8/8/8/8 w"], b"");
    at_fault(
        &["moves", "standard", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 4294967296 99999999999999999999"],
        b"",
    );
    at_fault(&["moves", "chess960:99999999999999999999999"], b"");
    let moves = "e2e4 ".repeat(20_000);
    at_fault(&["moves", "standard", "--moves", &moves], b"");
}

#[test]
fn wrong_usage_is_told_from_wrong_input() {
    for arguments in [
        &["perft", "standard", "99999999999999"][..],
        &["perft", "standard", "1", "--threads", "99999999"],
        &["perft", "standard", "-1"],
        &["run", "standard", "--seed", "-3"],
        &["run", "standard", "--seed", "99999999999999999999999"],
        &["moves", "standard", "--state"],
        &["moves", "-", "--state", "-"],
        &["play", "standard", "--level", "11"],
    ] {
        let (status, err) = run(arguments, b"");
        assert_eq!(status, 2, "{arguments:?}: {err}");
    }
}

#[test]
fn texts_of_games_and_saved_games() {
    let deep = |open: &str, shut: &str| format!("{}{}", open.repeat(50_000), shut.repeat(50_000));
    let texts: Vec<Vec<u8>> = vec![
        deep("{", "}").into_bytes(),
        deep("(", ")").into_bytes(),
        format!("game: \"x\"\npiece A {{ move: {} }}", deep("(", ")")).into_bytes(),
        format!("game: \"x\"\nvictory:\n  add:\n    a: {} 1", "not ".repeat(50_000)).into_bytes(),
        vec![0; 100_000],
        vec![0xff; 100_000],
        b"\xef\xbb\xbf\x00".to_vec(),
        "\u{202e}game: \"\u{1b}[2J\"\npiece \u{7} {".to_string().into_bytes(),
    ];
    for text in &texts {
        let (status, err) = run(&["moves", "-"], text);
        assert_eq!(status, 1, "{err:.500}");
        assert!(!err.contains("panicked"), "{err:.500}");
        at_fault(&["moves", "standard", "--state", "-"], text);
    }
    let nested = format!("{{\"game\": \"Standard Chess\", \"state\": {{\"a\": {}}}}}", deep("[", "]"));
    at_fault(&["moves", "standard", "--state", "-"], nested.as_bytes());
    let many = "{\"square\":\"a1\",\"type\":\"Dragon\",\"owner\":\"White\"},".repeat(50_000);
    let many = format!("{{\"game\": \"Standard Chess\", \"pieces\": [{}]}}", many.trim_end_matches(','));
    at_fault(&["moves", "standard", "--state", "-"], many.as_bytes());
}

#[test]
fn a_reader_that_leaves_early() {
    for arguments in [
        &["show", "standard"][..],
        &["games"],
        &["run", "standard", "--moves", "e2e4 e7e5", "--json"],
        &["explain"],
        &["perft", "standard", "3", "--divide"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nightrider"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut first = [0];
        let mut out = child.stdout.take().expect("a pipe");
        out.read_exact(&mut first).expect("it prints something");
        drop(out);
        let output = child.wait_with_output().expect("the program ends");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

/// What a script writes for people must not steer their terminal.
#[test]
fn texts_of_scripts_do_not_steer_the_terminal() {
    let game = r#"game: "Loud"
script {
  game.on("move", () => {
    console.log("\u001b[31mred");
    game.state.word = "\u001b[2J";
    game.declareDraw("one\u001b[2J\u0007\ntwo");
  });
}
"#;
    for explained in [&[][..], &["--explain", "e2e4"]] {
        let moves: &[&str] = if explained.is_empty() { &["--moves", "e2e4"] } else { &[] };
        let mut command = Command::new(env!("CARGO_BIN_EXE_nightrider"));
        command.args(["run", "-"]).args(moves).args(explained).env("NO_COLOR", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        child.stdin.take().expect("a pipe").write_all(game.as_bytes()).expect("the program reads");
        let output = child.wait_with_output().expect("the program ends");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.contains("red") && text.contains("one"), "{text}");
        let steers = text.chars().any(|c| c.is_control() && c != '\n' && c != '\t');
        assert!(!steers, "a control character: {text:?}");
    }
}
