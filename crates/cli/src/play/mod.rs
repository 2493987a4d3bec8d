//! `nightrider play GAME`: a game in the terminal.

mod app;
mod choice;
mod dialog;
mod input;
mod layout;
mod log;
mod opponent;
mod palette;
mod screen;
mod table;
mod view;

#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use nightrider::engine::Game;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event;
use ratatui::layout::{Rect, Size};

use crate::arguments::PositionArguments;
use crate::failure::Failure;
use crate::terminal::colours_unwanted;
use app::{App, Flow, Options, Seat};
use input::Input;
use palette::Palette;
use screen::Screen;

/// Play a game in the terminal, against the program or at one keyboard
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Keys: arrows and Enter, or the mouse; or type a move such as e2e4 or Nf3. ? lists all keys.

Examples:
  nightrider play king-of-the-hill --black ai
  nightrider play my-game.chesslang
  nightrider play standard --white ai --black human --level 3")]
pub struct Arguments {
    /// A file, the name of a built-in game, or - for standard input
    pub game: String,
    /// Who plays White
    #[arg(long, value_enum, default_value = "human")]
    white: Seat,
    /// Who plays Black
    #[arg(long, value_enum, default_value = "human")]
    black: Seat,
    /// How well the program plays
    #[arg(long, value_name = "1-10", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// Show pieces as letters
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    position: PositionArguments,
    /// The number that random choices of the game start from; 0 if nothing else says it
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

pub fn run(arguments: &Arguments, _out: &mut dyn Write) -> Result<(), Failure> {
    let game = crate::position::game_at(&arguments.game, &arguments.position, arguments.seed)?;
    if !io::stdin().is_terminal() && arguments.game != "-" || !io::stdout().is_terminal() {
        return Err(Failure::input("`play` needs a terminal; `run` plays moves without one"));
    }
    let palette = if colours_unwanted() { Palette::Plain } else { Palette::Colour };
    let glyphs = if arguments.ascii {
        nightrider::notation::drawing::Glyphs::Ascii
    } else {
        view::glyphs_for(palette)
    };
    let options =
        Options { seats: [arguments.white, arguments.black], level: arguments.level, glyphs, palette };
    play(game, options).map_err(|error| Failure::Input(format!("the terminal does not work: {error}")))
}

/// Plays until the player leaves or the program is asked to end.
fn play(game: Game, options: Options) -> io::Result<()> {
    let screen = Screen::enter()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut app = App::new(game, options);
    while !screen.asked_to_end() {
        let Size { width, height } = terminal.size()?;
        app.resize(Rect::new(0, 0, width, height));
        terminal.draw(|frame| {
            // The size may have changed since it was asked for.
            app.resize(frame.area());
            view::draw(frame, &app);
        })?;
        // The program's own moves wait a little, so that one can follow a game between two programs.
        let wait = match (app.is_programs_turn(), app.is_demonstration()) {
            (true, true) => Duration::from_millis(500),
            (true, false) => Duration::ZERO,
            (false, _) => Duration::from_millis(200),
        };
        let arrived = match event::poll(wait) {
            Ok(arrived) => arrived,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if arrived {
            let input = Input::from_event(&event::read()?);
            if input.map(|input| app.update(input)) == Some(Flow::Leave) {
                break;
            }
        } else if app.is_programs_turn() {
            app.play_programs_move();
        }
    }
    Ok(())
}
