//! Chessembly programs as shapes: each chain is explored from every square, and what can be said with
//! tables, rays and paths need not be run in play.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use nightrider_model::program::{Op, Program};
use nightrider_model::{Board, Expr, PieceId, Square};

use super::lower::{Lower, board_of, is_one_program};
use super::patterns::drafts;
use super::{Compiler, Programs};
use crate::bitboard::Bitboard;
use crate::expr::Occupants;
use crate::movement::{Admits, Alternative, Gate, LamePath, Movement, ProgramMoves, Shape};
use crate::program::{
    Code, Deed, Explored, Machine, Runner, STEP_BUDGET, Unexpressed, Way, capturable, explore, split,
};
use crate::rays::{Offset, Ray, march};
use crate::ride::Ride;

/// Chains with more expressions are run in play.
const LONGEST_CHAIN: usize = 1000;

/// How much exploring the programs of a game are worth: steps, and some more for each square of each chain.
/// Every kind has its share of it, and what is left of a program then is run in play.
const EFFORT: u64 = 60_000_000;

/// No kind has more than this.
const MOST_EFFORT: u64 = 6_000_000;

/// More candidates for rays are not looked at.
const MOST_RAYS: usize = 64;

/// Adds what a program offers to a movement. `alone` says that the piece can do nothing else.
pub(super) fn add<B: Bitboard>(
    lower: &Lower<'_>,
    program: &Rc<Program>,
    admits: Admits,
    gate: &Gate<B>,
    fixed: &[Expr],
    alone: bool,
    movement: &mut Movement<B>,
) {
    let compiler = lower.compiler;
    let Ok(code) = Code::new(program) else { return };
    let names = names(compiler, program);
    let mut tables: BTreeMap<Option<PieceId>, Table<B>> = BTreeMap::new();
    let squares = compiler.board.len();
    let mut chains: Vec<Vec<u32>> = vec![Vec::new(); squares];
    let mut captures = vec![B::EMPTY; squares];
    let (all, carries) = explore_all::<B>(compiler, &code, &names, alone);
    let mut offering: Vec<Vec<u32>> = vec![Vec::new(); squares];
    for (number, by_origin) in (0..).zip(all) {
        for (origin, explored) in by_origin.into_iter().enumerate() {
            if explored.ways.as_ref().map_or(true, |ways| !ways.is_empty()) {
                offering[origin].push(number);
            }
            match explored.ways {
                Ok(ways) => {
                    for way in ways {
                        let table = tables.entry(way.landing.becomes).or_insert_with(|| Table::new(squares));
                        table.add(origin, way, admits);
                    }
                }
                Err(_) => {
                    chains[origin].push(number);
                    captures[origin] |= explored.captures;
                }
            }
        }
    }
    for (becomes, table) in tables {
        // What is said of slides in general is not said of the lines of a program.
        let rays = !compiler.variant.piece(compiler.kind.piece()).traits.phase;
        for (mut shape, does) in table.shapes(compiler.board, rays) {
            let mut gate = gate.clone();
            lower.restrict(&mut shape, &mut gate, fixed);
            let Does { quiet, takes, swaps } = does;
            let alternative = Alternative { shape, quiet, takes, swaps, gate };
            match becomes {
                Some(piece) => movement.changing.push((piece, alternative)),
                None => movement.alternatives.push(alternative),
            }
        }
    }
    let must_run = chains.iter().any(|chains| !chains.is_empty());
    if !must_run && !carries {
        return;
    }
    let mut gate = gate.clone();
    gate.allowed = lower.allowed(fixed, |_| board_of(compiler));
    if !admits.captures {
        captures.fill(B::EMPTY);
    }
    let asks_enemy_state = chains
        .iter()
        .flatten()
        .any(|&chain| code.chain(chain).iter().any(|op| matches!(op, Op::EnemyState(..))));
    let boxed = |chains: Vec<Vec<u32>>| chains.into_iter().map(Vec::into_boxed_slice).collect();
    let run = ProgramMoves {
        code: Arc::new(code),
        names: names.into(),
        keys: keys(compiler, program).into(),
        chains: boxed(chains),
        captures: captures.into_boxed_slice(),
        asks_enemy_state,
        admits,
        gate,
    };
    if carries {
        movement.carried = Some(Box::new(ProgramMoves { chains: boxed(offering), ..run.clone() }));
    }
    if must_run {
        movement.programs.push(run);
    }
}

