//! `nightrider games`: the built-in games.

use std::io::Write;

use nightrider::library::{LIBRARY, LibraryGame};
use serde::Serialize;

use crate::failure::Failure;
use crate::terminal::{Style, stdout_style};

/// List the built-in games, each with its title and what it is
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  nightrider games
  nightrider games king")]
pub struct Arguments {
    /// Only games with this word in their name, title or description
    word: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct JsonGame<'a> {
    name: &'a str,
    title: &'a str,
    about: String,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let wanted = arguments.word.as_deref().unwrap_or_default().to_lowercase();
    let tells = |game: &&LibraryGame| {
        let texts = [game.name.to_string(), game.title().to_string(), game.summary()];
        texts.iter().any(|text| text.to_lowercase().contains(&wanted))
    };
    let games: Vec<&LibraryGame> = LIBRARY.iter().filter(tells).collect();
    if arguments.json {
        let games: Vec<JsonGame> = games
            .iter()
            .map(|game| JsonGame { name: game.name, title: game.title(), about: game.summary() })
            .collect();
        serde_json::to_writer_pretty(&mut *out, &games)?;
        writeln!(out)?;
        return Ok(());
    }
    if games.is_empty() {
        let shown: String = wanted.chars().take(40).flat_map(char::escape_debug).collect();
        return Err(Failure::Input(format!(
            "no built-in game has `{shown}` in its name, title or description; `nightrider games` lists all {}",
            LIBRARY.len()
        )));
    }
    let Style { strong, faint, plain, .. } = stdout_style();
    let width = games.iter().map(|game| game.name.len()).max().unwrap_or_default();
    for game in games {
        let (name, title, about) = (game.name, game.title(), game.summary());
        writeln!(out, "{strong}{name:<width$}{plain}  {title}: {faint}{about}{plain}")?;
    }
    Ok(())
}
