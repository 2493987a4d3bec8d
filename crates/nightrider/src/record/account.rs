//! What happened in a game, ply by ply, in the form that is saved.

use nightrider_engine::{GameResult, LogEntry, Reason};
use nightrider_model::{PieceId, Player, Square, Variant};
use serde::{Deserialize, Serialize};

/// A ply: the text of its move and what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPly {
    /// The move's text.
    pub r#move: String,
    /// What happened, in order.
    #[serde(default)]
    pub events: Vec<Entry>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// Who won; `null` is a draw.
    pub winner: Option<Player>,
    /// The reason in the words of [`Reason::text`].
    pub reason: String,
    /// What `draw with reason` or a script said.
    #[serde(default)]
    pub detail: Option<String>,
}

/// An entry of the account. What it does not have is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // The names say it, and the page on `run --json` explains them.
pub struct Entry {
    /// What it is: an event's name, or `trigger`, `considered`, `declined`, `fault`, `script`, `console`,
    /// `effect_ended`, `result`.
    pub event: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
}

impl Outcome {
    /// A result in the form that is saved.
    pub fn of(result: &GameResult) -> Outcome {
        Outcome { winner: result.winner, reason: result.reason.text(), detail: result.detail.clone() }
    }

    /// The result that was saved.
    pub fn result(&self) -> GameResult {
        GameResult { winner: self.winner, reason: Reason::of_text(&self.reason), detail: self.detail.clone() }
    }
}

impl Entry {
    /// An entry of the engine's log in the form that is saved.
    pub fn of(variant: &Variant, entry: &LogEntry) -> Entry {
        let board = &variant.board;
        let type_name = |piece: &Option<PieceId>| piece.map(|piece| variant.piece(piece).name.clone());
        let square_name = |square: &Option<Square>| square.map(|square| board.name(square));
        match entry {
            LogEntry::Event { event, player, piece, origin, target, captured, zone } => Entry {
                event: event.name().to_owned(),
                player: *player,
                piece: type_name(piece),
                from: square_name(origin),
                to: square_name(target),
                captured: type_name(captured),
                zone: zone.map(|zone| board.zone(zone).name.clone()),
                ..Entry::default()
            },
            LogEntry::Considered { name, .. } => Entry::named("considered", name),
            LogEntry::Trigger { name, actions, .. } => {
                Entry { actions: Some(actions.clone()), ..Entry::named("trigger", name) }
            }
            LogEntry::Declined { name, .. } => Entry::named("declined", name),
            LogEntry::Fault { trigger, message } => Entry {
                event: "fault".to_owned(),
                name: trigger.and_then(|id| variant.triggers.get(id.index())).map(|found| found.name.clone()),
                message: Some(message.clone()),
                ..Entry::default()
            },
            LogEntry::Script { event, actions } => {
                Entry { actions: Some(actions.clone()), ..Entry::named("script", event.name()) }
            }
            LogEntry::Console { level, text } => {
                Entry { message: Some(text.clone()), ..Entry::named("console", level.word()) }
            }
            LogEntry::EffectEnded { effect, square } => Entry {
                event: "effect_ended".to_owned(),
                effect: Some(effect.clone()),
                square: Some(board.name(*square)),
                ..Entry::default()
            },
            LogEntry::Result(result) => {
                Entry { event: "result".to_owned(), result: Some(Outcome::of(result)), ..Entry::default() }
            }
        }
    }

    fn named(event: &str, name: &str) -> Entry {
        Entry { event: event.to_owned(), name: Some(name.to_owned()), ..Entry::default() }
    }
}
