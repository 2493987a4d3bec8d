//! Numbered arrangements of pieces: the 960 starts of Chess960 and their like.

use serde::{Deserialize, Serialize};

use crate::{Board, PieceId, Placement, Player, Square};

/// `setup: shuffle`: some pieces of the setup stand in one of many numbered arrangements.
///
/// The lines are carried out in order, each choosing among the squares of its list that earlier lines left
/// free; the number is read as a mixed-radix number whose lowest digit is the first line's choice. The
/// squares are White's; Black's pieces stand on the same files, mirrored.
///
/// Chess960 in five lines gives the usual numbers (518 is the standard first rank): a bishop on one of four
/// light squares, one on one of four dark squares, the queen on one of the six squares left, two knights on
/// two of five, then rook, king and rook, in this order, on the last three.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shuffle {
    /// The lines in order, at least one.
    pub lines: Vec<ShuffleLine>,
    /// The number of the arrangement in force, below [`Shuffle::count`].
    pub number: u64,
}

/// One line of a shuffle: pieces in order from left to right, on a choice of as many squares.
///
/// The squares are in board order without duplicates, and contain all or none of the squares of each
/// earlier line, so that the number of choices never depends on earlier choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShuffleLine {
    /// The pieces, in the order in which they take the chosen squares in board order.
    pub pieces: Vec<PieceId>,
    /// White's squares to choose from.
    pub squares: Vec<Square>,
}

impl Shuffle {
    /// How many arrangements there are, `None` if more than a `u64` holds. Zero if some line has more pieces
    /// than squares are left to it.
    pub fn count(&self) -> Option<u64> {
        let mut used: Vec<(Square, usize)> = Vec::new();
        let mut count = 1u64;
        for line in &self.lines {
            let taken: usize = used
                .iter()
                .filter(|(first, _)| line.squares.contains(first))
                .map(|&(_, pieces)| pieces)
                .sum();
            let free = line.squares.len().saturating_sub(taken);
            count = count.checked_mul(choose(free as u64, line.pieces.len() as u64)?)?;
            if let Some(&first) = line.squares.first() {
                used.push((first, line.pieces.len()));
            }
        }
        Some(count)
    }

    /// The pieces of both players in the arrangement with a number, in no particular order; `None` if there
    /// is no such number.
    pub fn arrangement(&self, board: &Board, number: u64) -> Option<Vec<Placement>> {
        if number >= self.count()? {
            return None;
        }
        let mut rest = number;
        let mut taken: Vec<Square> = Vec::new();
        let mut placements = Vec::new();
        for line in &self.lines {
            let free: Vec<Square> =
                line.squares.iter().copied().filter(|square| !taken.contains(square)).collect();
            let choices = choose(free.len() as u64, line.pieces.len() as u64)?;
            let chosen = combination(&free, line.pieces.len(), rest.checked_rem(choices)?)?;
            rest /= choices;
            for (&square, &piece) in chosen.iter().zip(&line.pieces) {
                let mirrored = board
                    .at(i32::from(board.file(square)), i32::from(board.height - 1 - board.rank(square)))?;
                placements.push(Placement { square, piece, owner: Player::White });
                placements.push(Placement { square: mirrored, piece, owner: Player::Black });
            }
            taken.extend(chosen);
        }
        Some(placements)
    }
}

/// `n` choose `k`, if it fits.
fn choose(n: u64, k: u64) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    (0..k.min(n - k)).try_fold(1u64, |product, i| Some(product.checked_mul(n - i)? / (i + 1)))
}

/// The combination of `size` squares with a number, in lexicographic order.
fn combination(squares: &[Square], size: usize, number: u64) -> Option<Vec<Square>> {
    let mut rest = number;
    let mut chosen = Vec::with_capacity(size);
    for (index, &square) in squares.iter().enumerate() {
        let missing = size - chosen.len();
        if missing == 0 {
            break;
        }
        let with_it = choose((squares.len() - index - 1) as u64, missing as u64 - 1)?;
        if rest < with_it {
            chosen.push(square);
        } else {
            rest -= with_it;
        }
    }
    (chosen.len() == size).then_some(chosen)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const NAMES: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];

    fn chess960() -> Shuffle {
        let id = |name| PieceId(NAMES.iter().position(|&n| n == name).expect("one of the five") as u16);
        let line = |pieces: &str, squares: &[u8]| ShuffleLine {
            pieces: pieces.chars().map(id).collect(),
            squares: squares.iter().map(|&s| Square(s)).collect(),
        };
        let all: Vec<u8> = (0..8).collect();
        let lines = vec![
            line("B", &[1, 3, 5, 7]),
            line("B", &[0, 2, 4, 6]),
            line("Q", &all),
            line("NN", &all),
            line("RKR", &all),
        ];
        Shuffle { lines, number: 518 }
    }

    fn rank(shuffle: &Shuffle, number: u64, player: Player) -> String {
        let board = Board::new(8, 8);
        let mut pieces = shuffle.arrangement(&board, number).expect("in range");
        pieces.retain(|p| p.owner == player);
        pieces.sort_by_key(|p| p.square);
        let first = if player == Player::White { 0 } else { 56 };
        assert_eq!(pieces.iter().map(|p| p.square.0 - first).collect::<Vec<_>>(), (0..8).collect::<Vec<_>>());
        pieces.iter().map(|p| NAMES[p.piece.index()]).collect()
    }

    #[test]
    fn chess960_has_its_usual_numbers() {
        let shuffle = chess960();
        // The table every Chess960 site prints.
        for (number, expected) in
            [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")]
        {
            assert_eq!(rank(&shuffle, number, Player::White), expected);
            assert_eq!(rank(&shuffle, number, Player::Black), expected);
        }
    }

    #[test]
    fn all_960_differ_and_no_other_number_exists() {
        let shuffle = chess960();
        assert_eq!(shuffle.count(), Some(960));
        let all: BTreeSet<String> = (0..960).map(|n| rank(&shuffle, n, Player::White)).collect();
        assert_eq!(all.len(), 960);
        assert_eq!(shuffle.arrangement(&Board::new(8, 8), 960), None);
    }

    #[test]
    fn too_few_squares_give_no_arrangement() {
        let mut shuffle = chess960();
        shuffle.lines[3].squares.truncate(1);
        assert_eq!(shuffle.count(), Some(0));
        assert_eq!(shuffle.arrangement(&Board::new(8, 8), 0), None);
    }
}
