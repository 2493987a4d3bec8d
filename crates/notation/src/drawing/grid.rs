//! The frame of every drawing: ranks, files and cells of equal width.

use nightrider_model::{Board, Square};
use unicode_width::UnicodeWidthStr;

/// Which side of the board is at the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// White's.
    #[default]
    White,
    /// Black's.
    Black,
}

/// Draws a board whose squares show the given texts, with the numbers of the ranks on the left and the
/// letters of the files below. Every line ends in a line break.
///
/// Cells are as wide as the widest text, counted in columns of a terminal.
///
/// ```
/// use nightrider_model::Board;
/// use nightrider_notation::drawing::{Side, grid};
/// let board = Board::new(3, 2);
/// let text = grid(&board, Side::White, |square| if square.0 == 4 { "N" } else { "." }.to_owned());
/// assert_eq!(text, "  2  . N .\n  1  . . .\n\n     a b c\n");
/// ```
pub fn grid(board: &Board, bottom: Side, cell: impl Fn(Square) -> String) -> String {
    let cells: Vec<String> = board.squares().map(cell).collect();
    let width = cells.iter().map(|text| text.width()).max().unwrap_or(1).max(1);
    let numbers = if board.height > 9 { 2 } else { 1 };
    let mut ranks: Vec<u8> = (0..board.height).rev().collect();
    let mut files: Vec<u8> = (0..board.width).collect();
    if bottom == Side::Black {
        ranks.reverse();
        files.reverse();
    }
    let line = |texts: Vec<&str>| {
        let padded: Vec<String> = texts
            .iter()
            .map(|text| format!("{text}{}", " ".repeat(width - text.width().min(width))))
            .collect();
        padded.join(" ").trim_end().to_owned()
    };
    let mut drawing = String::new();
    for rank in ranks {
        let row = files.iter().map(|file| cells[usize::from(rank * board.width + file)].as_str()).collect();
        drawing.push_str(format!("  {:>numbers$}  {}", rank + 1, line(row)).trim_end());
        drawing.push('\n');
    }
    let letters: Vec<String> = files.iter().map(|file| ((b'a' + file) as char).to_string()).collect();
    let letters = line(letters.iter().map(String::as_str).collect());
    drawing.push_str(&format!("\n  {:numbers$}  {letters}\n", ""));
    drawing
}
