//! The laws of play, over random games of everything in the library and the examples: what is undone was never done,
//! what is replayed is the same, a position written down and read back is the position, its hash worked out from
//! nothing is the one kept up to date, both ways to find the legal moves agree, and nothing goes wrong.
//!
//! `NIGHTRIDER_LAW_GAMES=N` plays N games of each; `.ci/run` does so in the release profile.

#![allow(clippy::unwrap_used)] // A test that cannot go on has failed.

mod games;
mod numbers;

use std::sync::atomic::{AtomicUsize, Ordering};

use nightrider::engine::{Game, LogEntry, Move, Rules, Setup};
use nightrider::lang::NoLoader;
use nightrider::{compile_source, rules};

use games::all_games;
use numbers::Numbers;

/// Plies of one random game at most. Every tenth game may go on to ten times as many.
const PLIES: usize = 24;

/// How many random games of each kind.
fn games() -> u64 {
    std::env::var("NIGHTRIDER_LAW_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(2)
}

/// What a game looks like at one moment.
#[derive(PartialEq)]
struct Moment {
    hash: u64,
    legal: Vec<Move>,
    /// Not of every ply: it takes longer than to play one.
    setup: Option<Setup>,
}

impl Moment {
    fn of(game: &Game, whole: bool) -> Moment {
        Moment { hash: game.hash(), legal: game.legal_moves().to_vec(), setup: whole.then(|| game.setup()) }
    }
}

fn no_faults(place: &dyn Fn() -> String, events: &[LogEntry]) {
    for event in events {
        if let LogEntry::Fault { message, .. } = event {
            panic!("{}: {message}", place());
        }
    }
}

/// Plays one random game by the laws.
fn play(name: &str, rules: &Rules, seed: u64) {
    let mut numbers = Numbers(seed);
    let mut game = Game::new(rules, seed);
    no_faults(&|| format!("{name}, game {seed}"), game.start_events());
    let limit = if seed % 10 == 9 { 10 * PLIES } else { PLIES };
    // The dear laws are held at one ply in eight, another one in each game.
    let is_dear = |ply: usize| (ply as u64 + seed).is_multiple_of(8);
    let mut past = Vec::new();
    while game.result().is_none() && past.len() < limit {
        let ply = past.len();
        let place = || format!("{name}, game {seed}, ply {ply}");
        let legal = game.legal_moves().to_vec();
        assert!(!legal.is_empty(), "{}: no move and no result", place());
        if is_dear(ply) {
            let mut listed = legal.clone();
            listed.sort_unstable();
            let mut tried = game.legal_moves_by_trial();
            tried.sort_unstable();
            assert_eq!(listed, tried, "{}: found and tried", place());
            listed.dedup();
            assert_eq!(listed.len(), tried.len(), "{}: a move is listed twice", place());
            let setup = game.setup();
            let read_back = Game::from_setup(rules, &setup, 0).unwrap_or_else(|e| panic!("{}: {e}", place()));
            assert_eq!(read_back.hash(), game.hash(), "{}: hash from nothing", place());
            assert!(read_back.legal_moves() == legal, "{}: moves after reading back", place());
            assert!(read_back.setup() == setup, "{}: written down and read back", place());
        }
        past.push(Moment::of(&game, is_dear(ply)));
        game.play(legal[numbers.below(legal.len())]).unwrap_or_else(|error| panic!("{}: {error}", place()));
        no_faults(&place, &game.history()[ply].events);
    }
    let end = (game.hash(), game.result().cloned());
    if seed.is_multiple_of(4) {
        let mut again = Game::new(rules, seed);
        for (ply, played) in game.history().iter().enumerate() {
            again.play(played.played).unwrap();
            assert!(again.history()[ply] == *played, "{name}, game {seed}, ply {ply}: replayed");
        }
        assert!((again.hash(), again.result().cloned()) == end, "{name}, game {seed}: replayed");
    }
    for (ply, moment) in past.iter().enumerate().rev() {
        assert!(game.undo().is_some());
        let undone = Moment::of(&game, moment.setup.is_some()) == *moment;
        assert!(undone, "{name}, game {seed}, ply {ply}: undone");
    }
}

/// Games that once broke a law: a knight on a square with a trap of its own, which stays closed to a rider behind it
/// when it goes.
#[test]
fn games_that_broke_a_law() {
    let text = std::fs::read_to_string("../../examples/trapper.chesslang").unwrap();
    let variant = compile_source("trapper.chesslang", &text, &NoLoader).variant.unwrap();
    play("trapper.chesslang", &rules(variant).unwrap(), 1219);
}

#[test]
fn random_games_keep_the_laws() {
    let all = all_games();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((name, rules)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    (0..games()).for_each(|seed| play(name, rules, seed));
                }
            });
        }
    });
}
