//! How positions, moves and rules are written down: FEN, move text, drawings of boards, games in words.

mod bare_board;
pub mod drawing;
mod fen;
mod move_text;
mod san;
pub mod words;

pub use bare_board::{BareBoardError, read_bare_board};
pub use fen::{Fen, FenError, FenFault, FenFaultKind, MissingForCastling, NumberField};
pub use move_text::{LegalMove, LegalMoves, MoveTextError, MoveTextErrorKind};
pub use san::{find_san, san, san_without_check};
