//! Legal moves without trying them: sets of targets cut by what keeps the royals safe.
//!
//! Only moves in doubt (captures in passing, explosions, moves that touch suspect squares or that a trigger
//! may bear on) are made, looked at and taken back as the general method does with all.

use nightrider_model::{PieceId, Square};

use crate::attack::{self, Sight};
use crate::bitboard::Bitboard;
use crate::castling;
use crate::drill::Drill;
use crate::kind::Kind;
use crate::legal;
use crate::living;
use crate::movegen;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::reach::{Scene, Targets};
use crate::rules::RulesFor;
use crate::safety::Safety;
use crate::sweep::Sweep;

/// What is done with legal moves as they are found.
trait Sink<B: Bitboard> {
    /// Moves of one piece to empty squares and captures, promotions not yet spelt out.
    fn dense(&mut self, scene: &Scene<'_, B>, kind: Kind, from: Square, quiet: B, takes: B);
    /// Moves of one piece of a kind to empty squares and captures alike, as [`Sink::dense`].
    fn sweep(&mut self, scene: &Scene<'_, B>, kind: Kind, from: Square, targets: B);
    /// A single move.
    fn single(&mut self, m: Move);
    /// Moves of several pieces of a kind that made the same step: where they arrived.
    fn drill(&mut self, scene: &Scene<'_, B>, kind: Kind, drill: &Drill<B>, quiet: B, takes: B);
}

/// Lists moves.
struct List<'a>(&'a mut Vec<Move>);

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
struct Count {
    /// Those that take nothing; where captures are not mandatory, others too.
    quiet: u64,
    takes: u64,
}

impl<B: Bitboard> Sink<B> for Count {
    #[inline(always)]
    fn dense(&mut self, scene: &Scene<'_, B>, kind: Kind, _: Square, quiet: B, takes: B) {
        let promotion = &scene.rules.promotion[scene.player.index()];
        self.quiet += u64::from(quiet.count());
        self.takes += u64::from(takes.count());
        if promotion.promotes[kind.piece().index()] && (quiet | takes).meets(promotion.region) {
            // Each arrival counts once for every choice; the arrival itself only where it is one.
            let choices = movegen::promotion_choices(scene).count() as u64;
            let ways = |squares: B| {
                let region = squares & promotion.region;
                let forced = movegen::forced_promotions(scene, region);
                (u64::from(region.count()) * choices).wrapping_sub(u64::from(forced.count()))
            };
            self.quiet = self.quiet.wrapping_add(ways(quiet));
            self.takes = self.takes.wrapping_add(ways(takes));
        }
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

    fn single(&mut self, m: Move) {
        if m.captured().is_some() { self.takes += 1 } else { self.quiet += 1 }
    }
}

/// Appends the legal moves of the player to move, whether or not the game is over.
pub(crate) fn legal_moves_into<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    found: &mut Vec<Move>,
) {
    let mut doubtful = Vec::new();
    generate(rules, position, &mut doubtful, &mut List(found));
    settle(rules, position, doubtful, |m| found.push(m));
    legal::obey_mandatory_capture(rules, found);
}

/// How many legal moves the player to move has, whether or not the game is over.
pub(crate) fn count<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>) -> u64 {
    let mut doubtful = Vec::new();
    let mut count = Count::default();
    generate(rules, position, &mut doubtful, &mut count);
    settle(rules, position, doubtful, |m| Sink::<B>::single(&mut count, m));
    if rules.variant.rules.capture.mandatory && count.takes > 0 {
        return count.takes;
    }
    count.quiet.wrapping_add(count.takes)
}

/// Tries the moves in doubt.
fn settle<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    doubtful: Vec<Move>,
    mut keep: impl FnMut(Move),
) {
    if doubtful.is_empty() {
        return;
    }
    if rules.uses.living {
        let mut decided = Vec::new();
        for m in doubtful {
            living::legal_decisions(rules, position, m, &mut decided);
        }
        decided.into_iter().for_each(keep);
    } else {
        doubtful.into_iter().filter(|&m| legal::is_legal(rules, position, m)).for_each(&mut keep);
    }
}

