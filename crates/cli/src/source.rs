//! From the GAME of a command line to a compiled game.

use std::path::{Path, PathBuf};

use nightrider::engine::Rules;
use nightrider::lang::codes::Code;
use nightrider::lang::diagnostic::{Diagnostic, Severity};
use nightrider::lang::render::text::{Colours, text};
use nightrider::lang::span::{Sources, Span};
use nightrider::lang::suggest::nearest;
use nightrider::library::{self, LIBRARY};
use nightrider::model::Variant;
use nightrider::{Prepared, compile_program, rules};

use crate::failure::Failure;
use crate::files::{loader, read_file, read_input};
use crate::terminal::stderr_is_coloured;

/// A text that went through the language: the game it describes, if it has no errors, and what was found.
pub struct Checked {
    pub variant: Option<Variant>,
    pub diagnostics: Vec<Diagnostic>,
    pub sources: Sources,
    /// The rules of that game, if they were made on the way.
    made: Option<Rules>,
}

impl Checked {
    fn of(prepared: Prepared) -> Checked {
        let Prepared { compiled, made } = prepared;
        Checked {
            variant: compiled.variant,
            diagnostics: compiled.diagnostics,
            sources: compiled.sources,
            made,
        }
    }

    /// How many of its diagnostics have a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }
}

/// What a GAME argument means.
enum Named<'a> {
    /// `-`
    Input,
    File(PathBuf),
    /// A library name, and the number of a starting arrangement where one is chosen: `chess960:300`.
    Library(&'a str, Option<u64>),
}

/// The rules of a game that is to be played. Errors in its text are written to standard error.
pub fn load(argument: &str) -> Result<Rules, Failure> {
    let checked = check(argument)?;
    let Some(variant) = checked.variant else {
        let errors: Vec<Diagnostic> = checked
            .diagnostics
            .into_iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .collect();
        let colours = if stderr_is_coloured() { Colours::On } else { Colours::Off };
        eprint!("{}", text(&checked.sources, &errors, colours));
        return Err(Failure::Reported);
    };
    if let Some(rules) = checked.made {
        return Ok(rules);
    }
    let name = variant.name.clone();
    rules(variant).map_err(|error| Failure::Input(format!("{name} cannot be played: {error}")))
}

/// Reads and checks a game.
///
/// # Errors
/// If there is no such game, or its text cannot be read. What is wrong with the text is among the diagnostics.
pub fn check(argument: &str) -> Result<Checked, Failure> {
    match meaning(argument)? {
        Named::Input => Ok(check_bytes("<standard input>", &read_input().map_err(Failure::Input)?)),
        Named::File(path) => {
            let bytes = read_file(&path).map_err(Failure::Input)?;
            Ok(check_bytes(&path.display().to_string(), &bytes))
        }
        Named::Library(name, number) => {
            let mut checked = Checked::of(Prepared::library(name).ok_or_else(|| unknown(name))?);
            if let (Some(variant), Some(number)) = (&mut checked.variant, number) {
                arrange(variant, number)?;
                checked.made = None;
            }
            Ok(checked)
        }
    }
}

/// A name of the library is that game; everything else is a file.
fn meaning(argument: &str) -> Result<Named<'_>, Failure> {
    if argument == "-" {
        return Ok(Named::Input);
    }
    if library::find(argument).is_some() {
        return Ok(Named::Library(argument, None));
    }
    let path = Path::new(argument);
    if path.exists() {
        return Ok(Named::File(path.to_path_buf()));
    }
    if let Some((name, number)) = argument.split_once(':')
        && library::find(name).is_some()
    {
        let number = number.parse().map_err(|_| {
            Failure::Input(format!("`{argument}`: the number of a starting position follows the colon"))
        })?;
        return Ok(Named::Library(name, Some(number)));
    }
    // Something that looks like a path was meant as one.
    if argument.contains(['/', '\\', '.']) {
        return Ok(Named::File(path.to_path_buf()));
    }
    Err(unknown(argument))
}

fn unknown(argument: &str) -> Failure {
    let shown: String = argument.chars().take(60).flat_map(char::escape_debug).collect();
    let file = format!("{argument}.chesslang");
    let help = match nearest(&argument.to_lowercase(), LIBRARY.iter().map(|game| game.name)) {
        _ if Path::new(&file).is_file() => format!("did you mean the file `{shown}.chesslang`?"),
        Some(name) => format!("did you mean `{name}`?"),
        None => "`nightrider games` lists those that are built in".to_string(),
    };
    Failure::Input(format!("there is no file and no built-in game `{shown}`; {help}"))
}

fn arrange(variant: &mut Variant, number: u64) -> Result<(), Failure> {
    match variant.setup.arranged(&variant.board, number) {
        Some(setup) => {
            variant.setup = setup;
            Ok(())
        }
        None => {
            let last = variant.setup.shuffle.as_ref().and_then(|shuffle| shuffle.count());
            Err(Failure::Input(match last {
                Some(count) => {
                    format!(
                        "{} has starting positions 0 to {}, not {number}",
                        variant.name,
                        count.saturating_sub(1)
                    )
                }
                None => format!("{} has one starting position, without a number", variant.name),
            }))
        }
    }
}

fn check_bytes(name: &str, bytes: &[u8]) -> Checked {
    let text = String::from_utf8_lossy(bytes);
    let mut checked = if name.ends_with(".chessembly") {
        let game = compile_program(name, &text);
        Checked { variant: game.variant, diagnostics: game.diagnostics, sources: game.sources, made: None }
    } else {
        Checked::of(Prepared::source(name, &text, &loader()))
    };
    if let Err(error) = std::str::from_utf8(bytes) {
        let at = u32::try_from(error.valid_up_to()).unwrap_or(u32::MAX);
        let span = Span { start: at, end: at, ..Span::default() };
        let message = "the text is not UTF-8 from here on";
        let diagnostic = Diagnostic::new(Code::UnexpectedCharacter, span, message)
            .help("save the file as UTF-8, or name a text file instead of a binary one");
        checked.diagnostics.insert(0, diagnostic);
        checked.variant = None;
    }
    checked
}
