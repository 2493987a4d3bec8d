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
    /// By origin: its lines, as many for each.
    lines: Box<[Line<B>]>,
    lines_each: usize,
    /// By line and pattern: the squares reached. All rides of a game share it.
    reach: Arc<[B]>,
    /// The rays that no line covers: all of them until the ride has its tables.
    lone: Vec<Ray<B>>,
}

/// Two opposite rays from one square.
#[derive(Clone, Copy, Debug)]
struct Line<B> {
    /// The squares whose pieces matter.
    mask: B,
    /// Where its part of `reach` starts.
    start: u32,
}

impl<B: Bitboard> Ride<B> {
    /// A ride whose rays are followed one by one until [`tabulate`] is called.
    pub(crate) fn new(rays: Vec<Ray<B>>) -> Ride<B> {
        Ride { lone: rays.clone(), rays, lines: Box::default(), lines_each: 0, reach: Arc::default() }
    }

    /// The rays one by one.
    pub(crate) fn rays(&self) -> &[Ray<B>] {
        &self.rays
    }

    /// The squares reached when `stop` blocks: on each ray all up to the first of them, which is included.
    #[inline(always)]
    pub(crate) fn reach(&self, from: Square, stop: B) -> B {
        let mut reached = B::EMPTY;
        let first = from.index() * self.lines_each;
        for line in &self.lines[first..first + self.lines_each] {
            reached |= self.reach[line.start as usize + stop.gather(line.mask)];
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
}

/// Gives rides their tables: what a line reaches is kept once, however many kinds ride along it.
pub(crate) fn tabulate<'a, B: Bitboard>(board: &Board, rides: impl IntoIterator<Item = &'a mut Ride<B>>) {
    if !B::GATHERS {
        return;
    }
    let mut rides: Vec<&mut Ride<B>> = rides.into_iter().collect();
    let mut tables = Tables { known: Vec::new(), reach: Vec::new() };
    for ride in &mut rides {
        tables.join_opposites(board, ride);
    }
    let reach: Arc<[B]> = tables.reach.into();
    for ride in rides {
        ride.reach = Arc::clone(&reach);
    }
}

/// The tables of a game while they are made.
struct Tables<B> {
    known: Vec<Axis<B>>,
    reach: Vec<B>,
}

/// All lines of two opposite directions.
struct Axis<B> {
    offset: Offset,
    max: Option<u8>,
    /// By origin; `None` if a pattern would be too long.
    lines: Option<Vec<Line<B>>>,
}

impl<B: Bitboard> Tables<B> {
    fn join_opposites(&mut self, board: &Board, ride: &mut Ride<B>) {
        let mut axes = Vec::new();
        let mut joined = vec![false; ride.rays.len()];
        for (index, ray) in ride.rays.iter().enumerate() {
            let is_opposite =
                |other: &Ray<B>| other.offset == (-ray.offset.0, -ray.offset.1) && other.max == ray.max;
            let Some(other) = ride.rays.iter().skip(index + 1).position(is_opposite) else { continue };
            let other = index + 1 + other;
            if joined[index] || joined[other] {
                continue;
            }
            let axis = self.axis(board, ray, &ride.rays[other]);
            if self.known[axis].lines.is_some() {
                (joined[index], joined[other]) = (true, true);
                axes.push(axis);
            }
        }
        let lines = board.squares().flat_map(|square| axes.iter().map(move |&axis| (axis, square)));
        let line = |(axis, square): (usize, Square)| Some(self.known[axis].lines.as_ref()?[square.index()]);
        ride.lines = lines.filter_map(line).collect();
        ride.lines_each = axes.len();
        let lone = ride.rays.iter().zip(&joined).filter(|(_, joined)| !**joined);
        ride.lone = lone.map(|(ray, _)| ray.clone()).collect();
    }

    /// The axis of two opposite rays.
    fn axis(&mut self, board: &Board, ray: &Ray<B>, opposite: &Ray<B>) -> usize {
        let is_this = |axis: &Axis<B>| {
            (axis.offset == ray.offset || axis.offset == opposite.offset) && axis.max == ray.max
        };
        if let Some(known) = self.known.iter().position(is_this) {
            return known;
        }
        let lines = self.lines(board, ray, opposite);
        self.known.push(Axis { offset: ray.offset, max: ray.max, lines });
        self.known.len() - 1
    }

    /// The lines of two opposite rays, unless their patterns would be too long.
    fn lines(&mut self, board: &Board, ray: &Ray<B>, opposite: &Ray<B>) -> Option<Vec<Line<B>>> {
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
        let mut lines = Vec::with_capacity(masks.len());
        for (square, &mask) in board.squares().zip(&masks) {
            lines.push(Line { mask, start: self.reach.len() as u32 });
            // Subsets in the order of their numbers are patterns in the order of theirs.
            let mut pieces = B::EMPTY;
            loop {
                self.reach.push(ray.reach(square, pieces) | opposite.reach(square, pieces));
                pieces = pieces.next_subset(mask);
                if pieces.is_empty() {
                    break;
                }
            }
        }
        Some(lines)
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
        let mut ride = Ride::new(rays.clone());
        tabulate(&board, [&mut ride]);
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
