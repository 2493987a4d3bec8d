//! What a piece looks like.

use nightrider_model::{PieceId, Player, Variant};

use crate::fen::piece_letter;

/// Which characters drawings use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// The letters of FEN.
    Ascii,
    /// Chess symbols and the games' own symbols, letters for other pieces. The two owners' pieces differ.
    Unicode,
    /// As `Unicode`, for a place that tells the owners apart by colour: both show the same symbol.
    Coloured,
}

/// The standard symbols: White's and Black's, and the type's usual name.
const STANDARD: [(&str, &str, &str); 6] = [
    ("♔", "♚", "King"),
    ("♕", "♛", "Queen"),
    ("♖", "♜", "Rook"),
    ("♗", "♝", "Bishop"),
    ("♘", "♞", "Knight"),
    ("♙", "♟", "Pawn"),
];

/// How a piece is shown.
///
/// A symbol of the game's own that does not come in two forms (a letter of a script without case, say)
/// cannot tell the owner without colour; such a piece is drawn by its letter then.
pub fn symbol(variant: &Variant, piece: PieceId, owner: Player, glyphs: Glyphs) -> String {
    let letter = || piece_letter(variant, piece, owner);
    if glyphs == Glyphs::Ascii {
        return letter();
    }
    let piece = variant.piece(piece);
    let standard = STANDARD.iter().find(|(white, black, name)| match &piece.symbol {
        Some(symbol) => symbol == white || symbol == black,
        None => piece.name == *name,
    });
    if let Some((white, black, _)) = standard {
        let solid = glyphs == Glyphs::Coloured || owner == Player::Black;
        return if solid { black } else { white }.to_string();
    }
    let Some(own) = &piece.symbol else { return letter() };
    let (upper, lower) = (own.to_uppercase(), own.to_lowercase());
    match owner {
        _ if glyphs == Glyphs::Coloured => own.clone(),
        _ if upper == lower => letter(),
        Player::White => upper,
        Player::Black => lower,
    }
}
