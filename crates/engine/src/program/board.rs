//! What a Chessembly program may ask about the board it runs on.

use nightrider_model::program::{KeyId, NameId};
use nightrider_model::{Player, Square};

/// A board as one player's piece sees it while its program runs.
///
/// Squares passed in lie within the rectangle given by [`width`](ProgramBoard::width) and
/// [`height`](ProgramBoard::height). The board must not change during a run: the piece's own square goes on
/// being an ally.
pub trait ProgramBoard {
    /// Number of files, 1 to 16.
    fn width(&self) -> u8;

    /// Number of ranks, 1 to 16.
    fn height(&self) -> u8;

    /// The player whose piece runs the program.
    fn mover(&self) -> Player;

    /// What stands on a square.
    fn occupant(&self, square: Square) -> Occupant;

    /// Whether a piece whose type has the name stands on the square, of either player.
    fn is_named(&self, square: Square, name: NameId) -> bool;

    /// Whether an enemy could capture a piece of the mover's that stood on the square. Programs that are
    /// run to find this out must be run with [`ThreatWords::ReadFalse`], or the two would ask each other
    /// for ever.
    fn is_attacked(&self, square: Square) -> bool;

    /// Whether a royal piece of the mover's is attacked; the note at [`is_attacked`](Self::is_attacked)
    /// holds here too.
    fn in_check(&self) -> bool;

    /// A player's state under a key; 0 if it was never set.
    fn state(&self, player: Player, key: KeyId) -> i32;
}

/// What stands on a square, seen by the piece that runs the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occupant {
    /// Nothing.
    Empty,
    /// A piece of the mover's, the running piece itself included.
    Ally,
    /// A piece of the opponent's.
    Enemy,
    /// Nothing ever: a hole of the board.
    Wall,
}

/// What `danger` and `check` mean in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreatWords {
    /// They ask the board.
    Answered,
    /// They are false: the run itself serves to find out what is attacked.
    ReadFalse,
}
