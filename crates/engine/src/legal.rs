//! What makes a move legal, and the general method to find out: make the move, look, take it back.

use crate::apply::{self, Outcome};
use crate::attack;
use crate::bitboard::Bitboard;
use crate::direct;
use crate::fast;
use crate::living;
use crate::movegen;
use crate::moves::Move;
use crate::position::Position;
use crate::reach::Scene;
use crate::rules::RulesFor;

/// The legal moves of the player to move, whether or not the game is over.
pub(crate) fn legal_moves<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>) -> Vec<Move> {
    // Room for the moves of most positions.
    let mut found = Vec::with_capacity(64);
    fast::legal_moves_into(rules, position, &mut found);
    found
}

/// The same by trying every pseudo-legal move. Slow, and the measure of the fast way.
pub(crate) fn legal_moves_by_trial<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
) -> Vec<Move> {
    let mut found = Vec::new();
    movegen::pseudo_legal(&Scene::new(rules, position, position.turn()), &mut found);
    if rules.uses.living {
        let moves = std::mem::take(&mut found);
        let mut tried = |m| living::legal_decisions_by_trial(rules, position, m, &mut found);
        moves.into_iter().for_each(&mut tried);
    } else {
        found.retain(|&m| is_legal(rules, position, m));
    }
    obey_mandatory_capture(rules, &mut found);
    found
}

/// A player who can capture must, where the rules say so.
pub(crate) fn obey_mandatory_capture<B: Bitboard>(rules: &RulesFor<B>, legal: &mut Vec<Move>) {
    if rules.variant.rules.capture.mandatory && legal.iter().any(|m| m.captured().is_some()) {
        legal.retain(|m| m.captured().is_some());
    }
}

/// Whether a pseudo-legal move that no trigger touches is legal, mandatory captures apart.
pub(crate) fn is_legal<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>, m: Move) -> bool {
    if let Some(made) = direct::change_board(rules, position, m) {
        let legal = leaves_no_royal_attacked(rules, position);
        made.take_back(position);
        return legal;
    }
    let before = position.mark();
    let outcome = apply::change_board(rules, position, m);
    let legal = leaves_legal(rules, position, &outcome);
    position.rollback(rules, &before);
    legal
}

/// Whether the position after the board steps of a move (and its triggers) is one that the mover may leave.
pub(crate) fn leaves_legal<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    outcome: &Outcome,
) -> bool {
    let player = position.turn();
    let opponent = player.opponent();
    let lost = |player: nightrider_model::Player| {
        rules.royals(position, player).count() < outcome.royals[player.index()]
    };
    if lost(player) {
        return false;
    }
    if lost(opponent) {
        return true;
    }
    leaves_no_royal_attacked(rules, position)
}

/// Whether the player who has moved, before the turn passes, leaves no own royal attacked and, where that is
/// forbidden, attacks no enemy royal.
fn leaves_no_royal_attacked<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>) -> bool {
    let check = &rules.variant.rules.check;
    let player = position.turn();
    !(check.must_escape && attack::in_check(rules, position, player)
        || check.cannot_give && attack::in_check(rules, position, player.opponent()))
}
