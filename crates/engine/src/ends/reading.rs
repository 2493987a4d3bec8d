//! Making formulas of conditions: what masks can say, worked out once when a game is compiled.

use nightrider_model::{
    BinaryOp, Builtin, EventVar, Expr, LocalId, PieceId, PieceSet, Player, Quantifier, Region, Side, Square,
    UnaryOp, Variant,
};

use super::formula::{Formula, Group, Number, Places, Question, compares};
use crate::bitboard::Bitboard;
use crate::expr::{Code, Datum, FixedWorld, Frame, eval, holds};
use crate::kind::Kind;

/// More kinds of pieces than this are not worth a mask each.
const MOST_KINDS: usize = 32;

/// Numbers beyond this are left to the evaluator, which minds their overflow.
const LARGE: i64 = 1 << 60;

/// What a script's function may cost the evaluator, in steps.
const SCRIPT_STEPS: u64 = 100;

/// Who the players are that a condition speaks of.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    pub variant: &'a Variant,
    /// The player it is read for.
    pub side: Player,
    pub mover: Player,
    /// The player to move next.
    pub turn: Player,
    pub known: Known,
}

/// What is known beside the position when a condition is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// Nothing yet of legal moves and of earlier positions.
    Board,
    /// That there are legal moves, and how often the position has occurred.
    HasMoves,
    /// Whether there are legal moves, and how often the position has occurred.
    All,
}

