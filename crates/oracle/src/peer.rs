//! What another engine has to offer to be compared with.

use nightrider::model::Player;

/// A position of another engine.
///
/// Moves are text as in UCI's Chess960 mode: `e2e4`, `e7e8q`, and castling as the king taking its rook.
pub trait Peer {
    /// What the engine is called in reports.
    const NAME: &'static str;
    /// Whether it knows draws for want of material.
    const JUDGES_MATERIAL: bool;

    /// The legal moves, in any order.
    fn moves(&self) -> Vec<String>;

    /// Whether the player to move is in check.
    fn in_check(&self) -> bool;

    /// How the game stands, repetition and the fifty-move rule not considered.
    fn verdict(&self) -> Verdict;

    /// Plays one of its legal moves.
    fn play(&mut self, text: &str);
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It goes on.
    Open,
    /// Somebody has won.
    Won(Player),
    /// It is drawn by stalemate or by the game's own rules.
    Drawn,
    /// It is drawn because neither side has the material to win.
    TooLittle,
}
