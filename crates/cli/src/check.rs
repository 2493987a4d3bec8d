//! `nightrider check GAME...`: all diagnostics of some games.

use std::io::Write;

use nightrider::lang::diagnostic::Severity;
use nightrider::lang::render::json::json;
use nightrider::lang::render::text::{Colours, text};

use crate::failure::Failure;
use crate::source;
use crate::terminal::{Style, stderr_style, stdout_is_coloured};

/// Check games and print every problem found
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status 1 if a game has an error, or, with --deny-warnings, a warning.

Examples:
  nightrider check my-game.chesslang
  nightrider check games/*.chesslang --json")]
pub struct Arguments {
    /// Files, names of built-in games, or - for standard input
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// Fail on warnings too
    #[arg(long)]
    deny_warnings: bool,
    /// Print the diagnostics as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let mut reports = Vec::new();
    let (mut errors, mut warnings, mut unread) = (0, 0, 0);
    let colours = if stdout_is_coloured() { Colours::On } else { Colours::Off };
    for game in &arguments.games {
        let checked = match source::check(game) {
            Ok(checked) => checked,
            // The other games are checked all the same.
            Err(Failure::Input(message)) => {
                let Style { error, plain, .. } = stderr_style();
                eprintln!("{error}error{plain}: {message}");
                unread += 1;
                continue;
            }
            Err(other) => return Err(other),
        };
        errors += checked.count(Severity::Error);
        warnings += checked.count(Severity::Warning);
        if arguments.json {
            reports.extend(json(&checked.sources, &checked.diagnostics));
        } else if !checked.diagnostics.is_empty() {
            writeln!(out, "{}", text(&checked.sources, &checked.diagnostics, colours))?;
        }
    }
    if arguments.json {
        serde_json::to_writer_pretty(&mut *out, &reports)?;
        writeln!(out)?;
    } else if unread < arguments.games.len() {
        let games = counted(arguments.games.len() - unread, "game");
        writeln!(out, "{games} checked: {}, {}", counted(errors, "error"), counted(warnings, "warning"))?;
    }
    let failed = errors + unread > 0 || arguments.deny_warnings && warnings > 0;
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

fn counted(number: usize, noun: &str) -> String {
    match number {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}
