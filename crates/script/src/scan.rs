//! The text of a script as tokens: enough to find words, not to understand them.
//!
//! QuickJS reads the script; this only looks for what the rules and the lints must know beforehand. Strings,
//! templates, regular expressions and comments are told apart from code by the script's own lexical rules.

/// A token of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub kind: Kind,
    /// The text as written.
    pub text: &'a str,
    /// Where it starts, in bytes.
    pub start: usize,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name or keyword.
    Word,
    Number,
    /// A string, or the text parts of a template.
    Text,
    Regex,
    /// A bracket or operator; of operators only what is needed is put together: `=>`, `==`, `+=`, `++` and the like.
    Punctuation,
}

/// The tokens of a script. Whatever is malformed ends where a reader would guess; QuickJS reports it.
pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut scanner = Scanner { source, at: 0, tokens: Vec::new(), templates: Vec::new() };
    while scanner.at < source.len() {
        scanner.next();
    }
    scanner.tokens
}

/// Line and column, both from 1, of a place in a text; columns are in characters.
pub(crate) fn line_and_column(source: &str, at: usize) -> (u32, u32) {
    let before = &source[..at];
    let line = before.matches('\n').count() as u32 + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, before[start..].chars().count() as u32 + 1)
}

struct Scanner<'a> {
    source: &'a str,
    at: usize,
    tokens: Vec<Token<'a>>,
    /// For each template that is open: how many braces are open within its `${`.
    templates: Vec<usize>,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let text = &self.rest()[..length];
        self.tokens.push(Token { kind, text, start: self.at });
        self.at += length;
    }

    fn next(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        if first.is_whitespace() {
            self.at += first.len_utf8();
        } else if rest.starts_with("//") {
            self.at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            self.at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if first.is_alphabetic() || matches!(first, '_' | '$' | '#' | '\\') {
            let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '#' | '\\');
            self.push(Kind::Word, rest.find(|c| !word(c)).unwrap_or(rest.len()));
        } else if first.is_ascii_digit()
            || (first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()))
        {
            self.push(Kind::Number, number(rest));
        } else if matches!(first, '"' | '\'') {
            self.push(Kind::Text, string(rest, first));
        } else if first == '`' {
            self.template(1);
        } else if first == '}' && self.templates.last() == Some(&0) {
            self.templates.pop();
            self.template(1);
        } else if first == '/' && self.regex_may_start() {
            self.push(Kind::Regex, regex(rest));
        } else {
            match (first, self.templates.last_mut()) {
                ('{', Some(open)) => *open += 1,
                ('}', Some(open)) => *open = open.saturating_sub(1),
                _ => {}
            }
            let operator = OPERATORS.iter().find(|operator| rest.starts_with(**operator));
            self.push(Kind::Punctuation, operator.map_or(first.len_utf8(), |operator| operator.len()));
        }
    }

    /// The text of a template up to its end or its next `${`, whose opening character is skipped.
    fn template(&mut self, skip: usize) {
        let rest = self.rest();
        let mut at = skip;
        while at < rest.len() {
            let here = &rest[at..];
            if let Some(escaped) = here.strip_prefix('\\') {
                at += 1 + escaped.chars().next().map_or(0, char::len_utf8);
            } else if here.starts_with('`') {
                return self.push(Kind::Text, at + 1);
            } else if here.starts_with("${") {
                self.push(Kind::Text, at + 2);
                return self.templates.push(0);
            } else {
                at += here.chars().next().map_or(1, char::len_utf8);
            }
        }
        self.push(Kind::Text, rest.len());
    }

    /// Whether a slash here begins a regular expression: it does not behind a value.
    fn regex_may_start(&self) -> bool {
        match self.tokens.last() {
            None => true,
            Some(token) => match token.kind {
                Kind::Number | Kind::Regex => false,
                Kind::Text => token.text.ends_with("${"),
                Kind::Word => KEYWORDS_BEFORE_VALUES.contains(&token.text),
                Kind::Punctuation => !matches!(token.text, ")" | "]" | "}" | "++" | "--"),
            },
        }
    }
}

const KEYWORDS_BEFORE_VALUES: &[&str] = &[
    "return",
    "typeof",
    "case",
    "in",
    "of",
    "delete",
    "void",
    "throw",
    "new",
    "else",
    "do",
    "instanceof",
    "yield",
    "await",
];

/// Longest first.
const OPERATORS: &[&str] = &[
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=",
    ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>",
    "**",
];

fn number(text: &str) -> usize {
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let exponent_sign = matches!(c, '+' | '-') && matches!(before, 'e' | 'E') && !text.starts_with("0x");
        if !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_') || exponent_sign) {
            return at;
        }
        before = c;
    }
    text.len()
}

fn string(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return at,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn regex(text: &str) -> usize {
    let (mut escaped, mut in_class) = (false, false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => {
                let flags = text[at + 1..].find(|c: char| !c.is_ascii_alphabetic());
                return flags.map_or(text.len(), |flags| at + 1 + flags);
            }
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(source: &str, expected: Expect) {
        let tokens: Vec<String> =
            tokens(source).iter().map(|token| format!("{:?} {}", token.kind, token.text)).collect();
        expected.assert_eq(&tokens.join("\n"));
    }

    #[test]
    fn strings_comments_and_templates_are_not_code() {
        check(
            "a = \"b // c\" + 'd\\'e' // f\n/* g */ `h ${i + `j ${k}` + {l: 1}.l} m`",
            expect![[r#"
                Word a
                Punctuation =
                Text "b // c"
                Punctuation +
                Text 'd\'e'
                Text `h ${
                Word i
                Punctuation +
                Text `j ${
                Word k
                Text }`
                Punctuation +
                Punctuation {
                Word l
                Punctuation :
                Number 1
                Punctuation }
                Punctuation .
                Word l
                Text } m`"#]],
        );
    }

    #[test]
    fn a_slash_is_a_regex_or_a_division() {
        check(
            "x = a / b / c; y = /[/}]\\/x/gi.test(z) / 2; return /1n/",
            expect![[r#"
                Word x
                Punctuation =
                Word a
                Punctuation /
                Word b
                Punctuation /
                Word c
                Punctuation ;
                Word y
                Punctuation =
                Regex /[/}]\/x/gi
                Punctuation .
                Word test
                Punctuation (
                Word z
                Punctuation )
                Punctuation /
                Number 2
                Punctuation ;
                Word return
                Regex /1n/"#]],
        );
    }

    #[test]
    fn numbers_keep_their_suffix() {
        check(
            "1n 0x1Fn 1e-5 .5 1_000 a.b?.c => 3",
            expect![[r#"
                Number 1n
                Number 0x1Fn
                Number 1e-5
                Number .5
                Number 1_000
                Word a
                Punctuation .
                Word b
                Punctuation ?.
                Word c
                Punctuation =>
                Number 3"#]],
        );
    }

    #[test]
    fn noise_ends() {
        for noise in
            ["`${`${", "'abc", "/abc", "/* abc", "\\", "}}}", "한글 = '글'", "\u{feff}a", "#", "`${{}"]
        {
            assert!(tokens(noise).iter().all(|token| !token.text.is_empty()), "{noise}");
        }
    }

    #[test]
    fn places_are_counted_in_characters() {
        assert_eq!(line_and_column("가나\n다라마", "가나\n다라".len()), (2, 3));
    }
}
