//! Why a variant cannot be compiled.

use std::fmt;

use crate::rules::MAX_PIECE_TYPES;
use crate::script::ScriptFault;

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
    /// The movement of a piece is a sequence of too many parts.
    TooComplex {
        /// The name of the piece.
        piece: String,
    },
    /// The game has scripts, and there is nothing to run them.
    NoScriptEngine,
    /// A script of the game cannot be used.
    Script(ScriptFault),
    /// An index or square of the model is out of range: the model was not checked.
    Inconsistent {
        /// What refers to what does not exist.
        what: String,
    },
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
            CompileError::TooComplex { piece } => {
                write!(
                    f,
                    "the sequences in the movement of {piece} have too many parts; write fewer repetitions"
                )
            }
            CompileError::NoScriptEngine => {
                write!(f, "it has a script, and this program runs no scripts")
            }
            CompileError::Script(fault) => write!(f, "its script cannot be used: {fault}"),
            CompileError::Inconsistent { what } => write!(f, "the description of the game is broken: {what}"),
        }
    }
}

impl std::error::Error for CompileError {}
