//! Random games, played to their end as fast as the rules allow.

use std::sync::Arc;

use nightrider_model::{Condition, Expr};

use crate::apply;
use crate::bitboard::Bitboard;
use crate::direct;
use crate::ends::{self, LastPly};
use crate::fast::{self, Choices};
use crate::line::{Line, key};
use crate::moves::Move;
use crate::position::Position;
use crate::result::GameResult;
use crate::rules::RulesFor;
use crate::view::GameFacts;

/// A game played on with random moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The moves; each was drawn evenly from all legal ones.
    pub moves: Vec<Move>,
    /// How the game ended; `None` if it was given up before its end.
    pub result: Option<GameResult>,
}

/// Random games that all go on from one position.
pub(crate) struct Playouts<B: Bitboard> {
    rules: Arc<RulesFor<B>>,
    start: Position<B>,
    /// The legal moves of the position that a random game has come to.
    choices: Choices<B>,
    /// Of the start.
    result: Option<GameResult>,
    /// The keys of the positions up to the start; those of the random game follow.
    keys: Keys,
    /// Whether an end asks how often a position has occurred.
    counts_positions: bool,
    dice: Dice,
    most_plies: usize,
}

impl<B: Bitboard> Playouts<B> {
    pub(crate) fn new(line: &Line<B>, seed: u64, most_plies: usize) -> Playouts<B> {
        let variant = &line.rules.variant;
        let counts = |condition: &Condition| {
            condition.expr.mentions(|part| matches!(part, Expr::PositionCount | Expr::Repetition))
        };
        Playouts {
            start: line.position.clone(),
            choices: Choices::default(),
            result: line.result.clone(),
            keys: Keys::new(line.keys()),
            counts_positions: variant.victory.iter().chain(&variant.draw).any(counts),
            dice: Dice(seed),
            most_plies,
            rules: Arc::clone(&line.rules),
        }
    }
}

impl<B: Bitboard> Iterator for Playouts<B> {
    type Item = Playout;

    fn next(&mut self) -> Option<Playout> {
        let rules = Arc::clone(&self.rules);
        let mut position = self.start.clone();
        let mut playout = Playout { moves: Vec::with_capacity(64), result: self.result.clone() };
        self.keys.forget();
        fast::find_choices(&rules, &mut position, &mut self.choices);
        while playout.result.is_none() && playout.moves.len() < self.most_plies && self.choices.len() > 0 {
            let number = self.dice.below(self.choices.len());
            let Some(m) = self.choices.pick(&rules, &position, number) else { break };
            let mover = position.turn();
            let ply = play(&rules, &mut position, m);
            playout.moves.push(m);
            fast::find_choices(&rules, &mut position, &mut self.choices);
            let facts = GameFacts {
                position_count: self.occurrences(&rules, &position),
                no_moves: self.choices.len() == 0,
            };
            let result = match ply {
                None => ends::judge_direct(&rules, &position, mover, facts),
                Some(ply) => ends::judge(&rules, &position, &ply, facts),
            };
            if result.is_some() {
                return Some(Playout { result, ..playout });
            }
        }
        Some(playout)
    }
}

impl<B: Bitboard> Playouts<B> {
    /// How often the position has occurred, if an end asks for it.
    fn occurrences(&mut self, rules: &RulesFor<B>, position: &Position<B>) -> u32 {
        if !self.counts_positions {
            return 1;
        }
        self.keys.note(key(rules, position, || self.choices.take_in_passing()))
    }
}

/// The keys of the positions so far, and which are certainly new.
struct Keys {
    all: Vec<u64>,
    /// How many of them are from before the random game.
    past: usize,
    /// By the lowest bits of a key: whether one with these bits has been.
    met: Box<[bool; Keys::SLOTS]>,
}

impl Keys {
    const SLOTS: usize = 1 << 13;

    fn new(past: &[u64]) -> Keys {
        Keys { all: past.to_vec(), past: past.len(), met: Box::new([false; Keys::SLOTS]) }
    }

    /// Forgets the last random game.
    fn forget(&mut self) {
        self.all.truncate(self.past);
        self.met.fill(false);
        for &key in &self.all {
            self.met[key as usize % Keys::SLOTS] = true;
        }
    }

    /// Adds a key; how often it is among them now.
    fn note(&mut self, key: u64) -> u32 {
        self.all.push(key);
        if !std::mem::replace(&mut self.met[key as usize % Keys::SLOTS], true) {
            return 1;
        }
        self.all.iter().filter(|&&other| other == key).count() as u32
    }
}

/// Plays a legal move; what is to be judged of it, unless it was direct.
#[inline(always)]
fn play<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>, m: Move) -> Option<LastPly> {
    let mover = position.turn();
    if direct::play(rules, position, m).is_some() {
        return None;
    }
    Some(LastPly::new(mover, &apply::play(rules, position, m)))
}

/// A seeded generator of random choices (SplitMix64), the same on every platform.
struct Dice(u64);

impl Dice {
    /// A number below `bound`, which is at least 1. All are as likely as makes no difference.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let upper = (mixed ^ (mixed >> 31)) >> 32;
        ((upper * bound as u64) >> 32) as usize
    }
}