/// Explores all chains of a program: what each can do, by origin. Says also whether the piece's tables are of moves
/// that set the player's state.
///
/// For such moves tables say where they go, and the program is run when one is played. That needs a piece that has
/// nothing but this program, all tables alike, and at most one way to make each move.
fn explore_all<B: Bitboard>(
    compiler: &Compiler<'_>,
    code: &Code,
    names: &[Option<PieceId>],
    alone: bool,
) -> (Vec<Vec<Explored<B>>>, bool) {
    let mut explorer = Explorer::new(compiler, names);
    let mut all: Vec<Vec<Explored<B>>> = (0..code.len()).map(|chain| explorer.chain(code, chain)).collect();
    let bare = |explored: &Explored<B>| {
        !explored.sets_state && explored.ways.as_ref().is_ok_and(|ways| !ways.is_empty())
    };
    let living = !compiler.variant.triggers.is_empty() || !compiler.variant.scripts.is_empty();
    let alike = alone && !living && !all.iter().flatten().any(bare);
    let mut carries = false;
    for origin in 0..compiler.board.len() {
        let chains = || all.iter().map(|by_origin| &by_origin[origin]);
        let uncertain = |one: &Explored<B>| one.ways.is_err() && one.plain;
        let clash = chains().enumerate().any(|(number, one)| {
            uncertain(one)
                || one.carries()
                    && chains().skip(number + 1).any(|other| one.clashes_with(other, &explorer.runner))
        });
        if !alike || clash {
            for by_origin in &mut all {
                if by_origin[origin].carries() {
                    by_origin[origin].ways = Err(Unexpressed::SetsState);
                }
            }
        } else {
            carries |= chains().any(Explored::carries);
        }
    }
    (all, carries)
}

/// The forms that a chain of a program has got for one kind of piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(dead_code)] // Told by the facts of a game.
pub(crate) struct ChainForms {
    /// On how many squares it offers anything or has to be run.
    pub squares: usize,
    pub leaps: bool,
    pub rays: bool,
    pub paths: bool,
    /// What has one of these forms sets the player's state when it is played.
    pub sets_state: bool,
    /// On how many squares it has to be run, and why.
    pub run: BTreeMap<Unexpressed, usize>,
}

/// Tells for each chain of a program which form it has got.
#[allow(dead_code)] // Told by the facts of a game.
pub(crate) fn chain_forms<B: Bitboard>(compiler: &Compiler<'_>, program: &Program) -> Vec<ChainForms> {
    let Ok(code) = Code::new(program) else { return Vec::new() };
    let names = names(compiler, program);
    let alone = is_one_program(&drafts(compiler));
    let (explored, _) = explore_all::<B>(compiler, &code, &names, alone);
    let all = Admits { moves: true, captures: true, targets: Occupants::ANY };
    let forms = explored.into_iter().map(|by_origin| {
        let mut forms = ChainForms::default();
        let mut tables: BTreeMap<Option<PieceId>, Table<B>> = BTreeMap::new();
        for (origin, explored) in by_origin.into_iter().enumerate() {
            forms.sets_state |= explored.carries();
            match explored.ways {
                Ok(ways) => {
                    forms.squares += usize::from(!ways.is_empty());
                    for way in ways {
                        let new = || Table::new(compiler.board.len());
                        tables.entry(way.landing.becomes).or_insert_with(new).add(origin, way, all);
                    }
                }
                Err(why) => {
                    forms.squares += 1;
                    *forms.run.entry(why).or_default() += 1;
                }
            }
        }
        for (shape, _) in tables.into_values().flat_map(|table| table.shapes(compiler.board, true)) {
            match shape {
                Shape::Leap(_) => forms.leaps = true,
                Shape::Ride(_) => forms.rays = true,
                Shape::Lame(_) | Shape::Hop(_) | Shape::Walk(_) => forms.paths = true,
            }
        }
        forms
    });
    forms.collect()
}

/// What the names of a program mean: types, without regard to case.
fn names(compiler: &Compiler<'_>, program: &Program) -> Vec<Option<PieceId>> {
    let types: Vec<String> = compiler.variant.pieces.iter().map(|piece| piece.name.to_lowercase()).collect();
    let find = |name: &String| {
        let name = name.to_lowercase();
        types.iter().position(|known| *known == name).map(|index| PieceId(index as u16))
    };
    program.names.iter().map(find).collect()
}

