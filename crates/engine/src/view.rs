//! What conditions can see of a position.

use nightrider_model::{Counter, FieldId, PieceId, Player, Square, Value, Variant};

use crate::attack;
use crate::bitboard::Bitboard;
use crate::expr::{Datum, Fault, Frame, World};
use crate::legal;
use crate::living;
use crate::position::Position;
use crate::rules::RulesFor;

/// A position as conditions see it.
pub(crate) struct View<'a, B: Bitboard> {
    pub rules: &'a RulesFor<B>,
    pub position: &'a Position<B>,
    /// What `check` reads.
    pub check: CheckReading,
    /// What only a whole game knows.
    pub game: GameFacts,
}

/// What `check` reads. To find out whether a piece attacks may lead to the question if its own side is in
/// check, and that again to attacks: the question ends there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckReading {
    /// The truth.
    Truth,
    /// Whether something attacks, where what attacks only in check or only out of check is taken to be out
    /// of check.
    WithinAttack,
    /// False.
    Never,
}

/// What a position does not know about its game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GameFacts {
    /// How many times the position has occurred.
    pub position_count: u32,
    /// Whether the player to move has no legal move.
    pub no_moves: bool,
}

impl<'a, B: Bitboard> View<'a, B> {
    pub(crate) fn new(rules: &'a RulesFor<B>, position: &'a Position<B>) -> View<'a, B> {
        View { rules, position, check: CheckReading::Truth, game: GameFacts::default() }
    }
}

impl<B: Bitboard> World for View<'_, B> {
    fn variant(&self) -> &Variant {
        &self.rules.variant
    }

    fn piece_on(&self, square: Square) -> Option<(PieceId, Player)> {
        self.position.at(square).map(|kind| (kind.piece(), kind.owner()))
    }

    fn squares(&self, piece: Option<PieceId>, owner: Option<Player>) -> impl Iterator<Item = Square> {
        let owned = owner.map_or(self.position.occupied(), |owner| self.position.owned(owner));
        let typed = piece.map_or(owned, |piece| owned & self.position.of_type(piece));
        typed.squares()
    }

    fn has_moved(&self, square: Square) -> bool {
        !self.position.is_unmoved(square)
    }

    fn piece_state(&self, square: Square, field: FieldId) -> Option<&Value> {
        Some(self.position.piece_state(square, field)).filter(|value| **value != Value::Null)
    }

    fn game_state(&self, field: FieldId) -> Option<&Value> {
        self.position.shared_state(None, field)
    }

    fn player_state(&self, player: Player, field: FieldId) -> Option<&Value> {
        self.position.shared_state(Some(player), field)
    }

    fn in_check(&self, player: Player) -> bool {
        match self.check {
            CheckReading::Truth => attack::in_check(self.rules, self.position, player),
            CheckReading::WithinAttack => attack::in_check_within_attack(self.rules, self.position, player),
            CheckReading::Never => false,
        }
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

    fn position_count(&self) -> u32 {
        self.game.position_count
    }

    fn lost_all(&self, player: Player, piece: PieceId) -> bool {
        let kind = crate::kind::Kind::new(piece, player);
        self.position.ever_had(kind) && self.position.of_kind(kind).is_empty()
    }

    fn call_script(&self, name: &str, arguments: &[Datum], frame: &mut Frame) -> Result<Datum, Fault> {
        living::call_in_condition(self, name, arguments, frame)
    }

    fn no_moves(&self, player: Player) -> bool {
        self.game.no_moves && player == self.position.turn()
    }

    fn insufficient(&self) -> bool {
        self.rules.material.is_insufficient(self.rules, self.position)
    }

    fn reachable(&self, player: Player, piece: PieceId) -> Vec<Square> {
        let mut position = self.position.clone();
        if position.turn() != player {
            position.set_turn(self.rules, player, 1);
        }
        let moves = legal::legal_moves(self.rules, &mut position).into_iter();
        let of_piece = moves.filter(|m| position.at(m.from()).is_some_and(|kind| kind.piece() == piece));
        let mut squares: Vec<Square> = of_piece.map(|m| m.to()).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }
}
