//! The shape of a text: chains of items, with the place of each. Nothing is looked up here.
//!
//! All places are byte ranges of the text at hand. Every item but a comment counts as one expression.

use std::ops::Range;

/// A chain: its items up to a `;` or the end of the text.
#[derive(Debug, Default)]
pub(super) struct Chain {
    pub items: Vec<Item>,
    /// The `;`, empty at the end of the text.
    pub end: Range<usize>,
}

#[derive(Debug)]
pub(super) struct Item {
    pub kind: ItemKind,
    pub range: Range<usize>,
}

#[derive(Debug)]
pub(super) enum ItemKind {
    /// `{`
    Open,
    /// `}`
    Close,
    /// `name` or `name(argument, ...)`; without parentheses there are no arguments either.
    Expression { name: Range<usize>, arguments: Vec<Range<usize>> },
    /// Something that has not the form of an expression.
    Malformed(Malformed),
    /// From `#` up to a `;` or the end of the line.
    Comment,
}

/// What is wrong with the form of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Malformed {
    /// No `)` before something that cannot stand between parentheses.
    Unclosed,
    /// A blank between the name and its `(`.
    Apart,
    /// Two arguments without a comma, or a comma too many.
    Commas,
    /// `(`, `)` or `,` where an expression should begin.
    Stray,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenKind {
    Word,
    LeftParen,
    RightParen,
    Comma,
    Open,
    Close,
    Semicolon,
    Comment,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: TokenKind,
    start: usize,
    end: usize,
}

impl Token {
    fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// The token at or after `from`, blanks skipped.
fn token(text: &str, from: usize) -> Option<Token> {
    let rest = text[from..].trim_start_matches(is_blank);
    let start = text.len() - rest.len();
    let first = rest.chars().next()?;
    let (kind, len) = match first {
        '(' => (TokenKind::LeftParen, 1),
        ')' => (TokenKind::RightParen, 1),
        ',' => (TokenKind::Comma, 1),
        '{' => (TokenKind::Open, 1),
        '}' => (TokenKind::Close, 1),
        ';' => (TokenKind::Semicolon, 1),
        '#' => {
            let len = rest.find([';', '\n', '\r']).unwrap_or(rest.len());
            (TokenKind::Comment, rest[..len].trim_end().len())
        }
        _ => {
            let ends = |c: char| is_blank(c) || "(),{};#".contains(c);
            (TokenKind::Word, rest.find(ends).unwrap_or(rest.len()))
        }
    };
    Some(Token { kind, start, end: start + len })
}

/// Where the `}` is that ends a program written between braces: the offset of the first `}` in `text` that
/// closes nothing in it, comments left out.
///
/// ```
/// use nightrider_lang::chessembly::block_end;
/// assert_eq!(block_end(" { move(1, 0) } # not this }\n } symbol: \"S\""), Some(30));
/// assert_eq!(block_end(" { move(1, 0) "), None);
/// ```
pub fn block_end(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(token) = token(text, at) {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close if depth == 0 => return Some(token.start),
            TokenKind::Close => depth -= 1,
            _ => {}
        }
        at = token.end;
    }
    None
}

/// Cuts a text into chains. Chains without any item are left out, except that comments count as items.
pub(super) fn parse(text: &str) -> Vec<Chain> {
    let mut chains = Vec::new();
    let mut items = Vec::new();
    let mut at = 0;
    while let Some(token) = token(text, at) {
        at = token.end;
        let kind = match token.kind {
            TokenKind::Semicolon => {
                if !items.is_empty() {
                    chains.push(Chain { items: std::mem::take(&mut items), end: token.range() });
                }
                continue;
            }
            TokenKind::Open => ItemKind::Open,
            TokenKind::Close => ItemKind::Close,
            TokenKind::Comment => ItemKind::Comment,
            TokenKind::Word => {
                let (kind, end) = expression(text, token);
                at = end;
                kind
            }
            TokenKind::LeftParen => {
                let (_, end) = arguments(text, token);
                at = end;
                ItemKind::Malformed(Malformed::Stray)
            }
            TokenKind::RightParen | TokenKind::Comma => ItemKind::Malformed(Malformed::Stray),
        };
        items.push(Item { kind, range: token.start..at });
    }
    if !items.is_empty() {
        chains.push(Chain { items, end: text.len()..text.len() });
    }
    chains
}

/// The expression that begins with a word, and where it ends.
fn expression(text: &str, word: Token) -> (ItemKind, usize) {
    let Some(paren) = token(text, word.end).filter(|next| next.kind == TokenKind::LeftParen) else {
        return (ItemKind::Expression { name: word.range(), arguments: Vec::new() }, word.end);
    };
    let (result, end) = arguments(text, paren);
    let kind = match result {
        _ if paren.start != word.end => ItemKind::Malformed(Malformed::Apart),
        Ok(arguments) => ItemKind::Expression { name: word.range(), arguments },
        Err(malformed) => ItemKind::Malformed(malformed),
    };
    (kind, end)
}

/// Reads what follows a `(` up to its `)`, and says where that ends. An unclosed list ends before whatever
/// cannot belong to it: a brace, a `;`, or the next expression.
fn arguments(text: &str, paren: Token) -> (Result<Vec<Range<usize>>, Malformed>, usize) {
    let mut arguments = Vec::new();
    let mut well_formed = true;
    let mut after_comma = true;
    // The ends of the last token that is no comment, and of the one before it.
    let (mut end, mut end_before) = (paren.end, paren.end);
    let mut at = paren.end;
    while let Some(token) = token(text, at) {
        at = token.end;
        match token.kind {
            TokenKind::Comment => continue,
            TokenKind::Word => {
                well_formed &= after_comma;
                after_comma = false;
                arguments.push(token.range());
            }
            TokenKind::Comma => {
                well_formed &= !after_comma;
                after_comma = true;
            }
            TokenKind::RightParen => {
                well_formed &= !after_comma || arguments.is_empty() && end == paren.end;
                return (well_formed.then_some(arguments).ok_or(Malformed::Commas), token.end);
            }
            TokenKind::LeftParen if !after_comma => {
                // `move(1, take(0, 1)`: the word before this parenthesis begins the next expression.
                return (Err(Malformed::Unclosed), end_before);
            }
            _ => break,
        }
        end_before = std::mem::replace(&mut end, token.end);
    }
    (Err(Malformed::Unclosed), end)
}