impl Reading<'_> {
    /// A condition as a formula with exactly its meaning.
    pub(super) fn formula<B: Bitboard>(&self, expr: &Expr) -> Formula<B> {
        // What might take too many steps as a whole has to be asked as a whole.
        if steps(expr, self.variant.board.len() as u64) > u64::from(Frame::GUARD_STEPS) {
            return self.question(expr);
        }
        self.part(expr)
    }

    fn part<B: Bitboard>(&self, expr: &Expr) -> Formula<B> {
        if reads(expr, None).is_some()
            && let Some(value) = self.constant(expr)
        {
            return Formula::Always(value.holds());
        }
        let simple = match expr {
            Expr::Unary(UnaryOp::Not, of) => Some(not(self.part(of))),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) => Some(self.chain(*op, expr)),
            Expr::Binary(op, a, b) => self.comparison(*op, a, b),
            Expr::Quantified(Quantifier::Exists, set) => self.places(set).map(stands),
            Expr::Quantified(Quantifier::All, set) => match &set.filter {
                None => Some(Formula::Always(true)),
                Some(filter) => {
                    let others = Expr::Unary(UnaryOp::Not, Box::new(filter.clone()));
                    let others = PieceSet { filter: Some(others), ..(**set).clone() };
                    self.places(&others).map(|others| not(stands(others)))
                }
            },
            Expr::HasPiece(of) => self.square(of).map(|square| stand(Group::Everyone, square)),
            Expr::InCheck(of) => match self.constant(of) {
                Some(Datum::Player(player)) => Some(Formula::InCheck(player)),
                _ => None,
            },
            Expr::Captured(side, piece) => Some(Formula::Lost(Kind::new(*piece, self.player(*side)))),
            Expr::Checkmated(side) => Some(self.without_moves(*side, Formula::InCheck)),
            Expr::Stalemated(side) => Some(self.without_moves(*side, |player| not(Formula::InCheck(player)))),
            Expr::Repetition => {
                Some(compare(BinaryOp::GreaterEqual, self.position_count(), Number::Const(3)))
            }
            Expr::FiftyMoves => {
                Some(compare(BinaryOp::GreaterEqual, Number::HalfmoveClock, Number::Const(100)))
            }
            Expr::Insufficient => Some(Formula::Insufficient),
            _ => self.number(expr).map(|number| compare(BinaryOp::NotEqual, number, Number::Const(0))),
        };
        simple.unwrap_or_else(|| self.question(expr))
    }

    fn question<B: Bitboard>(&self, expr: &Expr) -> Formula<B> {
        let Reading { variant, side, mover, turn, .. } = *self;
        let may_fault = may_fault(expr);
        Formula::Asks(Box::new(Question { code: Code::new(variant, expr), side, mover, turn, may_fault }))
    }

    fn player(&self, side: Side) -> Player {
        match side {
            Side::Own => self.side,
            Side::Opponent => self.side.opponent(),
            Side::Mover => self.mover,
            Side::Turn => self.turn,
            Side::White => Player::White,
            Side::Black => Player::Black,
        }
    }

    fn position_count<B>(&self) -> Number<B> {
        if self.known == Known::Board { Number::Const(0) } else { Number::PositionCount }
    }

    fn without_moves<B: Bitboard>(&self, side: Side, and: impl FnOnce(Player) -> Formula<B>) -> Formula<B> {
        let player = self.player(side);
        if self.known != Known::All || player != self.turn {
            return Formula::Always(false);
        }
        Formula::All([Formula::NoMoves(player), and(player)].into())
    }

    /// `a and b and c`, `a or b or c`.
    fn chain<B: Bitboard>(&self, op: BinaryOp, expr: &Expr) -> Formula<B> {
        joined(op, expr.operands(op).into_iter().map(|operand| self.part(operand)))
    }

    fn comparison<B: Bitboard>(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Formula<B>> {
        if let (BinaryOp::Equal | BinaryOp::NotEqual, Expr::TypeOf(of), Expr::Type(piece)) = (op, a, b) {
            let is = stand(Group::Type(*piece), self.square(of)?);
            return Some(if op == BinaryOp::Equal { is } else { not(is) });
        }
        let op_of_numbers = matches!(
            op,
            BinaryOp::Equal
                | BinaryOp::NotEqual
                | BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterEqual
        );
        if op_of_numbers {
            return Some(compare(op, self.number(a)?, self.number(b)?));
        }
        let sum = self.sum(op, a, b)?;
        Some(compare(BinaryOp::NotEqual, sum, Number::Const(0)))
    }

    /// An expression that is always a number and never faults.
    fn number<B: Bitboard>(&self, expr: &Expr) -> Option<Number<B>> {
        match expr {
            Expr::Quantified(Quantifier::Count, set) => {
                Some(self.places(set)?.map_or(Number::Const(0), Number::Count))
            }
            Expr::Counter(side, counter) => Some(Number::Counter(self.player(*side), *counter)),
            Expr::PositionCount => Some(self.position_count()),
            Expr::HalfmoveClock => Some(Number::HalfmoveClock),
            Expr::Event(EventVar::TurnNumber) => Some(Number::FullMove),
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), a, b) if reads(expr, None).is_none() => {
                self.sum(*op, a, b)
            }
            _ => match self.constant(expr)? {
                Datum::Int(value) => Some(Number::Const(value)),
                _ => None,
            },
        }
    }

    fn sum<B: Bitboard>(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Number<B>> {
        if !matches!(op, BinaryOp::Add | BinaryOp::Subtract) {
            return None;
        }
        let terms = Box::new((self.number(a)?, self.number(b)?));
        let sum = if op == BinaryOp::Add { Number::Sum(terms) } else { Number::Difference(terms) };
        (sum.limit() < LARGE).then_some(sum)
    }

    /// The value of an expression that asks nothing of the position; `None` if it asks, or faults.
    fn constant(&self, expr: &Expr) -> Option<Datum> {
        reads(expr, None)?;
        let world =
            FixedWorld { variant: self.variant, piece: PieceId(0), owner: self.side, origin: Square(0) };
        eval(&Code::new(self.variant, expr), &world, &mut self.frame()).ok()
    }

    fn square(&self, of: &Expr) -> Option<Square> {
        match self.constant(of)? {
            Datum::Square(square) => Some(square),
            _ => None,
        }
    }

    fn frame(&self) -> Frame {
        Frame::of_end(self.side, self.mover, self.turn)
    }

    /// The pieces of a set: on which squares a piece of each group belongs to it. The outer `None` means that
    /// more than its own type, owner and square decides that; the inner one that no piece ever does.
    #[allow(clippy::option_option)] // The two are different answers.
    fn places<B: Bitboard>(&self, set: &PieceSet) -> Option<Option<Places<B>>> {
        let region = match &set.region {
            Region::Board | Region::Zone(_) => Some(()),
            Region::Radius { radius, from } => reads(radius, None).and(reads(from, None)).map(|_| ()),
            Region::AdjacentTo(of) => reads(of, None).map(|_| ()),
            Region::Line { .. } => None,
        };
        region?;
        let asks = match &set.filter {
            Some(filter) => reads(filter, Some(set.local))?,
            None => Asks::Square,
        };
        let owner = set.side.map(|side| self.player(side));
        if set.filter.is_none() && matches!(set.region, Region::Board) {
            return Some(Places::new([(group(set.piece, owner), !B::EMPTY)]));
        }
        let code = Code::new(self.variant, &Expr::Quantified(Quantifier::Exists, Box::new(set.clone())));
        let squares = |piece: PieceId, owner: Player| -> Option<B> {
            let mut squares = B::EMPTY;
            for origin in self.variant.board.squares() {
                let world = FixedWorld { variant: self.variant, piece, owner, origin };
                if holds(&code, &world, &mut self.frame()).ok()? {
                    squares.insert(origin);
                }
            }
            Some(squares)
        };
        if asks == Asks::Square {
            let squares = squares(set.piece.unwrap_or(PieceId(0)), owner.unwrap_or(Player::White))?;
            return Some(Places::new([(group(set.piece, owner), squares)]));
        }
        let types = (0..self.variant.pieces.len()).map(|piece| PieceId(piece as u16));
        let kinds = types
            .filter(|piece| set.piece.is_none_or(|wanted| wanted == *piece))
            .flat_map(|piece| Player::BOTH.map(|player| Kind::new(piece, player)))
            .filter(|kind| owner.is_none_or(|owner| owner == kind.owner()));
        let kinds: Vec<Kind> = kinds.take(MOST_KINDS + 1).collect();
        if kinds.len() > MOST_KINDS {
            return None;
        }
        let of_kind = |kind: Kind| Some((Group::Kind(kind), squares(kind.piece(), kind.owner())?));
        let groups: Option<Vec<(Group, B)>> = kinds.into_iter().map(of_kind).collect();
        Some(Places::new(groups?))
    }
}

