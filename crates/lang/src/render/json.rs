//! Diagnostics as JSON, for editors and scripts.

use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::span::{Position, Sources};

/// A diagnostic as it is written to JSON. Lines and columns count from 1, columns in characters; the end is the place
/// behind the last character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonDiagnostic {
    /// The code, such as `E0120`.
    pub code: &'static str,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// What is wrong.
    pub message: String,
    /// The name of the source.
    pub file: String,
    /// Line of the start.
    pub line: u32,
    /// Column of the start.
    pub column: u32,
    /// Line of the end.
    pub end_line: u32,
    /// Column of the end.
    pub end_column: u32,
    /// How to mend it.
    pub help: Option<String>,
}

/// Translates diagnostics for JSON.
pub fn json(sources: &Sources, diagnostics: &[Diagnostic]) -> Vec<JsonDiagnostic> {
    diagnostics.iter().map(|diagnostic| one(sources, diagnostic)).collect()
}

fn one(sources: &Sources, diagnostic: &Diagnostic) -> JsonDiagnostic {
    let span = diagnostic.span;
    let source = sources.get(span.source);
    let nowhere = Position { line: 1, column: 1 };
    let start = source.map_or(nowhere, |source| source.position(span.start));
    let end = source.map_or(nowhere, |source| source.position(span.end));
    JsonDiagnostic {
        code: diagnostic.code.id(),
        severity: diagnostic.severity.word(),
        message: diagnostic.message.clone(),
        file: source.map(|source| source.name.clone()).unwrap_or_default(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        help: diagnostic.help.clone(),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::codes::Code;
    use crate::span::{SourceId, Span};

    #[test]
    fn the_agreed_fields_in_the_agreed_order() {
        let mut sources = Sources::new();
        let id = sources.add("산.chesslang", "# 산\n기사: x\n");
        let span = Span::new(id, 6, 12);
        let found =
            Diagnostic::new(Code::UnknownItem, span, "`기사` is no section").help("write `piece 기사`");
        let text = serde_json::to_string_pretty(&json(&sources, &[found])).expect("plain data");
        expect![[r#"
            [
              {
                "code": "E0121",
                "severity": "error",
                "message": "`기사` is no section",
                "file": "산.chesslang",
                "line": 2,
                "column": 1,
                "end_line": 2,
                "end_column": 3,
                "help": "write `piece 기사`"
              }
            ]"#]]
        .assert_eq(&text);
    }

    #[test]
    fn a_span_without_a_source_is_no_reason_to_fail() {
        let lost = Diagnostic::new(Code::UnknownItem, Span::new(SourceId(7), 3, 4), "lost");
        assert_eq!(json(&Sources::new(), &[lost])[0].line, 1);
    }
}
