//! Who attacks a square: tables read backwards from the square, pieces asked only where no table will do.

use nightrider_model::{Board, Compass, PieceId, Player, Square, Variant};

use crate::bitboard::Bitboard;
use crate::expr::Occupants;
use crate::kind::Kind;
use crate::movement::{LamePath, Movement, Shape};
use crate::offers;
use crate::position::Position;
use crate::rays::{Ray, go};
use crate::reach;
use crate::ride::Ride;
use crate::rules::RulesFor;
use crate::view::CheckReading;

/// The attacks of one player's pieces, seen from the square attacked.
#[derive(Clone, Debug)]
pub(crate) struct AttackTables<B> {
    pub leaps: Vec<LeapAttack<B>>,
    /// Kinds that share the rays along which they capture.
    pub rides: Vec<RayAttack<B>>,
    pub hops: Vec<RayAttack<B>>,
    /// By kind and square: from where (`target` of the path) it gets there over which squares.
    pub lame: Vec<(Kind, Box<[Box<[LamePath<B>]>]>)>,
    /// Alternatives that must be asked forwards, and by square the origins from which they could lead there.
    pub asked: Vec<(Kind, usize, Box<[B]>)>,
    /// Programs that must be run, the same way.
    pub programs: Vec<(Kind, usize, Box<[B]>)>,
    /// There are only leaps and rides.
    pub only_lines: bool,
    /// Every ride leads back the same way.
    both_ways: bool,
}

/// A kind that captures by leaping.
#[derive(Clone, Debug)]
pub(crate) struct LeapAttack<B> {
    pub kind: Kind,
    /// By square: from where it leaps there.
    pub from: Box<[B]>,
    /// By square: where it leaps from there.
    to: Box<[B]>,
    /// By square: from where it leaps to a square beside it.
    beside: Box<[B]>,
}

/// Kinds that capture along the same rays.
#[derive(Clone, Debug)]
pub(crate) struct RayAttack<B> {
    pub kinds: Vec<Kind>,
    /// The rays backwards: from the square attacked toward the attacker.
    pub rays: Vec<Ray<B>>,
    /// The same rays with their tables; without rays for hoppers.
    pub ride: Ride<B>,
    /// By square: all squares of the rays.
    pub lines: Box<[B]>,
    /// By square attacked and square of those lines: which ray it is on. Not for hoppers.
    directions: Box<[u8]>,
}

/// The board as an attack test sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight<B> {
    pub occupied: B,
    /// Pieces that count as gone, or that cannot move.
    pub absent: B,
    /// Squares closed to the attackers by effects.
    pub walls: B,
    /// What conditions of attackers read as `check`.
    pub check: CheckReading,
    /// What is thought to stand on the attacked square, if it is not what does.
    pub stands: Option<PieceId>,
}

impl<B: Bitboard> Sight<B> {
    /// What the pieces of a player attack in a position as it is.
    #[inline(always)]
    pub(crate) fn of(position: &Position<B>, attacker: Player) -> Sight<B> {
        let walls = position.blocked_for(attacker);
        Sight {
            occupied: position.occupied(),
            absent: position.powerless() | walls,
            walls,
            check: CheckReading::WithinAttack,
            stands: None,
        }
    }

    /// The same with a piece on a square that has taken what stood there, and is in the way of what would pass.
    fn with_piece_on(&self, square: Square) -> Sight<B> {
        let there = B::of(square);
        Sight { absent: self.absent | there, occupied: self.occupied | there, ..*self }
    }
}

