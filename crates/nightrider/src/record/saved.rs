//! A saved game: the form of the JSON.

use std::fmt;

use nightrider_engine::script::ScriptMove;
use nightrider_engine::{CastlingField, LaidEffect, LooseField, LooseOwner, Setup, SetupPiece};
use nightrider_model::{Board, EffectId, FieldId, PieceId, Player, Square, Value, Variant};
use nightrider_notation::{Fen, LegalMoves};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Record;
use super::account::{Entry, Outcome, SavedPly};
use super::fault::LoadError;

/// Everything about a game.
///
/// Only `game` and `pieces` or `fen` must be there to load it; whatever else is missing is as at the start of a
/// game. Where `fen` and the other fields disagree, the others count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// The title of the game.
    pub game: String,
    /// The position as far as a FEN can say it.
    #[serde(default)]
    pub fen: Option<String>,
    /// Who is to move.
    #[serde(default)]
    pub turn: Option<Player>,
    /// Plies played; if it is missing, those of `plies` count.
    #[serde(default)]
    pub ply: Option<u32>,
    /// Whether a royal of the player to move is attacked. Not read.
    #[serde(default)]
    pub check: bool,
    /// The pieces in board order; if they are missing, those of `fen` stand.
    #[serde(default)]
    pub pieces: Option<Vec<SavedPiece>>,
    /// The effects on squares, in the order in which they were laid.
    #[serde(default)]
    pub effects: Vec<SavedEffect>,
    /// `game.state`.
    #[serde(default)]
    pub state: Fields,
    /// What the players have done and their state.
    #[serde(default)]
    pub players: SavedPlayers,
    /// How the game ended, if it has.
    #[serde(default)]
    pub result: Option<Outcome>,
    /// What else the rules remember.
    #[serde(default)]
    pub memory: Memory,
    /// What happened before the first ply.
    #[serde(default)]
    pub start: Start,
    /// The legal moves. Not read.
    #[serde(default)]
    pub legal_moves: Vec<String>,
    /// What happened, ply by ply.
    #[serde(default)]
    pub plies: Vec<SavedPly>,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPiece {
    /// Where it stands.
    pub square: String,
    /// What it is.
    pub r#type: String,
    /// Whose it is.
    pub owner: Player,
    /// Whether it has moved; if this is missing, it has not if the game's set-up has that piece there.
    #[serde(default)]
    pub moved: Option<bool>,
    /// Its state: the fields that are not null; if this is missing, the first state of its type.
    #[serde(default)]
    pub state: Option<Fields>,
    /// The effects attached to it.
    #[serde(default)]
    pub effects: Vec<SavedEffect>,
}

/// An effect, on a square or attached to a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedEffect {
    /// The square it lies on; effects of pieces have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// Which effect.
    pub effect: String,
    /// Whose it is.
    pub owner: Player,
    /// Turns until it ends; `null` is until it is lifted.
    #[serde(default)]
    pub turns_left: Option<u32>,
}

/// Both players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPlayers {
    /// White.
    #[serde(default, rename = "White")]
    pub white: SavedPlayer,
    /// Black.
    #[serde(default, rename = "Black")]
    pub black: SavedPlayer,
}

/// What a player has done so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SavedPlayer {
    /// Plies that gave check.
    pub checks: u32,
    /// Plies that captured.
    pub captures: u32,
    /// Plies.
    pub moves: u32,
    /// `player.state`.
    pub state: Fields,
}

/// What happened before the first ply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// In order.
    pub events: Vec<Entry>,
}

/// What the rules remember beside what is on the board and what a FEN says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Memory {
    /// The state of the random generator, in hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Hex>,
    /// Moves left in this turn, the next one included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_left: Option<u16>,
    /// Further moves that scripts have allowed to White and Black.
    #[serde(skip_serializing_if = "is_default")]
    pub extra_moves: [u8; 2],
    /// The squares of the partners that may still castle; if this is missing, those that have not moved may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub castling: Option<Vec<String>>,
    /// A multi-step that the last move has made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passing: Option<SavedPassing>,
    /// Types that White has had in this game and that neither its set-up nor the board shows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub white_had: Vec<String>,
    /// The same of Black.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub black_had: Vec<String>,
    /// The order in which all effects were laid, where it is not that of `pieces` and then `effects`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub laid: Vec<SavedLaid>,
    /// The moves played, for scripts that look at them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<SavedMove>,
    /// A result that was declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<SavedDeclaration>,
    /// For repetition: a number for each earlier position, the same for the same position, in hexadecimal digits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Hex>,
}

/// A multi-step that the last move has made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPassing {
    /// Where the piece stands that made it.
    pub piece: String,
    /// The squares that it has passed.
    pub squares: Vec<String>,
}

