//! The position a command works on: a game, a FEN or a saved game, and moves played from there.

use std::path::Path;

use nightrider::engine::{Game, Rules};
use nightrider::notation::{Fen, LegalMoves, find_san};
use nightrider::record::{Record, SavedGame};

use crate::arguments::PositionArguments;
use crate::failure::Failure;
use crate::files::{read_file, read_input};
use crate::source;

/// Loads a game and plays to the position that the arguments name.
pub fn game_at(name: &str, position: &PositionArguments, seed: Option<u64>) -> Result<Game, Failure> {
    Ok(record_at(name, position, seed)?.into_game())
}

/// As [`game_at`], with the record of the moves.
pub fn record_at(name: &str, position: &PositionArguments, seed: Option<u64>) -> Result<Record, Failure> {
    if name == "-" && position.state.as_deref() == Some("-") {
        return Err(Failure::Usage(
            "standard input is either the game or the saved game; name a file for the other".to_owned(),
        ));
    }
    recorded(&source::load(name)?, position, seed)
}

/// As [`record_at`], with rules that are loaded already.
pub fn recorded(rules: &Rules, position: &PositionArguments, seed: Option<u64>) -> Result<Record, Failure> {
    let record = start(rules, position, seed)?;
    play(record, position.moves.as_deref().unwrap_or_default())
}

/// The game at its start, or at the FEN or the saved game of the arguments.
fn start(rules: &Rules, position: &PositionArguments, seed: Option<u64>) -> Result<Record, Failure> {
    let variant = rules.variant();
    if let Some(file) = &position.state {
        return saved(rules, file, seed);
    }
    let seed = seed.unwrap_or_default();
    let Some(text) = &position.fen else { return Ok(Record::new(Game::new(rules, seed))) };
    let fen = Fen::parse(variant, text)
        .map_err(|error| Failure::Input(format!("this is no FEN of {}:\n{error}", variant.name)))?;
    let game = Game::from_setup(rules, &fen.setup(), seed)
        .map_err(|error| Failure::Input(format!("this FEN is no position of {}: {error}", variant.name)))?;
    Ok(Record::new(game))
}

/// The game that a file or standard input holds. A seed of the command line goes before the one that was saved.
fn saved(rules: &Rules, file: &str, seed: Option<u64>) -> Result<Record, Failure> {
    let name = if file == "-" { "<standard input>" } else { file };
    let bytes =
        if file == "-" { read_input() } else { read_file(Path::new(file)) }.map_err(Failure::Input)?;
    let cannot = |problem: &dyn std::fmt::Display| {
        Failure::Input(format!("cannot load the game saved in `{}`:\n{problem}", name.escape_debug()))
    };
    let text = String::from_utf8(bytes).map_err(|_| cannot(&"it is not UTF-8 text"))?;
    let Some(seed) = seed else { return Record::load(rules, &text, 0).map_err(|error| cannot(&error)) };
    let mut saved = SavedGame::read(&text).map_err(|error| cannot(&error))?;
    saved.memory.seed = None;
    Record::restore(rules, saved, seed).map_err(|error| cannot(&error))
}

/// Plays moves given as texts.
fn play(mut record: Record, moves: &str) -> Result<Record, Failure> {
    for (index, text) in moves.split_whitespace().enumerate() {
        let at = |error: &dyn std::fmt::Display| Failure::Input(format!("ply {}: {error}", index + 1));
        let legal = LegalMoves::of(record.game());
        let found = legal.find(text).map_err(|error| match find_san(record.game(), &legal, text) {
            Some(meant) => {
                let meant = &legal.list()[meant].text;
                at(&format!("moves are written from square to square here: write `{meant}` for `{text}`"))
            }
            None => at(&error),
        })?;
        record.play_legal(&legal, found);
    }
    Ok(record)
}
