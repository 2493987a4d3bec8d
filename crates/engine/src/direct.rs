//! Direct moves: one piece goes from one square to another and perhaps takes a third. Most moves of most games
//! are just that, and are played and taken back without the journal.

use nightrider_model::Square;

use crate::apply;
use crate::bitboard::Bitboard;
use crate::kind::{Cell, Kind};
use crate::living;
use crate::moves::{Move, MoveKind};
use crate::position::{Ledger, Position};
use crate::rules::RulesFor;

/// A direct move that has been played: what is needed to take it back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Direct<B> {
    before: Ledger<B>,
    from: Square,
    to: Square,
    mover: Kind,
    /// What the mover has become.
    arrived: Kind,
    captured: Option<(Square, Kind)>,
    /// There was no piece before of the kind that arrived.
    first_of_kind: bool,
    /// State went with the mover.
    carried: bool,
}

/// Plays a move if it is direct, as [`apply::play`] would; otherwise nothing happens.
///
/// A move after which the royals are others than before is not direct: what it means is judged elsewhere. Nor
/// is one that explosions, triggers or what counts down may have to do with.
#[inline(always)]
pub(crate) fn play<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    m: Move,
) -> Option<Direct<B>> {
    if rules.uses.living && !living::leaves_alone(rules, position, m) {
        return None;
    }
    let made = change_board(rules, position, m)?;
    let gives_check = rules.uses.checks && apply::note_check(rules, position);
    apply::pass_turn(rules, position, gives_check);
    Some(made)
}

/// The same without passing the turn, as [`apply::change_board`] would: nothing is asked of triggers.
#[inline(always)]
pub(crate) fn change_board<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    m: Move,
) -> Option<Direct<B>> {
    let is_direct = matches!(m.kind(), MoveKind::Quiet | MoveKind::Capture | MoveKind::EnPassant);
    if !is_direct || rules.uses.explosions || m.choice() != 0 {
        return None;
    }
    let (from, to) = (m.from(), m.to());
    let mover = position.at(from)?;
    let captured = match m.captured() {
        Some(square) => Some((square, position.at(square)?)),
        None => None,
    };
    let arrived = m.promotion().map_or(mover, |piece| Kind::new(piece, mover.owner()));
    let is_royal = |kind: Kind| rules.role(kind).royal;
    if captured.is_some_and(|(_, taken)| is_royal(taken))
        || arrived != mover && (is_royal(arrived) || is_royal(mover))
        || position.ledger.declared.is_some()
    {
        return None;
    }
    let before = position.ledger;
    let carried = position.extras.is_some() && {
        let victim = captured.map(|(square, _)| square);
        let becomes = (arrived != mover).then_some(arrived.piece());
        position.carry_alone(rules, (from, to), victim, becomes)?
    };
    let player = position.turn();
    let occupied = position.occupied();
    if let Some((square, taken)) = captured {
        position.lift_unnoted(rules, square, taken);
    }
    position.lift_unnoted(rules, from, mover);
    position.drop_unnoted(rules, to, arrived);
    let first_of_kind = arrived != mover && !position.ever_had(arrived);
    if first_of_kind {
        position.note_had(arrived);
    }
    let quiet = captured.is_none();
    let (passed, passer) = apply::passed_squares(rules, m, mover, quiet, occupied);
    position.set_passed(rules, passed, passer);
    apply::count_move(rules, position, player, mover, quiet);
    apply::end_castling(rules, position, before.unmoved, from, mover, captured);
    Some(Direct { before, from, to, mover, arrived, captured, first_of_kind, carried })
}

impl<B: Bitboard> Direct<B> {
    /// Takes the move back, the last one played.
    #[inline(always)]
    pub(crate) fn take_back(&self, position: &mut Position<B>) {
        position.toggle(self.to, self.arrived, Cell::EMPTY);
        position.toggle(self.from, self.mover, Cell::of(self.mover));
        if let Some((square, taken)) = self.captured {
            position.toggle(square, taken, Cell::of(taken));
        }
        if self.carried {
            position.carry_back(self.from, self.to);
        }
        if self.first_of_kind {
            position.forget_had(self.arrived);
        }
        position.ledger = self.before;
    }
}
