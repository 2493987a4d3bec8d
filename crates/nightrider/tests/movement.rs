//! Where pieces go: patterns, boards, and the squares that follow from the rules.
//!
//! The piece under test is X (or x, for Black) among standard pieces; what it takes is written with an x.

use nightrider::compile_source;
use nightrider::engine::{Game, MoveKind, Rules};
use nightrider::lang::NoLoader;
use nightrider::model::{Player, Variant};
use nightrider::notation::Fen;

fn compile(text: &str) -> Variant {
    let compiled = compile_source("case.chesslang", text, &NoLoader);
    compiled.variant.unwrap_or_else(|| panic!("{text}\n{:?}", compiled.diagnostics))
}

fn game(text: &str, fen: &str) -> Game {
    let rules = Rules::compile(compile(text)).expect("a playable game");
    let setup = Fen::parse(rules.variant(), fen).expect("a good FEN").setup();
    Game::from_setup(&rules, &setup, 0).expect("a possible position")
}

/// The targets of the only X, sorted by name: `x` before what it takes, `=` before what it swaps with.
fn targets(game: &Game) -> String {
    let board = &game.rules().variant().board;
    let piece = game.rules().variant().piece_named("Tested").expect("the piece under test");
    let moves = game
        .legal_moves()
        .iter()
        .filter(|m| game.kind_at(m.from()).is_some_and(|kind| kind.piece() == piece));
    let mut names: Vec<String> = moves
        .map(|m| {
            let sign = match m.kind() {
                MoveKind::Quiet => "",
                MoveKind::Swap => "=",
                _ => "x",
            };
            format!("{sign}{}", board.name(m.to()))
        })
        .collect();
    names.sort_by_key(|name| name.trim_start_matches(['x', '=']).to_string());
    names.join(" ")
}

/// Each row: the piece's block, the placement (White moves; Black if the piece is x), where it goes.
#[track_caller]
fn check(table: &[(&str, &str, &str)]) {
    for (block, placement, expected) in table {
        let text = format!("game: \"Case\"\npiece Tested {{ {block}; symbol: \"X\" }}\n");
        let turn = if placement.contains('X') { Player::White } else { Player::Black };
        let side = if turn == Player::White { "w" } else { "b" };
        let game = game(&text, &format!("{placement} {side} - - 0 1"));
        assert_eq!(targets(&game), *expected, "{block} on {placement}");
    }
}

const ALONE: &str = "8/8/8/8/3X4/8/8/8";

#[test]
fn steps_leaps_and_slides() {
    check(&[
        ("move: step(any)", ALONE, "c3 c4 c5 d3 d5 e3 e4 e5"),
        // Own pieces block, enemies are taken; what is between does not matter.
        ("move: step(orthogonal, 2)", "8/8/3p4/3P4/3X4/8/3P4/8", "b4 xd6 f4"),
        ("move: step(orthogonal, 2) where clear", "8/8/3p4/3P4/3X4/8/8/8", "b4 d2 f4"),
        ("move: step(orthogonal, 2) where blocked", "8/8/3p4/3P4/3X4/8/8/8", "xd6"),
        ("move: leap(2, 0)", ALONE, "b4 d2 d6 f4"),
        ("move: leap(3, 1)", ALONE, "a3 a5 c1 c7 e1 e7 g3 g5"),
        ("move: slide(diagonal, 2)", "8/8/8/4p3/3X4/8/1P6/8", "b6 c3 c5 e3 xe5 f2"),
        ("move: slide(sideways)", "8/8/8/8/p2X3P/8/8/8", "xa4 b4 c4 e4 f4 g4"),
        ("move: anywhere where distance == 3 and target on rank 7", ALONE, "a7 b7 c7 d7 e7 f7 g7"),
        // Forward is down for Black, left is left for both.
        ("move: step(forward) | step(left)", "8/8/8/3x4/8/8/8/8", "c5 d4"),
        ("move: step(NE) | leap(1, 0) where target on own rank 5", "8/8/8/3x4/8/8/8/8", "d4 e4"),
    ]);
}

