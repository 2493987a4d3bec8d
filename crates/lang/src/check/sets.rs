//! Sets of pieces: `pieces in radius(2) from target where not King`, and what quantifiers range over.

use nightrider_model::{BinaryOp, Builtin, Compass, Expr, LocalId, PieceId, PieceSet, Region};

use super::Checker;
use super::expressions::join;
use super::kinds::Kind;
use super::reader::Reader;
use super::scope::{Binding, Local};
use crate::ast::{self, CompareOp, Direction, Expr as Tree, ExprKind};
use crate::span::Spanned;

impl Reader<'_, '_> {
    /// A set with its own slot for the piece under test.
    pub fn set(&mut self, set: &ast::PieceSet) -> PieceSet {
        let local = self.scope.slot();
        self.set_over(set, local)
    }

    /// A set whose pieces are bound to a slot while the filter is read.
    pub fn set_over(&mut self, set: &ast::PieceSet, local: LocalId) -> PieceSet {
        let side = set.owner.as_ref().and_then(|owner| self.side_named(owner));
        let piece = self.kind_of_set(set);
        let (region, mut filters) = self.regions(set, local);
        let types = piece.map(|piece| vec![piece]);
        let sight = self.scope.locals.len();
        if let Some(piece) = piece {
            self.scope.locals.push(Local {
                name: set.kind.text.clone(),
                id: local,
                binding: Binding::Type(piece),
                kind: Kind::Piece,
                types: types.clone(),
                span: set.kind.span,
            });
        }
        self.scope.tested.push((local, types));
        if let Some(filter) = &set.filter {
            let outer = self.scope.lifted.take();
            filters.push(self.condition(filter));
            self.scope.lifted = outer;
        }
        self.scope.tested.pop();
        self.scope.locals.truncate(sight);
        let filter = join(filters, BinaryOp::And);
        PieceSet { piece, side, region, local, filter }
    }

    /// The type a set is of; `None` for `pieces`, and after an error.
    fn kind_of_set(&mut self, set: &ast::PieceSet) -> Option<PieceId> {
        let word = set.kind.text.as_str();
        if let Some(piece) = self.game.definitions.piece_or_plural(word) {
            return Some(piece);
        }
        if !matches!(word, "pieces" | "piece") {
            self.game.unknown_piece(word, set.kind.span);
        }
        None
    }

    /// The regions of a set: one as the region, the others as conditions on the piece under test.
    fn regions(&mut self, set: &ast::PieceSet, local: LocalId) -> (Region, Vec<Expr>) {
        let mut region = Region::Board;
        let mut filters = Vec::new();
        let here = || Box::new(Expr::Local(local));
        for written in &set.regions {
            let next = match written {
                ast::Region::Radius { radius, from } => {
                    let radius = self.number(radius);
                    let from = self.place(from);
                    Region::Radius { radius, from }
                }
                ast::Region::Line { direction, from } => {
                    let from = self.place(from);
                    Region::Line { directions: compass(*direction), from }
                }
                ast::Region::Zone(name) => match self.game.zone_named(name) {
                    Some(zone) => Region::Zone(zone),
                    None => continue,
                },
                ast::Region::AdjacentTo(to) => Region::AdjacentTo(self.place(to)),
            };
            // A line cannot be said as a condition, everything else can.
            let other = if matches!(region, Region::Board) || matches!(next, Region::Line { .. }) {
                std::mem::replace(&mut region, next)
            } else {
                next
            };
            filters.extend(match other {
                Region::Board => None,
                Region::Radius { radius, from } => {
                    let distance = Expr::Call(Builtin::Distance, vec![*here(), from]);
                    Some(Expr::Binary(BinaryOp::LessEqual, Box::new(distance), Box::new(radius)))
                }
                Region::Zone(zone) => Some(Expr::InZone(here(), zone)),
                Region::AdjacentTo(to) => Some(Expr::Adjacent(here(), Box::new(to))),
                Region::Line { .. } => {
                    let message = "a set of pieces can lie in one line only";
                    self.game.error(crate::codes::Code::WrongKind, set.span, message);
                    None
                }
            });
        }
        (region, filters)
    }
}

/// The points of the compass a direction stands for, clockwise from north.
pub(crate) fn compass(direction: Spanned<Option<Direction>>) -> Vec<Compass> {
    use Compass::{E, N, NE, NW, S, SE, SW, W};
    let Some(direction) = direction.node else { return Vec::new() };
    match direction {
        Direction::North | Direction::Forward => vec![N],
        Direction::South | Direction::Backward => vec![S],
        Direction::East | Direction::Right => vec![E],
        Direction::West | Direction::Left => vec![W],
        Direction::NorthEast => vec![NE],
        Direction::NorthWest => vec![NW],
        Direction::SouthEast => vec![SE],
        Direction::SouthWest => vec![SW],
        Direction::Orthogonal => vec![N, E, S, W],
        Direction::Diagonal => vec![NE, SE, SW, NW],
        Direction::Any => Compass::ALL.to_vec(),
        Direction::ForwardDiagonal => vec![NE, NW],
        Direction::BackwardDiagonal => vec![SE, SW],
        Direction::Sideways => vec![E, W],
    }
}

/// A comparison at the end of a `count`'s filter leaves the filter when what stands left of it is a truth
/// value. The grammar sees that of conditions; here it is seen of state fields that hold truth values:
/// `count Lancers where state.ready >= 2`.
pub(crate) fn comparison_outside(
    game: &Checker<'_>,
    set: &ast::PieceSet,
) -> Option<(ast::PieceSet, Spanned<CompareOp>, Tree)> {
    let filter = set.filter.as_deref()?;
    let mut last = filter;
    while let ExprKind::And(list) | ExprKind::Or(list) = &last.kind {
        last = list.last()?;
    }
    while let ExprKind::Not(inner) = &last.kind {
        last = inner;
    }
    let ExprKind::Compare { left, right, .. } = &last.kind else { return None };
    if !matches!(right.unparenthesised().kind, ExprKind::Int(_)) {
        return None;
    }
    let ExprKind::Field { of, field } = &left.kind else { return None };
    let is_state = match &of.kind {
        ExprKind::Name(word) => word == "state",
        ExprKind::Field { field, .. } => field.text == "state",
        _ => false,
    };
    let types = game.definitions.piece_or_plural(&set.kind.text).map(|piece| vec![piece]);
    let id = nightrider_model::FieldId(game.piece_fields.find(&field.text)?);
    if !is_state || game.declared_kind(id, types.as_deref()) != Some(Kind::Bool) {
        return None;
    }
    let (filter, op, right) = filter.clone().split_last_comparison()?;
    let set = ast::PieceSet { filter: Some(Box::new(filter)), ..set.clone() };
    Some((set, op, right))
}
