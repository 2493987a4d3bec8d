//! Taking the condition of a pattern apart: what masks can decide, what one look at the piece decides, and
//! what must be asked for every target.

use std::ops::{BitAnd, BitOr, Not};

use nightrider_model::{BinaryOp, EventVar, Expr, Occupancy, Player, Square, UnaryOp, Value};

use super::{Code, Frame, PieceRef, World, holds};

/// One alternative of a pattern's condition: the pattern applies where all of its parts hold.
#[derive(Clone, Debug, Default)]
pub struct GuardTerm {
    /// What the condition names as standing on the target (`friend`, `occupied`, ...): this widens what a
    /// pattern may go to. `None` if it names nothing.
    pub named: Option<Occupants>,
    /// What the condition rules out on the target (`not enemy`).
    pub excluded: Occupants,
    /// What it demands of the squares between.
    pub path: PathNeed,
    /// Decided by the piece's type, owner, origin and target alone: evaluate in a `FixedWorld` and mask.
    pub fixed: Vec<Expr>,
    /// The same for every target: evaluate once per piece with [`Frame::of_piece`].
    pub per_piece: Vec<Expr>,
    /// Everything else: evaluate for each target with [`guard_holds`](super::guard_holds).
    pub dynamic: Vec<Expr>,
}

/// A set of what may stand on a target, seen from the mover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occupants(u8);

impl Occupants {
    /// Nothing at all.
    pub const NONE: Occupants = Occupants(0);
    /// An empty square.
    pub const EMPTY: Occupants = Occupants(1);
    /// An enemy piece.
    pub const ENEMY: Occupants = Occupants(2);
    /// An own piece.
    pub const FRIEND: Occupants = Occupants(4);
    /// Any piece.
    pub const PIECE: Occupants = Occupants(6);
    /// Anything.
    pub const ANY: Occupants = Occupants(7);

    /// Whether all of the other set is in this one.
    pub fn has(self, other: Occupants) -> bool {
        self & other == other
    }
}

impl BitAnd for Occupants {
    type Output = Occupants;
    fn bitand(self, other: Occupants) -> Occupants {
        Occupants(self.0 & other.0)
    }
}

impl BitOr for Occupants {
    type Output = Occupants;
    fn bitor(self, other: Occupants) -> Occupants {
        Occupants(self.0 | other.0)
    }
}

impl Not for Occupants {
    type Output = Occupants;
    fn not(self) -> Occupants {
        Occupants(!self.0 & Occupants::ANY.0)
    }
}

/// What a condition demands of the squares strictly between origin and target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathNeed {
    /// Nothing.
    #[default]
    Any,
    /// All empty.
    Clear,
    /// One occupied at least.
    Blocked,
    /// Both of these, which nothing can be.
    Impossible,
}

impl GuardTerm {
    /// What may stand on the target, when the pattern by itself goes to `default` (moves: empty squares;
    /// captures: enemy pieces).
    pub fn targets(&self, default: Occupants) -> Occupants {
        self.named.unwrap_or(default) & !self.excluded
    }
}

/// More alternatives than this are not worth separate tables: the condition is then asked as a whole.
const MOST_TERMS: usize = 16;

/// Takes a condition apart into alternatives; the condition holds where one of them does. No alternative
/// means: never.
pub fn split_guard(condition: &Expr) -> Vec<GuardTerm> {
    let alternatives = alternatives(condition, true).unwrap_or_else(|| vec![vec![(condition, true)]]);
    alternatives.into_iter().filter_map(term).collect()
}

/// An expression, asserted or denied.
type Literal<'a> = (&'a Expr, bool);

