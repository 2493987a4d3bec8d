//! From a text to a checked game: the one call that runs all stages.

use nightrider_model::Variant;

use crate::ast::Item;
use crate::check::{TextKind, check};
use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::load::{Loader, load};
use crate::span::{Source, SourceId, Sources, Span};

/// What compiling a text yields: as much as could be understood, and what is wrong.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The game; `None` when there are errors. A fragment yields the game it would make of its base.
    pub variant: Option<Variant>,
    /// What is wrong, in the order of the text; problems in imported and base texts come last.
    pub diagnostics: Vec<Diagnostic>,
    /// All texts that were read. The text itself is number 0.
    pub sources: Sources,
    /// Whether the text is a whole game.
    pub kind: TextKind,
    /// Where each victory condition of the variant was written.
    pub victory: Vec<Span>,
    /// Where each draw condition of the variant was written.
    pub draw: Vec<Span>,
}

impl Compiled {
    /// Whether there is an error among the diagnostics.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Compiles a ChessLang text. Base games and imports come from the loader.
///
/// ```
/// use nightrider_lang::{NoLoader, compile, span::Source};
/// let text = "
/// game: \"Two Mann\"
/// extends: none
/// piece Mann { move: step(any); traits: [royal] }
/// setup:
///   White: { a1: Mann }
///   Black: { h8: Mann }
/// victory:
///   mate: checkmate
/// ";
/// let compiled = compile(&Source::new("two.chesslang", text), &NoLoader);
/// let variant = compiled.variant.expect("the text has no errors");
/// assert_eq!((variant.name.as_str(), variant.pieces.len()), ("Two Mann", 1));
/// ```
pub fn compile(source: &Source, loader: &dyn Loader) -> Compiled {
    let mut diagnostics = Diagnostics::new();
    let chain = load(&source.name, &source.text, loader, &mut diagnostics);
    let kind = kind_of(&chain, &mut diagnostics);
    let checked = check(&chain, kind, &mut diagnostics);
    let has_errors = diagnostics.has_errors();
    let own_or_error = |diagnostic: &Diagnostic| {
        diagnostic.span.source == SourceId(0) || diagnostic.severity == Severity::Error
    };
    let diagnostics = diagnostics.finish().into_iter().filter(own_or_error).collect();
    Compiled {
        variant: (!has_errors).then_some(checked.variant),
        diagnostics,
        sources: chain.sources,
        kind,
        victory: checked.victory,
        draw: checked.draw,
    }
}

/// Whether the text is a game or a fragment; a game without a title is told.
fn kind_of(chain: &crate::load::Chain, diagnostics: &mut Diagnostics) -> TextKind {
    let Some(layer) = chain.layers.last() else { return TextKind::Fragment };
    if layer.title.is_some() {
        return TextKind::Game;
    }
    let section = chain.items(layer).find_map(|item| match item {
        Item::Setup(_) | Item::Ends(_) | Item::Rules(_) => Some(item.span()),
        _ => None,
    });
    if let Some(span) = section {
        let message = "a file with sections of a game needs a title";
        let diagnostic = Diagnostic::new(Code::NoTitle, Span::at(span.source, span.start), message)
            .help("start the file with a line such as `game: \"My Game\"`");
        diagnostics.push(diagnostic);
    }
    TextKind::Fragment
}
