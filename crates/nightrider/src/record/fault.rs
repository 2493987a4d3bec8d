//! What can be wrong with a saved game.

use std::fmt;

use nightrider_engine::SetupError;

/// Why a saved game cannot be loaded: all that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The faults, at least one.
    pub faults: Vec<LoadFault>,
}

/// One thing that is wrong with a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadFault {
    /// It is no JSON, or not of the form of a saved game.
    Form {
        /// What is wrong, and where in the text.
        problem: String,
    },
    /// It is of another game.
    OtherGame {
        /// The title that it gives.
        saved: String,
        /// The title of the game it was to be loaded into.
        wanted: String,
    },
    /// A name that the game does not have.
    Unknown {
        /// What it should name: `piece type`, `square`, ...
        what: &'static str,
        /// The name.
        name: String,
        /// Where it is.
        place: String,
        /// A name of the game that may have been meant.
        meant: Option<String>,
    },
    /// A value that cannot be.
    Value {
        /// What is wrong with it.
        problem: String,
        /// Where it is.
        place: String,
    },
    /// No game can go on from such a position.
    Impossible(SetupError),
}

impl LoadError {
    pub(super) fn form(problem: &str) -> LoadError {
        LoadError { faults: vec![LoadFault::Form { problem: problem.to_owned() }] }
    }

    pub(super) fn impossible(error: SetupError) -> LoadError {
        LoadError { faults: vec![LoadFault::Impossible(error)] }
    }
}

/// A text of someone else's, made fit for a message.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    if text.chars().nth(60).is_some() {
        shown.push('…');
    }
    shown
}

impl fmt::Display for LoadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadFault::Form { problem } => {
                write!(f, "it is not the JSON that `nightrider run --json` writes: {problem}")
            }
            LoadFault::OtherGame { saved, wanted } => write!(
                f,
                "it is a game of `{}`, not of `{}`; name the game it was saved from",
                shown(saved),
                shown(wanted)
            ),
            LoadFault::Unknown { what, name, place, meant } => {
                write!(f, "{}: the game has no {what} `{}`", shown(place), shown(name))?;
                match meant {
                    Some(meant) => write!(f, "; did you mean `{meant}`?"),
                    None => Ok(()),
                }
            }
            LoadFault::Value { problem, place } => write!(f, "{}: {problem}", shown(place)),
            LoadFault::Impossible(error) => write!(f, "no game can go on from it: {error}"),
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 10;
        for (index, fault) in self.faults.iter().take(MOST).enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{fault}")?;
        }
        match self.faults.len().saturating_sub(MOST) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for LoadError {}