/// The disjunctive form of a condition; `None` if it is too long.
fn alternatives(expr: &Expr, asserted: bool) -> Option<Vec<Vec<Literal<'_>>>> {
    match (expr, asserted) {
        (Expr::Unary(UnaryOp::Not, of), _) => alternatives(of, !asserted),
        (Expr::Binary(BinaryOp::Or, a, b), true) | (Expr::Binary(BinaryOp::And, a, b), false) => {
            let mut all = alternatives(a, asserted)?;
            all.extend(alternatives(b, asserted)?);
            (all.len() <= MOST_TERMS).then_some(all)
        }
        (Expr::Binary(BinaryOp::And, a, b), true) | (Expr::Binary(BinaryOp::Or, a, b), false) => {
            let (a, b) = (alternatives(a, asserted)?, alternatives(b, asserted)?);
            if a.len() * b.len() > MOST_TERMS {
                return None;
            }
            let mut all = Vec::new();
            for a in &a {
                all.extend(b.iter().map(|b| a.iter().chain(b).copied().collect::<Vec<_>>()));
            }
            Some(all)
        }
        _ => Some(vec![vec![(expr, asserted)]]),
    }
}

/// One alternative; `None` if it can never hold.
fn term(literals: Vec<Literal<'_>>) -> Option<GuardTerm> {
    let mut term = GuardTerm::default();
    for (expr, asserted) in literals {
        match expr {
            Expr::Bool(value) if *value == asserted => {}
            Expr::Bool(_) => return None,
            Expr::Target(occupancy) => target(&mut term, *occupancy, asserted),
            Expr::Clear => term.path = need(term.path, asserted),
            Expr::Blocked => term.path = need(term.path, !asserted),
            _ => {
                let whole =
                    if asserted { expr.clone() } else { Expr::Unary(UnaryOp::Not, Box::new(expr.clone())) };
                match reach(expr) {
                    Reach::Fixed => term.fixed.push(whole),
                    Reach::Piece => term.per_piece.push(whole),
                    Reach::Target => {
                        // A condition too long to take apart still widens by what it names.
                        expr.walk(&mut |part| {
                            if let Expr::Target(occupancy) = part {
                                let named = term.named.unwrap_or(Occupants::NONE);
                                term.named = Some(named | occupants(*occupancy));
                            }
                        });
                        term.dynamic.push(whole);
                    }
                }
            }
        }
    }
    let impossible = term.path == PathNeed::Impossible || term.targets(Occupants::ANY) == Occupants::NONE;
    (!impossible).then_some(term)
}

fn occupants(occupancy: Occupancy) -> Occupants {
    match occupancy {
        Occupancy::Empty => Occupants::EMPTY,
        Occupancy::Enemy => Occupants::ENEMY,
        Occupancy::Friend => Occupants::FRIEND,
        Occupancy::Occupied => Occupants::PIECE,
    }
}

/// `empty` and `occupied` name a kind of target also when denied (`not empty` is `occupied`); `not enemy`
/// and `not friend` only rule one out.
fn target(term: &mut GuardTerm, occupancy: Occupancy, asserted: bool) {
    let kind = occupants(occupancy);
    match (occupancy, asserted) {
        (_, true) => term.named = Some(term.named.unwrap_or(Occupants::ANY) & kind),
        (Occupancy::Empty | Occupancy::Occupied, false) => {
            term.named = Some(term.named.unwrap_or(Occupants::ANY) & !kind);
        }
        (Occupancy::Enemy | Occupancy::Friend, false) => term.excluded = term.excluded | kind,
    }
}

fn need(so_far: PathNeed, clear: bool) -> PathNeed {
    let wanted = if clear { PathNeed::Clear } else { PathNeed::Blocked };
    if so_far == PathNeed::Any || so_far == wanted { wanted } else { PathNeed::Impossible }
}

/// What the truth of a condition depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// Type, owner, origin, target.
    Fixed,
    /// The position, but no target.
    Piece,
    /// The position and the target.
    Target,
}

