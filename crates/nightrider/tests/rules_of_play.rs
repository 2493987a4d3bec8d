//! The rules beside the pieces: taking in passing, castling, promotion, turns, royals, captures that must be.

use nightrider::compile_source;
use nightrider::engine::{Game, Rules};
use nightrider::lang::NoLoader;
use nightrider::notation::{Fen, LegalMoves};

/// A game of a text from a position, after some moves.
#[track_caller]
fn after(text: &str, fen: &str, moves: &str) -> Game {
    let compiled = compile_source("case.chesslang", &format!("game: \"Case\"\n{text}\n"), &NoLoader);
    let variant = compiled.variant.unwrap_or_else(|| panic!("{text}\n{:?}", compiled.diagnostics));
    let rules = Rules::compile(variant).expect("a playable game");
    let setup = Fen::parse(rules.variant(), fen).unwrap_or_else(|error| panic!("{fen}: {error}")).setup();
    let mut game = Game::from_setup(&rules, &setup, 0).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for text in moves.split_whitespace() {
        let legal = LegalMoves::of(&game);
        let index = legal.find(text).unwrap_or_else(|error| panic!("{fen} {text}: {error:?}"));
        let m = legal.list()[index].mv;
        game.play(m).expect("a legal move");
    }
    game
}

/// The legal moves that start with a text, sorted.
fn moves(game: &Game, start: &str) -> String {
    let legal = LegalMoves::of(game);
    let texts = legal.sorted_texts().into_iter().filter(|text| text.starts_with(start));
    texts.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(text: &str, fen: &str, played: &str, start: &str, expected: &str) {
    assert_eq!(moves(&after(text, fen, played), start), expected, "{text}\n{fen} {played}");
}

#[test]
fn taking_in_passing() {
    let triple = "piece Pawn { move: step(forward) | step(forward, 3) where clear }";
    // Both squares that a triple step has passed can be taken on, at once only.
    check(triple, "4k3/8/8/8/1p1p4/p7/2P5/4K3 w - - 0 1", "c2c5", "d4c", "d4c3");
    check(triple, "4k3/8/8/8/1p1p4/8/2P5/4K3 w - - 0 1", "c2c5", "b4c", "b4c3");
    check(triple, "4k3/8/8/1p6/3p4/8/2P5/4K3 w - - 0 1", "c2c5", "b5c", "b5c4");
    check(triple, "4k3/8/8/8/1p1p4/8/2P5/4K3 w - - 0 1", "c2c5 e8d8 e1d1", "b4c", "");
    // A pawn that steps diagonally and takes straight takes a diagonal double step where it passed.
    let berolina = "piece Pawn {
  move: step(forward-diagonal)
  move: step(forward-diagonal, 2) where first_move and clear
  capture: step(forward)
}";
    check(berolina, "4k3/8/8/8/3p4/8/2P5/4K3 w - - 0 1", "c2e4", "d4", "d4c3 d4d3 d4e3");
    let off = "rules:\n  en_passant: false";
    check(off, "4k3/8/8/8/3p4/8/2P5/4K3 w - - 0 1", "c2c4", "d4", "d4d3");
}

#[test]
fn what_cannot_be_taken_in_passing() {
    // Over a piece nothing passes; neither does a knight's leap, nor a step of a piece that does not promote.
    let over = "piece Pawn { move: step(forward, 2) ; capture: step(forward-diagonal) }";
    check(over, "4k3/8/8/8/3p4/2n5/2P5/4K3 w - - 0 1", "c2c4", "d4", "d4d2");
    let knight = "piece Knight { traits: [promote] }";
    check(knight, "4k3/8/8/8/3p4/8/2N5/4K3 w - - 0 1", "c2b4", "d4", "d4d3");
    check("", "4k3/8/8/8/3p4/8/2R5/4K3 w - - 0 1", "c2c4", "d4", "d4d3");
}

