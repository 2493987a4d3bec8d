//! The parser: from text to the lossless tree, the typed tree and the diagnostics, whatever the text is.
//!
//! Hand-written recursive descent. Words have a meaning only by their place, so that a zone may be called `board` and
//! a state field `move`. Lines matter where nothing encloses them: an indented section ends at the first line that
//! does not stand further right than its key, a member of a block ends with its line. Inside `( )` and `[ ]` lines
//! do not matter. A line that starts with `|`, `+`, `and`, `or` (or another sign that cannot start anything)
//! continues the one before.
//!
//! After an error the parser goes on with the next member, line or item. Recursion is bounded by [`MAX_NESTING`].

mod actions;
mod conditions;
mod cursor;
mod definitions;
mod ends;
mod exprs;
mod items;
mod layout;
mod patterns;
mod rules;
mod sections;
mod sets;

use crate::ast::File;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lexer::lex;
use crate::span::SourceId;
use crate::tree::Tree;

pub use cursor::MAX_NESTING;

/// What a text was read as.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The typed tree.
    pub file: File,
    /// The lossless tree.
    pub tree: Tree,
    /// What is wrong with the text, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a ChessLang text. `source` is the number that all spans will carry.
///
/// ```
/// use nightrider_lang::{ast::Item, parse::parse, span::SourceId};
/// let text = "game: \"Amazons\"\npiece Amazon { move: slide(any) | leap(2, 1) }\n";
/// let parsed = parse(text, SourceId(0));
/// assert!(parsed.diagnostics.is_empty());
/// assert!(matches!(&parsed.file.items[0], Item::Game(name) if name.value == "Amazons"));
/// assert_eq!(parsed.tree.print(text), text);
/// ```
pub fn parse(text: &str, source: SourceId) -> Parsed {
    let mut diagnostics = Diagnostics::new();
    let tokens = lex(text, source, &mut diagnostics);
    let mut parser = cursor::Parser::new(text, source, &tokens, diagnostics);
    let file = parser.file();
    let (builder, diagnostics) = parser.into_parts();
    Parsed { file, tree: builder.finish(tokens), diagnostics: diagnostics.finish() }
}
