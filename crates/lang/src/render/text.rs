//! Diagnostics as text: the message, the source line with the place underlined, and how to mend it.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar;

use crate::diagnostic::{Diagnostic, Severity};
use crate::span::{Source, Sources, Span};

/// Whether to colour the text for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// Plain text.
    Off,
    /// ANSI escape sequences.
    On,
}

impl Colours {
    fn paint(self, text: &str, code: &str) -> String {
        match self {
            Colours::On if !text.is_empty() => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            _ => text.to_string(),
        }
    }
}

const BOLD: &str = "1";
const BLUE: &str = "1;34";

fn colour_of(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Note => "1;36",
    }
}

/// Shows all diagnostics, separated by empty lines.
pub fn text(sources: &Sources, diagnostics: &[Diagnostic], colours: Colours) -> String {
    let shown: Vec<String> = diagnostics.iter().map(|one| diagnostic(sources, one, colours)).collect();
    shown.join("\n")
}

/// Shows one diagnostic; the text ends with a line end.
pub fn diagnostic(sources: &Sources, diagnostic: &Diagnostic, colours: Colours) -> String {
    let tone = colour_of(diagnostic.severity);
    let head = format!("{}[{}]", diagnostic.severity.word(), diagnostic.code);
    let mut out = format!(
        "{}{}\n",
        colours.paint(&head, tone),
        colours.paint(&format!(": {}", visible(&diagnostic.message)), BOLD)
    );
    let Some(source) = sources.get(diagnostic.span.source) else { return out };
    let start = source.position(diagnostic.span.start);
    let excerpts = excerpts(sources, source, diagnostic);
    let width = excerpts.iter().map(|e| (e.line + 1).to_string().len()).max().unwrap_or(1);
    let margin = " ".repeat(width);
    let bar = colours.paint("|", BLUE);
    let _ = writeln!(
        out,
        "{margin}{} {}:{}:{}",
        colours.paint("-->", BLUE),
        visible(&source.name),
        start.line,
        start.column
    );
    let _ = writeln!(out, "{margin} {bar}");
    let mut last: Option<usize> = None;
    for excerpt in &excerpts {
        if last.is_some_and(|line| excerpt.line > line + 1) {
            let _ = writeln!(out, "{}", colours.paint("...", BLUE));
        }
        if last != Some(excerpt.line) {
            let number = format!("{:>width$}", excerpt.line + 1);
            let _ = writeln!(out, "{} {bar} {}", colours.paint(&number, BLUE), excerpt.text);
        }
        last = Some(excerpt.line);
        let (sign, tone) = if excerpt.primary { ("^", tone) } else { ("-", BLUE) };
        let mut mark = sign.repeat(excerpt.width);
        if !excerpt.message.is_empty() {
            mark.push(' ');
            mark.push_str(&visible(excerpt.message));
        }
        let _ = writeln!(out, "{margin} {bar} {}{}", " ".repeat(excerpt.indent), colours.paint(&mark, tone));
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(out, "{margin} {} {}", colours.paint("= help:", BLUE), visible(help));
    }
    out
}

/// A line of the source with one place to underline.
struct Excerpt<'a> {
    /// Which line, from 0.
    line: usize,
    /// The line as shown, perhaps a part of it.
    text: String,
    /// Columns before the underlined place.
    indent: usize,
    /// Columns to underline.
    width: usize,
    message: &'a str,
    primary: bool,
}

/// The place of the diagnostic and its labels in the same source, by lines.
fn excerpts<'a>(sources: &Sources, source: &Source, diagnostic: &'a Diagnostic) -> Vec<Excerpt<'a>> {
    let mut list = vec![excerpt(source, diagnostic.span, "", true)];
    for label in &diagnostic.labels {
        // A label in another file cannot be shown under the name of this one.
        if label.span.source == diagnostic.span.source && sources.get(label.span.source).is_some() {
            list.push(excerpt(source, label.span, &label.message, false));
        }
    }
    list.sort_by_key(|excerpt| (excerpt.line, !excerpt.primary));
    list
}

/// Columns before the underlined place and in all that are shown of a very long line.
const LEAD: usize = 40;
const WINDOW: usize = 120;
/// Bytes before and behind the start of the place that are looked at: more than can be shown.
const FAR: usize = 4 * WINDOW;

