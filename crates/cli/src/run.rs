//! `nightrider run GAME`: plays given moves and prints where they lead and what happened on the way.

use std::io::Write;

use nightrider::engine::{Game, LooseField, LooseOwner};
use nightrider::model::{FieldId, Player, Value};
use nightrider::notation::Fen;
use nightrider::notation::drawing::{Glyphs, Side, board};
use nightrider::record::Record;

use crate::account::{Detail, lines_of};
use crate::arguments::PositionArguments;
use crate::explain_move::explain;
use crate::failure::Failure;
use crate::position::record_at;
use crate::reason::in_words;
use crate::terminal::{Style, harmless, stdout_style};

/// Play moves and print the final state and what happened at each ply
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Answers to optional triggers follow a move after a slash: c1b2/y. Without them every answer is no.

Examples:
  nightrider run standard --moves \"f2f3 e7e5 g2g4 d8h4\"
  nightrider run my-game.chesslang --moves \"c1b2/y\" --json
  nightrider run my-game.chesslang --state saved.json --moves \"b2c3\"
  nightrider run standard --explain e1g1")]
pub struct Arguments {
    /// A file, the name of a built-in game, or - for standard input
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    /// The number that random choices of the game start from; 0 if nothing else says it
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Tell what this move would do, or why it is not legal, and play nothing more
    #[arg(long, value_name = "MOVE")]
    explain: Option<String>,
    /// Print JSON; without --explain it is everything about the game, to be read by --state
    #[arg(long)]
    json: bool,
    /// Draw the board with letters only
    #[arg(long)]
    ascii: bool,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let record = record_at(&arguments.game, &arguments.position, arguments.seed)?;
    if let Some(text) = &arguments.explain {
        let explanation = explain(record.game(), text.trim())?;
        if arguments.json {
            serde_json::to_writer_pretty(&mut *out, &explanation)?;
            writeln!(out)?;
            return Ok(());
        }
        return explanation.write(out);
    }
    if arguments.json {
        serde_json::to_writer_pretty(&mut *out, &record.saved())?;
        writeln!(out)?;
        return Ok(());
    }
    let style = stdout_style();
    let game = record.game();
    let variant = game.rules().variant();
    let glyphs = if arguments.ascii { Glyphs::Ascii } else { Glyphs::Unicode };
    write_plies(out, &record, style)?;
    writeln!(out, "{}", board(game, Side::White, glyphs))?;
    writeln!(out, "{}", Fen::of(game).write(variant))?;
    write_state(out, game)?;
    let Style { strong, plain, .. } = style;
    match game.result() {
        None => {
            let check = if game.in_check() { ", in check" } else { "" };
            writeln!(out, "{strong}{} to move{check}{plain}", game.turn().name())?;
        }
        Some(result) => {
            let winner = match result.winner {
                Some(player) => format!("{} wins", player.name()),
                None => "Draw".to_owned(),
            };
            writeln!(out, "{strong}{winner}: {}{plain}", in_words(variant, result))?;
            if let Some(detail) = &result.detail {
                writeln!(out, "{}", harmless(detail))?;
            }
        }
    }
    Ok(())
}

/// What happened, ply by ply. Plies in which nothing but the move happened take one line.
fn write_plies(out: &mut dyn Write, record: &Record, style: Style) -> Result<(), Failure> {
    let game = record.game();
    let variant = game.rules().variant();
    let Style { strong, faint, plain, .. } = style;
    let start = lines_of(variant, game.start_events(), Detail::Deeds);
    if !start.is_empty() {
        writeln!(out, "{strong}start{plain}")?;
    }
    for line in &start {
        writeln!(out, "  {faint}{line}{plain}")?;
    }
    let before = game.ply() - game.history().len() as u32;
    for (number, (ply, text)) in (before..).zip(game.history().iter().zip(record.texts())) {
        let check = if ply.gave_check { " check" } else { "" };
        writeln!(out, "{:>3}  {:<5} {strong}{text}{plain}{check}", number + 1, ply.player.name())?;
        for line in lines_of(variant, &ply.events, Detail::Deeds) {
            writeln!(out, "           {faint}{line}{plain}")?;
        }
    }
    if !game.history().is_empty() || !start.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

/// Effects, piece state, counters and other state, as far as there is any.
fn write_state(out: &mut dyn Write, game: &Game) -> Result<(), Failure> {
    let variant = game.rules().variant();
    let board = &variant.board;
    let effect_name = |id: usize| variant.effects.get(id).map_or("?", |effect| effect.name.as_str());
    let turns = |left: Option<u32>| match left {
        None => String::new(),
        Some(1) => ", 1 turn left".to_owned(),
        Some(turns) => format!(", {turns} turns left"),
    };
    for view in game.effects() {
        let (name, owner) = (effect_name(view.effect.index()), view.owner.name());
        writeln!(out, "effect {name} on {} ({owner}{})", board.name(view.square), turns(view.turns_left))?;
    }
    for view in game.pieces() {
        let mut told: Vec<String> = view
            .state
            .iter()
            .map(|(field, value)| {
                let name = variant.piece_fields.get(field.index()).map_or("?", String::as_str);
                format!("{name} {}", shown(value))
            })
            .collect();
        told.extend(view.effects.iter().map(|attached| {
            format!("{}{}", effect_name(attached.effect.index()), turns(attached.turns_left))
        }));
        if !told.is_empty() {
            let piece = &variant.piece(view.piece).name;
            writeln!(
                out,
                "{} {piece} on {}: {}",
                view.owner.name(),
                board.name(view.square),
                told.join(", ")
            )?;
        }
    }
    let fields = |names: &[String], state: Vec<(FieldId, Value)>| -> Vec<String> {
        let name = |field: FieldId| names.get(field.index()).map_or("?", String::as_str);
        state.iter().map(|(field, value)| format!("{} {}", name(*field), shown(value))).collect()
    };
    for player in Player::BOTH {
        let counters = game.counters(player);
        let mut told = vec![
            format!("moves {}", counters.moves),
            format!("captures {}", counters.captures),
            format!("checks {}", counters.checks),
        ];
        told.extend(fields(&variant.player_fields, game.player_state(player)));
        writeln!(out, "{}: {}", player.name(), told.join(", "))?;
    }
    let mut state = fields(&variant.game_fields, game.game_state());
    for LooseField { owner, name, value } in game.loose_state() {
        let whose = match owner {
            LooseOwner::Game => String::new(),
            LooseOwner::Player(player) => format!("{} ", player.name()),
            LooseOwner::Piece(square) => format!("{} ", board.name(square)),
        };
        state.push(format!("{whose}{name} {}", shown(&value)));
    }
    if !state.is_empty() {
        writeln!(out, "state: {}", state.join(", "))?;
    }
    Ok(())
}

fn shown(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "?".to_owned())
}
