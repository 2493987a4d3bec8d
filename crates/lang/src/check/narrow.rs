//! Narrowing: which piece types a condition leaves possible for the pieces it speaks of.

use nightrider_model::{BinaryOp, Expr, PieceId, UnaryOp};

use super::scope::Entity;

/// Pieces with the types they can have.
pub(crate) type Facts = Vec<(Entity, Vec<PieceId>)>;

/// In games with more types than this, "all types but one" is not worth listing.
const MOST_TYPES: usize = 256;

/// What is known of pieces where a condition holds. `count` is the number of piece types of the game.
pub(crate) fn facts(condition: &Expr, count: usize) -> Facts {
    read(condition, true, count)
}

/// What is known where the condition has the given truth value.
fn read(condition: &Expr, holds: bool, count: usize) -> Facts {
    match condition {
        Expr::Unary(UnaryOp::Not, inner) => read(inner, !holds, count),
        Expr::Binary(BinaryOp::And, left, right) => {
            both(read(left, holds, count), read(right, holds, count), holds)
        }
        Expr::Binary(BinaryOp::Or, left, right) => {
            both(read(left, holds, count), read(right, holds, count), !holds)
        }
        Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right) => {
            let (of, piece) = match (&**left, &**right) {
                (Expr::TypeOf(of), Expr::Type(piece)) | (Expr::Type(piece), Expr::TypeOf(of)) => (of, *piece),
                _ => return Facts::new(),
            };
            let Some(entity) = Entity::of(of) else { return Facts::new() };
            let types = if (*op == BinaryOp::Equal) == holds {
                vec![piece]
            } else if count > MOST_TYPES {
                return Facts::new();
            } else {
                (0..count).map(|index| PieceId(index as u16)).filter(|&other| other != piece).collect()
            };
            vec![(entity, types)]
        }
        _ => Facts::new(),
    }
}

/// Facts that hold together, or of which one side holds.
fn both(left: Facts, right: Facts, together: bool) -> Facts {
    let mut all = Facts::new();
    if together {
        for (entity, types) in left.into_iter().chain(right) {
            match all.iter_mut().find(|(known, _)| *known == entity) {
                Some((_, known)) => known.retain(|piece| types.contains(piece)),
                None => all.push((entity, types)),
            }
        }
        return all;
    }
    for (entity, mut types) in left {
        if let Some((_, other)) = right.iter().find(|(known, _)| *known == entity) {
            types.extend(other.iter().filter(|piece| !types.contains(piece)).copied().collect::<Vec<_>>());
            types.sort();
            all.push((entity, types));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use nightrider_model::EventVar;

    use super::*;

    fn is(piece: u16) -> Expr {
        Expr::Binary(
            BinaryOp::Equal,
            Box::new(Expr::TypeOf(Box::new(Expr::Event(EventVar::Piece)))),
            Box::new(Expr::Type(PieceId(piece))),
        )
    }

    fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    fn types(condition: &Expr) -> Option<Vec<u16>> {
        facts(condition, 4)
            .into_iter()
            .find(|(entity, _)| *entity == Entity::Event(EventVar::Piece))
            .map(|(_, types)| types.into_iter().map(|piece| piece.0).collect())
    }

    #[test]
    fn logic_combines_what_is_known() {
        let not = |expr| Expr::Unary(UnaryOp::Not, Box::new(expr));
        let table = [
            (is(1), Some(vec![1])),
            (not(is(1)), Some(vec![0, 2, 3])),
            (binary(BinaryOp::Or, is(1), is(2)), Some(vec![1, 2])),
            (binary(BinaryOp::And, is(1), is(2)), Some(vec![])),
            (binary(BinaryOp::And, is(1), Expr::Bool(true)), Some(vec![1])),
            (binary(BinaryOp::Or, is(1), Expr::Bool(true)), None),
            (not(binary(BinaryOp::Or, is(1), is(2))), Some(vec![0, 3])),
        ];
        for (condition, expected) in table {
            assert_eq!(types(&condition), expected, "{condition:?}");
        }
    }
}
