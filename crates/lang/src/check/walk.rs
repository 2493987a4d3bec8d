//! Walking expressions: every part of one, whatever it stands in.

use nightrider_model::{Expr, LocalId, PieceSet, Region};

/// Calls `visit` for an expression and everything in it, outer parts first.
pub(crate) fn each(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    match expr {
        Expr::SquareAt(a, b)
        | Expr::Binary(_, a, b)
        | Expr::OnRank(a, b)
        | Expr::OnFile(a, b)
        | Expr::Adjacent(a, b) => {
            each(a, visit);
            each(b, visit);
        }
        Expr::OnOwnRank(a, b, c) => {
            each(a, visit);
            each(b, visit);
            each(c, visit);
        }
        Expr::List(items) | Expr::Call(_, items) | Expr::ScriptCall(_, items) => {
            items.iter().for_each(|item| each(item, visit));
        }
        Expr::TypeOf(a)
        | Expr::OwnerOf(a)
        | Expr::SquareOf(a)
        | Expr::RankOf(a)
        | Expr::FileOf(a)
        | Expr::ValueOf(a)
        | Expr::PieceState(a, _)
        | Expr::PlayerState(a, _)
        | Expr::Unary(_, a)
        | Expr::InZone(a, _)
        | Expr::HasBuiltinTrait(a, _)
        | Expr::HasTrait(a, _)
        | Expr::HasPiece(a)
        | Expr::Is(a, _)
        | Expr::FirstMove(a)
        | Expr::InCheck(a) => each(a, visit),
        Expr::Quantified(_, set) => each_of_set(set, visit),
        Expr::CanReach { filter, .. } => each(filter, visit),
        Expr::Null
        | Expr::Bool(_)
        | Expr::Int(_)
        | Expr::Str(_)
        | Expr::Player(_)
        | Expr::Type(_)
        | Expr::Square(_)
        | Expr::Local(_)
        | Expr::Event(_)
        | Expr::GameState(_)
        | Expr::EventZoneIs(_)
        | Expr::Target(_)
        | Expr::Clear
        | Expr::Blocked
        | Expr::Counter(..)
        | Expr::PositionCount
        | Expr::HalfmoveClock
        | Expr::Captured(..)
        | Expr::Checkmated(_)
        | Expr::Stalemated(_)
        | Expr::Repetition
        | Expr::FiftyMoves
        | Expr::Insufficient => {}
    }
}

/// Calls `visit` for every expression in a set of pieces.
pub(crate) fn each_of_set(set: &PieceSet, visit: &mut dyn FnMut(&Expr)) {
    match &set.region {
        Region::Radius { radius, from } => {
            each(radius, visit);
            each(from, visit);
        }
        Region::Line { from, .. } | Region::AdjacentTo(from) => each(from, visit),
        Region::Board | Region::Zone(_) => {}
    }
    if let Some(filter) = &set.filter {
        each(filter, visit);
    }
}

/// Whether an expression uses a slot.
pub(crate) fn mentions_local(expr: &Expr, local: LocalId) -> bool {
    let mut found = false;
    each(expr, &mut |part| found |= *part == Expr::Local(local));
    found
}
