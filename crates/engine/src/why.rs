//! Why a move is not legal, found by asking what would have to be different.

use std::sync::Arc;

use nightrider_model::{
    CapturePatterns, EffectId, Expr, FieldId, Pattern, PieceId, PieceType, Player, Square, Value, Variant,
};

use crate::apply::Outcome;
use crate::attack::{self, Sight};
use crate::bitboard::Bitboard;
use crate::castling;
use crate::compile::Programs;
use crate::kind::Kind;
use crate::legal;
use crate::living::{self, LogEntry};
use crate::movegen;
use crate::moves::Move;
use crate::position::Position;
use crate::reach::Scene;
use crate::rules::RulesFor;

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq)]
pub enum WhyNot {
    /// The game is over.
    GameOver,
    /// There is no such square.
    OffTheBoard,
    /// No piece stands on the origin.
    NoPiece,
    /// The piece belongs to the other player.
    NotYours,
    /// A state field keeps the piece from moving.
    Resting {
        /// `cooldown` or `frozen`.
        field: FieldId,
        /// Its value.
        count: i64,
    },
    /// An effect keeps the piece from leaving its square.
    Held {
        /// The effect.
        effect: EffectId,
        /// Whose it is.
        owner: Player,
    },
    /// An effect closes the target or a square on the way.
    Closed {
        /// Where it lies.
        square: Square,
        /// The effect.
        effect: EffectId,
        /// Whose it is.
        owner: Player,
    },
    /// An own piece stands on the target.
    OwnPiece,
    /// The piece on the target cannot be captured.
    Immune,
    /// The piece goes to the target only if it is empty.
    TakesNothingThere,
    /// The piece goes to the target only to take something there.
    OnlyTakesThere,
    /// Pieces stand in the way.
    WayBlocked {
        /// Those without any one of which the move would be possible; all others if it takes several.
        by: Vec<Square>,
    },
    /// A condition of the piece's movement does not hold.
    Condition(Box<Expr>),
    /// Several conditions of the piece's movement do not hold.
    Conditions,
    /// Nothing leads the piece there.
    OutOfReach,
    /// King or partner have lost the right to castle.
    NoCastlingRight,
    /// The king may not castle out of, through or into an attack.
    CastlingThroughAttack,
    /// The piece cannot become that, or must become something.
    Promotion {
        /// What it may become; nothing if it does not promote.
        choices: Vec<PieceId>,
    },
    /// The move leaves an own royal attacked, its triggers included.
    RoyalAttacked {
        /// The royal, where it stands after the move, and what it is then.
        royal: (Square, PieceId),
        /// The attackers, where they stand after the move, and what they are then.
        by: Vec<(Square, PieceId)>,
    },
    /// The move costs an own royal, its triggers included.
    LosesRoyal,
    /// The move gives check, which this game forbids.
    GivesCheck,
    /// The player can capture and must.
    MustCapture,
    /// No trigger makes room on the target.
    NoRoom,
}

/// A move as someone wants to make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// From where.
    pub from: Square,
    /// To where. In castling, where the king goes, or the partner's square.
    pub to: Square,
    /// What the piece should become.
    pub promotion: Option<PieceId>,
}

impl Attempt {
    fn leads_like(self, m: &Move) -> bool {
        m.from() == self.from && (m.to() == self.to || m.castling_partner() == Some(self.to))
    }
}

