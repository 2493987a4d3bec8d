//! Move text: `e2e4`, `e7e8=Q`, `d4xe5`, `c1b2/y`. Written so that no two legal moves read alike, and read
//! back with a helpful answer to whatever is no legal move.

#![allow(dead_code)] // Until games can be asked for their moves.

mod nearest;
mod parse;
mod read;
mod shape;
mod write;

pub use read::{MoveTextError, MoveTextErrorKind};
