//! A move as eight bytes, and lists of moves.

use std::fmt;

use nightrider_model::{PieceId, Square};

/// A move of one piece, with everything needed to play it in the position it was made for.
///
/// The order of moves has no meaning beyond being the same everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u64);

/// What a move does beside changing the square of its piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// Goes to an empty square.
    Quiet,
    /// Takes what stands on the target.
    Capture,
    /// Changes places with what stands on the target; nothing is taken.
    Swap,
    /// Goes to an occupied square without taking; a `move` trigger must make room.
    Onto,
    /// Castles: the partner stands on [`Move::via`].
    Castle,
    /// Takes in passing: the victim stands on [`Move::via`].
    EnPassant,
    /// Stays where it is and takes what stands on [`Move::via`].
    Catch,
    /// Goes to an empty square and takes what stands on [`Move::via`].
    JumpCapture,
    /// A move of several parts, of a Chessembly program: the one with number [`Move::choice`].
    Parts,
    /// The same, with parts that take: the first victim stands on [`Move::via`].
    PartsCapture,
}

const KINDS: [MoveKind; 10] = [
    MoveKind::Quiet,
    MoveKind::Capture,
    MoveKind::Swap,
    MoveKind::Onto,
    MoveKind::Castle,
    MoveKind::EnPassant,
    MoveKind::Catch,
    MoveKind::JumpCapture,
    MoveKind::Parts,
    MoveKind::PartsCapture,
];

// from 0..8, to 8..16, via 16..24, kind 24..28, promotion + 1 28..40, answers 40..48,
// questions 48..52, choice 52..64
impl Move {
    /// A move without a further square, promotion or answers.
    #[inline(always)]
    pub const fn new(kind: MoveKind, from: Square, to: Square) -> Move {
        Move::with_via(kind, from, to, Square(0))
    }

    /// A move that concerns a third square.
    #[inline(always)]
    pub const fn with_via(kind: MoveKind, from: Square, to: Square, via: Square) -> Move {
        Move((kind as u64) << 24 | (via.0 as u64) << 16 | (to.0 as u64) << 8 | from.0 as u64)
    }

    /// The same move with the piece becoming another type.
    #[inline(always)]
    #[must_use]
    pub const fn promoting(self, piece: PieceId) -> Move {
        Move(self.0 & !(0xfff << 28) | ((piece.0 as u64 + 1) & 0xfff) << 28)
    }

    /// The same move with answers to the questions of optional triggers: how many are asked, and bit n set
    /// if the question with number n is answered yes. Questions beyond the eighth are answered no.
    #[must_use]
    pub const fn answering(self, asked: u8, yes: u8) -> Move {
        let asked = if asked > 8 { 8 } else { asked };
        let yes = yes as u64 & ((1 << asked) - 1);
        Move(self.0 & !(0xfff << 40) | (asked as u64) << 48 | yes << 40)
    }

    /// The same move with a number (up to 4095): of those moves of a program that bring along more than they
    /// say (further parts, changes of the player's state) and are otherwise the same, the one with this
    /// number, from 1. Zero brings nothing along.
    #[must_use]
    pub const fn choosing(self, choice: u16) -> Move {
        Move(self.0 & !(0xfff << 52) | (choice as u64 & 0xfff) << 52)
    }

    /// Where the piece comes from.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square(self.0 as u8)
    }

    /// Where the piece goes. In castling, where the king goes.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 >> 8) as u8)
    }

    /// The third square: the partner's in castling, the victim's in captures beside the target. Of other
    /// kinds a1.
    #[inline(always)]
    pub const fn via(self) -> Square {
        Square((self.0 >> 16) as u8)
    }

    /// What the move does.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        KINDS[(self.0 >> 24 & 15) as usize]
    }

    /// What the piece becomes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceId> {
        match (self.0 >> 28 & 0xfff) as u16 {
            0 => None,
            n => Some(PieceId(n - 1)),
        }
    }

    /// How many questions of optional triggers the move answers.
    #[inline(always)]
    pub const fn asked(self) -> u8 {
        (self.0 >> 48 & 0xf) as u8
    }

    /// The answers to those questions: bit n is set if question n is answered yes.
    #[inline(always)]
    pub const fn answers(self) -> u8 {
        (self.0 >> 40) as u8
    }

    /// Which of a program's moves with more than meets the eye it is; 0 if it is none.
    pub const fn choice(self) -> u16 {
        (self.0 >> 52) as u16
    }

    /// The square of the piece that is taken. [`MoveKind::PartsCapture`] may take more than this one.
    pub const fn captured(self) -> Option<Square> {
        match self.kind() {
            MoveKind::Capture => Some(self.to()),
            MoveKind::EnPassant | MoveKind::Catch | MoveKind::JumpCapture | MoveKind::PartsCapture => {
                Some(self.via())
            }
            MoveKind::Quiet | MoveKind::Swap | MoveKind::Onto | MoveKind::Castle | MoveKind::Parts => None,
        }
    }

    /// The partner's square in castling.
    pub fn castling_partner(self) -> Option<Square> {
        (self.kind() == MoveKind::Castle).then(|| self.via())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}-{}", self.kind(), self.from().0, self.to().0)?;
        if self.via().0 != 0 {
            write!(f, " via {}", self.via().0)?;
        }
        if let Some(piece) = self.promotion() {
            write!(f, " ={}", piece.0)?;
        }
        if self.asked() != 0 {
            write!(f, " answers {:b} of {}", self.answers(), self.asked())?;
        }
        if self.choice() != 0 {
            write!(f, " choice {}", self.choice())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_read_back() {
        for kind in KINDS {
            let m = Move::with_via(kind, Square(255), Square(17), Square(128))
                .promoting(PieceId(999))
                .answering(3, 0b101)
                .choosing(4095);
            assert_eq!((m.kind(), m.from(), m.to(), m.via()), (kind, Square(255), Square(17), Square(128)));
            assert_eq!((m.promotion(), m.choice()), (Some(PieceId(999)), 4095));
            assert_eq!((m.asked(), m.answers()), (3, 0b101));
        }
        let plain = Move::new(MoveKind::Quiet, Square(3), Square(4));
        assert_eq!((plain.promotion(), plain.asked(), plain.answers(), plain.choice()), (None, 0, 0, 0));
        // Only questions that are asked have answers.
        assert_eq!(plain.answering(1, 0b11), plain.answering(1, 1));
        assert_eq!(plain.answering(20, 0xff).asked(), 8);
    }
}
