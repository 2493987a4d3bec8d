//! The examples and the library are games: they check without a complaint, and random players reach an end, or two
//! hundred plies, without a fault.

#![allow(clippy::unwrap_used)] // A test that cannot go on has failed.

mod numbers;

use std::path::{Path, PathBuf};

use nightrider::engine::{Game, LogEntry, Rules};
use nightrider::lang::diagnostic::Severity;
use nightrider::lang::{Compiled, NoLoader};
use nightrider::library::LIBRARY;
use nightrider::{compile_library, compile_source, rules};

use numbers::Numbers;

/// The files of the examples that are ChessLang games.
fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "chesslang"))
        .collect();
    paths.sort();
    paths
}

fn compiled(path: &Path) -> Compiled {
    let text = std::fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    compile_source(&name, &text, &NoLoader)
}

/// Plays a game of random moves; gives how many plies it had. Taking them all back gives the start again.
fn play(name: &str, rules: &Rules, seed: u64) -> usize {
    let mut numbers = Numbers(seed);
    let mut game = Game::new(rules, seed);
    let start = game.hash();
    while game.result().is_none() && game.history().len() < 200 {
        let moves = game.legal_moves();
        assert!(!moves.is_empty(), "{name}: no move and no result after {} plies", game.history().len());
        let chosen = moves[numbers.below(moves.len())];
        game.play(chosen).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let plies = game.history().len();
    let faults = game.history().iter().flat_map(|ply| &ply.events);
    for event in game.start_events().iter().chain(faults) {
        if let LogEntry::Fault { message, .. } = event {
            panic!("{name}, seed {seed}: {message}");
        }
    }
    while game.undo().is_some() {}
    assert_eq!(game.hash(), start, "{name}: all moves taken back");
    plies
}

#[test]
fn examples_say_what_they_show_and_check_without_a_complaint() {
    assert!(examples().len() >= 30);
    for path in examples() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let comment: Vec<&str> = text.lines().take_while(|line| line.starts_with('#')).collect();
        assert!(!comment.is_empty(), "{name}: says at its head what it is");
        let complaints: Vec<String> = compiled(&path)
            .diagnostics
            .iter()
            .filter(|found| found.severity != Severity::Note)
            .map(|found| format!("{} {}", found.code, found.message))
            .collect();
        assert_eq!(complaints, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn examples_are_played() {
    let mut plies = 0;
    for path in examples() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let rules = rules(compiled(&path).variant.unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"));
        plies += (0..3).map(|seed| play(&name, &rules, seed)).sum::<usize>();
    }
    assert!(plies > 5_000, "the games have some length: {plies} plies");
}

#[test]
fn library_games_are_played() {
    let mut plies = 0;
    for game in LIBRARY {
        let variant = compile_library(game.name).and_then(|compiled| compiled.variant).unwrap();
        let rules = rules(variant).unwrap_or_else(|error| panic!("{}: {error}", game.name));
        plies += play(game.name, &rules, 1);
    }
    assert!(plies > 5_000, "the games have some length: {plies} plies");
}
