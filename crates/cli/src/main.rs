//! The command line program `nightrider`: the commands, one file each, and what they share.
//!
//! This is the only crate that prints, reads files, looks at a clock and touches the terminal.

mod arguments;
mod bench;
mod check;
mod chessembly;
mod explain;
mod games;
mod moves;
mod perft;
mod play;
mod run;
mod show;

mod account;
mod explain_move;
mod failure;
mod files;
mod position;
mod reason;
mod source;
mod terminal;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use failure::Failure;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version end here as well; only wrong usage is a failure.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let outcome = dispatch(arguments.command, &mut out).and_then(|()| Ok(out.flush()?));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // What was written before the failure is part of the answer, so it goes out first.
            let _ = out.flush();
            failure.report()
        }
    }
}

fn dispatch(command: Command, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        Command::Check(arguments) => check::run(&arguments, out),
        Command::Explain(arguments) => explain::run(&arguments, out),
        Command::Games(arguments) => games::run(&arguments, out),
        Command::Show(arguments) => show::run(&arguments, out),
        Command::Moves(arguments) => moves::run(&arguments, out),
        Command::Perft(arguments) => perft::run(&arguments, out),
        Command::Bench(arguments) => bench::run(&arguments, out),
        Command::Run(arguments) => run::run(&arguments, out),
        Command::Play(arguments) => play::run(&arguments, out),
        Command::Chessembly(arguments) => chessembly::run(&arguments, out).map_err(Failure::Input),
    }
}
