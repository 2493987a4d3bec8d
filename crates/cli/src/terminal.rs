//! Colours, where they are wanted: on a terminal, unless `NO_COLOR` is set. And what a terminal is not to be told.

use std::borrow::Cow;
use std::io::{self, IsTerminal};

/// A text of a user or of a game without what would steer the terminal: other control characters than ends of
/// lines and tabs.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let steers = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if steers(c) { '\u{fffd}' } else { c }).collect())
}

/// Escape sequences, empty where no colours are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    pub error: &'static str,
    pub strong: &'static str,
    pub faint: &'static str,
    pub plain: &'static str,
}

const COLOURED: Style = Style { error: "\x1b[1;31m", strong: "\x1b[1m", faint: "\x1b[2m", plain: "\x1b[0m" };

/// The style of standard output.
pub fn stdout_style() -> Style {
    if stdout_is_coloured() { COLOURED } else { Style::default() }
}

/// The style of standard error.
pub fn stderr_style() -> Style {
    if stderr_is_coloured() { COLOURED } else { Style::default() }
}

/// Whether standard output takes colours.
pub fn stdout_is_coloured() -> bool {
    io::stdout().is_terminal() && !colours_unwanted()
}

/// Whether standard error takes colours.
pub fn stderr_is_coloured() -> bool {
    io::stderr().is_terminal() && !colours_unwanted()
}

/// Whether colours are unwanted whatever the output is, see <https://no-color.org>.
pub fn colours_unwanted() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    set("NO_COLOR") || std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}
