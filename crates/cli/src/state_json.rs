//! A game's state and record as JSON: what `run --json` prints.

use nightrider::engine::{Game, GameResult, LogEntry, LooseOwner, PieceView};
use nightrider::model::{Board, EffectId, FieldId, Player, Value, Variant};
use nightrider::notation::{Fen, LegalMoves};
use serde::{Serialize, Serializer};

/// Everything about a game.
#[derive(Serialize)]
pub struct State {
    game: String,
    fen: String,
    turn: &'static str,
    ply: u32,
    check: bool,
    pieces: Vec<Piece>,
    effects: Vec<Effect>,
    state: Fields,
    players: Players,
    result: Option<Outcome>,
    start: Start,
    legal_moves: Vec<String>,
    plies: Vec<Ply>,
}

#[derive(Serialize)]
struct Piece {
    square: String,
    r#type: String,
    owner: &'static str,
    moved: bool,
    state: Fields,
    effects: Vec<Effect>,
}

#[derive(Serialize)]
struct Effect {
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<String>,
    effect: String,
    owner: &'static str,
    turns_left: Option<u32>,
}

#[derive(Serialize)]
#[allow(non_snake_case)] // The players' names, as everywhere in the output.
struct Players {
    White: PlayerState,
    Black: PlayerState,
}

#[derive(Serialize)]
struct PlayerState {
    checks: u32,
    captures: u32,
    moves: u32,
    state: Fields,
}

#[derive(Serialize)]
struct Outcome {
    winner: Option<&'static str>,
    reason: String,
    detail: Option<String>,
}

#[derive(Serialize)]
struct Start {
    events: Vec<Entry>,
}

/// A ply: the text of its move and what happened.
#[derive(Serialize)]
pub struct Ply {
    r#move: String,
    events: Vec<Entry>,
}

/// Named values in their order.
struct Fields(Vec<(String, Value)>);

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// An entry of the event log. What it does not have is left out.
#[derive(Default, Serialize)]
struct Entry {
    event: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    captured: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Outcome>,
}

impl State {
    /// The state of a game whose moves have the given texts.
    pub fn of(game: &Game, texts: &[String]) -> State {
        let variant = game.rules().variant();
        let board = &variant.board;
        let player = |player: Player| {
            let counters = game.counters(player);
            PlayerState {
                checks: counters.checks,
                captures: counters.captures,
                moves: counters.moves,
                state: with_loose(
                    game,
                    LooseOwner::Player(player),
                    named(&variant.player_fields, game.player_state(player)),
                ),
            }
        };
        let plies = game.history().iter().zip(texts).map(|(ply, text)| Ply {
            r#move: text.clone(),
            events: ply.events.iter().map(|entry| Entry::of(variant, entry)).collect(),
        });
        State {
            game: variant.name.clone(),
            fen: Fen::of(game).write(variant),
            turn: game.turn().name(),
            ply: game.ply(),
            check: game.in_check(),
            pieces: game.pieces().iter().map(|view| piece(game, view)).collect(),
            effects: game
                .effects()
                .iter()
                .map(|view| {
                    effect(variant, view.effect, view.owner, view.turns_left, Some(board.name(view.square)))
                })
                .collect(),
            state: with_loose(game, LooseOwner::Game, named(&variant.game_fields, game.game_state())),
            players: Players { White: player(Player::White), Black: player(Player::Black) },
            result: game.result().map(outcome),
            start: Start {
                events: game.start_events().iter().map(|entry| Entry::of(variant, entry)).collect(),
            },
            legal_moves: LegalMoves::of(game).sorted_texts().into_iter().map(str::to_owned).collect(),
            plies: plies.collect(),
        }
    }
}

fn piece(game: &Game, view: &PieceView) -> Piece {
    let variant = game.rules().variant();
    Piece {
        square: variant.board.name(view.square),
        r#type: variant.piece(view.piece).name.clone(),
        owner: view.owner.name(),
        moved: view.moved,
        state: with_loose(
            game,
            LooseOwner::Piece(view.square),
            named(&variant.piece_fields, view.state.clone()),
        ),
        effects: view
            .effects
            .iter()
            .map(|attached| effect(variant, attached.effect, attached.owner, attached.turns_left, None))
            .collect(),
    }
}

fn effect(
    variant: &Variant,
    effect: EffectId,
    owner: Player,
    turns_left: Option<u32>,
    square: Option<String>,
) -> Effect {
    let name = variant.effects.get(effect.index()).map(|effect| effect.name.clone());
    Effect { square, effect: name.unwrap_or_default(), owner: owner.name(), turns_left }
}

/// Fields with their names.
fn named(names: &[String], fields: Vec<(FieldId, Value)>) -> Fields {
    let name = |field: FieldId| names.get(field.index()).cloned().unwrap_or_default();
    Fields(fields.into_iter().map(|(field, value)| (name(field), value)).collect())
}

/// The same with the fields that only scripts name.
fn with_loose(game: &Game, owner: LooseOwner, mut fields: Fields) -> Fields {
    let loose = game.loose_state().into_iter().filter(|field| field.owner == owner);
    fields.0.extend(loose.map(|field| (field.name, field.value)));
    fields
}

fn outcome(result: &GameResult) -> Outcome {
    Outcome {
        winner: result.winner.map(Player::name),
        reason: result.reason.text(),
        detail: result.detail.clone(),
    }
}

impl Entry {
    fn of(variant: &Variant, entry: &LogEntry) -> Entry {
        let board: &Board = &variant.board;
        let type_name =
            |piece: &Option<nightrider::model::PieceId>| piece.map(|piece| variant.piece(piece).name.clone());
        let square_name =
            |square: &Option<nightrider::model::Square>| square.map(|square| board.name(square));
        match entry {
            LogEntry::Event { event, player, piece, origin, target, captured, zone } => Entry {
                event: event.name().to_owned(),
                player: player.map(Player::name),
                piece: type_name(piece),
                from: square_name(origin),
                to: square_name(target),
                captured: type_name(captured),
                zone: zone.map(|zone| board.zone(zone).name.clone()),
                ..Entry::default()
            },
            LogEntry::Considered { name, .. } => Entry::named("considered", name),
            LogEntry::Trigger { name, actions, .. } => {
                Entry { actions: Some(actions.clone()), ..Entry::named("trigger", name) }
            }
            LogEntry::Declined { name, .. } => Entry::named("declined", name),
            LogEntry::Fault { trigger, message } => Entry {
                event: "fault".to_owned(),
                name: trigger.and_then(|id| variant.triggers.get(id.index())).map(|found| found.name.clone()),
                message: Some(message.clone()),
                ..Entry::default()
            },
            LogEntry::Script { event, actions } => {
                Entry { actions: Some(actions.clone()), ..Entry::named("script", event.name()) }
            }
            LogEntry::Console { level, text } => {
                Entry { message: Some(text.clone()), ..Entry::named("console", level.word()) }
            }
            LogEntry::EffectEnded { effect, square } => Entry {
                event: "effect_ended".to_owned(),
                effect: Some(effect.clone()),
                square: Some(board.name(*square)),
                ..Entry::default()
            },
            LogEntry::Result(result) => {
                Entry { event: "result".to_owned(), result: Some(outcome(result)), ..Entry::default() }
            }
        }
    }

    fn named(event: &str, name: &str) -> Entry {
        Entry { event: event.to_owned(), name: Some(name.to_owned()), ..Entry::default() }
    }
}
