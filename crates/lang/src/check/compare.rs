//! Comparisons: `==`, `<` and so on, where a type, a set or a missing piece may stand on a side.

use nightrider_model::{BinaryOp, Expr, PieceId, PieceSet, Quantifier, Region, Side};

use super::expressions::equal;
use super::kinds::{Kind, Typed};
use super::reader::{Reader, Thing, not};
use super::usage::Meeting;
use crate::ast::{self, CompareOp, ExprKind};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

impl Reader<'_, '_> {
    /// A comparison of two expressions.
    pub fn compare(&mut self, op: CompareOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        if let ExprKind::Count(set) = &left.kind
            && set.filter.as_ref().is_some_and(|filter| !matches!(filter.kind, ExprKind::Paren(_)))
        {
            self.count_wants_parentheses(left.span, span);
        }
        self.predicate(|reader| {
            let a = reader.thing(left);
            let b = reader.thing(right);
            reader.compare_things(op, (a, left), (b, right), span)
        })
    }

    /// `count Pawns where on rank 4 >= 2` is read as intended, but looks as if the filter went on.
    fn count_wants_parentheses(&mut self, count: Span, span: Span) {
        let message =
            "the comparison stands after the filter of the `count`, and looks as if it belonged to it";
        let diagnostic = Diagnostic::new(Code::CountNeedsParentheses, span, message)
            .help("put the `count` in parentheses: `(count ... where ...) == 1`")
            .label(count, "this is what is counted");
        self.game.report(diagnostic);
    }

    fn compare_things(
        &mut self,
        op: CompareOp,
        (a, left): (Thing, &ast::Expr),
        (b, right): (Thing, &ast::Expr),
        span: Span,
    ) -> Expr {
        // `opponent.King == null`, `Queens >= 2`: types where a piece or a number is meant.
        if let Some(truth) = self.compare_type(op, &a, &b) {
            return truth;
        }
        if let Some(truth) = self.compare_type(turned(op), &b, &a) {
            return truth;
        }
        // `zone == zone.hill`
        if let (Thing::Zones, Thing::Zone(zone)) | (Thing::Zone(zone), Thing::Zones) = (&a, &b)
            && matches!(op, CompareOp::Equal | CompareOp::NotEqual)
            && self.scope.place.has(nightrider_model::EventVar::Zone)
        {
            let same = Expr::EventZoneIs(*zone);
            return if op == CompareOp::Equal { same } else { not(same) };
        }
        let (a_type, b_type) = (type_of(&a), type_of(&b));
        let mut a = self.value_of(a, left.span);
        let mut b = self.value_of(b, right.span);
        // A name that `any T` bound is the piece, unless it meets a type.
        if let (Some(piece), Kind::Type | Kind::Str) = (a_type, b.kind) {
            a = Typed::new(Expr::Type(piece), Kind::Type);
        }
        if let (Some(piece), Kind::Type | Kind::Str) = (b_type, a.kind) {
            b = Typed::new(Expr::Type(piece), Kind::Type);
        }
        self.compare_values(op, (a, left.span), (b, right.span), span)
    }

    /// A type on the left compared with `null` or with a number.
    fn compare_type(&mut self, op: CompareOp, a: &Thing, b: &Thing) -> Option<Expr> {
        let other = match b {
            Thing::Value(typed) => typed.kind,
            Thing::Pieces(_) | Thing::PiecesOf(_) | Thing::SideType(..) => Kind::Int,
            _ => return None,
        };
        let (side, piece) = match *a {
            Thing::Type(piece) => (self.scope.place.is_end().then_some(Side::Own), piece),
            Thing::SideType(side, piece) => (Some(side), piece),
            _ => return None,
        };
        let local = self.scope.slot();
        let set = PieceSet { piece: Some(piece), side, region: Region::Board, local, filter: None };
        match (other, op) {
            (Kind::Null, CompareOp::Equal) => Some(not(Expr::Quantified(Quantifier::Exists, Box::new(set)))),
            (Kind::Null, CompareOp::NotEqual) => Some(Expr::Quantified(Quantifier::Exists, Box::new(set))),
            (Kind::Int, _)
            | (Kind::Unknown, CompareOp::Less | CompareOp::LessEqual)
            | (Kind::Unknown, CompareOp::Greater | CompareOp::GreaterEqual) => {
                let count = Expr::Quantified(Quantifier::Count, Box::new(set));
                let number = match b.clone() {
                    Thing::Value(typed) => typed.expr,
                    other => self.value_of(other, Span::default()).expr,
                };
                Some(binary(op, count, number))
            }
            _ => None,
        }
    }

