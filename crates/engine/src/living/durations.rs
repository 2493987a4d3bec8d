//! What runs out with time: effects with a duration, and the built-in count-down of `cooldown` and
//! `frozen`.

use nightrider_model::{Action, AssignOp, BinaryOp, Expr, FieldId, Place, Player, UnaryOp, Value, Variant};

use super::happening::Happening;
use super::log::LogEntry;
use crate::bitboard::Bitboard;
use crate::position::{Mark, Position};
use crate::rules::{Cooldown, RulesFor};

/// The state fields that keep a piece from moving while they are positive.
pub(crate) fn cooldowns(variant: &Variant) -> Vec<Cooldown> {
    let fields = (0..variant.piece_fields.len()).map(|field| FieldId(field as u16));
    fields
        .filter(|field| is_cooldown(variant, *field))
        .map(|field| Cooldown { field, counts_down: !decreases(variant, field) })
        .collect()
}

impl<B: Bitboard> Happening<'_, B> {
    /// Ends the effects that end with the turn of a player.
    ///
    /// A turn counts for every effect that was there before its last ply. Effects attached to pieces without
    /// a duration end with a turn of the piece's owner.
    pub fn end_marks(&mut self, player: Player) {
        let mut index = 0;
        while let Some(&mark) = self.position.marks().get(index) {
            let turns_left = match mark.turns_left {
                _ if mark.fresh => mark.turns_left,
                Some(turns) => Some(turns.saturating_sub(1)),
                None if mark.attached && self.position.owned(player).contains(mark.square) => Some(0),
                None => None,
            };
            if turns_left == Some(0) {
                self.position.remove_mark(self.rules, index);
                if self.log.is_some() {
                    let effect = self.rules.variant.effects[mark.effect.index()].name.clone();
                    self.tell(LogEntry::EffectEnded { effect, square: mark.square });
                }
                continue;
            }
            if mark.fresh || turns_left != mark.turns_left {
                self.position.change_mark(self.rules, index, Mark { turns_left, fresh: false, ..mark });
            }
            index += 1;
        }
        self.before_turn_end = false;
    }
}

impl Mark {
    /// Whether it may end with a turn.
    pub(crate) fn runs_out(&self) -> bool {
        self.attached || self.turns_left.is_some()
    }
}

impl<B: Bitboard> Position<B> {
    /// Counts `cooldown` and `frozen` of a player's pieces down by one, where the game does not do so
    /// itself: the start of a turn, before its triggers.
    pub(crate) fn count_down(&mut self, rules: &RulesFor<B>, player: Player) {
        if rules.cooldowns.is_empty() {
            return;
        }
        for square in (self.frozen() & self.owned(player)).squares() {
            for cooldown in rules.cooldowns.iter().filter(|cooldown| cooldown.counts_down) {
                if let Value::Int(count) = *self.piece_state(square, cooldown.field)
                    && count > 0
                {
                    self.set_piece_state(rules, square, cooldown.field, Value::Int(count - 1));
                }
            }
        }
    }
}

/// Whether a state field has the built-in meaning of keeping its piece from moving.
pub(crate) fn is_cooldown(variant: &Variant, field: FieldId) -> bool {
    matches!(variant.piece_fields[field.index()].as_str(), "cooldown" | "frozen")
}

/// Whether a trigger or action of the game decreases a field of piece state itself.
fn decreases(variant: &Variant, field: FieldId) -> bool {
    let mut found = false;
    let mut look = |action: &Action| {
        let Action::Set(Place::PieceState(_, set), op, value) = action else { return };
        if *set != field {
            return;
        }
        found |= match op {
            AssignOp::Subtract => true,
            AssignOp::Add => matches!(value, Expr::Int(n) if *n < 0) || negative(value),
            AssignOp::Set => less_than_field(value, field),
            AssignOp::Multiply | AssignOp::Divide => false,
        };
    };
    let bodies = variant.triggers.iter().map(|trigger| &trigger.body);
    for body in bodies.chain(variant.actions.iter().map(|action| &action.body)) {
        body.iter().for_each(|action| action.walk(&mut look));
    }
    found
}

fn negative(value: &Expr) -> bool {
    matches!(value, Expr::Unary(UnaryOp::Negate, _))
}

/// Whether an expression is a field's own value with something taken off, also within `max(...)` and the
/// like.
fn less_than_field(value: &Expr, field: FieldId) -> bool {
    let reads = |of: &Expr| matches!(of, Expr::PieceState(_, read) if *read == field);
    value.mentions(|part| match part {
        Expr::Binary(BinaryOp::Subtract, a, _) => reads(a),
        Expr::Binary(BinaryOp::Add, a, b) => {
            let less = |of: &Expr| negative(of) || matches!(of, Expr::Int(n) if *n < 0);
            reads(a) && less(b) || reads(b) && less(a)
        }
        _ => false,
    })
}
