//! `nightrider chessembly`: what a program offers to a piece on a bare board.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use nightrider::chessembly::{Evaluation, Sheet, TraceLine, TraceLines};
use nightrider::compile_program;
use nightrider::engine::Rules;
use nightrider::engine::program::{BareBoard, BarePiece, Ending, Value};
use nightrider::lang::codes::Code;
use nightrider::lang::diagnostic::{Diagnostic, Severity};
use nightrider::model::{PieceId, Square};
use nightrider::notation::drawing::{ACTIVATION_LEGEND, activation_marks};
use nightrider::notation::read_bare_board;
use serde::Serialize;

/// Run a Chessembly program for one piece and list the squares it activates
#[derive(Debug, Args)]
#[command(after_help = "The letters of the FEN are the standard pieces; other letters are pieces without a \
name that attack nothing. The board has the FEN's size. What a malformed expression says is reported, and it \
acts as `end`.\n\nExample: nightrider chessembly -e 'take-move(1, 0) repeat(1);' --fen 5/5/X1p2/5/5 --from a3")]
pub struct ChessemblyArgs {
    /// The program: a file, or `-` for standard input
    #[arg(value_name = "FILE", required_unless_present = "text", conflicts_with = "text")]
    file: Option<PathBuf>,
    /// The program itself
    #[arg(short = 'e', value_name = "TEXT", allow_hyphen_values = true)]
    text: Option<String>,
    /// The square of the piece that runs the program
    #[arg(long, value_name = "SQ")]
    from: String,
    /// The board; only the first field of the FEN counts
    #[arg(long, value_name = "FEN", default_value = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")]
    fen: String,
    /// Moves to make first, such as "e2e4 e7e5"; there are no rules on a bare board
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Show every expression with its value and the anchor, and the board with what was activated
    #[arg(long)]
    trace: bool,
    /// Also tell which form each chain gets in a game of standard chess, and why
    #[arg(long, conflicts_with = "json")]
    facts: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command. What it finds goes to `out`, diagnostics to standard error.
///
/// # Errors
/// A sentence for the user: the file cannot be read, the FEN is no board, the square is empty or off it.
pub fn run(args: &ChessemblyArgs, out: &mut dyn Write) -> Result<(), String> {
    let sheet = read_program(args)?;
    report_diagnostics(&sheet);
    let mut board = read_bare_board(&args.fen).map_err(|error| error.to_string())?;
    make_moves(&mut board, &args.moves)?;
    let from = square(&board, &args.from)?;
    let (evaluation, text) = if args.trace {
        let (evaluation, trace, machine) = sheet.trace(&board, from).map_err(|error| error.to_string())?;
        let text = if args.json {
            json(&evaluation, Some(&trace))?
        } else {
            let drawing = activation_marks(&board, machine.activations());
            let steps = trace_text(&trace);
            format!("{steps}\n{drawing}\n  {ACTIVATION_LEGEND}\n\n{}", plain(&evaluation))
        };
        (evaluation, text)
    } else {
        let evaluation = sheet.evaluate(&board, from).map_err(|error| error.to_string())?;
        let text = if args.json { json(&evaluation, None)? } else { plain(&evaluation) };
        (evaluation, text)
    };
    if evaluation.cut_off && !args.json {
        eprintln!("note: cut off: a chain came to its limit of 10000 steps or 64 tags");
    }
    // A reader that went away is no fault of ours.
    let _ = out.write_all(text.as_bytes());
    if args.facts {
        let _ = out.write_all(facts(&sheet).as_bytes());
    }
    Ok(())
}

fn read_program(args: &ChessemblyArgs) -> Result<Sheet, String> {
    let path = match (&args.text, &args.file) {
        (Some(text), _) => return Ok(Sheet::new("-e", text)),
        (None, Some(path)) => path.as_path(),
        (None, None) => return Err("there is no program: name a file, or write one after -e".to_owned()),
    };
    let cannot = |error: &dyn std::fmt::Display| format!("cannot read `{}`: {error}", path.display());
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
        bytes
    } else {
        std::fs::read(path).map_err(|error| cannot(&error))?
    };
    let text = String::from_utf8(bytes).map_err(|_| cannot(&"the text is not UTF-8"))?;
    Ok(Sheet::new(&path.display().to_string(), &text))
}

/// How many diagnostics are worth reading when the program is run all the same.
const REPORTED: usize = 20;

fn report_diagnostics(sheet: &Sheet) {
    let found = sheet.diagnostics();
    let mut text = String::new();
    for diagnostic in found.iter().take(REPORTED) {
        let at = sheet.source().position(diagnostic.span.start);
        let (name, severity, code) = (&sheet.source().name, diagnostic.severity.word(), diagnostic.code);
        let _ =
            writeln!(text, "{name}:{}:{}: {severity}[{code}]: {}", at.line, at.column, diagnostic.message);
        if let Some(help) = &diagnostic.help {
            let _ = writeln!(text, "  help: {help}");
        }
    }
    if found.len() > REPORTED {
        text += "... there is more; `nightrider check` lists it\n";
    }
    // A block that is never closed goes on to the end of its chain, and a `while` without `do` does nothing.
    let runs_on = [Code::ChessemblyUnclosedBlock, Code::ChessemblyWhileWithoutDo];
    let ends = |found: &&Diagnostic| found.severity == Severity::Error && !runs_on.contains(&found.code);
    if found.iter().any(|diagnostic| ends(&diagnostic)) {
        text += "note: what is malformed acts as `end`\n";
    }
    let _ = std::io::stderr().write_all(text.as_bytes());
}

