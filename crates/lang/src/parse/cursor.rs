//! The parser's hands: looking at tokens, taking them, reporting and recovering.

use crate::ast::{Int, Name, Text};
use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lexer::string_value;
use crate::span::{SourceId, Span};
use crate::suggest::nearest;
use crate::token::{Token, TokenKind};
use crate::tree::{Mark, NodeKind, TreeBuilder};

/// How deep parentheses, blocks and operators may be nested. Bounds the stack here and in every later stage.
pub const MAX_NESTING: u32 = 64;

/// How high the tree of one expression may grow where it grows without nesting (`a.b.c`, `a + b + c`).
pub(super) const MAX_HEIGHT: u32 = 128;

/// Columns from one tab stop to the next.
const TAB: u32 = 4;

/// A token as the parser sees it: no trivia, and with its place in the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub kind: TokenKind,
    pub span: Span,
    /// Its number among all tokens.
    pub index: usize,
    /// Its column, from 0, tabs reaching to the next stop.
    pub column: u32,
    /// Whether it is the first of its line.
    pub first: bool,
}

pub(super) struct Parser<'a> {
    text: &'a str,
    source: SourceId,
    seen: Vec<Seen>,
    pos: usize,
    builder: TreeBuilder,
    diagnostics: Diagnostics,
    /// Where the last error was reported, so that one slip is not reported twice.
    last_error: Option<usize>,
    /// How many brackets are open in which line ends do not matter.
    pub(super) free: u32,
    /// How deep the parser is nested.
    depth: u32,
    /// Whether the current item was already found to be nested too deeply.
    pub(super) deep_reported: bool,
    /// The height of the expression read last.
    pub(super) height: u32,
    /// Whether the filter of a `count` is being read, outside all inner parentheses.
    pub(super) in_count: bool,
}

