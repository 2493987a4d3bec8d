//! `setup: shuffle:` from the text to the pieces on the board.

use nightrider::compile_source;
use nightrider::lang::NoLoader;
use nightrider::model::{Player, Variant};

fn compiled(text: &str) -> (Option<Variant>, Vec<String>) {
    let compiled = compile_source("shuffled.chesslang", text, &NoLoader);
    let messages = compiled.diagnostics.iter().map(|found| found.message.clone()).collect();
    (compiled.variant, messages)
}

/// The letters of a rank of the setup, counted from 1.
fn rank(variant: &Variant, rank: u8) -> String {
    let board = &variant.board;
    let on_rank = variant.setup.pieces.iter().filter(|piece| board.rank(piece.square) + 1 == rank);
    let letter = |piece: &nightrider::model::Placement| {
        let letter = &variant.piece(piece.piece).letter;
        if piece.owner == Player::White { letter.clone() } else { letter.to_lowercase() }
    };
    on_rank.map(letter).collect()
}

fn clean(text: &str) -> Variant {
    let (variant, messages) = compiled(text);
    assert_eq!(messages, Vec::<String>::new(), "{text}");
    variant.expect("a game without errors")
}

#[test]
fn a_number_alone_chooses_another_arrangement_of_the_base_game() {
    let variant = clean("game: \"Zero\"\nextends: \"Chess960\"\nsetup:\n  shuffle:\n    number: 0\n");
    assert_eq!((rank(&variant, 1), rank(&variant, 8)), ("BBQNNRKR".to_string(), "bbqnnrkr".to_string()));
    assert_eq!(rank(&variant, 2), "PPPPPPPP");
}

#[test]
fn pieces_replaced_everywhere_are_shuffled_too() {
    let variant = clean(
        "game: \"Camels\"\nextends: \"Chess960\"\npiece Camel { move: leap(3, 1); symbol: \"C\" }\n\
         setup:\n  replace:\n    Knight: Camel\n",
    );
    assert_eq!(rank(&variant, 1), "RCBQKBCR");
    let last = variant.setup.arranged(&variant.board, 959).map(|setup| Variant { setup, ..variant.clone() });
    assert_eq!(rank(&last.unwrap(), 8), "rkrccqbb");
}

#[test]
fn a_setup_that_no_longer_stands_as_arranged_is_not_shuffled() {
    let variant = clean("game: \"Odds\"\nextends: \"Chess960\"\nsetup:\n  remove: [White Queen]\n");
    assert_eq!(rank(&variant, 1), "RNBKBNR");
    assert_eq!(variant.setup.shuffle, None);
}

#[test]
fn lines_take_what_earlier_ones_left() {
    // Three squares for two rooks, then the king: 3 x 1 arrangements.
    let text = "game: \"Small\"\nboard:\n  size: 3x4\nsetup:\n  White:\n    Pawn: [a2]\n  Black:\n    \
                Pawn: [a3]\n  shuffle:\n    number: 2\n    Rook Rook: [a1-c1]\n    King: [a1-c1]\n";
    let variant = clean(text);
    assert_eq!((rank(&variant, 1), rank(&variant, 4)), ("KRR".to_string(), "krr".to_string()));
    assert_eq!(variant.setup.shuffle.as_ref().and_then(|shuffle| shuffle.count()), Some(3));
}

#[test]
fn what_cannot_be_arranged_is_said() {
    let shuffled = |lines: &str| compiled(&format!("game: \"Bad\"\nsetup:\n  shuffle:\n{lines}")).1;
    assert_eq!(
        shuffled("    number: 8\n    Queen: [a1-h1]\n    number: 8\n"),
        ["the arrangements of this shuffle are numbered 0 to 7"]
    );
    assert_eq!(
        shuffled("    number: 3\n"),
        ["nothing is shuffled here: a shuffle needs lines of pieces and their squares"]
    );
    assert_eq!(
        shuffled("    Queen: [a1-d1]\n    King: [d1-h1]\n"),
        ["the squares of a line must hold all squares of an earlier line, or none of them"]
    );
    assert_eq!(
        shuffled("    Rook Rook Rook: [a1, b1]\n"),
        ["this line has 3 pieces, and of its 2 squares 0 are taken by earlier lines"]
    );
}
