//! The variables an expression can read: those of the event or move, and the locals.

use std::sync::Arc;

use nightrider_model::{EffectId, FieldId, LocalId, PieceId, Player, Square, Value, ZoneId};

use super::{Datum, PieceRef};

/// The variables of one event or of one move under test, and the locals of what runs.
///
/// A frame is cheap to make (nothing allocates until a local is bound) and serves all triggers of an event.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// `piece`.
    pub piece: Option<PieceRef>,
    /// `origin`.
    pub origin: Option<Square>,
    /// `target`.
    pub target: Option<Square>,
    /// What stood on `target`, where the board no longer tells.
    pub before: Before,
    /// `captured`.
    pub captured: Option<PieceRef>,
    /// `captor`.
    pub captor: Option<PieceRef>,
    /// `king`.
    pub king: Option<PieceRef>,
    /// `player`: of the event, or the side an end is read for.
    pub player: Option<Player>,
    /// `mover` in conditions of ends.
    pub mover: Option<Player>,
    /// `turn` in conditions of ends: the player to move next.
    pub turn: Option<Player>,
    /// `zone`.
    pub zone: Option<ZoneId>,
    /// The piece that `any T` bound: it decides who is friend and enemy, and who owns what is made.
    pub bound: Option<PieceRef>,
    /// The piece that made the move of this ply.
    pub mover_piece: Option<PieceRef>,
    /// What the move of this ply has taken, in order.
    pub taken: Vec<PieceRef>,
    /// What loops and bindings still have to visit.
    pub pending: Vec<Datum>,
    /// Pieces off the board that variables still describe.
    pub detached: Vec<Detached>,
    /// Local variables of everything that runs; the innermost part starts at `base`.
    pub locals: Vec<Datum>,
    /// Where the innermost part of `locals` starts.
    pub base: usize,
    /// Steps left for loops and quantifiers.
    pub steps: u32,
    /// The state of the game's random generator; `None` where nothing random may happen.
    pub random: Option<u64>,
}

/// What `target has piece` and `piece_at(target)` look at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Before {
    /// The board as it is: patterns, and events without a move.
    #[default]
    AsNow,
    /// The piece that stood on the target before the move, if any.
    Stood(Option<PieceRef>),
}

/// A piece that has left the board within this ply, as variables still describe it.
#[derive(Clone, Debug, PartialEq)]
pub struct Detached {
    /// Its type.
    pub piece: PieceId,
    /// Whose it is.
    pub owner: Player,
    /// Where it stood.
    pub square: Square,
    /// Whether it had moved.
    pub moved: bool,
    /// Its state: only fields it has.
    pub state: Vec<(FieldId, Value)>,
    /// State fields that only scripts know.
    pub loose: Vec<(Arc<str>, Value)>,
    /// The effects it carried, with their owners and remaining turns.
    pub effects: Vec<(EffectId, Player, Option<u32>)>,
    /// Why it is off the board, which decides whether it can come back.
    pub reason: Absence,
}

/// Why a piece is off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// Captured by the move; it comes back when it is moved, or with a new owner.
    Captured,
    /// Captured, and an action has set its owner.
    Claimed,
    /// Pushed off its square by a move that takes nothing; it must find another square.
    Displaced,
    /// Removed for good.
    Removed,
    /// It is back on the board; this description is out of date.
    Returned,
}

/// Who or what a condition is about, reduced to what most questions need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The type.
    pub piece: PieceId,
    /// The owner.
    pub owner: Player,
    /// Where it stands or stood.
    pub square: Square,
}

impl Frame {
    /// Steps that one condition of a pattern may take.
    pub const GUARD_STEPS: u32 = 20_000;
    /// Steps that one firing of a trigger may take.
    pub const TRIGGER_STEPS: u32 = 100_000;

    /// The frame of a move under test.
    pub fn of_move(player: Player, origin: Square, target: Square) -> Frame {
        Frame {
            piece: Some(PieceRef::On(origin)),
            origin: Some(origin),
            target: Some(target),
            player: Some(player),
            steps: Frame::GUARD_STEPS,
            ..Frame::default()
        }
    }

    /// The frame of a condition on a piece alone.
    pub fn of_piece(player: Player, square: Square) -> Frame {
        Frame {
            piece: Some(PieceRef::On(square)),
            origin: Some(square),
            player: Some(player),
            steps: Frame::GUARD_STEPS,
            ..Frame::default()
        }
    }

    /// The frame of a condition of ends read for one side.
    pub fn of_end(side: Player, mover: Player, turn: Player) -> Frame {
        Frame {
            player: Some(side),
            mover: Some(mover),
            turn: Some(turn),
            steps: Frame::GUARD_STEPS,
            ..Frame::default()
        }
    }

    /// Clears what one trigger may have left for the next.
    pub(crate) fn begin_trigger(&mut self, seed: u64) {
        self.locals.clear();
        self.pending.clear();
        self.base = 0;
        self.bound = None;
        self.steps = Frame::TRIGGER_STEPS;
        self.random = Some(seed);
    }

    /// Clears the variables of the move, for the events of turns.
    pub(crate) fn forget_move(&mut self) {
        self.piece = None;
        self.origin = None;
        self.target = None;
        self.before = Before::AsNow;
        self.captured = None;
        self.captor = None;
        self.king = None;
        self.zone = None;
    }

    /// The value of a local.
    pub fn local(&self, local: LocalId) -> Datum {
        self.locals.get(self.base + local.index()).cloned().unwrap_or_default()
    }

    /// Gives a local a value.
    pub fn set_local(&mut self, local: LocalId, value: Datum) {
        let index = self.base + local.index();
        if self.locals.len() <= index {
            self.locals.resize(index + 1, Datum::Null);
        }
        self.locals[index] = value;
    }

    /// A piece off the board.
    pub fn off(&self, index: u8) -> Option<&Detached> {
        self.detached.get(usize::from(index))
    }

    /// Makes variables follow two pieces that have moved at once, each from its first square to its second.
    pub(crate) fn relocate_two(&mut self, first: (Square, Square), second: (Square, Square)) {
        // No piece has this number while two pieces of the board move.
        let aside = PieceRef::Off(u8::MAX);
        self.relocate(PieceRef::On(first.0), aside);
        self.relocate(PieceRef::On(second.0), PieceRef::On(second.1));
        self.relocate(aside, PieceRef::On(first.1));
    }

    /// Makes every variable that names one piece name another: the piece went from one place to another.
    pub fn relocate(&mut self, from: PieceRef, to: PieceRef) {
        let follow = |piece: &mut Option<PieceRef>| {
            if *piece == Some(from) {
                *piece = Some(to);
            }
        };
        follow(&mut self.piece);
        follow(&mut self.captured);
        follow(&mut self.captor);
        follow(&mut self.king);
        follow(&mut self.bound);
        follow(&mut self.mover_piece);
        if let Before::Stood(piece) = &mut self.before {
            follow(piece);
        }
        for piece in &mut self.taken {
            if *piece == from {
                *piece = to;
            }
        }
        for local in self.locals.iter_mut().chain(&mut self.pending) {
            if *local == Datum::Piece(from) {
                *local = Datum::Piece(to);
            }
        }
    }
}