impl<B: Bitboard> AttackTables<B> {
    pub(crate) fn new(variant: &Variant, movements: &[Movement<B>], attacker: Player) -> AttackTables<B> {
        let board = &variant.board;
        let mut tables = AttackTables {
            leaps: Vec::new(),
            rides: Vec::new(),
            hops: Vec::new(),
            lame: Vec::new(),
            asked: Vec::new(),
            programs: Vec::new(),
            only_lines: false,
            both_ways: false,
        };
        for piece in 0..variant.pieces.len() {
            let kind = Kind::new(PieceId(piece as u16), attacker);
            let mut leaps: Vec<B> = Vec::new();
            for (index, alternative) in movements[kind.index()].all_alternatives().enumerate() {
                if !alternative.takes.has(Occupants::ENEMY) {
                    continue;
                }
                match &alternative.shape {
                    Shape::Leap(targets) if alternative.gate.is_open() => {
                        leaps.resize(board.len(), B::EMPTY);
                        for (all, new) in leaps.iter_mut().zip(reversed(board, |s| targets[s.index()])) {
                            *all |= new;
                        }
                    }
                    Shape::Ride(ride) if alternative.gate.is_open() => {
                        ride.rays().for_each(|ray| add_ray(&mut tables.rides, board, kind, ray));
                    }
                    Shape::Hop(rays) if alternative.gate.is_open() => {
                        rays.iter().for_each(|ray| add_ray(&mut tables.hops, board, kind, ray));
                    }
                    Shape::Lame(paths) if alternative.gate.is_open() => {
                        tables.lame.push((kind, reversed_paths(board, paths)));
                    }
                    shape => {
                        let from = reversed(board, |square| shape.possible(board, square));
                        tables.asked.push((kind, index, from.into_boxed_slice()));
                    }
                }
            }
            for (index, program) in movements[kind.index()].programs.iter().enumerate() {
                let from = reversed(board, |square| program.captures[square.index()]);
                if from.iter().any(|origins| origins.any()) {
                    tables.programs.push((kind, index, from.into_boxed_slice()));
                }
            }
            if !leaps.is_empty() {
                tables.leaps.push(LeapAttack::new(board, kind, leaps.into_boxed_slice()));
            }
        }
        tables.only_lines = tables.hops.is_empty()
            && tables.lame.is_empty()
            && tables.asked.is_empty()
            && tables.programs.is_empty();
        for attacks in [&mut tables.rides, &mut tables.hops] {
            share_kinds(attacks);
        }
        let all = |rays: &[Ray<B>], of: fn(&Ray<B>, Square) -> B| {
            board
                .squares()
                .map(|square| rays.iter().fold(B::EMPTY, |all, ray| all | of(ray, square)))
                .collect()
        };
        for attack in &mut tables.rides {
            attack.lines = all(&attack.rays, Ray::unblocked);
            attack.ride = Ride::along(attack.rays.clone());
            attack.directions = directions(board, &attack.rays);
        }
        for attack in &mut tables.hops {
            attack.lines = all(&attack.rays, Ray::line);
        }
        tables.both_ways = tables.rides.iter().all(RayAttack::leads_both_ways);
        tables
    }
}

impl<B: Bitboard> LeapAttack<B> {
    fn new(board: &Board, kind: Kind, from: Box<[B]>) -> LeapAttack<B> {
        let to = reversed(board, |square| from[square.index()]).into();
        let around = |square: Square| Compass::ALL.iter().filter_map(move |d| go(board, square, d.offset()));
        let beside = |square| around(square).fold(B::EMPTY, |all, near| all | from[near.index()]);
        LeapAttack { kind, to, beside: board.squares().map(beside).collect(), from }
    }
}

fn reversed<B: Bitboard>(board: &Board, targets: impl Fn(Square) -> B) -> Vec<B> {
    let mut from = vec![B::EMPTY; board.len()];
    for origin in board.squares() {
        for target in targets(origin).squares() {
            from[target.index()].insert(origin);
        }
    }
    from
}

fn reversed_paths<B: Bitboard>(board: &Board, paths: &[Box<[LamePath<B>]>]) -> Box<[Box<[LamePath<B>]>]> {
    let mut from: Vec<Vec<LamePath<B>>> = vec![Vec::new(); board.len()];
    for origin in board.squares() {
        for path in &paths[origin.index()] {
            from[path.target.index()].push(LamePath { target: origin, ..*path });
        }
    }
    from.into_iter().map(Vec::into_boxed_slice).collect()
}

/// Adds a ray to those of its kind: one entry for each ray first, see [`share_kinds`].
fn add_ray<B: Bitboard>(attacks: &mut Vec<RayAttack<B>>, board: &Board, kind: Kind, ray: &Ray<B>) {
    let (dx, dy) = ray.offset;
    let backwards = (-dx, -dy);
    let same =
        attacks.iter_mut().find(|attack| attack.rays[0].offset == backwards && attack.rays[0].max == ray.max);
    match same {
        Some(attack) if attack.kinds.contains(&kind) => {}
        Some(attack) => attack.kinds.push(kind),
        None => attacks.push(RayAttack {
            kinds: vec![kind],
            rays: vec![Ray::new(board, backwards, ray.max)],
            ride: Ride::along(Vec::new()),
            directions: Box::default(),
            lines: Box::default(),
        }),
    }
}

