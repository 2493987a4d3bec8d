//! The formatter: one layout for every ChessLang file.
//!
//! It changes nothing but blanks: lines stay lines, comments stay where they are, and the text means what it meant.
//! What belongs to something is indented by two columns, a continued line too; tokens are spaced alike everywhere; at
//! most one empty line separates. Programs in `script { }` and `chessembly { }` are left as they are.

use crate::diagnostic::{Diagnostic, Severity};
use crate::parse::parse;
use crate::span::SourceId;
use crate::token::TokenKind;
use crate::tree::{Element, NodeId, NodeKind, Tree};

/// Columns from one level to the next.
const INDENT: usize = 2;

/// Formats a text.
///
/// # Errors
///
/// A text with errors is not formatted, since what belongs to what is not known; its diagnostics are given back.
///
/// ```
/// use nightrider_lang::format::format;
/// let text = "piece   A{\nmove:step( any )|leap(2,1)#near\n}";
/// assert_eq!(format(text).unwrap(), "piece A {\n  move: step(any) | leap(2, 1)  #near\n}\n");
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(text, SourceId(0));
    if parsed.diagnostics.iter().any(|found| found.severity == Severity::Error) {
        return Err(parsed.diagnostics);
    }
    let plan = Plan::new(text, &parsed.tree);
    Ok(plan.print())
}

/// What the tree says about each token.
#[derive(Clone, Copy, Debug)]
struct Seat {
    /// The innermost node that holds the token.
    node: NodeId,
    /// The token opens a `{` whose content is a list of members or actions.
    opens_body: bool,
    /// The token opens arguments, which stick to the word before them.
    opens_arguments: bool,
    /// How many bodies without braces begin and end with this token.
    bodies_begin: u32,
    bodies_end: u32,
}

/// A line of the text: its tokens without blanks.
struct Line {
    tokens: Vec<usize>,
    /// The column where it starts in the text.
    column: usize,
    /// Whether an empty line stands before it.
    gap: bool,
}

struct Plan<'a> {
    text: &'a str,
    tree: &'a Tree,
    seats: Vec<Seat>,
    parents: Vec<(NodeId, NodeId)>,
}

