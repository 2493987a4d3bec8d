//! Diagnostics: what is wrong with a text, where, why, and how to mend it.

use crate::codes::Code;
use crate::span::{Source, Span};

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The game cannot be used until this is mended.
    Error,
    /// Very likely a mistake; the game works without mending it.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// The word shown to users and written to JSON: `error`, `warning` or `note`.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A second place that explains a diagnostic, such as the brace that was never closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be seen there.
    pub message: String,
}

/// A change of the text that mends the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes to replace; empty to insert.
    pub span: Span,
    /// What to put there.
    pub replacement: String,
}

/// One problem found in a source text.
///
/// ```
/// use nightrider_lang::{codes::Code, diagnostic::Diagnostic, span::{SourceId, Span}};
/// let span = Span::new(SourceId(0), 4, 8);
/// let d = Diagnostic::new(Code::UnknownMember, span, "a piece has no member `mvoe`")
///     .suggest(span, "move");
/// assert_eq!(d.code.id(), "E0120");
/// assert_eq!(d.help.as_deref(), Some("did you mean `move`?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code; `explain` has a page for it.
    pub code: Code,
    /// How bad it is; as the code says unless changed.
    pub severity: Severity,
    /// What is wrong, in one sentence of plain English without a full stop.
    pub message: String,
    /// The place the message speaks of.
    pub span: Span,
    /// How to mend it.
    pub help: Option<String>,
    /// Further places that explain the problem.
    pub labels: Vec<Label>,
    /// A change that mends it, if a machine can know it.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A diagnostic with the severity of its code.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            span,
            help: None,
            labels: Vec::new(),
            fix: None,
        }
    }

    /// Adds how to mend it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// Adds a change that mends the problem.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Diagnostic {
        self.fix = Some(Fix { span, replacement: replacement.into() });
        self
    }

    /// Says "did you mean `word`?" and offers the change.
    #[must_use]
    pub fn suggest(self, span: Span, word: &str) -> Diagnostic {
        self.help(format!("did you mean `{word}`?")).fix(span, word)
    }
}

/// Collects diagnostics, up to a limit that keeps hopeless input (a picture, a megabyte of noise) affordable.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    dropped: usize,
}

impl Diagnostics {
    /// How many diagnostics of one text are kept; what comes after is only counted.
    pub const LIMIT: usize = 500;

    /// None yet.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.is_full() {
            self.count_further();
        } else {
            self.list.push(diagnostic);
        }
    }

    /// Whether further diagnostics are only counted, so that there is no need to word them.
    pub fn is_full(&self) -> bool {
        self.list.len() >= Diagnostics::LIMIT
    }

    /// Counts a diagnostic beyond the limit.
    pub fn count_further(&mut self) {
        self.dropped += 1;
    }

    /// Whether an error was found.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// How many are kept so far.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The diagnostics in the order of the text, with a last one that counts those beyond the limit.
    pub fn finish(self) -> Vec<Diagnostic> {
        let mut list = self.list;
        list.sort_by_key(|d| (d.span, d.severity));
        if self.dropped > 0 {
            let last = list.last().map_or(Span::default(), |d| d.span);
            list.push(Diagnostic::new(
                Code::TooManyProblems,
                last,
                format!("and {} more problems, which are not listed", self.dropped),
            ));
        }
        list
    }
}

/// Applies the fix of a diagnostic to the text it was found in; `None` when it has no fix that fits.
pub fn apply_fix(source: &Source, diagnostic: &Diagnostic) -> Option<String> {
    let fix = diagnostic.fix.as_ref()?;
    let (start, end) = (fix.span.start as usize, fix.span.end as usize);
    let (before, after) = (source.text.get(..start)?, source.text.get(end..)?);
    Some(format!("{before}{}{after}", fix.replacement))
}
