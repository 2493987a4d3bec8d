//! Expressions made ready to run: names of traits looked up, constants folded, common questions shortened.

use std::sync::Arc;

use nightrider_model::{
    BinaryOp, Builtin, Compass, Counter, EventVar, Expr, FieldId, LocalId, Occupancy, PieceId, PieceSet,
    Quantifier, Region, Relation, Side, TraitId, Traits, UnaryOp, Value, Variant, ZoneId,
};

use super::datum::{absolute, binary, extreme, negate};
use super::{Datum, Fault};

/// An expression made ready to run.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // One for one the variants of `Expr`, which says what they mean.
pub enum Code {
    Const(Datum),
    /// A constant that faults each time, such as `1 / 0`.
    Faulty(Fault),
    SquareAt(Box<Code>, Box<Code>),
    List(Box<[Code]>),
    Local(LocalId),
    Event(EventVar),
    TypeOf(Box<Code>),
    /// `x.type == T`, with `false` for what is no piece.
    TypeIs(Box<Code>, PieceId),
    OwnerOf(Box<Code>),
    SquareOf(Box<Code>),
    RankOf(Box<Code>),
    FileOf(Box<Code>),
    ValueOf(Box<Code>),
    PieceState(Box<Code>, FieldId),
    GameState(FieldId),
    PlayerState(Box<Code>, FieldId),
    Not(Box<Code>),
    Negate(Box<Code>),
    And(Box<[Code]>),
    Or(Box<[Code]>),
    Binary(BinaryOp, Box<Code>, Box<Code>),
    /// `piece.state.f < 3` and its like, about the piece of the event or move.
    OwnState(FieldId, BinaryOp, i64),
    InZone(Box<Code>, ZoneId),
    EventZoneIs(ZoneId),
    OnRank(Box<Code>, Box<Code>),
    OnOwnRank(Box<Code>, Box<Code>, Box<Code>),
    OnFile(Box<Code>, Box<Code>),
    HasBuiltinTrait(Box<Code>, fn(&Traits) -> bool),
    HasTrait(Box<Code>, TraitId),
    HasPiece(Box<Code>),
    Adjacent(Box<Code>, Box<Code>),
    Is(Box<Code>, Relation),
    Quantified(Quantifier, Box<SetCode>),
    Call(Builtin, Box<[Code]>),
    ScriptCall(String, Box<[Code]>),
    Target(Occupancy),
    Clear,
    Blocked,
    FirstMove(Box<Code>),
    InCheck(Box<Code>),
    Counter(Side, Counter),
    PositionCount,
    HalfmoveClock,
    Captured(Side, PieceId),
    Checkmated(Side),
    Stalemated(Side),
    Repetition,
    FiftyMoves,
    Insufficient,
    CanReach(Side, PieceId, LocalId, Box<Code>),
}

/// A set of pieces made ready to run.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // As in `PieceSet`.
pub struct SetCode {
    pub piece: Option<PieceId>,
    pub side: Option<Side>,
    pub region: RegionCode,
    pub local: LocalId,
    pub filter: Option<Code>,
}

/// A region made ready to run.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // As in `Region`.
pub enum RegionCode {
    Board,
    Radius(Code, Code),
    Line(Box<[Compass]>, Code),
    Zone(ZoneId),
    AdjacentTo(Code),
}

impl Code {
    /// Makes an expression ready.
    pub fn new(variant: &Variant, expr: &Expr) -> Code {
        Maker { variant }.code(expr)
    }

    /// `true`, which conditions that say nothing come to.
    pub const TRUE: Code = Code::Const(Datum::Bool(true));

    /// Whether it is known to hold always.
    pub fn always(&self) -> bool {
        matches!(self, Code::Const(value) if value.holds())
    }

    /// Whether it asks about nothing but the piece of the event or move: its type, its state, whether it has moved.
    pub fn asks_piece_alone(&self) -> bool {
        let is_piece = |of: &Code| matches!(of, Code::Event(EventVar::Piece));
        match self {
            Code::Const(_) | Code::OwnState(..) => true,
            Code::TypeIs(of, _) | Code::FirstMove(of) | Code::HasTrait(of, _) => is_piece(of),
            Code::Not(of) => of.asks_piece_alone(),
            Code::And(parts) | Code::Or(parts) => parts.iter().all(Code::asks_piece_alone),
            _ => false,
        }
    }

