//! `nightrider bench --startup`: from a text to the first legal move.

use std::fmt::Write as _;
use std::io::Write;
use std::time::Instant;

use nightrider::Prepared;
use nightrider::engine::Game;
use nightrider::lang::NoLoader;
use nightrider::library::LIBRARY;
use serde::Serialize;

use crate::failure::Failure;

/// How long it should take at most, in milliseconds.
const STANDARD: f64 = 5.0;
const ANY_GAME: f64 = 20.0;
const THOUSAND_TYPES: f64 = 200.0;

#[derive(Serialize)]
struct Startup {
    what: String,
    milliseconds: f64,
    at_most: f64,
}

pub fn run(quick: bool, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let times = if quick { 1 } else { 21 };
    let mut measured = vec![Startup {
        what: "standard".to_string(),
        milliseconds: median(times, || first_moves(Prepared::library("standard")))?,
        at_most: STANDARD,
    }];
    let mut slowest = (0.0, "");
    for game in LIBRARY {
        let milliseconds = median(times.min(3), || first_moves(Prepared::library(game.name)))?;
        if milliseconds > slowest.0 {
            slowest = (milliseconds, game.name);
        }
    }
    measured.push(Startup {
        what: format!("slowest of the library: {}", slowest.1),
        milliseconds: slowest.0,
        at_most: ANY_GAME,
    });
    let text = many_types(1_000);
    measured.push(Startup {
        what: "1,000 piece types".to_string(),
        milliseconds: median(times.min(11), || {
            first_moves(Some(Prepared::source("many.chesslang", &text, &NoLoader)))
        })?,
        at_most: THOUSAND_TYPES,
    });
    if json {
        serde_json::to_writer_pretty(&mut *out, &measured)?;
        writeln!(out)?;
        return Ok(());
    }
    for Startup { what, milliseconds, at_most } in measured {
        writeln!(out, "{what:<44} {milliseconds:>7.2} ms, at most {at_most} wanted")?;
    }
    Ok(())
}

/// From a text that has been read to the legal moves of its start.
fn first_moves(prepared: Option<Prepared>) -> Result<usize, Failure> {
    let rules = prepared.and_then(Prepared::rules);
    let rules = rules.ok_or_else(|| Failure::Input("the game has errors".to_string()))?;
    Ok(Game::new(&rules.map_err(Failure::input)?, 0).legal_moves().len())
}

/// The median time of something, in milliseconds.
fn median<T>(times: usize, mut what: impl FnMut() -> Result<T, Failure>) -> Result<f64, Failure> {
    let mut taken = Vec::with_capacity(times);
    for _ in 0..times {
        let started = Instant::now();
        what()?;
        taken.push(started.elapsed().as_secs_f64() * 1e3);
    }
    taken.sort_by(f64::total_cmp);
    Ok(taken[times / 2])
}

/// A game with many piece types, all different: each has two of the usual ways to move, to some distance.
fn many_types(count: usize) -> String {
    let mut text = "game: \"Many Types\"\n".to_string();
    for number in 0..count {
        let (leap, slide) = (number % 7 + 1, number / 7 % 7 + 1);
        let direction = ["orthogonal", "diagonal", "any", "forward", "sideways"][number / 49 % 5];
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "piece Type{number} {{\n  move: leap({leap}, 1) | slide({direction}, {slide})\n  value: 3\n}}"
        );
    }
    text
}
