//! The record of a game: the game with the account of what was played, to be saved as JSON and loaded again
//! without loss.
//!
//! [`Record::saved`] gives everything there is to know about a game as a [`SavedGame`], which serialises to the
//! JSON that `nightrider run --json` prints. [`Record::load`] reads it back: the game goes on as if it had never
//! been interrupted, random choices and repetitions included.

mod account;
mod fault;
mod kinds;
mod restore;
mod saved;

use nightrider_engine::{Game, Rules};
use nightrider_notation::{LegalMoves, MoveTextError};

pub use account::{Entry, Outcome, SavedPly};
pub use fault::{LoadError, LoadFault};
pub use saved::{
    Fields, Memory, SavedDeclaration, SavedEffect, SavedGame, SavedLaid, SavedMove, SavedPassing, SavedPiece,
    SavedPlayer,
};

/// A game and the account of how it came about.
#[derive(Clone, Debug)]
pub struct Record {
    game: Game,
    /// What happened before the game's own history begins: a loaded game has a past.
    start: Vec<Entry>,
    before: Vec<SavedPly>,
    /// The texts of the moves of the game's history.
    texts: Vec<String>,
}

impl Record {
    /// The record of a game that has not been played yet.
    ///
    /// Moves that the game has made already are recorded by their texts, at the price of playing them again.
    pub fn new(mut game: Game) -> Record {
        let mut undone = 0;
        while game.undo().is_some() {
            undone += 1;
        }
        let mut texts = Vec::new();
        for _ in 0..undone {
            let legal = LegalMoves::of(&game);
            let Some(played) = game.redo() else { break };
            let text = legal.index_of(played).map(|index| legal.list()[index].text.clone());
            texts.push(text.unwrap_or_default());
        }
        Record { game, start: Vec::new(), before: Vec::new(), texts }
    }

    /// Reads a saved game.
    ///
    /// `seed` is where random choices start from if the text does not say it. Whether it is the state that a
    /// game can have is judged by the rules as far as a set-up is; nothing is raised and no end is judged before
    /// the next ply.
    ///
    /// # Errors
    /// If the text is no JSON of this form, is of another game, or names what the game does not have: everything
    /// that is wrong.
    ///
    /// ```
    /// use nightrider::engine::Game;
    /// use nightrider::{compile_library, record::Record, rules};
    /// let rules = rules(compile_library("standard").unwrap().variant.unwrap()).unwrap();
    /// let mut record = Record::new(Game::new(&rules, 0));
    /// record.play("e2e4").unwrap();
    /// let json = serde_json::to_string(&record.saved()).unwrap();
    /// let mut again = Record::load(&rules, &json, 0).unwrap();
    /// again.play("e7e5").unwrap();
    /// assert_eq!(again.game().ply(), 2);
    /// assert_eq!(again.saved().plies.len(), 2);
    /// ```
    pub fn load(rules: &Rules, json: &str, seed: u64) -> Result<Record, LoadError> {
        Record::restore(rules, SavedGame::read(json)?, seed)
    }

    /// The same from a saved game that is read already.
    ///
    /// # Errors
    /// As for [`Record::load`].
    pub fn restore(rules: &Rules, saved: SavedGame, seed: u64) -> Result<Record, LoadError> {
        let setup = restore::setup(rules.variant(), &saved)?;
        let game = Game::from_setup(rules, &setup, seed).map_err(LoadError::impossible)?;
        Ok(Record { game, start: saved.start.events, before: saved.plies, texts: Vec::new() })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game, without its account.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// The texts of the moves that were played since the record began or was loaded, in order.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The plies before the record was loaded.
    pub fn before(&self) -> &[SavedPly] {
        &self.before
    }

    /// Plays the move that a text names.
    ///
    /// # Errors
    /// If it names no legal move; the game is then unchanged.
    pub fn play(&mut self, text: &str) -> Result<(), MoveTextError> {
        let legal = LegalMoves::of(&self.game);
        let index = legal.find(text)?;
        self.play_legal(&legal, index);
        Ok(())
    }

    /// Plays the legal move with an index; `legal` holds the legal moves of the game as it stands.
    pub fn play_legal(&mut self, legal: &LegalMoves, index: usize) {
        let Some(found) = legal.list().get(index) else { return };
        if self.game.play(found.mv).is_ok() {
            self.texts.push(found.text.clone());
        }
    }

    /// Takes back the last ply since the record began or was loaded. Whether there was one.
    pub fn undo(&mut self) -> bool {
        let undone = self.game.undo().is_some();
        if undone {
            self.texts.pop();
        }
        undone
    }

    /// Everything about the game, to be written as JSON.
    pub fn saved(&self) -> SavedGame {
        SavedGame::of(self)
    }
}
