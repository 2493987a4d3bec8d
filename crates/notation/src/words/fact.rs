//! What pieces cost, and what triggers can do to what is legal, as sentences.

use nightrider_engine::{Bearing, PieceFact, TriggerFact};
use nightrider_model::{Event, Variant};

use super::action::action;
use super::expression::{Subject, condition};
use super::joined;

/// What is known of a trigger: one line with what it can do and why, and one with which moves it makes dearer.
pub fn trigger_fact(variant: &Variant, fact: &TriggerFact) -> Vec<String> {
    let can = match (fact.before_judging, fact.bearing) {
        (true, Bearing::Nothing) => "cannot change which moves are legal or who is in check",
        (true, Bearing::Helps) => "can make a move legal, never illegal",
        (true, Bearing::Decides) => "can change who is in check, and with it whether the move is legal",
        (false, Bearing::Nothing) => "runs after the move is judged, and changes no attack",
        (false, _) => "runs after the move is judged; it can change who is in check from then on",
    };
    let why = match &fact.action {
        Some(deed) => format!("`{}`: {}", action(variant, fact.trigger, deed), fact.why),
        None => fact.why.to_owned(),
    };
    let mut lines = vec![format!("{} ({}): {can} ({why})", fact.name, fact.event.name())];
    let names: Vec<String> = fact.movers.iter().map(|id| variant.piece(*id).name.clone()).collect();
    let all = names.len() == variant.pieces.len();
    let moves = match fact.event {
        Event::Capture | Event::Captured => "captures",
        Event::Promotion => "promotions",
        _ => "moves",
    };
    let of = if all { "all pieces".to_owned() } else { joined(&names, "and") };
    let saves = fact.bearing == Bearing::Helps;
    let cost = match (fact.tries, fact.asks, fact.before_judging) {
        (true, _, false) => "every move is tried, since it may ask after any".to_owned(),
        (true, true, true) => format!("the {moves} of {of} that it may ask about are tried with each answer"),
        (true, false, true) => format!("the {moves} of {of} that it may react to are tried"),
        (false, true, true) if saves => {
            "no answer can spoil a move, so the answers are counted; only moves that \
             leave a royal attacked are tried"
                .to_owned()
        }
        (false, true, true) => {
            "no answer can spoil a move, so the answers are counted without trying".to_owned()
        }
        (false, _, _) => "no move is tried because of it".to_owned(),
    };
    lines.push(format!("  {cost}"));
    lines
}

/// What a pattern of a piece was compiled to, what is asked in play and why it has this form.
pub fn piece_fact(variant: &Variant, fact: &PieceFact) -> String {
    let mut text = format!("{fact} ({})", fact.why);
    let conditions: Vec<String> =
        fact.conditions.iter().map(|of| format!("`{}`", condition(variant, of, Subject::Pattern))).collect();
    if !conditions.is_empty() {
        text.push_str(&format!("; its `where` reads {}", joined(&conditions, "and")));
    }
    text
}
