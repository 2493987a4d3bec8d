//! Rides: the ways along which a piece goes until something blocks it, looked up by what stands on them.
//!
//! What a pair of opposite rays reaches depends only on the pieces on that one line, so it is kept in a table
//! under the pattern of those pieces; likewise hops along a line, and lame leaps under the few squares that
//! they ask about. Where the machine cannot gather such a pattern in one instruction, or there are too many
//! squares for a small table, the ways are followed one by one.

use std::sync::Arc;

use nightrider_model::{Board, Square};

use crate::bitboard::Bitboard;
use crate::movement::LamePath;
use crate::rays::Ray;

/// The most squares whose patterns are kept.
const LONGEST_PATTERN: u32 = 8;

/// Ways from every square.
#[derive(Clone, Debug)]
pub(crate) struct Ride<B> {
    ways: Vec<Way<B>>,
    /// By origin: its lines, as many for each.
    lines: Box<[Line<B>]>,
    lines_each: usize,
    /// By line and pattern: the squares reached. All rides of a game share it.
    reach: Arc<[B]>,
    /// The ways that no line covers: all of them until the ride has its tables.
    lone: Vec<Way<B>>,
}

/// One way from every square.
#[derive(Clone, Debug)]
pub(crate) enum Way<B> {
    /// On until blocked.
    Ray(Ray<B>),
    /// Over one piece, and on until blocked. Nothing but pieces may be in its way.
    Hop(Ray<B>),
    /// To single squares, under conditions on others. By origin.
    Lame(Arc<[Box<[LamePath<B>]>]>),
}

/// Squares of one origin whose pieces decide together what is reached.
#[derive(Clone, Copy, Debug)]
struct Line<B> {
    mask: B,
    /// Where its part of `reach` starts.
    start: u32,
}

impl<B: Bitboard> Ride<B> {
    /// A ride whose ways are followed one by one until [`tabulate`] is called.
    pub(crate) fn new(ways: Vec<Way<B>>) -> Ride<B> {
        Ride { lone: ways.clone(), ways, lines: Box::default(), lines_each: 0, reach: Arc::default() }
    }

    /// A ride along rays.
    pub(crate) fn along(rays: Vec<Ray<B>>) -> Ride<B> {
        Ride::new(rays.into_iter().map(Way::Ray).collect())
    }

    /// Its rays.
    pub(crate) fn rays(&self) -> impl Iterator<Item = &Ray<B>> {
        self.ways.iter().filter_map(|way| match way {
            Way::Ray(ray) => Some(ray),
            _ => None,
        })
    }

    /// The squares reached when `stop` blocks: on each ray all up to the first of them, which is included.
    #[inline(always)]
    pub(crate) fn reach(&self, from: Square, stop: B) -> B {
        let mut reached = B::EMPTY;
        let first = from.index() * self.lines_each;
        for line in &self.lines[first..first + self.lines_each] {
            reached |= self.reach[line.start as usize + stop.gather(line.mask)];
        }
        for way in &self.lone {
            reached |= way.reach(from, stop);
        }
        reached
    }

    /// The squares reached on an empty board.
    pub(crate) fn unblocked(&self, from: Square) -> B {
        self.rays().fold(B::EMPTY, |all, ray| all | ray.unblocked(from))
    }
}

impl<B: Bitboard> Way<B> {
    #[inline(always)]
    fn reach(&self, from: Square, stop: B) -> B {
        match self {
            Way::Ray(ray) => ray.reach(from, stop),
            Way::Hop(ray) => ray.reach_over_hurdle(from, stop, B::EMPTY),
            Way::Lame(paths) => {
                let free = paths[from.index()].iter().filter(|path| path.is_free(stop));
                B::from_squares(free.map(|path| path.target))
            }
        }
    }

    /// The squares whose pieces decide what is reached from a square.
    fn deciders(&self, from: Square) -> B {
        // The last square of a ray is reached whether or not something stands there, and a hurdle there
        // leads nowhere.
        let inner =
            |ray: &Ray<B>, path: B| ray.farthest(path).map_or(B::EMPTY, |last| path.without(B::of(last)));
        match self {
            Way::Ray(ray) => inner(ray, ray.unblocked(from)),
            Way::Hop(ray) => inner(ray, ray.line(from)),
            Way::Lame(paths) => {
                paths[from.index()].iter().fold(B::EMPTY, |all, path| all | path.clear | path.blocked)
            }
        }
    }

    /// Whether both are the same way, so that they can share tables.
    fn is_same(&self, other: &Way<B>) -> bool {
        match (self, other) {
            (Way::Ray(one), Way::Ray(two)) | (Way::Hop(one), Way::Hop(two)) => {
                one.offset == two.offset && one.max == two.max
            }
            (Way::Lame(one), Way::Lame(two)) => Arc::ptr_eq(one, two),
            _ => false,
        }
    }

