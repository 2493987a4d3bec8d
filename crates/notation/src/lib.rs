//! How positions, moves and rules are written down: FEN, move text, drawings of boards, games in words.

pub mod drawing;
mod fen;
pub mod words;

pub use fen::{Fen, FenError, FenFault, FenFaultKind, MissingForCastling, NumberField};
