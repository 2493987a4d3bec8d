//! `nightrider perft GAME DEPTH`: counts the leaves of the tree of legal moves.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use nightrider::engine::{Branch, Game, Move};
use nightrider::notation::LegalMoves;
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
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
  nightrider perft standard 3 --moves e2e4 --divide
  nightrider perft standard 7 --threads 8")]
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
    /// Find legal moves by trying every move, also where a faster way serves: to compare the two
    #[arg(long, conflicts_with_all = ["divide", "threads"])]
    general: bool,
    /// Count on so many threads; 0 is one for each processor
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
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
    let game = game_at(&arguments.game, &arguments.position, None)?;
    let depth = arguments.depth;
    let started = Instant::now();
    let watcher = Watcher::start();
    let (nodes, divide) = match depth {
        0 => (game.perft(0), None),
        _ if arguments.general => (game.perft_by_trial(depth), None),
        _ if arguments.divide => {
            let divide = divided(&game, counts(&game, depth, usize::from(arguments.threads))?);
            (divide.values().sum(), Some(divide))
        }
        _ => (
            counts(&game, depth, usize::from(arguments.threads))?.into_iter().map(|(_, nodes)| nodes).sum(),
            None,
        ),
    };
    watcher.stop();
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

/// Counts below root moves; with several threads a move may come several times, or not at all if nothing is below it.
fn counts(game: &Game, depth: u32, threads: usize) -> Result<Vec<(Move, u64)>, Failure> {
    if threads == 1 {
        return Ok(game.perft_divide(depth));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Input(format!("{threads} threads cannot be had: {error}")))?;
    let branches = game.perft_branches(depth);
    let count = |branch: Branch| (branch.first, branch.count());
    Ok(pool.install(|| branches.into_par_iter().map(count).collect()))
}

/// The counts by the texts of the root moves.
fn divided(game: &Game, counts: Vec<(Move, u64)>) -> BTreeMap<String, u64> {
    let legal = LegalMoves::of(game);
    let mut divided: BTreeMap<String, u64> = legal.list().iter().map(|mv| (mv.text.clone(), 0)).collect();
    for (mv, nodes) in counts {
        if let Some(index) = legal.index_of(mv) {
            *divided.entry(legal.list()[index].text.clone()).or_default() += nodes;
        }
    }
    divided
}

/// Tells how long a count has taken so far, where someone is watching.
struct Watcher {
    stop: mpsc::Sender<()>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Watcher {
    fn start() -> Watcher {
        let (stop, stopped) = mpsc::channel();
        let watch = move || {
            let started = Instant::now();
            while stopped.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
                eprint!("\rcounting for {} s ", started.elapsed().as_secs());
            }
            if started.elapsed() >= Duration::from_secs(1) {
                eprint!("\r\x1b[K");
            }
        };
        let watched = io::stderr().is_terminal();
        Watcher { stop, thread: watched.then(|| thread::spawn(watch)) }
    }

    fn stop(self) {
        // A thread that has gone already needs no word.
        let _ = self.stop.send(());
        if let Some(thread) = self.thread {
            let _ = thread.join();
        }
    }
}
