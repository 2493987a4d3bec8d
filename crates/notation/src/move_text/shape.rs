//! What the text of a move speaks of, taken out of the engine's move.

use nightrider_model::{PieceId, Square};

/// A move as its text sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Where the piece comes from.
    pub from: Square,
    /// Where it ends; the same square if it captures without moving.
    pub to: Square,
    /// The squares of the pieces it takes, in board order.
    pub captures: Vec<Square>,
    /// Whether the captures go without saying, as in en passant.
    pub quiet_about_captures: bool,
    /// What the piece becomes.
    pub becomes: Option<PieceId>,
    /// The partner's square, if the move castles.
    pub partner: Option<Square>,
    /// The answers to the optional triggers that ask, in order.
    pub answers: Vec<bool>,
}

impl Shape {
    /// The captures that the usual text names: those beside the target.
    pub fn captures_beside(&self) -> Vec<Square> {
        if self.quiet_about_captures {
            return Vec::new();
        }
        self.captures.iter().copied().filter(|square| *square != self.to || self.from == self.to).collect()
    }
}
