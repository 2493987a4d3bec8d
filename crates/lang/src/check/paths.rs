//! Paths: what `captured.type`, `opponent.pieces`, `piece.state.kills` or `game.state.x` mean.

use nightrider_model::FieldId;
use nightrider_model::{EventVar, Expr, PieceId, Side};

use super::kinds::{Field, Kind, Typed};
use super::reader::{Reader, Thing};
use super::scope::Place;
use super::words::counter;
use crate::ast::{self, Name};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;

/// What can be asked of a piece.
const PIECE_FIELDS: [&str; 9] = ["type", "owner", "pos", "rank", "file", "value", "state", "traits", "has"];

impl Reader<'_, '_> {
    /// What `of.field` stands for.
    pub fn field(&mut self, of: &ast::Expr, field: &Name) -> Thing {
        let thing = self.thing(of);
        self.field_of(thing, of, field)
    }

    pub fn field_of(&mut self, thing: Thing, of: &ast::Expr, field: &Name) -> Thing {
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

    pub fn field_of_value(&mut self, typed: Typed, field: &Name) -> Thing {
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
    pub fn field_of_piece(&mut self, piece: Typed, word: &str) -> Option<Thing> {
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

    pub fn field_of_side(&mut self, side: Side, player: Typed, field: &Name) -> Thing {
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

    pub fn unknown_field(&mut self, of: &str, field: &Name, known: &[&str]) -> Thing {
        let message = format!("{of} has no `{}`", field.text);
        let diagnostic = Diagnostic::new(Code::UnknownProperty, field.span, message);
        let diagnostic =
            self.game.suggest(diagnostic, &field.text, field.span, known.iter().copied(), "properties");
        self.game.report(diagnostic);
        Thing::Error
    }

    /// `piece.state.x`: some type the piece can have must declare the field.
    pub fn state_field(&mut self, piece: Typed, field: &Name) -> Thing {
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

    pub fn unknown_state_field(&mut self, types: Option<&[PieceId]>, field: &Name) {
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
}
