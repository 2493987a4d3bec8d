//! Where things are on the screen: the board's squares, the panel beside it, the lines below.

use nightrider::model::{Board, Square};
use ratatui::layout::{Position, Rect};

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The board with its coordinates.
    pub board: BoardLayout,
    /// Players, moves and events; empty on a small screen.
    pub panel: Rect,
    /// What is going on, and what is being typed.
    pub status: Rect,
    /// The most important keys; empty on a small screen.
    pub keys: Rect,
}

/// The squares on the screen.
///
/// A board that does not fit is shown in part, always with the cursor in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLayout {
    /// Columns and rows of a square.
    pub cell: (u16, u16),
    /// Columns of the rank numbers on the left and rows of the file letters below; 0 where there is no room.
    pub margin: (u16, u16),
    /// The part of the screen the shown squares cover.
    pub squares: Rect,
    /// Files and ranks shown.
    pub shown: (u8, u8),
    /// The first column and row of the whole drawing that is shown, counted in squares from the top left.
    first: (u8, u8),
    /// Files and ranks of the board.
    size: (u8, u8),
    flipped: bool,
}

/// Sizes of a square, from the largest.
const CELLS: [(u16, u16); 5] = [(8, 4), (6, 3), (4, 2), (3, 1), SMALLEST];
const SMALLEST: (u16, u16) = (2, 1);
/// The least width of a panel worth having.
const PANEL: u16 = 24;

impl Layout {
    /// Lays out a screen for a board.
    pub fn new(area: Rect, board: &Board, flipped: bool, cursor: Square) -> Layout {
        let status_rows = if area.height >= 12 { 2 } else { area.height.min(1) };
        let key_rows = u16::from(area.height >= 8);
        let rows = area.height - status_rows - key_rows;
        let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
        let above = row(0, rows);

        let numbers = if board.height > 9 { 3 } else { 2 };
        let width_of = |cell: (u16, u16)| numbers + cell.0 * u16::from(board.width);
        let smallest = width_of(SMALLEST);
        let room = area.width.saturating_sub(smallest + 1);
        let panel_width = if room >= PANEL && rows >= 5 { room.min(PANEL + area.width / 10) } else { 0 };
        let gap = u16::from(panel_width > 0);
        let board_area = Rect { width: area.width - panel_width - gap, ..above };
        let layout = BoardLayout::new(board_area, board, flipped, cursor);
        let board_right = (layout.squares.right() + gap).min(area.right());
        let panel = if panel_width == 0 {
            Rect { width: 0, height: 0, ..above }
        } else {
            Rect { x: board_right + 1, width: (area.right() - board_right - 1).min(PANEL * 2), ..above }
        };
        Layout {
            board: layout,
            panel,
            status: row(rows, status_rows),
            keys: row(rows + status_rows, key_rows),
        }
    }
}

impl BoardLayout {
    fn new(area: Rect, board: &Board, flipped: bool, cursor: Square) -> BoardLayout {
        let (files, ranks) = (u16::from(board.width), u16::from(board.height));
        let numbers = if board.height > 9 { 3 } else { 2 };
        let fits =
            |cell: &&(u16, u16)| numbers + cell.0 * files <= area.width && cell.1 * ranks < area.height;
        let (cell, margin) = match CELLS.iter().find(fits) {
            Some(cell) => (*cell, (numbers, 1)),
            None => {
                let cell = SMALLEST;
                // Coordinates only where they leave room for a few squares.
                let left = if area.width >= numbers + 4 * cell.0 { numbers } else { 0 };
                (cell, (left, u16::from(area.height >= 4)))
            }
        };
        let count = |room: u16, cell: u16, all: u16| (room / cell).min(all) as u8;
        let shown = (
            count(area.width.saturating_sub(margin.0), cell.0, files),
            count(area.height.saturating_sub(margin.1), cell.1, ranks),
        );
        let mut layout = BoardLayout {
            cell,
            margin,
            squares: Rect {
                x: area.x + margin.0.min(area.width),
                y: area.y,
                width: cell.0 * u16::from(shown.0),
                height: cell.1 * u16::from(shown.1),
            },
            shown,
            first: (0, 0),
            size: (board.width, board.height),
            flipped,
        };
        let (column, row) = layout.place(cursor);
        let scroll = |at: u8, shown: u8, all: u8| at.saturating_sub(shown / 2).min(all.saturating_sub(shown));
        layout.first = (scroll(column, shown.0, board.width), scroll(row, shown.1, board.height));
        layout
    }

    /// Column and row of a square in the whole drawing, from the top left.
    fn place(&self, square: Square) -> (u8, u8) {
        let (width, height) = self.size;
        let (file, rank) = (square.0 % width, square.0 / width);
        if self.flipped { (width - 1 - file, rank) } else { (file, height - 1 - rank) }
    }

