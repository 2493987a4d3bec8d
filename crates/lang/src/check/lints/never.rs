//! What can never happen: conditions that never or always hold, triggers that never fire, games without an end.

use std::collections::BTreeSet;

use nightrider_model::{CapturePatterns, Expr, FieldId, Pattern, PieceId, PieceType, Value, Variant};

use crate::ast::Event;
use crate::check::Checker;
use crate::check::constant::{Facts, always, never};
use crate::check::ends::EndsRead;
use crate::check::kinds::Field;
use crate::check::usage::{Judged, Role};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// What is known of a whole game, for judging its conditions.
struct World<'w> {
    variant: &'w Variant,
    present: &'w BTreeSet<PieceId>,
    reach: Vec<i64>,
    captors: Vec<PieceId>,
    victims: Vec<PieceId>,
    promoters: Vec<PieceId>,
    royals: bool,
}

impl<'w> World<'w> {
    fn new(variant: &'w Variant, present: &'w BTreeSet<PieceId>) -> World<'w> {
        let ids = |test: &dyn Fn(&PieceType) -> bool| -> Vec<PieceId> {
            (0..variant.pieces.len())
                .map(|index| PieceId(index as u16))
                .filter(|piece| test(variant.piece(*piece)))
                .collect()
        };
        let farthest = farthest(variant);
        World {
            variant,
            present,
            reach: variant.pieces.iter().map(|piece| reach_of(piece, farthest)).collect(),
            captors: ids(&|piece| piece.captures != CapturePatterns::None && !piece.traits.phase),
            victims: ids(&|piece| !piece.traits.immune),
            promoters: ids(&|piece| piece.traits.promote || has_promote(piece)),
            royals: present.iter().any(|piece| variant.piece(*piece).traits.royal),
        }
    }
}

impl Checker<'_> {
    pub(super) fn constant_conditions(&mut self, variant: &Variant, present: &BTreeSet<PieceId>) {
        let world = World::new(variant, present);
        let judged = std::mem::take(&mut self.usage.judged);
        for condition in &judged {
            self.judge_one(condition, &world);
        }
    }

    fn judge_one(&mut self, condition: &Judged, world: &World<'_>) {
        let variant = world.variant;
        let event = match condition.role {
            Role::When(event, _) => Some(event),
            Role::If(event) => event,
            Role::Guard { .. } | Role::End => None,
        };
        let (movers, captured) = match (condition.role, event) {
            (Role::Guard { owner, .. }, _) => (owner.map(|owner| vec![owner]), None),
            (_, Some(Event::Capture)) => (Some(world.captors.clone()), Some(world.victims.clone())),
            (_, Some(Event::Captured)) => (Some(world.victims.clone()), None),
            (_, Some(Event::Promotion)) => (None, None),
            _ => (None, None),
        };
        let owner = match condition.role {
            Role::Guard { owner, .. } => owner,
            _ => None,
        };
        let constant_state = |field: FieldId| self.constant_state(owner?, field, variant);
        let unknown_state = |_: FieldId| None;
        let mut facts = Facts {
            farthest: farthest(variant),
            squares: variant.board.len() as i64,
            size: (i64::from(variant.board.width), i64::from(variant.board.height)),
            movers,
            captured,
            reach: &world.reach,
            empty_target: !matches!(condition.role, Role::Guard { captures: true, .. }),
            constant_state: &constant_state,
            present: &|piece| world.present.contains(&piece),
            royals: world.royals,
        };
        let never_holds = never(&condition.expr, &facts);
        facts.constant_state = &unknown_state;
        let always_holds = !matches!(condition.expr, Expr::Bool(_)) && always(&condition.expr, &facts);
        let dead_event = match event {
            Some(Event::Capture | Event::Captured) => {
                (world.captors.is_empty() || world.victims.is_empty()).then_some("no piece can be captured")
            }
            Some(Event::EnterZone | Event::ExitZone) => {
                variant.board.zones.is_empty().then_some("the board has no zones")
            }
            Some(Event::Promotion) => world.promoters.is_empty().then_some("no piece promotes"),
            Some(Event::Check) => (!world.royals).then_some("there is no royal piece"),
            _ => None,
        };
        match condition.role {
            Role::When(event, index) if never_holds || dead_event.is_some() => {
                let name = &self.definitions.triggers.at(index).name;
                let why = dead_event.map_or_else(
                    || "its condition never holds".to_string(),
                    |why| format!("{why}, so there is no `{}`", event.word()),
                );
                let message = format!("the trigger `{name}` can never fire: {why}");
                let help = self.why_never(condition, &world.reach);
                let mut diagnostic = Diagnostic::new(Code::TriggerNeverFires, condition.span, message);
                if let Some(help) = help.filter(|_| dead_event.is_none()) {
                    diagnostic = diagnostic.help(help);
                }
                self.report(diagnostic);
            }
            _ if never_holds => self.constant(condition, Code::NeverHolds, "never holds"),
            _ if always_holds => self.constant(condition, Code::AlwaysHolds, "always holds"),
            _ => {}
        }
    }

    fn constant(&mut self, condition: &Judged, code: Code, what: &str) {
        // A part of it may have been told already, such as a rank the board does not have.
        let told = |part: &Span| condition.span.start <= part.start && part.end <= condition.span.end;
        if code == Code::NeverHolds && self.usage.never.iter().any(told) {
            return;
        }
        let message = match condition.role {
            Role::Guard { .. } if code == Code::NeverHolds => {
                format!("this condition {what}, so the pattern leads nowhere")
            }
            Role::End if code == Code::NeverHolds => {
                format!("this condition {what}, so the game never ends by it")
            }
            _ => format!("this condition {what}"),
        };
        self.report(Diagnostic::new(code, condition.span, message));
    }

    /// A word about the distance, which is the commonest reason.
    fn why_never(&self, condition: &Judged, reach: &[i64]) -> Option<String> {
        let speaks_of_distance = condition.expr.mentions(|part| {
            matches!(part, Expr::Event(nightrider_model::EventVar::Distance))
                || matches!(part, Expr::Call(nightrider_model::Builtin::Distance, _))
        });
        let known = crate::check::narrow::facts(&condition.expr, self.pieces.len());
        let (_, types) = known.iter().find(|(entity, _)| {
            *entity == crate::check::scope::Entity::Event(nightrider_model::EventVar::Piece)
        })?;
        let [piece] = types[..] else { return None };
        let name = self.definitions.piece_name(piece);
        let far = reach.get(piece.index())?;
        let squares = if *far == 1 { "1 square".to_string() } else { format!("{far} squares") };
        speaks_of_distance.then(|| format!("a `{name}` moves {squares} at most"))
    }

    /// The value of a field that a type declares and nothing ever sets.
    fn constant_state(&self, owner: PieceId, field: FieldId, variant: &Variant) -> Option<Value> {
        let name = self.piece_fields.name(field.0);
        let changes = self.usage.set.contains_key(&Field::Piece(field))
            || self.scripts.mentions(name)
            || matches!(name, "cooldown" | "frozen");
        let piece = variant.piece(owner);
        let default = piece.state.iter().find(|default| default.field == field)?;
        (!changes).then(|| default.value.clone())
    }

    /// A game that neither a condition nor an action nor the loss of a royal can end.
    pub(super) fn endless_game(&mut self, variant: &Variant, ends: &EndsRead, present: &BTreeSet<PieceId>) {
        let world = World::new(variant, present);
        let can_hold = |expr: &Expr| {
            let facts = Facts {
                farthest: farthest(variant),
                squares: variant.board.len() as i64,
                size: (i64::from(variant.board.width), i64::from(variant.board.height)),
                movers: None,
                captured: None,
                reach: &world.reach,
                empty_target: true,
                constant_state: &|_| None,
                present: &|piece| present.contains(&piece),
                royals: world.royals,
            };
            !never(expr, &facts)
        };
        let by_condition =
            ends.victory.iter().chain(&ends.draw).any(|(condition, _)| can_hold(&condition.expr));
        if by_condition || self.usage.ends_by_action || self.scripts.any || world.royals {
            return;
        }
        let Some(title) = self.chain.layers.last().and_then(|layer| layer.title.as_ref()) else { return };
        let message = "nothing ends this game but a player without a move: no condition can hold, no trigger wins \
                       or draws, and no piece is royal";
        let help = "say how it ends under `victory:` or `draw:`";
        self.report(Diagnostic::new(Code::EndlessGame, title.span, message).help(help));
    }
}

