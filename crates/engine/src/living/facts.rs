//! What can be told about a game's triggers without running them.
//!
//! The generator of legal moves asks here which moves no trigger can touch: these need no trial.

use nightrider_model::{Event, EventVar, Expr, PieceId, Square, Trigger, Variant};

use super::bearing::{Bearing, scripts_bear_on_legality, weigh};
use super::known::{Known, TypeMask, truth};
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::script::ScriptProfile;

/// Parts of a condition that is asked for every type and square.
const MOST_ASKED: usize = 1000;

/// What the triggers of a game can do to a move.
#[derive(Debug)]
pub(crate) struct Facts {
    /// The moves whose first half some trigger may react to.
    listening: Touch,
    /// Of these, the moves whose legality may depend on it, or that may be asked about.
    bearing: Touch,
    /// Whether a question can come up after the events that legality depends on.
    asks_late: bool,
    /// All that triggers and scripts can do to legality is to help: a move that is legal by the board stays so.
    only_helps: bool,
    /// Whether handlers of scripts can decide what is legal.
    scripts_bear: bool,
}

/// Moves that triggers can touch.
#[derive(Clone, Debug)]
struct Touch {
    types: usize,
    squares: usize,
    /// By type of the mover, then by target: moves that take nothing.
    quiet: Box<[bool]>,
    /// The same for captures, whatever is taken.
    takes: Box<[bool]>,
    /// By type of the mover, then of the victim; empty if no trigger listens to captures.
    captures: Box<[bool]>,
    /// By the type promoted to.
    promotions: Box<[bool]>,
}

/// The moves of one type whose legality may depend on a trigger, or that may be asked about, for the
/// generator.
#[derive(Clone, Debug)]
pub(crate) struct Doubts<B> {
    /// Targets of moves that take nothing.
    pub quiet: B,
    /// Targets of captures, whatever is taken.
    pub takes: B,
    /// Types whose capture is in doubt.
    pub victims: Vec<PieceId>,
}

impl Facts {
    /// Works out the facts of a game.
    pub fn new(variant: &Variant, scripts: Option<&ScriptProfile>) -> Facts {
        let untouched = Touch::none(variant);
        let mut facts = Facts {
            listening: untouched.clone(),
            bearing: untouched,
            asks_late: false,
            only_helps: true,
            scripts_bear: false,
        };
        for trigger in &variant.triggers {
            facts.listening.add(variant, trigger);
            let bearing = weigh(variant, trigger).bearing;
            if trigger.optional || bearing != Bearing::Nothing {
                facts.bearing.add(variant, trigger);
                facts.only_helps &= !trigger.optional && bearing != Bearing::Decides;
            }
            if matches!(trigger.event, Event::Check | Event::TurnEnd | Event::TurnStart) {
                facts.asks_late |= trigger.optional;
            }
        }
        if let Some(profile) = scripts {
            facts.listening.add_scripts(profile);
            if scripts_bear_on_legality(variant, profile) {
                facts.bearing.add_scripts(profile);
                facts.scripts_bear = true;
            }
            let mut others = profile.clone();
            others.declares_results = false;
            facts.only_helps &= !scripts_bear_on_legality(variant, &others);
        }
        facts
    }

    /// Whether triggers and scripts ask nothing and can make moves legal, but not the other way.
    #[inline(always)]
    pub fn only_helps(&self) -> bool {
        self.only_helps && !self.asks_late
    }

    /// Whether some trigger may react to the first half of a move of the player to move.
    #[inline(always)]
    pub fn listens<B: Bitboard>(&self, position: &Position<B>, m: Move) -> bool {
        self.listening.has(position, m)
    }

    /// Whether the legality of a move of the player to move may depend on a trigger, or a trigger may ask
    /// about it.
    #[inline(always)]
    pub fn bears<B: Bitboard>(&self, position: &Position<B>, m: Move) -> bool {
        self.asks_late || self.bearing.has(position, m)
    }

    /// Whether a question can come up after the events that legality depends on.
    #[inline(always)]
    pub fn asks_late(&self) -> bool {
        self.asks_late
    }

    /// Whether handlers of scripts can decide what is legal.
    pub fn scripts_bear(&self) -> bool {
        self.scripts_bear
    }

    /// For which moves of a type [`Facts::bears`] may hold, promotions apart.
    pub fn doubts<B: Bitboard>(&self, mover: PieceId) -> Doubts<B> {
        let Touch { types, squares, .. } = self.bearing;
        let set = |table: &[bool]| {
            let row = &table[mover.index() * squares..][..squares];
            let touched = (0..squares).filter(|square| self.asks_late || row[*square]);
            B::from_squares(touched.map(|square| Square(square as u8)))
        };
        Doubts {
            quiet: set(&self.bearing.quiet),
            takes: set(&self.bearing.takes),
            victims: (0..types)
                .filter(|victim| self.bearing.has_capture(mover.index(), *victim))
                .map(|victim| PieceId(victim as u16))
                .collect(),
        }
    }

    /// Whether [`Facts::bears`] never holds for moves of a type.
    pub fn leaves_alone(&self, variant: &Variant, mover: PieceId) -> bool {
        let Touch { types, squares, .. } = self.bearing;
        let row = |table: &[bool]| table[mover.index() * squares..][..squares].contains(&true);
        let promotes = variant.piece(mover).traits.promote && self.bearing.promotions.contains(&true);
        let takes = (0..types).any(|victim| self.bearing.has_capture(mover.index(), victim));
        !(self.asks_late || row(&self.bearing.quiet) || row(&self.bearing.takes) || promotes || takes)
    }

