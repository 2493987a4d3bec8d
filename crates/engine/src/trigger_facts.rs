//! What is known of a game's triggers without running them: which can decide what is legal, and why.

use nightrider_model::{Action, Event, PieceId, TriggerId};

use crate::living::{Bearing, comes_before_judging, touched_types, weigh};
use crate::rules::{Rules, Width};

/// What is known of one trigger.
#[derive(Clone, Debug, PartialEq)]
pub struct TriggerFact {
    /// Which trigger.
    pub trigger: TriggerId,
    /// Its name as written.
    pub name: String,
    /// The event it listens to.
    pub event: Event,
    /// Whether the event comes before the move that raises it is judged. Of the others, the next moves feel it.
    pub before_judging: bool,
    /// What it can do to the legality of that move, and so to who is in check after it: of a trigger that runs after
    /// the move is judged, to that of later moves.
    pub bearing: Bearing,
    /// Why.
    pub why: &'static str,
    /// The action that this is due to; none if the trigger does nothing.
    pub action: Option<Action>,
    /// Whether the player is asked, so that one move becomes several.
    pub asks: bool,
    /// The types whose moves or captures it may react to.
    pub movers: Vec<PieceId>,
    /// Whether the moves it reacts to have to be tried one by one.
    pub tries: bool,
}

impl Rules {
    /// What is known of the triggers, in their order.
    pub fn trigger_facts(&self) -> Vec<TriggerFact> {
        let variant = self.variant();
        let all = variant.triggers.iter().enumerate();
        let facts = all.map(|(index, trigger)| {
            let weighed = weigh(variant, trigger);
            let before_judging = comes_before_judging(trigger.event);
            let movers = touched_types(variant, trigger);
            let counted = |piece: &PieceId| match &self.0 {
                Width::Narrow(rules) => rules.living.questions[piece.index()].is_some(),
                Width::Middle(rules) => rules.living.questions[piece.index()].is_some(),
                Width::Wide(rules) => rules.living.questions[piece.index()].is_some(),
            };
            // A question whose answers spoil nothing is counted, not tried.
            let asked = trigger.optional && !movers.iter().all(counted);
            let late = matches!(trigger.event, Event::Check | Event::TurnEnd | Event::TurnStart);
            let tries = match (before_judging, trigger.optional) {
                (true, true) => asked,
                (true, false) => weighed.bearing != Bearing::Nothing,
                (false, optional) => optional && late,
            };
            TriggerFact {
                trigger: TriggerId(index as u16),
                name: trigger.name.clone(),
                event: trigger.event,
                before_judging,
                bearing: weighed.bearing,
                why: weighed.why,
                action: weighed.action,
                asks: trigger.optional,
                movers,
                tries,
            }
        });
        facts.collect()
    }
}
