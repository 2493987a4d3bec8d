//! Names and paths: what `piece`, `captured.type`, `opponent.pieces` or `game.state.x` mean where they stand.

use nightrider_model::{
    Counter, EventVar, Expr, Occupancy, PieceId, PieceSet, Quantifier, Region, Relation, Side,
};
use nightrider_model::{FieldId, LocalId, ZoneId};

use super::Checker;
use super::kinds::{Field, Kind, Typed};
use super::names::{self, list};
use super::scope::{Binding, EVENT_WORDS, Entity, Place, Scope};
use crate::ast::{self, ExprKind, Name};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// Reads expressions at one place of the text.
pub(crate) struct Reader<'c, 'a> {
    /// The game.
    pub game: &'c mut Checker<'a>,
    /// What words mean here.
    pub scope: Scope,
}

/// What a name or a path stands for.
#[derive(Clone, Debug)]
pub(crate) enum Thing {
    /// A value.
    Value(Typed),
    /// A name that `any T` or its like bound: the piece, or where a type is wanted the type.
    Named(Typed, PieceId),
    /// A piece type, and whether the plural was written.
    Type(PieceId),
    /// A piece type of one side: `opponent.King`.
    SideType(Side, PieceId),
    /// All pieces (`None`), or those of one side.
    Pieces(Option<Side>),
    /// The pieces of a player that is computed.
    PiecesOf(Box<Expr>),
    /// A colour or another word for a side; also a player.
    Side(Side, Typed),
    /// `zone`: the zone of the event, or the list of zones before a dot.
    Zones,
    /// `zone.hill`
    Zone(ZoneId),
    /// `game`
    Game,
    /// `board`
    Board,
    /// `piece.state`
    State(Typed),
    /// `piece.traits`
    Traits(Typed),
    /// `game.state`
    GameState,
    /// `player.state`
    PlayerState(Box<Expr>),
    /// Something wrong, already told.
    Error,
}

impl Thing {
    fn value(expr: Expr, kind: Kind) -> Thing {
        Thing::Value(Typed::new(expr, kind))
    }

    fn truth(expr: Expr) -> Thing {
        Thing::value(expr, Kind::Bool)
    }
}

/// Words for the built-in traits.
pub(crate) const TRAITS: [&str; 7] = ["royal", "jump", "phase", "promote", "immune", "explosive", "castle"];

