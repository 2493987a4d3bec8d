//! The lexer: cuts a text into tokens without losing a byte.
//!
//! It never fails: characters that belong to nothing become tokens too, with a diagnostic. Line structure is left to
//! the parser, which sees where each token stands. The bodies of `script { }` and `chessembly { }` are one token each.

mod raw;

use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::span::{SourceId, Span};
use crate::token::{Token, TokenKind};

/// Cuts `text` into tokens that cover every byte of it.
///
/// Texts of 4 GiB and more are cut off at that length; nobody writes such a game.
pub fn lex(text: &str, source: SourceId, diagnostics: &mut Diagnostics) -> Vec<Token> {
    let mut lexer =
        Lexer { text, source, at: 0, tokens: Vec::with_capacity(text.len() / 4), braces: 0, diagnostics };
    while lexer.at < text.len() && u32::try_from(text.len()).is_ok() {
        lexer.token();
    }
    lexer.tokens
}

struct Lexer<'a> {
    text: &'a str,
    source: SourceId,
    at: usize,
    tokens: Vec<Token>,
    /// How many `{` are open.
    braces: u32,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let end = self.at + length;
        self.tokens.push(Token { kind, start: offset(self.at), end: offset(end) });
        self.at = end;
    }

    fn report(&mut self, code: Code, start: usize, end: usize, message: impl Into<String>, help: &str) {
        let span = Span::new(self.source, offset(start), offset(end));
        self.diagnostics.push(Diagnostic::new(code, span, message).help(help));
    }

    fn token(&mut self) {
        let Some(first) = self.rest().chars().next() else { return };
        let rest = self.rest();
        match first {
            '\n' => self.push(TokenKind::Newline, 1),
            '\r' => {
                let length = if rest.starts_with("\r\n") { 2 } else { 1 };
                self.push(TokenKind::Newline, length);
            }
            '#' => {
                let length = line_length(rest);
                self.push(TokenKind::Comment, length);
            }
            '"' | '\'' => self.string(first),
            '“' | '”' | '„' | '«' | '»' => self.typographic_string(first),
            _ if is_blank(first) => {
                let length = prefix_length(rest, is_blank);
                self.push(TokenKind::Whitespace, length);
            }
            _ if first.is_ascii_digit() => self.number(),
            _ if is_word_start(first) => self.word(),
            '/' if rest.starts_with("//") || rest.starts_with("/*") => self.foreign_comment(),
            _ => self.sign(first),
        }
    }

    fn sign(&mut self, first: char) {
        use TokenKind as T;
        const SIGNS: [(&str, TokenKind); 33] = [
            ("===", T::EqualEqualEqual),
            ("!==", T::BangEqualEqual),
            ("==", T::EqualEqual),
            ("!=", T::BangEqual),
            ("<=", T::LessEqual),
            (">=", T::GreaterEqual),
            ("+=", T::PlusEqual),
            ("-=", T::MinusEqual),
            ("*=", T::StarEqual),
            ("/=", T::SlashEqual),
            ("||", T::PipePipe),
            ("&&", T::Ampersand),
            (":", T::Colon),
            (",", T::Comma),
            (";", T::Semicolon),
            (".", T::Dot),
            ("|", T::Pipe),
            ("&", T::Ampersand),
            ("!", T::Bang),
            ("+", T::Plus),
            ("-", T::Minus),
            ("*", T::Star),
            ("/", T::Slash),
            ("%", T::Percent),
            ("=", T::Equal),
            ("<", T::Less),
            (">", T::Greater),
            ("(", T::LeftParen),
            (")", T::RightParen),
            ("[", T::LeftBracket),
            ("]", T::RightBracket),
            ("{", T::LeftBrace),
            ("}", T::RightBrace),
        ];
        let rest = self.rest();
        let starts = |sign: &str| sign.starts_with(first) && rest.starts_with(sign);
        let Some(&(sign, kind)) = SIGNS.iter().find(|(sign, _)| starts(sign)) else {
            return self.unknown(first);
        };
        match kind {
            T::LeftBrace => self.braces += 1,
            T::RightBrace => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
        self.push(kind, sign.len());
    }

    /// A run of characters that belong to nothing is one token and one diagnostic.
    fn unknown(&mut self, first: char) {
        let length = prefix_length(self.rest(), |c| {
            !(c.is_ascii_graphic() && c != first
                || c == '\n'
                || c == '\r'
                || c.is_ascii_digit()
                || is_blank(c)
                || is_word_start(c))
        });
        let run = &self.rest()[..length];
        let mut shown: String = run.chars().take(8).collect();
        if shown.len() < run.len() {
            shown.push('…');
        }
        let (message, help) = match first {
            '“' | '”' | '„' | '«' | '»' | '‘' | '’' => (
                format!("`{first}` is a typographic quotation mark"),
                "strings stand between straight double quotes: \"...\"",
            ),
            '–' | '—' | '−' => (format!("`{first}` is a long dash"), "write a plain `-`"),
            c if c.is_control() || c == '\u{fffd}' || c == '\u{200b}' => (
                format!("there is an unreadable character here (U+{:04X})", u32::from(c)),
                "delete it; if there are many, this file is perhaps no text",
            ),
            _ => (format!("`{shown}` means nothing here"), "delete it, or put it into a string or a comment"),
        };
        self.report(Code::UnexpectedCharacter, self.at, self.at + length, message, help);
        self.push(TokenKind::Unknown, length);
    }

    fn number(&mut self) {
        let rest = self.rest();
        let digits = prefix_length(rest, |c| c.is_ascii_digit());
        let fraction = match rest[digits..].strip_prefix('.') {
            Some(after) => prefix_length(after, |c| c.is_ascii_digit()),
            None => 0,
        };
        if fraction > 0 {
            self.push(TokenKind::Decimal, digits + 1 + fraction);
        } else {
            self.push(TokenKind::Int, digits);
        }
    }

    /// A string, up to its closing quote or the line end.
    fn string(&mut self, quote: char) {
        let (rest, start) = (self.rest(), self.at);
        let (mut length, mut closed) = (rest.len(), false);
        let mut bad_escapes = Vec::new();
        let mut chars = rest.char_indices().skip(1).peekable();
        while let Some((i, c)) = chars.next() {
            if c == '\n' || c == '\r' || (quote == '\'' && i > LONGEST_QUOTATION) {
                length = i;
                break;
            }
            if c == quote {
                (length, closed) = (i + 1, true);
                break;
            }
            if c == '\\'
                && let Some((j, escaped)) = chars.next_if(|&(_, next)| next != '\n' && next != '\r')
                && !matches!(escaped, 'n' | 't' | '"' | '\'' | '\\')
            {
                bad_escapes.push((i, j + escaped.len_utf8()));
            }
        }
        if quote == '\'' {
            if !closed {
                // An apostrophe alone is no string: swallowing the line would hide what follows.
                return self.unknown(quote);
            }
            self.foreign_string(1, length - 1, length, "this string stands between single quotes");
            return;
        }
        self.control_characters(length);
        for (from, to) in bad_escapes {
            let escape = &rest[from..to];
            self.report(
                Code::BadString,
                start + from,
                start + to,
                format!("`{escape}` is no escape that a string knows"),
                "write `\\\\` for a backslash; known are \\n, \\t, \\\", \\' and \\\\",
            );
        }
        if !closed {
            let end = start + rest[..length].trim_end().len();
            self.report(
                Code::UnclosedString,
                start,
                end,
                "this string is never closed",
                "put a `\"` at its end; a string stands on one line",
            );
        }
        self.push(TokenKind::Text, length);
    }

    /// Characters in a string that no reader sees and that do things to terminals: each run of them is told.
    fn control_characters(&mut self, length: usize) {
        let text = &self.rest()[..length];
        let bad = |c: char| c.is_control() && c != '\t';
        let mut runs: Vec<(usize, usize, char)> = Vec::new();
        for (at, c) in text.char_indices().filter(|&(_, c)| bad(c)) {
            match runs.last_mut() {
                Some((_, end, _)) if *end == at => *end += c.len_utf8(),
                _ => runs.push((at, at + c.len_utf8(), c)),
            }
        }
        for (from, to, first) in runs {
            let span = Span::new(self.source, offset(self.at + from), offset(self.at + to));
            let message = format!("there is a control character (U+{:04X}) in this string", u32::from(first));
            self.diagnostics.push(
                Diagnostic::new(Code::ControlCharacter, span, message)
                    .help("delete it; a new line is written `\\n` and a tab `\\t`")
                    .fix(span, String::new()),
            );
        }
    }

    /// A string between other quotes than `"`: reported, and read as the string it is meant to be.
    fn foreign_string(&mut self, from: usize, to: usize, length: usize, message: &str) {
        let inside = self.rest()[from..to].replace('"', "\\\"");
        let span = Span::new(self.source, offset(self.at), offset(self.at + length));
        self.diagnostics.push(
            Diagnostic::new(Code::BadString, span, message)
                .help("write it between straight double quotes")
                .fix(span, format!("\"{inside}\"")),
        );
        self.push(TokenKind::Text, length);
    }

    /// Text between typographic quotes, if they are closed on the same line.
    fn typographic_string(&mut self, first: char) {
        let rest = self.rest();
        let from = first.len_utf8();
        let end = rest[from..].find(|c| c == '\n' || c == '\r' || TYPOGRAPHIC_QUOTES.contains(&c));
        let closing = end.and_then(|end| rest[from + end..].chars().next().map(|c| (from + end, c)));
        match closing {
            Some((to, c)) if c != '\n' && c != '\r' => {
                let message = "this string stands between typographic quotation marks";
                self.foreign_string(from, to, to + c.len_utf8(), message);
            }
            _ => self.unknown(first),
        }
    }

    fn foreign_comment(&mut self) {
        let rest = self.rest();
        let length = if rest.starts_with("//") {
            line_length(rest)
        } else {
            rest[2..].find("*/").map_or(rest.len(), |i| i + 4)
        };
        let sign = &rest[..2];
        let message = format!("`{sign}` does not start a comment here");
        self.report(Code::ForeignComment, self.at, self.at + 2, message, "comments start with `#`");
        self.push(TokenKind::ForeignComment, length);
    }

    fn word(&mut self) {
        let length = prefix_length(self.rest(), is_word_part);
        let word = &self.rest()[..length];
        let opens_raw = match word {
            "script" => self.at_item_start(),
            "chessembly" => self.after_pattern_sign(),
            _ => false,
        };
        let is_script = word == "script";
        self.push(TokenKind::Word, length);
        if opens_raw {
            self.raw_block(is_script);
        }
    }

    /// The tokens before the current place that are not trivia, last one first.
    fn before(&self) -> impl Iterator<Item = &Token> {
        self.tokens.iter().rev().filter(|t| !t.kind.is_trivia())
    }

    /// Whether a `script` here can start an item: at the start of a line or after `}` or `;`, outside all braces; at
    /// the very margin also inside, since then a brace was forgotten before.
    fn at_item_start(&self) -> bool {
        let starts_line = self
            .tokens
            .iter()
            .rev()
            .find(|t| t.kind != TokenKind::Whitespace)
            .is_none_or(|t| t.kind == TokenKind::Newline);
        let at_margin = self.tokens.last().is_none_or(|t| t.kind == TokenKind::Newline);
        let after_item = self
            .before()
            .next()
            .is_none_or(|t| matches!(t.kind, TokenKind::RightBrace | TokenKind::Semicolon));
        at_margin || (self.braces == 0 && (starts_line || after_item))
    }

    /// Whether the last token is one after which a pattern can stand.
    fn after_pattern_sign(&self) -> bool {
        self.before().next().is_some_and(|t| {
            matches!(
                t.kind,
                TokenKind::Colon
                    | TokenKind::Pipe
                    | TokenKind::Plus
                    | TokenKind::LeftParen
                    | TokenKind::Equal
            )
        })
    }

    /// After the word `script` or `chessembly`: `{`, the body as one token, `}`; nothing if no `{` follows.
    fn raw_block(&mut self, is_script: bool) {
        let rest = self.rest();
        let gap = prefix_length(rest, |c| is_blank(c) || c == '\n' || c == '\r');
        if !rest[gap..].starts_with('{') {
            return;
        }
        while !self.rest().starts_with('{') {
            self.token();
        }
        let open = self.at;
        self.push(TokenKind::LeftBrace, 1);
        let body = self.rest();
        let end = if is_script { raw::script_end(body) } else { raw::chessembly_end(body) };
        let length = end.unwrap_or(body.len());
        if length > 0 {
            self.push(TokenKind::Raw, length);
        }
        if end.is_some() {
            self.push(TokenKind::RightBrace, 1);
        } else {
            let what = if is_script { "script" } else { "Chessembly program" };
            self.report(
                Code::UnclosedBracket,
                open,
                open + 1,
                format!("the `{{` of this {what} is never closed"),
                "put the missing `}` at its end",
            );
        }
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn prefix_length(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.char_indices().find(|&(_, c)| !belongs(c)).map_or(text.len(), |(i, _)| i)
}

fn line_length(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

fn is_blank(c: char) -> bool {
    c != '\n' && c != '\r' && (c.is_whitespace() || c == '\u{feff}')
}

/// Whether a word can start with this character.
pub fn is_word_start(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// Whether a word can go on with this character: letters, digits, `_`, and the combining marks that some scripts (and
/// letters typed as letter plus accent) need.
pub fn is_word_part(c: char) -> bool {
    c == '_'
        || c.is_alphanumeric()
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{93c}' | '\u{94d}' | '\u{9cd}' | '\u{e31}'..='\u{e4e}' | '\u{200c}' | '\u{200d}' | '\u{3099}' | '\u{309a}' | '\u{fe0f}')
}

/// How many bytes a text between single quotes may have; what is longer is no string but a stray apostrophe.
const LONGEST_QUOTATION: usize = 200;

/// Quotation marks of word processors, opening and closing ones alike.
const TYPOGRAPHIC_QUOTES: [char; 5] = ['“', '”', '„', '«', '»'];

/// The value of a string token: without its quotes, escapes resolved.
pub fn string_value(token: &str) -> String {
    let quote = token.chars().next().unwrap_or('"');
    if TYPOGRAPHIC_QUOTES.contains(&quote) {
        return token.trim_matches(TYPOGRAPHIC_QUOTES).to_string();
    }
    let mut value = String::with_capacity(token.len());
    let mut chars = token.chars().skip(1);
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => value.push('\n'),
                Some('t') => value.push('\t'),
                Some(other) => value.push(other),
                None => {}
            },
            c if c == quote => break,
            c => value.push(c),
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(string_value(r#""a\"b\\c\n\t\'""#), "a\"b\\c\n\t'");
        assert_eq!(string_value("\"open"), "open");
        assert_eq!(string_value("\"end\\"), "end");
    }
}
