//! FEN: what is read, what is written, and what is said about faults.

mod support;

use expect_test::{Expect, expect};
use nightrider_model::{PieceId, Placement, Player, Square, Variant};
use nightrider_notation::Fen;
use proptest::prelude::*;
use support::{game, game_with_holes, three_check};

#[track_caller]
fn same(variant: &Variant, text: &str) {
    becomes(variant, text, text);
}

#[track_caller]
fn becomes(variant: &Variant, text: &str, written: &str) {
    let mut fen = Fen::parse(variant, text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(fen.write(variant), written);
    // Rights that were not mentioned are written as none: a FEN of six fields always says something.
    fen.castling.get_or_insert_default();
    assert_eq!(Fen::parse(variant, written), Ok(fen), "what was written reads back differently");
}

#[track_caller]
fn refused(variant: &Variant, text: &str, message: Expect) {
    message.assert_eq(&Fen::parse(variant, text).expect_err("a fault").to_string());
}

#[test]
fn usual_fens_are_written_as_they_were_read() {
    let chess = game(8, 8);
    same(&chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    same(&chess, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2");
    same(&chess, "8/8/8/8/8/8/8/8 b - - 99 300");
    same(&chess, "4k3/8/8/3A'a'3/8/8/8/4K3 w - - 0 1");
    same(&three_check(), "8/8/8/8/8/8/8/8 b - - 0 1 +2+0");
    same(&game(12, 10), "r4k5r/12/12/12/12/12/12/11P/12/R10R w kq l10 0 1");
    same(&game(1, 1), "K w - - 0 1");
}

#[test]
fn missing_fields_take_their_defaults() {
    let chess = game(8, 8);
    becomes(&chess, "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    becomes(&chess, "4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    becomes(&chess, "4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1");
    becomes(&chess, "  4k3/8/8/8/8/8/8/4K3\t b  - - 7 0 ", "4k3/8/8/8/8/8/8/4K3 b - - 7 1");
    let read = |text| Fen::parse(&chess, text).unwrap().castling;
    assert_eq!(read("r3k2r/8/8/8/8/8/8/R3K2R w"), None, "not said");
    assert_eq!(read("r3k2r/8/8/8/8/8/8/R3K2R w -"), Some(vec![]), "said to be gone");
}

#[test]
fn castling_rights_name_their_partners() {
    let chess = game(8, 8);
    let rights = |text: &str| {
        let fen = Fen::parse(&chess, text).unwrap_or_else(|error| panic!("{error}"));
        let names = fen.castling.unwrap().into_iter().map(|(_, square)| chess.board.name(square));
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(rights("r3k2r/8/8/8/8/8/8/R3K2R w KQkq"), "a1 h1 a8 h8");
    assert_eq!(rights("r3k2r/8/8/8/8/8/8/R3K2R w HAha"), "a1 h1 a8 h8");
    assert_eq!(rights("4k3/8/8/8/8/8/8/RR2KR1R w KQ"), "a1 h1", "the outermost");
    assert_eq!(rights("4k3/8/8/8/8/8/8/RR2KR1R w FB"), "b1 f1", "inner ones by file");
    // A king away from its first rank castles along the rank it stands on.
    assert_eq!(rights("4k3/8/8/8/8/8/R3K2R/8 w KQ"), "a2 h2");

    same(&chess, "4k3/8/8/8/8/8/8/RR2KR1R w FB - 0 1");
    becomes(&chess, "r3k2r/8/8/8/8/8/8/R3K2R w AHah - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    // The last letter counts as the side, though the board has a file k.
    let wide = game(12, 2);
    same(&wide, "12/R4K3RR1 w KQ - 0 1");
    same(&wide, "12/RR4K2R2 w KB - 0 1");
}

#[test]
fn rights_mean_nothing_in_a_game_without_castling() {
    let mut chess = game(8, 8);
    chess.rules.castling.enabled = false;
    becomes(&chess, "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    refused(
        &chess,
        "4k3/8/8/8/8/8/8/4K3 w KX - 0 1",
        expect![[r#"
              4k3/8/8/8/8/8/8/4K3 w KX - 0 1
                                     ^
            `X` is no castling right: expected `-`, letters of `KQkq`, or the files of the partners (upper case White, lower case Black)"#]],
    );
}

#[test]
fn remaining_checks_become_checks_given() {
    becomes(&three_check(), "8/8/8/8/8/8/8/8 w - - 3+1 5 9", "8/8/8/8/8/8/8/8 w - - 5 9 +0+2");
    refused(
        &three_check(),
        "8/8/8/8/8/8/8/8 w - - 4+1 0 1",
        expect![[r#"
              8/8/8/8/8/8/8/8 w - - 4+1 0 1
                                    ^^^
            `4+1` counts remaining checks, but 3 of them win: neither number can exceed that"#]],
    );
    refused(
        &game(8, 8),
        "8/8/8/8/8/8/8/8 w - - 3+3 0 1",
        expect![[r#"
              8/8/8/8/8/8/8/8 w - - 3+3 0 1
                                    ^^^
            `3+3` counts remaining checks, but no number of checks ends this game"#]],
    );
}

#[test]
fn squares_that_do_not_exist_are_counted_or_starred() {
    let holed = game_with_holes();
    becomes(&holed, "8/8/8/4*3/3*4/8/8/K6k w - - 0 1", "8/8/8/8/8/8/8/K6k w - - 0 1");
    refused(
        &holed,
        "8/8/8/4Q3/3*4/8/*7/K6k w - - 0 1",
        expect![[r#"
              8/8/8/4Q3/3*4/8/*7/K6k w - - 0 1
                     ^
            a piece cannot stand on e5: that square does not exist on this board
              8/8/8/4Q3/3*4/8/*7/K6k w - - 0 1
                              ^
            `*` marks a square that does not exist, but a2 does exist on this board"#]],
    );
}

#[test]
fn faults_of_the_board_field() {
    let chess = game(8, 8);
    refused(
        &chess,
        "  ",
        expect!["the FEN is empty: it starts with the board, such as `4k3/8/8/8/8/8/8/4K3`"],
    );
    refused(
        &chess,
        "8/8/8/8/8/8/4K2k w - - 0 1",
        expect![[r#"
              8/8/8/8/8/8/4K2k w - - 0 1
              ^^^^^^^^^^^^^^^^
            the board field has 7 ranks, separated by `/`, but this game's board has 8"#]],
    );
    refused(
        &chess,
        "9/8/8/8/8/8/8/4K2k w - - 0 1",
        expect![[r#"
          9/8/8/8/8/8/8/4K2k w - - 0 1
          ^
        rank 8 has 9 squares, but the board is 8 wide"#]],
    );
    refused(
        &chess,
        "4k3/8/8/3x4/8/8/8/4K3 w - - 0 1",
        expect![[r#"
          4k3/8/8/3x4/8/8/8/4K3 w - - 0 1
                   ^
        `x` (on d5) is not a piece of this game: its letters are A' B K N P Q R (upper case White, lower case Black)"#]],
    );
    refused(
        &chess,
        "4k3/8/7/44A3/0P7/4-3/p'7/4K4 w - - 0 1",
        expect![[r#"
          4k3/8/7/44A3/0P7/4-3/p'7/4K4 w - - 0 1
                ^
        rank 6 has 7 squares, but the board is 8 wide
          4k3/8/7/44A3/0P7/4-3/p'7/4K4 w - - 0 1
                  ^^^^
        rank 5 has 48 squares, but the board is 8 wide
          4k3/8/7/44A3/0P7/4-3/p'7/4K4 w - - 0 1
                    ^
        `A` is not a piece of this game: its letters are A' B K N P Q R (upper case White, lower case Black)
          4k3/8/7/44A3/0P7/4-3/p'7/4K4 w - - 0 1
                       ^
        a count of zero empty squares in rank 4 makes no sense: leave it out
          4k3/8/7/44A3/0P7/4-3/p'7/4K4 w - - 0 1
                            ^
        `-` in rank 3 is neither a piece letter nor a number of empty squares
          4k3/8/7/44A3/0P7/4-3/p'7/4K4 w - - 0 1
                               ^^
        `p'` (on a2) is not a piece of this game: its letters are A' B K N P Q R (upper case White, lower case Black)
          4k3/8/7/44A3/0P7/4-3/p'7/4K4 w - - 0 1
                                   ^^^
        rank 1 has 9 squares, but the board is 8 wide"#]],
    );
    refused(
        &chess,
        "99999999999999999999/8/8/8/8/8/8/8 w",
        expect![[r#"
          99999999999999999999/8/8/8/8/8/8/8 w
          ^^^^^^^^^^^^^^^^^^^^
        rank 8 has far too many squares, but the board is 8 wide"#]],
    );
    refused(
        &chess,
        "8/8/8/8/8/8/8/가7 w",
        expect![[r#"
          8/8/8/8/8/8/8/가7 w
                        ^
        `가` in rank 1 is neither a piece letter nor a number of empty squares"#]],
    );
}

#[test]
fn faults_of_the_other_fields() {
    let chess = game(8, 8);
    refused(
        &chess,
        "4k3/8/8/8/8/8/8/4K3 x KKz e9 -1 seven +1+ more things",
        expect![[r#"
              4k3/8/8/8/8/8/8/4K3 x KKz e9 -1 seven +1+ more things
                                  ^
            the side to move is `w` or `b`, not `x`
              4k3/8/8/8/8/8/8/4K3 x KKz e9 -1 seven +1+ more things
                                    ^
            the castling right `K` does not fit the board: White has no partner to castle with to the right of its king
              4k3/8/8/8/8/8/8/4K3 x KKz e9 -1 seven +1+ more things
                                     ^
            the castling right `K` does not fit the board: White has no partner to castle with to the right of its king
              4k3/8/8/8/8/8/8/4K3 x KKz e9 -1 seven +1+ more things
                                      ^
            `z` is no castling right: expected `-`, letters of `KQkq`, or the files of the partners (upper case White, lower case Black)
              4k3/8/8/8/8/8/8/4K3 x KKz e9 -1 seven +1+ more things
                                        ^^
            the en passant field is `-` or a square from a1 to h8, not `e9`
              4k3/8/8/8/8/8/8/4K3 x KKz e9 -1 seven +1+ more things
                                           ^^
            the fifty-move clock (plies since a capture or pawn move) is a whole number from 0 to 65535, not `-1`
              4k3/8/8/8/8/8/8/4K3 x KKz e9 -1 seven +1+ more things
                                              ^^^^^
            the number of the full move is a whole number from 0 to 65535, not `seven`
              4k3/8/8/8/8/8/8/4K3 x KKz e9 -1 seven +1+ more things
                                                    ^^^
            the checks given so far are written `+W+B`, such as `+2+0`, not `+1+`
              4k3/8/8/8/8/8/8/4K3 x KKz e9 -1 seven +1+ more things
                                                        ^^^^
            `more` comes after the last field: a FEN has board, side to move, castling, en passant, two numbers and perhaps the checks given"#]],
    );
    refused(
        &chess,
        "4k2r/8/8/8/8/8/8/R3K3 w KQkhA - 0 1",
        expect![[r#"
          4k2r/8/8/8/8/8/8/R3K3 w KQkhA - 0 1
                                  ^
        the castling right `K` does not fit the board: White has no partner to castle with to the right of its king
          4k2r/8/8/8/8/8/8/R3K3 w KQkhA - 0 1
                                     ^
        the castling right `h` is there twice
          4k2r/8/8/8/8/8/8/R3K3 w KQkhA - 0 1
                                      ^
        the castling right `A` is there twice"#]],
    );
    refused(
        &chess,
        "4k3/8/8/8/8/8/8/R7 b Q - 70000 1",
        expect![[r#"
          4k3/8/8/8/8/8/8/R7 b Q - 70000 1
                               ^
        the castling right `Q` does not fit the board: White has no piece that can castle
          4k3/8/8/8/8/8/8/R7 b Q - 70000 1
                                   ^^^^^
        the fifty-move clock (plies since a capture or pawn move) is a whole number from 0 to 65535, not `70000`"#]],
    );
}

#[test]
fn long_texts_are_reported_in_part() {
    let chess = game(8, 8);
    let error = Fen::parse(&chess, &"x".repeat(1_000_000)).unwrap_err();
    assert_eq!(error.faults.len(), 12);
    assert_eq!(error.further, 1_000_000 + 1 - 12);
    assert!(error.to_string().len() < 5_000);
}

/// Any board, pieces anywhere on it.
fn positions() -> impl Strategy<Value = (Variant, Fen)> {
    (1..=16u8, 1..=16u8, any::<bool>()).prop_flat_map(|(width, height, black)| {
        let variant = game(width, height);
        let length = variant.board.len();
        let pieces = prop::collection::vec(prop::option::weighted(0.4, (0..7u16, any::<bool>())), length);
        (pieces, prop::option::of(0..length), 0..200u32, 1..500u32).prop_map(
            move |(pieces, en_passant, halfmove_clock, full_move)| {
                let pieces = pieces.into_iter().enumerate().filter_map(|(index, piece)| {
                    let (piece, white) = piece?;
                    let owner = if white { Player::White } else { Player::Black };
                    Some(Placement { square: Square(index as u8), piece: PieceId(piece), owner })
                });
                let fen = Fen {
                    pieces: pieces.collect(),
                    turn: if black { Player::Black } else { Player::White },
                    castling: Some(vec![]),
                    en_passant: en_passant.map(|index| Square(index as u8)),
                    halfmove_clock,
                    full_move,
                    checks: None,
                };
                (variant.clone(), fen)
            },
        )
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back((variant, fen) in positions()) {
        let text = fen.write(&variant);
        prop_assert_eq!(Fen::parse(&variant, &text).map_err(|error| error.to_string()), Ok(fen));
    }

    #[test]
    fn no_text_is_too_strange(text in "[rnbqkpRNBQKPaA'0-9/ wb*+~é\\-\\[\\]]{0,80}") {
        let chess = game(8, 8);
        match Fen::parse(&chess, &text) {
            Ok(fen) => prop_assert_eq!(Fen::parse(&chess, &fen.write(&chess)).map(|f| f.pieces), Ok(fen.pieces)),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
