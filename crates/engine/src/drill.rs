//! Drills: pieces that all make the same few steps, moved together.
//!
//! Where each alternative of a kind is one fixed step (or several in a line over empty squares), shifting the
//! set of its pieces finds the targets of all of them at once, as pawns are moved in engines made for chess.

use nightrider_model::{Board, Square};

use crate::bitboard::Bitboard;
use crate::expr::Occupants;
use crate::movement::{Alternative, LamePath, Movement, Shape};
use crate::rays::{Offset, between, go};

/// The most steps a kind's drill may have; more are quicker piece by piece.
const MOST_STEPS: usize = 4;

/// One step that all pieces of a kind can make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drill<B> {
    /// By how much the number of the square changes with each stride.
    stride: i32,
    /// The squares from which the step is made.
    origins: B,
    /// The squares from which a stride stays on the board.
    starts: B,
    /// How many strides; the squares between them must be empty.
    strides: u8,
    /// Whether it goes to empty squares.
    pub quiet: bool,
    /// Whether it takes enemies.
    pub takes: bool,
    /// Only pieces that have not moved, or only those that have.
    pub unmoved: Option<bool>,
}

impl<B: Bitboard> Drill<B> {
    /// Where the pieces of a set arrive, whatever stands there.
    #[inline(always)]
    pub(crate) fn arrivals(&self, pieces: B, empty: B) -> B {
        let mut pieces = (pieces & self.origins).shifted(self.stride);
        for _ in 1..self.strides {
            pieces = (pieces & empty & self.starts).shifted(self.stride);
        }
        pieces
    }

    /// Whether both are the same step, from whatever squares.
    fn is_same_step(&self, other: &Drill<B>) -> bool {
        let step = |drill: &Drill<B>| (drill.stride, drill.strides, drill.quiet, drill.takes, drill.unmoved);
        step(self) == step(other)
    }

    /// Where the piece came from that arrived on a square.
    #[inline(always)]
    pub(crate) fn origin(&self, arrival: Square) -> Square {
        Square((i32::from(arrival.0) - self.stride * i32::from(self.strides)) as u8)
    }
}

/// The drill of a kind, if its movement is one. Pieces on the movement's `singles` move one by one.
pub(crate) fn of_movement<B: Bitboard>(board: &Board, movement: &Movement<B>) -> Option<Box<[Drill<B>]>> {
    if !movement.promoting.is_empty() || movement.moves_onto || movement.alternatives.is_empty() {
        return None;
    }
    let mut drills: Vec<(Offset, Drill<B>)> = Vec::new();
    for alternative in &movement.alternatives {
        let gate = &alternative.gate;
        let simple = gate.in_check.is_none()
            && gate.piece.is_empty()
            && gate.allowed.is_none()
            && gate.is_per_piece()
            && alternative.swaps == Occupants::NONE
            && !alternative.takes.has(Occupants::FRIEND);
        if !simple {
            return None;
        }
        for Step { stride, strides, origins } in steps(board, alternative)? {
            let starts = B::from_squares(
                board
                    .squares()
                    .filter(|&square| !board.is_hole(square) && go(board, square, stride).is_some()),
            );
            let drill = Drill {
                stride: stride.1 * i32::from(board.width) + stride.0,
                origins,
                starts,
                strides,
                quiet: alternative.quiet,
                takes: alternative.takes.has(Occupants::ENEMY),
                unmoved: gate.unmoved,
            };
            let whole = (stride.0 * i32::from(strides), stride.1 * i32::from(strides));
            match drills.iter().position(|(other, _)| *other == whole) {
                Some(known) if drills[known].1.is_same_step(&drill) => {
                    drills[known].1.origins |= drill.origins
                }
                // Two ways to one square would count it twice.
                Some(_) => return None,
                None if drills.len() == MOST_STEPS => return None,
                None => drills.push((whole, drill)),
            }
        }
    }
    Some(drills.into_iter().map(|(_, drill)| drill).collect())
}

/// A step, and the squares it is made from.
struct Step<B> {
    stride: Offset,
    strides: u8,
    origins: B,
}

/// The steps that make up an alternative; `None` if it is more than steps, or they are too many.
fn steps<B: Bitboard>(board: &Board, alternative: &Alternative<B>) -> Option<Vec<Step<B>>> {
    let offset = |from: Square, to: Square| {
        (
            i32::from(board.file(to)) - i32::from(board.file(from)),
            i32::from(board.rank(to)) - i32::from(board.rank(from)),
        )
    };
    let mut steps = Vec::new();
    for from in board.squares() {
        match &alternative.shape {
            Shape::Leap(targets) => {
                for to in targets[from.index()].squares() {
                    note(&mut steps, offset(from, to), 1, from)?;
                }
            }
            Shape::Lame(paths) => {
                for path in &paths[from.index()] {
                    let (dx, dy) = offset(from, path.target);
                    let strides = dx.abs().max(dy.abs());
                    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
                    if !straight || !is_straight_way(board, from, path) {
                        return None;
                    }
                    note(&mut steps, (dx / strides, dy / strides), strides as u8, from)?;
                }
            }
            _ => return None,
        }
    }
    Some(steps)
}

/// Whether a path asks for just the squares of the straight line to be empty, and they exist.
fn is_straight_way<B: Bitboard>(board: &Board, from: Square, path: &LamePath<B>) -> bool {
    let line: B = between(board, from, path.target);
    path.blocked.is_empty() && path.clear == line && !line.squares().any(|square| board.is_hole(square))
}

/// Adds an origin of a step; gives up when there are too many steps.
fn note<B: Bitboard>(steps: &mut Vec<Step<B>>, stride: Offset, strides: u8, from: Square) -> Option<()> {
    match steps.iter_mut().find(|step| (step.stride, step.strides) == (stride, strides)) {
        Some(step) => step.origins.insert(from),
        None => steps.push(Step { stride, strides, origins: B::of(from) }),
    }
    (steps.len() <= MOST_STEPS).then_some(())
}
