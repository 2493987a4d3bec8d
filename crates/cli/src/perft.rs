//! `nightrider perft GAME DEPTH`: counts the leaves of the tree of legal moves.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use nightrider::engine::Game;
use nightrider::notation::LegalMoves;
use serde::Serialize;

use crate::arguments::PositionArguments;
use crate::failure::Failure;
use crate::position::game_at;

/// Count the legal moves to a depth
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every leaf move counts as `moves` would list it, so different answers to optional triggers are different moves.

Examples:
  nightrider perft standard 5
  nightrider perft standard 3 --moves e2e4 --divide")]
pub struct Arguments {
    /// A file, the name of a built-in game, or - for standard input
    game: String,
    /// How many plies deep
    depth: u32,
    #[command(flatten)]
    position: PositionArguments,
    /// List the count below each move of the position
    #[arg(long)]
    divide: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct JsonPerft {
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let game = game_at(&arguments.game, &arguments.position, 0)?;
    let depth = arguments.depth;
    let started = Instant::now();
    let (nodes, divide) = if arguments.divide && depth > 0 {
        let divide = divided(&game, depth);
        (divide.values().sum(), Some(divide))
    } else {
        (game.perft(depth), None)
    };
    let seconds = started.elapsed().as_secs_f64();
    if arguments.json {
        serde_json::to_writer_pretty(&mut *out, &JsonPerft { depth, nodes, seconds, divide })?;
        writeln!(out)?;
        return Ok(());
    }
    for (text, nodes) in divide.iter().flatten() {
        writeln!(out, "{text} {nodes}")?;
    }
    writeln!(out, "time {seconds:.3} s")?;
    writeln!(out, "nodes per second {:.0}", nodes as f64 / seconds.max(1e-9))?;
    writeln!(out, "nodes {nodes}")?;
    Ok(())
}

/// The counts below each root move, with a line of progress where someone is watching.
fn divided(game: &Game, depth: u32) -> BTreeMap<String, u64> {
    let legal = LegalMoves::of(game);
    let watched = io::stderr().is_terminal();
    let mut counts = BTreeMap::new();
    for (number, mv) in legal.list().iter().enumerate() {
        if watched {
            eprint!("\rmove {} of {} ", number + 1, legal.list().len());
        }
        let mut after = game.clone();
        let nodes = if after.play(mv.mv).is_ok() { after.perft(depth - 1) } else { 0 };
        counts.insert(mv.text.clone(), nodes);
    }
    if watched {
        eprint!("\r\x1b[K");
    }
    counts
}
