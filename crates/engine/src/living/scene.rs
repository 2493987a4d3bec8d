//! What expressions see of a position.

use nightrider_model::{Counter, FieldId, PieceId, Player, Square, Value, Variant};

use crate::bitboard::Bitboard;
use crate::expr::World;
use crate::kind::Kind;
use crate::position::Position;
use crate::rules::RulesFor;

/// A position as a [`World`] for expressions.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a, B: Bitboard> {
    pub rules: &'a RulesFor<B>,
    pub position: &'a Position<B>,
}

impl<B: Bitboard> World for Scene<'_, B> {
    fn variant(&self) -> &Variant {
        &self.rules.variant
    }

    fn piece_on(&self, square: Square) -> Option<(PieceId, Player)> {
        self.position.at(square).map(|kind| (kind.piece(), kind.owner()))
    }

    fn squares(&self, piece: Option<PieceId>, owner: Option<Player>) -> impl Iterator<Item = Square> {
        let set = match (piece, owner) {
            (None, None) => self.position.occupied(),
            (None, Some(owner)) => self.position.owned(owner),
            (Some(piece), None) => self.position.of_type(piece),
            (Some(piece), Some(owner)) => self.position.of_kind(Kind::new(piece, owner)),
        };
        set.squares()
    }

    fn has_moved(&self, square: Square) -> bool {
        !self.position.is_unmoved(square)
    }

    fn piece_state(&self, square: Square, field: FieldId) -> Option<&Value> {
        Some(self.position.piece_state(square, field))
    }

    fn game_state(&self, field: FieldId) -> Option<&Value> {
        self.position.shared_state(None, field)
    }

    fn player_state(&self, player: Player, field: FieldId) -> Option<&Value> {
        self.position.shared_state(Some(player), field)
    }

    fn in_check(&self, player: Player) -> bool {
        crate::attack::in_check(self.rules, self.position, player)
    }

    fn full_move(&self) -> u32 {
        self.position.ledger.full_move
    }

    fn halfmove_clock(&self) -> u32 {
        self.position.ledger.halfmove_clock
    }

    fn counter(&self, player: Player, counter: Counter) -> u32 {
        let counters = self.position.counters(player);
        match counter {
            Counter::Checks => counters.checks,
            Counter::Captures => counters.captures,
            Counter::Moves => counters.moves,
        }
    }

    fn lost_all(&self, player: Player, piece: PieceId) -> bool {
        let kind = Kind::new(piece, player);
        self.position.ever_had(kind) && self.position.of_kind(kind).is_empty()
    }
}
