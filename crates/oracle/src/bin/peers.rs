//! What the libraries beside us count and how fast, one measurement per process: `benches/compare` runs it.
//!
//! `peers perft LIBRARY VARIANT DEPTH [FEN]` prints `nodes N`. The last ply is counted, not played, as
//! Nightrider and Fairy-Stockfish do.

use std::process::ExitCode;

use cozy_chess::Board;
use shakmaty::fen::Fen;
use shakmaty::variant::{Antichess, Atomic, Horde, KingOfTheHill, RacingKings, ThreeCheck};
use shakmaty::{CastlingMode, Chess, FromSetup, perft};

const USAGE: &str = "usage: peers perft (shakmaty|cozy-chess) VARIANT DEPTH [FEN]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(answer) => {
            println!("{answer}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Result<String, String> {
    let (library, variant, depth, fen) = match arguments {
        ["perft", library, variant, depth] => (library, variant, depth, None),
        ["perft", library, variant, depth, fen] => (library, variant, depth, Some(*fen)),
        _ => return Err(USAGE.to_string()),
    };
    let depth = depth.parse().map_err(|_| USAGE.to_string())?;
    let nodes = match (*library, *variant) {
        ("cozy-chess", "standard") => perft_of_cozy_chess(&cozy_board(fen)?, depth),
        ("shakmaty", "standard") => perft(&position::<Chess>(fen)?, depth),
        ("shakmaty", "three-check") => perft(&position::<ThreeCheck>(fen)?, depth),
        ("shakmaty", "king-of-the-hill") => perft(&position::<KingOfTheHill>(fen)?, depth),
        ("shakmaty", "horde") => perft(&position::<Horde>(fen)?, depth),
        ("shakmaty", "racing-kings") => perft(&position::<RacingKings>(fen)?, depth),
        ("shakmaty", "antichess") => perft(&position::<Antichess>(fen)?, depth),
        ("shakmaty", "atomic") => perft(&position::<Atomic>(fen)?, depth),
        _ => return Err(format!("{library} has no game `{variant}`")),
    };
    Ok(format!("nodes {nodes}"))
}

/// The position of a FEN, or the start.
fn position<P: FromSetup + Default>(fen: Option<&str>) -> Result<P, String> {
    let Some(text) = fen else { return Ok(P::default()) };
    let fen: Fen = text.parse().map_err(|error| format!("{text}: {error}"))?;
    P::from_setup(fen.into_setup(), CastlingMode::Chess960).map_err(|error| format!("{text}: {error}"))
}

fn cozy_board(fen: Option<&str>) -> Result<Board, String> {
    let Some(text) = fen else { return Ok(Board::default()) };
    text.parse().map_err(|error| format!("{text}: {error}"))
}

fn perft_of_cozy_chess(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => nodes = 1,
        1 => {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for m in moves {
                    let mut after = board.clone();
                    after.play_unchecked(m);
                    nodes += perft_of_cozy_chess(&after, depth - 1);
                }
                false
            });
        }
    }
    nodes
}
