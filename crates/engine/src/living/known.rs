//! What the condition of a trigger comes to when only part of what it asks about is known.

use nightrider_model::{
    BinaryOp, Builtin, Event, EventVar, Expr, PieceId, Square, Trigger, UnaryOp, Variant,
};

use crate::expr::builtin_trait;

/// What is known of an event; `None` is unknown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// The type of `piece`.
    pub piece: Option<PieceId>,
    /// The type of `captured`.
    pub captured: Option<PieceId>,
    /// `target`.
    pub target: Option<Square>,
    /// Whether a piece stood on the target before the move.
    pub occupied: Option<bool>,
}

impl Known {
    /// Only the type of the event's piece is known.
    pub fn piece(piece: PieceId) -> Known {
        Known { piece: Some(piece), ..Known::default() }
    }

    fn type_of(self, of: &Expr) -> Option<PieceId> {
        match of {
            Expr::Event(EventVar::Piece) => self.piece,
            Expr::Event(EventVar::Captured) => self.captured,
            _ => None,
        }
    }

    fn square_of(self, of: &Expr) -> Option<Square> {
        if *of == Expr::Event(EventVar::Target) { self.target } else { None }
    }
}

/// How many parts of one condition are read: it is asked again for every type and square. What lies beyond
/// is unknown. Conditions that people write have a few dozen.
const READ_PARTS: usize = 1_000;

/// Whether a condition is known to hold or to fail.
pub(super) fn truth(variant: &Variant, expr: &Expr, known: Known) -> Option<bool> {
    let mut left = READ_PARTS;
    truth_within(variant, expr, known, &mut left)
}

fn truth_within(variant: &Variant, expr: &Expr, known: Known, left: &mut usize) -> Option<bool> {
    *left = left.checked_sub(1)?;
    let board = &variant.board;
    match expr {
        Expr::Bool(value) => Some(*value),
        Expr::Unary(UnaryOp::Not, of) => truth_within(variant, of, known, left).map(|holds| !holds),
        Expr::Binary(BinaryOp::And, a, b) => {
            let (a, b) = (truth_within(variant, a, known, left), truth_within(variant, b, known, left));
            if a == Some(false) || b == Some(false) { Some(false) } else { a.and(b) }
        }
        Expr::Binary(BinaryOp::Or, a, b) => {
            let (a, b) = (truth_within(variant, a, known, left), truth_within(variant, b, known, left));
            if a == Some(true) || b == Some(true) { Some(true) } else { a.and(b) }
        }
        Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), a, b) => {
            let equal = match (&**a, &**b) {
                (Expr::TypeOf(of), Expr::Type(other)) => known.type_of(of)? == *other,
                (asked, Expr::Null) | (Expr::Null, asked) if asks_for_target(asked) => !known.occupied?,
                _ => return None,
            };
            Some(equal == (*op == BinaryOp::Equal))
        }
        Expr::HasTrait(of, which) => Some(variant.piece(known.type_of(of)?).custom_traits.contains(which)),
        Expr::HasBuiltinTrait(of, name) => {
            let traits = variant.piece(known.type_of(of)?).traits;
            Some(builtin_trait(name).is_some_and(|has| has(&traits)))
        }
        Expr::HasPiece(of) if is_target(of) => known.occupied,
        Expr::InZone(of, zone) => {
            Some(board.zone(*zone).squares.binary_search(&known.square_of(of)?).is_ok())
        }
        Expr::OnRank(of, rank) => match **rank {
            Expr::Int(rank) => Some(i64::from(board.rank(known.square_of(of)?)) + 1 == rank),
            _ => None,
        },
        Expr::OnFile(of, file) => match **file {
            Expr::Int(file) => Some(i64::from(board.file(known.square_of(of)?)) + 1 == file),
            _ => None,
        },
        _ => None,
    }
}

fn is_target(expr: &Expr) -> bool {
    *expr == Expr::Event(EventVar::Target)
}

/// `piece_at(target)`.
fn asks_for_target(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(Builtin::PieceAt, of) if matches!(of.as_slice(), [of] if is_target(of)))
}

/// A set of piece types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypeMask(pub(super) Box<[bool]>);

impl TypeMask {
    /// For which types of the event's piece the condition of a trigger can hold.
    pub fn of_piece(variant: &Variant, trigger: &Trigger) -> TypeMask {
        let has_piece =
            !matches!(trigger.event, Event::TurnStart | Event::TurnEnd | Event::GameStart | Event::GameEnd);
        TypeMask::of(variant, |piece| {
            !has_piece || truth(variant, &trigger.when, Known::piece(piece)) != Some(false)
        })
    }

    /// For which types of the captured piece the condition of a trigger can hold.
    pub fn of_captured(variant: &Variant, trigger: &Trigger) -> TypeMask {
        TypeMask::of(variant, |piece| match trigger.event {
            Event::Capture => {
                let known = Known { captured: Some(piece), ..Known::default() };
                truth(variant, &trigger.when, known) != Some(false)
            }
            Event::Captured => truth(variant, &trigger.when, Known::piece(piece)) != Some(false),
            _ => true,
        })
    }

    fn of(variant: &Variant, test: impl Fn(PieceId) -> bool) -> TypeMask {
        TypeMask((0..variant.pieces.len()).map(|index| test(PieceId(index as u16))).collect())
    }

    /// Whether a type is in the set.
    #[inline(always)]
    pub fn has(&self, piece: PieceId) -> bool {
        self.0[piece.index()]
    }
}

/// Whether some `move` trigger demands that a piece stood on the target and names the type of the mover:
/// such a trigger is there to make room, so that type's moves also go to occupied squares.
pub(crate) fn moves_onto(variant: &Variant, piece: PieceId) -> bool {
    let names_type = |when: &Expr| {
        when.mentions(|part| {
            matches!(part, Expr::TypeOf(of) | Expr::HasTrait(of, _) | Expr::HasBuiltinTrait(of, _)
                if **of == Expr::Event(EventVar::Piece))
        })
    };
    variant.triggers.iter().any(|trigger| {
        let when = |occupied| {
            let known = Known { occupied: Some(occupied), ..Known::piece(piece) };
            truth(variant, &trigger.when, known)
        };
        trigger.event == Event::Move
            && names_type(&trigger.when)
            && when(true) != Some(false)
            && when(false) == Some(false)
    })
}

/// The types whose moves and captures a trigger may react to; none for the events of turns.
pub(crate) fn touched_types(variant: &Variant, trigger: &Trigger) -> Vec<PieceId> {
    let pieces = TypeMask::of_piece(variant, trigger);
    let types = (0..variant.pieces.len()).map(|index| PieceId(index as u16));
    match trigger.event {
        Event::Move | Event::EnterZone | Event::ExitZone | Event::Capture => {
            types.filter(|piece| pieces.has(*piece)).collect()
        }
        Event::Captured => types.collect(),
        Event::Promotion => types
            .filter(|piece| {
                let mut promotes = variant.piece(*piece).traits.promote;
                variant.piece(*piece).moves.iter().for_each(|pattern| {
                    pattern.walk(&mut |part| promotes |= matches!(part, nightrider_model::Pattern::Promote));
                });
                promotes
            })
            .collect(),
        Event::GameStart | Event::TurnStart | Event::Check | Event::TurnEnd | Event::GameEnd => Vec::new(),
    }
}