/// The fields of the player's state that the keys of a program are.
fn keys(compiler: &Compiler<'_>, program: &Program) -> Vec<Option<nightrider_model::FieldId>> {
    let fields = &compiler.variant.player_fields;
    let find = |key: &String| fields.iter().position(|field| field == key);
    program.keys.iter().map(|key| find(key).map(|at| nightrider_model::FieldId(at as u16))).collect()
}

/// Explores the chains of a program for one kind.
struct Explorer<'a> {
    runner: Runner<'a>,
    machine: Machine,
    programs: Programs,
    effort: u64,
    /// What the effort may come to.
    share: u64,
}

impl<'a> Explorer<'a> {
    fn new(compiler: &'a Compiler<'a>, names: &'a [Option<PieceId>]) -> Explorer<'a> {
        let closes = |effect: &nightrider_model::Effect| effect.blocks != nightrider_model::Blocks::None;
        let runner = Runner {
            board: compiler.board,
            owner: compiler.kind.owner(),
            piece: compiler.kind.piece(),
            names,
            walls: compiler.variant.effects.iter().any(closes),
            promotes: compiler.variant.piece(compiler.kind.piece()).traits.promote,
        };
        let kinds = 2 * compiler.variant.pieces.len() as u64;
        let share = (EFFORT / kinds.max(1)).min(MOST_EFFORT);
        Explorer { runner, machine: Machine::new(), programs: compiler.programs, effort: 0, share }
    }

    /// What a chain can do, by origin.
    fn chain<B: Bitboard>(&mut self, code: &Code, number: u32) -> Vec<Explored<B>> {
        let board = self.runner.board;
        let ops = code.chain(number);
        let captures = capturable(board, ops);
        let unexplored = || Explored::unknown(Unexpressed::TooManyWays, captures);
        let short = ops.len() <= LONGEST_CHAIN && self.programs == Programs::Compiled;
        let parts: Vec<Code> =
            if short { split(ops).into_iter().map(Code::of_chain).collect() } else { Vec::new() };
        let mut failures = 0;
        let of = |square: Square| {
            if board.is_hole(square) {
                return Explored::NOTHING;
            }
            self.effort += 200;
            if !short || failures > 1 || self.effort > self.share {
                return unexplored();
            }
            let explored = self.parts(&parts, square);
            failures += u32::from(explored.ways.as_ref().err() == Some(&Unexpressed::TooManyWays));
            explored
        };
        board.squares().map(of).collect()
    }

    /// What the parts of a chain can do together from one square.
    fn parts<B: Bitboard>(&mut self, parts: &[Code], from: Square) -> Explored<B> {
        let mut together = Explored::NOTHING;
        let mut longest = 0;
        for part in parts {
            let (explored, steps) = explore::<B>(&self.runner, part, from, &mut self.machine);
            longest += steps.longest;
            self.effort += steps.all;
            together.captures |= explored.captures;
            together.plain |= explored.plain;
            let offers = |of: &Explored<B>| of.ways.as_ref().is_ok_and(|ways| !ways.is_empty());
            let mixed = offers(&together)
                && offers(&explored)
                && (together.sets_state != explored.sets_state
                    || explored.sets_state && together.clashes_with(&explored, &self.runner));
            together.sets_state |= explored.sets_state;
            if mixed {
                together.ways = Err(Unexpressed::SetsState);
            }
            together.ways = match (together.ways, explored.ways) {
                (Ok(mut ways), Ok(more)) => {
                    ways.extend(more);
                    Ok(ways)
                }
                (Err(why), Ok(_)) | (Ok(_), Err(why)) => Err(why),
                (Err(one), Err(two)) => Err(one.max(two)),
            };
        }
        if longest > u64::from(STEP_BUDGET) {
            // The whole chain may be cut off where its parts are not.
            together.ways = Err(Unexpressed::TooManyWays);
        }
        together
    }
}

/// By origin, the ways to do one thing.
type Ways<B> = Vec<Vec<Way<B>>>;

/// The ways of one kind by what they do.
struct Table<B> {
    quiet: Ways<B>,
    takes: Ways<B>,
    swaps_friend: Ways<B>,
    swaps_enemy: Ways<B>,
}

/// What the piece does on the squares of a shape.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Does {
    quiet: bool,
    takes: Occupants,
    swaps: Occupants,
}

const MOVES: Does = Does { quiet: true, takes: Occupants::NONE, swaps: Occupants::NONE };
const TAKES: Does = Does { quiet: false, takes: Occupants::ENEMY, swaps: Occupants::NONE };
const MOVES_AND_TAKES: Does = Does { quiet: true, ..TAKES };

