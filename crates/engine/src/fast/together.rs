//! Pieces of a kind together, where no single move is in doubt.

use nightrider_model::Square;

use super::finder::Finder;
use super::sink::Sink;
use crate::attack::{self, Sight};
use crate::bitboard::Bitboard;
use crate::drill::Drill;
use crate::kind::Kind;
use crate::movegen;
use crate::moves::{Move, MoveKind};
use crate::sweep::Sweep;

/// What the squares of the board mean to the moves of a kind.
#[derive(Clone, Copy)]
struct Ground<B> {
    /// Empty squares, and pieces that can be taken without an explosion.
    open: B,
    /// Enemy royals among those: to take one wins, whatever else is attacked.
    wins: B,
    /// Pieces that explode.
    mines: B,
    /// Squares from which the kind would give a check that is forbidden.
    forbidden: B,
}

impl<B: Bitboard> Finder<'_, B> {
    /// The moves of pieces that make the same steps, all at once. Returns those pieces; the others are bound or
    /// may not give check, and must be looked at one by one.
    #[inline(always)]
    pub(super) fn drills(&self, kind: Kind, drills: &[Drill<B>], pieces: B, sink: &mut impl Sink<B>) -> B {
        if self.restraint.is_some() {
            return B::EMPTY;
        }
        let (scene, answers) = (self.scene, self.safety.answers);
        let free = pieces.without(self.safety.bound);
        let unmoved = scene.position.ledger.unmoved;
        let mines = scene.mines;
        // To take an enemy royal wins, whatever else is attacked.
        let prey = (scene.prey & (answers | self.enemy_royals)).without(mines);
        for drill in drills {
            let of = |pieces: B| match drill.unmoved {
                None => pieces,
                Some(true) => pieces & unmoved,
                Some(false) => pieces.without(unmoved),
            };
            let arrivals = drill.arrivals(of(free), scene.empty);
            let quiet = (arrivals & scene.empty & answers).when(drill.quiet);
            let takes = (arrivals & prey).when(drill.takes);
            if (quiet | takes).any() {
                sink.drill(scene, kind, drill, quiet, takes);
            }
            if drill.takes && mines.any() {
                // An explosion can free a bound piece's royal, or end a check: each is looked at.
                for to in (arrivals & scene.prey & mines).squares() {
                    self.explosion(kind, drill.origin(to), to, sink);
                }
            }
        }
        free
    }

    /// The moves of pieces that are not royal.
    #[inline(always)]
    pub(super) fn sweeps(&self, kind: Kind, sweeps: &[Sweep<B>], pieces: B, sink: &mut impl Sink<B>) {
        let (scene, safety) = (self.scene, self.safety);
        let bound = self.restraint.map_or(safety.bound, |restraint| safety.bound | restraint.screens());
        if let [sweep] = sweeps {
            let ground = self.ground(kind, sweep);
            let allowed = ground.allowed(safety.answers);
            for from in pieces.without(bound).squares() {
                let reached = sweep.reach(from, scene.stop);
                sink.sweep(scene, kind, from, reached & allowed);
                if (reached & ground.mines).any() {
                    self.explosions(kind, from, reached & ground.mines, sink);
                }
            }
            for from in (pieces & bound).squares() {
                self.bound(kind, sweeps, from, sink);
            }
        } else {
            for from in pieces.squares() {
                self.bound(kind, sweeps, from, sink);
            }
        }
    }

    /// The moves of one piece that is not royal but perhaps bound to a line.
    fn bound(&self, kind: Kind, sweeps: &[Sweep<B>], from: Square, sink: &mut impl Sink<B>) {
        let (scene, safety) = (self.scene, self.safety);
        let mut lines = if safety.bound.contains(from) { safety.allowed_for(from) } else { safety.answers };
        if let Some(restraint) = self.restraint {
            lines &= restraint.line_of(from);
        }
        let (mut targets, mut mines) = (B::EMPTY, B::EMPTY);
        for sweep in sweeps {
            let ground = self.ground(kind, sweep);
            let reached = sweep.reach(from, scene.stop);
            targets |= reached & ground.allowed(lines);
            mines |= reached & ground.mines;
        }
        sink.sweep(scene, kind, from, targets);
        self.explosions(kind, from, mines, sink);
    }

    /// Whether a set is the one royal that must not be left attacked, and all that is known of its safety is.
    #[inline(always)]
    pub(super) fn is_only_royal(&self, pieces: B) -> bool {
        self.safety.royals == pieces && !pieces.many() && !self.safety.royals_in_doubt
    }

    /// The moves of the only royal, which must not be left attacked.
    #[inline(always)]
    pub(super) fn royal(&self, kind: Kind, sweeps: &[Sweep<B>], from: Square, sink: &mut impl Sink<B>) {
        let scene = self.scene;
        let lines = self.restraint.map_or(!B::EMPTY, |restraint| restraint.line_of(from));
        let (mut targets, mut wins) = (B::EMPTY, B::EMPTY);
        for sweep in sweeps {
            // A royal that sets off an explosion is lost in it.
            let ground = self.ground(kind, sweep);
            let reached = sweep.reach(from, scene.stop);
            targets |= reached & ground.allowed(lines);
            wins |= reached & ground.wins;
        }
        let targets = self.safe_squares(from, targets) | wins;
        if targets.any() {
            sink.sweep(scene, kind, from, targets);
        }
    }

    #[inline(always)]
    fn ground(&self, kind: Kind, sweep: &Sweep<B>) -> Ground<B> {
        let scene = self.scene;
        let prey = scene.prey.when(sweep.takes);
        let taken = prey.without(scene.mines);
        Ground {
            open: scene.empty.when(sweep.quiet) | taken,
            wins: taken & self.enemy_royals,
            mines: prey & scene.mines,
            forbidden: match self.restraint {
                None => B::EMPTY,
                Some(restraint) => restraint.checks_from(scene, kind),
            },
        }
    }

    /// Captures of pieces that explode.
    fn explosions(&self, kind: Kind, from: Square, mines: B, sink: &mut impl Sink<B>) {
        mines.squares().for_each(|to| self.explosion(kind, from, to, sink));
    }

    /// A capture that sets off an explosion: what is gone after it decides.
    fn explosion(&self, kind: Kind, from: Square, to: Square, sink: &mut impl Sink<B>) {
        let (scene, rules, position) = (self.scene, self.scene.rules, self.scene.position);
        let spares = &rules.variant.rules.explosion.spares;
        let spared = spares.iter().fold(B::EMPTY, |all, &piece| all | position.of_type(piece));
        let gone = (rules.neighbours(to) & position.occupied()).without(spared) | B::of(to) | B::of(from);
        if gone.meets(self.own_royals) {
            return;
        }
        let mut legal = gone.meets(self.enemy_royals);
        if !legal {
            let mut sight = Sight::of(position, scene.player.opponent());
            sight.occupied = sight.occupied.without(gone);
            sight.absent |= gone;
            let attacked = |royal| attack::royal_attacked(rules, position, royal, scene.player, &sight);
            legal = !self.safety.royals.squares().any(attacked);
        }
        if legal {
            let mut found = Vec::new();
            movegen::push(scene, kind, Move::new(MoveKind::Capture, from, to), &mut found);
            found.into_iter().for_each(|m| sink.single(m));
        }
    }
}

impl<B: Bitboard> Ground<B> {
    /// The targets of a piece that must stay on some squares.
    #[inline(always)]
    fn allowed(&self, lines: B) -> B {
        (self.open & lines).without(self.forbidden) | self.wins
    }
}
