//! ChessLang and Chessembly: from text to a checked model, with diagnostics.
//!
//! The way of a ChessLang text: [`lexer`] cuts it into [`token`]s, [`parse`] makes of them the lossless [`tree`] and
//! the typed tree of [`ast`]. Every stage gives back [`diagnostic`]s instead of failing. [`chessembly`] does the same
//! for the other language.

pub mod span;

pub mod codes;
pub mod diagnostic;
pub mod render;
pub mod suggest;

pub mod token;

pub mod lexer;
pub mod tree;

pub mod ast;

pub mod format;
pub mod parse;
pub mod words;

pub mod load;

mod check;
pub use check::letters;
pub mod compile;

pub mod chessembly;

pub use check::TextKind;
pub use compile::{Compiled, compile};
pub use load::{Loaded, Loader, NoLoader, title_of};
