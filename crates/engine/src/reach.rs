//! Where a piece can go: shapes looked up, gates asked.

use nightrider_model::{Player, Square};

use crate::attack::Sight;
use crate::bitboard::Bitboard;
use crate::expr::{Occupants, PathNeed, World, guard_holds, piece_guard_holds};
use crate::kind::Kind;
use crate::movement::{Alternative, Gate, Movement, Shape};
use crate::position::Position;
use crate::rays::between;
use crate::rules::RulesFor;
use crate::view::View;
use crate::walk::Terrain;

/// Where a piece can go, by what it does there. The sets may overlap: a square may be taken or swapped with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Targets<B> {
    /// Empty squares.
    pub quiet: B,
    /// Pieces that it takes.
    pub takes: B,
    /// Pieces it changes places with.
    pub swaps: B,
    /// Pieces that a trigger must move out of its way.
    pub onto: B,
}

/// The board as the pieces of one player see it; made once per position.
pub(crate) struct Scene<'a, B: Bitboard> {
    pub rules: &'a RulesFor<B>,
    pub position: &'a Position<B>,
    pub player: Player,
    pub own: B,
    pub enemy: B,
    /// Pieces and walls.
    pub stop: B,
    pub walls: B,
    pub empty: B,
    /// Enemies and own pieces that are not immune.
    pub prey: B,
    pub own_prey: B,
    /// Pieces that explode when they are captured.
    pub mines: B,
    /// Whether an own royal is attacked, if some gate asks for it.
    pub in_check: bool,
}

impl<'a, B: Bitboard> Scene<'a, B> {
    pub(crate) fn new(rules: &'a RulesFor<B>, position: &'a Position<B>, player: Player) -> Scene<'a, B> {
        let own = position.owned(player);
        let enemy = position.owned(player.opponent());
        let walls = position.blocked_for(player);
        let immune = rules.immune.iter().fold(B::EMPTY, |all, &piece| all | position.of_type(piece));
        Scene {
            rules,
            position,
            player,
            own,
            enemy,
            stop: own | enemy | walls,
            walls,
            empty: rules.board.without(own | enemy | walls),
            prey: enemy.without(immune | walls),
            own_prey: own.without(immune | walls),
            mines: rules.explosive.iter().fold(B::EMPTY, |all, &piece| all | position.of_type(piece)),
            in_check: rules.uses.gates_on_check && crate::attack::in_check(rules, position, player),
        }
    }

    /// The own pieces that may leave their squares.
    pub(crate) fn movable(&self) -> B {
        self.own.without(self.walls | self.position.held())
    }

    /// Where the piece of a kind on a square can go, castling, promotion patterns and captures in passing
    /// apart.
    #[inline(always)]
    pub(crate) fn targets(&self, kind: Kind, from: Square) -> Targets<B> {
        let movement = &self.rules.movements[kind.index()];
        let Some(sweeps) = movement.sweeps.as_ref().filter(|_| self.walls.is_empty()) else {
            return self.guarded_targets(movement, from);
        };
        let (mut quiet, mut takes) = (B::EMPTY, B::EMPTY);
        for sweep in sweeps {
            let reached = sweep.reach(from, self.stop);
            quiet |= (reached & self.empty).when(sweep.quiet);
            takes |= (reached & self.prey).when(sweep.takes);
        }
        Targets { quiet, takes, swaps: B::EMPTY, onto: B::EMPTY }
    }

    /// The same, alternative by alternative with their gates.
    fn guarded_targets(&self, movement: &Movement<B>, from: Square) -> Targets<B> {
        let mut targets = Targets { quiet: B::EMPTY, takes: B::EMPTY, swaps: B::EMPTY, onto: B::EMPTY };
        for alternative in &movement.alternatives {
            self.add_targets(movement, alternative, from, &mut targets);
        }
        let others = !B::of(from);
        targets.takes &= others;
        targets.swaps &= others;
        targets.onto = targets.onto.without(targets.takes | targets.swaps);
        targets
    }

    /// Where one alternative leads.
    pub(crate) fn targets_of(
        &self,
        movement: &Movement<B>,
        alternative: &Alternative<B>,
        from: Square,
    ) -> Targets<B> {
        let mut targets = Targets { quiet: B::EMPTY, takes: B::EMPTY, swaps: B::EMPTY, onto: B::EMPTY };
        self.add_targets(movement, alternative, from, &mut targets);
        let others = !B::of(from);
        targets.takes &= others;
        targets.swaps &= others;
        targets
    }

    #[inline(always)]
    fn add_targets(
        &self,
        movement: &Movement<B>,
        alternative: &Alternative<B>,
        from: Square,
        targets: &mut Targets<B>,
    ) {
        if !self.is_open(&alternative.gate, from) {
            return;
        }
        let reached = self.reach(movement, &alternative.shape, from);
        let reached = self.let_through(&alternative.gate, from, reached);
        if alternative.quiet {
            targets.quiet |= reached & self.empty;
            if movement.moves_onto {
                targets.onto |= (reached & (self.own | self.enemy)).without(B::of(from));
            }
        }
        if alternative.takes != Occupants::NONE {
            targets.takes |= reached & self.prey.when(alternative.takes.has(Occupants::ENEMY));
            targets.takes |= reached & self.own_prey.when(alternative.takes.has(Occupants::FRIEND));
        }
        if alternative.swaps != Occupants::NONE {
            targets.swaps |= reached & self.enemy.when(alternative.swaps.has(Occupants::ENEMY));
            targets.swaps |= reached & self.own.when(alternative.swaps.has(Occupants::FRIEND));
        }
    }

    /// The part of a gate that no target decides.
    pub(crate) fn is_open(&self, gate: &Gate<B>, from: Square) -> bool {
        gate.unmoved.is_none_or(|wanted| wanted == self.position.is_unmoved(from))
            && gate.in_check.is_none_or(|wanted| wanted == self.in_check)
            && gate
                .piece
                .iter()
                .all(|code| piece_guard_holds(code, &View::new(self.rules, self.position), self.player, from))
    }

    /// The squares among those reached that the rest of a gate lets through.
    pub(crate) fn let_through(&self, gate: &Gate<B>, from: Square, reached: B) -> B {
        let reached = gate.allowed.as_ref().map_or(reached, |allowed| reached & allowed[from.index()]);
        if gate.is_per_piece() {
            return reached;
        }
        let view = View::new(self.rules, self.position);
        B::from_squares(reached.squares().filter(|&target| {
            path_fits(self.rules, gate.path, from, target, self.stop)
                && gate.target.iter().all(|code| guard_holds(code, &view, self.player, from, target))
        }))
    }

    /// The squares a shape reaches, occupied ones included.
    #[inline(always)]
    pub(crate) fn reach(&self, movement: &Movement<B>, shape: &Shape<B>, from: Square) -> B {
        let view = View::new(self.rules, self.position);
        reach(movement, shape, from, self.stop, self.walls, self.rules, &|code, at| {
            guard_holds(code, &view, self.player, from, at)
        })
    }
}

