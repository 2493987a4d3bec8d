//! Drafts become shapes behind gates: the cheapest form for each.

use nightrider_model::{EventVar, Expr, Square, UnaryOp};

use super::Compiler;
use super::legs::Legs;
use super::patterns::{Draft, Form};
use super::programs;
use crate::bitboard::Bitboard;
use crate::expr::{Code, FixedWorld, Frame, PathNeed, holds};
use crate::movement::{Alternative, Company, Gate, LamePath, Movement, PromotePattern, Shape};
use crate::rays::{Offset, Ray, between, go, march};
use crate::ride::Ride;
use crate::walk::{Terrain, Turning, Walk};

/// The movement of a kind from its drafts.
pub(super) fn movement<B: Bitboard>(compiler: &Compiler<'_>, drafts: Vec<Draft>) -> Movement<B> {
    let lower = Lower { compiler };
    let mut movement = Movement {
        alternatives: Vec::new(),
        changing: Vec::new(),
        programs: Vec::new(),
        carried: None,
        singles: B::EMPTY,
        castling: Vec::new(),
        promoting: Vec::new(),
        phases: false,
        jumps: false,
        asks_for_first_move: false,
        sweeps: None,
        company: Company::None,
        moves_onto: false,
    };
    let alone = is_one_program(&drafts);
    for draft in drafts {
        let mut gate = lower.gate(&draft);
        let fixed = &draft.term.fixed;
        movement.asks_for_first_move |= draft.form != Form::Castle && asks_for_first_move(&draft);
        match draft.form {
            Form::Castle => {
                if draft.quiet {
                    gate.allowed = lower.allowed(fixed, |_| board_of(compiler));
                    movement.castling.push(gate);
                }
                continue;
            }
            Form::Promote => {
                let forward = lower.table(|square| {
                    go(compiler.board, square, compiler.seen_from_owner((0, 1))).into_iter().collect()
                });
                gate.allowed = lower.allowed(fixed, |_| board_of(compiler));
                movement.promoting.push(PromotePattern { forward, gate });
                continue;
            }
            _ => {}
        }
        if let Form::Program(program, admits) = &draft.form {
            programs::add(&lower, program, *admits, &gate, fixed, alone, &mut movement);
            continue;
        }
        let mut shape = lower.shape(&draft.form, &mut gate);
        lower.restrict(&mut shape, &mut gate, fixed);
        let (quiet, takes, swaps) = (draft.quiet, draft.takes, draft.swaps);
        movement.alternatives.push(Alternative { shape, quiet, takes, swaps, gate });
    }
    movement.singles = B::from_squares(compiler.board.squares().filter(|&square| {
        let changes =
            |(_, alternative): &(_, Alternative<B>)| possible(compiler, &alternative.shape, square).any();
        movement.changing.iter().any(changes)
            || movement.programs.iter().any(|program| !program.chains[square.index()].is_empty())
    }));
    movement
}

/// Whether a piece has nothing but one program without conditions.
pub(super) fn is_one_program(drafts: &[Draft]) -> bool {
    let [draft] = drafts else { return false };
    let term = &draft.term;
    let unconditional = term.fixed.is_empty() && term.per_piece.is_empty() && term.dynamic.is_empty();
    unconditional
        && matches!(draft.form, Form::Program(_, admits) if admits.moves && admits.takes() && admits.quiet())
}

/// Whether a draft depends on the piece's not having moved.
fn asks_for_first_move(draft: &Draft) -> bool {
    let asks = |expr: &Expr| expr.mentions(|part| matches!(part, Expr::FirstMove(_)));
    let term = &draft.term;
    term.fixed.iter().chain(&term.per_piece).chain(&term.dynamic).any(asks)
        || matches!(&draft.form, Form::Legs(legs) if legs.mentions(&asks))
}

/// Everything a shape could ever reach from a square, whatever stands on the board.
fn possible<B: Bitboard>(compiler: &Compiler<'_>, shape: &Shape<B>, square: Square) -> B {
    shape.possible(compiler.board, square)
}

pub(super) fn board_of<B: Bitboard>(compiler: &Compiler<'_>) -> B {
    B::from_squares(compiler.board.squares().filter(|&square| !compiler.board.is_hole(square)))
}

/// More ways of an all-leaping sequence from one square than this are walked, not tabled.
const MOST_LAME_PATHS: usize = 400;

