//! Compiling games that build on the library and on files beside them.

use nightrider_engine::{CompileError, Rules};
use nightrider_lang::span::Source;
use nightrider_lang::{Compiled, Loaded, Loader, NoLoader, compile};

use crate::library::{self, LIBRARY};
use crate::scripts::{add_findings, rules};
use crate::start::add_warnings;

/// Finds base games in the library first, then with another loader, which may read files.
pub struct LibraryLoader<'a> {
    /// Asked for what the library does not have.
    pub files: &'a dyn Loader,
}

impl Loader for LibraryLoader<'_> {
    fn game(&self, name: &str, beside: &str) -> Option<Loaded> {
        match library::find(name) {
            Some(game) => Some(game.loaded()),
            None => self.files.game(name, beside),
        }
    }

    fn file(&self, path: &str, beside: &str) -> Option<Loaded> {
        self.files.file(path, beside)
    }

    fn titles(&self) -> Vec<String> {
        let titles = LIBRARY.iter().map(|game| game.title().to_string());
        titles.chain(self.files.titles()).collect()
    }
}

/// Compiles a text whose base games come from the library or from `files`.
///
/// ```
/// use nightrider::{compile_source, lang::NoLoader};
/// let text = "game: \"Hill\"\nvictory: King on rank 8\n";
/// let compiled = compile_source("hill.chesslang", text, &NoLoader);
/// assert_eq!(compiled.variant.unwrap().victory.len(), 2);
/// ```
pub fn compile_source(name: &str, text: &str, files: &dyn Loader) -> Compiled {
    Prepared::source(name, text, files).compiled
}

/// Compiles a game of the library by its name or title; `None` if there is no such game.
pub fn compile_library(name: &str) -> Option<Compiled> {
    Some(Prepared::library(name)?.compiled)
}

/// A compiled text that is to be played: the rules that were made to find warnings are kept.
///
/// ```
/// use nightrider::{Prepared, engine::Game};
/// let rules = Prepared::library("standard").unwrap().rules().unwrap().unwrap();
/// assert_eq!(Game::new(&rules, 0).legal_moves().len(), 20);
/// ```
pub struct Prepared {
    /// The game, if the text has no errors, and what was found in it.
    pub compiled: Compiled,
    /// The rules of that game, if they were made on the way; those of a game with scripts are not.
    pub made: Option<Rules>,
}

impl Prepared {
    /// As [`compile_source`].
    pub fn source(name: &str, text: &str, files: &dyn Loader) -> Prepared {
        let mut compiled = compile(&Source::new(name, text), &LibraryLoader { files });
        add_findings(&mut compiled);
        let made = add_warnings(&mut compiled);
        Prepared { compiled, made }
    }

    /// As [`compile_library`].
    pub fn library(name: &str) -> Option<Prepared> {
        let Loaded { name, text } = library::find(name)?.loaded();
        Some(Prepared::source(&name, &text, &NoLoader))
    }

    /// The rules of the game, its scripts included; `None` if the text has errors.
    ///
    /// # Errors
    /// As [`rules`].
    pub fn rules(self) -> Option<Result<Rules, CompileError>> {
        let variant = self.compiled.variant?;
        Some(self.made.map_or_else(|| rules(variant), Ok))
    }
}