/// An effect in the order of laying, by what tells it from others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedLaid {
    /// Where it or its piece is.
    pub square: String,
    /// Which effect.
    pub effect: String,
    /// Whose it is.
    pub owner: Player,
    /// Whether it is attached to the piece.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attached: bool,
    /// Whether the ply that laid it has still to be left out of its duration.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fresh: bool,
}

/// A move as scripts see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedMove {
    /// Who played it.
    pub player: Player,
    /// The type of the piece that moved.
    pub piece: String,
    /// Where it came from.
    pub from: String,
    /// Where it went.
    pub to: String,
    /// The type of the piece taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<String>,
    /// What the piece became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<String>,
}

/// A result that an action or a script has declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedDeclaration {
    /// Who won; `null` is a draw.
    pub winner: Option<Player>,
    /// The trigger that said so; none is a script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger: Option<String>,
    /// The text given as reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A number of 64 bits as a string of hexadecimal digits, which no reader of JSON rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex(pub u64);

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = if digits { u64::from_str_radix(&text, 16).ok() } else { None };
        number.map(Hex).ok_or_else(|| {
            let shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
            D::Error::custom(format!("`{shown}` is no number of up to 16 hexadecimal digits"))
        })
    }
}

/// Named values in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(pub Vec<(String, Value)>);

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        struct FieldsVisitor;
        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("fields of state with their values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields: Vec<(String, Value)> = Vec::new();
                let mut names = std::collections::BTreeSet::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    if !names.insert(name.clone()) {
                        return Err(A::Error::custom(format!("the field `{name}` is there twice")));
                    }
                    fields.push((name, value));
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(FieldsVisitor)
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl SavedGame {
    /// Reads a saved game without looking at what it says.
    ///
    /// # Errors
    /// If the text is no JSON of this form.
    pub fn read(json: &str) -> Result<SavedGame, LoadError> {
        let json = json.trim_start_matches('\u{feff}').trim();
        if json.is_empty() {
            return Err(LoadError::form("the text is empty"));
        }
        if !json.starts_with('{') {
            return Err(LoadError::form("that begins with `{`"));
        }
        serde_json::from_str(json).map_err(|error| LoadError::form(&error.to_string()))
    }

    /// What a record holds.
    pub(super) fn of(record: &Record) -> SavedGame {
        let game = &record.game;
        let setup = game.setup();
        let writer = Writer { variant: game.rules().variant(), setup: &setup };
        let variant = writer.variant;
        let plies = game.history().iter().zip(&record.texts).map(|(ply, text)| SavedPly {
            r#move: text.clone(),
            events: ply.events.iter().map(|entry| Entry::of(variant, entry)).collect(),
        });
        let start = game.start_events().iter().map(|entry| Entry::of(variant, entry));
        SavedGame {
            game: variant.name.clone(),
            fen: Some(Fen::of(game).write(variant)),
            turn: Some(setup.turn),
            ply: Some(game.ply()),
            check: game.in_check(),
            pieces: Some(setup.pieces.iter().map(|piece| writer.piece(piece)).collect()),
            effects: setup
                .effects
                .iter()
                .map(|found| SavedEffect {
                    square: Some(variant.board.name(found.square)),
                    ..writer.effect(found.effect, found.owner, found.turns_left)
                })
                .collect(),
            state: writer.fields(&variant.game_fields, &setup.game_state, LooseOwner::Game),
            players: SavedPlayers {
                white: writer.player(Player::White),
                black: writer.player(Player::Black),
            },
            result: setup.result.as_ref().map(Outcome::of),
            memory: writer.memory(),
            start: Start { events: record.start.iter().cloned().chain(start).collect() },
            legal_moves: LegalMoves::of(game).sorted_texts().into_iter().map(str::to_owned).collect(),
            plies: record.before.iter().cloned().chain(plies).collect(),
        }
    }
}

/// Writes the parts of a set-up by their names.
struct Writer<'a> {
    variant: &'a Variant,
    setup: &'a Setup,
}