/// Finds the moves that are certainly legal, and those in doubt.
#[inline(always)]
fn generate<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    doubtful: &mut Vec<Move>,
    sink: &mut impl Sink<B>,
) {
    let player = position.turn();
    let scene = Scene::new(rules, position, player);
    let safety = Safety::of(rules, position, player);
    if safety.all_in_doubt || rules.variant.rules.check.cannot_give {
        return movegen::pseudo_legal(&scene, doubtful);
    }
    let finder = Finder {
        scene: &scene,
        safety: &safety,
        own_royals: rules.royals(position, player),
        enemy_royals: rules.royals(position, player.opponent()),
    };
    let movable = scene.movable();
    // Where single moves may be in doubt, pieces move one by one.
    let together = !rules.uses.living
        && !rules.uses.explosions
        && (safety.suspects | safety.unsettled).is_empty()
        && !safety.hop_check
        && !safety.unsettled_check;
    for piece in 0..rules.variant.pieces.len() {
        let kind = Kind::new(PieceId(piece as u16), player);
        let mut pieces = position.of_kind(kind) & movable;
        if pieces.is_empty() {
            continue;
        }
        let movement = &rules.movements[kind.index()];
        if together && !rules.promotion[player.index()].changes_royals[piece] {
            let free = pieces.without(safety.royals | movement.singles);
            if let Some(drills) = &movement.drills {
                let free = free.without(safety.pinned);
                finder.drills(kind, drills, free, sink);
                pieces = pieces.without(free);
            } else if let Some(sweep) = &movement.sweep
                && movement.promoting.is_empty()
            {
                finder.sweep(kind, sweep, free, sink);
                pieces = pieces.without(free);
            }
        }
        for from in pieces.squares() {
            finder.piece(kind, from, doubtful, sink);
        }
    }
    movegen::en_passant(&scene, movable, doubtful);
    finder.castling(doubtful, sink);
}

struct Finder<'a, B: Bitboard> {
    scene: &'a Scene<'a, B>,
    safety: &'a Safety<B>,
    own_royals: B,
    enemy_royals: B,
}