/// The squares a shape reaches from a square, occupied ones included.
#[inline(always)]
fn reach<B: Bitboard>(
    movement: &Movement<B>,
    shape: &Shape<B>,
    from: Square,
    stop: B,
    walls: B,
    rules: &RulesFor<B>,
    ask: &dyn Fn(&crate::expr::Code, Square) -> bool,
) -> B {
    let reached = match shape {
        Shape::Leap(targets) => targets[from.index()],
        Shape::Ride(ride) => ride.reach(from, if movement.phases { walls } else { stop }),
        Shape::Hop(rays) => {
            rays.iter().fold(B::EMPTY, |all, ray| all | ray.reach_over_hurdle(from, stop, walls))
        }
        Shape::Lame(paths) => {
            let free = paths[from.index()].iter().filter(|path| path.is_free(stop));
            free.fold(B::EMPTY, |all, path| all | B::of(path.target))
        }
        Shape::Walk(walk) => walk.landings(&Terrain {
            board: &rules.variant.board,
            origin: from,
            stop: stop.without(B::of(from).without(walls)),
            walls,
            jumps: movement.jumps,
            phases: movement.phases,
            limitless: false,
            ask,
        }),
    };
    reached.without(walls)
}

pub(crate) fn path_fits<B: Bitboard>(
    rules: &RulesFor<B>,
    need: PathNeed,
    from: Square,
    target: Square,
    stop: B,
) -> bool {
    let between = || between::<B>(&rules.variant.board, from, target);
    match need {
        PathNeed::Any => true,
        PathNeed::Clear => !between().meets(stop),
        PathNeed::Blocked => between().meets(stop),
        PathNeed::Impossible => false,
    }
}

/// Whether one alternative of a piece captures an enemy that stands (or would stand) on a square.
pub(crate) fn captures_on<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    kind: Kind,
    alternative: usize,
    from: Square,
    target: Square,
    sight: &Sight<B>,
) -> bool {
    let movement = &rules.movements[kind.index()];
    let alternative = movement.alternative(alternative);
    let (gate, owner) = (&alternative.gate, kind.owner());
    let view = View { check: sight.check, ..View::new(rules, position) };
    let stop = sight.occupied | sight.walls;
    gate.unmoved.is_none_or(|wanted| wanted == position.is_unmoved(from))
        && gate.in_check.is_none_or(|wanted| wanted == view.in_check(owner))
        && gate.allowed.as_ref().is_none_or(|allowed| allowed[from.index()].contains(target))
        && gate.piece.iter().all(|code| piece_guard_holds(code, &view, owner, from))
        && reach(movement, &alternative.shape, from, stop, sight.walls, rules, &|code, at| {
            guard_holds(code, &view, owner, from, at)
        })
        .contains(target)
        && path_fits(rules, gate.path, from, target, stop)
        && gate.target.iter().all(|code| guard_holds(code, &view, owner, from, target))
}
