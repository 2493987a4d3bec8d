//! The typed syntax tree of a ChessLang file: what was written, with places, before any name is looked up.
//!
//! The parser produces it for every text, however broken; where something could not be read an `Error` variant or a
//! missing member stands in its place, and a diagnostic says so. Nodes keep the words as written ([`Name`]); which
//! piece, zone, effect or field a name means is decided by the next stage, together with everything that needs the
//! base game or the size of the board. What is decided here is only what the grammar itself fixes: sections, members,
//! events, action words, directions.
//!
//! Order is source order everywhere. Sections and members that were written twice appear twice.

pub mod action;
pub mod dump;
pub mod expr;
pub mod item;
pub mod pattern;
pub mod section;

use crate::span::Span;

pub use action::{Action, ActionKind, Block, SetOp, Target};
pub use expr::{BinaryOp, CompareOp, Expr, ExprKind, PieceSet, Place, Region};
pub use item::{
    ActionDef, BlockRule, CaptureRule, EffectDef, EffectMember, Event, Extends, File, Import, Item, Literal,
    PatternDef, PieceDef, PieceMember, RawBlock, Script, StateField, TriggerDef, TriggerMember, Visual,
    VisualArg,
};
pub use pattern::{Arm, Atom, AtomKind, Direction, Leg, Pattern, Sequence, Which};
pub use section::{
    Board, BoardMember, EndKind, EndMember, Ends, NamedCondition, Placement, RemoveEntry, ReplaceEntry, Rule,
    RuleValue, Rules, Setup, SetupMember, Shuffle, ShuffleLine, Size, SquareItem, SquareName, Zone,
};

/// A word of the user's: the name of a piece, zone, effect, field, variable, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The word as written.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A string literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Its value: without quotes, escapes resolved.
    pub value: String,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// A whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    /// Its value.
    pub value: i64,
    /// Where it stands, a sign included.
    pub span: Span,
}

/// A colour as written in a set-up or after `for`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// `true` for `White`, `false` for `Black`.
    pub white: bool,
    /// Where it stands.
    pub span: Span,
}