/// Why an attempt is no legal move of the player to move; `None` if it is one.
pub(crate) fn why_not<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    attempt: Attempt,
) -> Option<WhyNot> {
    let exists = |square: Square| square.index() < rules.variant.board.len() && rules.board.contains(square);
    if !exists(attempt.from) || !exists(attempt.to) {
        return Some(WhyNot::OffTheBoard);
    }
    let player = position.turn();
    match position.at(attempt.from) {
        None => return Some(WhyNot::NoPiece),
        Some(kind) if kind.owner() != player => return Some(WhyNot::NotYours),
        Some(_) => {}
    }
    let mut position = position.clone();
    let legal = legal::legal_moves(rules, &mut position);
    let right_promotion = |m: &&Move| m.promotion() == attempt.promotion;
    if legal.iter().filter(|m| attempt.leads_like(m)).any(|m| right_promotion(&m)) {
        return None;
    }
    let pseudo: Vec<Move> =
        pseudo_legal(rules, &position).into_iter().filter(|m| attempt.leads_like(m)).collect();
    if pseudo.is_empty() {
        return Some(unreached(rules, &position, attempt));
    }
    if let Some(reason) = pseudo.iter().find_map(|m| judged(rules, &mut position, *m)) {
        return Some(reason);
    }
    if !legal.iter().any(|m| attempt.leads_like(m)) {
        return Some(WhyNot::MustCapture);
    }
    Some(WhyNot::Promotion { choices: pseudo.iter().filter_map(|m| m.promotion()).collect() })
}

/// What happens in the first half of a move that the piece can make, whether or not it is legal then: of the moves
/// that an attempt may mean, of the first that is judged illegal.
pub(crate) fn trial_events<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    attempt: Attempt,
) -> Vec<LogEntry> {
    let mut position = position.clone();
    let mut events = Vec::new();
    if position.at(attempt.from).is_none_or(|kind| kind.owner() != position.turn()) {
        return events;
    }
    let pseudo = pseudo_legal(rules, &position).into_iter().filter(|m| attempt.leads_like(m));
    let pseudo: Vec<Move> = pseudo.collect();
    if let Some(m) = pseudo.into_iter().find(|m| judged(rules, &mut position, *m).is_some()) {
        living::try_move_aloud(rules, &mut position, m, &mut events);
    }
    events
}

/// Why a legal move becomes illegal with other answers to the optional triggers that ask; `None` if it does not.
pub(crate) fn why_not_answered<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    m: Move,
) -> Option<WhyNot> {
    judged(rules, &mut position.clone(), m)
}

fn pseudo_legal<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>) -> Vec<Move> {
    let mut found = Vec::new();
    movegen::pseudo_legal(&Scene::new(rules, position, position.turn()), &mut found);
    found
}

fn leads<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, attempt: Attempt) -> bool {
    pseudo_legal(rules, position).iter().any(|m| attempt.leads_like(m))
}

/// What is wrong with a move that the piece can make, if anything is.
fn judged<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>, m: Move) -> Option<WhyNot> {
    let player = position.turn();
    let royals = Player::BOTH.map(|player| rules.royals(position, player).count());
    let before = position.mark();
    let half = living::try_move(rules, position, m);
    let outcome = Outcome { mover: half.mover, captured: half.captured, royals };
    let won = position.ledger.declared.is_some_and(|declared| declared.winner == Some(player));
    let reason = if half.stuck {
        Some(WhyNot::NoRoom)
    } else if won || legal::leaves_legal(rules, position, &outcome) {
        None
    } else if rules.royals(position, player).count() < royals[player.index()] {
        Some(WhyNot::LosesRoyal)
    } else if let Some(royal) = attack::first_attacked_royal(rules, position, player)
        && rules.variant.rules.check.must_escape
    {
        let there = |square: Square| Some((square, position.at(square)?.piece()));
        let by = attackers(rules, position, royal, player).into_iter().filter_map(there).collect();
        there(royal).map(|royal| WhyNot::RoyalAttacked { royal, by })
    } else {
        Some(WhyNot::GivesCheck)
    };
    position.rollback(rules, &before);
    reason
}

/// The pieces that attack a royal: those that do so without the help of any other.
fn attackers<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    royal: Square,
    player: Player,
) -> Vec<Square> {
    let enemies = position.owned(player.opponent());
    let sight = Sight::of(position, player.opponent());
    let attacks = |enemy: &Square| {
        let others = enemies.without(B::of(*enemy));
        attack::royal_attacked(
            rules,
            position,
            royal,
            player,
            &Sight { absent: sight.absent | others, ..sight },
        )
    };
    enemies.squares().filter(attacks).collect()
}

