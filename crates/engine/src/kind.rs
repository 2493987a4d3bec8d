//! A piece type in one player's hands: what stands on a square, apart from its state.

use nightrider_model::{PieceId, Player};

/// A piece type and its owner, as one small number: `type * 2 + owner`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub u16);

impl Kind {
    /// The kind of a type and an owner.
    #[inline(always)]
    pub const fn new(piece: PieceId, owner: Player) -> Kind {
        Kind(piece.0 * 2 + owner as u16)
    }

    /// The type.
    #[inline(always)]
    pub const fn piece(self) -> PieceId {
        PieceId(self.0 >> 1)
    }

    /// The owner.
    #[inline(always)]
    pub const fn owner(self) -> Player {
        if self.0 & 1 == 0 { Player::White } else { Player::Black }
    }

    /// The same type in another player's hands.
    #[must_use]
    pub const fn owned_by(self, owner: Player) -> Kind {
        Kind::new(self.piece(), owner)
    }

    /// The number as an index into tables by kind.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a square holds: nothing or a piece of some kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell(u16);

impl Cell {
    /// Nothing.
    pub const EMPTY: Cell = Cell(0);

    /// A piece of a kind.
    #[inline(always)]
    pub const fn of(kind: Kind) -> Cell {
        Cell(kind.0 + 1)
    }

    /// The kind of the piece, if there is one.
    #[inline(always)]
    pub const fn kind(self) -> Option<Kind> {
        match self.0 {
            0 => None,
            n => Some(Kind(n - 1)),
        }
    }
}
