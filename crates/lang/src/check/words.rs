//! Bare words: what `piece`, `enemy`, `checks`, `Knights` or `e4` mean where they stand.

use nightrider_model::{Counter, EventVar, Expr, Occupancy, Relation, Side};

use super::kinds::{Kind, Typed};
use super::names::{self, list};
use super::reader::{Reader, Thing, not};
use super::scope::{Binding, EVENT_WORDS, Entity, Place};
use crate::ast::{self, Name};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// Words for the built-in traits.
pub(crate) const TRAITS: [&str; 7] = ["royal", "jump", "phase", "promote", "immune", "explosive", "castle"];

impl Reader<'_, '_> {
    /// What a bare word stands for.
    pub fn word(&mut self, word: &str, span: Span) -> Thing {
        if let Some(local) = self.scope.local(word) {
            let (id, kind, binding, types) = (local.id, local.kind, local.binding, local.types.clone());
            let types = self.scope.types_of(Entity::Local(id)).or(types);
            let typed = Typed { expr: Expr::Local(id), kind, field: None, types };
            return match binding {
                Binding::Type(piece) => Thing::Named(typed, piece),
                _ => Thing::Value(typed),
            };
        }
        if let Some(thing) = self.event_word(word, span) {
            return thing;
        }
        if let Some(thing) = self.subject_word(word) {
            return thing;
        }
        if let Some(thing) = self.condition_word(word, span) {
            return thing;
        }
        if let Some(side) = self.side_word(word) {
            return side;
        }
        if let Some(piece) = self.game.definitions.piece_or_plural(word) {
            return Thing::Type(piece);
        }
        if let Some(square) = ast::SquareName::read(word, span) {
            return match self.game.square(&square) {
                Some(square) => Thing::value(Expr::Square(square), Kind::Square),
                None => Thing::Error,
            };
        }
        if let Some(thing) = self.trait_word(word) {
            return thing;
        }
        self.unknown_word(word, span);
        Thing::Error
    }

    /// A variable of the event or of the move under test.
    pub fn event_word(&mut self, word: &str, span: Span) -> Option<Thing> {
        match word {
            "game" => return Some(Thing::Game),
            "board" => return Some(Thing::Board),
            "turn" if !self.scope.place.is_end() => {
                return Some(Thing::value(Expr::Event(EventVar::TurnNumber), Kind::Int));
            }
            "player" | "opponent" | "mover" | "turn" => return None,
            _ => {}
        }
        let &(_, var, kind) = EVENT_WORDS.iter().find(|(known, ..)| *known == word)?;
        if var == EventVar::Zone && !self.scope.place.has(var) {
            return Some(Thing::Zones);
        }
        if self.scope.place.has(var) {
            self.scope.used.push((var, span));
            if var == EventVar::Zone {
                return Some(Thing::Zones);
            }
            let expr = Expr::Event(var);
            let types = self.scope.types_of(Entity::Event(var));
            return Some(Thing::Value(Typed { expr, kind, field: None, types }));
        }
        // Where the event has no piece of its own, `piece` is the one that `any T` bound, or the one tested.
        if var == EventVar::Piece {
            let tested = self.scope.tested.last().cloned();
            if let Some((local, types)) = tested.or_else(|| self.scope.bound.clone()) {
                let types = self.scope.types_of(Entity::Local(local)).or(types);
                return Some(Thing::Value(Typed::piece(Expr::Local(local), types)));
            }
        }
        if self.game.definitions.piece_or_plural(word).is_some() {
            return None;
        }
        let place = self.scope.place;
        let message = format!("`{word}` has no meaning in {}", place.words());
        let mut diagnostic = Diagnostic::new(Code::NotAvailable, span, message);
        let here: Vec<&str> =
            EVENT_WORDS.iter().filter(|(_, var, _)| place.has(*var)).map(|(word, ..)| *word).collect();
        let help = match (var, place) {
            (EventVar::Piece, Place::Trigger(_)) => {
                "name the piece meant, for example with `when: any Knight where ...`".to_string()
            }
            (EventVar::Piece, _) => "name the piece meant, as in `exists Knight where ...`".to_string(),
            _ if here.is_empty() => "only `game` and `board` are known here".to_string(),
            _ => format!("known here: {}", list(&here)),
        };
        diagnostic = diagnostic.help(help);
        self.game.report(diagnostic);
        Some(Thing::Error)
    }

    /// In a filter or pattern, bare `state`, `owner`, `type`, `pos` and so on belong to the piece tested.
    pub fn subject_word(&mut self, word: &str) -> Option<Thing> {
        if !matches!(word, "state" | "owner" | "type" | "pos" | "traits")
            && (self.scope.tested.is_empty() || !matches!(word, "rank" | "file" | "value"))
        {
            return None;
        }
        let subject = self.scope.subject()?;
        self.field_of_piece(subject, word)
    }

