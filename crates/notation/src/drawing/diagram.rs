//! A piece's moves and captures, as a diagram.

use nightrider_model::{Board, Square};

use super::grid::{Side, grid};
use super::symbol::Glyphs;

/// A piece on a board and the squares it reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// How the piece is shown, and where it stands.
    pub piece: (String, Square),
    /// Where it may go without capturing.
    pub moves: Vec<Square>,
    /// Where it may go without capturing as long as it has not moved.
    pub first_moves: Vec<Square>,
    /// Where it may capture.
    pub captures: Vec<Square>,
    /// Other pieces on the board, such as what a hopper needs to jump over, and how they are shown.
    pub others: Vec<(String, Square)>,
}

impl Diagram {
    /// What the marks of the drawing mean, as far as they occur.
    pub fn legend(&self) -> String {
        let both = self.moves.iter().any(|square| self.captures.contains(square));
        let moves = self.moves.iter().any(|square| !self.captures.contains(square));
        let captures = self.captures.iter().any(|square| !self.moves.contains(square));
        let marks = [
            (moves, "o moves"),
            (captures, "x captures"),
            (both, "* moves or captures"),
            (!self.first_moves.is_empty(), "1 moves as its first move only"),
        ];
        let words: Vec<&str> = marks.iter().filter(|(occurs, _)| *occurs).map(|(_, words)| *words).collect();
        words.join(", ")
    }

    /// Draws the board with the piece and its marks, see [`Diagram::legend`].
    pub fn draw(&self, board: &Board, glyphs: Glyphs) -> String {
        let (empty, hole) = match glyphs {
            Glyphs::Ascii => (".", "#"),
            Glyphs::Unicode | Glyphs::Coloured => ("·", "░"),
        };
        grid(board, Side::White, |square| {
            if let Some((text, _)) =
                self.others.iter().chain([&self.piece]).find(|(_, place)| *place == square)
            {
                return text.clone();
            }
            match (self.moves.contains(&square), self.captures.contains(&square)) {
                _ if board.is_hole(square) => hole,
                (true, true) => "*",
                (true, false) => "o",
                (false, true) => "x",
                (false, false) if self.first_moves.contains(&square) => "1",
                (false, false) => empty,
            }
            .to_owned()
        })
    }
}
