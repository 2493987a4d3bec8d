//! What a piece of one kind can do, worked out once: alternatives, each a shape behind a gate.

use std::sync::Arc;

use nightrider_model::{FieldId, PieceId, Square};

use crate::bitboard::Bitboard;
use crate::drill::Drill;
use crate::expr::{Code, Occupants, PathNeed};
use crate::moves::Move;
use crate::program;
use crate::rays::Ray;
use crate::ride::Ride;
use crate::sweep::Sweep;
use crate::walk::Walk;

/// All movement of one kind of piece (a type in one owner's hands).
#[derive(Clone, Debug)]
pub(crate) struct Movement<B> {
    pub alternatives: Vec<Alternative<B>>,
    /// Alternatives with which the piece becomes another type on the way.
    pub changing: Vec<(PieceId, Alternative<B>)>,
    /// What has to be found out by running programs.
    pub programs: Vec<ProgramMoves<B>>,
    /// If the alternatives are of moves that set the player's state, the program that says how. It is run when one is
    /// played; each is then the only move of its kind with its origin and target, number 1.
    pub carried: Option<Box<ProgramMoves<B>>>,
    /// Origins from which one of these two might offer something.
    pub singles: B,
    /// The gates of the pattern `castle`; it castles if one of them is open.
    pub castling: Vec<Gate<B>>,
    /// The gates of the pattern `promote`.
    pub promoting: Vec<PromotePattern<B>>,
    /// Slides pass through pieces.
    pub phases: bool,
    /// Landings between legs need not be empty.
    pub jumps: bool,
    /// Whether what it can do, castling apart, depends on its not having moved.
    pub asks_for_first_move: bool,
    /// Where its pieces can go, if that depends on nothing but what stands where.
    pub sweeps: Option<Box<[Sweep<B>]>>,
    /// How its pieces are moved together.
    pub company: Company<B>,
    /// Moves may also go to occupied squares, because a `move` trigger makes room.
    pub moves_onto: bool,
}

/// How the pieces of a kind are moved together where no move of theirs is in doubt.
#[derive(Clone, Debug)]
pub(crate) enum Company<B> {
    /// They are not.
    None,
    /// All at once, except on the movement's `singles`.
    Drills(Box<[Drill<B>]>),
    /// Each by one look at the movement's `sweeps`.
    Sweeps,
    /// The same, of royals.
    Royal,
}

/// Squares of one shape, reached while a gate is open.
#[derive(Clone, Debug)]
pub(crate) struct Alternative<B> {
    pub shape: Shape<B>,
    /// Whether it goes to empty squares.
    pub quiet: bool,
    /// The occupied squares on which it captures.
    pub takes: Occupants,
    /// The occupied squares with which it changes places.
    pub swaps: Occupants,
    pub gate: Gate<B>,
}

/// The cheapest form that can express where a pattern leads.
#[derive(Clone, Debug)]
pub(crate) enum Shape<B> {
    /// Whatever is between. By origin.
    Leap(Box<[B]>),
    /// Until blocked.
    Ride(Ride<B>),
    /// Over a hurdle.
    Hop(Vec<Ray<B>>),
    /// To single squares, each under conditions on the squares between. By origin.
    Lame(Box<[Box<[LamePath<B>]>]>),
    /// Anything else.
    Walk(Walk<B>),
}

/// A way to a single square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LamePath<B> {
    pub target: Square,
    /// All of these must be empty.
    pub clear: B,
    /// One of these must be occupied, if there are any.
    pub blocked: B,
}

/// The chains of a Chessembly program that no shape can express.
#[derive(Clone, Debug)]
pub(crate) struct ProgramMoves<B> {
    pub code: Arc<program::Code>,
    /// What the names of the program mean.
    pub names: Arc<[Option<PieceId>]>,
    /// Where the keys of the program are kept in the player's state.
    pub keys: Arc<[Option<FieldId>]>,
    /// By origin: the chains to run.
    pub chains: Box<[Box<[u32]>]>,
    /// By origin: the squares on which they might capture.
    pub captures: Box<[B]>,
    /// Whether one of these chains asks for the opponent's state.
    pub asks_enemy_state: bool,
    pub admits: Admits,
    pub gate: Gate<B>,
}

