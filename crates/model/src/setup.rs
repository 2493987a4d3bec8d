//! The starting position.

use serde::{Deserialize, Serialize};

use crate::{Board, PieceId, Player, Shuffle, Square};

/// Where the pieces stand at the start. White moves first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The pieces in board order, at most one a square.
    pub pieces: Vec<Placement>,
    /// The numbered arrangements that some of these pieces stand in, as in Chess960. The pieces of the
    /// arrangement in force are among `pieces`. King and partner may then start anywhere, so the move text of
    /// such a game writes castling as the king taking its partner.
    pub shuffle: Option<Shuffle>,
}

impl Setup {
    /// This setup with its shuffled pieces in the arrangement of another number. `None` if nothing is
    /// shuffled or there is no such number.
    pub fn arranged(&self, board: &Board, number: u64) -> Option<Setup> {
        let mut shuffle = self.shuffle.clone()?;
        let old = shuffle.arrangement(board, shuffle.number)?;
        let new = shuffle.arrangement(board, number)?;
        // What the game's text put on squares of the shuffle afterwards stays.
        let mut pieces: Vec<Placement> =
            self.pieces.iter().copied().filter(|placement| !old.contains(placement)).collect();
        for placement in new {
            if !pieces.iter().any(|other| other.square == placement.square) {
                pieces.push(placement);
            }
        }
        pieces.sort_by_key(|placement| placement.square);
        shuffle.number = number;
        Some(Setup { pieces, shuffle: Some(shuffle) })
    }
}

/// A piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    /// Where it stands.
    pub square: Square,
    /// What it is.
    pub piece: PieceId,
    /// Whose it is.
    pub owner: Player,
}