#[test]
fn moves_and_captures_apart() {
    check(&[
        ("move: step(N); capture: step(E)", "8/8/8/3p4/3Xp3/8/8/8", "xe4"),
        ("move: slide(N); capture: none", "8/3p4/8/8/3X4/8/8/8", "d5 d6"),
        // A move goes to occupied squares only where it says so, and then changes places.
        ("move: step(any) where friend; capture: none", "8/8/8/3P4/3Xp3/8/8/8", "=d5"),
        ("move: step(orthogonal) where occupied; capture: none", "8/8/8/3P4/3Xp3/8/8/8", "=d5 =e4"),
        // With `=move` the enemy is taken, not swapped with.
        ("move: step(orthogonal) where occupied", "8/8/8/3P4/3Xp3/8/8/8", "=d5 xe4"),
        ("move: step(N); capture: step(E) where friend", "8/8/8/3P4/2pXP3/8/8/8", "xe4"),
        ("move: step(N) | step(E) where empty", "8/8/8/3p4/3Xp3/8/8/8", ""),
        ("move: step(orthogonal) where captured.type == Rook", "8/8/8/3r4/3Xp3/8/8/8", "xd5"),
    ]);
}

#[test]
fn hops_land_behind_one_hurdle() {
    check(&[
        ("move: hop(orthogonal)", ALONE, ""),
        ("move: hop(orthogonal)", "8/3p4/8/3P4/3X4/8/8/8", "d6 xd7"),
        ("move: hop(orthogonal, 1)", "8/3p4/8/3P4/3X4/8/8/8", "d6"),
        // The hurdle may be far away; the piece behind it closes the line.
        ("move: hop(N, 2)", "8/3p4/8/3P4/8/8/8/3X4", "d6 xd7"),
        ("move: slide(E); capture: hop(E)", "8/8/8/8/X1P1p2p/8/8/8", "b4 xe4"),
    ]);
}

#[test]
fn sequences_do_not_turn_back() {
    check(&[
        (
            "move: step(diagonal) + slide(orthogonal)",
            ALONE,
            "a3 a5 b3 b5 c1 c2 c3 c5 c6 c7 c8 e1 e2 e3 e5 e6 e7 e8 f3 f5 g3 g5 h3 h5",
        ),
        // A piece on the first square closes that arm and can itself be taken.
        ("move: step(NE) + slide(N)", "8/8/8/4p3/3X4/8/8/8", "xe5"),
        ("move: step(N) + step(S)", ALONE, ""),
        ("move: slide(N) + step(E)", "8/8/3p4/8/3X4/8/8/8", "e5"),
        ("move: step(orthogonal) + step(diagonal)", "8/8/8/3p4/3X4/8/8/8", "b3 b5 c2 e2 f3 f5"),
        ("move: leap(2, 1) * 2", ALONE, "b8 f8 h2 h6"),
        ("move: leap(2, 1) | leap(2, 1) * 2", "8/8/8/5p2/3X4/8/8/8", "b3 b5 b8 c2 c6 e2 e6 f3 xf5 f8 h2"),
        ("move: (step(N) + step(E)) * 2", ALONE, "f6"),
        ("move: (step(N) + step(E)) * 2", "8/8/4P3/8/3X4/8/8/8", ""),
        ("move: step(N) + step(N); traits: [jump]", "8/8/8/3P4/3X4/8/8/8", "d6"),
        ("move: (step(N) where not target on rank 5) + step(E)", ALONE, ""),
        // Only hop: over the pawn, then one to the side.
        ("move: hop(N, 1) + step(E)", "8/8/8/3P4/3X4/8/8/8", "e6"),
    ]);
}

#[test]
fn traits() {
    check(&[
        ("move: slide(N); traits: [phase]", "8/3p4/8/3P4/3X4/8/8/8", "d6 d8"),
        ("move: step(N); traits: [promote]", "8/3X4/8/8/8/8/8/8", "d8 d8 d8 d8"),
    ]);
    let text =
        "game: \"Case\"\npiece Tested { move: slide(N); symbol: \"X\" }\npiece Rook { traits: [immune] }\n";
    assert_eq!(targets(&game(text, "8/3r4/8/8/3X4/8/8/8 w - - 0 1")), "d5 d6");
}

#[test]
fn a_piece_is_no_obstacle_to_itself() {
    // Up, right, down, left: a round trip ends where it began and is no move; three quarters of it is one.
    check(&[
        ("move: step(N) + step(E) + step(S) + step(W)", ALONE, ""),
        ("move: step(N) + step(S) + step(S)", ALONE, "d3"),
    ]);
}
