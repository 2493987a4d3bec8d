//! Drawings of boards in text, with coordinates, in ASCII or with chess symbols.

mod activations;
mod board;
mod diagram;
mod grid;
mod reach;
mod symbol;

pub use activations::{ACTIVATION_LEGEND, activation_marks};
pub use board::board;
pub use diagram::Diagram;
pub use grid::{Side, grid};
pub use reach::reach;
pub use symbol::{Glyphs, symbol};
