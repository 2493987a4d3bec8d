//! Decisions on optional triggers: every distinct way to answer makes a move of its own.

use super::happening::{Happening, MOST_ANSWERS};
use crate::apply::Outcome;
use crate::bitboard::Bitboard;
use crate::legal;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::rules::RulesFor;
use nightrider_model::Player;

/// Appends a pseudo-legal move of the player to move, once for each legal way to answer the questions that
/// it raises.
pub(crate) fn legal_decisions<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    m: Move,
    found: &mut Vec<Move>,
) {
    if !rules.living.facts.bears(position, m) {
        if legal::is_legal(rules, position, m) {
            found.push(m);
        }
        return;
    }
    if rules.living.facts.only_helps() && m.kind() != MoveKind::Onto && legal::is_legal(rules, position, m) {
        found.push(m);
        return;
    }
    let whole_ply = rules.living.facts.asks_late();
    each_answer(rules, position, m, whole_ply, found);
}

/// The same without any of what is known of the triggers: every way to answer is played out.
pub(crate) fn legal_decisions_by_trial<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    m: Move,
    found: &mut Vec<Move>,
) {
    let whole_ply = rules.variant.triggers.iter().any(|trigger| trigger.optional);
    each_answer(rules, position, m, whole_ply, found);
}

/// Tries every way to answer the questions that a move raises. Those that come up after legality is judged are
/// found only if the whole ply is played.
fn each_answer<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    m: Move,
    whole_ply: bool,
    found: &mut Vec<Move>,
) {
    let mut answers = 0;
    loop {
        let (legal, asked) = trial(rules, position, m, answers, whole_ply);
        if legal {
            found.push(m.answering(asked, answers));
        }
        // The next way in the order of the words: the last no becomes yes, and what follows it no.
        let last_no = (0..asked).rev().find(|question| answers >> question & 1 == 0);
        let Some(question) = last_no else { break };
        answers = answers & ((1 << question) - 1) | 1 << question;
    }
}

/// Whether a move with answers is legal, and how many questions it raises.
fn trial<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    m: Move,
    answers: u8,
    whole_ply: bool,
) -> (bool, u8) {
    let before = position.mark();
    let player = position.turn();
    let royals = Player::BOTH.map(|player| rules.royals(position, player).count());
    let mut happening = Happening::new(rules, position, answers, None);
    let half = happening.first_half(m);
    let mut legal = !half.stuck;
    if legal {
        let declared = happening.position.ledger.declared;
        let outcome = Outcome { mover: half.mover, captured: half.captured, royals };
        legal = declared.is_some_and(|declared| declared.winner == Some(player))
            || legal::leaves_legal(rules, happening.position, &outcome);
    }
    if legal && whole_ply {
        happening.second_half();
    }
    let asked = happening.questions.len().min(MOST_ANSWERS) as u8;
    position.rollback(rules, &before);
    (legal, asked)
}
