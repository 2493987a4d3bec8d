//! From the patterns of a piece to the tables of its movement.
//!
//! [`patterns`] takes patterns apart into drafts (a form and the alternatives of its condition), [`legs`]
//! understands sequences, [`lower`] gives each draft the cheapest shape that can express it.

mod legs;
mod lower;
mod patterns;

use nightrider_model::{Board, Event, EventVar, Expr, PieceId, Player, Variant};

use crate::bitboard::Bitboard;
use crate::kind::Kind;
use crate::movement::Movement;

/// What the compiler of one kind's movement works with.
pub(crate) struct Compiler<'a> {
    variant: &'a Variant,
    board: &'a Board,
    kind: Kind,
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(variant: &'a Variant, kind: Kind) -> Compiler<'a> {
        Compiler { variant, board: &variant.board, kind }
    }

    /// Ranks are mirrored for Black, files are not.
    fn seen_from_owner(&self, (dx, dy): (i32, i32)) -> (i32, i32) {
        match self.kind.owner() {
            Player::White => (dx, dy),
            Player::Black => (dx, -dy),
        }
    }

    /// Compiles the movement of the kind.
    pub(crate) fn movement<B: Bitboard>(&self) -> Movement<B> {
        let piece = self.variant.piece(self.kind.piece());
        let drafts = patterns::drafts(self);
        let mut movement = lower::movement(self, drafts);
        movement.phases = piece.traits.phase;
        movement.jumps = piece.traits.jump;
        movement.moves_onto = moves_onto(self.variant, self.kind.piece());
        movement
    }
}

/// Whether some `move` trigger demands that a piece stood on the target and names the type of the mover:
/// such a trigger is there to make room, so that type's moves also go to occupied squares.
fn moves_onto(variant: &Variant, piece: PieceId) -> bool {
    let wants = |expr: &Expr, test: &dyn Fn(&Expr) -> bool| all_of(expr).into_iter().any(test);
    let on_piece = |expr: &Expr| matches!(expr, Expr::HasPiece(of) if **of == Expr::Event(EventVar::Target));
    let is_type = |expr: &Expr| {
        use nightrider_model::BinaryOp::Equal;
        let mover = Expr::TypeOf(Box::new(Expr::Event(EventVar::Piece)));
        matches!(expr, Expr::Binary(Equal, a, b)
            if (**a == mover && **b == Expr::Type(piece)) || (**b == mover && **a == Expr::Type(piece)))
    };
    variant
        .triggers
        .iter()
        .filter(|trigger| trigger.event == Event::Move)
        .any(|trigger| wants(&trigger.when, &on_piece) && wants(&trigger.when, &is_type))
}

/// The parts that a condition joins with `and`.
fn all_of(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Binary(nightrider_model::BinaryOp::And, a, b) => [all_of(a), all_of(b)].concat(),
        _ => vec![expr],
    }
}