    /// Whether it is known never to hold.
    pub fn never(&self) -> bool {
        matches!(self, Code::Const(value) if !value.holds())
    }
}

impl SetCode {
    /// Makes a set ready.
    pub fn new(variant: &Variant, set: &PieceSet) -> SetCode {
        Maker { variant }.set(set)
    }
}

struct Maker<'a> {
    variant: &'a Variant,
}

impl Maker<'_> {
    fn boxed(&self, expr: &Expr) -> Box<Code> {
        Box::new(self.code(expr))
    }

    fn all(&self, exprs: &[Expr]) -> Box<[Code]> {
        exprs.iter().map(|expr| self.code(expr)).collect()
    }

    fn code(&self, expr: &Expr) -> Code {
        match expr {
            Expr::Null => Code::Const(Datum::Null),
            Expr::Bool(value) => Code::Const(Datum::Bool(*value)),
            Expr::Int(value) => Code::Const(Datum::Int(*value)),
            Expr::Str(text) => Code::Const(Datum::Str(text.as_str().into())),
            Expr::Player(player) => Code::Const(Datum::Player(*player)),
            Expr::Type(piece) => Code::Const(Datum::Type(*piece)),
            Expr::Square(square) => Code::Const(Datum::Square(*square)),
            Expr::SquareAt(file, rank) => self.square_at(file, rank),
            Expr::List(items) => self.list(items),
            Expr::Local(local) => Code::Local(*local),
            Expr::Event(var) => Code::Event(*var),
            Expr::TypeOf(of) => Code::TypeOf(self.boxed(of)),
            Expr::OwnerOf(of) => Code::OwnerOf(self.boxed(of)),
            Expr::SquareOf(of) => Code::SquareOf(self.boxed(of)),
            Expr::RankOf(of) => Code::RankOf(self.boxed(of)),
            Expr::FileOf(of) => Code::FileOf(self.boxed(of)),
            Expr::ValueOf(of) => Code::ValueOf(self.boxed(of)),
            Expr::PieceState(of, field) => Code::PieceState(self.boxed(of), *field),
            Expr::GameState(field) => Code::GameState(*field),
            Expr::PlayerState(of, field) => Code::PlayerState(self.boxed(of), *field),
            Expr::Unary(op, of) => self.unary(*op, of),
            Expr::Binary(BinaryOp::And, ..) => self.chain(expr, BinaryOp::And),
            Expr::Binary(BinaryOp::Or, ..) => self.chain(expr, BinaryOp::Or),
            Expr::Binary(op, a, b) => self.binary(*op, a, b),
            Expr::InZone(of, zone) => Code::InZone(self.boxed(of), *zone),
            Expr::EventZoneIs(zone) => Code::EventZoneIs(*zone),
            Expr::OnRank(of, rank) => Code::OnRank(self.boxed(of), self.boxed(rank)),
            Expr::OnOwnRank(of, rank, whose) => {
                Code::OnOwnRank(self.boxed(of), self.boxed(rank), self.boxed(whose))
            }
            Expr::OnFile(of, file) => Code::OnFile(self.boxed(of), self.boxed(file)),
            Expr::HasBuiltinTrait(of, name) => match builtin_trait(name) {
                Some(has) => Code::HasBuiltinTrait(self.boxed(of), has),
                None => Code::Const(Datum::Bool(false)),
            },
            Expr::HasTrait(of, which) => Code::HasTrait(self.boxed(of), *which),
            Expr::HasPiece(of) => Code::HasPiece(self.boxed(of)),
            Expr::Adjacent(a, b) => Code::Adjacent(self.boxed(a), self.boxed(b)),
            Expr::Is(of, relation) => Code::Is(self.boxed(of), *relation),
            Expr::Quantified(quantifier, set) => Code::Quantified(*quantifier, Box::new(self.set(set))),
            Expr::Call(builtin, arguments) => self.call(*builtin, arguments),
            Expr::ScriptCall(name, arguments) => Code::ScriptCall(name.clone(), self.all(arguments)),
            Expr::Target(occupancy) => Code::Target(*occupancy),
            Expr::Clear => Code::Clear,
            Expr::Blocked => Code::Blocked,
            Expr::FirstMove(of) => Code::FirstMove(self.boxed(of)),
            Expr::InCheck(of) => Code::InCheck(self.boxed(of)),
            Expr::Counter(side, counter) => Code::Counter(*side, *counter),
            Expr::PositionCount => Code::PositionCount,
            Expr::HalfmoveClock => Code::HalfmoveClock,
            Expr::Captured(side, piece) => Code::Captured(*side, *piece),
            Expr::Checkmated(side) => Code::Checkmated(*side),
            Expr::Stalemated(side) => Code::Stalemated(*side),
            Expr::Repetition => Code::Repetition,
            Expr::FiftyMoves => Code::FiftyMoves,
            Expr::Insufficient => Code::Insufficient,
            Expr::CanReach { side, piece, local, filter } => {
                Code::CanReach(*side, *piece, *local, self.boxed(filter))
            }
        }
    }

    fn square_at(&self, file: &Expr, rank: &Expr) -> Code {
        match (self.code(file), self.code(rank)) {
            (Code::Const(Datum::Int(file)), Code::Const(Datum::Int(rank))) => {
                let small = |n| i32::try_from(n).unwrap_or(-1);
                let square = self.variant.board.at(small(file), small(rank));
                Code::Const(square.map_or(Datum::Null, Datum::Square))
            }
            (file, rank) => Code::SquareAt(Box::new(file), Box::new(rank)),
        }
    }

    fn list(&self, items: &[Expr]) -> Code {
        let items = self.all(items);
        match constants(&items) {
            Some(values) => Code::Const(Datum::List(Arc::from(values))),
            None => Code::List(items),
        }
    }

    fn unary(&self, op: UnaryOp, of: &Expr) -> Code {
        match (op, self.code(of)) {
            (UnaryOp::Not, Code::Const(value)) => Code::Const(Datum::Bool(!value.holds())),
            (UnaryOp::Not, Code::Not(inner)) if yields_bool(&inner) => *inner,
            (UnaryOp::Not, of) => Code::Not(Box::new(of)),
            (UnaryOp::Negate, Code::Const(value)) => constant(negate(&value)),
            (UnaryOp::Negate, of) => Code::Negate(Box::new(of)),
        }
    }

    /// `a and b and c` as one flat list, without what is known to hold, and short where something is known
    /// to fail; `or` the other way round.
    fn chain(&self, expr: &Expr, op: BinaryOp) -> Code {
        let neutral = op == BinaryOp::And;
        let mut parts = Vec::new();
        for operand in expr.operands(op) {
            let part = self.code(operand);
            match (&part, op) {
                (Code::Const(value), _) if value.holds() == neutral => continue,
                (Code::Const(_), _) => {
                    parts.push(part);
                    break;
                }
                _ => {}
            }
            match (part, op) {
                (Code::And(inner), BinaryOp::And) | (Code::Or(inner), BinaryOp::Or) => {
                    parts.extend(inner.into_vec());
                }
                (part, _) => parts.push(part),
            }
        }
        match parts.as_slice() {
            [] => Code::Const(Datum::Bool(neutral)),
            [Code::Const(_)] => Code::Const(Datum::Bool(!neutral)),
            [one] if yields_bool(one) => one.clone(),
            _ if neutral => Code::And(parts.into()),
            _ => Code::Or(parts.into()),
        }
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Code {
        match (op, self.code(a), self.code(b)) {
            (_, Code::Const(a), Code::Const(b)) => constant(binary(self.variant, op, &a, &b)),
            (BinaryOp::Equal, Code::TypeOf(of), Code::Const(Datum::Type(piece)))
            | (BinaryOp::Equal, Code::Const(Datum::Type(piece)), Code::TypeOf(of)) => Code::TypeIs(of, piece),
            (BinaryOp::NotEqual, Code::TypeOf(of), Code::Const(Datum::Type(piece)))
            | (BinaryOp::NotEqual, Code::Const(Datum::Type(piece)), Code::TypeOf(of)) => {
                Code::Not(Box::new(Code::TypeIs(of, piece)))
            }
            (_, Code::PieceState(of, field), Code::Const(Datum::Int(value)))
                if compares(op) && matches!(*of, Code::Event(EventVar::Piece)) =>
            {
                Code::OwnState(field, op, value)
            }
            (_, a, b) => Code::Binary(op, Box::new(a), Box::new(b)),
        }
    }

    fn call(&self, builtin: Builtin, arguments: &[Expr]) -> Code {
        let arguments = self.all(arguments);
        if let Some(values) = constants(&arguments) {
            match (builtin, values.as_slice()) {
                (Builtin::Min, values) => return constant(extreme(values, i64::min)),
                (Builtin::Max, values) => return constant(extreme(values, i64::max)),
                (Builtin::Abs, [value]) => return constant(absolute(value)),
                (Builtin::Distance, [Datum::Square(a), Datum::Square(b)]) => {
                    return Code::Const(Datum::Int(self.variant.board.distance(*a, *b).into()));
                }
                _ => {}
            }
        }
        Code::Call(builtin, arguments)
    }

    fn set(&self, set: &PieceSet) -> SetCode {
        let region = match &set.region {
            Region::Board => RegionCode::Board,
            Region::Radius { radius, from } => RegionCode::Radius(self.code(radius), self.code(from)),
            Region::Line { directions, from } => {
                RegionCode::Line(directions.as_slice().into(), self.code(from))
            }
            Region::Zone(zone) => RegionCode::Zone(*zone),
            Region::AdjacentTo(of) => RegionCode::AdjacentTo(self.code(of)),
        };
        let filter = set.filter.as_ref().map(|filter| self.code(filter)).filter(|code| !code.always());
        SetCode { piece: set.piece, side: set.side, region, local: set.local, filter }
    }
}

