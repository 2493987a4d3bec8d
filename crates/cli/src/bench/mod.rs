//! `nightrider bench`: how fast this machine counts positions of a fixed set.

mod suite;

mod playouts;
mod startup;

use std::io::Write;
use std::time::Instant;

use nightrider::engine::{Game, Rules};
use nightrider::lang::NoLoader;
use nightrider::{compile_program, compile_source, rules};
use serde::Serialize;

use crate::arguments::PositionArguments;
use crate::failure::Failure;
use crate::position::recorded;
use crate::source;
use suite::{Group, Named, Position, SUITE};

/// Measure how fast legal moves are counted
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The positions are always the same, so their node count is a signature: if it changes, rules have changed.

Examples:
  nightrider bench
  nightrider bench --group triggers
  nightrider bench --quick --json
  nightrider bench --playouts --group amazon")]
pub struct Arguments {
    /// Only groups with this in their name; with `--playouts`, only such games
    #[arg(long, value_name = "NAME")]
    group: Option<String>,
    /// Play random games to their end instead
    #[arg(long)]
    playouts: bool,
    /// Measure how long it takes from a game's text to its first legal move instead
    #[arg(long, conflicts_with_all = ["playouts", "group"])]
    startup: bool,
    /// Count to smaller depths: a second instead of ten or twenty
    #[arg(long)]
    quick: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Bench {
    signature: u64,
    groups: Vec<GroupTimes>,
}

#[derive(Serialize)]
struct GroupTimes {
    name: &'static str,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    positions: Vec<PositionTime>,
}

#[derive(Serialize)]
struct PositionTime {
    game: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<&'static str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    moves: &'static str,
    depth: u32,
    nodes: u64,
    seconds: f64,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let wanted = arguments.group.as_deref().unwrap_or_default().to_lowercase();
    if arguments.startup {
        return startup::run(arguments.quick, arguments.json, out);
    }
    if arguments.playouts {
        return playouts::run(&wanted, arguments.quick, arguments.json, out);
    }
    let groups: Vec<&Group> = SUITE.iter().filter(|group| group.name.contains(&wanted)).collect();
    if groups.is_empty() {
        let names: Vec<&str> = SUITE.iter().map(|group| group.name).collect();
        return Err(Failure::Input(format!("no group is called so; there are {}", names.join(", "))));
    }
    let mut measured: Vec<GroupTimes> = Vec::new();
    for group in groups {
        let times = measure(group, arguments.quick)?;
        if !arguments.json {
            let millions = times.nodes_per_second / 1e6;
            writeln!(out, "{:<20} {millions:>8.1} million nodes per second", times.name)?;
            out.flush()?;
        }
        measured.push(times);
    }
    let signature = measured.iter().map(|group| group.nodes).sum();
    if arguments.json {
        serde_json::to_writer_pretty(&mut *out, &Bench { signature, groups: measured })?;
        writeln!(out)?;
        return Ok(());
    }
    let seconds: f64 = measured.iter().map(|group| group.seconds).sum();
    writeln!(out, "time {seconds:.3} s")?;
    writeln!(out, "signature {signature}")?;
    Ok(())
}

fn measure(group: &Group, quick: bool) -> Result<GroupTimes, Failure> {
    let mut positions = Vec::new();
    for position in group.positions {
        let game = set_up(position)?;
        let depth = if quick { position.quick } else { position.depth };
        let started = Instant::now();
        let nodes = game.perft(depth);
        let seconds = started.elapsed().as_secs_f64();
        let Position { fen, moves, .. } = *position;
        positions.push(PositionTime { game: position.game.name(), fen, moves, depth, nodes, seconds });
    }
    let nodes = positions.iter().map(|position| position.nodes).sum();
    let seconds: f64 = positions.iter().map(|position| position.seconds).sum();
    let nodes_per_second = nodes as f64 / seconds.max(1e-9);
    Ok(GroupTimes { name: group.name, nodes, seconds, nodes_per_second, positions })
}

fn set_up(position: &Position) -> Result<Game, Failure> {
    let place = PositionArguments {
        fen: position.fen.map(str::to_string),
        state: None,
        moves: Some(position.moves.to_string()),
    };
    Ok(recorded(&compile(position.game)?, &place, None)?.into_game())
}

fn compile(game: Named) -> Result<Rules, Failure> {
    let variant = match game {
        Named::Library(name) => return source::load(name),
        Named::File(path, text) if path.ends_with(".chessembly") => compile_program(path, text).variant,
        Named::File(path, text) => compile_source(path, text, &NoLoader).variant,
    };
    let variant = variant.ok_or_else(|| Failure::Input(format!("{} has errors", game.name())))?;
    rules(variant).map_err(|error| Failure::Input(format!("{} cannot be played: {error}", game.name())))
}
