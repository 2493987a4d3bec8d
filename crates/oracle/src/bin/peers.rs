//! What the libraries beside us count and how fast, one measurement per process: `benches/compare` runs it.
//!
//! `peers perft LIBRARY VARIANT DEPTH [FEN]` prints `nodes N`. The last ply is counted, not played, as
//! Nightrider and Fairy-Stockfish do.
//!
//! `peers playouts LIBRARY VARIANT GAMES` plays random games from the start and prints `plies N`, then `playouts N`.
//! They end where a player has no move, at the variant's own ends, after fifty moves, and (shakmaty) for want of
//! material; neither library keeps the history of a game, so repetition does not end one.

use std::process::ExitCode;

use cozy_chess::Board;
use nightrider_oracle::Random;
use shakmaty::fen::Fen;
use shakmaty::variant::{Antichess, Atomic, Horde, KingOfTheHill, RacingKings, ThreeCheck};
use shakmaty::{CastlingMode, Chess, FromSetup, Outcome, Position, perft};

const USAGE: &str = "usage: peers perft (shakmaty|cozy-chess) VARIANT DEPTH [FEN]
       peers playouts (shakmaty|cozy-chess) VARIANT GAMES";

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
    let number = |text: &str| text.parse().map_err(|_| USAGE.to_string());
    match arguments {
        ["perft", library, variant, depth] => count(library, variant, number(depth)?, None),
        ["perft", library, variant, depth, fen] => count(library, variant, number(depth)?, Some(fen)),
        ["playouts", library, variant, games] => play(library, variant, number(games)?),
        _ => Err(USAGE.to_string()),
    }
}

fn count(library: &str, variant: &str, depth: u32, fen: Option<&str>) -> Result<String, String> {
    let nodes = match (library, variant) {
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

fn play(library: &str, variant: &str, games: u32) -> Result<String, String> {
    let mut random = Random::new(1);
    let plies: u64 = (0..games)
        .map(|_| match (library, variant) {
            ("cozy-chess", "standard") => Ok(playout_of_cozy_chess(&mut random)),
            ("shakmaty", "standard") => Ok(playout::<Chess>(&mut random)),
            ("shakmaty", "three-check") => Ok(playout::<ThreeCheck>(&mut random)),
            ("shakmaty", "king-of-the-hill") => Ok(playout::<KingOfTheHill>(&mut random)),
            ("shakmaty", "horde") => Ok(playout::<Horde>(&mut random)),
            ("shakmaty", "racing-kings") => Ok(playout::<RacingKings>(&mut random)),
            ("shakmaty", "antichess") => Ok(playout::<Antichess>(&mut random)),
            ("shakmaty", "atomic") => Ok(playout::<Atomic>(&mut random)),
            _ => Err(format!("{library} has no game `{variant}`")),
        })
        .sum::<Result<u64, String>>()?;
    Ok(format!("plies {plies}\nplayouts {games}"))
}

/// Plays a random game with shakmaty; how many plies it had.
fn playout<P: Position + Default>(random: &mut Random) -> u64 {
    let mut position = P::default();
    let mut plies = 0;
    loop {
        let moves = position.legal_moves();
        if moves.is_empty()
            || position.halfmoves() >= 100
            || position.is_insufficient_material()
            || position.variant_outcome() != Outcome::Unknown
        {
            return plies;
        }
        position.play_unchecked(moves[random.below(moves.len())]);
        plies += 1;
    }
}

/// Plays a random game with cozy-chess; how many plies it had.
fn playout_of_cozy_chess(random: &mut Random) -> u64 {
    let mut board = Board::default();
    let mut moves = Vec::new();
    let mut plies = 0;
    loop {
        moves.clear();
        board.generate_moves(|of_piece| {
            moves.extend(of_piece);
            false
        });
        if moves.is_empty() || board.halfmove_clock() >= 100 {
            return plies;
        }
        board.play_unchecked(moves[random.below(moves.len())]);
        plies += 1;
    }
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
