//! Tokens: the smallest pieces of a text, white space and comments included.

use crate::span::{SourceId, Span};

/// The kinds of tokens. Words are never keywords here: what a word means depends on where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenKind {
    /// Blanks and tabs.
    Whitespace,
    /// One line end: LF, CR LF or CR.
    Newline,
    /// `# ...` up to the line end.
    Comment,
    /// A comment of another language (`// ...`, `/* ... */`), reported and then treated as a comment.
    ForeignComment,
    /// Characters that belong to nothing, reported and then treated as blanks.
    Unknown,
    /// A name or keyword: letters of any script, digits and `_`, not starting with a digit.
    Word,
    /// Digits.
    Int,
    /// Digits with a decimal point.
    Decimal,
    /// A string with its quotes; it may lack the closing one.
    Text,
    /// The text between the braces of a `script` or `chessembly` block.
    Raw,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `.`
    Dot,
    /// `|`
    Pipe,
    /// `||`, of other languages
    PipePipe,
    /// `&&` or `&`, of other languages
    Ampersand,
    /// `!`, of other languages
    Bang,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `%`
    Percent,
    /// `=`
    Equal,
    /// `+=`
    PlusEqual,
    /// `-=`
    MinusEqual,
    /// `*=`
    StarEqual,
    /// `/=`
    SlashEqual,
    /// `==`
    EqualEqual,
    /// `===`, of other languages
    EqualEqualEqual,
    /// `!=`
    BangEqual,
    /// `!==`, of other languages
    BangEqualEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `(`
    LeftParen,
    /// `)`
    RightParen,
    /// `[`
    LeftBracket,
    /// `]`
    RightBracket,
    /// `{`
    LeftBrace,
    /// `}`
    RightBrace,
    /// The end of the text; only the parser sees it.
    End,
}

impl TokenKind {
    /// Whether the parser passes over such tokens.
    pub fn is_trivia(self) -> bool {
        matches!(
            self,
            TokenKind::Whitespace
                | TokenKind::Newline
                | TokenKind::Comment
                | TokenKind::ForeignComment
                | TokenKind::Unknown
        )
    }

    /// The closing kind for an opening one.
    pub fn closing(self) -> Option<TokenKind> {
        match self {
            TokenKind::LeftParen => Some(TokenKind::RightParen),
            TokenKind::LeftBracket => Some(TokenKind::RightBracket),
            TokenKind::LeftBrace => Some(TokenKind::RightBrace),
            _ => None,
        }
    }

    /// Whether this is `)`, `]` or `}`.
    pub fn is_closing(self) -> bool {
        matches!(self, TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace)
    }
}

/// A token: its kind and its bytes `start..end`. Tokens follow each other without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Which kind.
    pub kind: TokenKind,
    /// Byte offset of the first byte.
    pub start: u32,
    /// Byte offset after the last byte.
    pub end: u32,
}

impl Token {
    /// Its place in a source.
    pub fn span(self, source: SourceId) -> Span {
        Span::new(source, self.start, self.end)
    }

    /// Its text.
    pub fn text(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}
