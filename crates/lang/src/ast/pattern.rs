//! Movement patterns: steps, slides, leaps, hops and how they are combined and guarded.

use super::{Expr, Int, Name, RawBlock};
use crate::span::{Span, Spanned};

/// A movement pattern: alternatives separated by `|`, grouped by the `where` that guards them.
///
/// `a | b where c | d where e` has two arms: `a` and `b` guarded by `c`, `d` guarded by `e`. `a where c | d` has two:
/// `a` guarded by `c`, and `d` without a guard.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// The arms in source order; empty only after an error.
    pub arms: Vec<Arm>,
    /// The whole pattern.
    pub span: Span,
}

/// Alternatives that share one guard.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// The alternatives, at least one.
    pub alternatives: Vec<Sequence>,
    /// The condition after `where`.
    pub guard: Option<Expr>,
    /// The alternatives and the guard.
    pub span: Span,
}

/// Legs one after the other: `p + q`.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    /// The legs, at least one.
    pub legs: Vec<Leg>,
    /// From the first leg to the last.
    pub span: Span,
}

/// One leg: an atom, perhaps repeated in one and the same direction (`p * n`).
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// What is walked.
    pub atom: Atom,
    /// How often, if a `*` says so. (`p * 2 * 3` is six times.)
    pub times: Option<Int>,
    /// Atom and repetition.
    pub span: Span,
}

/// The smallest part of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Atom {
    /// Which kind.
    pub kind: AtomKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of atoms.
#[derive(Clone, Debug, PartialEq)]
pub enum AtomKind {
    /// `step(dir)` or `step(dir, n)`
    Step {
        /// Which way; `None` when the word is unknown (a diagnostic says so).
        direction: Spanned<Option<Direction>>,
        /// How many squares, exactly; one if not written.
        distance: Option<Int>,
    },
    /// `slide(dir)` or `slide(dir, max)`
    Slide {
        /// Which way.
        direction: Spanned<Option<Direction>>,
        /// How many squares at most.
        max: Option<Int>,
    },
    /// `leap(a, b)`
    Leap {
        /// One component of the offset.
        a: Int,
        /// The other component.
        b: Int,
    },
    /// `hop(dir)` or `hop(dir, max)`
    Hop {
        /// Which way.
        direction: Spanned<Option<Direction>>,
        /// How far behind the hurdle at most.
        max: Option<Int>,
    },
    /// `castle`
    Castle,
    /// `promote`
    Promote,
    /// `anywhere`
    Anywhere,
    /// A pattern defined elsewhere, by its name.
    Named(Name),
    /// `Queen.move` or `Queen.capture`
    OfPiece {
        /// The piece type.
        piece: Name,
        /// Its moves or its captures.
        which: Which,
    },
    /// `chessembly { ... }`
    Chessembly(RawBlock),
    /// `( ... )`
    Group(Box<Pattern>),
    /// Something that could not be read.
    Error,
}

/// Which patterns of a piece are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// `.move`
    Move,
    /// `.capture`
    Capture,
}

/// A direction or a group of directions, seen from the owner of the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// `N`
    North,
    /// `S`
    South,
    /// `E`
    East,
    /// `W`
    West,
    /// `NE`
    NorthEast,
    /// `NW`
    NorthWest,
    /// `SE`
    SouthEast,
    /// `SW`
    SouthWest,
    /// `orthogonal`
    Orthogonal,
    /// `diagonal`
    Diagonal,
    /// `any`
    Any,
    /// `forward`
    Forward,
    /// `backward`
    Backward,
    /// `forward-diagonal`
    ForwardDiagonal,
    /// `backward-diagonal`
    BackwardDiagonal,
    /// `left`
    Left,
    /// `right`
    Right,
    /// `sideways`
    Sideways,
}

impl Direction {
    /// All directions.
    pub const ALL: [Direction; 18] = [
        Direction::North,
        Direction::South,
        Direction::East,
        Direction::West,
        Direction::NorthEast,
        Direction::NorthWest,
        Direction::SouthEast,
        Direction::SouthWest,
        Direction::Orthogonal,
        Direction::Diagonal,
        Direction::Any,
        Direction::Forward,
        Direction::Backward,
        Direction::ForwardDiagonal,
        Direction::BackwardDiagonal,
        Direction::Left,
        Direction::Right,
        Direction::Sideways,
    ];

    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            Direction::North => "N",
            Direction::South => "S",
            Direction::East => "E",
            Direction::West => "W",
            Direction::NorthEast => "NE",
            Direction::NorthWest => "NW",
            Direction::SouthEast => "SE",
            Direction::SouthWest => "SW",
            Direction::Orthogonal => "orthogonal",
            Direction::Diagonal => "diagonal",
            Direction::Any => "any",
            Direction::Forward => "forward",
            Direction::Backward => "backward",
            Direction::ForwardDiagonal => "forward-diagonal",
            Direction::BackwardDiagonal => "backward-diagonal",
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Sideways => "sideways",
        }
    }
}
