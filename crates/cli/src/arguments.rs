//! The command line as a whole: the commands and the arguments they share.

use clap::{Args, Parser, Subcommand};

const EXAMPLES: &str = "\
GAME is a file (.chesslang or .chessembly), the name of a built-in game, or - for standard input.

Examples:
  nightrider play king-of-the-hill --black ai
  nightrider check my-game.chesslang
  nightrider show capablanca --piece Archbishop
  nightrider moves standard --moves \"e2e4 e7e5\" --from g1
  nightrider perft standard 5
  nightrider run my-game.chesslang --moves \"e2e4\" --json

Exit status: 0 fine; 1 the input is at fault; 2 wrong usage.";

/// A workbench for chess variants.
#[derive(Debug, Parser)]
#[command(name = "nightrider", version, about = "A workbench for chess variants", after_help = EXAMPLES, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    Check(crate::check::Arguments),
    Explain(crate::explain::Arguments),
    Games(crate::games::Arguments),
    Show(crate::show::Arguments),
    Moves(crate::moves::Arguments),
    Perft(crate::perft::Arguments),
    Bench(crate::bench::Arguments),
    Run(crate::run::Arguments),
    Play(crate::play::Arguments),
    Chessembly(crate::chessembly::ChessemblyArgs),
}

/// The position a command works on.
#[derive(Debug, Args)]
pub struct PositionArguments {
    /// Start from this position instead of the game's own; fields from the right may be missing
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Go on from a saved game: a file that `run --json` has written, or - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub state: Option<String>,
    /// Then play these moves, such as "e2e4 e7e5"
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}
