//! Rays: what a piece that goes on in one direction until blocked can reach.

use std::sync::Arc;

use nightrider_model::{Board, Square};

use crate::bitboard::Bitboard;

/// Files to the right and ranks up, seen from White's side.
pub(crate) type Offset = (i32, i32);

/// Where an offset leads from a square: `None` off the board or onto a hole.
pub(crate) fn go(board: &Board, square: Square, (dx, dy): Offset) -> Option<Square> {
    board.offset(square, dx, dy).filter(|&target| !board.is_hole(target))
}

/// The squares met going from a square again and again by an offset, nearest first, up to the edge, a hole
/// or `max` steps.
pub(crate) fn march(
    board: &Board,
    square: Square,
    offset: Offset,
    max: Option<u8>,
) -> impl Iterator<Item = Square> {
    let steps = max.map_or(usize::MAX, usize::from);
    std::iter::successors(go(board, square, offset), move |&at| go(board, at, offset)).take(steps)
}

/// The squares strictly between two squares, on the straight line through both; none if no square centre
/// lies between them.
pub(crate) fn between<B: Bitboard>(board: &Board, a: Square, b: Square) -> B {
    let dx = i32::from(board.file(b)) - i32::from(board.file(a));
    let dy = i32::from(board.rank(b)) - i32::from(board.rank(a));
    let steps = greatest_common_divisor(dx.abs(), dy.abs());
    let squares = (1..steps).filter_map(|n| board.offset(a, dx / steps * n, dy / steps * n));
    B::from_squares(squares)
}

fn greatest_common_divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// All rays in one direction, one for each square. Cloning shares them.
#[derive(Clone, Debug)]
pub(crate) struct Ray<B> {
    pub offset: Offset,
    pub max: Option<u8>,
    /// Whether squares further along have greater numbers.
    ascending: bool,
    /// By origin: the squares reached on an empty board.
    reach: Arc<[B]>,
    /// By origin: the same without `max`.
    full: Arc<[B]>,
}

impl<B: Bitboard> Ray<B> {
    pub(crate) fn new(board: &Board, offset: Offset, max: Option<u8>) -> Ray<B> {
        let all = |max| -> Arc<[B]> {
            let of = |square| {
                if board.is_hole(square) {
                    B::EMPTY
                } else {
                    B::from_squares(march(board, square, offset, max))
                }
            };
            board.squares().map(of).collect()
        };
        let ascending = offset.1 > 0 || (offset.1 == 0 && offset.0 > 0);
        let full = all(None);
        let reach = if max.is_some() { all(max) } else { Arc::clone(&full) };
        Ray { offset, max, ascending, reach, full }
    }

    /// The squares reached on an empty board.
    #[inline(always)]
    pub(crate) fn unblocked(&self, from: Square) -> B {
        self.reach[from.index()]
    }

    /// The nearest of some squares along the ray.
    #[inline(always)]
    pub(crate) fn nearest(&self, of: B) -> Option<Square> {
        if self.ascending { of.first() } else { of.last() }
    }

    /// The farthest of some squares along the ray.
    pub(crate) fn farthest(&self, of: B) -> Option<Square> {
        if self.ascending { of.last() } else { of.first() }
    }

    /// The squares reached when `stop` blocks: all up to the first of them, which is included.
    #[inline(always)]
    pub(crate) fn reach(&self, from: Square, stop: B) -> B {
        let path = self.reach[from.index()];
        match self.nearest(path & stop) {
            Some(blocker) => path.without(self.full[blocker.index()]),
            None => path,
        }
    }

    /// The first of `stop` on the ray.
    #[inline(always)]
    pub(crate) fn first_hit(&self, from: Square, stop: B) -> Option<Square> {
        self.nearest(self.reach[from.index()] & stop)
    }

    /// The squares reached by jumping over the first of `stop` (the hurdle), which may be at any distance:
    /// those behind it up to the next of `stop`, which is included, at most `max` squares behind the hurdle.
    /// Walls stop, but are no hurdles.
    #[inline(always)]
    pub(crate) fn reach_over_hurdle(&self, from: Square, stop: B, walls: B) -> B {
        match self.nearest(self.full[from.index()] & stop) {
            Some(hurdle) if !walls.contains(hurdle) => self.reach(hurdle, stop),
            _ => B::EMPTY,
        }
    }

    /// Where a hopper might land at all: anything beyond the first square.
    pub(crate) fn unblocked_over_hurdle(&self, from: Square) -> B {
        let mut rest = self.full[from.index()];
        if let Some(nearest) = self.nearest(rest) {
            rest.remove(nearest);
        }
        rest
    }

    /// The squares between two squares of one ray, the first of which is its origin.
    #[inline(always)]
    pub(crate) fn between(&self, from: Square, to: Square) -> B {
        self.full[from.index()].without(self.full[to.index()] | B::of(to))
    }

    /// The squares of the ray, without its `max`.
    #[inline(always)]
    pub(crate) fn line(&self, from: Square) -> B {
        self.full[from.index()]
    }
}