fn reach(expr: &Expr) -> Reach {
    let mut live = false;
    let mut target = false;
    expr.walk(&mut |part| match part {
        Expr::Event(EventVar::Target | EventVar::Distance) => target = true,
        Expr::Event(EventVar::Captured) | Expr::Target(_) | Expr::Clear | Expr::Blocked => {
            target = true;
            live = true;
        }
        Expr::PieceState(..)
        | Expr::GameState(_)
        | Expr::PlayerState(..)
        | Expr::HasPiece(_)
        | Expr::Quantified(..)
        | Expr::ScriptCall(..)
        | Expr::FirstMove(_)
        | Expr::InCheck(_)
        | Expr::Counter(..)
        | Expr::PositionCount
        | Expr::HalfmoveClock
        | Expr::Captured(..)
        | Expr::Checkmated(_)
        | Expr::Stalemated(_)
        | Expr::Repetition
        | Expr::FiftyMoves
        | Expr::Insufficient
        | Expr::CanReach { .. }
        | Expr::ValueOf(_)
        | Expr::Event(EventVar::TurnNumber | EventVar::Turn | EventVar::Mover) => live = true,
        // Types and owners are known for the mover only; squares may hold anything.
        Expr::TypeOf(of)
        | Expr::OwnerOf(of)
        | Expr::Is(of, _)
        | Expr::HasBuiltinTrait(of, _)
        | Expr::HasTrait(of, _) => live |= **of != Expr::Event(EventVar::Piece),
        Expr::Call(builtin, _) => {
            use nightrider_model::Builtin;
            live |= !matches!(builtin, Builtin::Distance | Builtin::Min | Builtin::Max | Builtin::Abs);
        }
        _ => {}
    });
    match (live, target) {
        (false, _) => Reach::Fixed,
        (true, false) => Reach::Piece,
        (true, true) => Reach::Target,
    }
}

/// Whether a condition of a pattern holds for a move under test. Faults count as no.
pub fn guard_holds<W: World>(code: &Code, world: &W, player: Player, origin: Square, target: Square) -> bool {
    let mut frame = Frame::of_move(player, origin, target);
    frame.captured = world.piece_on(target).map(|_| PieceRef::On(target));
    holds(code, world, &mut frame).unwrap_or(false)
}

/// Whether a condition that no target decides holds for a piece. Faults count as no.
pub fn piece_guard_holds<W: World>(code: &Code, world: &W, player: Player, origin: Square) -> bool {
    at_a_glance(code, world, origin)
        .unwrap_or_else(|| holds(code, world, &mut Frame::of_piece(player, origin)).unwrap_or(false))
}

/// What a condition that no target decides comes to for a piece, if that takes no frame to tell.
#[inline(always)]
fn at_a_glance<W: World>(code: &Code, world: &W, origin: Square) -> Option<bool> {
    match code {
        Code::And(parts) => {
            let mut all = true;
            for part in parts {
                all = all && at_a_glance_once(part, world, origin)?;
            }
            Some(all)
        }
        _ => at_a_glance_once(code, world, origin),
    }
}

