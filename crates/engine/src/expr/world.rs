//! What an expression can see of the game.

use nightrider_model::{Counter, FieldId, PieceId, Player, Square, Value, Variant};

use super::{Datum, Fault, Frame};

/// What an expression can see of the game. The default answers are those of a place where the question
/// makes no sense: nothing, never, none.
pub trait World {
    /// The game.
    fn variant(&self) -> &Variant;
    /// What stands on a square.
    fn piece_on(&self, square: Square) -> Option<(PieceId, Player)>;
    /// The squares of the pieces of a type and owner (`None`: of any), in board order.
    fn squares(&self, piece: Option<PieceId>, owner: Option<Player>) -> impl Iterator<Item = Square>;
    /// Whether the piece on a square has moved.
    fn has_moved(&self, _square: Square) -> bool {
        false
    }
    /// A state field of the piece on a square; `None` if the piece lacks the field.
    fn piece_state(&self, _square: Square, _field: FieldId) -> Option<&Value> {
        None
    }
    /// A field of `game.state`; `None` if it was never set.
    fn game_state(&self, _field: FieldId) -> Option<&Value> {
        None
    }
    /// A field of `player.state`; `None` if it was never set.
    fn player_state(&self, _player: Player, _field: FieldId) -> Option<&Value> {
        None
    }
    /// The value of a type in hundredths of a pawn.
    fn value_of(&self, piece: PieceId) -> i32 {
        self.variant().piece(piece).value.unwrap_or(0)
    }
    /// Whether a royal of the player is attacked.
    fn in_check(&self, _player: Player) -> bool {
        false
    }
    /// The number of the full move.
    fn full_move(&self) -> u32 {
        0
    }
    /// Plies since the last capture or move that restarts the clock.
    fn halfmove_clock(&self) -> u32 {
        0
    }
    /// A counter of a player.
    fn counter(&self, _player: Player, _counter: Counter) -> u32 {
        0
    }
    /// How many times the position has occurred.
    fn position_count(&self) -> u32 {
        0
    }
    /// Whether the player had pieces of this type and has none left.
    fn lost_all(&self, _player: Player, _piece: PieceId) -> bool {
        false
    }
    /// Whether the player is to move and has no legal move.
    fn no_moves(&self, _player: Player) -> bool {
        false
    }
    /// Whether neither side can win, as far as the pieces' moves prove it.
    fn insufficient(&self) -> bool {
        false
    }
    /// The squares that pieces of a type of the player can reach with one legal move.
    fn reachable(&self, _player: Player, _piece: PieceId) -> Vec<Square> {
        Vec::new()
    }
    /// Calls a function of a script, which may look but change nothing.
    ///
    /// # Errors
    /// Where no script can run, and if the function fails.
    fn call_script(&self, name: &str, _arguments: &[Datum], _frame: &mut Frame) -> Result<Datum, Fault> {
        Err(Fault::NoSuchFunction(name.to_string()))
    }
}

/// The world in which the fixed part of a pattern's condition is decided when a game is compiled: one piece
/// on its origin, nothing else.
pub struct FixedWorld<'a> {
    /// The game.
    pub variant: &'a Variant,
    /// The piece.
    pub piece: PieceId,
    /// Its owner.
    pub owner: Player,
    /// Where it stands.
    pub origin: Square,
}

impl World for FixedWorld<'_> {
    fn variant(&self) -> &Variant {
        self.variant
    }

    fn piece_on(&self, square: Square) -> Option<(PieceId, Player)> {
        (square == self.origin).then_some((self.piece, self.owner))
    }

    fn squares(&self, piece: Option<PieceId>, owner: Option<Player>) -> impl Iterator<Item = Square> {
        let it =
            piece.is_none_or(|piece| piece == self.piece) && owner.is_none_or(|owner| owner == self.owner);
        it.then_some(self.origin).into_iter()
    }
}