#[test]
fn castling() {
    let wide = "board:\n  size: 10x8\nrules:\n  castling: { king_to: [c, i] }\nsetup:
  White:
    King: [f1]
    Rook: [a1, j1]
  Black:
    King: [f8]";
    check(wide, "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1", "", "f1c", "f1c1");
    check(wide, "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1", "", "f1i", "f1i1");
    let game = after(wide, "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1i1");
    assert_eq!(Fen::of(&game).write(game.rules().variant()), "5k4/10/10/10/10/10/10/R6RK1 b - - 1 1");
    // Nothing between, no attacked square on the king's way; the partner's way may be attacked.
    let ways = [
        ("r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1"),
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1g1"),
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1"),
        ("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"),
        ("4k3/8/8/8/8/8/5p2/R3K2R w KQ - 0 1", ""),
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1g1"),
    ];
    for (fen, expected) in ways {
        let game = after("", fen, "");
        let castling = [moves(&game, "e1c1"), moves(&game, "e1g1")];
        let castling: Vec<&str> =
            castling.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        assert_eq!(castling.join(" "), expected, "{fen}");
    }
    // The right goes with the rook that moves or is taken, and does not come back.
    check("", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1a2 e8d8 a2a1 d8e8", "e1c", "");
    check("", "4k3/8/8/8/8/6n1/R7/4K2R b K - 0 1", "g3h1 a2h2 e8d8 h2h1 d8e8", "e1g", "");
}

#[test]
fn promotion() {
    let choice = "rules:\n  promotion: { pieces: [Queen, Knight], rank: 7, optional: true }";
    check(choice, "4k3/8/3P4/8/8/8/8/4K3 w - - 0 1", "", "d6", "d6d7 d6d7=N d6d7=Q");
    check(choice, "2r4k/3P4/8/8/8/8/8/4K3 w - - 0 1", "", "d7", "d7c8=N d7c8=Q d7d8=N d7d8=Q");
    // Only what was lost comes back; with nothing lost a forced promotion is no move.
    let lost = "rules:\n  promotion: { pieces: [Queen, Rook], only_lost: true }";
    check(lost, "4k3/P7/8/8/8/8/8/R3K2R w - - 0 1", "", "a7", "a7a8=Q");
    check(lost, "4k3/P7/8/8/8/8/8/R2QK2R w - - 0 1", "", "a7", "");
    // A promotion gives no memory of the pawn: the new piece has moved.
    let game = after("", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8=R");
    assert_eq!(Fen::of(&game).write(game.rules().variant()), "R3k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn turns_of_several_moves() {
    let two = "rules:\n  turn: { White: 2, Black: 1 }";
    let game = after(two, "4k3/7p/8/8/8/8/7P/4K3 w - - 0 1", "h2h3");
    assert_eq!(moves(&game, "h"), "h3h4", "White is still to move");
    let game = after(two, "4k3/7p/8/8/8/8/7P/4K3 w - - 0 1", "h2h3 h3h4");
    assert_eq!(moves(&game, "h"), "h7h5 h7h6");
    // A check ends the series, unless it is told not to.
    let check_game = "rules:\n  turn: { White: 2, Black: 1 }";
    let fen = "4k3/7p/8/8/8/8/R6P/4K3 w - - 0 1";
    assert_eq!(moves(&after(check_game, fen, "a2a8"), "h"), "", "Black must answer the check");
    let on = "rules:\n  turn: { White: 2, Black: 1, check_ends: false }";
    assert_eq!(moves(&after(on, fen, "a2a8"), "h"), "h2h3 h2h4");
    // One move, then two, then three; the number of the full move grows when Black is done.
    let progressive = "rules:\n  turn: { moves: progressive }";
    let start = "4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1";
    let game = after(progressive, start, "a2a3 a7a6 h7h6 a3a4 h2h3 h3h4");
    assert_eq!((moves(&game, "a6"), game.full_move(), game.moves_left()), ("a6a5".to_string(), 2, 4));
}

#[test]
fn checks_and_royals() {
    // Two royals: both must be safe, and either is lost for good.
    let coregal = "piece Queen { traits: [royal] }";
    check(coregal, "4k3/8/8/8/7r/8/7Q/4K3 w - - 0 1", "", "e1", "");
    check(coregal, "4k3/8/8/8/7r/8/7Q/4K3 w - - 0 1", "", "h2h", "h2h4");
    // Nobody may give check.
    let peaceful = "rules:\n  check: { cannot_give: true }";
    check(peaceful, "4k3/8/8/8/8/8/3R4/3K4 w - - 0 1", "", "d2e", "");
    check(peaceful, "4k3/8/8/8/8/8/3R4/3K4 w - - 0 1", "", "d2f", "d2f2");
    // Without the need to escape, kings are taken.
    let brave = "rules:\n  check: { must_escape: false }";
    let game = after(brave, "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "e8e7 e2e7");
    assert_eq!(game.result().map(|result| result.reason.text()).as_deref(), Some("royal_lost"));
    // A hopper attacks over whatever comes between: stepping onto its line exposes the king.
    let cannon = "piece Rook { move: slide(orthogonal); capture: hop(orthogonal) }";
    check(cannon, "4r2k/8/8/8/8/8/3N4/4K3 w - - 0 1", "", "d2", "d2b1 d2b3 d2c4 d2f1 d2f3");
    // With one piece between it is check: that piece must leave, or a second one come.
    check(cannon, "4r2k/8/8/8/4P3/8/3N4/4K3 w - - 0 1", "", "d2", "");
    check(cannon, "4r2k/8/4P3/8/8/2N5/8/4K3 w - - 0 1", "", "c3", "c3e2 c3e4");
    check(cannon, "4r2k/8/4P3/8/8/2N5/8/4K3 w - - 0 1", "", "e6", "");
}

#[test]
fn captures_that_must_be() {
    let must = "rules:\n  capture: { mandatory: true }";
    check(must, "4k3/8/8/3p4/4P3/8/8/R3K3 w - - 0 1", "", "", "e4d5");
    // A capture that is not legal does not count.
    check(must, "4k3/8/8/8/8/8/r3P3/K7 w - - 0 1", "", "", "a1a2");
    check(must, "4k3/8/1b6/8/8/8/r3P3/K7 w - - 0 1", "", "a1", "a1a2");
    // Taking in passing is a capture.
    check(must, "4k3/8/8/8/3p4/8/2P5/4K3 w - - 0 1", "c2c4", "", "d4c3");
}

#[test]
fn explosions() {
    let bombs = "piece Pawn { traits: [promote, explosive] }\nrules:\n  explosion: { spares: [Knight] }";
    let game = after(bombs, "7k/8/2nr4/3p4/2B1R3/8/8/4K3 w - - 0 1", "c4d5");
    // The pawn, the bishop that took it, both rooks beside it; the knight is spared.
    assert_eq!(Fen::of(&game).write(game.rules().variant()), "7k/8/2n5/8/8/8/8/4K3 b - - 0 1");
    // To blow up the own king is no move.
    check(bombs, "4k3/8/8/2K5/3p4/8/3R4/8 w - - 0 1", "", "d2d", "d2d1 d2d3");
    // To blow up the enemy king wins, even out of check.
    let game = after(bombs, "3pk3/8/8/8/8/8/8/r2RK3 w - - 0 1", "d1d8");
    assert_eq!(game.result().map(|result| result.reason.text()).as_deref(), Some("royal_lost"));
}
