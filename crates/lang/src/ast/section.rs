//! The indented sections: board, setup, victory, draw, rules.

use super::{Expr, Int, Name, Side};
use crate::span::{Span, Spanned};

/// `board:`
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Its members in source order.
    pub members: Vec<BoardMember>,
    /// The whole section.
    pub span: Span,
}

/// A member of `board:`.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardMember {
    /// `size: 8x8`
    Size(Size),
    /// `zones:`
    Zones(Vec<Zone>),
    /// `holes: [d4]`: squares that do not exist.
    Holes(Vec<SquareItem>),
}

/// `8x8`: files by ranks. Whether the numbers are possible is left to the checker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// How many files.
    pub files: Int,
    /// How many ranks.
    pub ranks: Int,
    /// Both.
    pub span: Span,
}

/// `name: [d4, d5-e6]`
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// The zone's name.
    pub name: Name,
    /// Its squares.
    pub squares: Vec<SquareItem>,
    /// The whole line.
    pub span: Span,
}

/// A square as written, such as `e4`. It may lie off the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareName {
    /// As written.
    pub text: String,
    /// The file, from 0 for `a`; at most 25.
    pub file: u8,
    /// The rank, from 1 as written (0 for `e0`); huge numbers are cut to `u32::MAX`.
    pub rank: u32,
    /// Where it stands.
    pub span: Span,
}

impl SquareName {
    /// Reads a word of the shape of a square: one letter a-z and a number.
    ///
    /// ```
    /// use nightrider_lang::{ast::SquareName, span::Span};
    /// let e4 = SquareName::read("e4", Span::default()).expect("of the right shape");
    /// assert_eq!((e4.file, e4.rank), (4, 4));
    /// assert!(SquareName::read("hill", Span::default()).is_none());
    /// ```
    pub fn read(word: &str, span: Span) -> Option<SquareName> {
        let (&letter, digits) = word.as_bytes().split_first()?;
        let shaped =
            letter.is_ascii_lowercase() && !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let rank = word.get(1..)?.parse().unwrap_or(u32::MAX);
        shaped.then(|| SquareName { text: word.to_string(), file: letter - b'a', rank, span })
    }
}

/// One entry of a list of squares: `d4`, or `d4-e5` for the filled rectangle between two corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareItem {
    /// The square, or one corner.
    pub from: SquareName,
    /// The other corner.
    pub to: Option<SquareName>,
    /// Both.
    pub span: Span,
}

/// `setup:`
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Its members in source order.
    pub members: Vec<SetupMember>,
    /// The whole section.
    pub span: Span,
}

/// A member of `setup:`.
#[derive(Clone, Debug, PartialEq)]
pub enum SetupMember {
    /// `White:` with its pieces: that colour's whole set-up.
    Whole {
        /// Which colour.
        side: Side,
        /// All its pieces, in any of the accepted forms.
        placements: Vec<Placement>,
        /// The whole member.
        span: Span,
    },
    /// `add:`
    Add(Vec<Placement>),
    /// `replace:`
    Replace(Vec<ReplaceEntry>),
    /// `remove:`
    Remove(Vec<RemoveEntry>),
    /// `shuffle:`
    Shuffle(Shuffle),
}

/// `shuffle:`: one of many numbered arrangements, as in Chess960.
#[derive(Clone, Debug, PartialEq)]
pub struct Shuffle {
    /// `number: 518`: the arrangement in force, if said.
    pub number: Option<Int>,
    /// The lines in source order.
    pub lines: Vec<ShuffleLine>,
    /// The whole member.
    pub span: Span,
}

/// `Rook King Rook: [a1-h1]`: these pieces, from left to right, on some of White's squares that are still free.
#[derive(Clone, Debug, PartialEq)]
pub struct ShuffleLine {
    /// The types, at least one.
    pub pieces: Vec<Name>,
    /// The squares to choose from.
    pub squares: Vec<SquareItem>,
    /// The whole line.
    pub span: Span,
}

/// Pieces of one type and colour on some squares, however it was written:
/// `White Warrior: [d2, e2]`, `Warrior: [d2]` under `White:`, `{ c1: Trapper }` under `White:`.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Whose.
    pub side: Side,
    /// The type.
    pub piece: Name,
    /// Where; may be empty (`Queen: []`).
    pub squares: Vec<SquareItem>,
    /// The whole entry.
    pub span: Span,
}

/// An entry of `replace:`.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplaceEntry {
    /// `Knight: CooldownKnight`: every such piece, of both colours or under `White:` of one.
    Type {
        /// Only this colour, if said.
        side: Option<Side>,
        /// The type that goes.
        from: Name,
        /// The type that comes.
        to: Name,
        /// The whole entry.
        span: Span,
    },
    /// `Queen: []` or `Amazon: [d1]` under a colour: where that colour has this type now.
    Squares(Placement),
}

/// An entry of `remove:`.
#[derive(Clone, Debug, PartialEq)]
pub enum RemoveEntry {
    /// Whatever stands on these squares.
    Squares(SquareItem),
    /// Every such piece: `White Queen`, or `Queen` of both colours.
    Pieces {
        /// Only this colour, if said.
        side: Option<Side>,
        /// The type.
        piece: Name,
        /// The whole entry.
        span: Span,
    },
}

/// Whether a section tells how the game is won or how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndKind {
    /// `victory:`
    Victory,
    /// `draw:`
    Draw,
}

impl EndKind {
    /// The word of the section.
    pub fn word(self) -> &'static str {
        match self {
            EndKind::Victory => "victory",
            EndKind::Draw => "draw",
        }
    }
}

/// `victory:` or `draw:`
#[derive(Clone, Debug, PartialEq)]
pub struct Ends {
    /// Which of the two.
    pub kind: EndKind,
    /// Its members in source order; conditions written directly count as `add`.
    pub members: Vec<EndMember>,
    /// The whole section.
    pub span: Span,
}

/// A member of `victory:` or `draw:`.
#[derive(Clone, Debug, PartialEq)]
pub enum EndMember {
    /// `add:`, or conditions written directly.
    Add(Vec<NamedCondition>),
    /// `replace:`
    Replace(Vec<NamedCondition>),
    /// `remove:` with the names of conditions.
    Remove(Vec<Name>),
}

/// `name: condition [for White]`
#[derive(Clone, Debug, PartialEq)]
pub struct NamedCondition {
    /// The name, if it has one.
    pub name: Option<Name>,
    /// The condition.
    pub condition: Expr,
    /// The only player it serves, if said.
    pub only_for: Option<Side>,
    /// The whole entry.
    pub span: Span,
}

/// `rules:`
///
/// The parser knows which keys there are (see `words::RULES`) and reports unknown ones, which are left out here.
/// What kind of value a key takes is left to the checker.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The entries in source order.
    pub entries: Vec<Rule>,
    /// The whole section.
    pub span: Span,
}

/// `key: value`
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The key.
    pub key: Name,
    /// The value.
    pub value: Spanned<RuleValue>,
    /// Both.
    pub span: Span,
}

/// The value of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleValue {
    /// `true` or `false`
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A string.
    Text(String),
    /// A word: a piece, a zone, a file, a mode such as `progressive`.
    Word(String),
    /// `[a, b]`
    List(Vec<Spanned<RuleValue>>),
    /// `{ key: value }` or nested lines.
    Block(Vec<Rule>),
    /// Something that could not be read; a diagnostic says so.
    Error,
}
