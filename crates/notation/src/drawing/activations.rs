//! What a Chessembly program activates, drawn on its board.

use nightrider_engine::program::{ActivationKind, Activations, BareBoard};
use nightrider_model::{Player, Square};

use super::grid::{Side, grid};

/// What the marks of [`activation_marks`] mean.
pub const ACTIVATION_LEGEND: &str =
    "o moves there, x captures, c captured from afar, j jumps there, s changes places, + a further part";

/// Draws a board with its pieces and, behind each piece or on the empty square, the marks of what was
/// activated there, see [`ACTIVATION_LEGEND`].
pub fn activation_marks(bare: &BareBoard, activations: &Activations) -> String {
    let mut marks = vec![String::new(); bare.board().len()];
    let mut mark = |square: Square, mark: char| {
        let text = &mut marks[square.index()];
        if !text.contains(mark) {
            text.push(mark);
        }
    };
    for activation in activations.iter() {
        let main = activation.main;
        let kind = match main.kind {
            ActivationKind::Move => 'o',
            ActivationKind::TakeMove if main.captures.is_none() => 'o',
            ActivationKind::Take | ActivationKind::TakeMove => 'x',
            ActivationKind::Catch => 'c',
            ActivationKind::Jump | ActivationKind::TakeJump => 'j',
            ActivationKind::Shift => 's',
        };
        mark(main.to, kind);
        if let Some(victim) = main.captures.filter(|victim| *victim != main.to) {
            mark(victim, 'x');
        }
        for part in activation.parts() {
            mark(part.to, '+');
        }
    }
    grid(bare.board(), Side::White, |square| {
        let piece = bare.piece(square).map(|piece| match piece.owner {
            Player::White => piece.letter,
            Player::Black => piece.letter.to_ascii_lowercase(),
        });
        match (piece, marks[square.index()].as_str()) {
            (None, "") if bare.board().is_hole(square) => "#".to_owned(),
            (None, "") => ".".to_owned(),
            (None, marks) => marks.to_owned(),
            (Some(piece), marks) => format!("{piece}{marks}"),
        }
    })
}
