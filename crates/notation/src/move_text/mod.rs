//! Move text: `e2e4`, `e7e8=Q`, `d4xe5`, `c1b2/y`. Written so that no two legal moves read alike, and read
//! back with a helpful answer to whatever is no legal move.

mod legal;
mod nearest;
mod parse;
mod read;
mod shape;
mod write;

pub use legal::{LegalMove, LegalMoves};
pub use read::{MoveTextError, MoveTextErrorKind};