fn group(piece: Option<PieceId>, owner: Option<Player>) -> Group {
    match (piece, owner) {
        (Some(piece), Some(owner)) => Group::Kind(Kind::new(piece, owner)),
        (Some(piece), None) => Group::Type(piece),
        (None, Some(owner)) => Group::Owned(owner),
        (None, None) => Group::Everyone,
    }
}

fn stand<B: Bitboard>(group: Group, square: Square) -> Formula<B> {
    stands(Places::new([(group, B::of(square))]))
}

fn stands<B: Bitboard>(places: Option<Places<B>>) -> Formula<B> {
    places.map_or(Formula::Always(false), Formula::Stands)
}

fn not<B>(of: Formula<B>) -> Formula<B> {
    match of {
        Formula::Always(truth) => Formula::Always(!truth),
        Formula::Not(of) => *of,
        of => Formula::Not(Box::new(of)),
    }
}

/// A conjunction or disjunction without what is known beforehand, what is quick to see first where nothing can
/// fault.
fn joined<B: Bitboard>(op: BinaryOp, parts: impl IntoIterator<Item = Formula<B>>) -> Formula<B> {
    let neutral = op == BinaryOp::And;
    let mut kept = Vec::new();
    for part in parts {
        match part {
            Formula::Always(truth) if truth == neutral => {}
            Formula::Always(truth) => {
                if !kept.iter().any(faults) {
                    return Formula::Always(truth);
                }
                kept.push(part);
                break;
            }
            Formula::All(inner) if neutral => kept.extend(inner),
            Formula::Some(inner) if !neutral => kept.extend(inner),
            part => kept.push(part),
        }
    }
    if !kept.iter().any(faults) {
        kept.sort_by_key(cost);
    }
    match kept.len() {
        0 => Formula::Always(neutral),
        1 => kept.swap_remove(0),
        _ if neutral => Formula::All(kept.into()),
        _ => Formula::Some(kept.into()),
    }
}

/// Whether a formula may fault.
fn faults<B>(of: &Formula<B>) -> bool {
    match of {
        Formula::Not(of) => faults(of),
        Formula::All(parts) | Formula::Some(parts) => parts.iter().any(faults),
        Formula::Asks(question) => question.may_fault,
        _ => false,
    }
}

/// How long a formula takes, roughly.
fn cost<B>(of: &Formula<B>) -> u8 {
    match of {
        Formula::Not(of) => cost(of),
        Formula::All(parts) | Formula::Some(parts) => parts.iter().map(cost).max().unwrap_or(0),
        Formula::InCheck(_) | Formula::Insufficient => 1,
        Formula::Asks(_) => 2,
        _ => 0,
    }
}

