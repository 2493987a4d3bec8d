//! Victory and draw conditions as sentences.

use nightrider_model::{Condition, Expr, Side, Variant};

use super::expression::{Subject, condition};
use super::joined;

/// A condition as a clause: the built-in ones in plain words, others in the terms of the language.
pub fn end(variant: &Variant, ending: &Condition) -> String {
    match &ending.expr {
        Expr::Checkmated(Side::Opponent) => "the opponent is in check and has no legal move".to_owned(),
        Expr::Stalemated(Side::Opponent) => "the opponent has no legal move and is not in check".to_owned(),
        Expr::Stalemated(Side::Turn) => "the player to move has no legal move and is not in check".to_owned(),
        Expr::Repetition => "the same position for the third time".to_owned(),
        Expr::Insufficient => "no player has the pieces left to win".to_owned(),
        Expr::FiftyMoves => {
            let pieces = &variant.rules.fifty_moves;
            let names: Vec<String> = pieces.iter().map(|id| variant.piece(*id).name.clone()).collect();
            let movers = if names.is_empty() {
                String::new()
            } else {
                format!(" or a move of a {}", joined(&names, "or"))
            };
            format!("fifty moves of each player without a capture{movers}")
        }
        other => condition(variant, other, Subject::End),
    }
}