impl Writer<'_> {
    fn square(&self, square: Square) -> String {
        let board: &Board = &self.variant.board;
        board.name(square)
    }

    fn type_name(&self, piece: PieceId) -> String {
        self.variant.piece(piece).name.clone()
    }

    fn effect_name(&self, effect: EffectId) -> String {
        self.variant.effects.get(effect.index()).map(|found| found.name.clone()).unwrap_or_default()
    }

    fn effect(&self, effect: EffectId, owner: Player, turns_left: Option<u32>) -> SavedEffect {
        SavedEffect { square: None, effect: self.effect_name(effect), owner, turns_left }
    }

    fn fields(&self, names: &[String], known: &[(FieldId, Value)], owner: LooseOwner) -> Fields {
        let name = |field: FieldId| names.get(field.index()).cloned().unwrap_or_default();
        let known = known.iter().map(|(field, value)| (name(*field), value.clone()));
        let loose = self.setup.loose_state.iter().filter(|field| field.owner == owner);
        Fields(
            known.chain(loose.map(|LooseField { name, value, .. }| (name.clone(), value.clone()))).collect(),
        )
    }

    fn piece(&self, piece: &SetupPiece) -> SavedPiece {
        let state: Vec<(FieldId, Value)> =
            piece.state.iter().filter(|(_, value)| *value != Value::Null).cloned().collect();
        let owner = LooseOwner::Piece(piece.square);
        SavedPiece {
            square: self.square(piece.square),
            r#type: self.type_name(piece.piece),
            owner: piece.owner,
            moved: piece.moved,
            state: Some(self.fields(&self.variant.piece_fields, &state, owner)),
            effects: piece
                .effects
                .iter()
                .map(|attached| self.effect(attached.effect, attached.owner, attached.turns_left))
                .collect(),
        }
    }

    fn player(&self, player: Player) -> SavedPlayer {
        let of = |counts: &Option<[u32; 2]>| counts.map_or(0, |counts| counts[player.index()]);
        SavedPlayer {
            checks: of(&self.setup.checks),
            captures: of(&self.setup.captures),
            moves: of(&self.setup.moves),
            state: self.fields(
                &self.variant.player_fields,
                &self.setup.player_state[player.index()],
                LooseOwner::Player(player),
            ),
        }
    }

    fn memory(&self) -> Memory {
        let setup = self.setup;
        let castling = match &setup.castling {
            CastlingField::Rights(rights) => {
                Some(rights.iter().map(|(_, square)| self.square(*square)).collect())
            }
            CastlingField::ByUnmoved => None,
        };
        let laid = if self.laid_as_listed() { &[][..] } else { &setup.laid };
        let trigger_name = |id: nightrider_model::TriggerId| {
            self.variant.triggers.get(id.index()).map(|trigger| trigger.name.clone())
        };
        Memory {
            seed: setup.seed.map(Hex),
            moves_left: setup.moves_left,
            extra_moves: setup.extra_moves,
            castling,
            passing: setup.passing.as_ref().map(|passing| SavedPassing {
                piece: self.square(passing.piece),
                squares: passing.squares.iter().map(|square| self.square(*square)).collect(),
            }),
            white_had: self.had(Player::White),
            black_had: self.had(Player::Black),
            laid: laid
                .iter()
                .map(|found| SavedLaid {
                    square: self.square(found.square),
                    effect: self.effect_name(found.effect),
                    owner: found.owner,
                    attached: found.attached,
                    fresh: found.fresh,
                })
                .collect(),
            moves: setup.past.iter().map(|past| self.past(past)).collect(),
            declared: setup.declared.as_ref().map(|declared| SavedDeclaration {
                winner: declared.winner,
                trigger: declared.trigger.and_then(trigger_name),
                text: declared.text.clone(),
            }),
            earlier: setup.earlier.iter().copied().map(Hex).collect(),
        }
    }

    /// Whether the effects were laid in the order in which pieces and squares list them.
    fn laid_as_listed(&self) -> bool {
        let on_pieces = self.setup.pieces.iter().flat_map(|piece| {
            let square = piece.square;
            piece.effects.iter().map(move |found| (square, found.effect, found.owner, true))
        });
        let on_squares =
            self.setup.effects.iter().map(|found| (found.square, found.effect, found.owner, false));
        let laid = |found: &LaidEffect| (found.square, found.effect, found.owner, found.attached);
        self.setup.laid.iter().all(|found| !found.fresh)
            && on_pieces.chain(on_squares).eq(self.setup.laid.iter().map(laid))
    }

    /// The types that a player has had and that neither the game's set-up nor the board shows.
    fn had(&self, player: Player) -> Vec<String> {
        let shown = |piece: PieceId| {
            let placed = &self.variant.setup.pieces;
            placed.iter().any(|placed| (placed.owner, placed.piece) == (player, piece))
                || self.setup.pieces.iter().any(|placed| (placed.owner, placed.piece) == (player, piece))
        };
        let had = self.setup.had.iter().filter(|(owner, piece)| *owner == player && !shown(*piece));
        had.map(|(_, piece)| self.type_name(*piece)).collect()
    }

    fn past(&self, past: &ScriptMove) -> SavedMove {
        SavedMove {
            player: past.player,
            piece: self.type_name(past.piece),
            from: self.square(past.from),
            to: self.square(past.to),
            captured: past.captured.map(|piece| self.type_name(piece)),
            promotion: past.promotion.map(|piece| self.type_name(piece)),
        }
    }
}