/// Gives shapes to the drafts of one kind.
pub(super) struct Lower<'a> {
    pub compiler: &'a Compiler<'a>,
}

impl Lower<'_> {
    /// Builds conditions known in advance into a shape, or into its gate.
    pub(super) fn restrict<B: Bitboard>(&self, shape: &mut Shape<B>, gate: &mut Gate<B>, fixed: &[Expr]) {
        match shape {
            Shape::Leap(targets) => {
                if let Some(allowed) = self.allowed(fixed, |square| targets[square.index()]) {
                    for (targets, allowed) in targets.iter_mut().zip(&allowed) {
                        *targets &= *allowed;
                    }
                }
            }
            Shape::Lame(paths) => {
                let targets =
                    |square: Square| B::from_squares(paths[square.index()].iter().map(|p| p.target));
                if let Some(allowed) = self.allowed(fixed, targets) {
                    for (paths, allowed) in paths.iter_mut().zip(&allowed) {
                        *paths = paths.iter().filter(|path| allowed.contains(path.target)).copied().collect();
                    }
                }
            }
            shape => {
                let possible = |square| possible(self.compiler, shape, square);
                gate.allowed = self.allowed(fixed, possible);
            }
        }
    }

    /// A set of squares for each origin.
    fn table<B: Bitboard>(&self, of: impl Fn(Square) -> Vec<Square>) -> Box<[B]> {
        let board = self.compiler.board;
        let set = |square| if board.is_hole(square) { B::EMPTY } else { B::from_squares(of(square)) };
        board.squares().map(set).collect()
    }

    /// By origin, the targets among the possible ones for which conditions known in advance hold; `None` if
    /// that is all of them.
    pub(super) fn allowed<B: Bitboard>(
        &self,
        conditions: &[Expr],
        possible: impl Fn(Square) -> B,
    ) -> Option<Box<[B]>> {
        if conditions.is_empty() {
            return None;
        }
        let kind = self.compiler.kind;
        let codes: Vec<Code> = conditions.iter().map(|c| Code::new(self.compiler.variant, c)).collect();
        let mut everything = true;
        let by_origin = self.compiler.board.squares().map(|origin| {
            let world = FixedWorld {
                variant: self.compiler.variant,
                piece: kind.piece(),
                owner: kind.owner(),
                origin,
            };
            let possible = possible(origin);
            let allowed = B::from_squares(possible.squares().filter(|&target| {
                let mut frame = Frame::of_move(kind.owner(), origin, target);
                codes.iter().all(|code| holds(code, &world, &mut frame).unwrap_or(false))
            }));
            everything &= allowed == possible;
            allowed
        });
        let by_origin: Box<[B]> = by_origin.collect();
        (!everything).then_some(by_origin)
    }

    /// The gate of a draft, its fixed conditions apart.
    fn gate<B: Bitboard>(&self, draft: &Draft) -> Gate<B> {
        let mut gate = Gate::OPEN;
        for condition in &draft.term.per_piece {
            let (inner, asserted) = match condition {
                Expr::Unary(UnaryOp::Not, inner) => (&**inner, false),
                other => (other, true),
            };
            let flag = match inner {
                Expr::FirstMove(of) if **of == Expr::Event(EventVar::Piece) => &mut gate.unmoved,
                Expr::InCheck(of) if **of == Expr::Event(EventVar::Player) => &mut gate.in_check,
                _ => {
                    gate.piece.push(Code::new(self.compiler.variant, condition));
                    continue;
                }
            };
            if flag.is_some_and(|wanted| wanted != asserted) {
                gate.piece.push(Code::new(self.compiler.variant, &Expr::Bool(false)));
            }
            *flag = Some(asserted);
        }
        gate.path = draft.term.path;
        gate.target = draft.term.dynamic.iter().map(|c| Code::new(self.compiler.variant, c)).collect();
        gate
    }

    /// The shape of a form; what the shape says about the squares between leaves the gate.
    fn shape<B: Bitboard>(&self, form: &Form, gate: &mut Gate<B>) -> Shape<B> {
        let board = self.compiler.board;
        let rays = |rays: &[(Offset, Option<u8>)]| -> Vec<Ray<B>> {
            rays.iter().map(|&(offset, max)| Ray::new(board, offset, max)).collect()
        };
        match form {
            Form::Leap(offsets) => {
                let need = std::mem::take(&mut gate.path);
                self.leap(need, |square| {
                    offsets.iter().filter_map(|&offset| go(board, square, offset)).collect()
                })
            }
            Form::Anywhere => {
                let need = std::mem::take(&mut gate.path);
                self.leap(need, |square| {
                    board.squares().filter(|&to| to != square && !board.is_hole(to)).collect()
                })
            }
            Form::Ride(directions) => Shape::Ride(Ride::along(rays(directions))),
            Form::Hop(directions) => Shape::Hop(rays(directions)),
            Form::Repeat(offsets, times) => {
                let once = |&offset| Legs::Step(vec![offset], Turning::AsWritten);
                let ways = offsets.iter().map(|offset| Legs::Then(vec![once(offset); usize::from(*times)]));
                self.shape(&Form::Legs(Legs::Any(ways.collect())), gate)
            }
            Form::Legs(legs) => {
                if gate.path == PathNeed::Any
                    && let Some(shape) = self.lame(legs)
                {
                    return shape;
                }
                Shape::Walk(self.walk(legs))
            }
            Form::Castle | Form::Promote | Form::Program(..) => Shape::Walk(Walk::Nowhere),
        }
    }

    /// Leaps, some of which depend on the squares between.
    fn leap<B: Bitboard>(&self, need: PathNeed, targets: impl Fn(Square) -> Vec<Square>) -> Shape<B> {
        let board = self.compiler.board;
        if need == PathNeed::Any {
            return Shape::Leap(self.table(targets));
        }
        let paths = board.squares().map(|origin| {
            let targets = if board.is_hole(origin) { Vec::new() } else { targets(origin) };
            let path = |target| {
                let between: B = between(board, origin, target);
                match need {
                    PathNeed::Clear => Some(LamePath { target, clear: between, blocked: B::EMPTY }),
                    PathNeed::Blocked if between.any() => {
                        Some(LamePath { target, clear: B::EMPTY, blocked: between })
                    }
                    _ => None,
                }
            };
            targets.into_iter().filter_map(path).collect::<Box<[_]>>()
        });
        plain_if_possible(paths.collect())
    }

    /// A sequence of leaps and slides, as single targets with the squares that must be empty on the way.
    fn lame<B: Bitboard>(&self, legs: &Legs) -> Option<Shape<B>> {
        let board = self.compiler.board;
        let mut by_origin = Vec::with_capacity(board.len());
        for origin in board.squares() {
            let mut ways = Vec::new();
            if !board.is_hole(origin) {
                ways = self.follow(legs, origin, vec![(origin, B::EMPTY)], true)?;
            }
            by_origin.push(easiest_paths(origin, ways).into_boxed_slice());
        }
        Some(plain_if_possible(by_origin.into_boxed_slice()))
    }

    /// Goes on along all ways; each way is where it has got to and the squares that must be empty so far.
    /// `None` if the legs are more than leaps and slides or the ways are too many.
    fn follow<B: Bitboard>(
        &self,
        legs: &Legs,
        origin: Square,
        ways: Vec<(Square, B)>,
        first: bool,
    ) -> Option<Vec<(Square, B)>> {
        let board = self.compiler.board;
        let traits = self.compiler.variant.piece(self.compiler.kind.piece()).traits;
        let turns_back = |turning: Turning, at: Square, (dx, dy): Offset| {
            let files = i32::from(board.file(at)) - i32::from(board.file(origin));
            let ranks = i32::from(board.rank(at)) - i32::from(board.rank(origin));
            turning == Turning::NotBack && files * dx + ranks * dy < 0
        };
        // Between legs a piece must not stand on anything, itself apart.
        let passing = |at: Square, clear: B| {
            if first || traits.jump || at == origin { clear } else { clear | B::of(at) }
        };
        let mut further = Vec::new();
        match legs {
            Legs::Step(offsets, turning) => {
                for (at, clear) in ways {
                    for &offset in offsets.iter().filter(|&&offset| !turns_back(*turning, at, offset)) {
                        if let Some(target) = go(board, at, offset) {
                            further.push((target, passing(at, clear)));
                        }
                    }
                }
            }
            Legs::Slide(offsets, max, turning) => {
                for (at, clear) in ways {
                    if !first {
                        further.push((at, clear));
                    }
                    for &offset in offsets.iter().filter(|&&offset| !turns_back(*turning, at, offset)) {
                        let mut clear = passing(at, clear);
                        for target in march(board, at, offset, *max) {
                            further.push((target, clear));
                            if !traits.phase && target != origin {
                                clear.insert(target);
                            }
                        }
                    }
                }
            }
            Legs::Any(alternatives) => {
                for legs in alternatives {
                    further.extend(self.follow(legs, origin, ways.clone(), first)?);
                }
            }
            Legs::Then(sequence) => {
                further = ways;
                for (index, legs) in sequence.iter().enumerate() {
                    further = self.follow(legs, origin, further, first && index == 0)?;
                }
            }
            Legs::Nowhere => {}
            Legs::Hop(..) | Legs::Anywhere | Legs::Where(..) => return None,
        }
        further.sort_unstable_by_key(|&(square, clear)| (square, clear.count()));
        further.dedup();
        (further.len() <= MOST_LAME_PATHS).then_some(further)
    }

    fn walk<B: Bitboard>(&self, legs: &Legs) -> Walk<B> {
        let board = self.compiler.board;
        let rays = |offsets: &[Offset], max: Option<u8>| {
            offsets.iter().map(|&offset| Ray::new(board, offset, max)).collect()
        };
        let all = |legs: &[Legs]| legs.iter().map(|legs| self.walk(legs)).collect();
        match legs {
            Legs::Step(offsets, turning) => Walk::Step(offsets.clone(), *turning),
            Legs::Slide(offsets, max, turning) => Walk::Slide(rays(offsets, *max), *turning),
            Legs::Hop(offsets, max, turning) => Walk::Hop(rays(offsets, *max), *turning),
            Legs::Anywhere => Walk::Anywhere,
            Legs::Any(legs) => Walk::Any(all(legs)),
            Legs::Then(legs) => Walk::Then(all(legs)),
            Legs::Where(legs, condition) => {
                let walk = Box::new(self.walk(legs));
                Walk::Ask(walk, Box::new(Code::new(self.compiler.variant, condition)))
            }
            Legs::Nowhere => Walk::Nowhere,
        }
    }
}

