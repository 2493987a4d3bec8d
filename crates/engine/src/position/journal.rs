//! Exact undo: what was changed, newest last, and how to take it back.

use std::sync::Arc;

use nightrider_model::{FieldId, Player, Square, Value};

use super::{Ledger, LooseOwner, Mark, Position};
use crate::bitboard::Bitboard;
use crate::kind::{Cell, Kind};
use crate::rules::RulesFor;

/// One change, with what is needed to take it back.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// A piece left the square.
    Lifted(Square, Kind),
    /// A piece came onto the square.
    Dropped(Square, Kind),
    /// There was no piece of this kind before.
    FirstOfKind(Kind),
    /// A field of the piece on the square had this value.
    PieceState(Square, FieldId, Value),
    /// A field of the game's (`None`) or a player's state had this value, or was not set.
    SharedState(Option<Player>, FieldId, Option<Value>),
    /// A mark was added at the end of the list.
    MarkAdded,
    /// The mark with this index was taken out.
    MarkRemoved(u32, Mark),
    /// The mark with this index was different.
    MarkChanged(u32, Mark),
    /// A field that no text of the game names had this value, or was not set.
    LooseState(LooseOwner, Arc<str>, Option<Value>),
    /// A text was added at the end of the list.
    TextAdded,
    /// A move was added at the end of the history that scripts see.
    MoveNoted,
}

/// A moment to go back to. Checkpoints are used like a stack: going back to one ends those after it.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint<B> {
    ledger: Ledger<B>,
    length: usize,
}

impl<B: Bitboard> Position<B> {
    /// Marks the present moment.
    #[inline(always)]
    pub fn mark(&self) -> Checkpoint<B> {
        Checkpoint { ledger: self.ledger, length: self.journal.len() }
    }

    /// Notes a change that a method of this module's siblings has made.
    #[inline(always)]
    pub(super) fn note(&mut self, change: Change) {
        self.journal.push(change);
    }

    /// Goes back to a checkpoint of this position.
    #[inline(always)]
    pub fn rollback(&mut self, rules: &RulesFor<B>, checkpoint: &Checkpoint<B>) {
        // Whom marks hold depends on the marks and on who stands where.
        let mut marks = !self.marks().is_empty();
        while self.journal.len() > checkpoint.length {
            let Some(change) = self.journal.pop() else { break };
            match change {
                Change::Lifted(square, kind) => self.toggle(square, kind, Cell::of(kind)),
                Change::Dropped(square, kind) => self.toggle(square, kind, Cell::EMPTY),
                Change::FirstOfKind(kind) => self.had[kind.index()] = false,
                other => {
                    let slot = if let Change::PieceState(square, ..) = other { Some(square) } else { None };
                    let had_marks = !self.marks().is_empty();
                    if let Some(extras) = &mut self.extras {
                        extras.take_back(other);
                    }
                    if let Some(square) = slot {
                        self.refresh_frozen(rules, square);
                    }
                    marks |= had_marks;
                }
            }
        }
        self.ledger = checkpoint.ledger;
        if marks || !self.marks().is_empty() {
            self.refresh_blocks(rules);
        }
    }

    /// Puts a piece onto a square or takes it away, as the new cell says. Neither hash nor journal know of it.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, square: Square, kind: Kind, cell: Cell) {
        let bit = B::of(square);
        self.cells.as_mut()[square.index()] = cell;
        self.by_owner[kind.owner().index()] ^= bit;
        self.by_kind[kind.index()] ^= bit;
    }
}
