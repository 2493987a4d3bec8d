//! The position a command works on: a game, a FEN, and moves played from there.

use nightrider::engine::{Game, Rules};
use nightrider::notation::{Fen, LegalMoves, find_san};

use crate::arguments::PositionArguments;
use crate::failure::Failure;
use crate::source;

/// A game and the texts of the moves that were played.
pub struct Played {
    /// The game.
    pub game: Game,
    /// The texts, one for each ply of its history.
    pub texts: Vec<String>,
}

/// Loads a game and plays to the position that the arguments name.
pub fn game_at(name: &str, position: &PositionArguments, seed: u64) -> Result<Game, Failure> {
    Ok(played_at(name, position, seed)?.game)
}

/// As [`game_at`], with the texts of the moves.
pub fn played_at(name: &str, position: &PositionArguments, seed: u64) -> Result<Played, Failure> {
    played(&source::load(name)?, position, seed)
}

/// As [`played_at`], with rules that are loaded already.
pub fn played(rules: &Rules, position: &PositionArguments, seed: u64) -> Result<Played, Failure> {
    let game = start(rules, position, seed)?;
    play(game, position.moves.as_deref().unwrap_or_default())
}

/// The game at its start, or at the FEN of the arguments.
fn start(rules: &Rules, position: &PositionArguments, seed: u64) -> Result<Game, Failure> {
    let Some(text) = &position.fen else { return Ok(Game::new(rules, seed)) };
    let variant = rules.variant();
    let fen = Fen::parse(variant, text)
        .map_err(|error| Failure::Input(format!("this is no FEN of {}:\n{error}", variant.name)))?;
    Game::from_setup(rules, &fen.setup(), seed)
        .map_err(|error| Failure::Input(format!("this FEN is no position of {}: {error}", variant.name)))
}

/// Plays moves given as texts.
fn play(mut game: Game, moves: &str) -> Result<Played, Failure> {
    let mut texts = Vec::new();
    for (index, text) in moves.split_whitespace().enumerate() {
        let at = |error: &dyn std::fmt::Display| Failure::Input(format!("ply {}: {error}", index + 1));
        let legal = LegalMoves::of(&game);
        let found = legal.find(text).map_err(|error| match find_san(&game, &legal, text) {
            Some(meant) => {
                let meant = &legal.list()[meant].text;
                at(&format!("moves are written from square to square here: write `{meant}` for `{text}`"))
            }
            None => at(&error),
        })?;
        game.play(legal.list()[found].mv).map_err(|error| at(&error))?;
        texts.push(legal.list()[found].text.clone());
    }
    Ok(Played { game, texts })
}