impl<B: Bitboard> Finder<'_, B> {
    /// The moves of pieces that are neither royal nor pinned, all at once.
    #[inline(always)]
    fn drills(&self, kind: Kind, drills: &[Drill<B>], pieces: B, sink: &mut impl Sink<B>) {
        let (scene, answers) = (self.scene, self.safety.answers);
        let unmoved = scene.position.ledger.unmoved;
        // To take an enemy royal wins, whatever else is attacked.
        let prey = scene.prey & (answers | self.enemy_royals);
        for drill in drills {
            let pieces = match drill.unmoved {
                None => pieces,
                Some(true) => pieces & unmoved,
                Some(false) => pieces.without(unmoved),
            };
            let arrivals = drill.arrivals(pieces, scene.empty);
            let quiet = (arrivals & scene.empty & answers).when(drill.quiet);
            let takes = (arrivals & prey).when(drill.takes);
            if (quiet | takes).any() {
                sink.drill(scene, kind, drill, quiet, takes);
            }
        }
    }

    /// The moves of pieces that are not royal, where nothing is in doubt.
    #[inline(always)]
    fn sweep(&self, kind: Kind, sweep: &Sweep<B>, pieces: B, sink: &mut impl Sink<B>) {
        let (scene, safety) = (self.scene, self.safety);
        let wins = scene.prey & self.enemy_royals;
        let allowed = (scene.empty | scene.prey) & safety.answers | wins;
        for from in pieces.without(safety.pinned).squares() {
            sink.sweep(scene, kind, from, sweep.reach(from, scene.stop) & allowed);
        }
        for from in (pieces & safety.pinned).squares() {
            let allowed = allowed & safety.line_of(from) | wins;
            sink.sweep(scene, kind, from, sweep.reach(from, scene.stop) & allowed);
        }
    }

    #[inline(always)]
    fn piece(&self, kind: Kind, from: Square, doubtful: &mut Vec<Move>, sink: &mut impl Sink<B>) {
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
        if rules.uses.living {
            self.set_aside(kind, &mut quiet, &mut takes, &mut aside_quiet, &mut aside_takes);
        }
        if rules.uses.explosions && takes.any() {
            let explosive = rules.explosive.iter().fold(B::EMPTY, |all, &p| all | scene.position.of_type(p));
            aside_takes |= takes & explosive;
            takes = takes.without(explosive);
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
            let mut allowed = safety.answers;
            if safety.pinned.contains(from) {
                allowed &= safety.line_of(from);
            }
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
        if safety.suspects.any() {
            let mut touching = safety.suspects;
            if safety.suspects.contains(from) {
                touching = !B::EMPTY;
            }
            self.keep_unhopped(from, touching, quiet, B::EMPTY);
            self.keep_unhopped(from, touching, takes, wins);
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

    /// The squares on which a royal that goes there is not attacked.
    #[inline(always)]
    fn safe_squares(&self, from: Square, targets: B) -> B {
        let scene = self.scene;
        let mut sight = Sight::of(scene.position, scene.player.opponent());
        sight.occupied.remove(from);
        sight.stands = scene.position.at(from).map(Kind::piece);
        let mut safe = targets;
        for target in targets.squares() {
            let taken = Sight { absent: sight.absent | B::of(target), ..sight };
            if attack::royal_attacked(scene.rules, scene.position, target, scene.player, &taken) {
                safe.remove(target);
            }
        }
        safe
    }

    /// Takes out of a set of targets those that leave a royal attacked by a hopper. Only moves that touch
    /// suspect squares can change that.
    fn keep_unhopped(&self, from: Square, touching: B, targets: &mut B, wins: B) {
        let (scene, safety) = (self.scene, self.safety);
        let mut kept = targets.without(touching).when(!safety.hop_check) | (*targets & wins);
        let opponent = scene.player.opponent();
        let now = Sight::of(scene.position, opponent);
        for target in (*targets & touching).without(wins).squares() {
            let mut sight = now;
            sight.occupied.remove(from);
            sight.occupied.insert(target);
            sight.absent.insert(target);
            let attacked = safety.royals.squares().any(|royal| {
                attack::attacked_by_hoppers(scene.rules, scene.position, royal, opponent, &sight)
            });
            if !attacked {
                kept.insert(target);
            }
        }
        *targets = kept;
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
        let (scene, facts) = (self.scene, &self.scene.rules.living.facts);
        let mover = kind.piece();
        let promotion = &scene.rules.promotion[scene.player.index()];
        let mut quiet_aside = quiet.when(facts.bears_on_moves(mover));
        let mut takes_aside = B::EMPTY;
        for target in takes.squares() {
            if let Some(victim) = scene.position.at(target)
                && facts.bears_on_capture(mover, victim.piece())
            {
                takes_aside.insert(target);
            }
        }
        if promotion.promotes[mover.index()]
            && promotion.options.iter().any(|&piece| facts.bears_on_promotion(piece))
        {
            quiet_aside |= *quiet & promotion.region;
            takes_aside |= *takes & promotion.region;
        }
        *doubtful_quiet |= quiet_aside;
        *doubtful_takes |= takes_aside;
        *quiet = quiet.without(quiet_aside);
        *takes = takes.without(takes_aside);
    }

    /// Castling: the way is known to be safe; the partner's leaving may still open an attack.
    fn castling(&self, doubtful: &mut Vec<Move>, sink: &mut impl Sink<B>) {
        let (scene, safety) = (self.scene, self.safety);
        let mut found = Vec::new();
        castling::moves(scene, &mut found);
        for m in found {
            let only_royal = self.own_royals == B::of(m.from()) && safety.royals == self.own_royals;
            let places = castling::destinations(scene.rules, m.from(), m.via());
            let certain = only_royal
                && !safety.royals_in_doubt
                && !safety.castling_in_doubt
                && !scene.rules.uses.living;
            let (true, Some(to)) = (certain, places) else {
                doubtful.push(m);
                continue;
            };
            let mut sight = Sight::of(scene.position, scene.player.opponent());
            sight.occupied.remove(m.from());
            sight.occupied.remove(m.via());
            sight.occupied.insert(to.king);
            sight.occupied.insert(to.partner);
            if !attack::royal_attacked(scene.rules, scene.position, to.king, scene.player, &sight) {
                sink.single(m);
            }
        }
    }
}
