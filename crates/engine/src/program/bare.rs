//! Pieces on a board without a game: enough for a program to run on.

use nightrider_model::program::{KeyId, NameId, Program};
use nightrider_model::{Board, Player, Square};

use super::{Occupant, ProgramBoard};

/// Pieces on a board, and nothing else: no rules, no turn, no state. The standard pieces attack as they do
/// in chess; all others attack nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BareBoard {
    board: Board,
    pieces: Vec<Option<BarePiece>>,
}

/// A piece of a [`BareBoard`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarePiece {
    /// Whose it is.
    pub owner: Player,
    /// The letter it is shown as, in upper case.
    pub letter: char,
    /// What it is, if it is one of the standard pieces.
    pub kind: Option<StandardPiece>,
}

impl BarePiece {
    /// The piece of a letter: one of the standard pieces, or a piece without a name.
    pub fn of_letter(owner: Player, letter: char) -> BarePiece {
        BarePiece { owner, letter: letter.to_ascii_uppercase(), kind: StandardPiece::of_letter(letter) }
    }
}

/// The six pieces of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The pieces of chess.
pub enum StandardPiece {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl StandardPiece {
    /// All six.
    pub const ALL: [StandardPiece; 6] = [
        StandardPiece::Pawn,
        StandardPiece::Knight,
        StandardPiece::Bishop,
        StandardPiece::Rook,
        StandardPiece::Queen,
        StandardPiece::King,
    ];

    /// The name in lower case: `pawn`.
    pub const fn name(self) -> &'static str {
        match self {
            StandardPiece::Pawn => "pawn",
            StandardPiece::Knight => "knight",
            StandardPiece::Bishop => "bishop",
            StandardPiece::Rook => "rook",
            StandardPiece::Queen => "queen",
            StandardPiece::King => "king",
        }
    }

    /// The letter in lower case: `n` for the knight.
    pub const fn letter(self) -> char {
        match self {
            StandardPiece::Pawn => 'p',
            StandardPiece::Knight => 'n',
            StandardPiece::Bishop => 'b',
            StandardPiece::Rook => 'r',
            StandardPiece::Queen => 'q',
            StandardPiece::King => 'k',
        }
    }

    /// The piece of a letter, in either case.
    pub fn of_letter(letter: char) -> Option<StandardPiece> {
        StandardPiece::ALL.into_iter().find(|piece| piece.letter() == letter.to_ascii_lowercase())
    }
}

impl BareBoard {
    /// An empty board.
    pub fn new(board: Board) -> BareBoard {
        let pieces = vec![None; board.len()];
        BareBoard { board, pieces }
    }

    /// The board under the pieces.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<BarePiece> {
        self.pieces[square.index()]
    }

    /// Puts a piece on a square, or clears it.
    pub fn set(&mut self, square: Square, piece: Option<BarePiece>) {
        self.pieces[square.index()] = piece;
    }

    /// The board as a piece of a player sees it while it runs a program.
    pub fn seen_by<'a>(&'a self, mover: Player, program: &Program) -> BareView<'a> {
        let kind = |name: &String| {
            StandardPiece::ALL.into_iter().find(|piece| piece.name().eq_ignore_ascii_case(name))
        };
        BareView { bare: self, mover, names: program.names.iter().map(kind).collect() }
    }

    /// Whether a piece of `by` attacks a square, counting pawns' captures whether or not there is anything
    /// to capture.
    pub fn attacked(&self, square: Square, by: Player) -> bool {
        use StandardPiece::{Bishop, King, Knight, Pawn, Queen, Rook};
        let stands = |dx: i32, dy: i32, kinds: &[StandardPiece]| {
            let piece = self.board.offset(square, dx, dy).and_then(|from| self.piece(from));
            piece.is_some_and(|piece| {
                piece.owner == by && piece.kind.is_some_and(|kind| kinds.contains(&kind))
            })
        };
        let comes = |dx: i32, dy: i32, kinds: &[StandardPiece]| {
            (1..16)
                .find(|&n| {
                    let at = self.board.offset(square, n * dx, n * dy);
                    at.is_none_or(|at| self.piece(at).is_some() || self.board.is_hole(at))
                })
                .is_some_and(|n| stands(n * dx, n * dy, kinds))
        };
        let back = if by == Player::White { -1 } else { 1 };
        let around = (-2..=2).flat_map(|dx: i32| (-2..=2).map(move |dy: i32| (dx, dy)));
        stands(-1, back, &[Pawn])
            || stands(1, back, &[Pawn])
            || around.into_iter().any(|(dx, dy)| match (dx.abs(), dy.abs()) {
                (1, 2) | (2, 1) => stands(dx, dy, &[Knight]),
                (0, 1) | (1, 0) => stands(dx, dy, &[King]) || comes(dx, dy, &[Rook, Queen]),
                (1, 1) => stands(dx, dy, &[King]) || comes(dx, dy, &[Bishop, Queen]),
                _ => false,
            })
    }
}

/// A [`BareBoard`] as a player's piece sees it.
#[derive(Clone, Debug)]
pub struct BareView<'a> {
    bare: &'a BareBoard,
    mover: Player,
    /// What the names of the program mean here.
    names: Vec<Option<StandardPiece>>,
}

impl ProgramBoard for BareView<'_> {
    fn width(&self) -> u8 {
        self.bare.board.width
    }

    fn height(&self) -> u8 {
        self.bare.board.height
    }

    fn mover(&self) -> Player {
        self.mover
    }

    fn occupant(&self, square: Square) -> Occupant {
        match self.bare.piece(square) {
            None if self.bare.board.is_hole(square) => Occupant::Wall,
            None => Occupant::Empty,
            Some(piece) if piece.owner == self.mover => Occupant::Ally,
            Some(_) => Occupant::Enemy,
        }
    }

    fn is_named(&self, square: Square, name: NameId) -> bool {
        let kind = self.names.get(usize::from(name.0)).copied().flatten();
        kind.is_some() && self.bare.piece(square).and_then(|piece| piece.kind) == kind
    }

    fn is_attacked(&self, square: Square) -> bool {
        self.bare.attacked(square, self.mover.opponent())
    }

    fn in_check(&self) -> bool {
        let own_king =
            |piece: BarePiece| piece.owner == self.mover && piece.kind == Some(StandardPiece::King);
        let mut squares = self.bare.board.squares();
        squares.any(|square| self.bare.piece(square).is_some_and(own_king) && self.is_attacked(square))
    }

    fn state(&self, _player: Player, _key: KeyId) -> i32 {
        0
    }
}
