//! Counting the leaves of the tree of legal moves.

use crate::apply;
use crate::bitboard::Bitboard;
use crate::direct;
use crate::ends::{self, LastPly};
use crate::fast;
use crate::legal;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::RulesFor;

/// The number of sequences of `depth` legal moves. Victories and positions without a move end a line; draws
/// by rule do not.
pub(crate) fn perft<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => fast::count(rules, position),
        _ => {
            let moves = legal::legal_moves(rules, position);
            moves.into_iter().map(|m| below(rules, position, m, depth)).sum()
        }
    }
}

/// The leaves below one legal move, which itself uses up one of `depth` plies.
pub(crate) fn below<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    m: Move,
    depth: u32,
) -> u64 {
    if depth <= 1 {
        return u64::from(depth == 1);
    }
    after(rules, position, m, |position| perft(rules, position, depth - 1))
}

/// As [`perft`], with legal moves found by trying every move.
pub(crate) fn by_trial<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal::legal_moves_by_trial(rules, position);
    if depth == 1 {
        return moves.len() as u64;
    }
    let below = |m| after(rules, position, m, |position| by_trial(rules, position, depth - 1));
    moves.into_iter().map(below).sum()
}

/// What is counted after a move; nothing if the move decides the game.
pub(crate) fn after<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    m: Move,
    count: impl FnOnce(&mut Position<B>) -> u64,
) -> u64 {
    let mover = position.turn();
    if let Some(made) = direct::play(rules, position, m) {
        let decided = rules.ends.may_stop(mover) && ends::stops(rules, position, mover);
        let leaves = if decided { 0 } else { count(position) };
        made.take_back(position);
        return leaves;
    }
    let before = position.mark();
    let outcome = apply::play(rules, position, m);
    let decided = ends::decided(rules, position, &LastPly::new(mover, &outcome));
    let leaves = if decided { 0 } else { count(position) };
    position.rollback(rules, &before);
    leaves
}
