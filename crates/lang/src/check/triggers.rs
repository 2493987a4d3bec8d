//! Triggers and effects.

use nightrider_model::{BinaryOp, Bind, Blocks, Effect, Event, Expr, Trigger};

use super::Checker;
use super::expressions::join;
use super::kinds::Kind;
use super::reader::Reader;
use super::scope::{Binding, Place, Scope};
use super::usage::Role;
use crate::ast::{self, EffectMember, ExprKind, TriggerMember};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

impl<'a> Checker<'a> {
    /// All effects in order.
    pub fn effects(&mut self) -> Vec<Effect> {
        let definitions = self.definitions;
        definitions.effects.iter().map(|entry| self.effect(&entry.name, entry.thing)).collect()
    }

    fn effect(&mut self, name: &str, def: &ast::EffectDef) -> Effect {
        let mut effect =
            Effect { name: name.to_string(), blocks: Blocks::None, visual: None, duration: None };
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for member in &def.members {
            let (word, span) = match member {
                EffectMember::Blocks(blocks) => {
                    effect.blocks = match blocks.node {
                        ast::BlockRule::None => Blocks::None,
                        ast::BlockRule::Enemy => Blocks::Enemy,
                        ast::BlockRule::Friend => Blocks::Friend,
                        ast::BlockRule::All => Blocks::All,
                    };
                    ("blocks", blocks.span)
                }
                EffectMember::Visual(visual) => {
                    effect.visual = Some(colour(visual));
                    ("visual", visual.span)
                }
                EffectMember::Duration(turns) => {
                    effect.duration = u32::try_from(turns.value).ok().filter(|turns| *turns > 0);
                    if effect.duration.is_none() {
                        let message = "a duration is a number of turns, 1 or more";
                        let diagnostic = Diagnostic::new(Code::OutOfRange, turns.span, message)
                            .help("leave `duration` out for an effect that stays");
                        self.report(diagnostic);
                    }
                    ("duration", turns.span)
                }
            };
            self.only_once(&mut seen, word, span);
        }
        effect
    }

    /// Tells when a member that can stand once stands twice.
    pub fn only_once<'w>(&mut self, seen: &mut Vec<(&'w str, Span)>, word: &'w str, span: Span) {
        if let Some((_, first)) = seen.iter().find(|(known, _)| *known == word) {
            let message = format!("`{word}` is said twice");
            let diagnostic =
                Diagnostic::new(Code::DefinedTwice, span, message).label(*first, "it was said here first");
            self.report(diagnostic);
        } else {
            seen.push((word, span));
        }
    }

    /// All triggers in firing order.
    pub fn triggers(&mut self) -> Vec<Trigger> {
        let definitions = self.definitions;
        definitions
            .triggers
            .iter()
            .enumerate()
            .filter_map(|(index, entry)| self.trigger(index, &entry.name, entry.thing))
            .collect()
    }

    fn trigger(&mut self, index: usize, name: &str, def: &ast::TriggerDef) -> Option<Trigger> {
        let mut event = None;
        let mut on_is_told = false;
        let (mut when, mut body) = (None, None);
        let (mut optional, mut description) = (false, None);
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for member in &def.members {
            let (word, span) = match member {
                TriggerMember::On(on) => {
                    on_is_told |= on.node.is_none();
                    event = event.or(on.node);
                    ("on", on.span)
                }
                TriggerMember::When(condition) => {
                    when = when.or(Some(condition));
                    ("when", condition.span)
                }
                TriggerMember::Optional(value) => {
                    optional = value.node;
                    ("optional", value.span)
                }
                TriggerMember::Description(text) => {
                    description = Some(text.value.clone());
                    ("description", text.span)
                }
                TriggerMember::Do(block) => {
                    body = body.or(Some(block));
                    ("do", block.span)
                }
            };
            self.only_once(&mut seen, word, span);
        }
        if description.is_some() && !optional && self.is_own(def.span) {
            let span =
                seen.iter().find(|(word, _)| *word == "description").map_or(def.span, |(_, span)| *span);
            let message = "a description is the question put to the player, and nothing is asked here";
            let diagnostic = Diagnostic::new(Code::UselessDescription, span, message)
                .help("add `optional: true`, or leave the description out");
            self.report(diagnostic);
        }
        if event.is_none() && !on_is_told {
            let message = format!("the trigger `{name}` does not say what it listens to");
            let help = "add a line such as `on: move`";
            self.report(Diagnostic::new(Code::MemberMissing, def.name.span, message).help(help));
        }
        if body.is_none() {
            let message = format!("the trigger `{name}` does not say what it does");
            let help = "add a line such as `do: remove piece`";
            self.report(Diagnostic::new(Code::MemberMissing, def.name.span, message).help(help));
        }
        let event = event?;
        let scope = Scope::new(Place::Trigger(event));
        let mut reader = Reader { game: self, scope };
        let when_span = when.map_or(def.name.span, |when| when.span);
        let (when, bind) = reader.when(when);
        let filter = bind.as_ref().and_then(|bind| bind.set.filter.clone());
        let whole = [when.clone()].into_iter().chain(filter).collect();
        let whole = join(whole, BinaryOp::And).unwrap_or(Expr::Bool(true));
        reader.game.judge(&whole, when_span, Role::When(event, index));
        let body = body.map(|block| reader.block(block)).unwrap_or_default();
        let locals = reader.scope.slots;
        if locals == u16::MAX {
            let message = "this trigger names more things than fit";
            self.error(Code::TooManyDefinitions, def.name.span, message);
        }
        Some(Trigger {
            name: name.to_string(),
            event: model_event(event),
            when,
            bind,
            optional,
            description,
            body,
            locals,
        })
    }
}

