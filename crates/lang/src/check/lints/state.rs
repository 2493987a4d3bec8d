//! State: fields nobody uses, fields nobody sets, and fields that meet values of another kind.

use nightrider_model::FieldId;

use crate::ast::PieceMember;
use crate::check::Checker;
use crate::check::kinds::{Field, Kind};
use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};

impl Checker<'_> {
    pub(super) fn state_lints(&mut self) {
        self.unused_fields();
        self.fields_never_set();
        self.kinds_of_fields();
    }

    fn unused_fields(&mut self) {
        let definitions = self.definitions;
        for entry in definitions.pieces.iter() {
            let Some(def) = entry.thing.last() else { continue };
            for member in &def.members {
                let PieceMember::State(fields) = member else { continue };
                for field in &fields.node {
                    let name = &field.name;
                    let word = name.text.as_str();
                    let Some(id) = self.piece_fields.find(word).map(|id| Field::Piece(FieldId(id))) else {
                        continue;
                    };
                    let used = self.usage.read.contains(&id) || self.usage.set.contains_key(&id);
                    let built_in = matches!(word, "cooldown" | "frozen");
                    if used || built_in || !self.is_own(name.span) || self.scripts.mentions(word) {
                        continue;
                    }
                    let message = format!("the state field `{word}` of `{}` is never used", entry.name);
                    let help = "read it in a condition, or set it in a trigger";
                    self.report(Diagnostic::new(Code::UnusedState, name.span, message).help(help));
                }
            }
        }
    }

    /// Fields of the game's or a player's state that are read and never set: they are always 0.
    fn fields_never_set(&mut self) {
        let reads: Vec<_> = self.usage.first_read.iter().map(|(field, span)| (*field, *span)).collect();
        let (mut set_of_game, mut set_of_players) = (Vec::new(), Vec::new());
        for field in self.usage.set.keys() {
            match field {
                Field::Piece(_) => {}
                Field::Game(id) => set_of_game.push(self.game_fields.name(id.0)),
                Field::Player(id) => set_of_players.push(self.player_fields.name(id.0)),
            }
        }
        let mut found = Vec::new();
        for (field, span) in reads {
            if self.diagnostics.len() + found.len() >= Diagnostics::LIMIT {
                break;
            }
            let name = match field {
                Field::Piece(_) => continue,
                Field::Game(id) => self.game_fields.name(id.0),
                Field::Player(id) => self.player_fields.name(id.0),
            };
            if self.usage.set.contains_key(&field) || self.scripts.mentions(name) || !self.is_own(span) {
                continue;
            }
            let message = format!("nothing ever sets `{}`, so it is always 0", self.field_name(field));
            let near = match field {
                Field::Game(_) => self.nearest(name, set_of_game.iter().copied()),
                _ => self.nearest(name, set_of_players.iter().copied()),
            };
            let diagnostic = Diagnostic::new(Code::NeverSet, span, message);
            let diagnostic = match near {
                Some(near) => diagnostic.suggest(span, near),
                None => diagnostic.help(format!("set it in a trigger: `set {} = 1`", self.field_name(field))),
            };
            found.push(diagnostic);
        }
        found.into_iter().for_each(|diagnostic| self.report(diagnostic));
    }

    /// Fields that are compared or reckoned with as something they never hold.
    fn kinds_of_fields(&mut self) {
        let meetings = std::mem::take(&mut self.usage.meetings);
        for meeting in meetings {
            let set = self.usage.set.get(&meeting.field).copied();
            let scripted = self.scripts.any && !matches!(meeting.field, Field::Piece(_));
            let kind = match (meeting.declared, set) {
                (Kind::Unknown, Some(set)) if !matches!(meeting.field, Field::Piece(_)) => set,
                (declared, Some(set)) => declared.or(set),
                (declared, None) => declared,
            };
            if kind == Kind::Null || kind.comparable(meeting.other) || scripted || !self.is_own(meeting.span)
            {
                continue;
            }
            let message = format!(
                "`{}` holds {}, and is used here as {}",
                self.field_name(meeting.field),
                kind.words(),
                meeting.other.words()
            );
            self.report(Diagnostic::new(Code::StateKind, meeting.span, message));
        }
        for misfit in std::mem::take(&mut self.usage.misfits) {
            if self.is_own(misfit.span) {
                let message = format!(
                    "`{}` is declared with {}, and is set to {} here",
                    self.field_name(misfit.field),
                    misfit.declared.words(),
                    misfit.other.words()
                );
                self.report(Diagnostic::new(Code::StateKind, misfit.span, message));
            }
        }
    }
}
