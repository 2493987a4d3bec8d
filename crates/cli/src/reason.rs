//! Why a game ended, in words.

use nightrider::engine::{GameResult, Reason};
use nightrider::model::Variant;
use nightrider::notation::words::{Subject, condition};

/// The reason of a result as a person would say it.
pub fn in_words(variant: &Variant, result: &GameResult) -> String {
    match &result.reason {
        Reason::RoyalLost => "a royal piece was lost".to_owned(),
        Reason::NoMoves => "no legal move is left".to_owned(),
        Reason::Script => "as the game's script says".to_owned(),
        Reason::Trigger(name) => {
            let trigger = variant.triggers.iter().find(|trigger| trigger.name == *name);
            match trigger.and_then(|trigger| trigger.description.as_ref()) {
                Some(description) => format!("{name} ({description})"),
                None => format!("the trigger {name}"),
            }
        }
        Reason::Condition(name) => match name.as_str() {
            "checkmate" => "checkmate".to_owned(),
            "stalemate" => "stalemate, no legal move is left".to_owned(),
            "repetition" => "the position has occurred for the third time".to_owned(),
            "fifty_moves" => "fifty moves without a capture or a pawn move".to_owned(),
            "insufficient" => "nobody has the pieces left to win".to_owned(),
            other => {
                let mut conditions = variant.victory.iter().chain(&variant.draw);
                match conditions.find(|condition| condition.name == *other) {
                    Some(found) => format!("{other}, {}", condition(variant, &found.expr, Subject::End)),
                    None => other.to_owned(),
                }
            }
        },
    }
}
