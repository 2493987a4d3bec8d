//! Why a game ended, in words.

use nightrider::engine::{GameResult, Reason};
use nightrider::model::Variant;
use nightrider::notation::words::end;

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
        // A mate needs no more words; of other conditions the name alone may say little.
        Reason::Condition(name) if name == "checkmate" => "checkmate".to_owned(),
        Reason::Condition(name) => {
            let mut conditions = variant.victory.iter().chain(&variant.draw);
            match conditions.find(|condition| condition.name == *name) {
                Some(found) => format!("{name}, {}", end(variant, found)),
                None => name.clone(),
            }
        }
    }
}
