//! What is done with legal moves: they are listed or only counted.

use nightrider_model::Square;

use crate::bitboard::Bitboard;
use crate::drill::Drill;
use crate::kind::Kind;
use crate::movegen;
use crate::moves::{Move, MoveKind};
use crate::reach::{Scene, Targets};

/// What is done with legal moves as they are found.
pub(super) trait Sink<B: Bitboard> {
    /// Moves of one piece to empty squares and captures, promotions not yet spelt out.
    fn dense(&mut self, scene: &Scene<'_, B>, kind: Kind, from: Square, quiet: B, takes: B);
    /// Moves of one piece of a kind to empty squares and captures alike, as [`Sink::dense`].
    fn sweep(&mut self, scene: &Scene<'_, B>, kind: Kind, from: Square, targets: B);
    /// A single move.
    fn single(&mut self, m: Move);
    /// Moves of several pieces of a kind that made the same step: where they arrived.
    fn drill(&mut self, scene: &Scene<'_, B>, kind: Kind, drill: &Drill<B>, quiet: B, takes: B);
    /// Moves of one piece, as [`Sink::dense`], about each of which one question is asked.
    fn asked(&mut self, scene: &Scene<'_, B>, kind: Kind, from: Square, quiet: B, takes: B);
}

/// Lists moves.
pub(super) struct List<'a>(pub &'a mut Vec<Move>);

impl<B: Bitboard> Sink<B> for List<'_> {
    #[inline(always)]
    fn dense(&mut self, scene: &Scene<'_, B>, kind: Kind, from: Square, quiet: B, takes: B) {
        let targets = Targets { quiet, takes, swaps: B::EMPTY, onto: B::EMPTY };
        movegen::list(scene, kind, from, &targets, self.0);
    }

    #[inline(always)]
    fn sweep(&mut self, scene: &Scene<'_, B>, kind: Kind, from: Square, targets: B) {
        self.dense(scene, kind, from, targets & scene.empty, targets.without(scene.empty));
    }

    fn asked(&mut self, scene: &Scene<'_, B>, kind: Kind, from: Square, quiet: B, takes: B) {
        let start = self.0.len();
        self.dense(scene, kind, from, quiet, takes);
        for index in start..self.0.len() {
            let m = self.0[index];
            self.0[index] = m.answering(1, 0);
            self.0.push(m.answering(1, 1));
        }
    }

    fn single(&mut self, m: Move) {
        self.0.push(m);
    }

    #[inline(always)]
    fn drill(&mut self, scene: &Scene<'_, B>, kind: Kind, drill: &Drill<B>, quiet: B, takes: B) {
        for (move_kind, arrivals) in [(MoveKind::Quiet, quiet), (MoveKind::Capture, takes)] {
            for to in arrivals.squares() {
                movegen::push(scene, kind, Move::new(move_kind, drill.origin(to), to), self.0);
            }
        }
    }
}

/// Counts moves.
#[derive(Default)]
pub(super) struct Count {
    /// Those that take nothing; where captures are not mandatory, others too.
    pub quiet: u64,
    pub takes: u64,
}

impl<B: Bitboard> Sink<B> for Count {
    #[inline(always)]
    fn dense(&mut self, scene: &Scene<'_, B>, kind: Kind, _: Square, quiet: B, takes: B) {
        let [quiet, takes] = if movegen::promotes_among(scene, kind, quiet | takes) {
            [quiet, takes].map(|squares| movegen::ways(scene, squares))
        } else {
            [quiet, takes].map(|squares| squares.count())
        };
        self.quiet += u64::from(quiet);
        self.takes += u64::from(takes);
    }

    #[inline(always)]
    fn sweep(&mut self, scene: &Scene<'_, B>, kind: Kind, from: Square, targets: B) {
        if scene.rules.variant.rules.capture.mandatory || scene.rules.role(kind).promotes {
            self.dense(scene, kind, from, targets & scene.empty, targets.without(scene.empty));
        } else {
            self.quiet += u64::from(targets.count());
        }
    }

    #[inline(always)]
    fn drill(&mut self, scene: &Scene<'_, B>, kind: Kind, drill: &Drill<B>, quiet: B, takes: B) {
        // However many pieces arrive: each arrival is one move, or its promotions.
        self.dense(scene, kind, drill.origin(Square(0)), quiet, takes);
    }

    fn asked(&mut self, scene: &Scene<'_, B>, kind: Kind, from: Square, quiet: B, takes: B) {
        self.dense(scene, kind, from, quiet, takes);
        self.dense(scene, kind, from, quiet, takes);
    }

    fn single(&mut self, m: Move) {
        if m.captured().is_some() { self.takes += 1 } else { self.quiet += 1 }
    }
}
