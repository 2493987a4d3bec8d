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
    if rules.living.facts.only_by_winning()
        && m.kind() != MoveKind::Onto
        && legal::is_legal(rules, position, m)
    {
        found.push(m);
        return;
    }
    let mut answers = 0;
    loop {
        let (legal, asked) = trial(rules, position, m, answers);
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
fn trial<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>, m: Move, answers: u8) -> (bool, u8) {
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
    if legal && rules.living.facts.asks_late() {
        happening.second_half();
    }
    let asked = happening.questions.len().min(MOST_ANSWERS) as u8;
    position.rollback(rules, &before);
    (legal, asked)
}
