//! The ends of a game: victory and draw conditions, added, replaced and removed by name.

use nightrider_model::{BinaryOp, Condition, EventVar, Expr, Player, Side};

use super::Checker;
use super::expressions::equal;
use super::names::list;
use super::reader::Reader;
use super::scope::{Place, Scope};
use super::setup::player;
use super::usage::Role;
use crate::ast::{EndKind, EndMember, Item, Name, NamedCondition};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// The conditions in force, each with the place that states it.
#[derive(Default)]
pub(crate) struct EndsRead {
    pub victory: Vec<(Condition, Span)>,
    pub draw: Vec<(Condition, Span)>,
}

impl EndsRead {
    /// Whether some victory condition speaks of checkmate.
    pub fn mention_checkmate(&self) -> bool {
        self.victory
            .iter()
            .any(|(condition, _)| condition.expr.mentions(|part| matches!(part, Expr::Checkmated(_))))
    }
}

/// Where a condition is written, from its name on.
fn place_of(condition: &NamedCondition) -> Span {
    let written = condition.condition.span;
    condition.name.as_ref().map_or(written, |name| name.span.to(written))
}

/// More conditions of one kind are refused.
const MOST: usize = 1_000;

/// `Black.King captured` wins for White, whoever moves: such a condition, or part of one, serves the other side.
fn serving(expr: Expr) -> (Expr, Option<Player>) {
    match expr {
        Expr::Captured(side, _) => (expr, winner(side)),
        Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
            let (left, for_left) = serving(*left);
            let (right, for_right) = serving(*right);
            let join = |left, right| Expr::Binary(op, Box::new(left), Box::new(right));
            match (op, for_left, for_right) {
                (_, None, None) => (join(left, right), None),
                (BinaryOp::And, Some(player), None) | (BinaryOp::And, None, Some(player)) => {
                    (join(left, right), Some(player))
                }
                (_, Some(a), Some(b)) if a == b => (join(left, right), Some(a)),
                _ => (join(limited(left, for_left), limited(right, for_right)), None),
            }
        }
        other => (other, None),
    }
}

/// A condition that holds only when it is read for a player.
fn limited(expr: Expr, player: Option<Player>) -> Expr {
    let Some(player) = player else { return expr };
    let served = equal(Expr::Event(EventVar::Player), Expr::Player(player));
    Expr::Binary(BinaryOp::And, Box::new(expr), Box::new(served))
}

/// Who wins when a piece of a side is captured, if that is fixed.
fn winner(side: Side) -> Option<Player> {
    match side {
        Side::White => Some(Player::Black),
        Side::Black => Some(Player::White),
        Side::Own | Side::Opponent | Side::Mover | Side::Turn => None,
    }
}

impl<'a> Checker<'a> {
    /// Reads the conditions of the chain, root first.
    pub fn ends(&mut self) -> EndsRead {
        let mut ends = EndsRead::default();
        let chain = self.chain;
        for layer in &chain.layers {
            for kind in [EndKind::Victory, EndKind::Draw] {
                let members: Vec<&EndMember> = chain
                    .items(layer)
                    .filter_map(|item| match item {
                        Item::Ends(section) if section.kind == kind => Some(&section.members),
                        _ => None,
                    })
                    .flatten()
                    .collect();
                self.section(kind, &members, &mut ends);
            }
        }
        ends
    }

