//! What is defined and never used: zones, patterns, actions, effects, traits, piece types.

use std::collections::BTreeSet;

use nightrider_model::{ActionId, CapturePatterns, EffectId, PieceId, TraitId, Variant};

use crate::ast::{BoardMember, Event, Item, PieceMember, TriggerMember};
use crate::check::Checker;
use crate::check::names::zone_named;
use crate::check::words::TRAITS;
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

impl Checker<'_> {
    pub(super) fn unused_definitions(&mut self) {
        let definitions = self.definitions;
        for (index, entry) in definitions.patterns.iter().enumerate() {
            if !self.usage.patterns.contains(&index) {
                self.unused(
                    Code::UnusedPattern,
                    "pattern",
                    &entry.name,
                    entry.span,
                    "name it in a `move:` line",
                );
            }
        }
        for (index, entry) in definitions.effects.iter().enumerate() {
            if !self.usage.effects.contains(&EffectId(index as u16)) {
                let help = "a trigger lays it with `mark target with ...`";
                self.unused(Code::UnusedEffect, "effect", &entry.name, entry.span, help);
            }
        }
        for (index, entry) in definitions.actions.iter().enumerate() {
            if !self.usage.actions.contains(&ActionId(index as u16)) {
                self.unused(Code::UnusedAction, "action", &entry.name, entry.span, "call it from a trigger");
            }
        }
        self.unused_zones();
        self.unused_traits();
    }

    fn unused(&mut self, code: Code, what: &str, name: &str, span: Span, help: &str) {
        if self.is_own(span) && !self.scripts.mentions(name) {
            let message = format!("the {what} `{name}` is never used");
            self.report(Diagnostic::new(code, span, message).help(help));
        }
    }

    fn unused_zones(&mut self) {
        // A trigger on entering or leaving zones watches all of them.
        let watches = |member: &TriggerMember| matches!(member, TriggerMember::On(on) if matches!(on.node, Some(Event::EnterZone | Event::ExitZone)));
        if self.definitions.triggers.iter().any(|entry| entry.thing.members.iter().any(watches)) {
            return;
        }
        let chain = self.chain;
        let Some(layer) = chain.layers.last() else { return };
        for item in chain.items(layer) {
            let Item::Board(board) = item else { continue };
            for member in &board.members {
                let BoardMember::Zones(zones) = member else { continue };
                for zone in zones {
                    let id = zone_named(&self.board, &zone.name.text);
                    if id.is_some_and(|id| !self.usage.zones.contains(&id)) {
                        let help = format!("ask for it, as in `target in zone.{}`", zone.name.text);
                        self.unused(Code::UnusedZone, "zone", &zone.name.text, zone.name.span, &help);
                    }
                }
            }
        }
    }

    /// Custom traits that nothing asks for: perhaps a slip of the pen, perhaps only a label.
    fn unused_traits(&mut self) {
        let definitions = self.definitions;
        for entry in definitions.pieces.iter() {
            let Some(def) = entry.thing.last() else { continue };
            for member in &def.members {
                let PieceMember::Traits(traits) = member else { continue };
                for name in &traits.node {
                    let word = name.text.as_str();
                    let id = self.custom_traits.find(word).map(TraitId);
                    let asked = id.is_none_or(|id| self.usage.traits.contains(&id));
                    if asked
                        || TRAITS.contains(&word)
                        || !self.is_own(name.span)
                        || self.scripts.mentions(word)
                    {
                        continue;
                    }
                    let diagnostic = match self.nearest(word, TRAITS.into_iter()) {
                        Some(near) => {
                            let message = format!(
                                "`{word}` looks like the trait `{near}` misspelt; as it stands it means nothing"
                            );
                            Diagnostic::new(Code::MisspeltTrait, name.span, message).suggest(name.span, near)
                        }
                        None => {
                            let message = format!("nothing asks for the trait `{word}`, so it has no effect");
                            let help = format!("ask for it in a trigger: `piece.traits has {word}`");
                            Diagnostic::new(Code::UnmentionedTrait, name.span, message).help(help)
                        }
                    };
                    self.report(diagnostic);
                }
            }
        }
    }

    pub(super) fn unused_pieces(&mut self, variant: &Variant, present: &BTreeSet<PieceId>) {
        let definitions = self.definitions;
        for (index, entry) in definitions.pieces.iter().enumerate() {
            let id = PieceId(index as u16);
            if !self.is_own(entry.span) {
                continue;
            }
            let piece = variant.piece(id);
            if !present.contains(&id) && !self.usage.lent.contains(&id) {
                let message = format!("no `{}` is ever on the board", entry.name);
                let help = format!(
                    "place one under `setup:`, as in `White {}: [d1]`, or let a trigger create one",
                    entry.name
                );
                self.report(Diagnostic::new(Code::PieceNeverPresent, entry.span, message).help(help));
            }
            let captures = matches!(&piece.captures, CapturePatterns::Patterns(_));
            if piece.moves.is_empty() && !captures {
                let message = format!("a `{}` can never move: it has no `move:` line", entry.name);
                self.report(Diagnostic::new(Code::PieceCannotMove, entry.span, message));
            }
        }
    }
}
