//! Lints: what a game defines and never uses, and what can never happen. Only the text the user asked about
//! is judged, not the games it builds on.

mod never;
mod state;
mod unused;

use std::collections::BTreeSet;

use nightrider_model::{PieceId, Variant};

use super::Checker;
use super::ends::EndsRead;

impl Checker<'_> {
    /// Everything worth a warning in a game without errors.
    pub fn lints(&mut self, variant: &Variant, ends: &EndsRead) {
        let present = self.present(variant);
        self.unused_definitions();
        self.unused_pieces(variant, &present);
        self.state_lints();
        self.constant_conditions(variant, &present);
        self.endless_game(variant, ends, &present);
    }

    /// The piece types that can ever stand on the board: those of the set-up and those made in the game.
    fn present(&self, variant: &Variant) -> BTreeSet<PieceId> {
        let mut present: BTreeSet<PieceId> = self.usage.made.clone();
        present.extend(variant.setup.pieces.iter().map(|placement| placement.piece));
        let all = || (0..variant.pieces.len()).map(|index| PieceId(index as u16));
        if self.usage.makes_any {
            present.extend(all());
        }
        present.extend(all().filter(|piece| self.scripts.mentions(&variant.piece(*piece).name)));
        let promotes = |piece: &PieceId| {
            let piece = variant.piece(*piece);
            piece.traits.promote || never::has_promote(piece)
        };
        if present.iter().any(promotes) {
            present.extend(&self.usage.promoted);
        }
        present
    }
}