/// The board's longer side less one.
fn farthest(variant: &Variant) -> i64 {
    i64::from(variant.board.width.max(variant.board.height)) - 1
}

/// How far a piece can go in one move, in king steps.
fn reach_of(piece: &PieceType, farthest: i64) -> i64 {
    let reach = piece.patterns().map(|pattern| pattern_reach(pattern, farthest)).max();
    reach.unwrap_or(0)
}

fn pattern_reach(pattern: &Pattern, farthest: i64) -> i64 {
    let reach = match pattern {
        Pattern::Step { distance, .. } => i64::from(*distance),
        Pattern::Slide { max, .. } => max.map_or(farthest, i64::from),
        Pattern::Leap(a, b) => i64::from(*a.max(b)),
        Pattern::Promote => 1,
        Pattern::Hop { .. } | Pattern::Castle | Pattern::Anywhere | Pattern::Program(_) => farthest,
        Pattern::Any(patterns) => {
            patterns.iter().map(|pattern| pattern_reach(pattern, farthest)).max().unwrap_or(0)
        }
        Pattern::Then(legs) => legs.iter().map(|leg| pattern_reach(leg, farthest)).sum(),
        Pattern::Repeat(leg, times) => pattern_reach(leg, farthest) * i64::from(*times),
        Pattern::Where(inner, _) => pattern_reach(inner, farthest),
    };
    reach.min(farthest)
}

/// Whether a piece has the pattern `promote`.
pub(super) fn has_promote(piece: &PieceType) -> bool {
    fn is_promote(pattern: &Pattern) -> bool {
        match pattern {
            Pattern::Promote => true,
            Pattern::Any(patterns) => patterns.iter().any(is_promote),
            Pattern::Where(inner, _) => is_promote(inner),
            _ => false,
        }
    }
    piece.moves.iter().any(is_promote)
}