impl<'a> Parser<'a> {
    pub(super) fn new(
        text: &'a str,
        source: SourceId,
        tokens: &[Token],
        diagnostics: Diagnostics,
    ) -> Parser<'a> {
        let mut seen = Vec::with_capacity(tokens.len() / 2 + 1);
        let (mut column, mut first) = (0, true);
        for (index, token) in tokens.iter().enumerate() {
            let kind = token.kind;
            if !kind.is_trivia() {
                seen.push(Seen { kind, span: token.span(source), index, column, first });
                first = false;
            }
            if kind == TokenKind::Newline {
                (column, first) = (0, true);
            } else {
                for c in token.text(text).chars() {
                    column = match c {
                        '\t' => column / TAB * TAB + TAB,
                        '\n' | '\r' => 0,
                        '\u{feff}' => column,
                        _ => column + 1,
                    };
                }
            }
        }
        let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let span = Span::at(source, end);
        seen.push(Seen { kind: TokenKind::End, span, index: tokens.len(), column: 0, first: true });
        Parser {
            text,
            source,
            seen,
            pos: 0,
            builder: TreeBuilder::default(),
            diagnostics,
            last_error: None,
            free: 0,
            depth: 0,
            deep_reported: false,
            height: 0,
            in_count: false,
        }
    }

    pub(super) fn into_parts(self) -> (TreeBuilder, Diagnostics) {
        (self.builder, self.diagnostics)
    }

    /// The whole text.
    pub(super) fn whole(&self) -> Span {
        Span::new(self.source, 0, u32::try_from(self.text.len()).unwrap_or(u32::MAX))
    }

    // Looking

    /// The token `ahead` tokens from here; the end again and again when there are no more.
    pub(super) fn nth(&self, ahead: usize) -> Seen {
        self.seen[(self.pos + ahead).min(self.seen.len() - 1)]
    }

    pub(super) fn peek(&self) -> Seen {
        self.nth(0)
    }

    pub(super) fn at(&self, kind: TokenKind) -> bool {
        self.peek().kind == kind
    }

    pub(super) fn nth_text(&self, ahead: usize) -> &'a str {
        self.nth(ahead).span.text(self.text)
    }

    pub(super) fn nth_is_word(&self, ahead: usize, word: &str) -> bool {
        self.nth(ahead).kind == TokenKind::Word && self.nth_text(ahead) == word
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        self.nth_is_word(0, word)
    }

    /// Whether the next token stands right after the one before it, without a blank.
    pub(super) fn nth_touches(&self, ahead: usize) -> bool {
        ahead > 0 && self.nth(ahead).span.start == self.nth(ahead - 1).span.end
    }

    /// Whether a line that matters ends before the token `ahead`.
    pub(super) fn line_ends_before(&self, ahead: usize) -> bool {
        self.nth(ahead).kind == TokenKind::End || (self.free == 0 && self.nth(ahead).first)
    }

    /// Whether a line that matters ends here.
    pub(super) fn at_line_end(&self) -> bool {
        self.line_ends_before(0)
    }

    /// Whether a member, entry or action can end here.
    pub(super) fn at_boundary(&self) -> bool {
        self.at_line_end()
            || matches!(self.peek().kind, TokenKind::Semicolon | TokenKind::Comma | TokenKind::RightBrace)
    }

    /// The number of the current token; grows with every token taken.
    pub(super) fn position(&self) -> usize {
        self.pos
    }

    /// The place just behind the token before this one.
    pub(super) fn behind(&self) -> Span {
        match self.pos.checked_sub(1) {
            Some(before) => self.seen[before].span.after(),
            None => Span::at(self.source, 0),
        }
    }

    /// From the start of `from` to the end of the token before this one.
    pub(super) fn since(&self, from: Span) -> Span {
        Span::new(self.source, from.start, self.behind().end.max(from.start))
    }

    // Taking

    /// Takes the current token. At the end nothing is taken.
    pub(super) fn bump(&mut self) -> Seen {
        let token = self.peek();
        if token.kind != TokenKind::End {
            self.pos += 1;
        }
        token
    }

    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// Takes a word as a name.
    pub(super) fn bump_name(&mut self) -> Name {
        let token = self.bump();
        Name { text: token.span.text(self.text).to_string(), span: token.span }
    }

    /// Takes a string.
    pub(super) fn bump_text(&mut self) -> Text {
        let token = self.bump();
        Text { value: string_value(token.span.text(self.text)), span: token.span }
    }

    /// A name, or an error that says what was to be named.
    pub(super) fn name(&mut self, what: &str) -> Option<Name> {
        if self.at(TokenKind::Word) && !self.at_line_end() {
            return Some(self.bump_name());
        }
        self.expected(Code::Expected, what);
        None
    }

    /// A string, or an error that says what it was to tell.
    pub(super) fn text_value(&mut self, what: &str) -> Option<Text> {
        if self.at(TokenKind::Text) {
            return Some(self.bump_text());
        }
        if self.at(TokenKind::Word) && !self.at_line_end() {
            let token = self.peek();
            let word = token.span.text(self.text);
            let found =
                Diagnostic::new(Code::Expected, token.span, format!("expected {what}, found `{word}`"));
            self.report(found.help("put it between double quotes"));
            return None;
        }
        self.expected(Code::Expected, what);
        None
    }

    /// A whole number, perhaps negative, or an error.
    pub(super) fn int(&mut self, what: &str) -> Option<Int> {
        let start = self.peek().span;
        let negative = self.at(TokenKind::Minus) && self.nth(1).kind == TokenKind::Int;
        if negative {
            self.bump();
        }
        match self.peek().kind {
            TokenKind::Int if negative || !self.at_line_end() => {
                self.bump();
                let span = self.since(start);
                Some(Int { value: self.int_value(span), span })
            }
            TokenKind::Decimal => {
                let span = self.peek().span;
                let found = self.shown();
                self.report(
                    Diagnostic::new(
                        Code::BadNumber,
                        span,
                        format!("expected a whole number ({what}), found {found}"),
                    )
                    .help("write it without a decimal point"),
                );
                self.bump();
                None
            }
            TokenKind::Word if !self.at_line_end() => {
                let span = self.peek().span;
                let word = span.text(self.text);
                self.report(Diagnostic::new(
                    Code::ExpectedNumber,
                    span,
                    format!("expected a number ({what}), found `{word}`"),
                ));
                self.bump();
                None
            }
            _ => {
                self.expected(Code::ExpectedNumber, &format!("a number ({what})"));
                None
            }
        }
    }

    /// The value of digits with an optional sign before them; reports numbers that are too large.
    pub(super) fn int_value(&mut self, span: Span) -> i64 {
        let digits: String = span.text(self.text).chars().filter(|c| !c.is_whitespace()).collect();
        digits.parse().unwrap_or_else(|_| {
            self.report(
                Diagnostic::new(Code::BadNumber, span, "this number is too large")
                    .help("the largest number is 9223372036854775807"),
            );
            0
        })
    }

    /// Takes a sign or reports that it is missing.
    pub(super) fn expect(&mut self, kind: TokenKind, what: &str) -> bool {
        let found = self.eat(kind);
        if !found {
            self.expected(Code::Expected, what);
        }
        found
    }

    // Nesting

    /// Goes one level deeper, if the limit allows it; otherwise reports and answers false.
    pub(super) fn enter(&mut self) -> bool {
        if self.depth >= MAX_NESTING {
            self.too_deep();
            return false;
        }
        self.depth += 1;
        true
    }

    /// Comes back from a level.
    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Reports that the text is nested too deeply, once for each item.
    pub(super) fn too_deep(&mut self) {
        if std::mem::replace(&mut self.deep_reported, true) {
            self.last_error = Some(self.pos);
            return;
        }
        let span = self.peek().span;
        self.report(
            Diagnostic::new(Code::TooDeep, span, "this is nested too deeply")
                .help(format!("at most {MAX_NESTING} levels can be nested; give a part of it a name")),
        );
    }

    // The tree

    pub(super) fn mark(&self) -> Mark {
        self.builder.mark(self.peek().index)
    }

    /// Puts a node around everything taken since the mark.
    pub(super) fn close(&mut self, mark: Mark, kind: NodeKind) {
        let end = match self.pos.checked_sub(1) {
            Some(before) => self.seen[before].index + 1,
            None => 0,
        };
        self.builder.close(mark, end, kind);
    }

    // Reporting

    /// Reports a problem, unless one was already reported at this token.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.last_error != Some(self.pos) {
            self.diagnostics.push(diagnostic);
            self.last_error = Some(self.pos);
        }
    }

    /// Reports a problem that is not about the current token.
    pub(super) fn report_elsewhere(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// What stands here in words, where something else was expected: a token, or that the line ends.
    pub(super) fn found(&self) -> String {
        let token = self.peek();
        match token.kind {
            TokenKind::End => "the end of the file".to_string(),
            _ if self.at_line_end() => "the end of the line".to_string(),
            _ => self.shown(),
        }
    }

    /// The current token itself in words, wherever it stands.
    pub(super) fn shown(&self) -> String {
        let token = self.peek();
        match token.kind {
            TokenKind::End => "the end of the file".to_string(),
            TokenKind::Raw => "a program".to_string(),
            _ => {
                let text = token.span.text(self.text);
                let mut shown: String = text.chars().take(24).collect();
                if shown.len() < text.len() {
                    shown.push('…');
                }
                format!("`{shown}`")
            }
        }
    }

    /// Where a missing thing is missing: at the current token, or behind the one before when the line ends here.
    pub(super) fn here(&self) -> Span {
        if self.at_line_end() { self.behind() } else { self.peek().span }
    }

    /// Counts a problem at this token without wording it, when there are too many already.
    pub(super) fn only_counted(&mut self) -> bool {
        let full = self.diagnostics.is_full();
        if full && self.last_error != Some(self.pos) {
            self.diagnostics.count_further();
            self.last_error = Some(self.pos);
        }
        full
    }

    /// Reports that something else was expected here.
    pub(super) fn expected(&mut self, code: Code, what: &str) {
        if self.only_counted() {
            return;
        }
        let message = format!("expected {what}, found {}", self.found());
        let span = self.here();
        self.report(Diagnostic::new(code, span, message));
    }

    /// Takes one of the words that connect the parts of an action (`at`, `to`, `with`), or reports it missing.
    pub(super) fn expect_word(&mut self, word: &str, why: &str) -> bool {
        if self.at_word(word) && !self.at_line_end() {
            self.bump();
            return true;
        }
        let (span, found) = (self.here(), self.found());
        let mut problem =
            Diagnostic::new(Code::Expected, span, format!("expected `{word}` {why}, found {found}"));
        if self.at(TokenKind::Word) && !self.at_line_end() && nearest(self.nth_text(0), [word]).is_some() {
            problem = problem.suggest(span, word);
            self.report(problem);
            // The slip stands for the word, so what follows can still be read.
            self.bump();
            return true;
        }
        self.report(problem);
        false
    }

    /// Reports a word that is none of those that can stand here, with the nearest of them.
    pub(super) fn unknown_word(&mut self, code: Code, name: &Name, message: String, known: &[&str]) {
        if self.only_counted() {
            return;
        }
        let problem = Diagnostic::new(code, name.span, message);
        let problem = match nearest(&name.text, known.iter().copied()) {
            Some(word) => problem.suggest(name.span, word),
            None => problem.help(format!("known are {}", list_of(known))),
        };
        self.report_elsewhere(problem);
        self.last_error = Some(self.pos);
    }

    // Recovering

    /// Takes tokens up to the next place where a member, entry or action can start, passing over whole brackets.
    pub(super) fn recover(&mut self) {
        let mark = self.mark();
        let mut depth = 0usize;
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::End => break,
                _ if token.first && token.column == 0 && self.at_item() => break,
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace if depth == 0 => break,
                kind if kind.is_closing() => depth = depth.saturating_sub(1),
                TokenKind::Semicolon if depth == 0 => break,
                TokenKind::Comma
                    if depth == 0
                        && self.nth(1).kind == TokenKind::Word
                        && self.nth(2).kind == TokenKind::Colon =>
                {
                    break;
                }
                _ if token.first && depth == 0 => break,
                // A member on a new line shows that a bracket was never closed.
                TokenKind::Word if token.first && self.nth(1).kind == TokenKind::Colon => break,
                _ => {}
            }
            self.bump();
            // Only now can the line end: what made us recover may stand at a line start itself.
        }
        self.close(mark, NodeKind::Error);
    }

    /// Makes sure that a member, entry or action ends here; otherwise reports what stands in the way and recovers.
    pub(super) fn end_of_member(&mut self) {
        if self.at_boundary() {
            return;
        }
        let (span, found) = (self.peek().span, self.shown());
        if self.peek().kind.is_closing() {
            self.report(Diagnostic::new(
                Code::StrayBracket,
                span,
                format!("unexpected {found}: there is no opening one for it"),
            ));
        } else {
            self.report(
                Diagnostic::new(Code::UnexpectedText, span, format!("unexpected {found}"))
                    .help("what stands before is complete; begin a new line here, or put `;` between"),
            );
        }
        self.recover();
    }

    /// Reports a bracket that is never closed.
    pub(super) fn unclosed(&mut self, open: Span) {
        let sign = open.text(self.text);
        let found = self.found();
        let here = self.here();
        self.report(
            Diagnostic::new(Code::UnclosedBracket, open, format!("this `{sign}` is never closed"))
                .label(here, format!("expected its partner before {found}")),
        );
    }

    /// Takes the closing bracket for the one at `open`; reports and recovers when something else stands here.
    pub(super) fn close_bracket(&mut self, open: Seen) {
        let Some(closing) = open.kind.closing() else { return };
        if self.eat(closing) {
            return;
        }
        if self.ends_bracket() {
            return self.unclosed(open.span);
        }
        let (span, found) = (self.peek().span, self.shown());
        let sign = open.span.text(self.text);
        let problem =
            Diagnostic::new(Code::UnexpectedText, span, format!("unexpected {found} inside `{sign}`"))
                .label(open.span, "opened here");
        self.report(match open.kind {
            TokenKind::LeftBracket => problem.help("entries are separated by `,`"),
            _ => problem,
        });
        let mark = self.mark();
        let mut depth = 0usize;
        while !(depth == 0 && (self.at(closing) || self.ends_bracket())) && !self.at(TokenKind::End) {
            let kind = self.bump().kind;
            if kind.closing().is_some() {
                depth += 1;
            } else if kind.is_closing() {
                depth = depth.saturating_sub(1);
            }
        }
        self.close(mark, NodeKind::Error);
        if !self.eat(closing) {
            self.last_error = Some(self.pos);
        }
    }

    /// Whether the current token shows that a bracket was never closed.
    fn ends_bracket(&self) -> bool {
        let token = self.peek();
        match token.kind {
            TokenKind::End | TokenKind::Semicolon => true,
            kind if kind.is_closing() => true,
            TokenKind::Word => token.first && (self.nth(1).kind == TokenKind::Colon || self.at_item()),
            _ => false,
        }
    }

    /// Passes over a bracket and everything in it, without going deeper.
    pub(super) fn skip_bracket(&mut self) {
        let mark = self.mark();
        let mut depth = 0usize;
        loop {
            let token = self.peek();
            if token.kind == TokenKind::End || (token.first && token.column == 0 && self.at_item()) {
                break;
            }
            self.bump();
            if token.kind.closing().is_some() {
                depth += 1;
            } else if token.kind.is_closing() {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
            }
        }
        self.close(mark, NodeKind::Error);
    }
}

/// Words as a list for a message: "`a`, `b` and `c`".
pub(super) fn list_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}