impl Reader<'_, '_> {
    /// The condition of a trigger: what it asks, and what it binds with `any T where ...`.
    ///
    /// What the condition says of pieces stays known in the body.
    fn when(&mut self, when: Option<&ast::Expr>) -> (Expr, Option<Bind>) {
        let Some(when) = when else { return (Expr::Bool(true), None) };
        let mut parts = Vec::new();
        conjuncts(when, &mut parts);
        let binding = parts.iter().position(|part| matches!(part.unparenthesised().kind, ExprKind::Any(_)));
        let count = self.game.pieces.len();
        let Some(at) = binding else {
            let condition = self.condition(when);
            self.learn(&condition, count);
            return (condition, None);
        };
        let ExprKind::Any(set) = &parts[at].unparenthesised().kind else {
            return (Expr::Bool(true), None);
        };
        // What stands before `any` is asked before, and known inside.
        let local = self.scope.slot();
        let has_piece = self.scope.place.has(nightrider_model::EventVar::Piece);
        if !has_piece {
            self.scope.bound = Some((local, None));
        }
        let mut asked = Vec::new();
        let mut filters = Vec::new();
        for part in &parts[..at] {
            let part = self.condition(part);
            self.learn(&part, count);
            if part.mentions(|inner| *inner == Expr::Local(local)) { &mut filters } else { &mut asked }
                .push(part);
        }
        let mut bound = self.set_over(set, local);
        let types = bound.piece.map(|piece| vec![piece]);
        let binding = bound.piece.map_or(Binding::Loop, Binding::Type);
        self.scope.locals.push(super::scope::Local {
            name: set.kind.text.clone(),
            id: local,
            binding,
            kind: Kind::Piece,
            types: types.clone(),
            span: set.kind.span,
        });
        if !has_piece {
            self.scope.bound = Some((local, types));
        }
        if let Some(filter) = &bound.filter {
            let filter = filter.clone();
            self.learn(&filter, count);
        }
        // What stands after it may speak of the bound piece, and so is asked of each.
        for part in &parts[at + 1..] {
            let part = self.condition(part);
            self.learn(&part, count);
            filters.push(part);
        }
        bound.filter = join(bound.filter.take().into_iter().chain(filters).collect(), BinaryOp::And);
        (join(asked, BinaryOp::And).unwrap_or(Expr::Bool(true)), Some(Bind { local, set: bound }))
    }
}

/// The parts of a condition that all must hold, through parentheses.
fn conjuncts<'t>(expr: &'t ast::Expr, parts: &mut Vec<&'t ast::Expr>) {
    match &expr.kind {
        ExprKind::And(list) => list.iter().for_each(|part| conjuncts(part, parts)),
        ExprKind::Paren(inner) if matches!(inner.kind, ExprKind::And(_) | ExprKind::Paren(_)) => {
            conjuncts(inner, parts);
        }
        _ => parts.push(expr),
    }
}

/// The colour of a `visual`: `"red"`, or the first word of `highlight(red, 0.5)`.
fn colour(visual: &ast::Visual) -> String {
    let first = visual.args.iter().find_map(|arg| match &arg.node {
        ast::VisualArg::Word(word) => Some(word.clone()),
        ast::VisualArg::Number(_) => None,
    });
    first.unwrap_or_else(|| visual.name.clone())
}

fn model_event(event: ast::Event) -> Event {
    match event {
        ast::Event::Capture => Event::Capture,
        ast::Event::Captured => Event::Captured,
        ast::Event::Move => Event::Move,
        ast::Event::ExitZone => Event::ExitZone,
        ast::Event::EnterZone => Event::EnterZone,
        ast::Event::Promotion => Event::Promotion,
        ast::Event::Check => Event::Check,
        ast::Event::TurnEnd => Event::TurnEnd,
        ast::Event::TurnStart => Event::TurnStart,
        ast::Event::GameStart => Event::GameStart,
        ast::Event::GameEnd => Event::GameEnd,
    }
}