/// Joins rays that the same kinds use, unless they would overlap.
fn share_kinds<B: Bitboard>(attacks: &mut Vec<RayAttack<B>>) {
    let mut joined: Vec<RayAttack<B>> = Vec::new();
    for attack in attacks.drain(..) {
        let (dx, dy) = attack.rays[0].offset;
        let overlaps = |ray: &Ray<B>| {
            let (x, y) = ray.offset;
            dx * y == dy * x && dx * x + dy * y > 0
        };
        let joins = |other: &RayAttack<B>| other.kinds == attack.kinds && !other.rays.iter().any(overlaps);
        match joined.iter_mut().find(|other| joins(other)) {
            Some(other) => other.rays.extend(attack.rays),
            None => joined.push(attack),
        }
    }
    *attacks = joined;
}

/// By two squares: on which of some rays that do not overlap, from the first, the second lies.
fn directions<B: Bitboard>(board: &Board, rays: &[Ray<B>]) -> Box<[u8]> {
    let mut directions = vec![0; board.len() * board.len()];
    for from in board.squares() {
        for (direction, ray) in rays.iter().enumerate() {
            for to in ray.unblocked(from).squares() {
                directions[from.index() * board.len() + to.index()] = direction as u8;
            }
        }
    }
    directions.into()
}

/// Whether a piece of `by` attacks a square: it could capture an enemy that stood there.
pub(crate) fn attacked<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    square: Square,
    by: Player,
    sight: &Sight<B>,
) -> bool {
    if sight.walls.contains(square) {
        return false;
    }
    let tables = &rules.attacks[by.index()];
    let present = !sight.absent;
    let stop = sight.occupied | sight.walls;
    for leap in &tables.leaps {
        if (leap.from[square.index()] & position.of_kind(leap.kind) & present).any() {
            return true;
        }
    }
    for attack in &tables.rides {
        let riders = attack.riders(position) & present & attack.lines[square.index()];
        if riders.any() && attack.ride.reach(square, stop).meets(riders) {
            return true;
        }
    }
    !tables.only_lines && attacked_otherwise(rules, position, square, by, sight)
}

/// Those of some squares on which a royal of a player that comes there from `origin` is not attacked. The sight is
/// that of the opponent, the royal gone from `origin`.
#[inline(always)]
pub(crate) fn safe_among<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    origin: Square,
    squares: B,
    player: Player,
    sight: &Sight<B>,
) -> B {
    let opponent = player.opponent();
    let tables = &rules.attacks[opponent.index()];
    if !squares.many() || rules.variant.rules.check.touching_royals_shield || !tables.both_ways {
        let is_safe = |&at: &Square| !royal_attacked(rules, position, at, player, &sight.with_piece_on(at));
        return B::from_squares(squares.squares().filter(is_safe));
    }
    let reached = tables.reached(rules, position, origin, squares, sight).without(sight.walls);
    let safe = squares.without(reached);
    if tables.only_lines {
        return safe;
    }
    let is_safe = |&at: &Square| {
        sight.walls.contains(at)
            || !attacked_otherwise(rules, position, at, opponent, &sight.with_piece_on(at))
    };
    B::from_squares(safe.squares().filter(is_safe))
}

impl<B: Bitboard> AttackTables<B> {
    /// Those of some squares that leaps and rides reach, piece by piece.
    #[inline(always)]
    fn reached(
        &self,
        rules: &RulesFor<B>,
        position: &Position<B>,
        origin: Square,
        squares: B,
        sight: &Sight<B>,
    ) -> B {
        let present = !sight.absent;
        let stop = sight.occupied | sight.walls;
        let all_beside = squares.without(rules.neighbours(origin)).is_empty();
        let mut reached = B::EMPTY;
        for leap in &self.leaps {
            let mut leapers = position.of_kind(leap.kind) & present;
            if all_beside {
                leapers &= leap.beside[origin.index()];
            }
            for leaper in leapers.squares() {
                reached |= leap.to[leaper.index()];
            }
        }
        for attack in &self.rides {
            for rider in (attack.riders(position) & present).squares() {
                if attack.lines[rider.index()].meets(squares) {
                    reached |= attack.ride.reach(rider, stop);
                }
            }
        }
        reached & squares
    }
}