fn square(board: &BareBoard, name: &str) -> Result<Square, String> {
    let rectangle = board.board();
    rectangle.parse(name).filter(|&square| !rectangle.is_hole(square)).ok_or_else(|| {
        let last = rectangle.squares().last().map(|square| rectangle.name(square)).unwrap_or_default();
        format!("`{name}` is no square of this board, which goes from a1 to {last}")
    })
}

/// Moves pieces as written: from, to, and perhaps `=` and a new letter.
fn make_moves(board: &mut BareBoard, moves: &str) -> Result<(), String> {
    for (ply, text) in moves.split_whitespace().enumerate() {
        let fault = |what: String| format!("ply {}, `{text}`: {what}", ply + 1);
        let (squares, letter) =
            text.split_once('=').map_or((text, None), |(squares, letter)| (squares, Some(letter)));
        let second = squares.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase()).map(|(at, _)| at);
        let Some((from, to)) = second.and_then(|at| squares.split_at_checked(at)) else {
            return Err(fault("a move is two squares, such as e2e4".to_owned()));
        };
        let (from, to) = (square(board, from).map_err(fault)?, square(board, to).map_err(fault)?);
        let Some(piece) = board.piece(from) else {
            return Err(fault(format!("{} is empty", board.board().name(from))));
        };
        let piece = match letter.map(|letter| letter.chars().next().filter(char::is_ascii_alphabetic)) {
            None => piece,
            Some(Some(letter)) => BarePiece::of_letter(piece.owner, letter),
            Some(None) => return Err(fault("behind `=` stands the letter of a piece".to_owned())),
        };
        board.set(from, None);
        board.set(to, Some(piece));
    }
    Ok(())
}

/// Which form each chain gets for the pieces that move by the program, in the game that the program can be played in.
fn facts(sheet: &Sheet) -> String {
    let game = compile_program(&sheet.source().name, &sheet.source().text);
    let Some(rules) = game.variant.and_then(|variant| Rules::compile(variant).ok()) else {
        return "\nThe program is no game: it has errors, or names too many pieces.\n".to_owned();
    };
    let mut text = String::new();
    for (index, piece) in rules.variant().pieces.iter().enumerate() {
        for fact in rules.chain_facts(PieceId(index as u16)) {
            let _ = writeln!(text, "{}, chain {}: {fact}", piece.name, fact.chain);
        }
    }
    format!("\n{text}")
}

fn plain(evaluation: &Evaluation) -> String {
    let mut lines: Vec<String> = evaluation.activations.iter().map(|offer| format!("{offer}\n")).collect();
    lines.sort_unstable();
    lines.concat()
}

fn json(evaluation: &Evaluation, trace: Option<&TraceLines>) -> Result<String, String> {
    #[derive(Serialize)]
    struct Output<'a> {
        #[serde(flatten)]
        evaluation: &'a Evaluation,
        #[serde(skip_serializing_if = "Option::is_none")]
        trace: Option<&'a TraceLines>,
    }
    let text = serde_json::to_string(&Output { evaluation, trace });
    text.map(|text| text + "\n").map_err(|error| error.to_string())
}

fn trace_text(trace: &TraceLines) -> String {
    let mut text = String::new();
    let mut at_chain = 0;
    for line in &trace.lines {
        let (TraceLine::Step { chain, .. } | TraceLine::Left { chain, .. } | TraceLine::Ended { chain, .. }) =
            line;
        if *chain != at_chain {
            at_chain = *chain;
            let _ = writeln!(text, "chain {chain}");
        }
        let _ = writeln!(text, "  {}", trace_line(line).trim_end());
    }
    if trace.omitted > 0 {
        let _ = writeln!(text, "... and {} more", trace.omitted);
    }
    text
}

fn trace_line(line: &TraceLine) -> String {
    match line {
        TraceLine::Step { expression, value, anchor, bits, activation, withdrew, .. } => {
            let value = match value {
                Value::True => "true",
                Value::False => "false",
                Value::Soft => "false, but ends nothing",
            };
            let mut text = format!("{:<28} {value:<5} at {anchor:<3}", one_line(expression));
            if !bits.is_empty() {
                let bits: Vec<String> = bits.iter().map(u8::to_string).collect();
                let _ = write!(text, " bits {}", bits.join(","));
            }
            if *withdrew {
                text += " withdraws the take";
            }
            if let Some(activation) = activation {
                let _ = write!(text, " {activation}");
            }
            text
        }
        TraceLine::Left { expression, .. } => {
            format!("{:<28} not run after false: the block is left", one_line(expression))
        }
        TraceLine::Ended { ending, expression, .. } => {
            let expression = one_line(expression.as_deref().unwrap_or(";"));
            let why = match ending {
                Ending::Finished => "the chain is through",
                Ending::False => "not run after false: the chain ends",
                Ending::End => "the chain ends",
                Ending::CutOff => "not run: the limit is reached, the chain is cut off",
            };
            format!("{expression:<28} {why}")
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
