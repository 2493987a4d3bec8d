//! Pieces one by one: what they may do for certain, and what is in doubt.

use nightrider_model::Square;

use super::sink::Sink;
use crate::attack::{self, Sight};
use crate::bitboard::Bitboard;
use crate::castling;
use crate::expr::piece_guard_holds;
use crate::kind::Kind;
use crate::movegen;
use crate::moves::{Move, MoveKind};
use crate::reach::{Scene, Targets};
use crate::restraint::Restraint;
use crate::safety::Safety;
use crate::view::View;

/// Finds the legal moves of one position.
pub(super) struct Finder<'a, B: Bitboard> {
    pub scene: &'a Scene<'a, B>,
    pub safety: &'a Safety<B>,
    /// What would give check, where that is forbidden.
    pub restraint: Option<&'a Restraint<B>>,
    pub own_royals: B,
    pub enemy_royals: B,
}

impl<B: Bitboard> Finder<'_, B> {
    /// The moves of one piece, where no check is forbidden.
    pub(super) fn piece(&self, kind: Kind, from: Square, doubtful: &mut Vec<Move>, sink: &mut impl Sink<B>) {
        let scene = self.scene;
        let rules = scene.rules;
        let targets = scene.targets(kind, from);
        let (mut quiet, mut takes) = (targets.quiet, targets.takes);
        if (targets.swaps | targets.onto).any() {
            let others = Targets { quiet: B::EMPTY, takes: B::EMPTY, ..targets };
            movegen::list(scene, kind, from, &others, doubtful);
        }
        if !rules.movements[kind.index()].promoting.is_empty() {
            movegen::promote_patterns(scene, kind, from, &targets, doubtful);
        }
        if rules.movements[kind.index()].singles.contains(from) {
            self.singles(kind, from, &targets, doubtful, sink);
        }
        let (mut aside_quiet, mut aside_takes) = (B::EMPTY, B::EMPTY);
        // What a trigger may bear on is tried whole: it may even answer a check or make up for a pin.
        let question = rules.living.questions[kind.piece().index()].as_ref();
        if let Some(question) = question.filter(|_| !rules.uses.explosions) {
            let view = View::new(rules, scene.position);
            if piece_guard_holds(&question.when, &view, scene.player, from) {
                return self.asked(kind, from, question.helps, (quiet, takes), doubtful, sink);
            }
        } else if rules.uses.living {
            self.set_aside(kind, &mut quiet, &mut takes, &mut aside_quiet, &mut aside_takes);
        }
        if rules.movements[kind.index()].carried.is_some() {
            let aside = self.state_bears_on(from, quiet | takes);
            (aside_quiet, aside_takes) = (aside_quiet | quiet & aside, aside_takes | takes & aside);
            (quiet, takes) = (quiet.without(aside), takes.without(aside));
        }
        if rules.uses.explosions && takes.any() {
            aside_takes |= takes & scene.mines;
            takes = takes.without(scene.mines);
        }
        let promotion = &rules.promotion[scene.player.index()];
        if promotion.changes_royals[kind.piece().index()] {
            (aside_quiet, aside_takes) =
                (aside_quiet | quiet & promotion.region, aside_takes | takes & promotion.region);
            (quiet, takes) = (quiet.without(promotion.region), takes.without(promotion.region));
        }
        let (doubtful_quiet, doubtful_takes) = self.keep_safe(from, &mut quiet, &mut takes);
        let (doubtful_quiet, doubtful_takes) = (doubtful_quiet | aside_quiet, doubtful_takes | aside_takes);
        if (doubtful_quiet | doubtful_takes).any() {
            let targets =
                Targets { quiet: doubtful_quiet, takes: doubtful_takes, swaps: B::EMPTY, onto: B::EMPTY };
            movegen::list(scene, kind, from, &targets, doubtful);
        }
        if (quiet | takes).any() {
            sink.dense(scene, kind, from, quiet, takes);
        }
    }

    /// Takes out of the targets of a piece those that leave a royal attacked. What is in doubt is taken out
    /// too, and returned.
    #[inline(always)]
    fn keep_safe(&self, from: Square, quiet: &mut B, takes: &mut B) -> (B, B) {
        let safety = self.safety;
        // To lose an own royal is never legal; to take an enemy royal wins, whatever else is attacked.
        *takes = takes.without(self.own_royals);
        let wins = *takes & self.enemy_royals;
        let (mut doubtful_quiet, mut doubtful_takes) = (B::EMPTY, B::EMPTY);
        if !safety.royals.contains(from) {
            let allowed = if safety.bound.contains(from) { safety.allowed_for(from) } else { safety.answers };
            *quiet &= allowed;
            *takes &= allowed | wins;
        } else if safety.royals.many() || safety.royals_in_doubt {
            (doubtful_quiet, doubtful_takes) = (*quiet, *takes);
            (*quiet, *takes) = (B::EMPTY, B::EMPTY);
        } else {
            let safe = self.safe_squares(from, *quiet | *takes);
            *quiet &= safe;
            *takes &= safe | wins;
        }
        if safety.royals.contains(from) {
            return (doubtful_quiet, doubtful_takes);
        }
        if safety.unsettled.any() {
            let touching = if safety.unsettled.contains(from) { !B::EMPTY } else { safety.unsettled };
            doubtful_quiet = *quiet & touching;
            doubtful_takes = (*takes & touching).without(wins);
            let settled = (!touching).when(!safety.unsettled_check);
            *quiet &= settled;
            *takes &= settled | wins;
        }
        (doubtful_quiet, doubtful_takes)
    }

    /// The moves of a piece that sets of targets cannot say.
    #[inline(never)]
    fn singles(
        &self,
        kind: Kind,
        from: Square,
        targets: &Targets<B>,
        doubtful: &mut Vec<Move>,
        sink: &mut impl Sink<B>,
    ) {
        let (scene, rules) = (self.scene, self.scene.rules);
        let royals = &rules.royal_kinds[scene.player.index()];
        let mut found = Vec::new();
        movegen::singles(scene, kind, from, targets, &mut found);
        for m in found {
            let is_royal = royals.contains(&kind);
            let becomes_royal = |piece| royals.contains(&Kind::new(piece, scene.player));
            let in_doubt = !matches!(m.kind(), MoveKind::Quiet | MoveKind::Capture)
                || m.promotion().is_some_and(|piece| is_royal || becomes_royal(piece))
                || m.choice() != 0 && (self.safety.state_matters || is_royal && rules.uses.enemy_state)
                || rules.uses.living
                || rules.uses.explosions;
            if in_doubt {
                doubtful.push(m);
                continue;
            }
            let target = B::of(m.to());
            let mut quiet = target.when(m.kind() == MoveKind::Quiet);
            let mut takes = target.when(m.kind() == MoveKind::Capture);
            let (doubtful_quiet, doubtful_takes) = self.keep_safe(from, &mut quiet, &mut takes);
            if (quiet | takes).any() {
                sink.single(m);
            } else if (doubtful_quiet | doubtful_takes).any() {
                doubtful.push(m);
            }
        }
    }

    /// The targets of a piece at which it may depend on the player's state whether the move is safe.
    fn state_bears_on(&self, from: Square, targets: B) -> B {
        let (rules, position) = (self.scene.rules, self.scene.position);
        if self.safety.state_matters {
            return targets;
        }
        if !self.safety.royals.contains(from) {
            return B::EMPTY;
        }
        let programs = &rules.attacks[self.scene.player.opponent().index()].programs;
        let asking = || {
            programs
                .iter()
                .filter(|(kind, index, _)| rules.movements[kind.index()].programs[*index].asks_enemy_state)
        };
        let is_asked = |target: &Square| {
            asking().any(|(kind, _, origins)| position.of_kind(*kind).meets(origins[target.index()]))
        };
        B::from_squares(targets.squares().filter(is_asked))
    }

    /// The squares on which a royal that goes there is not attacked.
    #[inline(always)]
    pub(super) fn safe_squares(&self, from: Square, targets: B) -> B {
        let scene = self.scene;
        let mut sight = Sight::of(scene.position, scene.player.opponent());
        sight.occupied.remove(from);
        sight.stands = scene.position.at(from).map(Kind::piece);
        attack::safe_among(scene.rules, scene.position, from, targets, scene.player, &sight)
    }

    /// Puts moves that a trigger may bear on among those in doubt.
    fn set_aside(
        &self,
        kind: Kind,
        quiet: &mut B,
        takes: &mut B,
        doubtful_quiet: &mut B,
        doubtful_takes: &mut B,
    ) {
        let (scene, living) = (self.scene, &self.scene.rules.living);
        let mover = kind.piece();
        let doubts = &living.doubts[mover.index()];
        let promotion = &scene.rules.promotion[scene.player.index()];
        let victims = doubts.victims.iter().fold(B::EMPTY, |all, &piece| all | scene.position.of_type(piece));
        let mut quiet_aside = *quiet & doubts.quiet;
        let mut takes_aside = *takes & (doubts.takes | victims);
        if promotion.promotes[mover.index()]
            && promotion.options.iter().any(|&piece| living.facts.bears_on_promotion(piece))
        {
            quiet_aside |= *quiet & promotion.region;
            takes_aside |= *takes & promotion.region;
        }
        *doubtful_quiet |= quiet_aside;
        *doubtful_takes |= takes_aside;
        *quiet = quiet.without(quiet_aside);
        *takes = takes.without(takes_aside);
    }

    /// The moves of a piece about which a single question is asked that no answer to can spoil. A move that
    /// leaves a royal attacked is tried, if a yes may save it.
    fn asked(
        &self,
        kind: Kind,
        from: Square,
        helps: bool,
        all: (B, B),
        doubtful: &mut Vec<Move>,
        sink: &mut impl Sink<B>,
    ) {
        let (mut quiet, mut takes) = all;
        let (mut doubtful_quiet, mut doubtful_takes) = self.keep_safe(from, &mut quiet, &mut takes);
        if helps {
            (doubtful_quiet, doubtful_takes) = (all.0.without(quiet), all.1.without(takes));
        }
        if (doubtful_quiet | doubtful_takes).any() {
            let targets =
                Targets { quiet: doubtful_quiet, takes: doubtful_takes, swaps: B::EMPTY, onto: B::EMPTY };
            movegen::list(self.scene, kind, from, &targets, doubtful);
        }
        if (quiet | takes).any() {
            sink.asked(self.scene, kind, from, quiet, takes);
        }
    }

    /// Castling: the way is known to be safe; the partner's leaving may still open an attack.
    #[inline(always)]
    pub(super) fn castling(&self, doubtful: &mut Vec<Move>, sink: &mut impl Sink<B>) {
        let (scene, safety) = (self.scene, self.safety);
        castling::each(scene, |m, to| {
            let only_royal = self.own_royals == B::of(m.from()) && safety.royals == self.own_royals;
            let certain = only_royal
                && !safety.royals_in_doubt
                && !safety.castling_in_doubt
                && self.restraint.is_none()
                && !scene.rules.uses.living;
            if !certain {
                doubtful.push(m);
                return;
            }
            let mut sight = Sight::of(scene.position, scene.player.opponent());
            sight.occupied.remove(m.from());
            sight.occupied.remove(m.via());
            sight.occupied.insert(to.king);
            sight.occupied.insert(to.partner);
            if !attack::royal_attacked(scene.rules, scene.position, to.king, scene.player, &sight) {
                sink.single(m);
            }
        });
    }
}