/// Why a piece cannot go where it should at all.
fn unreached<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, attempt: Attempt) -> WhyNot {
    if let Some(reason) = held(rules, position, attempt.from) {
        return reason;
    }
    if let Some(reason) = castles(rules, position, attempt) {
        return reason;
    }
    let mut free = position.clone();
    while !free.marks().is_empty() {
        free.remove_mark(rules, 0);
    }
    if leads(rules, &free, attempt) {
        return closed(rules, position, attempt);
    }
    by_target(rules, &free, attempt)
        .or_else(|| by_way(rules, &free, attempt))
        .or_else(|| by_condition(rules, &free, attempt))
        .unwrap_or(WhyNot::OutOfReach)
}

/// What keeps a piece from leaving its square.
fn held<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, from: Square) -> Option<WhyNot> {
    for cooldown in &rules.cooldowns {
        if let Value::Int(count) = *position.piece_state(from, cooldown.field)
            && count > 0
        {
            return Some(WhyNot::Resting { field: cooldown.field, count });
        }
    }
    let player = position.turn();
    let holding = position.marks().iter().find(|mark| {
        let effect = &rules.variant.effects[mark.effect.index()];
        mark.square == from && effect.blocks.blocks(mark.owner, player)
    });
    holding.map(|mark| WhyNot::Held { effect: mark.effect, owner: mark.owner })
}

/// The effect that closes the way: the first one without which the move would be possible, else the first
/// that closes anything for the player.
fn closed<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, attempt: Attempt) -> WhyNot {
    let player = position.turn();
    let closes = |index: &usize| {
        let mark = position.marks()[*index];
        !mark.attached && rules.variant.effects[mark.effect.index()].blocks.blocks(mark.owner, player)
    };
    let decides = |index: &usize| {
        let mut free = position.clone();
        free.remove_mark(rules, *index);
        leads(rules, &free, attempt)
    };
    let closing = || (0..position.marks().len()).filter(closes);
    match closing().find(decides).or_else(|| closing().next()) {
        Some(index) => {
            let mark = position.marks()[index];
            WhyNot::Closed { square: mark.square, effect: mark.effect, owner: mark.owner }
        }
        None => WhyNot::OutOfReach,
    }
}

/// Whether what stands on the target, or does not, is the reason.
fn by_target<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, attempt: Attempt) -> Option<WhyNot> {
    let player = position.turn();
    let with = |kind: Option<Kind>| {
        let mut other = position.clone();
        other.remove(rules, attempt.to);
        if let Some(kind) = kind {
            other.put(rules, attempt.to, kind);
        }
        leads(rules, &other, attempt)
    };
    let victims = (0..rules.variant.pieces.len()).map(|piece| PieceId(piece as u16));
    let victim = victims.clone().find(|piece| !rules.immune.contains(piece));
    let takes =
        |piece: Option<PieceId>| piece.is_some_and(|piece| with(Some(Kind::new(piece, player.opponent()))));
    match position.at(attempt.to) {
        Some(kind) if kind.owner() == player => {
            (with(None) || takes(Some(kind.piece())) || takes(victim)).then_some(WhyNot::OwnPiece)
        }
        Some(kind) if rules.immune.contains(&kind.piece()) => takes(victim).then_some(WhyNot::Immune),
        Some(_) => with(None).then_some(WhyNot::TakesNothingThere),
        None => takes(victim).then_some(WhyNot::OnlyTakesThere),
    }
}

/// Whether pieces in the way are the reason.
fn by_way<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, attempt: Attempt) -> Option<WhyNot> {
    let others = position.occupied().without(B::of(attempt.from) | B::of(attempt.to));
    let without = |gone: B| {
        let mut other = position.clone();
        for square in gone.squares() {
            other.remove(rules, square);
        }
        leads(rules, &other, attempt)
    };
    let single: Vec<Square> = others.squares().filter(|square| without(B::of(*square))).collect();
    if !single.is_empty() {
        return Some(WhyNot::WayBlocked { by: single });
    }
    let between = others & crate::rays::between(&rules.variant.board, attempt.from, attempt.to);
    if between.any() && without(between) {
        return Some(WhyNot::WayBlocked { by: between.squares().collect() });
    }
    None
}

