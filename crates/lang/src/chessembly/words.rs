//! The words of the language and what each takes between its parentheses.

use nightrider_model::program::{BitOp, Look, Movement, Op, PartStart};

/// A word of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A word that takes nothing and means one expression.
    Plain(Op),
    Go(Movement),
    Look(Look),
    Bit(BitOp),
    PlaceMove,
    Repeat,
    While,
    Label,
    Jmp,
    Jne,
    PieceOn,
    ColorOn,
    Piece,
    Color,
    IfState,
    EnemyState,
    Anchor,
    Absolute,
    AbsoluteX,
    AbsoluteY,
    WriteAnchor,
    ReadAnchor,
    Transition,
    SetState,
}

/// What can stand between the parentheses of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parameter {
    /// A whole number.
    Number(&'static str),
    /// The name of a piece or a state key.
    Name(&'static str),
    /// `white` or `black`.
    Colour,
}

use Parameter::{Colour, Name, Number};

const OFFSET: &[Parameter] = &[Number("dx"), Number("dy")];

const WORDS: &[(&str, Word)] = &[
    ("move", Word::Go(Movement::Move)),
    ("take", Word::Go(Movement::Take)),
    ("take-move", Word::Go(Movement::TakeMove)),
    ("catch", Word::Go(Movement::Catch)),
    ("jump", Word::Go(Movement::Jump)),
    ("shift", Word::Go(Movement::Shift)),
    ("place-move", Word::PlaceMove),
    ("repeat", Word::Repeat),
    ("end", Word::Plain(Op::End)),
    ("do", Word::Plain(Op::Do)),
    ("while", Word::While),
    ("label", Word::Label),
    ("jmp", Word::Jmp),
    ("jne", Word::Jne),
    ("not", Word::Plain(Op::Not)),
    ("true", Word::Plain(Op::True)),
    ("false", Word::Plain(Op::False)),
    ("read", Word::Bit(BitOp::Read)),
    ("read-and", Word::Bit(BitOp::ReadAnd)),
    ("read-or", Word::Bit(BitOp::ReadOr)),
    ("read-xor", Word::Bit(BitOp::ReadXor)),
    ("write", Word::Bit(BitOp::Write)),
    ("peek", Word::Look(Look::Peek)),
    ("observe", Word::Look(Look::Observe)),
    ("enemy", Word::Look(Look::Enemy)),
    ("friendly", Word::Look(Look::Friendly)),
    ("piece-on", Word::PieceOn),
    ("color-on", Word::ColorOn),
    ("bound", Word::Look(Look::Bound)),
    ("edge", Word::Look(Look::Edge)),
    ("edge-top", Word::Look(Look::EdgeTop)),
    ("edge-bottom", Word::Look(Look::EdgeBottom)),
    ("edge-left", Word::Look(Look::EdgeLeft)),
    ("edge-right", Word::Look(Look::EdgeRight)),
    ("corner", Word::Look(Look::Corner)),
    ("corner-top-left", Word::Look(Look::CornerTopLeft)),
    ("corner-top-right", Word::Look(Look::CornerTopRight)),
    ("corner-bottom-left", Word::Look(Look::CornerBottomLeft)),
    ("corner-bottom-right", Word::Look(Look::CornerBottomRight)),
    ("danger", Word::Look(Look::Danger)),
    ("check", Word::Plain(Op::Check)),
    ("piece", Word::Piece),
    ("color", Word::Color),
    ("if-state", Word::IfState),
    ("enemy-state", Word::EnemyState),
    ("anchor", Word::Anchor),
    ("absolute", Word::Absolute),
    ("absolute-x", Word::AbsoluteX),
    ("absolute-y", Word::AbsoluteY),
    ("write-anchor", Word::WriteAnchor),
    ("read-anchor", Word::ReadAnchor),
    ("transition", Word::Transition),
    ("set-state", Word::SetState),
    ("+", Word::Plain(Op::Also(PartStart::Anchor))),
    ("|", Word::Plain(Op::Also(PartStart::Home))),
];

/// All words of the language in the order of the reference, for completion and suggestions.
pub fn names() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|&(name, _)| name)
}

impl Word {
    pub fn of_name(name: &str) -> Option<Word> {
        WORDS.iter().find(|&&(word, _)| word == name).map(|&(_, word)| word)
    }

    /// What the word takes, in order.
    pub const fn parameters(self) -> &'static [Parameter] {
        match self {
            Word::Plain(_) | Word::While => &[],
            Word::Go(_) | Word::Look(_) | Word::Anchor => OFFSET,
            Word::Bit(_) | Word::WriteAnchor | Word::ReadAnchor => &[Number("n")],
            Word::Repeat | Word::Label | Word::Jmp | Word::Jne => &[Number("n")],
            Word::PlaceMove | Word::PieceOn => &[Name("name"), Number("dx"), Number("dy")],
            Word::ColorOn => &[Colour, Number("dx"), Number("dy")],
            Word::Piece | Word::Transition => &[Name("name")],
            Word::Color => &[Colour],
            Word::IfState | Word::EnemyState | Word::SetState => &[Name("key"), Number("n")],
            Word::Absolute => &[Number("x"), Number("y")],
            Word::AbsoluteX => &[Number("x")],
            Word::AbsoluteY => &[Number("y")],
        }
    }

    /// Whether the word may also stand alone.
    pub const fn may_be_bare(self) -> bool {
        matches!(self, Word::Transition | Word::SetState)
    }

    /// How the word is written, for messages: `piece-on(name, dx, dy)`.
    pub fn form(self, name: &str) -> String {
        let parameters: Vec<&str> = self.parameters().iter().map(|parameter| parameter.name()).collect();
        if parameters.is_empty() { name.to_owned() } else { format!("{name}({})", parameters.join(", ")) }
    }
}

impl Parameter {
    pub const fn name(self) -> &'static str {
        match self {
            Number(name) | Name(name) => name,
            Colour => "white or black",
        }
    }
}
