//! Usage: what the text of a game mentions, for the lints about what it does not.

use std::collections::{BTreeMap, BTreeSet};

use nightrider_model::{ActionId, EffectId, Expr, PieceId, TraitId, ZoneId};

use super::kinds::{Field, Kind};
use crate::ast::Event;
use crate::span::Span;

/// What was seen to be used while the game was checked.
#[derive(Default)]
pub(crate) struct Usage {
    /// Zones asked for.
    pub zones: BTreeSet<ZoneId>,
    /// Effects laid or lifted.
    pub effects: BTreeSet<EffectId>,
    /// Actions called.
    pub actions: BTreeSet<ActionId>,
    /// Patterns named, by their place in the table.
    pub patterns: BTreeSet<usize>,
    /// Custom traits asked for.
    pub traits: BTreeSet<TraitId>,
    /// Piece types that come into being in the course of a game.
    pub made: BTreeSet<PieceId>,
    /// Piece types that others promote to.
    pub promoted: BTreeSet<PieceId>,
    /// Piece types whose patterns others use.
    pub lent: BTreeSet<PieceId>,
    /// Whether something creates or transforms pieces of a type that is only known in the game.
    pub makes_any: bool,
    /// Fields read.
    pub read: BTreeSet<Field>,
    /// Fields set, with the kinds of what they are set to.
    pub set: BTreeMap<Field, Kind>,
    /// The first place each field of the game's or a player's state is read.
    pub first_read: BTreeMap<Field, Span>,
    /// Comparisons and sums of fields with values of some kind.
    pub meetings: Vec<Meeting>,
    /// The field that is being set, which is not read thereby.
    pub set_here: Option<Span>,
    /// Fields set to something of another kind than they are declared with.
    pub misfits: Vec<Meeting>,
    /// Parts of conditions that were told never to hold.
    pub never: Vec<Span>,
    /// Conditions in order of reading.
    pub judged: Vec<Judged>,
    /// Whether a player can win, lose or draw by an action.
    pub ends_by_action: bool,
}

/// A condition that stands by itself, for the lints about what never or always holds.
pub(crate) struct Judged {
    pub expr: Expr,
    pub span: Span,
    pub role: Role,
}

/// What a condition decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Where a pattern leads; whose pattern, and whether it is one of captures, if known.
    Guard { owner: Option<PieceId>, captures: bool },
    /// Whether a trigger on an event fires; its place among the triggers.
    When(Event, usize),
    /// An `if` in the body of a trigger, or of an action.
    If(Option<Event>),
    /// Whether the game ends.
    End,
}

/// A field meets a value of a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    pub field: Field,
    /// What the field's declaration says it holds.
    pub declared: Kind,
    /// What it meets, or has to be.
    pub other: Kind,
    pub span: Span,
}

impl Usage {
    /// A field is read.
    pub fn reads(&mut self, field: Field, span: Span) {
        if self.set_here == Some(span) {
            return;
        }
        self.read.insert(field);
        self.first_read.entry(field).or_insert(span);
    }

    /// A field is set to a value of a kind.
    pub fn sets(&mut self, field: Field, kind: Kind) {
        // A field keeps the names of these.
        let kind = if matches!(kind, Kind::Type | Kind::Player | Kind::Square) { Kind::Str } else { kind };
        self.set.entry(field).and_modify(|known| *known = known.or(kind)).or_insert(kind);
    }
}
