//! `show --facts`: what pieces were compiled to, and why, and what triggers have a say in.

use std::process::Command;

/// What `show --facts` prints of a game given as a text, and of one of its pieces.
fn facts(text: &str, piece: Option<&str>) -> String {
    use std::io::Write;
    let mut command = Command::new(env!("CARGO_BIN_EXE_nightrider"));
    command.args(["show", "-", "--facts", "--ascii"]).env("NO_COLOR", "1");
    if let Some(piece) = piece {
        command.args(["--piece", piece]);
    }
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads its input");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A game with one piece that moves by a pattern.
fn piece_with(pattern: &str) -> String {
    let text = format!(
        "game: \"G\"\npiece Ogre {{ move: {pattern}; state: {{ hp: 0 }} }}\nsetup:\n  add:\n    White Ogre: [d3]\n"
    );
    facts(&text, Some("Ogre"))
}

#[test]
fn each_form_says_why_it_is_what_it_is() {
    // Pattern, and what must be said of it.
    let cases = [
        ("slide(any)", "slides, nothing on the way is asked but the first piece"),
        ("leap(2, 1)", "leaps, nothing on the way is asked"),
        ("hop(any, 1)", "hops on lines"),
        ("step(N, 2) where clear", "whether all are empty"),
        ("step(N, 2) where blocked", "whether some are occupied"),
        ("leap(2, 1) * 2", "its ways are few"),
        ("step(N) + hop(N)", "walked, because a leg of the sequence hops or goes anywhere"),
        ("(step(N) where state.hp > 0) + step(E)", "walked, because a condition is asked on the way"),
        ("slide(any) where target adjacent to e4", "the first piece"),
        ("slide(any) where exists Queen adjacent to target", "tried square by square"),
        ("slide(any) where exists Queen adjacent to target", "its `where` reads `exists Queen"),
        ("slide(any) where state.hp > 0", "its `where` reads `piece.state.hp > 0`"),
        ("slide(any) where state.hp > 0", "one of its patterns is open only under a condition"),
        ("slide(any) where blocked", "tried square by square, because its `where` asks what stands between"),
        ("chessembly { take(1, 0) jump(1, 0) }", "its chains ask or do more than tables can say"),
        ("chessembly { take(1, 0) jump(1, 0) }", "it takes on one square and lands on another"),
    ];
    for (pattern, wanted) in cases {
        let told = piece_with(pattern);
        assert!(told.contains(wanted), "{pattern}: not told `{wanted}` in\n{told}");
    }
}

#[test]
fn triggers_are_told_what_they_have_a_say_in() {
    let text = "game: \"G\"\neffect glow { blocks: none }\n\
        trigger shine { on: move; do: mark target with glow }\n\
        trigger blast { on: capture; when: piece.type == Rook; do: remove pieces in radius(1) from target where not King }\n\
        trigger late { on: turn_start; do: remove pieces where Pawn and on rank 7 }\n";
    let told = facts(text, None);
    for wanted in [
        "shine (move): cannot change which moves are legal or who is in check (`mark target with glow`: the effect blocks nobody)",
        "blast (capture): can change who is in check, and with it whether the move is legal",
        "the captures of Rook that it may react to are tried",
        "late (turn_start): runs after the move is judged; it can change who is in check from then on",
        "those that triggers may decide are tried",
        "some moves and captures: blast may decide",
    ] {
        assert!(told.contains(wanted), "not told `{wanted}` in\n{told}");
    }
}
