//! The starting position.

use serde::{Deserialize, Serialize};

use crate::{PieceId, Player, Square};

/// Where the pieces stand at the start. White moves first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The pieces in board order, at most one a square.
    pub pieces: Vec<Placement>,
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