/// The test for a built-in trait by its name in the language.
pub fn builtin_trait(name: &str) -> Option<fn(&Traits) -> bool> {
    Some(match name {
        "royal" => |traits| traits.royal,
        "jump" => |traits| traits.jump,
        "phase" => |traits| traits.phase,
        "promote" => |traits| traits.promote,
        "immune" => |traits| traits.immune,
        "explosive" => |traits| traits.explosive,
        "castle" => |traits| traits.castle,
        _ => return None,
    })
}

fn constant(result: Result<Datum, Fault>) -> Code {
    result.map_or_else(Code::Faulty, Code::Const)
}

fn constants(items: &[Code]) -> Option<Vec<Datum>> {
    items.iter().map(|item| if let Code::Const(value) = item { Some(value.clone()) } else { None }).collect()
}

fn yields_bool(code: &Code) -> bool {
    matches!(
        code,
        Code::Const(Datum::Bool(_))
            | Code::TypeIs(..)
            | Code::OwnState(..)
            | Code::Not(_)
            | Code::And(_)
            | Code::Or(_)
            | Code::InZone(..)
            | Code::EventZoneIs(_)
            | Code::OnRank(..)
            | Code::OnOwnRank(..)
            | Code::OnFile(..)
            | Code::HasBuiltinTrait(..)
            | Code::HasTrait(..)
            | Code::HasPiece(_)
            | Code::Adjacent(..)
            | Code::Is(..)
            | Code::Quantified(Quantifier::Exists | Quantifier::All, _)
            | Code::Target(_)
            | Code::Clear
            | Code::Blocked
            | Code::FirstMove(_)
            | Code::InCheck(_)
            | Code::Captured(..)
            | Code::Checkmated(_)
            | Code::Stalemated(_)
            | Code::Repetition
            | Code::FiftyMoves
            | Code::Insufficient
            | Code::CanReach(..)
    ) || matches!(code, Code::Binary(op, ..) if compares(*op) || matches!(op, BinaryOp::And | BinaryOp::Or))
}

/// Whether an operation compares its sides.
fn compares(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
}

/// The datum of a state field that was read: `null` where the piece lacks it.
pub(super) fn field(value: Option<&Value>) -> Datum {
    value.map_or(Datum::Null, Datum::from)
}
