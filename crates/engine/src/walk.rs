//! Sequences of legs (`p + q`, `p * n`) that no table can express: a small tree, walked with sets of squares.
//!
//! A set of squares describes all places a walk can be in after a leg. That is enough, because what a later
//! leg may do depends only on where it stands and how far from its origin that is. So the work grows with
//! the number of legs and never with the number of paths.

use nightrider_model::{Board, Square};

use crate::bitboard::Bitboard;
use crate::expr::Code;
use crate::rays::{Offset, Ray, go};

/// A leg or a sequence of legs. Offsets and rays are already seen from the owner.
#[derive(Clone, Debug)]
pub(crate) enum Walk<B> {
    /// To one of these offsets.
    Step(Vec<Offset>, Turning),
    /// Along one of these rays.
    Slide(Vec<Ray<B>>, Turning),
    /// Along one of these rays, over a hurdle.
    Hop(Vec<Ray<B>>, Turning),
    /// To any square.
    Anywhere,
    /// Any of these.
    Any(Vec<Walk<B>>),
    /// One after another.
    Then(Vec<Walk<B>>),
    /// Only landings for which a condition holds.
    Ask(Box<Walk<B>>, Box<Code>),
    /// Nothing: a form that has no meaning inside a sequence.
    Nowhere,
}

/// Whether a later leg may turn back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turning {
    /// It was a single direction: taken as written.
    AsWritten,
    /// It was a group of directions or a leap: not against the displacement so far.
    NotBack,
}

/// How a walk sees the board.
#[derive(Clone, Copy)]
pub(crate) struct Terrain<'a, B> {
    pub board: &'a Board,
    pub origin: Square,
    /// Where slides and landings between legs are stopped: pieces and walls. The walker itself is no obstacle.
    pub stop: B,
    /// Squares that can be neither entered nor passed, because of effects.
    pub walls: B,
    /// Whether landings between legs need not be empty (trait `jump`).
    pub jumps: bool,
    /// Whether slides pass through pieces (trait `phase`).
    pub phases: bool,
    /// Pretends that nothing blocks and hurdles stand anywhere: everything a walk could ever reach.
    pub limitless: bool,
    /// Answers a condition about a landing.
    pub ask: &'a dyn Fn(&Code, Square) -> bool,
}

impl<B: Bitboard> Terrain<'_, B> {
    fn allows(&self, turning: Turning, at: Square, (dx, dy): Offset) -> bool {
        if turning == Turning::AsWritten {
            return true;
        }
        let files = i32::from(self.board.file(at)) - i32::from(self.board.file(self.origin));
        let ranks = i32::from(self.board.rank(at)) - i32::from(self.board.rank(self.origin));
        files * dx + ranks * dy >= 0
    }

    /// The squares from which a walk may go on.
    fn passable(&self, landings: B) -> B {
        if self.jumps || self.limitless { landings } else { landings.without(self.stop) }
    }
}

impl<B: Bitboard> Walk<B> {
    /// Whether some landing on the way depends on a condition.
    pub(crate) fn asks(&self) -> bool {
        match self {
            Walk::Ask(..) => true,
            Walk::Any(walks) | Walk::Then(walks) => walks.iter().any(Walk::asks),
            Walk::Step(..) | Walk::Slide(..) | Walk::Hop(..) | Walk::Anywhere | Walk::Nowhere => false,
        }
    }

    /// Whether some leg hops or goes anywhere.
    pub(crate) fn hops(&self) -> bool {
        match self {
            Walk::Hop(..) | Walk::Anywhere => true,
            Walk::Ask(walk, _) => walk.hops(),
            Walk::Any(walks) | Walk::Then(walks) => walks.iter().any(Walk::hops),
            Walk::Step(..) | Walk::Slide(..) | Walk::Nowhere => false,
        }
    }

    /// Where the walk can land, occupied squares included.
    pub(crate) fn landings(&self, terrain: &Terrain<'_, B>) -> B {
        let mut landings = self.from(terrain, B::of(terrain.origin), true);
        landings.remove(terrain.origin);
        landings.without(terrain.walls)
    }

    /// Where the walk can land when it goes on from any of `starts`.
    fn from(&self, terrain: &Terrain<'_, B>, starts: B, first: bool) -> B {
        match self {
            Walk::Step(offsets, turning) => {
                let mut landings = B::EMPTY;
                for at in terrain.onward(starts, first) {
                    for &offset in offsets {
                        if terrain.allows(*turning, at, offset)
                            && let Some(target) = go(terrain.board, at, offset)
                        {
                            landings.insert(target);
                        }
                    }
                }
                landings
            }
            Walk::Slide(rays, turning) => {
                // After the first leg a slide may have length zero, and then end on an occupied square.
                let mut landings = starts.when(!first);
                for at in terrain.onward(starts, first) {
                    for ray in rays.iter().filter(|ray| terrain.allows(*turning, at, ray.offset)) {
                        landings |= match (terrain.limitless, terrain.phases) {
                            (true, _) => ray.unblocked(at),
                            (false, true) => ray.reach(at, terrain.walls),
                            (false, false) => ray.reach(at, terrain.stop),
                        };
                    }
                }
                landings
            }
            Walk::Hop(rays, turning) => {
                let mut landings = B::EMPTY;
                for at in terrain.onward(starts, first) {
                    for ray in rays.iter().filter(|ray| terrain.allows(*turning, at, ray.offset)) {
                        landings |= if terrain.limitless {
                            ray.unblocked_over_hurdle(at)
                        } else {
                            ray.reach_over_hurdle(at, terrain.stop, terrain.walls)
                        };
                    }
                }
                landings
            }
            Walk::Anywhere => {
                if terrain.onward(starts, first).next().is_none() {
                    return B::EMPTY;
                }
                let board = terrain.board;
                B::from_squares(board.squares().filter(|&square| !board.is_hole(square)))
            }
            Walk::Any(walks) => {
                walks.iter().fold(B::EMPTY, |all, walk| all | walk.from(terrain, starts, first))
            }
            Walk::Then(legs) => {
                let mut at = starts;
                for (index, leg) in legs.iter().enumerate() {
                    at = leg.from(terrain, at, first && index == 0);
                }
                at
            }
            Walk::Ask(walk, condition) => {
                let landings = walk.from(terrain, starts, first);
                if terrain.limitless {
                    return landings;
                }
                B::from_squares(landings.squares().filter(|&at| (terrain.ask)(condition, at)))
            }
            Walk::Nowhere => B::EMPTY,
        }
    }
}

impl<B: Bitboard> Terrain<'_, B> {
    /// The starts from which a leg really goes on: all of them for the first leg, later only landings that
    /// can be passed.
    fn onward(&self, starts: B, first: bool) -> impl Iterator<Item = Square> + use<B> {
        (if first { starts } else { self.passable(starts) }).squares()
    }
}
