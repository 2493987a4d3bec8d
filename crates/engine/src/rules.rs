//! A variant made ready to play: tables, keys and facts, immutable and shared.

use std::fmt;
use std::sync::Arc;

use nightrider_model::{FieldId, Variant};

use crate::bitboard::{Bitboard, Wide};
use crate::kind::Kind;
use crate::living::{Living, cooldowns};
use crate::zobrist::Zobrist;

/// The compiled rules of a game. Cloning shares them.
#[derive(Clone)]
pub struct Rules(pub(crate) Width);

/// The rules for the width of board that the game needs.
#[derive(Clone)]
pub(crate) enum Width {
    Narrow(Arc<RulesFor<u64>>),
    Middle(Arc<RulesFor<u128>>),
    Wide(Arc<RulesFor<Wide>>),
}

/// The compiled rules for boards of width `B`.
pub struct RulesFor<B: Bitboard> {
    /// The game they were compiled from.
    pub variant: Arc<Variant>,
    /// The squares that exist.
    pub board: B,
    pub(crate) zobrist: Zobrist,
    /// By kind: whether it matters to its own moves, castling apart, that a piece has not moved.
    pub(crate) first_move_kinds: Vec<bool>,
    /// The state fields that keep a piece from moving while they are positive.
    pub(crate) cooldowns: Vec<Cooldown>,
    /// The triggers and actions.
    pub(crate) living: Living,
}

/// A state field with the built-in meaning of `cooldown` and `frozen`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cooldown {
    pub field: FieldId,
    /// Whether it drops by one at the start of each of its owner's turns, as it does unless a trigger of
    /// the game decreases it itself.
    pub counts_down: bool,
}

/// Why a variant cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// The board has no squares or more than 16 files or ranks.
    BoardSize {
        /// Files.
        width: u8,
        /// Ranks.
        height: u8,
    },
    /// More piece types than a move can name.
    TooManyPieces {
        /// How many there are.
        count: usize,
    },
    /// An index or square of the model is out of range: the model was not checked.
    Inconsistent {
        /// What refers to what does not exist.
        what: String,
    },
}

/// The most piece types a game can have.
pub const MAX_PIECE_TYPES: usize = 4000;

impl Rules {
    /// Compiles a variant.
    ///
    /// # Errors
    /// If the board or the number of piece types exceeds the limits of the engine, or the model is
    /// inconsistent.
    pub fn compile(variant: Variant) -> Result<Rules, CompileError> {
        let (width, height) = (variant.board.width, variant.board.height);
        if !(1..=16).contains(&width) || !(1..=16).contains(&height) {
            return Err(CompileError::BoardSize { width, height });
        }
        if variant.pieces.len() > MAX_PIECE_TYPES {
            return Err(CompileError::TooManyPieces { count: variant.pieces.len() });
        }
        let variant = Arc::new(variant);
        Ok(Rules(match variant.board.len() {
            0..=64 => Width::Narrow(Arc::new(RulesFor::compile(variant)?)),
            65..=128 => Width::Middle(Arc::new(RulesFor::compile(variant)?)),
            _ => Width::Wide(Arc::new(RulesFor::compile(variant)?)),
        }))
    }

    /// The game they were compiled from.
    pub fn variant(&self) -> &Variant {
        match &self.0 {
            Width::Narrow(rules) => &rules.variant,
            Width::Middle(rules) => &rules.variant,
            Width::Wide(rules) => &rules.variant,
        }
    }
}

impl<B: Bitboard> RulesFor<B> {
    /// Compiles a variant whose board fits the width.
    pub(crate) fn compile(variant: Arc<Variant>) -> Result<RulesFor<B>, CompileError> {
        let board = B::from_squares(variant.board.squares().filter(|&s| !variant.board.is_hole(s)));
        let kinds = variant.pieces.len() * 2;
        Ok(RulesFor {
            zobrist: Zobrist::new(kinds, variant.board.len()),
            first_move_kinds: vec![false; kinds],
            cooldowns: cooldowns(&variant),
            living: Living::new(&variant),
            board,
            variant,
        })
    }

    /// Whether it matters to the moves of a kind, castling apart, that a piece has not moved.
    #[inline(always)]
    pub(crate) fn first_move_matters(&self, kind: Kind) -> bool {
        self.first_move_kinds[kind.index()]
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rules").field(&self.variant().name).finish()
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::BoardSize { width, height } => {
                write!(f, "a board of {width}x{height} squares cannot be played; 1x1 to 16x16 can")
            }
            CompileError::TooManyPieces { count } => {
                write!(f, "{count} piece types are too many; at most {MAX_PIECE_TYPES} are possible")
            }
            CompileError::Inconsistent { what } => write!(f, "the description of the game is broken: {what}"),
        }
    }
}

impl std::error::Error for CompileError {}
