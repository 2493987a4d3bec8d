//! Movement patterns, with names inlined and directions spelt out.

use serde::{Deserialize, Serialize};

use crate::Expr;
use crate::program::Program;

/// One of the eight directions, seen from the owner's side of the board: `N` is forward for both
/// players (ranks are mirrored for Black), `E` and `W` keep their files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // The points of the compass.
pub enum Compass {
    N,
    NE,
    E,
    SE,
    S,
    SW,
    W,
    NW,
}

impl Compass {
    /// All eight, clockwise from north.
    pub const ALL: [Compass; 8] =
        [Compass::N, Compass::NE, Compass::E, Compass::SE, Compass::S, Compass::SW, Compass::W, Compass::NW];

    /// Files to the right and ranks forward of one step, seen from the owner.
    #[inline]
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Compass::N => (0, 1),
            Compass::NE => (1, 1),
            Compass::E => (1, 0),
            Compass::SE => (1, -1),
            Compass::S => (0, -1),
            Compass::SW => (-1, -1),
            Compass::W => (-1, 0),
            Compass::NW => (-1, 1),
        }
    }
}

/// A movement pattern. The language page on patterns says what each form reaches; here names of patterns
/// and of other pieces' movement are already replaced by what they stand for.
///
/// A list of directions with one entry was written as a single named direction (a later leg takes it as
/// written); with several it was a group (a later leg does not turn back).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Pattern {
    /// Exactly `distance` squares along one of the directions, whatever is between.
    Step {
        /// The directions to choose from.
        directions: Vec<Compass>,
        /// How many squares, at least 1.
        distance: u8,
    },
    /// One or more squares until blocked.
    Slide {
        /// The directions to choose from.
        directions: Vec<Compass>,
        /// At most so many squares.
        max: Option<u8>,
    },
    /// All distinct rotations and reflections of an offset.
    Leap(u8, u8),
    /// Over the first piece met (the hurdle) to squares behind it.
    Hop {
        /// The directions to choose from.
        directions: Vec<Compass>,
        /// The greatest distance of the landing square behind the hurdle.
        max: Option<u8>,
    },
    /// Castling as the rules of the game define it.
    Castle,
    /// One square forward onto an empty square, or a capture of the piece's own, as a promotion.
    Promote,
    /// Any square of the board.
    Anywhere,
    /// A Chessembly program: its moves and its captures. As a whole move only, never a leg.
    Program(Box<Program>),
    /// Any of the alternatives.
    Any(Vec<Pattern>),
    /// The legs one after another (at least two).
    Then(Vec<Pattern>),
    /// The pattern so many times in one and the same direction.
    Repeat(Box<Pattern>, u8),
    /// The pattern where a condition holds.
    Where(Box<Pattern>, Box<Expr>),
}