/// Whether a piece of `by` attacks a square in another way than by leaping or riding.
fn attacked_otherwise<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    square: Square,
    by: Player,
    sight: &Sight<B>,
) -> bool {
    if attacked_by_hoppers(rules, position, square, by, sight) {
        return true;
    }
    let tables = &rules.attacks[by.index()];
    let present = !sight.absent;
    let stop = sight.occupied | sight.walls;
    for (kind, paths) in &tables.lame {
        let pieces = position.of_kind(*kind) & present;
        if pieces.any()
            && paths[square.index()].iter().any(|path| pieces.contains(path.target) && path.is_free(stop))
        {
            return true;
        }
    }
    for (kind, alternative, from) in &tables.asked {
        for origin in (position.of_kind(*kind) & present & from[square.index()]).squares() {
            if reach::captures_on(rules, position, *kind, *alternative, origin, square, sight) {
                return true;
            }
        }
    }
    for (kind, program, from) in &tables.programs {
        for origin in (position.of_kind(*kind) & present & from[square.index()]).squares() {
            let program = &rules.movements[kind.index()].programs[*program];
            if offers::captures_on(rules, position, *kind, program, origin, square, sight, None) {
                return true;
            }
        }
    }
    false
}

/// Whether a hopper of `by` attacks a square.
pub(crate) fn attacked_by_hoppers<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    square: Square,
    by: Player,
    sight: &Sight<B>,
) -> bool {
    let stop = sight.occupied | sight.walls;
    rules.attacks[by.index()].hops.iter().any(|attack| {
        let hoppers = attack.riders(position).without(sight.absent) & attack.lines[square.index()];
        hoppers.any() && attack.rays.iter().any(|ray| hopper(ray, square, stop, sight.walls, hoppers))
    })
}

impl<B: Bitboard> RayAttack<B> {
    /// The pieces of its kinds.
    #[inline(always)]
    pub(crate) fn riders(&self, position: &Position<B>) -> B {
        self.kinds.iter().fold(B::EMPTY, |all, &kind| all | position.of_kind(kind))
    }

    /// Whether for each ray there is its opposite: then the squares from which a square is attacked are those
    /// that are attacked from it.
    fn leads_both_ways(&self) -> bool {
        let has_opposite = |ray: &Ray<B>| {
            let (dx, dy) = ray.offset;
            self.rays.iter().any(|other| other.offset == (-dx, -dy) && other.max == ray.max)
        };
        self.rays.iter().all(has_opposite)
    }

    /// The ray from a square to another one of its lines.
    #[inline(always)]
    pub(crate) fn ray_to(&self, from: Square, to: Square) -> &Ray<B> {
        &self.rays[usize::from(self.directions[from.index() * self.lines.len() + to.index()])]
    }
}

/// Whether along a backwards ray one of the hoppers captures on the square.
pub(crate) fn hopper<B: Bitboard>(ray: &Ray<B>, square: Square, stop: B, walls: B, hoppers: B) -> bool {
    // `max` bounds the distance from hurdle to landing; the hopper may come from anywhere.
    let Some(hurdle) = ray.first_hit(square, stop) else { return false };
    !walls.contains(hurdle)
        && ray.nearest(ray.line(hurdle) & stop).is_some_and(|hopper| hoppers.contains(hopper))
}

/// Whether an own royal of a player is attacked.
pub(crate) fn in_check<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, player: Player) -> bool {
    first_attacked_royal(rules, position, player).is_some()
}

/// The same for a condition that helps to decide an attack.
pub(crate) fn in_check_within_attack<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    player: Player,
) -> bool {
    let sight = Sight { check: CheckReading::Never, ..Sight::of(position, player.opponent()) };
    attacked_royal(rules, position, player, &sight).is_some()
}

/// The first royal of a player, in board order, that is attacked.
pub(crate) fn first_attacked_royal<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    player: Player,
) -> Option<Square> {
    attacked_royal(rules, position, player, &Sight::of(position, player.opponent()))
}

fn attacked_royal<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    player: Player,
    sight: &Sight<B>,
) -> Option<Square> {
    let royals = rules.checkable(position, player);
    royals.squares().find(|&royal| royal_attacked(rules, position, royal, player, sight))
}

/// Whether a royal of a player that stands on the square is (or would be) attacked.
pub(crate) fn royal_attacked<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    square: Square,
    player: Player,
    sight: &Sight<B>,
) -> bool {
    let opponent = player.opponent();
    if rules.variant.rules.check.touching_royals_shield
        && rules.neighbours(square).meets(rules.royals(position, opponent))
    {
        return false;
    }
    attacked(rules, position, square, opponent, sight)
}

impl<B: Bitboard> LamePath<B> {
    /// Whether the way is open.
    #[inline(always)]
    pub(crate) fn is_free(&self, stop: B) -> bool {
        (self.clear & stop).is_empty() && (self.blocked.is_empty() || self.blocked.meets(stop))
    }
}