impl<B: Bitboard> Table<B> {
    fn new(squares: usize) -> Table<B> {
        let none = || vec![Vec::new(); squares];
        Table { quiet: none(), takes: none(), swaps_friend: none(), swaps_enemy: none() }
    }

    fn add(&mut self, origin: usize, way: Way<B>, admits: Admits) {
        let (ways, admitted) = match way.landing.deed {
            Deed::Quiet => (&mut self.quiet, admits.quiet()),
            Deed::Take => (&mut self.takes, admits.takes()),
            Deed::SwapFriend => (&mut self.swaps_friend, admits.swaps().has(Occupants::FRIEND)),
            Deed::SwapEnemy => (&mut self.swaps_enemy, admits.swaps().has(Occupants::ENEMY)),
        };
        if admitted && !ways[origin].contains(&way) {
            ways[origin].push(way);
        }
    }

    /// The cheapest shapes that say the same, rays among them if they may be.
    fn shapes(self, board: &Board, rays: bool) -> Vec<(Shape<B>, Does)> {
        let mut found = Vec::new();
        add_shapes(board, rays, [self.quiet, self.takes], [MOVES_AND_TAKES, MOVES, TAKES], &mut found);
        let swaps = |swaps| Does { quiet: false, takes: Occupants::NONE, swaps };
        let each = [swaps(Occupants::PIECE), swaps(Occupants::FRIEND), swaps(Occupants::ENEMY)];
        add_shapes(board, rays, [self.swaps_friend, self.swaps_enemy], each, &mut found);
        found
    }
}

/// Adds the shapes of two tables: what is in both, what is only in the first, what is only in the second.
fn add_shapes<B: Bitboard>(
    board: &Board,
    rays: bool,
    ways: [Ways<B>; 2],
    does: [Does; 3],
    found: &mut Vec<(Shape<B>, Does)>,
) {
    let [first, second] = ways.map(|ways| Sorted::new(board, rays, ways));
    let [both, first, second] = first.compared_with(second);
    for (sorted, does) in [both, first, second].into_iter().zip(does) {
        found.extend(sorted.shapes(board).map(|shape| (shape, does)));
    }
}

/// Ways in their cheapest forms.
struct Sorted<B> {
    rays: Vec<(Offset, Option<u8>)>,
    leaps: Vec<B>,
    paths: Vec<Vec<LamePath<B>>>,
}

impl<B: Bitboard> Sorted<B> {
    fn new(board: &Board, rays: bool, mut ways: Ways<B>) -> Sorted<B> {
        let rays = if rays { take_rays(board, &mut ways) } else { Vec::new() };
        let free = |way: &Way<B>| way.clear.is_empty() && way.hurdle.is_none();
        let targets = |ways: &Vec<Way<B>>| {
            B::from_squares(ways.iter().filter(|way| free(way)).map(|way| way.landing.target))
        };
        let leaps: Vec<B> = ways.iter().map(targets).collect();
        let paths = ways.iter().zip(&leaps).map(|(ways, leaps)| {
            let rest = ways.iter().filter(|way| !leaps.contains(way.landing.target));
            easiest(rest.map(|way| LamePath {
                target: way.landing.target,
                clear: way.clear,
                blocked: way.hurdle.map_or(B::EMPTY, B::of),
            }))
        });
        let paths = paths.collect();
        Sorted { rays, leaps, paths }
    }

    /// What two have in common, and the rest of each.
    fn compared_with(self, other: Sorted<B>) -> [Sorted<B>; 3] {
        let squares = self.leaps.len();
        let none =
            || Sorted { rays: Vec::new(), leaps: vec![B::EMPTY; squares], paths: vec![Vec::new(); squares] };
        let [mut both, mut first, mut second] = [none(), none(), none()];
        for ray in &self.rays {
            let to = if other.rays.contains(ray) { &mut both } else { &mut first };
            to.rays.push(*ray);
        }
        second.rays = other.rays.into_iter().filter(|ray| !both.rays.contains(ray)).collect();
        for at in 0..squares {
            both.leaps[at] = self.leaps[at] & other.leaps[at];
            first.leaps[at] = self.leaps[at].without(both.leaps[at]);
            second.leaps[at] = other.leaps[at].without(both.leaps[at]);
            for path in &self.paths[at] {
                let to = if other.paths[at].contains(path) { &mut both } else { &mut first };
                to.paths[at].push(*path);
            }
            let rest = other.paths[at].iter().filter(|path| !both.paths[at].contains(path));
            second.paths[at] = rest.copied().collect();
        }
        [both, first, second]
    }

