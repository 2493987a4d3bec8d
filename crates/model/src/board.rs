//! The board: its size, the squares that do not exist, and named zones.

use serde::{Deserialize, Serialize};

use crate::{Square, ZoneId};

/// A rectangular board of 1 to 16 files and 1 to 16 ranks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Number of files (a, b, ...), 1 to 16.
    pub width: u8,
    /// Number of ranks (1, 2, ...), 1 to 16.
    pub height: u8,
    /// Squares that do not exist: nothing can enter or pass them. In board order, no duplicates.
    pub holes: Vec<Square>,
    /// Named sets of squares.
    pub zones: Vec<Zone>,
}

/// A named set of squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone {
    /// The name as written.
    pub name: String,
    /// Its squares in board order, no duplicates.
    pub squares: Vec<Square>,
}

impl Board {
    /// A board without holes or zones.
    #[inline]
    pub const fn new(width: u8, height: u8) -> Board {
        Board { width, height, holes: Vec::new(), zones: Vec::new() }
    }

    /// Number of squares, holes included.
    #[inline]
    pub const fn len(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the board has no squares (no checked board is empty).
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The square at a file and rank counted from 0, if it lies within the rectangle. Holes are not
    /// considered.
    #[inline]
    pub fn at(&self, file: i32, rank: i32) -> Option<Square> {
        let on = (0..i32::from(self.width)).contains(&file) && (0..i32::from(self.height)).contains(&rank);
        on.then(|| Square((rank * i32::from(self.width) + file) as u8))
    }

    /// The file of a square, counted from 0.
    #[inline]
    pub const fn file(&self, square: Square) -> u8 {
        square.0 % self.width
    }

    /// The rank of a square, counted from 0 (White's first rank).
    #[inline]
    pub const fn rank(&self, square: Square) -> u8 {
        square.0 / self.width
    }

    /// The square `dx` files to the right and `dy` ranks up, if within the rectangle.
    #[inline]
    pub fn offset(&self, square: Square, dx: i32, dy: i32) -> Option<Square> {
        self.at(i32::from(self.file(square)) + dx, i32::from(self.rank(square)) + dy)
    }

    /// All squares in board order, holes included.
    #[inline]
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.len()).map(|index| Square(index as u8))
    }

    /// Whether the square is a hole.
    #[inline]
    pub fn is_hole(&self, square: Square) -> bool {
        self.holes.binary_search(&square).is_ok()
    }

    /// King-move distance between two squares.
    #[inline]
    pub const fn distance(&self, a: Square, b: Square) -> u8 {
        let files = self.file(a).abs_diff(self.file(b));
        let ranks = self.rank(a).abs_diff(self.rank(b));
        if files > ranks { files } else { ranks }
    }

    /// The name of a square: `e4`, `j10`.
    #[inline]
    pub fn name(&self, square: Square) -> String {
        format!("{}{}", (b'a' + self.file(square)) as char, self.rank(square) + 1)
    }

    /// The square of a name such as `e4` or `j10`, if it is on this board (holes included).
    ///
    /// ```
    /// use nightrider_model::{Board, Square};
    /// let board = Board::new(10, 10);
    /// assert_eq!(board.parse("a2"), Some(Square(10)));
    /// assert_eq!(board.parse("k1"), None);
    /// ```
    #[inline]
    pub fn parse(&self, name: &str) -> Option<Square> {
        let mut letters = name.chars();
        let file = letters.next().filter(char::is_ascii_lowercase)? as i32 - 'a' as i32;
        let digits = letters.as_str();
        let plain =
            !digits.starts_with('0') && digits.len() <= 2 && digits.bytes().all(|b| b.is_ascii_digit());
        let rank: i32 = plain.then(|| digits.parse().ok())??;
        self.at(file, rank - 1)
    }

    /// The zone with an index.
    #[inline]
    pub fn zone(&self, zone: ZoneId) -> &Zone {
        &self.zones[zone.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for (width, height) in [(1, 1), (5, 6), (8, 8), (10, 10), (16, 16)] {
            let board = Board::new(width, height);
            for square in board.squares() {
                assert_eq!(board.parse(&board.name(square)), Some(square));
            }
        }
    }

    #[test]
    fn names_off_the_board_or_misshapen_are_refused() {
        let board = Board::new(8, 8);
        for name in ["", "e", "4", "i1", "a9", "a0", "a01", "E4", "e4x", "é4", "e+4", "a99999"] {
            assert_eq!(board.parse(name), None, "{name}");
        }
    }

    #[test]
    fn distance_counts_king_moves() {
        let board = Board::new(10, 8);
        let square = |name| board.parse(name).expect("on the board");
        assert_eq!(board.distance(square("a1"), square("c5")), 4);
        assert_eq!(board.distance(square("j1"), square("a8")), 9);
        assert_eq!(board.distance(square("d4"), square("d4")), 0);
    }
}