    /// Bare words that are conditions or counts.
    pub fn condition_word(&mut self, word: &str, span: Span) -> Option<Thing> {
        let place = self.scope.place;
        let in_filter = !self.scope.tested.is_empty();
        let subject = self.scope.subject();
        match word {
            "enemy" | "friend" if in_filter => {
                let relation = if word == "enemy" { Relation::Enemy } else { Relation::Friend };
                let subject = subject?.expr;
                return Some(Thing::truth(Expr::Is(Box::new(subject), relation)));
            }
            "empty" | "enemy" | "friend" | "occupied" if place == Place::Pattern && !in_filter => {
                let occupancy = match word {
                    "empty" => Occupancy::Empty,
                    "enemy" => Occupancy::Enemy,
                    "friend" => Occupancy::Friend,
                    _ => Occupancy::Occupied,
                };
                return Some(Thing::truth(Expr::Target(occupancy)));
            }
            "clear" if place == Place::Pattern => return Some(Thing::truth(Expr::Clear)),
            "blocked" if place == Place::Pattern => return Some(Thing::truth(Expr::Blocked)),
            "empty" | "enemy" | "friend" | "occupied" | "clear" | "blocked" => {
                self.misplaced_condition(word, span);
                return Some(Thing::Error);
            }
            "first_move" | "has_moved" => {
                let subject = match subject {
                    Some(subject) => subject,
                    None => match self.event_word("piece", span)? {
                        Thing::Value(piece) => piece,
                        other => return Some(other),
                    },
                };
                let first = Expr::FirstMove(Box::new(subject.expr));
                return Some(Thing::truth(if word == "first_move" { first } else { not(first) }));
            }
            "check" => {
                let player = if in_filter {
                    Expr::OwnerOf(Box::new(subject?.expr))
                } else if place.has(EventVar::Player) {
                    self.scope.used.push((EventVar::Player, span));
                    Expr::Event(EventVar::Player)
                } else {
                    self.needs_player(word, span);
                    return Some(Thing::Error);
                };
                return Some(Thing::truth(Expr::InCheck(Box::new(player))));
            }
            "pieces" => {
                let side = if place.is_end() { Some(Side::Own) } else { None };
                return Some(Thing::Pieces(side));
            }
            "position_count" => return Some(Thing::value(Expr::PositionCount, Kind::Int)),
            "halfmove_clock" => return Some(Thing::value(Expr::HalfmoveClock, Kind::Int)),
            "repetition" if place.is_end() => return Some(Thing::truth(Expr::Repetition)),
            "fifty_moves" if place.is_end() => return Some(Thing::truth(Expr::FiftyMoves)),
            "insufficient" if place.is_end() => return Some(Thing::truth(Expr::Insufficient)),
            "checkmate" if place.is_end() => {
                return Some(Thing::truth(Expr::Checkmated(self.side_out_of_moves())));
            }
            "stalemate" if place.is_end() => {
                return Some(Thing::truth(Expr::Stalemated(self.side_out_of_moves())));
            }
            "checkmated" if place.is_end() => return Some(Thing::truth(Expr::Checkmated(Side::Own))),
            "stalemated" if place.is_end() => return Some(Thing::truth(Expr::Stalemated(Side::Own))),
            "checks" | "captures" | "moves" => {
                if !place.has(EventVar::Player) {
                    self.needs_player(word, span);
                    return Some(Thing::Error);
                }
                return Some(Thing::value(Expr::Counter(Side::Own, counter(word)?), Kind::Int));
            }
            _ => {}
        }
        None
    }

    /// Whom `checkmate` and `stalemate` speak of: the opponent, or in a draw condition whoever is to move.
    pub fn side_out_of_moves(&self) -> Side {
        if self.scope.place == Place::Draw { Side::Turn } else { Side::Opponent }
    }

    /// A colour, or `player`, `opponent`, `mover`, `turn`.
    pub fn side_word(&mut self, word: &str) -> Option<Thing> {
        use nightrider_model::Player;
        let (side, expr, var) = match word {
            "White" => (Side::White, Expr::Player(Player::White), None),
            "Black" => (Side::Black, Expr::Player(Player::Black), None),
            "player" => (Side::Own, Expr::Event(EventVar::Player), Some(EventVar::Player)),
            "opponent" => (Side::Opponent, Expr::Event(EventVar::Opponent), Some(EventVar::Opponent)),
            "mover" => (Side::Mover, Expr::Event(EventVar::Mover), Some(EventVar::Mover)),
            "turn" => (Side::Turn, Expr::Event(EventVar::Turn), Some(EventVar::Turn)),
            _ => return None,
        };
        if let Some(var) = var {
            if !self.scope.place.has(var) {
                return None;
            }
            self.scope.used.push((var, Span::default()));
        }
        Some(Thing::Side(side, Typed::new(expr, Kind::Player)))
    }