/// What can be asked of a piece.
const PIECE_FIELDS: [&str; 9] = ["type", "owner", "pos", "rank", "file", "value", "state", "traits", "has"];

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
    fn event_word(&mut self, word: &str, span: Span) -> Option<Thing> {
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
    fn subject_word(&mut self, word: &str) -> Option<Thing> {
        if !matches!(word, "state" | "owner" | "type" | "pos" | "traits")
            && (self.scope.tested.is_empty() || !matches!(word, "rank" | "file" | "value"))
        {
            return None;
        }
        let subject = self.scope.subject()?;
        self.field_of_piece(subject, word)
    }

    /// Bare words that are conditions or counts.
    fn condition_word(&mut self, word: &str, span: Span) -> Option<Thing> {
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
    fn side_out_of_moves(&self) -> Side {
        if self.scope.place == Place::Draw { Side::Turn } else { Side::Opponent }
    }

    /// A colour, or `player`, `opponent`, `mover`, `turn`.
    fn side_word(&mut self, word: &str) -> Option<Thing> {
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
    fn trait_word(&mut self, word: &str) -> Option<Thing> {
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

    fn misplaced_condition(&mut self, word: &str, span: Span) {
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

    fn needs_player(&mut self, word: &str, span: Span) {
        let message =
            format!("`{word}` speaks of a player, and there is none in {}", self.scope.place.words());
        self.game.report(Diagnostic::new(Code::NotAvailable, span, message));
    }

    fn unknown_word(&mut self, word: &str, span: Span) {
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

    /// What `of.field` stands for.
    pub fn field(&mut self, of: &ast::Expr, field: &Name) -> Thing {
        let thing = self.thing(of);
        self.field_of(thing, of, field)
    }

    fn field_of(&mut self, thing: Thing, of: &ast::Expr, field: &Name) -> Thing {
        let word = field.text.as_str();
        match thing {
            Thing::Error => Thing::Error,
            Thing::Zones => match self.game.zone_named(field) {
                Some(zone) => Thing::Zone(zone),
                None => Thing::Error,
            },
            Thing::Game => match word {
                "state" => Thing::GameState,
                _ => self.unknown_field("the game", field, &["state"]),
            },
            Thing::Board => match word {
                "pieces" => Thing::Pieces(None),
                "width" => Thing::value(Expr::Int(i64::from(self.game.board.width)), Kind::Int),
                "height" => Thing::value(Expr::Int(i64::from(self.game.board.height)), Kind::Int),
                _ => self.unknown_field("the board", field, &["pieces", "width", "height"]),
            },
            Thing::GameState => {
                let id = FieldId(self.game.game_fields.intern(word));
                self.game.usage.reads(Field::Game(id), field.span);
                Thing::Value(Typed {
                    field: Some(Field::Game(id)),
                    ..Typed::new(Expr::GameState(id), Kind::Unknown)
                })
            }
            Thing::PlayerState(player) => {
                let id = FieldId(self.game.player_fields.intern(word));
                self.game.usage.reads(Field::Player(id), field.span);
                Thing::Value(Typed {
                    field: Some(Field::Player(id)),
                    ..Typed::new(Expr::PlayerState(player, id), Kind::Unknown)
                })
            }
            Thing::State(piece) => self.state_field(piece, field),
            Thing::Side(side, player) => self.field_of_side(side, player, field),
            Thing::Named(piece, _) => match self.field_of_piece(piece, word) {
                Some(thing) => thing,
                None => self.unknown_field("a piece", field, &PIECE_FIELDS),
            },
            Thing::Type(_) | Thing::SideType(..) => {
                if let (Thing::Type(piece), "value") = (&thing, word) {
                    return Thing::value(Expr::ValueOf(Box::new(Expr::Type(*piece))), Kind::Int);
                }
                match self.piece_like(thing, of.span, of) {
                    Some(piece) => match self.field_of_piece(piece, word) {
                        Some(thing) => thing,
                        None => self.unknown_field("a piece", field, &PIECE_FIELDS),
                    },
                    None => Thing::Error,
                }
            }
            Thing::Value(typed) => self.field_of_value(typed, field),
            Thing::Zone(_) | Thing::Traits(_) | Thing::Pieces(_) | Thing::PiecesOf(_) => {
                let message = format!("there is nothing called `{word}` here");
                self.game.error(Code::UnknownProperty, field.span, message);
                Thing::Error
            }
        }
    }

    fn field_of_value(&mut self, typed: Typed, field: &Name) -> Thing {
        let word = field.text.as_str();
        match typed.kind {
            Kind::Piece => match self.field_of_piece(typed, word) {
                Some(thing) => thing,
                None => self.unknown_field("a piece", field, &PIECE_FIELDS),
            },
            Kind::Square => match word {
                "rank" => Thing::value(Expr::RankOf(Box::new(typed.expr)), Kind::Int),
                "file" => Thing::value(Expr::FileOf(Box::new(typed.expr)), Kind::Int),
                "pos" => Thing::value(typed.expr, Kind::Square),
                _ => self.unknown_field("a square", field, &["rank", "file", "pos"]),
            },
            Kind::Player => match word {
                "pieces" => Thing::PiecesOf(Box::new(typed.expr)),
                "state" => Thing::PlayerState(Box::new(typed.expr)),
                _ => self.unknown_field("a player", field, &["pieces", "state"]),
            },
            Kind::Type if word == "value" => Thing::value(Expr::ValueOf(Box::new(typed.expr)), Kind::Int),
            Kind::Unknown if typed.is_error() => Thing::Error,
            // A parameter: whatever it is, it may be a piece.
            Kind::Unknown if typed.field.is_none() => match self.field_of_piece(typed, word) {
                Some(thing) => thing,
                None => self.unknown_field("a piece or square", field, &PIECE_FIELDS),
            },
            kind => {
                let message = format!("{} has no `{word}`", kind.words());
                self.game.error(Code::UnknownProperty, field.span, message);
                Thing::Error
            }
        }
    }

    /// A property of a piece, `None` if pieces have no such property.
    fn field_of_piece(&mut self, piece: Typed, word: &str) -> Option<Thing> {
        let of = Box::new(piece.expr.clone());
        Some(match word {
            "type" => Thing::value(Expr::TypeOf(of), Kind::Type),
            "owner" => Thing::value(Expr::OwnerOf(of), Kind::Player),
            "pos" if self.scope.place == Place::Pattern && piece.expr == Expr::Event(EventVar::Piece) => {
                Thing::value(Expr::Event(EventVar::Origin), Kind::Square)
            }
            "pos" => Thing::value(Expr::SquareOf(of), Kind::Square),
            "rank" => Thing::value(Expr::RankOf(of), Kind::Int),
            "file" => Thing::value(Expr::FileOf(of), Kind::Int),
            "value" => Thing::value(Expr::ValueOf(of), Kind::Int),
            "state" => Thing::State(piece),
            "traits" => Thing::Traits(piece),
            _ => return None,
        })
    }

    fn field_of_side(&mut self, side: Side, player: Typed, field: &Name) -> Thing {
        let word = field.text.as_str();
        if word == "pieces" {
            return Thing::Pieces(Some(side));
        }
        if word == "state" {
            return Thing::PlayerState(Box::new(player.expr));
        }
        if let Some(counter) = counter(word) {
            return Thing::value(Expr::Counter(side, counter), Kind::Int);
        }
        if let Some(piece) = self.game.definitions.piece_or_plural(word) {
            return Thing::SideType(side, piece);
        }
        if word == "check" {
            return Thing::truth(Expr::InCheck(Box::new(player.expr)));
        }
        let mut known = vec!["pieces", "checks", "captures", "moves", "state"];
        let definitions = self.game.definitions;
        known.extend(definitions.pieces.names().take(1_000));
        self.unknown_field("a player", field, &known)
    }

    fn unknown_field(&mut self, of: &str, field: &Name, known: &[&str]) -> Thing {
        let message = format!("{of} has no `{}`", field.text);
        let diagnostic = Diagnostic::new(Code::UnknownProperty, field.span, message);
        let diagnostic =
            self.game.suggest(diagnostic, &field.text, field.span, known.iter().copied(), "properties");
        self.game.report(diagnostic);
        Thing::Error
    }

    /// `piece.state.x`: some type the piece can have must declare the field.
    fn state_field(&mut self, piece: Typed, field: &Name) -> Thing {
        let word = field.text.as_str();
        let built_in = matches!(word, "cooldown" | "frozen");
        let id = self.game.piece_fields.find(word).map(FieldId);
        let types = piece.types.as_deref();
        let declared = id.and_then(|id| self.game.declared_kind(id, types));
        let known = declared.is_some()
            || built_in
            || types.is_some_and(<[PieceId]>::is_empty)
            || self.game.scripts.mentions(word);
        if !known {
            self.unknown_state_field(types, field);
            return Thing::Error;
        }
        let id = FieldId(self.game.piece_fields.intern(word));
        self.game.usage.reads(Field::Piece(id), field.span);
        let kind = declared.unwrap_or(if built_in { Kind::Int } else { Kind::Unknown });
        let kind = if kind == Kind::Null { Kind::Unknown } else { kind };
        Thing::Value(Typed {
            field: Some(Field::Piece(id)),
            ..Typed::new(Expr::PieceState(Box::new(piece.expr), id), kind)
        })
    }

    fn unknown_state_field(&mut self, types: Option<&[PieceId]>, field: &Name) {
        if self.game.muted || self.game.is_full() {
            return;
        }
        let word = &field.text;
        let game = &*self.game;
        let facts: Vec<&super::PieceFacts> = match types {
            Some(types) => types.iter().filter_map(|piece| game.pieces.get(piece.index())).collect(),
            None => game.pieces.iter().collect(),
        };
        let mut known: Vec<&str> = Vec::new();
        for (id, _) in facts.iter().flat_map(|facts| &facts.state) {
            let name = game.piece_fields.name(id.0);
            if !known.contains(&name) && known.len() < 200 {
                known.push(name);
            }
        }
        let message = match types {
            Some([piece]) => {
                format!("a {} has no state field `{word}`", game.definitions.piece_name(*piece))
            }
            Some(_) => format!("none of the pieces this can be has a state field `{word}`"),
            None => format!("no piece has a state field `{word}`"),
        };
        let diagnostic = Diagnostic::new(Code::UnknownStateField, field.span, message);
        let near = self.game.nearest(word, known.iter().copied());
        let diagnostic = match (near, types) {
            (Some(near), _) => diagnostic.suggest(field.span, near),
            (None, Some([piece])) => diagnostic.help(format!(
                "declare it in the block of `{}`: `state: {{ {word}: 0 }}`",
                game.definitions.piece_name(*piece)
            )),
            (None, _) => {
                diagnostic.help(format!("declare it in the block of a piece: `state: {{ {word}: 0 }}`"))
            }
        };
        self.game.report(diagnostic);
    }

    /// What an expression stands for, before it is decided whether a value, type or set is wanted.
    pub fn thing(&mut self, expr: &ast::Expr) -> Thing {
        match &expr.kind {
            ExprKind::Name(word) => self.word(word, expr.span),
            ExprKind::Field { of, field } => self.field(of, field),
            ExprKind::Paren(inner) => self.thing(inner),
            _ => Thing::Value(self.value(expr)),
        }
    }

    /// The piece a thing stands for. A type named where a piece is wanted means "some piece of that type",
    /// within the comparison or condition around it.
    pub fn piece_like(&mut self, thing: Thing, span: Span, written: &ast::Expr) -> Option<Typed> {
        let (side, piece) = match thing {
            Thing::Value(typed) | Thing::Named(typed, _) => return Some(typed),
            Thing::Type(piece) => (self.scope.place.is_end().then_some(Side::Own), piece),
            Thing::SideType(side, piece) => (Some(side), piece),
            Thing::Error => return None,
            _ => {
                let typed = self.value_of(thing, span);
                return (!typed.is_error()).then_some(typed);
            }
        };
        if self.scope.lifted.is_none() {
            let name = self.game.definitions.piece_name(piece).to_string();
            let message = format!(
                "`{}` is a type of piece, and a single piece is wanted here",
                written_name(written, &name)
            );
            let help = format!("bind one with `when: any {name} where ...`, or name one, such as `piece`");
            self.game.report(Diagnostic::new(Code::WrongKind, span, message).help(help));
            return None;
        }
        let local = self.scope.slot();
        let set = PieceSet { piece: Some(piece), side, region: Region::Board, local, filter: None };
        if let Some(lifted) = &mut self.scope.lifted {
            lifted.push(set);
        }
        Some(Typed::piece(Expr::Local(local), Some(vec![piece])))
    }

    /// Reads a condition about named pieces: `King in zone.hill` becomes "some own King is in the hill".
    pub fn predicate(&mut self, read: impl FnOnce(&mut Self) -> Expr) -> Expr {
        let outer = self.scope.lifted.replace(Vec::new());
        let mut expr = read(self);
        let lifted = std::mem::replace(&mut self.scope.lifted, outer).unwrap_or_default();
        for mut set in lifted.into_iter().rev() {
            set.filter = Some(expr);
            expr = Expr::Quantified(Quantifier::Exists, Box::new(set));
        }
        expr
    }

    /// The value a thing stands for; an error if it is none.
    pub fn value_of(&mut self, thing: Thing, span: Span) -> Typed {
        match thing {
            Thing::Value(typed) | Thing::Named(typed, _) | Thing::Side(_, typed) => typed,
            Thing::Type(piece) => Typed::new(Expr::Type(piece), Kind::Type),
            Thing::Pieces(side) => Typed::new(self.count_of(None, side), Kind::Int),
            Thing::SideType(side, piece) => Typed::new(self.count_of(Some(piece), Some(side)), Kind::Int),
            Thing::PiecesOf(player) => Typed::new(self.count_of_player(*player), Kind::Int),
            Thing::Zones if self.scope.place.has(EventVar::Zone) => {
                Typed::new(Expr::Event(EventVar::Zone), Kind::Zone)
            }
            Thing::Error => Typed::error(),
            other => {
                let (what, help) = match other {
                    Thing::Zones => ("`zone` alone is not a value", "name one, as in `target in zone.hill`"),
                    Thing::Zone(_) => ("a zone is not a value", "ask `in zone.name`"),
                    Thing::Game | Thing::GameState => {
                        ("the game is not a value", "name a field, as in `game.state.score`")
                    }
                    Thing::Board => {
                        ("the board is not a value", "ask `piece_at(e4)` or `count pieces where ...`")
                    }
                    Thing::State(_) | Thing::PlayerState(_) => {
                        ("a whole state is not a value", "name a field, as in `piece.state.kills`")
                    }
                    _ => ("a list of traits is not a value", "ask `piece.traits has royal`"),
                };
                self.game.report(Diagnostic::new(Code::NotAValue, span, what).help(help));
                Typed::error()
            }
        }
    }

    /// The number of pieces of a type and side.
    pub fn count_of(&mut self, piece: Option<PieceId>, side: Option<Side>) -> Expr {
        let local = self.scope.slot();
        let set = PieceSet { piece, side, region: Region::Board, local, filter: None };
        Expr::Quantified(Quantifier::Count, Box::new(set))
    }

    fn count_of_player(&mut self, player: Expr) -> Expr {
        let local: LocalId = self.scope.slot();
        let owner = Expr::OwnerOf(Box::new(Expr::Local(local)));
        let filter = Expr::Binary(nightrider_model::BinaryOp::Equal, Box::new(owner), Box::new(player));
        let set = PieceSet { piece: None, side: None, region: Region::Board, local, filter: Some(filter) };
        Expr::Quantified(Quantifier::Count, Box::new(set))
    }
}

fn written_name(written: &ast::Expr, name: &str) -> String {
    match &written.kind {
        ExprKind::Name(word) => word.clone(),
        _ => name.to_string(),
    }
}

fn counter(word: &str) -> Option<Counter> {
    match word {
        "checks" => Some(Counter::Checks),
        "captures" => Some(Counter::Captures),
        "moves" => Some(Counter::Moves),
        _ => None,
    }
}

/// The opposite of a condition.
pub(crate) fn not(expr: Expr) -> Expr {
    Expr::Unary(nightrider_model::UnaryOp::Not, Box::new(expr))
}