/// The ways to each target, without those that need more empty squares than another to the same target.
fn easiest_paths<B: Bitboard>(origin: Square, mut ways: Vec<(Square, B)>) -> Vec<LamePath<B>> {
    ways.sort_unstable_by_key(|&(square, clear)| (square, clear.count()));
    let mut paths: Vec<LamePath<B>> = Vec::new();
    for (target, clear) in ways {
        let same_target = paths.iter().rev().take_while(|path| path.target == target);
        let mut easier = same_target.filter(|path| path.clear.without(clear).is_empty());
        if target != origin && easier.next().is_none() {
            paths.push(LamePath { target, clear, blocked: B::EMPTY });
        }
    }
    paths
}

/// Paths without conditions are leaps.
fn plain_if_possible<B: Bitboard>(paths: Box<[Box<[LamePath<B>]>]>) -> Shape<B> {
    let free = |path: &LamePath<B>| path.clear.is_empty() && path.blocked.is_empty();
    if paths.iter().all(|paths| paths.iter().all(free)) {
        Shape::Leap(paths.iter().map(|paths| B::from_squares(paths.iter().map(|p| p.target))).collect())
    } else {
        Shape::Lame(paths)
    }
}

impl<B: Bitboard> Shape<B> {
    /// Everything the shape could ever reach from a square, whatever stands on the board.
    pub(crate) fn possible(&self, board: &nightrider_model::Board, square: Square) -> B {
        match self {
            Shape::Leap(targets) => targets[square.index()],
            Shape::Ride(ride) => ride.unblocked(square),
            Shape::Hop(rays) => {
                rays.iter().fold(B::EMPTY, |all, ray| all | ray.unblocked_over_hurdle(square))
            }
            Shape::Lame(paths) => B::from_squares(paths[square.index()].iter().map(|path| path.target)),
            Shape::Walk(walk) => walk.landings(&Terrain {
                board,
                origin: square,
                stop: B::EMPTY,
                walls: B::EMPTY,
                jumps: false,
                phases: false,
                limitless: true,
                ask: &|_, _| true,
            }),
        }
    }
}