    /// The side that the word before `.pieces` means.
    pub fn side_named(&mut self, name: &Name) -> Option<Side> {
        match self.side_word(&name.text) {
            Some(Thing::Side(side, _)) => Some(side),
            _ => {
                let message = format!("`{}` is not a player in {}", name.text, self.scope.place.words());
                let diagnostic = Diagnostic::new(Code::UnknownName, name.span, message);
                let sides = ["White", "Black", "player", "opponent", "mover", "turn"];
                let diagnostic =
                    self.game.suggest(diagnostic, &name.text, name.span, sides.iter().copied(), "players");
                self.game.report(diagnostic);
                None
            }
        }
    }

    /// In a filter, the bare name of a trait tests the piece for it.
    pub fn trait_word(&mut self, word: &str) -> Option<Thing> {
        if self.scope.tested.is_empty() {
            return None;
        }
        let subject = self.scope.subject()?.expr;
        if TRAITS.contains(&word) {
            return Some(Thing::truth(Expr::HasBuiltinTrait(Box::new(subject), word.to_string())));
        }
        let id = nightrider_model::TraitId(self.game.custom_traits.find(word)?);
        self.game.usage.traits.insert(id);
        Some(Thing::truth(Expr::HasTrait(Box::new(subject), id)))
    }

    pub fn misplaced_condition(&mut self, word: &str, span: Span) {
        let place = if self.scope.tested.is_empty() {
            self.scope.place.words()
        } else {
            "a filter of pieces".to_string()
        };
        let help = match word {
            "empty" => "ask `not (target has piece)`, or `piece_at(e4) == null`",
            "occupied" => "ask `target has piece`",
            "enemy" => "compare owners, as in `captured.owner != player`",
            "friend" => "compare owners, as in `captured.owner == player`",
            _ => "it speaks of the way of a move, and belongs to the `where` of a pattern",
        };
        let message = format!("the condition `{word}` has no meaning in {place}");
        self.game.report(Diagnostic::new(Code::NotAvailable, span, message).help(help));
    }

    pub fn needs_player(&mut self, word: &str, span: Span) {
        let message =
            format!("`{word}` speaks of a player, and there is none in {}", self.scope.place.words());
        self.game.report(Diagnostic::new(Code::NotAvailable, span, message));
    }

    pub fn unknown_word(&mut self, word: &str, span: Span) {
        if self.game.muted || self.game.is_full() {
            return;
        }
        let place = self.scope.place;
        let mut known: Vec<String> = self.scope.locals.iter().rev().map(|local| local.name.clone()).collect();
        let words: &[&str] = match place {
            Place::Pattern => &[
                "empty",
                "enemy",
                "friend",
                "occupied",
                "clear",
                "blocked",
                "first_move",
                "has_moved",
                "check",
                "state",
            ],
            Place::Victory | Place::Draw => &[
                "checkmate",
                "stalemate",
                "checkmated",
                "stalemated",
                "repetition",
                "fifty_moves",
                "insufficient",
                "checks",
                "captures",
                "moves",
                "pieces",
                "position_count",
                "mover",
                "turn",
                "check",
            ],
            _ => &["pieces", "checks", "captures", "moves", "turn", "check"],
        };
        known.extend(words.iter().map(|word| (*word).to_string()));
        known.extend(
            EVENT_WORDS.iter().filter(|(_, var, _)| place.has(*var)).map(|(word, ..)| (*word).to_string()),
        );
        if !self.scope.tested.is_empty() {
            known.extend(["owner", "type", "state", "pos"].map(str::to_string));
        }
        known.extend(["White", "Black", "game"].map(str::to_string));
        known.extend(self.game.definitions.pieces.names().take(1_000).map(str::to_string));
        let what = if word.chars().next().is_some_and(char::is_uppercase) {
            format!("there is no piece called `{word}`")
        } else {
            format!("`{word}` has no meaning in {}", place.words())
        };
        let mut diagnostic = Diagnostic::new(Code::UnknownName, span, what);
        let help = match word {
            "player" | "opponent" => Some("name a player: `White` or `Black`".to_string()),
            "mover" | "turn" => Some("say `player`; the two belong to the ends of the game".to_string()),
            "state" | "owner" | "type" | "pos" | "traits" if !place.is_end() => {
                Some(format!("say whose, as in `piece.{word}`"))
            }
            _ => None,
        };
        if let Some(help) = help {
            self.game.report(diagnostic.help(help));
            return;
        }
        let near = self.game.nearest(word, known.iter().map(String::as_str));
        if let Some(near) = near {
            diagnostic = diagnostic.suggest(span, near);
        } else if names::zone_named(&self.game.board, word).is_some() {
            diagnostic = diagnostic.suggest(span, &format!("zone.{word}"));
        } else if place == Place::Pattern {
            diagnostic = diagnostic.help(format!("conditions of a move: {}", list(&words[..9])));
        }
        self.game.report(diagnostic);
    }
}

pub(crate) fn counter(word: &str) -> Option<Counter> {
    match word {
        "checks" => Some(Counter::Checks),
        "captures" => Some(Counter::Captures),
        "moves" => Some(Counter::Moves),
        _ => None,
    }
}
