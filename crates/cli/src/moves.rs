//! `nightrider moves GAME`: the legal moves of a position.

use std::io::Write;

use nightrider::model::Board;
use nightrider::notation::{LegalMoves, san};
use serde::Serialize;

use crate::arguments::PositionArguments;
use crate::failure::Failure;
use crate::position::game_at;

/// List the legal moves of a position, one per line
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The list is empty once the game is over.

Examples:
  nightrider moves standard
  nightrider moves standard --fen \"4k3/P7/8/8/8/8/8/4K3 w\" --from a7
  nightrider moves my-game.chesslang --moves \"e2e4\" --json")]
pub struct Arguments {
    /// A file, the name of a built-in game, or - for standard input
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    /// Only moves of the piece on this square
    #[arg(long, value_name = "SQ")]
    from: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct JsonMove<'a> {
    r#move: &'a str,
    san: String,
    from: String,
    to: String,
    captures: Vec<String>,
    becomes: Option<&'a str>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let game = game_at(&arguments.game, &arguments.position, None)?;
    let variant = game.rules().variant();
    let board = &variant.board;
    let from = arguments.from.as_deref().map(|name| square(board, name)).transpose()?;
    let legal = LegalMoves::of(&game);
    let mut listed: Vec<usize> = (0..legal.list().len())
        .filter(|index| from.is_none_or(|square| legal.list()[*index].from == square))
        .collect();
    listed.sort_by(|a, b| legal.list()[*a].text.cmp(&legal.list()[*b].text));
    if !arguments.json {
        for index in listed {
            writeln!(out, "{}", legal.list()[index].text)?;
        }
        return Ok(());
    }
    let moves: Vec<JsonMove> = listed
        .into_iter()
        .map(|index| {
            let mv = &legal.list()[index];
            JsonMove {
                r#move: &mv.text,
                san: san(&game, &legal, index),
                from: board.name(mv.from),
                to: board.name(mv.to),
                captures: mv.captures.iter().map(|square| board.name(*square)).collect(),
                becomes: mv.becomes.map(|piece| variant.piece(piece).name.as_str()),
            }
        })
        .collect();
    serde_json::to_writer_pretty(&mut *out, &moves)?;
    writeln!(out)?;
    Ok(())
}

/// The square that an argument names.
pub fn square(board: &Board, name: &str) -> Result<nightrider::model::Square, Failure> {
    let square = board.parse(name).filter(|square| !board.is_hole(*square));
    square.ok_or_else(|| {
        let last = board.squares().last().map(|square| board.name(square)).unwrap_or_default();
        let shown: String = name.chars().take(40).flat_map(char::escape_debug).collect();
        Failure::Input(format!("`{shown}` is not a square of this board, which goes from a1 to {last}"))
    })
}
