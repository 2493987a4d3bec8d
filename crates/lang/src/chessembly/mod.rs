//! Chessembly, the second language: from the text of a program to chains of resolved expressions.
//!
//! [`compile`] does the whole way: `syntax` cuts the text into chains of items, `lower` looks the words up
//! in `words`, resolves targets and names, and `lints` warns of what is legal but hardly meant.
//! A program always comes out; what could not be understood acts as `end` in it, so that whoever runs it
//! leniently need do nothing, and whoever does not looks at the diagnostics. [`format`](format()) lays a text out.

mod syntax;
mod words;

mod lower;

mod lints;

mod format;

pub use format::format;
pub use lower::{Listing, compile};
pub use syntax::block_end;
pub use words::names as word_names;