    /// Whether a trigger listens to captures by a type.
    pub fn listens_to_captures(&self, mover: PieceId) -> bool {
        (0..self.listening.types).any(|victim| self.listening.has_capture(mover.index(), victim))
    }

    /// Whether [`Facts::bears`] may hold for promotions to a type, for that reason alone.
    #[inline(always)]
    pub fn bears_on_promotion(&self, promoted: PieceId) -> bool {
        self.bearing.promotions[promoted.index()]
    }
}

impl Touch {
    fn none(variant: &Variant) -> Touch {
        let (types, squares) = (variant.pieces.len(), variant.board.len());
        Touch {
            types,
            squares,
            quiet: vec![false; types * squares].into(),
            takes: vec![false; types * squares].into(),
            captures: Box::new([]),
            promotions: vec![false; types].into(),
        }
    }

    fn add(&mut self, variant: &Variant, trigger: &Trigger) {
        let pieces = TypeMask::of_piece(variant, trigger);
        let types = (0..self.types).map(|index| PieceId(index as u16));
        match trigger.event {
            Event::Move | Event::EnterZone | Event::ExitZone => {
                types
                    .filter(|mover| pieces.has(*mover))
                    .for_each(|mover| self.add_moves(variant, trigger, mover));
            }
            Event::Promotion => types.for_each(|to| self.promotions[to.index()] |= pieces.has(to)),
            Event::Capture | Event::Captured => {
                if self.captures.is_empty() {
                    self.captures = vec![false; self.types * self.types].into();
                }
                let victims = TypeMask::of_captured(variant, trigger);
                for mover in types.filter(|mover| trigger.event == Event::Captured || pieces.has(*mover)) {
                    let row = &mut self.captures[mover.index() * self.types..][..self.types];
                    row.iter_mut().zip(&victims.0).for_each(|(touched, victim)| *touched |= *victim);
                }
            }
            Event::GameStart | Event::TurnStart | Event::Check | Event::TurnEnd | Event::GameEnd => {}
        }
    }

    /// Adds the moves of a type that a `move` or zone trigger may react to.
    fn add_moves(&mut self, variant: &Variant, trigger: &Trigger, mover: PieceId) {
        // Of a condition as long as a book it is not asked for every square whether it can hold: it may.
        let mut size = 0;
        trigger.when.walk(&mut |_| size += 1);
        let by_target =
            size <= MOST_ASKED && trigger.when.mentions(|part| *part == Expr::Event(EventVar::Target));
        for target in variant.board.squares() {
            let place = mover.index() * self.squares + target.index();
            if trigger.event == Event::EnterZone {
                let zones = &variant.board.zones;
                if !zones.iter().any(|zone| zone.squares.binary_search(&target).is_ok()) {
                    continue;
                }
            }
            // A capture in passing takes something, though the target was empty.
            let can = |occupied| {
                let known = Known { target: Some(target), occupied, ..Known::piece(mover) };
                !by_target || truth(variant, &trigger.when, known) != Some(false)
            };
            self.quiet[place] |= can(Some(false));
            self.takes[place] |= can(None);
        }
    }

    /// Handlers of scripts react to all moves, captures or promotions.
    fn add_scripts(&mut self, profile: &ScriptProfile) {
        if [Event::Move, Event::EnterZone, Event::ExitZone].into_iter().any(|e| profile.listens_to(e))
            || profile.reads_history
        {
            self.quiet.fill(true);
            self.takes.fill(true);
        }
        if profile.listens_to(Event::Promotion) {
            self.promotions.fill(true);
        }
        if profile.listens_to(Event::Capture) || profile.listens_to(Event::Captured) {
            self.captures = vec![true; self.types * self.types].into();
        }
    }

    #[inline(always)]
    fn has_capture(&self, mover: usize, victim: usize) -> bool {
        !self.captures.is_empty() && self.captures[mover * self.types + victim]
    }

    #[inline(always)]
    fn has<B: Bitboard>(&self, position: &Position<B>, m: Move) -> bool {
        let Some(mover) = position.at(m.from()) else { return false };
        let mover = mover.piece().index();
        let place = mover * self.squares + m.to().index();
        let takes = |square: Square| {
            let victim = position.at(square);
            victim.is_some_and(|victim| self.has_capture(mover, victim.piece().index()))
        };
        let promotes = || m.promotion().is_some_and(|promoted| self.promotions[promoted.index()]);
        match m.kind() {
            MoveKind::Quiet => self.quiet[place] || promotes(),
            MoveKind::Onto => true,
            // It may take more than it says.
            MoveKind::Parts | MoveKind::PartsCapture => {
                !self.captures.is_empty() || self.quiet[place] || self.takes[place] || promotes()
            }
            MoveKind::Swap | MoveKind::Castle => self.quiet[place] || self.takes[place] || promotes(),
            MoveKind::Capture | MoveKind::EnPassant | MoveKind::Catch | MoveKind::JumpCapture => {
                self.takes[place] || m.captured().is_some_and(takes) || promotes()
            }
        }
    }
}
