//! Squares and players, the two words everything else is said in.

use serde::{Deserialize, Serialize};

/// A square of a board, numbered rank by rank from a1: `rank * width + file`.
///
/// The number means nothing without the board's width; [`Board`](crate::Board) turns it into file, rank
/// and name. The order of the numbers is the *board order* of the language: a1, b1, ..., then rank 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Square(pub u8);

impl Square {
    /// The number as a `usize`, to look into tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the two players. White moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Player {
    /// The player at the bottom of the board, for whom forward is up.
    White,
    /// The player at the top of the board, for whom forward is down.
    Black,
}

impl Player {
    /// Both players, White first.
    pub const BOTH: [Player; 2] = [Player::White, Player::Black];

    /// The other player.
    #[must_use]
    #[inline]
    pub const fn opponent(self) -> Player {
        match self {
            Player::White => Player::Black,
            Player::Black => Player::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `White` or `Black`, as written in the language and in JSON.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Player::White => "White",
            Player::Black => "Black",
        }
    }
}

/// Something that may differ between the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerPlayer<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T: Clone> PerPlayer<T> {
    /// The same for both.
    #[inline]
    pub fn both(value: T) -> PerPlayer<T> {
        PerPlayer { white: value.clone(), black: value }
    }
}

impl<T> std::ops::Index<Player> for PerPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        match player {
            Player::White => &self.white,
            Player::Black => &self.black,
        }
    }
}

impl<T> std::ops::IndexMut<Player> for PerPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::White => &mut self.white,
            Player::Black => &mut self.black,
        }
    }
}
