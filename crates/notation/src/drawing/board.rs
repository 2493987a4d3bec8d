//! The board of a game.

use nightrider_engine::Game;
use nightrider_model::Square;

use super::grid::{Side, grid};
use super::symbol::{Glyphs, symbol};

/// Draws a game's position. Squares and pieces under an effect have a `*`, and a list of the effects follows.
pub fn board(game: &Game, bottom: Side, glyphs: Glyphs) -> String {
    let variant = game.rules().variant();
    let board = &variant.board;
    let (empty, hole) = match glyphs {
        Glyphs::Ascii => (".", "#"),
        Glyphs::Unicode | Glyphs::Coloured => ("·", "░"),
    };
    let mut marked: Vec<(Square, String)> = Vec::new();
    let mut mark = |square: Square, effect: nightrider_model::EffectId, owner: nightrider_model::Player| {
        let name = variant.effects.get(effect.index()).map_or("?", |effect| effect.name.as_str());
        marked.push((square, format!("{name} on {} ({})", board.name(square), owner.name())));
    };
    for view in game.effects() {
        mark(view.square, view.effect, view.owner);
    }
    for piece in game.pieces() {
        for attached in &piece.effects {
            mark(piece.square, attached.effect, attached.owner);
        }
    }
    let mut drawing = grid(board, bottom, |square| {
        let mut text = match game.kind_at(square) {
            Some(kind) => symbol(variant, kind.piece(), kind.owner(), glyphs),
            None if board.is_hole(square) => hole.to_owned(),
            None => empty.to_owned(),
        };
        if marked.iter().any(|(place, _)| *place == square) {
            text.push('*');
        }
        text
    });
    marked.sort();
    for (_, text) in &marked {
        drawing.push_str(&format!("  * {text}\n"));
    }
    drawing
}
