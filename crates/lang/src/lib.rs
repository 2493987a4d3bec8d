//! ChessLang and Chessembly: from text to a checked model, with diagnostics.

pub mod ast;
pub mod chessembly;
pub mod codes;
pub mod diagnostic;
pub mod span;
pub mod suggest;