/// Which activations of a program a piece may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Admits {
    /// Those that take nothing.
    pub moves: bool,
    /// Those that take something.
    pub captures: bool,
    /// What may stand on the activated square.
    pub targets: Occupants,
}

/// What must hold for an alternative beyond its shape.
#[derive(Clone, Debug)]
pub(crate) struct Gate<B> {
    /// The piece must not have moved, or must have.
    pub unmoved: Option<bool>,
    /// An own royal must be attacked, or must not.
    pub in_check: Option<bool>,
    /// Conditions on the piece, asked once.
    pub piece: Vec<Code>,
    /// By origin: the targets that conditions known in advance allow.
    pub allowed: Option<Box<[B]>>,
    /// What the squares between must be, where the shape does not say it.
    pub path: PathNeed,
    /// Conditions asked for each target.
    pub target: Vec<Code>,
}

/// The pattern `promote` behind its gate: a step forward, and the kind's own captures, as promotions.
#[derive(Clone, Debug)]
pub(crate) struct PromotePattern<B> {
    /// By origin: the square in front.
    pub forward: Box<[B]>,
    pub gate: Gate<B>,
}

impl<B: Bitboard> Movement<B> {
    /// Numbers a move that the alternatives say.
    #[inline(always)]
    pub(crate) fn numbered(&self, m: Move) -> Move {
        if self.carried.is_some() { m.choosing(1) } else { m }
    }

    /// The alternative with a number: those that change the piece come after the others.
    pub(crate) fn alternative(&self, number: usize) -> &Alternative<B> {
        match number.checked_sub(self.alternatives.len()) {
            Some(changing) => &self.changing[changing].1,
            None => &self.alternatives[number],
        }
    }

    /// All alternatives in order of their numbers.
    pub(crate) fn all_alternatives(&self) -> impl Iterator<Item = &Alternative<B>> {
        self.alternatives.iter().chain(self.changing.iter().map(|(_, alternative)| alternative))
    }

    /// Its rides.
    pub(crate) fn rides_mut(&mut self) -> impl Iterator<Item = &mut Ride<B>> {
        let changing = self.changing.iter_mut().map(|(_, alternative)| alternative);
        let alternatives = self.alternatives.iter_mut().chain(changing);
        let rides = alternatives.filter_map(|alternative| match &mut alternative.shape {
            Shape::Ride(ride) => Some(ride),
            _ => None,
        });
        rides.chain(self.sweeps.iter_mut().flatten().map(Sweep::ride_mut))
    }

    /// All gates.
    pub(crate) fn gates(&self) -> impl Iterator<Item = &Gate<B>> {
        let alternatives = self.alternatives.iter().map(|alternative| &alternative.gate);
        let changing = self.changing.iter().map(|(_, alternative)| &alternative.gate);
        let programs = self.programs.iter().map(|program| &program.gate);
        let promoting = self.promoting.iter().map(|pattern| &pattern.gate);
        alternatives.chain(changing).chain(programs).chain(&self.castling).chain(promoting)
    }
}

impl Admits {
    /// Whether captures of enemies on the activated square are admitted.
    pub(crate) fn takes(self) -> bool {
        self.captures && self.targets.has(Occupants::ENEMY)
    }

    /// Whether moves to empty squares are admitted.
    pub(crate) fn quiet(self) -> bool {
        self.moves && self.targets.has(Occupants::EMPTY)
    }

    /// The occupied squares with which the piece may change places.
    pub(crate) fn swaps(self) -> Occupants {
        if self.moves { self.targets & Occupants::PIECE } else { Occupants::NONE }
    }
}

impl<B: Bitboard> Gate<B> {
    /// A gate that is always open.
    pub(crate) const OPEN: Gate<B> = Gate {
        unmoved: None,
        in_check: None,
        piece: Vec::new(),
        allowed: None,
        path: PathNeed::Any,
        target: Vec::new(),
    };

    /// Whether the gate is always open.
    pub(crate) fn is_open(&self) -> bool {
        self.unmoved.is_none()
            && self.in_check.is_none()
            && self.piece.is_empty()
            && self.allowed.is_none()
            && self.path == PathNeed::Any
            && self.target.is_empty()
    }

    /// Whether nothing has to be asked for single targets.
    pub(crate) fn is_per_piece(&self) -> bool {
        self.path == PathNeed::Any && self.target.is_empty()
    }
}
