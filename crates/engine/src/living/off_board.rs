//! Pieces that leave the board and may come back within a ply.

use nightrider_model::{FieldId, PieceId, Square, Value};

use super::happening::Happening;
use crate::bitboard::Bitboard;
use crate::expr::{Absence, Detached, PieceRef};
use crate::kind::Kind;
use crate::position::{LooseOwner, Mark};

impl<B: Bitboard> Happening<'_, B> {
    /// The type of a piece, on the board or off it.
    pub(super) fn type_of(&self, piece: Option<PieceRef>) -> Option<PieceId> {
        match piece? {
            PieceRef::On(square) => self.position.at(square).map(Kind::piece),
            PieceRef::Off(index) => self.frame.off(index).map(|piece| piece.piece),
        }
    }

    /// Takes a piece off the board; variables that name it keep describing it.
    pub fn detach(&mut self, square: Square, reason: Absence) -> Option<PieceRef> {
        let kind = self.position.at(square)?;
        // More pieces than a byte counts cannot have left in one ply unless new ones were made; the last
        // place is then used again.
        let index = self.frame.detached.len().min(usize::from(u8::MAX)) as u8;
        let piece = self.describe(square, kind, reason);
        self.frame.detached.truncate(usize::from(index));
        self.frame.detached.push(piece);
        self.position.remove(self.rules, square);
        let off = PieceRef::Off(index);
        self.frame.relocate(PieceRef::On(square), off);
        Some(off)
    }

    fn describe(&self, square: Square, kind: Kind, reason: Absence) -> Detached {
        let fields = (0..self.rules.variant.piece_fields.len()).map(|field| FieldId(field as u16));
        let state = fields
            .map(|field| (field, self.position.piece_state(square, field).clone()))
            .filter(|(_, value)| *value != Value::Null)
            .collect();
        let attached = self.position.marks().iter().filter(|mark| mark.attached && mark.square == square);
        Detached {
            piece: kind.piece(),
            owner: kind.owner(),
            square,
            moved: !self.position.is_unmoved(square),
            state,
            loose: self.position.loose_state(LooseOwner::Piece(square)),
            effects: attached.map(|mark| (mark.effect, mark.owner, mark.turns_left)).collect(),
            reason,
        }
    }

    /// Puts a piece back onto a free square, with its state and what was attached to it. Otherwise nothing
    /// happens and the answer is false.
    pub fn attach(&mut self, index: u8, square: Square) -> bool {
        let Some(piece) = self.frame.off(index).cloned() else { return false };
        let kind = Kind::new(piece.piece, piece.owner);
        if matches!(piece.reason, Absence::Removed | Absence::Returned)
            || self.rules.variant.board.is_hole(square)
            || !self.position.put(self.rules, square, kind)
        {
            return false;
        }
        for field in 0..self.rules.variant.piece_fields.len() {
            let field = FieldId(field as u16);
            let value = piece.state.iter().find(|(found, _)| *found == field);
            let value = value.map_or(Value::Null, |(_, value)| value.clone());
            self.position.set_piece_state(self.rules, square, field, value);
        }
        for (name, value) in piece.loose {
            self.position.set_loose_state(self.rules, LooseOwner::Piece(square), &name, Some(value));
        }
        for (effect, owner, turns_left) in piece.effects {
            let mark = Mark { square, effect, owner, attached: true, turns_left, fresh: false };
            self.position.add_mark(self.rules, mark);
        }
        self.frame.detached[usize::from(index)].reason = Absence::Returned;
        self.frame.relocate(PieceRef::Off(index), PieceRef::On(square));
        true
    }
}
