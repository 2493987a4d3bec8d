//! Rides: all rays along which a piece goes, with opposite rays joined for a single look-up.
//!
//! What a pair of opposite rays reaches depends only on the pieces on that one line, so it is kept in a table
//! under the pattern of those pieces. Where the machine cannot gather such a pattern in one instruction, or
//! the line is too long for a small table, the rays are followed one by one.

use std::sync::Arc;

use nightrider_model::{Board, Square};

use crate::bitboard::Bitboard;
use crate::rays::{Offset, Ray};

/// The most squares of a line whose patterns are kept.
const LONGEST_PATTERN: u32 = 8;

/// Rays from every square.
#[derive(Clone, Debug)]
pub(crate) struct Ride<B> {
    rays: Vec<Ray<B>>,
    axes: Vec<Axis<B>>,
    /// The rays that no axis covers.
    lone: Vec<Ray<B>>,
}

/// Two opposite rays.
#[derive(Clone, Debug)]
struct Axis<B> {
    offset: Offset,
    max: Option<u8>,
    table: Arc<AxisTable<B>>,
}

#[derive(Debug)]
struct AxisTable<B> {
    /// By origin: the squares whose pieces matter, and where its part of `reach` starts.
    lines: Box<[(B, u32)]>,
    /// By origin and pattern: the squares reached.
    reach: Box<[B]>,
}

impl<B: Bitboard> Ride<B> {
    /// No rays.
    pub(crate) const NONE: Ride<B> = Ride { rays: Vec::new(), axes: Vec::new(), lone: Vec::new() };

    pub(crate) fn new(board: &Board, rays: Vec<Ray<B>>) -> Ride<B> {
        let (mut axes, mut lone) = (Vec::new(), Vec::new());
        for (index, ray) in rays.iter().enumerate() {
            let is_opposite =
                |other: &Ray<B>| other.offset == (-ray.offset.0, -ray.offset.1) && other.max == ray.max;
            let table = match rays.iter().position(is_opposite) {
                Some(other) if other < index && B::GATHERS => continue,
                Some(other) if B::GATHERS => AxisTable::new(board, ray, &rays[other]),
                _ => None,
            };
            match table {
                Some(table) => axes.push(Axis { offset: ray.offset, max: ray.max, table: Arc::new(table) }),
                None => {
                    lone.push(ray.clone());
                    if B::GATHERS {
                        lone.extend(rays.iter().skip(index + 1).find(|other| is_opposite(other)).cloned());
                    }
                }
            }
        }
        Ride { rays, axes, lone }
    }

    /// The rays one by one.
    pub(crate) fn rays(&self) -> &[Ray<B>] {
        &self.rays
    }

    /// The squares reached when `stop` blocks: on each ray all up to the first of them, which is included.
    #[inline(always)]
    pub(crate) fn reach(&self, from: Square, stop: B) -> B {
        let mut reached = B::EMPTY;
        for axis in &self.axes {
            let (line, start) = axis.table.lines[from.index()];
            reached |= axis.table.reach[start as usize + stop.gather(line)];
        }
        for ray in &self.lone {
            reached |= ray.reach(from, stop);
        }
        reached
    }

    /// The squares reached on an empty board.
    pub(crate) fn unblocked(&self, from: Square) -> B {
        self.rays.iter().fold(B::EMPTY, |all, ray| all | ray.unblocked(from))
    }

    /// Uses the tables of `known` rides where they are the same, and adds its own to them.
    pub(crate) fn share_tables(&mut self, known: &mut Vec<KnownAxis<B>>) {
        for axis in &mut self.axes {
            let key = (axis.offset, axis.max);
            match known.iter().find(|other| other.key == key) {
                Some(other) => axis.table = Arc::clone(&other.table),
                None => known.push(KnownAxis { key, table: Arc::clone(&axis.table) }),
            }
        }
    }
}

/// A table that several rides can share.
pub(crate) struct KnownAxis<B> {
    key: (Offset, Option<u8>),
    table: Arc<AxisTable<B>>,
}

impl<B: Bitboard> AxisTable<B> {
    /// The table of two opposite rays, unless it would be too large.
    fn new(board: &Board, ray: &Ray<B>, opposite: &Ray<B>) -> Option<AxisTable<B>> {
        let relevant = |square: Square| {
            // The last square of a ray is reached whether or not something stands there.
            let inner = |ray: &Ray<B>| {
                let path = ray.unblocked(square);
                ray.farthest(path).map_or(B::EMPTY, |last| path.without(B::of(last)))
            };
            inner(ray) | inner(opposite)
        };
        let masks: Vec<B> = board.squares().map(relevant).collect();
        if masks.iter().any(|mask| mask.count() > LONGEST_PATTERN) {
            return None;
        }
        let mut reach = Vec::new();
        let mut lines = Vec::with_capacity(masks.len());
        for (square, &mask) in board.squares().zip(&masks) {
            lines.push((mask, reach.len() as u32));
            // Subsets in the order of their numbers are patterns in the order of theirs.
            let mut pieces = B::EMPTY;
            loop {
                reach.push(ray.reach(square, pieces) | opposite.reach(square, pieces));
                pieces = pieces.next_subset(mask);
                if pieces.is_empty() {
                    break;
                }
            }
        }
        Some(AxisTable { lines: lines.into(), reach: reach.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Wide;

    /// Every ride reaches what its rays reach one by one, whatever stands on the board.
    fn agrees<B: Bitboard>(width: u8, height: u8, rays: &[(Offset, Option<u8>)]) {
        let board = Board { holes: vec![Square(width + 2)], ..Board::new(width, height) };
        let rays: Vec<Ray<B>> = rays.iter().map(|&(offset, max)| Ray::new(&board, offset, max)).collect();
        let ride = Ride::new(&board, rays.clone());
        let mut dice = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..200 {
            let stop = B::from_squares(board.squares().filter(|_| {
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                dice >> 62 == 0
            }));
            for square in board.squares() {
                let one_by_one = rays.iter().fold(B::EMPTY, |all, ray| all | ray.reach(square, stop));
                assert_eq!(ride.reach(square, stop), one_by_one, "{width}x{height} {square:?} {stop:?}");
            }
        }
    }

    #[test]
    fn a_look_up_is_the_rays_one_by_one() {
        let rook: Vec<_> = [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|offset| (offset, None)).into();
        let short: Vec<_> = [(1, 1), (-1, -1), (0, 1), (2, 1), (-2, -1)].map(|o| (o, Some(3))).into();
        let uneven = [((0, 1), None), ((0, -1), Some(2)), ((1, 0), None), ((-1, 0), None)];
        for rays in [&rook[..], &short, &uneven] {
            agrees::<u64>(8, 8, rays);
            agrees::<u64>(5, 6, rays);
            agrees::<u128>(10, 10, rays);
            agrees::<u128>(12, 10, rays);
            agrees::<Wide>(16, 16, rays);
        }
    }
}
