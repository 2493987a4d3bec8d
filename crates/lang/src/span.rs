//! Where something stands in a source text: byte ranges, the texts they point into, lines and columns.

/// Which text of a [`Sources`] a span points into.
///
/// The first text loaded (the file the user named) is number 0; imported files follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub u32);

/// A range of bytes in one source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The text the range belongs to.
    pub source: SourceId,
    /// Byte offset of the first byte.
    pub start: u32,
    /// Byte offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of `source`.
    pub fn new(source: SourceId, start: u32, end: u32) -> Span {
        Span { source, start, end: end.max(start) }
    }

    /// The empty range at `offset`.
    pub fn at(source: SourceId, offset: u32) -> Span {
        Span { source, start: offset, end: offset }
    }

    /// The smallest range that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty range just after this one.
    pub fn after(self) -> Span {
        Span { source: self.source, start: self.end, end: self.end }
    }

    /// Length in bytes.
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the range holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The part of `text` this range covers; empty where the range does not fit the text.
    pub fn text(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// A value together with the place it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub node: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Puts a value and its place together.
    pub fn new(node: T, span: Span) -> Spanned<T> {
        Spanned { node, span }
    }
}

/// A line and a column, both counted from 1; columns count characters, not bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// One source text with its name, ready to translate byte offsets into lines and columns.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name shown to the user, usually a path.
    pub name: String,
    /// The text.
    pub text: String,
    /// Byte offset at which each line starts; the first is 0.
    line_starts: Vec<u32>,
}

impl Source {
    /// Prepares a text. Lines end with LF, CR LF or a lone CR.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let text = text.into();
        let bytes = text.as_bytes();
        let mut line_starts = vec![0];
        for (i, &byte) in bytes.iter().enumerate() {
            let ends_line = match byte {
                b'\n' => true,
                b'\r' => bytes.get(i + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends_line {
                line_starts.push(u32::try_from(i + 1).unwrap_or(u32::MAX));
            }
        }
        Source { name: name.into(), text, line_starts }
    }

    /// The line (from 0) that holds a byte offset.
    pub fn line_index(&self, offset: u32) -> usize {
        self.line_starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Line and column of a byte offset. An offset inside a character counts as that character.
    ///
    /// A byte-order mark at the start of the text takes no column.
    pub fn position(&self, offset: u32) -> Position {
        let line = self.line_index(offset);
        let start = self.line_starts[line] as usize;
        let mut end = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = self.text.get(start..end).unwrap_or("");
        // A line can be very long: its characters are counted by their first bytes.
        let characters = before.bytes().filter(|&byte| byte & 0xc0 != 0x80).count();
        let columns = characters - before.matches('\u{feff}').count();
        Position {
            line: u32::try_from(line + 1).unwrap_or(u32::MAX),
            column: u32::try_from(columns + 1).unwrap_or(u32::MAX),
        }
    }

    /// The text of a line (from 0) without its line end; empty when there is no such line.
    pub fn line(&self, index: usize) -> &str {
        let Some(&start) = self.line_starts.get(index) else { return "" };
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |&e| e as usize);
        self.text.get(start as usize..end).unwrap_or("").trim_end_matches(['\n', '\r'])
    }

    /// Byte offset at which a line (from 0) starts; the length of the text when there is no such line.
    pub fn line_start(&self, index: usize) -> usize {
        self.line_starts.get(index).map_or(self.text.len(), |&start| start as usize)
    }

    /// How many lines the text has; an empty text has one.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }
}

/// The texts of one compilation: the game's file and whatever it imports.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    texts: Vec<Source>,
}

impl Sources {
    /// No texts yet.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a text and gives it its number.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        self.texts.push(Source::new(name, text));
        SourceId(u32::try_from(self.texts.len() - 1).unwrap_or(u32::MAX))
    }

    /// The text with this number.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.texts.get(id.0 as usize)
    }

    /// All texts in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.texts.iter().enumerate().map(|(i, s)| (SourceId(u32::try_from(i).unwrap_or(u32::MAX)), s))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_every_kind_of_line_end() {
        let source = Source::new("x", "ab\r\n가나다\rz\n");
        let at = |offset| {
            let p = source.position(offset);
            (p.line, p.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(3), (1, 4), "the LF of a CR LF still belongs to its line");
        assert_eq!(at(4), (2, 1));
        assert_eq!(at(7), (2, 2), "a Korean letter is three bytes and one column");
        assert_eq!(at(8), (2, 2), "inside a letter counts as that letter");
        assert_eq!(at(14), (3, 1));
        assert_eq!(at(16), (4, 1));
        assert_eq!(source.line_count(), 4);
        assert_eq!(source.line(1), "가나다");
        assert_eq!(source.line(9), "");
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        let source = Source::new("x", "\u{feff}game");
        assert_eq!(source.position(3), Position { line: 1, column: 1 });
        assert_eq!(source.position(4), Position { line: 1, column: 2 });
    }

    #[test]
    fn offsets_past_the_end_are_the_end() {
        let source = Source::new("x", "ab");
        assert_eq!(source.position(99), Position { line: 1, column: 3 });
    }
}
