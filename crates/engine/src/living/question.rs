//! Questions that can be counted without trying the move: whether one is asked depends on the piece alone,
//! and neither answer can spoil the move.

use nightrider_model::{Builtin, Event, EventVar, Expr, PieceId, Trigger, Variant};

use super::bearing::{Bearing, weigh};
use super::facts::Facts;
use super::known::{Known, truth};
use crate::expr::Code;

/// The only trigger that reacts to a type's moves, an optional one.
#[derive(Debug)]
pub(crate) struct FreeQuestion {
    /// Whether it asks, by the piece on its origin.
    pub when: Code,
    /// A yes may save a move that leaves a royal attacked otherwise.
    pub helps: bool,
}

/// The free question about a type's moves, if there is one. The caller sees to triggers on captures.
pub(super) fn free_question(variant: &Variant, facts: &Facts, piece: PieceId) -> Option<FreeQuestion> {
    let kind = variant.piece(piece);
    let mut promotes = kind.traits.promote;
    kind.moves.iter().for_each(|pattern| {
        pattern.walk(&mut |pattern| promotes |= matches!(pattern, nightrider_model::Pattern::Promote));
    });
    if kind.traits.royal || promotes || facts.asks_late() || !variant.scripts.is_empty() {
        return None;
    }
    let mut reacting = variant.triggers.iter().filter(|trigger| {
        matches!(trigger.event, Event::Move | Event::EnterZone | Event::ExitZone)
            && truth(variant, &trigger.when, Known::piece(piece)) != Some(false)
    });
    let (trigger, None) = (reacting.next()?, reacting.next()) else { return None };
    let bearing = weigh(variant, trigger).bearing;
    let free = trigger.event == Event::Move
        && trigger.optional
        && trigger.bind.is_none()
        && bearing != Bearing::Decides
        && depends_on_piece_alone(trigger);
    free.then(|| FreeQuestion { when: Code::new(variant, &trigger.when), helps: bearing == Bearing::Helps })
}

/// Whether a condition comes to the same before the move and after it, whatever the target.
fn depends_on_piece_alone(trigger: &Trigger) -> bool {
    let piece = Expr::Event(EventVar::Piece);
    let settled = |part: &Expr| match part {
        Expr::Null
        | Expr::Bool(_)
        | Expr::Int(_)
        | Expr::Str(_)
        | Expr::Player(_)
        | Expr::Type(_)
        | Expr::Square(_)
        | Expr::List(_)
        | Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::GameState(_)
        | Expr::PlayerState(..)
        | Expr::InZone(..)
        | Expr::OnRank(..)
        | Expr::OnFile(..)
        | Expr::Event(EventVar::Piece | EventVar::Origin | EventVar::Player | EventVar::Opponent) => true,
        Expr::TypeOf(of)
        | Expr::OwnerOf(of)
        | Expr::PieceState(of, _)
        | Expr::HasTrait(of, _)
        | Expr::HasBuiltinTrait(of, _)
        | Expr::Is(of, _) => **of == piece,
        Expr::Call(builtin, _) => matches!(builtin, Builtin::Min | Builtin::Max | Builtin::Abs),
        _ => false,
    };
    // Where the piece stands has changed by the time of the event.
    let asks_for_place = |part: &Expr| match part {
        Expr::InZone(of, _) | Expr::OnRank(of, _) | Expr::OnFile(of, _) => **of == piece,
        _ => false,
    };
    !trigger.when.mentions(|part| !settled(part) || asks_for_place(part))
}
