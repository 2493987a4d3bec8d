//! Games in words: patterns, conditions, triggers, and why a move is not legal.

use expect_test::{Expect, expect};
use nightrider::compile_source;
use nightrider::engine::{Attempt, Game, Rules};
use nightrider::lang::NoLoader;
use nightrider::model::Variant;
use nightrider_notation::drawing::{Glyphs, Side, board};
use nightrider_notation::{Fen, LegalMoves, words};

fn variant(text: &str) -> Variant {
    let text = format!("game: \"Test\"\nboard:\n  size: 8x8\n  zones:\n    x: [a1, a2]\n{text}");
    let compiled = compile_source("test.chesslang", &text, &NoLoader);
    compiled.variant.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
}

fn rules(text: &str) -> Rules {
    Rules::compile(variant(text)).expect("can be played")
}

#[track_caller]
fn moves_read(pattern: &str, expected: Expect) {
    let variant = variant(&format!("piece Mann {{ move: {pattern}; symbol: \"X\" }}\n"));
    let piece = variant.piece_named("Mann").expect("defined above");
    expected.assert_eq(&words::moves(&variant, variant.piece(piece)).join("\n"));
}

#[test]
fn patterns() {
    moves_read("step(any)", expect!["one square in any direction"]);
    moves_read(
        "step(forward, 2) where first_move and clear",
        expect!["2 squares forward, if the way is empty, as its first move"],
    );
    moves_read(
        "step(E, 3) where not clear and in zone.x",
        expect!["3 squares to the right, whatever is between, where not clear and in zone.x"],
    );
    moves_read(
        "slide(orthogonal) | slide(diagonal, 3) | leap(2, 1)",
        expect![[r#"
            any number of empty squares along ranks and files
            up to 3 empty squares along diagonals
            a leap of 2 squares one way and 1 square across"#]],
    );
    moves_read(
        "hop(any, 1) | hop(orthogonal)",
        expect![[r#"
        in any direction over the first piece met, to the square behind it
        along ranks and files over the first piece met, to any square behind it"#]],
    );
    moves_read(
        "leap(3, 0) | leap(2, 2) | leap(3, 1)",
        expect![[r#"
        a leap of 3 squares along a rank or file
        a leap of 2 squares along a diagonal
        a leap of 3 squares one way and 1 square across"#]],
    );
    moves_read(
        "step(diagonal) + slide(orthogonal)",
        expect!["one square along diagonals, then any number of empty squares along ranks and files"],
    );
    moves_read(
        "(step(N) | step(NE)) * 3 + leap(1, 0)",
        expect![
            "(one square forward or one square forward to the right), 3 times over in one direction, then a leap of 1 square along a rank or file"
        ],
    );
    moves_read(
        "anywhere where empty and distance <= 2 or on rank 8",
        expect!["to any square of the board, where empty and distance <= 2 or on rank 8"],
    );
    moves_read(
        "slide(backward-diagonal) | step(sideways) | step(left)",
        expect![[r#"
        any number of empty squares diagonally backward
        one square sideways
        one square to the left"#]],
    );
}

#[track_caller]
fn trigger_reads(text: &str, expected: Expect) {
    let variant = variant(&format!(
        "effect ice {{ blocks: all }}\npiece Knight {{ state: {{ x: 0 }} }}\ntrigger t {{ {text} }}\n"
    ));
    let words = words::trigger(&variant, &variant.triggers[0]);
    let mut lines = Vec::new();
    lines.extend(words.each.map(|each| format!("for each {each}")));
    lines.extend(words.when.map(|when| format!("when {when}")));
    lines.extend(words.does);
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn triggers() {
    trigger_reads("on: move; do: win player", expect!["win player"]);
    trigger_reads(
        "on: move; when: piece.type == Pawn and (target.rank > 3 or not origin in zone.x); do: mark target with ice",
        expect![[r#"
            when piece.type == Pawn and (target.rank > 3 or not origin in zone.x)
            mark target with ice"#]],
    );
    trigger_reads(
        "on: turn_start; when: any Knight where owner == player and state.x > 1; do: set Knight.state.x -= 1",
        expect![[r#"
            for each Knight where owner == player and state.x > 1
            set Knight.state.x -= 1"#]],
    );
    trigger_reads(
        "on: capture; when: count Pawns where owner == player >= 3; do: { remove pieces in radius(1) from target where not King; create Queen at origin for opponent }",
        expect![[r#"
            when count Pawn where owner == player >= 3
            remove pieces in radius(1) from target where not type == King
            create Queen at origin for opponent"#]],
    );
    trigger_reads(
        "on: move; do: { if distance > 2 { for p in pieces where enemy { mark p.pos with ice } } else { let n = 2 * (game.state.a + 1); set game.state.a = n; draw with reason \"enough\" } }",
        expect![[r#"
            if distance > 2:
              for v1 in pieces where enemy:
                mark v1.pos with ice
            else:
              let v3 = 2 * (game.state.a + 1)
              set game.state.a = v3
              draw with reason "enough""#]],
    );
}

#[track_caller]
fn end_reads(text: &str, expected: Expect) {
    let variant = variant(&format!("victory:\n  add:\n    mine: {text}\n"));
    let condition = variant.victory.iter().find(|condition| condition.name == "mine").expect("added above");
    expected.assert_eq(&words::end(&variant, condition));
}

#[test]
fn ends() {
    end_reads("checkmate", expect!["the opponent is in check and has no legal move"]);
    end_reads("checks >= 3", expect!["checks >= 3"]);
    end_reads("King in zone.x", expect!["King in zone.x"]);
    end_reads(
        "opponent.pieces == 0 or Queens >= 2",
        expect!["count opponent.pieces == 0 or count Queen >= 2"],
    );
    end_reads("Black.Queen captured", expect!["Black.Queen captured"]);
    end_reads("King on rank 8 and moves >= 10", expect!["King on rank 8 and moves >= 10"]);
}

/// Why a move from one square to another is not legal in a position.
#[track_caller]
fn refused(rules: &Rules, fen: &str, from: &str, to: &str, expected: Expect) {
    let variant = rules.variant();
    let setup = Fen::parse(variant, fen).unwrap_or_else(|error| panic!("{error}")).setup();
    let game = Game::from_setup(rules, &setup, 0).expect("a position");
    let square = |name: &str| variant.board.parse(name).expect("a square");
    let attempt = Attempt { from: square(from), to: square(to), promotion: None };
    let why = game.why_not(attempt).expect("not legal");
    expected.assert_eq(&words::why_not(&game, attempt, &why));
    // The text of the move is refused for the same reason.
    let error = LegalMoves::of(&game).find(&format!("{from}{to}")).expect_err("not legal");
    let reason = words::why_not(&game, attempt, &why);
    let promotes = error.problem().contains("does not say what the piece becomes");
    assert!(promotes || error.problem().contains(&reason), "{error}");
}

#[test]
fn refusals() {
    let chess = rules("");
    let fen = "r3k2r/p3P3/8/8/1b6/8/3N4/R3K2R w KQkq - 0 1";
    refused(&chess, fen, "e1", "e3", expect!["the King on e1 does not move like that"]);
    refused(&chess, fen, "d2", "f3", expect!["the King on e1 would be attacked by the Bishop on b4"]);
    refused(&chess, fen, "a1", "h1", expect!["the Rook on a1 does not move like that"]);
    refused(&chess, fen, "a1", "a8", expect!["the Pawn on a7 is in the way"]);
    refused(&chess, fen, "e3", "e4", expect!["e3 is empty"]);
    refused(&chess, fen, "a8", "b8", expect!["the Rook on a8 is Black's, and it is White's turn"]);
    refused(&chess, fen, "a1", "e1", expect!["the King on e1 is its own player's"]);
    refused(
        &chess,
        "4k3/P7/8/8/8/8/8/4K3 w",
        "a7",
        "a8",
        expect!["the Pawn on a7 must become Queen, Rook, Bishop or Knight there"],
    );
    refused(
        &chess,
        "4kr2/8/8/8/8/8/8/4K2R w K",
        "e1",
        "g1",
        expect!["castling out of, through or into an attack is not allowed"],
    );
    refused(&chess, "4k3/8/8/8/8/8/8/4K2R w -", "e1", "g1", expect!["the right to castle there is lost"]);
    refused(
        &rules("rules:\n  check: { cannot_give: true }\n"),
        "4k3/8/8/8/8/8/8/R3K3 w -",
        "a1",
        "a8",
        expect!["giving check is not allowed in this game"],
    );
    let zone = rules("piece Queen { move: slide(any) where in zone.x }\n");
    refused(
        &zone,
        "4k3/8/8/8/8/8/8/Q3K3 w -",
        "a1",
        "a5",
        expect!["the Queen on a1 may go there only where in zone.x"],
    );
}

#[test]
fn a_board_shows_its_effects() {
    let rules = rules(
        "effect ice { blocks: all }\ntrigger t { on: move; do: { mark origin with ice; mark piece with ice } }\n",
    );
    let mut game = Game::new(&rules, 0);
    let legal = LegalMoves::of(&game);
    let index = legal.find("b1c3").expect("legal");
    game.play(legal.list()[index].mv).expect("legal");
    let drawing = board(&game, Side::Black, Glyphs::Unicode);
    // Without the margin, which the expectation cannot hold.
    let lines: Vec<&str> = drawing.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
    expect![[r#"
        1  ♖  ♘  ♗  ♔  ♕  ♗  ·* ♖
        2  ♙  ♙  ♙  ♙  ♙  ♙  ♙  ♙
        3  ·  ·  ·  ·  ·  ♘* ·  ·
        4  ·  ·  ·  ·  ·  ·  ·  ·
        5  ·  ·  ·  ·  ·  ·  ·  ·
        6  ·  ·  ·  ·  ·  ·  ·  ·
        7  ♟  ♟  ♟  ♟  ♟  ♟  ♟  ♟
        8  ♜  ♞  ♝  ♚  ♛  ♝  ♞  ♜

           h  g  f  e  d  c  b  a
        * ice on b1 (White)
        * ice on c3 (White)"#]]
    .assert_eq(&lines.join("\n"));
}
