//! Drawings of boards in text, with coordinates, in ASCII or with chess symbols.

mod diagram;
mod grid;
mod symbol;

pub use diagram::{Diagram, LEGEND};
pub use grid::{Side, grid};
pub use symbol::{Glyphs, symbol};