    /// One game's changes to one list: remove, then replace, then add.
    fn section(&mut self, kind: EndKind, members: &[&'a EndMember], ends: &mut EndsRead) {
        let mut named: Vec<(String, Span)> = Vec::new();
        for member in members {
            let EndMember::Remove(names) = member else { continue };
            for name in names {
                let conditions = ends.of(kind);
                let before = conditions.len();
                conditions.retain(|(condition, _)| condition.name != name.text);
                if conditions.len() == before {
                    self.unknown_condition(kind, name, "removed", ends);
                }
            }
        }
        for member in members {
            let EndMember::Replace(stated) = member else { continue };
            for condition in stated {
                if ends.of(kind).len() == MOST {
                    let message =
                        format!("a game can have {MOST} {} conditions, and this is one more", kind.word());
                    self.error(Code::TooManyDefinitions, place_of(condition), message);
                    return;
                }
                let name = self.name_of(condition);
                self.condition_once(&name, condition, &mut named);
                let read = self.condition(kind, &name, condition);
                let old = ends.of(kind).iter().position(|(known, _)| known.name == name);
                match old {
                    Some(index) => ends.of(kind)[index] = (read, place_of(condition)),
                    None => {
                        if let Some(written) = &condition.name {
                            self.unknown_condition(kind, written, "replaced", ends);
                        }
                        ends.of(kind).push((read, place_of(condition)));
                    }
                }
            }
        }
        for member in members {
            let EndMember::Add(stated) = member else { continue };
            for condition in stated {
                if ends.of(kind).len() == MOST {
                    let message =
                        format!("a game can have {MOST} {} conditions, and this is one more", kind.word());
                    self.error(Code::TooManyDefinitions, place_of(condition), message);
                    return;
                }
                let name = self.name_of(condition);
                self.condition_once(&name, condition, &mut named);
                let read = self.condition(kind, &name, condition);
                let old = ends.of(kind).iter().position(|(known, _)| known.name == name);
                if let Some(index) = old
                    && self.is_own(place_of(condition))
                    && ends.of(kind)[index].1.source != place_of(condition).source
                {
                    let message = format!(
                        "the base game has a {} condition called `{name}`; both are in force now",
                        kind.word()
                    );
                    let help = "use `replace:` to put this one in its place, or give it another name";
                    let diagnostic = Diagnostic::new(Code::ConditionNameTaken, place_of(condition), message);
                    self.report(diagnostic.help(help));
                }
                ends.of(kind).push((read, place_of(condition)));
            }
        }
    }

    fn condition_once(&mut self, name: &str, condition: &NamedCondition, named: &mut Vec<(String, Span)>) {
        match named.iter().find(|(known, _)| known == name) {
            Some((_, first)) => {
                let message = format!("the condition `{name}` is defined twice");
                let twice = Diagnostic::new(Code::DefinedTwice, place_of(condition), message)
                    .label(*first, "it was defined here first")
                    .help("join the two with `or`, or give one of them another name");
                self.report(twice);
            }
            None => named.push((name.to_string(), place_of(condition))),
        }
    }

    fn unknown_condition(&mut self, kind: EndKind, name: &Name, done: &str, ends: &mut EndsRead) {
        if !self.is_own(name.span) {
            return;
        }
        let names: Vec<String> = ends.of(kind).iter().map(|(condition, _)| condition.name.clone()).collect();
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        let what = kind.word();
        let message = match done {
            "removed" => format!("there is no {what} condition `{}` to be removed", name.text),
            _ => format!("there is no {what} condition `{}` to be replaced; it is added", name.text),
        };
        let diagnostic = Diagnostic::new(Code::UnknownCondition, name.span, message);
        let diagnostic = match self.nearest(&name.text, known.iter().copied()) {
            Some(near) => diagnostic.suggest(name.span, near),
            None if known.is_empty() => diagnostic,
            None => diagnostic.help(format!("in force are {}", list(&known))),
        };
        self.report(diagnostic);
    }

    /// The name of a condition: as stated, or the text of the condition.
    fn name_of(&self, condition: &NamedCondition) -> String {
        if let Some(name) = &condition.name {
            return name.text.clone();
        }
        let span = condition.condition.span;
        let source = self.chain.sources.get(span.source);
        let text = source.map_or("", |source| span.text(&source.text));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn condition(&mut self, kind: EndKind, name: &str, condition: &'a NamedCondition) -> Condition {
        let place = match kind {
            EndKind::Victory => Place::Victory,
            EndKind::Draw => Place::Draw,
        };
        let mut reader = Reader { game: self, scope: Scope::new(place) };
        let expr = reader.condition(&condition.condition);
        self.judge(&expr, condition.condition.span, Role::End);
        let only_for = condition.only_for.map(player);
        if kind == EndKind::Victory && only_for.is_none() {
            let (expr, only_for) = serving(expr);
            return Condition { name: name.to_string(), expr, only_for };
        }
        Condition { name: name.to_string(), expr, only_for }
    }
}

impl EndsRead {
    fn of(&mut self, kind: EndKind) -> &mut Vec<(Condition, Span)> {
        match kind {
            EndKind::Victory => &mut self.victory,
            EndKind::Draw => &mut self.draw,
        }
    }
}