impl<'a> Plan<'a> {
    fn new(text: &'a str, tree: &'a Tree) -> Plan<'a> {
        let root = tree.root();
        let empty =
            Seat { node: root, opens_body: false, opens_arguments: false, bodies_begin: 0, bodies_end: 0 };
        let mut seats = vec![empty; tree.tokens().len()];
        let mut parents = Vec::new();
        for node in tree.nodes() {
            let range = tree.token_range(node);
            let kind = tree.kind(node);
            for child in tree.children(node) {
                match child {
                    Element::Token(token) => seats[token].node = node,
                    Element::Node(inner) => parents.push((inner, node)),
                }
            }
            let Some(first) = seats.get(range.start).map(|_| range.start) else { continue };
            let braces = tree.tokens()[first].kind == TokenKind::LeftBrace;
            match kind {
                NodeKind::Body if braces => seats[first].opens_body = true,
                NodeKind::Body => {
                    seats[first].bodies_begin += 1;
                    seats[range.end - 1].bodies_end += 1;
                }
                NodeKind::Arguments => seats[first].opens_arguments = true,
                _ => {}
            }
        }
        parents.sort_unstable_by_key(|&(child, _)| child);
        Plan { text, tree, seats, parents }
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        let at = self.parents.binary_search_by_key(&node, |&(child, _)| child).ok()?;
        Some(self.parents[at].1)
    }

    fn kind(&self, token: usize) -> TokenKind {
        self.tree.tokens()[token].kind
    }

    fn token_text(&self, token: usize) -> &'a str {
        self.tree.tokens()[token].text(self.text)
    }

    fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let (mut column, mut empty_lines, mut open) = (0, 0, false);
        for (i, token) in self.tree.tokens().iter().enumerate() {
            match token.kind {
                TokenKind::Newline => {
                    empty_lines = if open { 0 } else { empty_lines + 1 };
                    (column, open) = (0, false);
                }
                TokenKind::Whitespace if !open => {
                    for c in self.token_text(i).chars() {
                        column = match c {
                            '\t' => column / 4 * 4 + 4,
                            '\u{feff}' => column,
                            _ => column + 1,
                        };
                    }
                }
                TokenKind::Whitespace => {}
                _ => {
                    if !open {
                        let gap = empty_lines > 0 && !lines.is_empty();
                        lines.push(Line { tokens: Vec::new(), column, gap });
                        open = true;
                    }
                    if let Some(line) = lines.last_mut() {
                        line.tokens.push(i);
                    }
                }
            }
        }
        lines
    }

    fn print(&self) -> String {
        let newline = if self.text.find("\r\n").is_some_and(|i| Some(i + 1) == self.text.find('\n')) {
            "\r\n"
        } else {
            "\n"
        };
        let lines = self.lines();
        let levels = self.levels(&lines);
        let mut out = String::with_capacity(self.text.len());
        for (i, (line, level)) in lines.iter().zip(levels).enumerate() {
            let after_opening =
                i > 0 && lines[i - 1].tokens.last().is_some_and(|&t| self.seats[t].opens_body);
            let closes = line.tokens.first().is_some_and(|&t| self.kind(t) == TokenKind::RightBrace);
            if line.gap && !after_opening && !closes {
                out.push_str(newline);
            }
            out.push_str(&" ".repeat(INDENT * level));
            let mut before: Option<usize> = None;
            for &token in &line.tokens {
                if let Some(before) = before {
                    out.push_str(&" ".repeat(self.blanks_between(before, token)));
                }
                before = Some(token);
                let shown = self.token_text(token);
                out.push_str(if self.kind(token) == TokenKind::Comment { shown.trim_end() } else { shown });
            }
            out.push_str(newline);
        }
        out
    }

    /// The level of each line.
    fn levels(&self, lines: &[Line]) -> Vec<usize> {
        let mut levels = Vec::with_capacity(lines.len());
        let mut open = 0usize;
        // Brackets open since the last body began; inside them a line needs no further sign of being continued.
        let mut brackets: Vec<bool> = Vec::new();
        // Lines whose comments wait for the level of the next line.
        let mut waiting: Vec<usize> = Vec::new();
        let mut bodies_done = 0usize;
        for (number, line) in lines.iter().enumerate() {
            let first = line.tokens.first().copied().unwrap_or(0);
            if self.kind(first) == TokenKind::Comment {
                waiting.push(number);
                levels.push(open);
                continue;
            }
            // Bodies without braces ended before this line.
            open -= std::mem::take(&mut bodies_done);
            let begins = self.seats[first].bodies_begin as usize;
            let closes = self.kind(first).is_closing();
            let level = (open + begins).saturating_sub(usize::from(closes));
            let in_bracket = brackets.last().is_some_and(|&is_bracket| is_bracket) && begins == 0;
            let continued = !closes && !in_bracket && self.is_continued(first);
            let inside = if closes { level + 1 } else { level };
            self.place_comments(lines, &mut levels, &waiting, (inside, line.column));
            waiting.clear();
            levels.push(level + usize::from(continued));
            for &token in &line.tokens {
                let seat = self.seats[token];
                open += seat.bodies_begin as usize;
                if seat.bodies_begin > 0 {
                    brackets.push(false);
                }
                let kind = self.kind(token);
                if kind.closing().is_some() {
                    open += 1;
                    brackets.push(!seat.opens_body);
                } else if kind.is_closing() {
                    open = open.saturating_sub(1);
                    brackets.pop();
                }
                for _ in 0..seat.bodies_end {
                    bodies_done += 1;
                    brackets.pop();
                }
            }
        }
        open = open.saturating_sub(bodies_done);
        self.place_comments(lines, &mut levels, &waiting, (open, 0));
        levels
    }

    /// Gives comment lines their level: that of the next line of code, unless they stand further right, beside an
    /// earlier line that is nested deeper.
    fn place_comments(&self, lines: &[Line], levels: &mut [usize], waiting: &[usize], next: (usize, usize)) {
        let (next_level, next_column) = next;
        let Some(&first) = waiting.first() else { return };
        for &number in waiting {
            let column = lines[number].column;
            levels[number] = next_level;
            if column <= next_column {
                continue;
            }
            // The nearest earlier line of code at this column or left of it.
            let beside = (0..first)
                .rev()
                .filter(|&i| !lines[i].tokens.iter().all(|&t| self.kind(t) == TokenKind::Comment))
                .take(SEARCH)
                .find(|&i| lines[i].column <= column && self.starts_unit(lines[i].tokens[0]));
            if let Some(beside) = beside {
                levels[number] = levels[beside].max(next_level);
            }
        }
    }

    /// Whether a line that starts with this token goes on with what the line before began.
    fn is_continued(&self, token: usize) -> bool {
        let kind = self.kind(token);
        kind != TokenKind::LeftBrace && self.token_text(token) != "else" && !self.starts_unit(token)
    }

    /// Whether a member, an entry, an action or an item starts with this token.
    fn starts_unit(&self, token: usize) -> bool {
        let mut node = self.seats[token].node;
        while self.tree.token_range(node).start == token {
            match self.parent(node) {
                Some(parent) if self.tree.kind(node) != NodeKind::Body => node = parent,
                _ => break,
            }
        }
        matches!(self.tree.kind(node), NodeKind::Body | NodeKind::File)
    }

    /// How many blanks stand between two tokens of a line.
    fn blanks_between(&self, left: usize, right: usize) -> usize {
        use TokenKind as T;
        let (before, after) = (self.kind(left), self.kind(right));
        let spaced = match (before, after) {
            (_, T::Comment) => return 2,
            (T::Raw, _) | (_, T::Raw) => false,
            (_, T::Comma | T::Semicolon | T::Colon | T::RightParen | T::RightBracket | T::Dot) => false,
            (T::LeftParen | T::LeftBracket | T::Dot, _) => false,
            (_, T::LeftParen) => !self.seats[right].opens_arguments,
            // `=move`
            (T::Equal, T::Word) => !(left > 0 && self.is_same_as_move(left)),
            (T::Minus, _) => self.dash(left) == Dash::Between || self.dash(left) == Dash::Entry,
            (_, T::Minus) => self.dash(right) != Dash::Joining,
            (T::Int, T::Word) => !self.in_size(right),
            (T::Word, T::Int) => !(self.token_text(left) == "x" && self.follows_int(left)),
            _ => true,
        };
        usize::from(spaced)
    }

    fn is_same_as_move(&self, equal: usize) -> bool {
        self.in_member(equal) && self.token_before(equal).is_some_and(|t| self.kind(t) == TokenKind::Colon)
    }

    fn in_member(&self, token: usize) -> bool {
        self.tree.kind(self.seats[token].node) == NodeKind::Member
    }

    /// Whether a token stands in `size: 8x8`.
    fn in_size(&self, token: usize) -> bool {
        let start = self.tree.token_range(self.seats[token].node).start;
        self.in_member(token) && self.token_text(start) == "size"
    }

    fn follows_int(&self, token: usize) -> bool {
        self.in_size(token) && self.token_before(token).is_some_and(|t| self.kind(t) == TokenKind::Int)
    }

    /// The token before that is no trivia.
    fn token_before(&self, token: usize) -> Option<usize> {
        (0..token).rev().find(|&t| !self.kind(t).is_trivia())
    }

    fn dash(&self, token: usize) -> Dash {
        let node = self.seats[token].node;
        let first = self.tree.token_range(node).start == token;
        let Some(before) = self.token_before(token) else { return Dash::Entry };
        match self.tree.kind(node) {
            NodeKind::Expr if !first => Dash::Between,
            NodeKind::Expr => Dash::Sign,
            _ if self.kind(before) == TokenKind::Word && !self.starts_line(token) => Dash::Joining,
            _ if self.starts_line(token) => Dash::Entry,
            _ => Dash::Sign,
        }
    }

    fn starts_line(&self, token: usize) -> bool {
        (0..token)
            .rev()
            .map(|t| self.kind(t))
            .find(|&kind| kind != TokenKind::Whitespace)
            .is_none_or(|kind| kind == TokenKind::Newline)
    }
}

/// How many lines back a comment looks for the line it stands beside.
const SEARCH: usize = 64;

/// What a `-` is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dash {
    /// `a - b`
    Between,
    /// `-a`
    Sign,
    /// `d4-e5`, `forward-diagonal`
    Joining,
    /// `- stalemate`
    Entry,
}