    fn compare_values(
        &mut self,
        op: CompareOp,
        (a, a_span): (Typed, Span),
        (b, b_span): (Typed, Span),
        span: Span,
    ) -> Expr {
        let ordered = !matches!(op, CompareOp::Equal | CompareOp::NotEqual);
        if ordered {
            let a = self.ordered_side(a, a_span, op);
            let b = self.ordered_side(b, b_span, op);
            return binary(op, a, b);
        }
        for (one, other, at) in [(&a, &b, a_span), (&b, &a, b_span)] {
            if let Some(field) = one.field
                && other.kind != Kind::Unknown
            {
                let meeting = Meeting { field, declared: one.kind, other: other.kind, span: at.to(span) };
                self.game.usage.meetings.push(meeting);
            }
        }
        if !a.kind.comparable(b.kind) && a.field.is_none() && b.field.is_none() {
            self.incomparable(&a, &b, span);
            return Expr::Bool(false);
        }
        // A piece beside a square stands for its square; a string beside a type names one.
        let (a, b) = match (a.kind, b.kind) {
            (Kind::Piece, Kind::Square) => (Expr::SquareOf(Box::new(a.expr)), b.expr),
            (Kind::Square, Kind::Piece) => (a.expr, Expr::SquareOf(Box::new(b.expr))),
            (Kind::Type, Kind::Str) => (a.expr, self.type_in_string(b.expr, b_span)),
            (Kind::Str, Kind::Type) => (self.type_in_string(a.expr, a_span), b.expr),
            _ => (a.expr, b.expr),
        };
        let same = equal(a, b);
        if op == CompareOp::Equal {
            return same;
        }
        match same {
            Expr::Binary(_, a, b) => Expr::Binary(BinaryOp::NotEqual, a, b),
            other => other,
        }
    }

    fn ordered_side(&mut self, side: Typed, span: Span, op: CompareOp) -> Expr {
        if side.kind == Kind::Int || side.kind == Kind::Unknown || side.field.is_some() {
            return self.as_kind(side, Kind::Int, span);
        }
        let message = format!("`{}` compares numbers, and this is {}", op.sign(), side.kind.words());
        let mut diagnostic = Diagnostic::new(Code::WrongKind, span, message);
        if side.kind == Kind::Type {
            diagnostic = diagnostic.help("types can only be the same or not: use `==` or `!=`");
        } else if side.kind == Kind::Bool {
            diagnostic = diagnostic.help("join conditions with `and` and `or`");
        }
        self.game.report(diagnostic);
        side.expr
    }

    fn incomparable(&mut self, a: &Typed, b: &Typed, span: Span) {
        let message = format!("{} is never the same as {}", a.kind.words(), b.kind.words());
        let mut diagnostic = Diagnostic::new(Code::WrongKind, span, message);
        diagnostic = match (a.kind, b.kind) {
            (Kind::Piece, Kind::Type) | (Kind::Type, Kind::Piece) => {
                diagnostic.help("compare its type: `piece.type == Knight`")
            }
            (Kind::Piece, Kind::Player) | (Kind::Player, Kind::Piece) => {
                diagnostic.help("compare its owner: `piece.owner == White`")
            }
            (Kind::Bool, Kind::Int) | (Kind::Int, Kind::Bool) => {
                diagnostic.help("put parentheses around what belongs together")
            }
            _ => diagnostic,
        };
        self.game.report(diagnostic);
    }

    /// A constant string compared with a type must name one.
    fn type_in_string(&mut self, expr: Expr, span: Span) -> Expr {
        let Expr::Str(name) = &expr else { return expr };
        match self.game.definitions.piece(name) {
            Some(piece) => Expr::Type(piece),
            None => {
                self.game.unknown_piece(name, span);
                expr
            }
        }
    }
}

/// The type a thing names beside the piece it stands for.
fn type_of(thing: &Thing) -> Option<PieceId> {
    match thing {
        Thing::Named(_, piece) => Some(*piece),
        _ => None,
    }
}

/// The operator with its sides exchanged.
fn turned(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Less => CompareOp::Greater,
        CompareOp::LessEqual => CompareOp::GreaterEqual,
        CompareOp::Greater => CompareOp::Less,
        CompareOp::GreaterEqual => CompareOp::LessEqual,
        same => same,
    }
}

/// A comparison in the model.
fn binary(op: CompareOp, left: Expr, right: Expr) -> Expr {
    let op = match op {
        CompareOp::Equal => BinaryOp::Equal,
        CompareOp::NotEqual => BinaryOp::NotEqual,
        CompareOp::Less => BinaryOp::Less,
        CompareOp::LessEqual => BinaryOp::LessEqual,
        CompareOp::Greater => BinaryOp::Greater,
        CompareOp::GreaterEqual => BinaryOp::GreaterEqual,
    };
    Expr::Binary(op, Box::new(left), Box::new(right))
}
