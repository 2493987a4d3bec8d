//! Drawings of boards and of moves.

mod support;

use expect_test::expect;
use nightrider_model::{PieceId, Player, Square};
use nightrider_notation::drawing::{Diagram, Glyphs, Side, grid, symbol};
use support::{game, game_with_holes};

/// A drawing without its left margin, which expectations cannot hold.
fn unindented(drawing: &str) -> String {
    drawing.lines().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect()
}

#[test]
fn coordinates_follow_the_side_and_the_size() {
    let board = game(4, 10).board;
    let names = |square| board.name(square);
    expect![[r#"
          10  a10 b10 c10 d10
           9  a9  b9  c9  d9
           8  a8  b8  c8  d8
           7  a7  b7  c7  d7
           6  a6  b6  c6  d6
           5  a5  b5  c5  d5
           4  a4  b4  c4  d4
           3  a3  b3  c3  d3
           2  a2  b2  c2  d2
           1  a1  b1  c1  d1

              a   b   c   d
    "#]]
    .assert_eq(&unindented(&grid(&board, Side::White, names)));
    expect![[r#"
           1  d1  c1  b1  a1
           2  d2  c2  b2  a2
           3  d3  c3  b3  a3
           4  d4  c4  b4  a4
           5  d5  c5  b5  a5
           6  d6  c6  b6  a6
           7  d7  c7  b7  a7
           8  d8  c8  b8  a8
           9  d9  c9  b9  a9
          10  d10 c10 b10 a10

              d   c   b   a
    "#]]
    .assert_eq(&unindented(&grid(&board, Side::Black, |square| board.name(square))));
}

#[test]
fn wide_characters_keep_the_columns() {
    let board = game(3, 2).board;
    let text = grid(&board, Side::White, |square| ["기", ".", "N"][square.index() % 3].to_owned());
    expect![[r#"
          2  기 .  N
          1  기 .  N

             a  b  c
    "#]]
    .assert_eq(&unindented(&text));
}

#[test]
fn a_diagram_tells_moves_from_captures() {
    let board = game_with_holes().board;
    let diagram = Diagram {
        piece: ("P".into(), Square(12)),
        moves: vec![Square(20), Square(28), Square(21)],
        first_moves: vec![Square(36), Square(44)],
        captures: vec![Square(19), Square(21)],
        others: vec![("n".into(), Square(19))],
    };
    expect![[r#"
          8  . . . . . . . .
          7  . . . . . . . .
          6  . . . . 1 . . .
          5  . . . . # . . .
          4  . . . # o . . .
          3  . . . n o * . .
          2  . . . . P . . .
          1  . . . . . . . .

             a b c d e f g h
    "#]]
    .assert_eq(&unindented(&diagram.draw(&board, Glyphs::Ascii)));
    expect![[r#"
          8  · · · · · · · ·
          7  · · · · · · · ·
          6  · · · · 1 · · ·
          5  · · · · ░ · · ·
          4  · · · ░ o · · ·
          3  · · · n o * · ·
          2  · · · · P · · ·
          1  · · · · · · · ·

             a b c d e f g h
    "#]]
    .assert_eq(&unindented(&diagram.draw(&board, Glyphs::Unicode)));
}

#[test]
fn symbols_tell_the_owner() {
    let mut chess = game(8, 8);
    chess.pieces[1].symbol = Some("Ж".into()); // has two forms
    chess.pieces[2].symbol = Some("기".into()); // has one
    chess.pieces[4].symbol = Some("♘".into());
    let all = |owner, glyphs| {
        let ids = (0..chess.pieces.len()).map(|index| PieceId(index as u16));
        ids.map(|piece| symbol(&chess, piece, owner, glyphs)).collect::<Vec<_>>().join(" ")
    };
    // King, Queen, Rook, Bishop, Knight, Pawn, Archer
    assert_eq!(all(Player::White, Glyphs::Ascii), "K Q R B N P A'");
    assert_eq!(all(Player::Black, Glyphs::Ascii), "k q r b n p a'");
    assert_eq!(all(Player::White, Glyphs::Unicode), "♔ Ж R ♗ ♘ ♙ A'");
    assert_eq!(all(Player::Black, Glyphs::Unicode), "♚ ж r ♝ ♞ ♟ a'");
    assert_eq!(all(Player::White, Glyphs::Coloured), "♚ Ж 기 ♝ ♞ ♟ A'");
    assert_eq!(all(Player::Black, Glyphs::Coloured), "♚ Ж 기 ♝ ♞ ♟ a'");
}
