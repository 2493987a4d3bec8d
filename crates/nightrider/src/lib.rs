//! The facade other programs depend on: compile a source, play it.

pub mod library;
pub mod record;

mod compile;
mod files;
mod program_game;
mod scripts;
mod start;

pub mod chessembly;

pub use compile::{LibraryLoader, Prepared, compile_library, compile_source};
pub use files::FileLoader;
pub use program_game::{ProgramGame, compile_program};
pub use scripts::rules;

pub use nightrider_engine as engine;
pub use nightrider_lang as lang;
pub use nightrider_model as model;
pub use nightrider_notation as notation;
pub use nightrider_script as script;
