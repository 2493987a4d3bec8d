//! What a piece reaches on an otherwise empty board, found by asking the rules.

use nightrider_engine::{Entry, Game, Move, Rules, Setup, SetupPiece};
use nightrider_model::{PieceId, Player, Square};

use super::diagram::Diagram;
use super::symbol::{Glyphs, symbol};

/// The diagram of a piece of White's on a square. `hurdles` are own pieces to jump over.
///
/// Captures are found by putting an enemy on each square in turn, so that a piece that only captures over
/// something, or only far away, is shown as it is.
pub fn reach(
    rules: &Rules,
    piece: PieceId,
    at: Square,
    hurdles: &[(PieceId, Square)],
    glyphs: Glyphs,
) -> Diagram {
    let variant = rules.variant();
    let board = &variant.board;
    let free: Vec<Square> = board
        .squares()
        .filter(|square| {
            *square != at && !board.is_hole(*square) && hurdles.iter().all(|(_, place)| place != square)
        })
        .collect();
    let position = |moved: bool, enemy: Option<Square>| -> Vec<Move> {
        let own = |piece, square, moved| SetupPiece {
            moved: Some(moved),
            ..SetupPiece::new(square, piece, Player::White)
        };
        let mut pieces = vec![own(piece, at, moved)];
        pieces.extend(hurdles.iter().map(|(piece, square)| own(*piece, *square, true)));
        pieces.extend(enemy.map(|square| SetupPiece::new(square, prey(rules, piece), Player::Black)));
        let setup = Setup { entry: Entry::GoesOn, ..Setup::new(pieces) };
        let game = Game::from_setup(rules, &setup, 0);
        let from_here =
            |game: Game| game.legal_moves().iter().copied().filter(|mv| mv.from() == at).collect();
        game.map_or(Vec::new(), from_here)
    };
    let targets = |moved: bool| -> Vec<Square> {
        let mut targets: Vec<Square> = position(moved, None).into_iter().map(Move::to).collect();
        targets.retain(|square| *square != at);
        targets.sort_unstable();
        targets.dedup();
        targets
    };
    let moves = targets(true);
    let first_moves = targets(false).into_iter().filter(|square| !moves.contains(square)).collect();
    let is_taken =
        |square: &Square| position(true, Some(*square)).into_iter().any(|mv| mv.captured() == Some(*square));
    Diagram {
        piece: (symbol(variant, piece, Player::White, glyphs), at),
        moves,
        first_moves,
        captures: free.into_iter().filter(is_taken).collect(),
        others: hurdles
            .iter()
            .map(|(piece, square)| (symbol(variant, *piece, Player::White, glyphs), *square))
            .collect(),
    }
}

/// An enemy that may be captured, and whose capture decides nothing: of the piece's own type if possible.
fn prey(rules: &Rules, piece: PieceId) -> PieceId {
    let variant = rules.variant();
    let fits = |id: &PieceId| {
        let traits = variant.piece(*id).traits;
        !traits.royal && !traits.immune
    };
    let types = (0..variant.pieces.len()).map(|index| PieceId(index as u16));
    std::iter::once(piece).chain(types).find(fits).unwrap_or(piece)
}
