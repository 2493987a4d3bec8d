//! The board field of a FEN without a game: its size and letters say all there is.

use std::fmt;

use nightrider_engine::program::{BareBoard, BarePiece};
use nightrider_model::{Board, Player, Square};

/// Reads pieces on a board from the first field of a FEN; the other fields are not looked at.
///
/// The board has the size of the text, at most 16 x 16. The letters of chess are its pieces, all other
/// letters are pieces without a name; upper case is White's. `*` is a hole.
///
/// ```
/// use nightrider_notation::read_bare_board;
/// let board = read_bare_board("5/5/X1p2/5/5 w").unwrap();
/// assert_eq!((board.board().width, board.board().height), (5, 5));
/// ```
///
/// # Errors
/// The first thing that keeps the text from being a board.
pub fn read_bare_board(fen: &str) -> Result<BareBoard, BareBoardError> {
    let field = fen.split_whitespace().next().ok_or(BareBoardError::Empty)?;
    let mut rows = Vec::new();
    for (index, text) in field.split('/').enumerate() {
        rows.push(read_rank(text).map_err(|fault| fault.on_rank(index, field))?);
    }
    let width = rows[0].len();
    let height = rows.len();
    if height > LARGEST || width > LARGEST {
        return Err(BareBoardError::TooLarge { width, height });
    }
    if let Some(index) = rows.iter().position(|row| row.len() != width) {
        return Err(BareBoardError::Uneven {
            rank: height - index,
            found: rows[index].len(),
            expected: width,
        });
    }
    // Both are at most 16, and a rank has at least one square.
    let mut board = Board::new(width as u8, height as u8);
    let cells: Vec<Cell> = rows.into_iter().rev().flatten().collect();
    let squares = || (0..cells.len()).map(|index| Square(index as u8));
    board.holes = squares().filter(|square| cells[square.index()] == Cell::Hole).collect();
    let mut bare = BareBoard::new(board);
    for square in squares() {
        if let Cell::Piece(piece) = cells[square.index()] {
            bare.set(square, Some(piece));
        }
    }
    Ok(bare)
}

/// The longest side of a board.
const LARGEST: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    Hole,
    Piece(BarePiece),
}

/// What is wrong inside one rank.
enum RankFault {
    Empty,
    Unknown(char),
    Count(String),
}

impl RankFault {
    fn on_rank(self, index: usize, field: &str) -> BareBoardError {
        let rank = field.split('/').count() - index;
        match self {
            RankFault::Empty => BareBoardError::EmptyRank { rank },
            RankFault::Unknown(character) => BareBoardError::UnknownCharacter { character, rank },
            RankFault::Count(found) => BareBoardError::Count { found, rank },
        }
    }
}

fn read_rank(text: &str) -> Result<Vec<Cell>, RankFault> {
    let mut cells = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let run = |of: fn(char) -> bool| rest[1..].find(|c| !of(c)).map_or(rest.len(), |at| at + 1);
        let length = match first {
            '0'..='9' => {
                let length = run(|c| c.is_ascii_digit());
                let count = rest[..length].parse().ok().filter(|count| (1..=LARGEST).contains(count));
                let count = count.ok_or_else(|| RankFault::Count(rest[..length.min(20)].to_owned()))?;
                cells.extend(std::iter::repeat_n(Cell::Empty, count));
                length
            }
            'a'..='z' | 'A'..='Z' => {
                let owner = if first.is_ascii_uppercase() { Player::White } else { Player::Black };
                let mut piece = BarePiece::of_letter(owner, first);
                let length = run(|c| c == '\'');
                if length > 1 {
                    // `N'` is another piece than the knight.
                    piece.kind = None;
                }
                cells.push(Cell::Piece(piece));
                length
            }
            '*' => {
                cells.push(Cell::Hole);
                1
            }
            unknown => return Err(RankFault::Unknown(unknown)),
        };
        rest = &rest[length..];
    }
    if cells.is_empty() { Err(RankFault::Empty) } else { Ok(cells) }
}

/// Why a text is no board. Ranks are counted from 1 at the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The fields are what the messages say.
pub enum BareBoardError {
    /// There is no text.
    Empty,
    /// More than 16 files or ranks.
    TooLarge { width: usize, height: usize },
    /// A rank has another length than the first one of the text.
    Uneven { rank: usize, found: usize, expected: usize },
    /// A rank without squares.
    EmptyRank { rank: usize },
    /// A character that is neither a letter nor a digit nor `*`.
    UnknownCharacter { character: char, rank: usize },
    /// A number of empty squares that is 0 or more than a rank can have.
    Count { found: String, rank: usize },
}

impl fmt::Display for BareBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BareBoardError::Empty => {
                write!(f, "the FEN is empty; write the ranks from the top, such as `8/8/3X4/8/8/8/8/8`")
            }
            BareBoardError::TooLarge { width, height } => {
                write!(
                    f,
                    "the FEN's board has {width} files and {height} ranks; at most 16 of each are possible"
                )
            }
            BareBoardError::Uneven { rank, found, expected } => write!(
                f,
                "rank {rank} of the FEN has {found} squares, but the top rank has {expected}; \
                 all ranks must be equally long"
            ),
            BareBoardError::EmptyRank { rank } => {
                write!(f, "rank {rank} of the FEN has no squares; write the number of empty ones")
            }
            BareBoardError::UnknownCharacter { character, rank } => write!(
                f,
                "`{character}` on rank {rank} of the FEN means nothing; pieces are letters, numbers count \
                 empty squares, `*` is a hole"
            ),
            BareBoardError::Count { found, rank } => {
                write!(
                    f,
                    "`{found}` on rank {rank} of the FEN is no number of empty squares; it must be 1 to 16"
                )
            }
        }
    }
}

impl std::error::Error for BareBoardError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_sizes() {
        let bare = read_bare_board("n'12*/kX3Q8/14 b KQkq - 0 1").unwrap();
        assert_eq!((bare.board().width, bare.board().height), (14, 3));
        let at = |name| bare.piece(bare.board().parse(name).unwrap());
        assert_eq!(at("a3").unwrap().kind, None);
        assert_eq!(at("a2").unwrap(), BarePiece::of_letter(Player::Black, 'k'));
        assert_eq!(at("b2").unwrap(), BarePiece { owner: Player::White, letter: 'X', kind: None });
        assert_eq!(at("f2").unwrap(), BarePiece::of_letter(Player::White, 'Q'));
        assert_eq!(at("c1"), None);
        assert!(bare.board().is_hole(bare.board().parse("n3").unwrap()));
    }

    #[test]
    fn faults_are_named() {
        let table = [
            ("", "the FEN is empty"),
            ("5/4/5", "rank 2 of the FEN has 4 squares, but the top rank has 5"),
            ("5//5", "rank 2 of the FEN has no squares"),
            ("5/5/2?2", "`?` on rank 1"),
            ("0/8", "`0` on rank 2"),
            ("99999999999999999999999999/8", "`99999999999999999999` on rank 2"),
            ("16x", "the FEN's board has 17 files and 1 ranks"),
            ("8/가8", "`가` on rank 1"),
        ];
        for (fen, message) in table {
            let error = read_bare_board(fen).expect_err(fen).to_string();
            assert!(error.contains(message), "{fen}: {error}");
        }
        assert!(read_bare_board(&["1"; 17].join("/")).is_err());
    }
}
