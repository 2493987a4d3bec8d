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
const MOST_STEPS: usize = 6;

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

    /// Makes one step of two, if their offsets are the same and nothing but their origins or what they go to
    /// differs.
    fn merge(&mut self, other: &Drill<B>) -> bool {
        let step = |drill: &Drill<B>| (drill.stride, drill.strides, drill.unmoved);
        let targets = |drill: &Drill<B>| (drill.quiet, drill.takes);
        if step(self) != step(other) {
            return false;
        }
        if targets(self) == targets(other) {
            self.origins |= other.origins;
            return true;
        }
        let same_origins = self.origins == other.origins;
        if same_origins {
            self.quiet |= other.quiet;
            self.takes |= other.takes;
        }
        same_origins
    }

    /// Whether some piece could make a move of one offset in both ways, so that it would count twice.
    fn repeats(&self, other: &Drill<B>) -> bool {
        let never_both = self.unmoved.is_some() && other.unmoved.is_some() && self.unmoved != other.unmoved;
        (self.quiet && other.quiet || self.takes && other.takes)
            && self.origins.meets(other.origins)
            && !never_both
    }

    /// Where the piece came from that arrived on a square.
    #[inline(always)]
    pub(crate) fn origin(&self, arrival: Square) -> Square {
        Square((i32::from(arrival.0) - self.step()) as u8)
    }

    /// By how much the whole step changes the number of the square.
    #[inline(always)]
    pub(crate) fn step(&self) -> i32 {
        self.stride * i32::from(self.strides)
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
            let mut same = drills.iter_mut().filter(|(other, _)| *other == whole).map(|(_, known)| known);
            if same.any(|known| known.merge(&drill)) {
                continue;
            }
            let repeats = drills.iter().any(|(other, known)| *other == whole && known.repeats(&drill));
            if repeats || drills.len() == MOST_STEPS {
                return None;
            }
            drills.push((whole, drill));
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

#[cfg(test)]
mod tests {
    use nightrider_model::{BinaryOp, CapturePatterns, Compass, EventVar, Expr, Pattern, PieceId, Player};

    use crate::kind::Kind;
    use crate::laws::support;
    use crate::movement::Company;
    use crate::rules::{Rules, Width};

    fn step(directions: &[Compass], distance: u8) -> Pattern {
        Pattern::Step { directions: directions.to_vec(), distance }
    }

    fn event(var: EventVar) -> Box<Expr> {
        Box::new(Expr::Event(var))
    }

    fn first_move() -> Expr {
        Expr::FirstMove(event(EventVar::Piece))
    }

    fn on_rank(rank: i64) -> Expr {
        let owner = Expr::OwnerOf(event(EventVar::Piece));
        Expr::OnOwnRank(event(EventVar::Origin), Box::new(Expr::Int(rank)), Box::new(owner))
    }

    fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
        Expr::Binary(op, Box::new(a), Box::new(b))
    }

    fn clear_and(pattern: Pattern, condition: Expr) -> Pattern {
        Pattern::Where(Box::new(pattern), Box::new(binary(BinaryOp::And, Expr::Clear, condition)))
    }

    /// How many steps a pawn's drill has in Standard Chess with other pawns; `None` if it has no drill.
    fn drills(moves: Vec<Pattern>, captures: Vec<Pattern>) -> Option<usize> {
        let mut variant = support::standard();
        let pawn = variant.pieces.iter().position(|piece| piece.traits.promote).expect("pawns");
        variant.pieces[pawn].moves = moves;
        variant.pieces[pawn].captures = CapturePatterns::Patterns(captures);
        let rules = Rules::compile(variant).expect("a playable game");
        let Width::Narrow(rules) = &rules.0 else { panic!("64 squares") };
        match &rules.movements[Kind::new(PieceId(pawn as u16), Player::Black).index()].company {
            Company::Drills(drills) => Some(drills.len()),
            _ => None,
        }
    }

    #[test]
    fn pawns_of_many_games_are_drilled() {
        use Compass::{N, NE, NW};
        let diagonal = [NE, NW];
        let double = clear_and(step(&[N], 2), first_move());
        let takes = || vec![step(&diagonal, 1)];
        assert_eq!(drills(vec![step(&[N], 1), double.clone()], takes()), Some(4), "as in chess");
        let ranks = binary(BinaryOp::Or, on_rank(1), on_rank(2));
        let horde = clear_and(step(&[N], 2), ranks);
        assert_eq!(drills(vec![step(&[N], 1), horde], takes()), Some(4), "from either of two ranks");
        let triple = clear_and(step(&[N], 3), first_move());
        assert_eq!(drills(vec![step(&[N], 1), double, triple], takes()), Some(5), "three at first");
        let slanted = clear_and(step(&diagonal, 2), first_move());
        let berolina = vec![step(&diagonal, 1), slanted];
        assert_eq!(drills(berolina, vec![step(&[N], 1)]), Some(5), "Berolina pawns");
        let sergeant = vec![step(&[N], 1), step(&diagonal, 1)];
        assert_eq!(drills(sergeant, takes()), Some(3), "the same step to empty squares and to enemies");
    }

    #[test]
    fn one_move_in_two_ways_is_no_drill() {
        let step = || step(&[Compass::N], 1);
        let at_first = Pattern::Where(Box::new(step()), Box::new(first_move()));
        assert_eq!(drills(vec![step(), at_first], vec![]), None);
    }
}
