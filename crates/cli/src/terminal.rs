//! Colours, where they are wanted: on a terminal, unless `NO_COLOR` is set.

use std::io::{self, IsTerminal};

/// Escape sequences, empty where no colours are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    pub error: &'static str,
    pub warning: &'static str,
    pub note: &'static str,
    pub strong: &'static str,
    pub faint: &'static str,
    pub plain: &'static str,
}

const COLOURED: Style = Style {
    error: "\x1b[1;31m",
    warning: "\x1b[1;33m",
    note: "\x1b[1;36m",
    strong: "\x1b[1m",
    faint: "\x1b[2m",
    plain: "\x1b[0m",
};

/// The style of standard output.
pub fn stdout_style() -> Style {
    style(io::stdout().is_terminal())
}

/// The style of standard error.
pub fn stderr_style() -> Style {
    style(io::stderr().is_terminal())
}

/// Whether colours are unwanted whatever the output is, see <https://no-color.org>.
pub fn colours_unwanted() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    set("NO_COLOR") || std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

fn style(is_terminal: bool) -> Style {
    if is_terminal && !colours_unwanted() { COLOURED } else { Style::default() }
}
