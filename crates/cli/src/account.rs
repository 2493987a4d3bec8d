//! What happened in a ply, as lines for people.

use nightrider::engine::{GameResult, LogEntry};
use nightrider::model::Variant;

use crate::reason::in_words;
use crate::terminal::harmless;

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What was done.
    Deeds,
    /// Also which events were raised, which triggers were asked and did nothing, and how the game ended.
    Everything,
}

/// An entry of the log as a line; `None` for what is not told.
fn told(variant: &Variant, entry: &LogEntry, detail: Detail) -> Option<String> {
    if detail == Detail::Deeds
        && matches!(entry, LogEntry::Event { .. } | LogEntry::Considered { .. } | LogEntry::Result(_))
    {
        return None;
    }
    Some(match entry {
        LogEntry::Event { .. } => event(variant, entry),
        LogEntry::Considered { name, .. } => format!("{name}: does not fire"),
        LogEntry::Result(result) => format!("result: {}", outcome(variant, result)),
        LogEntry::Trigger { name, actions, .. } if actions.is_empty() => format!("{name}: nothing to do"),
        LogEntry::Trigger { name, actions, .. } => format!("{name}: {}", actions.join("; ")),
        LogEntry::Declined { name, .. } => format!("{name}: declined"),
        LogEntry::Fault { message, .. } => format!("fault: {message}"),
        LogEntry::Script { event, actions } => {
            format!("script ({}): {}", event.name(), actions.join("; "))
        }
        LogEntry::Console { text, .. } => format!("console: {text}"),
        LogEntry::EffectEnded { effect, square } => {
            format!("{effect} on {} ends", variant.board.name(*square))
        }
    })
}

/// The entries of a ply as lines. Triggers that did not fire one after the other share a line.
pub fn lines_of(variant: &Variant, events: &[LogEntry], detail: Detail) -> Vec<String> {
    let mut lines = Vec::new();
    let mut idle: Vec<&str> = Vec::new();
    let tell_idle = |idle: &mut Vec<&str>, lines: &mut Vec<String>| {
        match idle.as_slice() {
            [] => {}
            [one] => lines.push(format!("{one}: does not fire, its condition does not hold")),
            several => {
                lines.push(format!("{}: do not fire, their conditions do not hold", several.join(", ")))
            }
        }
        idle.clear();
    };
    for entry in events {
        match entry {
            LogEntry::Considered { name, .. } if detail == Detail::Everything => idle.push(name),
            entry => {
                tell_idle(&mut idle, &mut lines);
                lines.extend(told(variant, entry, detail).map(|line| harmless(&line).into_owned()));
            }
        }
    }
    tell_idle(&mut idle, &mut lines);
    lines
}

/// Who won and why.
pub fn outcome(variant: &Variant, result: &GameResult) -> String {
    let winner = match result.winner {
        Some(player) => format!("{} wins", player.name()),
        None => "Draw".to_owned(),
    };
    let detail = result.detail.as_ref().map(|detail| format!(" ({detail})")).unwrap_or_default();
    harmless(&format!("{winner}: {}{detail}", in_words(variant, result))).into_owned()
}

/// An event that some trigger or script listens to.
fn event(variant: &Variant, entry: &LogEntry) -> String {
    let LogEntry::Event { event, player, piece, origin, target, captured, zone } = entry else {
        return String::new();
    };
    let board = &variant.board;
    let mut line = format!("event {}", event.name());
    let mut said = Vec::new();
    if let Some(player) = player {
        said.push(player.name().to_owned());
    }
    if let Some(piece) = piece {
        said.push(variant.piece(*piece).name.clone());
    }
    match (origin, target) {
        (Some(origin), Some(target)) => {
            said.push(format!("{} to {}", board.name(*origin), board.name(*target)))
        }
        (_, Some(square)) | (Some(square), None) => said.push(board.name(*square)),
        (None, None) => {}
    }
    if let Some(captured) = captured {
        said.push(format!("takes {}", variant.piece(*captured).name));
    }
    if let Some(zone) = zone {
        said.push(format!("zone {}", board.zone(*zone).name));
    }
    if !said.is_empty() {
        line.push_str(&format!(" ({})", said.join(", ")));
    }
    line
}