    fn shapes(self, board: &Board) -> impl Iterator<Item = Shape<B>> + use<B> {
        let rays: Vec<Ray<B>> = self.rays.iter().map(|&(offset, max)| Ray::new(board, offset, max)).collect();
        let rays = (!rays.is_empty()).then(|| Shape::Ride(Ride::along(rays)));
        let leaps = self.leaps.iter().any(|leaps| leaps.any()).then(|| Shape::Leap(self.leaps.into()));
        let paths = self.paths.iter().any(|paths| !paths.is_empty());
        let paths = paths.then(|| Shape::Lame(self.paths.into_iter().map(Vec::into_boxed_slice).collect()));
        rays.into_iter().chain(leaps).chain(paths)
    }
}

/// Takes out of the ways those that rays say as well.
fn take_rays<B: Bitboard>(board: &Board, ways: &mut Ways<B>) -> Vec<(Offset, Option<u8>)> {
    let mut candidates: BTreeSet<Offset> = BTreeSet::new();
    for origin in board.squares() {
        let free = ways[origin.index()].iter().filter(|way| way.clear.is_empty() && way.hurdle.is_none());
        candidates.extend(free.map(|way| offset(board, origin, way.landing.target)));
    }
    let mut rays = Vec::new();
    for candidate in candidates.into_iter().take(MOST_RAYS) {
        // How far along the ray the ways go from each square, and how far it goes.
        let reach: Vec<(usize, usize)> = board
            .squares()
            .map(|origin| reach_along(board, origin, candidate, &ways[origin.index()]))
            .collect();
        let longest = reach.iter().map(|&(reach, _)| reach).max().unwrap_or(0);
        if longest < 2 || reach.iter().any(|&(reach, end)| reach != end.min(longest)) {
            continue;
        }
        let to_the_end = reach.iter().all(|&(reach, end)| reach == end);
        let max = if to_the_end { None } else { u8::try_from(longest).ok() };
        for origin in board.squares() {
            for (target, clear) in stations::<B>(board, origin, candidate).take(longest) {
                ways[origin.index()].retain(|way| !is_way(way, target, clear));
            }
        }
        rays.push((candidate, max));
    }
    rays
}

fn offset(board: &Board, from: Square, to: Square) -> Offset {
    let files = i32::from(board.file(to)) - i32::from(board.file(from));
    (files, i32::from(board.rank(to)) - i32::from(board.rank(from)))
}

/// The squares of a ray, each with those before it.
fn stations<B: Bitboard>(board: &Board, origin: Square, offset: Offset) -> impl Iterator<Item = (Square, B)> {
    let start = (!board.is_hole(origin)).then_some(origin);
    let squares = start.into_iter().flat_map(move |origin| march(board, origin, offset, None));
    squares.scan(B::EMPTY, |before, square| {
        let clear = *before;
        before.insert(square);
        Some((square, clear))
    })
}

fn reach_along<B: Bitboard>(
    board: &Board,
    origin: Square,
    offset: Offset,
    ways: &[Way<B>],
) -> (usize, usize) {
    let has = |&(target, clear): &(Square, B)| ways.iter().any(|way| is_way(way, target, clear));
    let reach = stations(board, origin, offset).take_while(has).count();
    (reach, stations::<B>(board, origin, offset).count())
}

fn is_way<B: Bitboard>(way: &Way<B>, target: Square, clear: B) -> bool {
    way.landing.target == target && way.clear == clear && way.hurdle.is_none()
}

/// Paths without those to a target that another path reaches under fewer conditions.
fn easiest<B: Bitboard>(paths: impl Iterator<Item = LamePath<B>>) -> Vec<LamePath<B>> {
    let mut kept: Vec<LamePath<B>> = Vec::new();
    let easier = |one: &LamePath<B>, other: &LamePath<B>| {
        one.target == other.target
            && one.clear.without(other.clear).is_empty()
            && (one.blocked.is_empty() || one.blocked == other.blocked)
    };
    for path in paths {
        if !kept.iter().any(|other| easier(other, &path)) {
            kept.retain(|other| !easier(&path, other));
            kept.push(path);
        }
    }
    kept.sort_unstable_by_key(|path| path.target);
    kept
}
