//! Laying out the text of a program.

use std::ops::Range;

use super::syntax::{self, Chain, Item, ItemKind};

/// Columns a line may fill before it is broken between two expressions.
const WIDTH: usize = 100;
/// Blocks deeper than this are indented no further.
const DEEPEST: usize = 16;

/// Lays a program out: every chain on lines of its own, one blank between expressions, one after a comma,
/// further lines of a chain indented by two blanks and two more per block and loop. Line breaks inside a chain and
/// single empty lines between chains stay where they are; comments are kept. What is malformed is copied
/// as it stands.
///
/// Formatting twice gives the same as formatting once, and the program means what it meant.
///
/// ```
/// use nightrider_lang::chessembly::format;
/// assert_eq!(format("take-move(1,0)  repeat( 1 ) # right\n;"), "take-move(1, 0) repeat(1); # right\n");
/// ```
pub fn format(text: &str) -> String {
    let mut layout =
        Layout { text, out: String::with_capacity(text.len()), column: 0, ends_with_comment: false };
    let mut at = 0;
    for chain in syntax::parse(text) {
        layout.chain(&chain, &mut at);
    }
    if layout.column > 0 {
        layout.out.push('\n');
    }
    layout.out
}

struct Layout<'a> {
    text: &'a str,
    out: String,
    /// Characters on the line so far.
    column: usize,
    /// Whether the line ends with a comment, so that nothing may follow on it.
    ends_with_comment: bool,
}

impl Layout<'_> {
    /// Writes a chain; `at` is where the text before it ends, and is moved behind it.
    fn chain(&mut self, chain: &Chain, at: &mut usize) {
        let is_comment = |item: &Item| matches!(item.kind, ItemKind::Comment);
        let begin = chain.items.iter().position(|item| !is_comment(item)).unwrap_or(chain.items.len());
        let end = chain.items.iter().rposition(|item| !is_comment(item)).map_or(begin, |last| last + 1);
        self.comments(&chain.items[..begin], at);
        if begin < end {
            let items = &chain.items[begin..end];
            self.between_chains(*at, items[0].range.start);
            let mut depth = 0_usize;
            // How deep it was at each `{` that is open.
            let mut open = Vec::new();
            for (n, item) in items.iter().enumerate() {
                match item.kind {
                    ItemKind::Close => depth = open.pop().unwrap_or(depth),
                    _ if self.is_word(item, "while") => depth = depth.saturating_sub(1),
                    _ => {}
                }
                // The `;` follows the last expression without a blank.
                let room = WIDTH - usize::from(n + 1 == items.len());
                self.item(item, (n > 0).then_some(*at), depth, room);
                match item.kind {
                    ItemKind::Open => {
                        open.push(depth);
                        depth += 1;
                    }
                    _ if self.is_word(item, "do") => depth += 1,
                    _ => {}
                }
                *at = item.range.end;
            }
            self.write(";");
            self.comments(&chain.items[end..], at);
        }
        *at = chain.end.end.max(*at);
    }

    fn is_word(&self, item: &Item, word: &str) -> bool {
        matches!(&item.kind, ItemKind::Expression { name, .. } if &self.text[name.clone()] == word)
    }

    /// Writes an item of a chain. `after` is where the item before it ends, unless it is the first.
    fn item(&mut self, item: &Item, after: Option<usize>, depth: usize, room: usize) {
        let written = self.written(item);
        if let Some(after) = after {
            let width = written.lines().next().unwrap_or("").chars().count();
            let breaks = self.newlines(after..item.range.start) > 0 || self.column + 1 + width > room;
            if breaks || self.ends_with_comment {
                self.newline();
                self.write(&" ".repeat(2 + 2 * depth.min(DEEPEST)));
            } else {
                self.write(" ");
            }
        }
        self.write(&written);
        self.ends_with_comment = matches!(item.kind, ItemKind::Comment);
    }

    /// Writes comments that stand outside of a chain: on the line they follow something on, or on their own.
    fn comments(&mut self, comments: &[Item], at: &mut usize) {
        for comment in comments {
            let follows = self.column > 0 && !self.ends_with_comment;
            if follows && self.newlines(*at..comment.range.start) == 0 {
                self.write(" ");
            } else {
                self.between_chains(*at, comment.range.start);
            }
            let written = self.written(comment);
            self.write(&written);
            self.ends_with_comment = true;
            *at = comment.range.end;
        }
    }

    /// Begins a new line, with an empty one before it if the text has one.
    fn between_chains(&mut self, from: usize, to: usize) {
        if self.out.is_empty() {
            return;
        }
        self.newline();
        if self.newlines(from..to) > 1 {
            self.newline();
        }
    }

    fn newlines(&self, range: Range<usize>) -> usize {
        let gap = self.text.get(range).unwrap_or("");
        gap.matches(['\n', '\r']).count() - gap.matches("\r\n").count()
    }

    fn newline(&mut self) {
        self.out.push('\n');
        self.column = 0;
        self.ends_with_comment = false;
    }

    fn write(&mut self, text: &str) {
        self.out.push_str(text);
        match text.rfind('\n') {
            Some(line) => self.column = text[line + 1..].chars().count(),
            None => self.column += text.chars().count(),
        }
    }

    /// An item in its normal form.
    fn written(&self, item: &Item) -> String {
        let raw = &self.text[item.range.clone()];
        match &item.kind {
            ItemKind::Expression { name, arguments } if !raw.contains('#') => {
                let name = &self.text[name.clone()];
                let arguments: Vec<&str> = arguments.iter().map(|range| &self.text[range.clone()]).collect();
                if arguments.is_empty() {
                    name.to_owned()
                } else {
                    format!("{name}({})", arguments.join(", "))
                }
            }
            _ => raw.to_owned(),
        }
    }
}
