//! A position: what stands where, whose turn it is, and everything else the rules remember.
//!
//! [`Position`] only keeps its parts consistent (mailbox, sets, hash, journal); what a move means is decided
//! in `apply`. Every change is journaled, so that [`Position::mark`] and [`Position::rollback`] undo exactly.

mod extras;
mod journal;

use nightrider_model::{PieceId, Player, Square};

pub use extras::LooseOwner;
pub(crate) use extras::{Extras, Mark};
use journal::Change;
pub(crate) use journal::Checkpoint;

use crate::bitboard::Bitboard;
use crate::kind::{Cell, Kind};
use crate::program::MachinePool;
use crate::rules::RulesFor;

/// A position on a board of width `B`.
///
/// Positions are values: a clone is independent, and equal positions compare equal whatever led to them.
#[derive(Debug)]
pub struct Position<B: Bitboard> {
    cells: B::Cells,
    by_owner: [B; 2],
    by_kind: Vec<B>,
    /// By kind: whether there ever was such a piece in this game.
    had: Vec<bool>,
    pub(crate) ledger: Ledger<B>,
    /// State and effects; only in games that have them.
    pub(crate) extras: Option<Box<Extras<B>>>,
    journal: Vec<Change>,
    /// For the programs of pieces; no part of the position.
    pub(crate) machines: MachinePool,
}

/// The small facts that change with most moves. They are copied as a whole into every checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ledger<B> {
    /// The incremental hash.
    pub hash: u64,
    /// Pieces that have not moved.
    pub unmoved: B,
    /// Partners that may still castle.
    pub castling: B,
    /// Squares passed by the last move's multi-step, and the piece that passed them.
    pub passed: B,
    pub passer: Square,
    pub turn: Player,
    /// Moves left in this turn, the next one included.
    pub moves_left: u16,
    /// Further moves that scripts have allowed to each player.
    pub extra_moves: [u8; 2],
    /// Turns begun so far, over both players, this one included.
    pub turn_count: u32,
    pub halfmove_clock: u32,
    pub full_move: u32,
    pub counters: [Counters; 2],
    /// The state of the game's random generator.
    pub seed: u64,
    /// What a `win`, `lose` or `draw` action has declared.
    pub declared: Option<Declared>,
}

/// What a player has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counters {
    /// Plies that gave check.
    pub checks: u32,
    /// Plies that captured.
    pub captures: u32,
    /// Plies.
    pub moves: u32,
}

/// A result declared by an action or a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    /// Who won; `None` is a draw.
    pub winner: Option<Player>,
    /// The trigger that said so; `None` means a script.
    pub trigger: Option<nightrider_model::TriggerId>,
    /// The text given as reason: an index into [`Extras::texts`].
    pub text: Option<u16>,
}

impl<B: Bitboard> Position<B> {
    /// An empty board with White to move.
    pub(crate) fn empty(rules: &RulesFor<B>) -> Position<B> {
        let kinds = rules.variant.pieces.len() * 2;
        Position {
            cells: B::no_cells(),
            by_owner: [B::EMPTY; 2],
            by_kind: vec![B::EMPTY; kinds],
            had: vec![false; kinds],
            ledger: Ledger {
                hash: 0,
                unmoved: B::EMPTY,
                castling: B::EMPTY,
                passed: B::EMPTY,
                passer: Square(0),
                turn: Player::White,
                moves_left: 1,
                extra_moves: [0; 2],
                turn_count: 1,
                halfmove_clock: 0,
                full_move: 1,
                counters: [Counters::default(); 2],
                seed: 0,
                declared: None,
            },
            extras: Extras::if_used(rules),
            journal: Vec::new(),
            machines: MachinePool::default(),
        }
    }

    /// What stands on a square.
    #[inline(always)]
    pub fn at(&self, square: Square) -> Option<Kind> {
        self.cells.as_ref()[square.index()].kind()
    }