/// Whether conditions of the piece's movement are the reason.
fn by_condition<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    attempt: Attempt,
) -> Option<WhyNot> {
    let piece = position.at(attempt.from)?.piece();
    let count = conditions(rules.variant.piece(piece)).len();
    let leads_without = |which: Option<usize>| {
        let mut variant = Variant::clone(&rules.variant);
        drop_conditions(&mut variant.pieces[piece.index()], which);
        let rules: Option<RulesFor<B>> =
            RulesFor::compile(Arc::new(variant), rules.scripts.clone(), Programs::default()).ok();
        rules.is_some_and(|rules| leads(&rules, position, attempt))
    };
    if let Some(index) = (0..count).find(|index| leads_without(Some(*index))) {
        let condition = conditions(rules.variant.piece(piece))[index].clone();
        return Some(WhyNot::Condition(Box::new(condition)));
    }
    (count > 1 && leads_without(None)).then_some(WhyNot::Conditions)
}

/// The conditions of a piece's patterns, in the order in which [`drop_conditions`] counts them.
fn conditions(piece: &PieceType) -> Vec<&Expr> {
    let mut found = Vec::new();
    for pattern in piece.patterns() {
        pattern.walk(&mut |pattern| {
            if let Pattern::Where(_, condition) = pattern {
                found.push(&**condition);
            }
        });
    }
    found
}

/// Takes one condition (by number) or all of them out of a piece's patterns. What stands on the target keeps
/// its part: a condition on it decides what the move is.
fn drop_conditions(piece: &mut PieceType, which: Option<usize>) {
    fn drop(pattern: &mut Pattern, which: Option<usize>, number: &mut usize) {
        match pattern {
            Pattern::Where(inner, condition) => {
                let this = *number;
                *number += 1;
                if which.is_none_or(|which| which == this) {
                    **condition = Expr::Bool(true);
                }
                drop(inner, which, number);
            }
            Pattern::Any(parts) | Pattern::Then(parts) => {
                parts.iter_mut().for_each(|part| drop(part, which, number));
            }
            Pattern::Repeat(part, _) => drop(part, which, number),
            _ => {}
        }
    }
    let mut number = 0;
    piece.moves.iter_mut().for_each(|pattern| drop(pattern, which, &mut number));
    if let CapturePatterns::Patterns(patterns) = &mut piece.captures {
        patterns.iter_mut().for_each(|pattern| drop(pattern, which, &mut number));
    }
}

/// What is wrong with castling, if the attempt is to castle.
fn castles<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, attempt: Attempt) -> Option<WhyNot> {
    let kind = position.at(attempt.from)?;
    if !rules.uses.castling || rules.movements[kind.index()].castling.is_empty() {
        return None;
    }
    let own = position.owned(kind.owner()).squares();
    let partners =
        own.filter(|&square| position.at(square).is_some_and(|kind| rules.role(kind).castling_partner));
    let wanted = |partner: &Square| {
        let to = castling::destinations(rules, attempt.from, *partner).map(|to| to.king);
        let far = rules.variant.board.distance(attempt.from, attempt.to) > 1;
        *partner == attempt.to || (to == Some(attempt.to) && far)
    };
    let partner = partners.into_iter().find(wanted)?;
    if !position.ledger.castling.contains(partner) {
        return Some(WhyNot::NoCastlingRight);
    }
    let others = position.owned(kind.owner()).without(B::of(attempt.from) | B::of(partner))
        | position.owned(kind.owner().opponent());
    let king_to = castling::destinations(rules, attempt.from, partner)?;
    let way = |a, b| crate::rays::between::<B>(&rules.variant.board, a, b) | B::of(b);
    let ways = way(attempt.from, king_to.king) | way(partner, king_to.partner) | way(attempt.from, partner);
    let by: Vec<Square> = (ways & others).squares().collect();
    if by.is_empty() { Some(WhyNot::CastlingThroughAttack) } else { Some(WhyNot::WayBlocked { by }) }
}