/// The same for what is not itself made of conditions.
#[inline(always)]
fn at_a_glance_once<W: World>(code: &Code, world: &W, origin: Square) -> Option<bool> {
    match code {
        Code::TypeIs(of, piece) if matches!(**of, Code::Event(EventVar::Piece)) => {
            Some(world.piece_on(origin)?.0 == *piece)
        }
        Code::FirstMove(of) if matches!(**of, Code::Event(EventVar::Piece)) => Some(!world.has_moved(origin)),
        Code::OwnState(field, op, value) => match world.piece_state(origin, *field)? {
            Value::Int(state) => match op {
                BinaryOp::Equal => Some(state == value),
                BinaryOp::NotEqual => Some(state != value),
                BinaryOp::Less => Some(state < value),
                BinaryOp::LessEqual => Some(state <= value),
                BinaryOp::Greater => Some(state > value),
                BinaryOp::GreaterEqual => Some(state >= value),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// Whether anything in a condition reads a state field of a piece, of the game or of a player, or counts
/// pieces: what triggers may change.
pub fn reads_state(expr: &Expr) -> bool {
    expr.mentions(|part| matches!(part, Expr::PieceState(..) | Expr::GameState(_) | Expr::PlayerState(..)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn not(expr: Expr) -> Expr {
        Expr::Unary(UnaryOp::Not, Box::new(expr))
    }

    fn and(a: Expr, b: Expr) -> Expr {
        Expr::Binary(BinaryOp::And, Box::new(a), Box::new(b))
    }

    fn or(a: Expr, b: Expr) -> Expr {
        Expr::Binary(BinaryOp::Or, Box::new(a), Box::new(b))
    }

    fn first_move() -> Expr {
        Expr::FirstMove(Box::new(Expr::Event(EventVar::Piece)))
    }

    fn target_in_zone() -> Expr {
        Expr::InZone(Box::new(Expr::Event(EventVar::Target)), nightrider_model::ZoneId(0))
    }

    #[test]
    fn a_pawns_double_step() {
        let [term] = &split_guard(&and(first_move(), Expr::Clear))[..] else { panic!("one alternative") };
        assert_eq!(term.path, PathNeed::Clear);
        assert_eq!(term.per_piece, [first_move()]);
        assert_eq!(term.targets(Occupants::EMPTY), Occupants::EMPTY);
        assert!(term.fixed.is_empty() && term.dynamic.is_empty());
    }

    #[test]
    fn only_naming_a_kind_of_target_widens() {
        let targets = |expr: Expr, default| {
            split_guard(&expr).iter().map(|term| term.targets(default)).collect::<Vec<_>>()
        };
        use Occupancy::*;
        let is = Expr::Target;
        assert_eq!(targets(is(Friend), Occupants::EMPTY), [Occupants::FRIEND]);
        assert_eq!(targets(is(Occupied), Occupants::EMPTY), [Occupants::PIECE]);
        assert_eq!(targets(not(is(Empty)), Occupants::EMPTY), [Occupants::PIECE]);
        assert_eq!(targets(not(is(Enemy)), Occupants::EMPTY), [Occupants::EMPTY]);
        assert_eq!(targets(not(is(Friend)), Occupants::ENEMY), [Occupants::ENEMY]);
        assert_eq!(targets(or(is(Empty), is(Enemy)), Occupants::EMPTY), [Occupants::EMPTY, Occupants::ENEMY]);
        // Nothing is both: no alternative is left.
        assert!(targets(and(is(Empty), is(Enemy)), Occupants::EMPTY).is_empty());
        assert!(targets(and(Expr::Clear, Expr::Blocked), Occupants::EMPTY).is_empty());
    }

    #[test]
    fn denial_goes_inward() {
        // not (first_move or clear) = has moved and blocked
        let [term] = &split_guard(&not(or(first_move(), Expr::Clear)))[..] else { panic!("one alternative") };
        assert_eq!(term.path, PathNeed::Blocked);
        assert_eq!(term.per_piece, [not(first_move())]);
    }

    #[test]
    fn parts_go_where_they_are_cheapest() {
        let count = Expr::Binary(
            BinaryOp::Less,
            Box::new(Expr::Counter(nightrider_model::Side::Own, nightrider_model::Counter::Moves)),
            Box::new(Expr::Int(3)),
        );
        let captured = Expr::Binary(
            BinaryOp::Equal,
            Box::new(Expr::TypeOf(Box::new(Expr::Event(EventVar::Captured)))),
            Box::new(Expr::Type(nightrider_model::PieceId(1))),
        );
        let all = and(and(target_in_zone(), count.clone()), captured.clone());
        let [term] = &split_guard(&all)[..] else { panic!("one alternative") };
        assert_eq!(term.fixed, [target_in_zone()]);
        assert_eq!(term.per_piece, [count]);
        assert_eq!(term.dynamic, [captured]);
    }

    #[test]
    fn very_long_alternatives_stay_whole_and_still_widen() {
        let pair = || or(first_move(), Expr::Target(Occupancy::Friend));
        let mut all = pair();
        for _ in 0..6 {
            all = and(all, pair());
        }
        let [term] = &split_guard(&all)[..] else { panic!("asked as a whole") };
        assert_eq!(term.dynamic.len(), 1);
        assert_eq!(term.targets(Occupants::EMPTY), Occupants::FRIEND);
    }
}
