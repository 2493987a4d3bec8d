//! How positions, moves and rules are written down: FEN, move text, drawings of boards, games in words.

mod bare_board;
pub mod drawing;
mod fen;
mod move_text;
pub mod words;

pub use bare_board::{BareBoardError, read_bare_board};
pub use fen::{Fen, FenError, FenFault, FenFaultKind, MissingForCastling, NumberField};
pub use move_text::{MoveTextError, MoveTextErrorKind};