    /// The square at a column and row of the whole drawing.
    fn square(&self, column: u8, row: u8) -> Square {
        let (width, height) = self.size;
        let (file, rank) = if self.flipped { (width - 1 - column, row) } else { (column, height - 1 - row) };
        Square((u16::from(rank) * u16::from(width) + u16::from(file)) as u8)
    }

    /// The squares that are shown, row by row from the top left.
    pub fn squares_shown(&self) -> impl Iterator<Item = Square> + use<> {
        let layout = *self;
        (0..layout.shown.1).flat_map(move |row| {
            (0..layout.shown.0)
                .map(move |column| layout.square(layout.first.0 + column, layout.first.1 + row))
        })
    }

    /// Where a square is on the screen, if it is shown.
    pub fn cell_of(&self, square: Square) -> Option<Rect> {
        let (column, row) = self.place(square);
        let column = column.checked_sub(self.first.0).filter(|column| *column < self.shown.0)?;
        let row = row.checked_sub(self.first.1).filter(|row| *row < self.shown.1)?;
        Some(Rect {
            x: self.squares.x + u16::from(column) * self.cell.0,
            y: self.squares.y + u16::from(row) * self.cell.1,
            width: self.cell.0,
            height: self.cell.1,
        })
    }

    /// The square under a point of the screen.
    pub fn square_at(&self, point: Position) -> Option<Square> {
        if !self.squares.contains(point) {
            return None;
        }
        let column = ((point.x - self.squares.x) / self.cell.0) as u8;
        let row = ((point.y - self.squares.y) / self.cell.1) as u8;
        Some(self.square(self.first.0 + column, self.first.1 + row))
    }

    /// The square so many columns to the right and rows down on the screen, if there is one.
    pub fn neighbour(&self, square: Square, right: i16, down: i16) -> Option<Square> {
        let (column, row) = self.place(square);
        let column = i16::from(column) + right;
        let row = i16::from(row) + down;
        let inside =
            (0..i16::from(self.size.0)).contains(&column) && (0..i16::from(self.size.1)).contains(&row);
        inside.then(|| self.square(column as u8, row as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(columns: u16, rows: u16, width: u8, height: u8, cursor: u8) -> Layout {
        Layout::new(Rect::new(0, 0, columns, rows), &Board::new(width, height), false, Square(cursor))
    }

    #[test]
    fn squares_grow_with_the_screen() {
        let cell = |columns, rows| layout(columns, rows, 8, 8, 0).board.cell;
        assert_eq!(cell(200, 60), (8, 4));
        assert_eq!(cell(100, 30), (6, 3));
        assert_eq!(cell(80, 24), (4, 2));
        assert_eq!(cell(80, 12), (3, 1));
        assert_eq!(cell(20, 12), (2, 1));
        assert_eq!(cell(80, 10), (2, 1));
    }

    #[test]
    fn a_board_too_large_is_shown_around_the_cursor() {
        let board = layout(20, 5, 16, 16, 16 * 10 + 3).board;
        assert_ne!(board.shown, (16, 16));
        assert!(board.cell_of(Square(16 * 10 + 3)).is_some());
        assert_eq!(board.cell_of(Square(0)), None);
    }

    #[test]
    fn every_shown_square_is_where_it_says() {
        for (columns, rows) in [(200, 60), (80, 24), (40, 12), (20, 5), (9, 4), (1, 1), (0, 0), (5, 200)] {
            for (width, height) in [(8, 8), (1, 1), (16, 16), (3, 11)] {
                for flipped in [false, true] {
                    let board = Board::new(width, height);
                    for cursor in board.squares() {
                        let area = Rect::new(0, 0, columns, rows);
                        let layout = Layout::new(area, &board, flipped, cursor).board;
                        for square in layout.squares_shown() {
                            let cell = layout.cell_of(square).expect("shown");
                            assert_eq!(area.intersection(cell), cell, "outside the screen");
                            assert_eq!(layout.square_at(cell.as_position()), Some(square));
                        }
                        let seen = layout.cell_of(cursor).is_some();
                        assert_eq!(seen, layout.shown.0 > 0 && layout.shown.1 > 0);
                    }
                }
            }
        }
    }

    #[test]
    fn neighbours_follow_the_screen() {
        let board = Board::new(8, 8);
        let at = |flipped| Layout::new(Rect::new(0, 0, 80, 24), &board, flipped, Square(0)).board;
        let e4 = board.parse("e4").expect("a square");
        assert_eq!(at(false).neighbour(e4, 0, -1), board.parse("e5"));
        assert_eq!(at(true).neighbour(e4, 0, -1), board.parse("e3"));
        assert_eq!(at(true).neighbour(e4, 1, 0), board.parse("d4"));
        assert_eq!(at(false).neighbour(Square(0), -1, 0), None);
    }
}
