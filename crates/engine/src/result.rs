//! How a game ends.

use nightrider_model::Player;

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Who won; `None` is a draw.
    pub winner: Option<Player>,
    /// Why.
    pub reason: Reason,
    /// The text of `draw with reason` or of a script.
    pub detail: Option<String>,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A victory or draw condition holds: its name.
    Condition(String),
    /// A player has lost a royal piece.
    RoyalLost,
    /// A player has no legal move, and no condition says what that means.
    NoMoves,
    /// A trigger has declared the result: its name.
    Trigger(String),
    /// A script has declared the result.
    Script,
}

impl Reason {
    /// The reason that is printed as this text.
    pub fn of_text(text: &str) -> Reason {
        match text {
            "royal_lost" => Reason::RoyalLost,
            "no_moves" => Reason::NoMoves,
            "script" => Reason::Script,
            _ => match text.strip_prefix("trigger:") {
                Some(name) => Reason::Trigger(name.to_string()),
                None => Reason::Condition(text.to_string()),
            },
        }
    }

    /// The reason as printed: the condition's name, `royal_lost`, `no_moves`, `trigger:NAME` or `script`.
    pub fn text(&self) -> String {
        match self {
            Reason::Condition(name) => name.clone(),
            Reason::RoyalLost => "royal_lost".to_string(),
            Reason::NoMoves => "no_moves".to_string(),
            Reason::Trigger(name) => format!("trigger:{name}"),
            Reason::Script => "script".to_string(),
        }
    }
}
