//! Usage: what the text of a game mentions, for the lints about what it does not.

use std::collections::{BTreeMap, BTreeSet};

use nightrider_model::{ActionId, EffectId, PieceId, TraitId, ZoneId};

use super::kinds::{Field, Kind};
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
    /// Piece types whose patterns others use, or that conditions ask for.
    pub mentioned: BTreeSet<PieceId>,
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
    /// Whether a player can win, lose or draw by an action.
    pub ends_by_action: bool,
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
        self.set.entry(field).and_modify(|known| *known = known.or(kind)).or_insert(kind);
    }
}