    /// Whether the other one leads the same way backwards.
    fn is_opposite(&self, other: &Way<B>) -> bool {
        match (self, other) {
            (Way::Ray(one), Way::Ray(two)) | (Way::Hop(one), Way::Hop(two)) => {
                one.offset == (-two.offset.0, -two.offset.1) && one.max == two.max
            }
            _ => false,
        }
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

/// All lines of a way, or of two opposite ones.
struct Axis<B> {
    way: Way<B>,
    opposite: Option<Way<B>>,
    /// By origin; `None` if a pattern would be too long.
    lines: Option<Vec<Line<B>>>,
}

impl<B: Bitboard> Tables<B> {
    fn join_opposites(&mut self, board: &Board, ride: &mut Ride<B>) {
        let mut axes = Vec::new();
        let mut joined = vec![false; ride.ways.len()];
        for (index, way) in ride.ways.iter().enumerate() {
            if joined[index] {
                continue;
            }
            let free = |other: &usize| !joined[*other] && way.is_opposite(&ride.ways[*other]);
            let other = (index + 1..ride.ways.len()).find(free);
            let axis = self.axis(board, way, other.map(|other| &ride.ways[other]));
            if self.known[axis].lines.is_some() {
                joined[index] = true;
                if let Some(other) = other {
                    joined[other] = true;
                }
                axes.push(axis);
            }
        }
        let lines = board.squares().flat_map(|square| axes.iter().map(move |&axis| (axis, square)));
        let line = |(axis, square): (usize, Square)| Some(self.known[axis].lines.as_ref()?[square.index()]);
        ride.lines = lines.filter_map(line).collect();
        ride.lines_each = axes.len();
        let lone = ride.ways.iter().zip(&joined).filter(|(_, joined)| !**joined);
        ride.lone = lone.map(|(way, _)| way.clone()).collect();
    }

    /// The axis of a way and its opposite.
    fn axis(&mut self, board: &Board, way: &Way<B>, opposite: Option<&Way<B>>) -> usize {
        let is_this = |axis: &Axis<B>| match (&axis.opposite, opposite) {
            (None, None) => axis.way.is_same(way),
            (Some(other), Some(_)) => axis.way.is_same(way) || other.is_same(way),
            _ => false,
        };
        if let Some(known) = self.known.iter().position(is_this) {
            return known;
        }
        let lines = self.lines(board, way, opposite);
        self.known.push(Axis { way: way.clone(), opposite: opposite.cloned(), lines });
        self.known.len() - 1
    }

    /// The lines of a way and its opposite, unless their patterns would be too long.
    fn lines(&mut self, board: &Board, way: &Way<B>, opposite: Option<&Way<B>>) -> Option<Vec<Line<B>>> {
        let both = |of: &dyn Fn(&Way<B>) -> B| of(way) | opposite.map_or(B::EMPTY, of);
        let masks: Vec<B> = board.squares().map(|square| both(&|way| way.deciders(square))).collect();
        if masks.iter().any(|mask| mask.count() > LONGEST_PATTERN) {
            return None;
        }
        let mut lines = Vec::with_capacity(masks.len());
        for (square, &mask) in board.squares().zip(&masks) {
            lines.push(Line { mask, start: self.reach.len() as u32 });
            // Subsets in the order of their numbers are patterns in the order of theirs.
            let mut pieces = B::EMPTY;
            loop {
                self.reach.push(both(&|way| way.reach(square, pieces)));
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
    use crate::rays::{Offset, go};

    /// Every ride reaches what its ways reach one by one, whatever stands on the board.
    fn agrees<B: Bitboard>(width: u8, height: u8, rays: &[(Offset, Option<u8>)]) {
        let board = Board { holes: vec![Square(width + 2)], ..Board::new(width, height) };
        let rays: Vec<Ray<B>> = rays.iter().map(|&(offset, max)| Ray::new(&board, offset, max)).collect();
        // A lame leap two files to the right asks for the square between, one to the left for anything but.
        let lame = |square: Square| {
            let path = |dx: i32| {
                let (target, between) = (go(&board, square, (2 * dx, 0))?, go(&board, square, (dx, 0))?);
                let (clear, blocked) =
                    if dx > 0 { (B::of(between), B::EMPTY) } else { (B::EMPTY, B::of(between)) };
                Some(LamePath { target, clear, blocked })
            };
            [path(1), path(-1)].into_iter().flatten().collect::<Vec<_>>().into_boxed_slice()
        };
        let lame: Arc<[Box<[LamePath<B>]>]> = board.squares().map(lame).collect();
        let rides = rays.iter().cloned().map(Way::Ray);
        let ways: Vec<Way<B>> =
            rides.chain(rays.iter().cloned().map(Way::Hop)).chain([Way::Lame(lame)]).collect();
        let mut ride = Ride::new(ways.clone());
        tabulate(&board, [&mut ride]);
        let mut dice = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..200 {
            let stop = B::from_squares(board.squares().filter(|_| {
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                dice >> 62 == 0
            }));
            for square in board.squares() {
                let one_by_one = ways.iter().fold(B::EMPTY, |all, way| all | way.reach(square, stop));
                assert_eq!(ride.reach(square, stop), one_by_one, "{width}x{height} {square:?} {stop:?}");
            }
        }
    }

    #[test]
    fn a_look_up_is_the_ways_one_by_one() {
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