fn compare<B: Bitboard>(op: BinaryOp, a: Number<B>, b: Number<B>) -> Formula<B> {
    use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    match (op, a, b) {
        (op, Number::Const(a), Number::Const(b)) => Formula::Always(compares(op, a, b)),
        (op, a @ Number::Const(_), b) => {
            let turned = match op {
                Less => Greater,
                LessEqual => GreaterEqual,
                Greater => Less,
                GreaterEqual => LessEqual,
                same => same,
            };
            compare(turned, b, a)
        }
        (GreaterEqual, Number::Count(places), Number::Const(n)) => at_least(places, n),
        (Greater, Number::Count(places), Number::Const(n)) => at_least(places, n.saturating_add(1)),
        (Less, Number::Count(places), Number::Const(n)) => not(at_least(places, n)),
        (LessEqual, Number::Count(places), Number::Const(n)) => not(at_least(places, n.saturating_add(1))),
        (Equal, Number::Count(places), Number::Const(n @ 0..=1)) => {
            joined(BinaryOp::And, [at_least(places.clone(), n), not(at_least(places, n + 1))])
        }
        (NotEqual, a @ Number::Count(_), b @ Number::Const(0..=1)) => not(compare(Equal, a, b)),
        (op, a, b) => Formula::Compare(op, a, b),
    }
}

fn at_least<B: Bitboard>(places: Places<B>, n: i64) -> Formula<B> {
    match n {
        ..=0 => Formula::Always(true),
        1 => Formula::Stands(places),
        _ => match u32::try_from(n) {
            Ok(n) => Formula::AtLeast(places, n),
            // No board has so many squares.
            Err(_) => Formula::Always(false),
        },
    }
}

/// What of a piece decides an expression that asks nothing else of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    /// Where it stands.
    Square,
    /// Its type or owner too.
    Kind,
}

/// What an expression asks of the piece bound to a local; `None` if it asks anything else of the position.
fn reads(expr: &Expr, local: Option<LocalId>) -> Option<Asks> {
    let (mut known, mut asks) = (true, Asks::Square);
    expr.walk(&mut |part| match part {
        Expr::Null
        | Expr::Bool(_)
        | Expr::Int(_)
        | Expr::Str(_)
        | Expr::Player(_)
        | Expr::Type(_)
        | Expr::Square(_)
        | Expr::SquareAt(..)
        | Expr::List(_)
        | Expr::SquareOf(_)
        | Expr::RankOf(_)
        | Expr::FileOf(_)
        | Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::InZone(..)
        | Expr::EventZoneIs(_)
        | Expr::OnRank(..)
        | Expr::OnOwnRank(..)
        | Expr::OnFile(..)
        | Expr::Adjacent(..)
        | Expr::Call(Builtin::Distance | Builtin::Min | Builtin::Max | Builtin::Abs, _) => {}
        Expr::Local(of) => known &= local == Some(*of),
        Expr::Event(var) => known &= *var != EventVar::TurnNumber,
        Expr::TypeOf(of)
        | Expr::OwnerOf(of)
        | Expr::Is(of, _)
        | Expr::HasBuiltinTrait(of, _)
        | Expr::HasTrait(of, _) => {
            // What stands on another square is not known.
            asks = Asks::Kind;
            known &= matches!(**of, Expr::Local(_) | Expr::Type(_) | Expr::Player(_));
        }
        _ => known = false,
    });
    known.then_some(asks)
}

/// Whether an expression may fault, if it takes few enough steps.
fn may_fault(expr: &Expr) -> bool {
    expr.mentions(|part| match part {
        Expr::Binary(op, ..) => matches!(
            op,
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder
        ),
        Expr::Unary(UnaryOp::Negate, _) | Expr::ScriptCall(..) => true,
        Expr::Call(builtin, _) => matches!(builtin, Builtin::Min | Builtin::Max | Builtin::Abs),
        _ => false,
    })
}

/// More steps than an expression can take, quantifiers and calls counted as the evaluator does.
fn steps(expr: &Expr, squares: u64) -> u64 {
    // By loop in the order of the walk: how many further loops lie inside it.
    let (mut inside, mut calls) = (Vec::new(), 0u64);
    expr.walk(&mut |part| {
        let mut inner = 0usize;
        let mut count = |part: &Expr| inner += usize::from(is_loop(part));
        match part {
            Expr::Quantified(_, set) => set.walk(&mut |part| count(part)),
            Expr::CanReach { filter, .. } => filter.walk(&mut |part| count(part)),
            Expr::ScriptCall(..) => {
                calls += 1;
                return;
            }
            _ => return,
        }
        inside.push(inner);
    });
    let (mut open, mut deepest) = (Vec::new(), 0);
    for (index, inner) in inside.iter().enumerate() {
        open.retain(|&last| last >= index);
        open.push(index + inner);
        deepest = deepest.max(open.len());
    }
    let once = (inside.len() as u64).saturating_add(calls.saturating_mul(SCRIPT_STEPS));
    (0..deepest).fold(once, |steps, _| steps.saturating_mul(squares))
}

fn is_loop(expr: &Expr) -> bool {
    matches!(expr, Expr::Quantified(..) | Expr::CanReach { .. })
}