    /// The squares with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> B {
        self.by_owner[0] | self.by_owner[1]
    }

    /// The squares with a piece of a player.
    #[inline(always)]
    pub fn owned(&self, owner: Player) -> B {
        self.by_owner[owner.index()]
    }

    /// The squares with a piece of a kind.
    #[inline(always)]
    pub fn of_kind(&self, kind: Kind) -> B {
        self.by_kind[kind.index()]
    }

    /// The squares with a piece of a type, whoever owns it.
    pub fn of_type(&self, piece: PieceId) -> B {
        self.of_kind(Kind::new(piece, Player::White)) | self.of_kind(Kind::new(piece, Player::Black))
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn turn(&self) -> Player {
        self.ledger.turn
    }

    /// The hash, kept up to date with every change.
    pub fn hash(&self) -> u64 {
        self.ledger.hash
    }

    /// Whether the piece on a square has not moved.
    pub fn is_unmoved(&self, square: Square) -> bool {
        self.ledger.unmoved.contains(square)
    }

    /// Whether there ever was a piece of a kind in this game.
    pub fn ever_had(&self, kind: Kind) -> bool {
        self.had[kind.index()]
    }

    /// Notes that there once was a piece of a kind in this game.
    pub(crate) fn note_had(&mut self, kind: Kind) {
        self.had[kind.index()] = true;
    }

    /// Takes back [`Position::note_had`].
    pub(crate) fn forget_had(&mut self, kind: Kind) {
        self.had[kind.index()] = false;
    }

    /// What a player has done so far.
    pub fn counters(&self, player: Player) -> Counters {
        self.ledger.counters[player.index()]
    }

    /// Squares that the pieces of a player can neither enter, pass nor leave, because of effects.
    #[inline(always)]
    pub fn blocked_for(&self, owner: Player) -> B {
        self.extras.as_ref().map_or(B::EMPTY, |extras| extras.blocked[owner.index()])
    }

    /// Pieces that may not leave their squares: held by an effect attached to them, or by `cooldown` or
    /// `frozen`.
    #[inline(always)]
    pub fn held(&self) -> B {
        self.extras.as_ref().map_or(B::EMPTY, |extras| extras.held | extras.frozen)
    }

    /// Pieces with a positive `cooldown` or `frozen`.
    pub(crate) fn frozen(&self) -> B {
        self.extras.as_ref().map_or(B::EMPTY, |extras| extras.frozen)
    }

    /// Pieces that attack nothing for the reasons of [`Position::held`]; a count-down that will have ended
    /// when its owner's turn begins does not count.
    #[inline(always)]
    pub fn powerless(&self) -> B {
        self.extras.as_ref().map_or(B::EMPTY, |extras| extras.held | extras.frozen_next_turn)
    }

    // Placement. These keep mailbox, sets, hash and journal in step.

    /// The part of a piece's hash that depends on its not having moved.
    #[inline(always)]
    fn unmoved_key(&self, rules: &RulesFor<B>, kind: Kind, square: Square) -> u64 {
        if rules.role(kind).asks_for_first_move { rules.zobrist.unmoved(square) } else { 0 }
    }

    /// Lifts the piece from a square, without its state: the common part of removing and moving.
    #[inline(always)]
    fn lift(&mut self, rules: &RulesFor<B>, square: Square, kind: Kind) {
        self.journal.push(Change::Lifted(square, kind));
        self.lift_unnoted(rules, square, kind);
    }

    /// The same without the journal: whoever calls this takes it back himself.
    #[inline(always)]
    pub(crate) fn lift_unnoted(&mut self, rules: &RulesFor<B>, square: Square, kind: Kind) {
        self.toggle(square, kind, Cell::EMPTY);
        self.ledger.hash ^= rules.zobrist.piece(kind, square);
        if self.is_unmoved(square) {
            self.ledger.hash ^= self.unmoved_key(rules, kind, square);
            self.ledger.unmoved.remove(square);
        }
    }

    /// Sets a piece onto an empty square, moved and without state.
    #[inline(always)]
    fn drop(&mut self, rules: &RulesFor<B>, square: Square, kind: Kind) {
        self.journal.push(Change::Dropped(square, kind));
        self.drop_unnoted(rules, square, kind);
        if !self.had[kind.index()] {
            self.had[kind.index()] = true;
            self.journal.push(Change::FirstOfKind(kind));
        }
    }

    /// The same without the journal, and without noting a first piece of its kind.
    #[inline(always)]
    pub(crate) fn drop_unnoted(&mut self, rules: &RulesFor<B>, square: Square, kind: Kind) {
        self.toggle(square, kind, Cell::of(kind));
        self.ledger.hash ^= rules.zobrist.piece(kind, square);
    }

    /// Puts a new piece onto an empty square: it counts as moved and has its type's first state.
    ///
    /// If the square is taken nothing happens and the answer is false.
    pub(crate) fn put(&mut self, rules: &RulesFor<B>, square: Square, kind: Kind) -> bool {
        if self.at(square).is_some() {
            return false;
        }
        self.drop(rules, square, kind);
        if self.extras.is_some() {
            self.give_first_state(rules, square, kind);
        }
        true
    }

    /// Takes the piece from a square off the board, with its state and what is attached to it.
    pub(crate) fn remove(&mut self, rules: &RulesFor<B>, square: Square) -> Option<Kind> {
        let kind = self.at(square)?;
        self.lift(rules, square, kind);
        if self.extras.is_some() {
            self.clear_state(rules, square);
        }
        Some(kind)
    }

    /// Moves a piece, with its state and what is attached to it, to an empty square. It counts as moved.
    ///
    /// If there is no piece or the target is taken nothing happens and the answer is false.
    pub(crate) fn move_piece(&mut self, rules: &RulesFor<B>, from: Square, to: Square) -> bool {
        let Some(kind) = self.at(from) else { return false };
        if from == to || self.at(to).is_some() {
            return false;
        }
        self.lift(rules, from, kind);
        self.drop(rules, to, kind);
        if self.extras.is_some() {
            self.carry_state(rules, from, to);
        }
        true
    }

    /// Two pieces move at once, with their state, each to a square that is empty or left by the other. Both
    /// count as moved.
    pub(crate) fn move_two(
        &mut self,
        rules: &RulesFor<B>,
        first: (Square, Square),
        second: (Square, Square),
    ) -> bool {
        let (Some(one), Some(two)) = (self.at(first.0), self.at(second.0)) else { return false };
        let free = |to: Square| self.at(to).is_none() || to == first.0 || to == second.0;
        if first.0 == second.0 || first.1 == second.1 || !free(first.1) || !free(second.1) {
            return false;
        }
        self.lift(rules, first.0, one);
        self.lift(rules, second.0, two);
        self.drop(rules, first.1, one);
        self.drop(rules, second.1, two);
        if self.extras.is_some() {
            self.carry_two_states(rules, first, second);
        }
        true
    }

    /// Changes the type or owner of the piece on a square in place. Its state, what is attached to it and
    /// whether it has moved stay as they are.
    pub(crate) fn become_kind(&mut self, rules: &RulesFor<B>, square: Square, kind: Kind) -> bool {
        let Some(old) = self.at(square) else { return false };
        let unmoved = self.is_unmoved(square);
        self.lift(rules, square, old);
        self.drop(rules, square, kind);
        self.set_unmoved(rules, square, unmoved);
        if self.extras.is_some() {
            self.refresh_blocks(rules);
        }
        true
    }

    /// Says whether the piece on a square has moved.
    pub(crate) fn set_unmoved(&mut self, rules: &RulesFor<B>, square: Square, unmoved: bool) {
        let Some(kind) = self.at(square) else { return };
        if unmoved != self.is_unmoved(square) {
            self.ledger.unmoved ^= B::of(square);
            self.ledger.hash ^= self.unmoved_key(rules, kind, square);
        }
    }

    // The ledger. Its old contents come back with a rollback, so these need no journal.

    /// Replaces the set of partners that may castle.
    pub(crate) fn set_castling(&mut self, rules: &RulesFor<B>, partners: B) {
        for square in (self.ledger.castling ^ partners).squares() {
            self.ledger.hash ^= rules.zobrist.castling(square);
        }
        self.ledger.castling = partners;
    }

    /// Replaces the squares that a multi-step has passed.
    #[inline(always)]
    pub(crate) fn set_passed(&mut self, rules: &RulesFor<B>, passed: B, passer: Square) {
        for square in (self.ledger.passed ^ passed).squares() {
            self.ledger.hash ^= rules.zobrist.passed(square);
        }
        self.ledger.passed = passed;
        self.ledger.passer = passer;
    }

    /// Says whose turn it is and how many moves it has left.
    #[inline(always)]
    pub(crate) fn set_turn(&mut self, rules: &RulesFor<B>, turn: Player, moves_left: u16) {
        if turn != self.ledger.turn {
            self.ledger.hash ^= rules.zobrist.turn();
        }
        if moves_left != self.ledger.moves_left {
            self.ledger.hash ^=
                rules.zobrist.moves_left(self.ledger.moves_left) ^ rules.zobrist.moves_left(moves_left);
        }
        self.ledger.turn = turn;
        self.ledger.moves_left = moves_left;
    }

    /// Says how many further moves scripts have allowed to a player.
    pub(crate) fn set_extra_moves(&mut self, rules: &RulesFor<B>, player: Player, moves: u8) {
        let old = std::mem::replace(&mut self.ledger.extra_moves[player.index()], moves);
        self.ledger.hash ^= rules.zobrist.extra_moves(player, old) ^ rules.zobrist.extra_moves(player, moves);
    }

    /// The hash worked out from nothing, for tests. It always equals [`Position::hash`].
    #[cfg(test)]
    pub fn fresh_hash(&self, rules: &RulesFor<B>) -> u64 {
        let keys = &rules.zobrist;
        let mut hash = keys.moves_left(self.ledger.moves_left);
        for player in Player::BOTH {
            hash ^= keys.extra_moves(player, self.ledger.extra_moves[player.index()]);
        }
        if self.ledger.turn == Player::Black {
            hash ^= keys.turn();
        }
        for square in self.occupied().squares() {
            if let Some(kind) = self.at(square) {
                hash ^= keys.piece(kind, square);
                if self.is_unmoved(square) {
                    hash ^= self.unmoved_key(rules, kind, square);
                }
            }
        }
        for square in self.ledger.castling.squares() {
            hash ^= keys.castling(square);
        }
        for square in self.ledger.passed.squares() {
            hash ^= keys.passed(square);
        }
        hash ^ self.extras.as_ref().map_or(0, |extras| extras.fresh_hash(rules))
    }
}

impl<B: Bitboard> Clone for Position<B> {
    /// The clone starts with an empty journal: checkpoints of the original mean nothing to it.
    fn clone(&self) -> Position<B> {
        Position {
            cells: self.cells,
            by_owner: self.by_owner,
            by_kind: self.by_kind.clone(),
            had: self.had.clone(),
            ledger: self.ledger,
            extras: self.extras.clone(),
            journal: Vec::new(),
            machines: MachinePool::default(),
        }
    }
}

impl<B: Bitboard> PartialEq for Position<B> {
    /// Compares everything but the journal.
    fn eq(&self, other: &Position<B>) -> bool {
        self.cells.as_ref() == other.cells.as_ref()
            && self.by_owner == other.by_owner
            && self.by_kind == other.by_kind
            && self.had == other.had
            && self.ledger == other.ledger
            && self.extras == other.extras
    }
}

impl<B: Bitboard> Eq for Position<B> {}
