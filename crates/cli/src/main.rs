//! The command line program `nightrider`.

mod chessembly;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A workbench for chess variants
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Chessembly(chessembly::ChessemblyArgs),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Chessembly(args) => chessembly::run(&args, &mut std::io::stdout().lock()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(1)
        }
    }
}
