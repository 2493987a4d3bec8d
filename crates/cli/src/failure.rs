//! How a command fails, and how that is told.

use std::io;
use std::process::ExitCode;

use crate::terminal::{Style, harmless, stderr_style};

/// Why a command could not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// The input is at fault: what is wrong and how to mend it.
    Input(String),
    /// The input is at fault, and the diagnostics that say why are already written.
    Reported,
    /// The command was used wrongly in a way that its description cannot rule out.
    Usage(String),
    /// Writing the answer failed.
    Output(io::Error),
}

impl Failure {
    /// An input failure from anything that can be shown.
    pub fn input(message: impl ToString) -> Failure {
        Failure::Input(message.to_string())
    }

    /// Tells the user and gives the exit status.
    pub fn report(self) -> ExitCode {
        let Style { error, strong, plain, .. } = stderr_style();
        match self {
            Failure::Reported => {}
            Failure::Usage(message) => {
                eprintln!("{error}error{plain}{strong}:{plain} {message}");
                return ExitCode::from(2);
            }
            // What a user has given may come back in a message.
            Failure::Input(message) => {
                eprintln!("{error}error{plain}{strong}:{plain} {}", harmless(&message));
            }
            // Whoever read the output has seen enough: `nightrider moves ... | head` is no failure.
            Failure::Output(problem) if problem.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Failure::Output(problem) => eprintln!("{error}error{plain}: cannot write the output: {problem}"),
        }
        ExitCode::from(1)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        // Everything that is written as JSON can be; what fails is the writing.
        Failure::Output(error.into())
    }
}