fn excerpt<'a>(source: &Source, span: Span, message: &'a str, primary: bool) -> Excerpt<'a> {
    let line = source.line_index(span.start);
    let text = source.line(line);
    let line_start = source.line_start(line);
    let from = (span.start as usize).saturating_sub(line_start).min(text.len());
    let to = (span.end as usize).saturating_sub(line_start).clamp(from, text.len());
    let skipped = text.floor_char_boundary(from.saturating_sub(FAR));
    let (text, from, to) = (&text[skipped..], from - skipped, (to - skipped).min(from - skipped + FAR));
    // Each character with the column where it starts; tabs and wide letters take several columns.
    let mut cells: Vec<(usize, String)> = Vec::new();
    let (mut column, mut start, mut end) = (0, None, None);
    for (at, c) in text.char_indices() {
        if at + c.len_utf8() > from && start.is_none() {
            start = Some(column);
        }
        if at >= to && end.is_none() {
            end = Some(column);
        }
        if column > start.unwrap_or(column) + 2 * WINDOW && end.is_some() {
            break;
        }
        let shown = match c {
            '\u{feff}' => String::new(),
            '\t' => " ".repeat(TAB - column % TAB),
            c if c.width().is_none() => "\u{fffd}".to_string(),
            c => c.to_string(),
        };
        let width: usize = shown.chars().filter_map(UnicodeWidthChar::width).sum();
        cells.push((column, shown));
        column += width;
    }
    let start = start.unwrap_or(column);
    let end = end.unwrap_or(column).max(start + 1);
    if column <= WINDOW && skipped == 0 {
        let text = cells.into_iter().map(|(_, shown)| shown).collect();
        return Excerpt { line, text, indent: start, width: end - start, message, primary };
    }
    let first = start.saturating_sub(LEAD);
    let mut text = String::new();
    let mut indent = start;
    let mut begun = false;
    for (at, shown) in cells.iter().filter(|(at, _)| *at >= first && *at < first + WINDOW) {
        if !begun {
            begun = true;
            indent = start - at;
            if *at > 0 || skipped > 0 {
                text.push('…');
                indent += 1;
            }
        }
        text.push_str(shown);
    }
    if column > first + WINDOW {
        text.push('…');
    }
    Excerpt { line, text, indent, width: (end - start).min(WINDOW - LEAD), message, primary }
}

/// Columns from one tab stop to the next.
const TAB: usize = 4;

/// A text without characters that would disturb a terminal.
fn visible(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::codes::Code;
    use crate::parse::parse;
    use crate::span::SourceId;

    fn check(text_in: &str, expected: Expect) {
        let mut sources = Sources::new();
        let id = sources.add("game.chesslang", text_in);
        let found = parse(text_in, id).diagnostics;
        expected.assert_eq(&text(&sources, &found, Colours::Off));
    }

    #[test]
    fn a_line_is_underlined_and_help_given() {
        check(
            "piece Mann {\n  mvoe: step(any)\n}\n",
            expect![[r#"
                error[E0120]: a piece has no member `mvoe`
                 --> game.chesslang:2:3
                  |
                2 |   mvoe: step(any)
                  |   ^^^^
                  = help: did you mean `move`?
            "#]],
        );
    }

    #[test]
    fn wide_letters_tabs_and_line_ends() {
        check(
            "\u{feff}piece 기사 {\r\n\t효과: \"불\"\t# 주석\r\n}\r\n",
            expect![[r#"
                error[E0120]: a piece has no member `효과`
                 --> game.chesslang:2:2
                  |
                2 |     효과: "불"  # 주석
                  |     ^^^^
                  = help: known are `move`, `capture`, `traits`, `state`, `value` and `symbol`
            "#]],
        );
    }

    #[test]
    fn labels_on_other_lines() {
        check(
            "victory:\n  add:\n    hill: King on rank 8\n\n   race: King on file a\n",
            expect![[r#"
                error[E0115]: this line starts further left than the lines it belongs to
                 --> game.chesslang:5:4
                  |
                3 |     hill: King on rank 8
                  |     ---- the section's first line starts here
                ...
                5 |    race: King on file a
                  |    ^^^^
                  = help: indent all lines of a section alike
            "#]],
        );
    }

    #[test]
    fn what_is_missing_at_the_end_of_the_text() {
        check(
            "piece Mann {",
            expect![[r#"
                error[E0105]: this `{` is never closed
                 --> game.chesslang:1:12
                  |
                1 | piece Mann {
                  |            ^
                  |             - expected its partner before the end of the file
            "#]],
        );
    }

    #[test]
    fn a_very_long_line_is_cut() {
        let line = format!("game: \"{}\" @ {}\n", "가".repeat(300), "x".repeat(300));
        let mut sources = Sources::new();
        let id = sources.add("g", line.as_str());
        let found = parse(&line, id).diagnostics;
        let shown = diagnostic(&sources, &found[0], Colours::Off);
        assert!(shown.lines().all(|line| line.chars().count() < 150), "{shown}");
        let lines: Vec<&str> = shown.lines().collect();
        let under = lines[4].find('^').expect("underlined");
        let column: usize =
            lines[3].chars().take_while(|&c| c != '@').filter_map(UnicodeWidthChar::width).sum();
        assert_eq!(under, column, "{shown}");
    }

    #[test]
    fn colours_and_control_characters() {
        let mut sources = Sources::new();
        let id = sources.add("g", "a\u{1b}[2Jb");
        let one = Diagnostic::new(Code::UnknownItem, Span::new(id, 0, 1), "bad \u{1b}[2J");
        let shown = diagnostic(&sources, &one, Colours::On);
        assert!(shown.starts_with("\u{1b}[1;31merror[E0121]\u{1b}[0m"), "{shown:?}");
        assert!(!shown.contains("\u{1b}[2J"), "{shown:?}");
        assert!(!diagnostic(&sources, &one, Colours::Off).contains('\u{1b}'));
    }

    #[test]
    fn a_span_beyond_the_text_is_shown_at_its_end() {
        let mut sources = Sources::new();
        let id = sources.add("g", "ab");
        let one = Diagnostic::new(Code::UnknownItem, Span::new(id, 90, 95), "off");
        assert!(diagnostic(&sources, &one, Colours::Off).contains("g:1:3"));
        let lost = Diagnostic::new(Code::UnknownItem, Span::new(SourceId(4), 0, 1), "lost");
        assert_eq!(diagnostic(&sources, &lost, Colours::Off), "error[E0121]: lost\n");
    }
}
