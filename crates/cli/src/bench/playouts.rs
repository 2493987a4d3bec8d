//! `nightrider bench --playouts`: random games to their end.

use std::io::Write;
use std::time::Instant;

use nightrider::engine::Game;
use serde::Serialize;

use super::compile;
use super::suite::{Named, PLAYOUTS};
use crate::failure::Failure;

/// Games still going on after so many plies are given up.
const MOST_PLIES: usize = 10_000;

#[derive(Serialize)]
struct Played {
    game: &'static str,
    playouts: usize,
    plies: usize,
    /// Games that somebody won.
    won: usize,
    drawn: usize,
    seconds: f64,
    playouts_per_second: f64,
}

/// Plays the games whose names contain a word.
pub fn run(word: &str, quick: bool, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let mut all = Vec::new();
    for &(game, playouts) in PLAYOUTS.iter().filter(|(game, _)| game.name().contains(word)) {
        let played = play(game, if quick { playouts / 100 } else { playouts })?;
        if !json {
            let per_game = |count: usize| count as f64 / played.playouts as f64;
            writeln!(
                out,
                "{:<40} {:>8.0} playouts per second, {:>4.0} plies each, {:>3.0}% won",
                played.game,
                played.playouts_per_second,
                per_game(played.plies),
                100.0 * per_game(played.won),
            )?;
            out.flush()?;
        }
        all.push(played);
    }
    if all.is_empty() {
        let names: Vec<&str> = PLAYOUTS.iter().map(|(game, _)| game.name()).collect();
        return Err(Failure::Input(format!("no game is called so; there are {}", names.join(", "))));
    }
    if json {
        serde_json::to_writer_pretty(&mut *out, &all)?;
        writeln!(out)?;
    }
    Ok(())
}

fn play(named: Named, playouts: usize) -> Result<Played, Failure> {
    let game = Game::new(&compile(named)?, 0);
    let (mut plies, mut won, mut drawn) = (0, 0, 0);
    let started = Instant::now();
    for playout in game.playouts(1, MOST_PLIES).take(playouts) {
        plies += playout.moves.len();
        match playout.result {
            Some(result) if result.winner.is_some() => won += 1,
            Some(_) => drawn += 1,
            None => {}
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let playouts_per_second = playouts as f64 / seconds.max(1e-9);
    Ok(Played { game: named.name(), playouts, plies, won, drawn, seconds, playouts_per_second })
}
