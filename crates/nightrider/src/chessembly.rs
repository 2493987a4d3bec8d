//! Chessembly by itself: a program, a bare board, and what the program offers there, as plain data.

use std::collections::BTreeMap;

use nightrider_engine::program::{
    Activation, BareBoard, Code, Ending, Machine, Made, Observer, Part, Step, ThreatWords, Trace, TraceEvent,
    Value,
};
use nightrider_lang::chessembly::{Listing, compile};
use nightrider_lang::diagnostic::{Diagnostic, Diagnostics};
use nightrider_lang::span::{Source, SourceId};
use nightrider_model::program::Program;
use nightrider_model::{Board, Square};
use serde::Serialize;

/// A program with its text, ready to run.
///
/// A malformed program runs too: what was not understood acts as `end`, and [`Sheet::diagnostics`] says
/// what that is.
///
/// ```
/// use nightrider::chessembly::Sheet;
/// use nightrider_notation::read_bare_board;
///
/// let sheet = Sheet::new("rook.chessembly", "take-move(1, 0) repeat(1);");
/// let board = read_bare_board("5/5/X1p2/5/5").unwrap();
/// let found = sheet.evaluate(&board, board.board().parse("a3").unwrap()).unwrap();
/// let squares: Vec<&str> = found.activations.iter().map(|offer| offer.to.as_str()).collect();
/// assert_eq!(squares, ["b3", "c3"]);
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    source: Source,
    listing: Listing,
    diagnostics: Vec<Diagnostic>,
    code: Code,
}

/// What a program offers on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Evaluation {
    /// The moves, in board order of their squares.
    pub activations: Vec<Offer>,
    /// Expressions run, over all chains.
    pub steps: u64,
    /// Whether a chain was cut off by its step budget (or another limit).
    pub cut_off: bool,
}

/// A move that a program offers, or a further part of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// `move`, `take`, `take-move`, `catch`, `jump`, `take-jump` or `shift`.
    pub kind: &'static str,
    /// For a further part: the square from which it moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The activated square.
    pub to: String,
    /// The square of the enemy that is captured.
    pub captures: Option<String>,
    /// The name of the piece it turns into.
    pub transition: Option<String>,
    /// The keys of the player's state that are set.
    pub set_state: BTreeMap<String, i32>,
    /// The further parts of the move, in order.
    pub then: Vec<Offer>,
}

/// The square a program was to run on has no piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmptySquare(pub String);

impl std::fmt::Display for EmptySquare {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is empty; a program runs for the piece on a square", self.0)
    }
}

impl std::error::Error for EmptySquare {}

impl Sheet {
    /// Compiles a program. `name` is what diagnostics call the text, usually a path.
    pub fn new(name: &str, text: &str) -> Sheet {
        let mut found = Diagnostics::new();
        let listing = compile(text, SourceId(0), 0, &mut found);
        let code = Code::new(&listing.program).expect("programs of the front end are sound");
        Sheet { source: Source::new(name, text), listing, diagnostics: found.finish(), code }
    }

    /// The text.
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// What is wrong with the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The compiled program.
    pub const fn program(&self) -> &Program {
        &self.listing.program
    }

    /// Runs the program for the piece on a square.
    ///
    /// # Errors
    /// The square is empty.
    pub fn evaluate(&self, board: &BareBoard, from: Square) -> Result<Evaluation, EmptySquare> {
        Ok(self.run(board, from, &mut ())?.1)
    }

    /// [`Sheet::evaluate`], with what happened expression by expression, and the machine that ran it (for
    /// drawings of [`Machine::activations`]).
    ///
    /// # Errors
    /// The square is empty.
    pub fn trace(
        &self,
        board: &BareBoard,
        from: Square,
    ) -> Result<(Evaluation, TraceLines, Machine), EmptySquare> {
        let mut trace = Trace::default();
        let (machine, evaluation) = self.run(board, from, &mut trace)?;
        let lines = trace.events.iter().map(|event| self.line(event, board.board())).collect();
        Ok((evaluation, TraceLines { lines, omitted: trace.omitted }, machine))
    }

    fn run(
        &self,
        board: &BareBoard,
        from: Square,
        observer: &mut impl Observer,
    ) -> Result<(Machine, Evaluation), EmptySquare> {
        let piece = board.piece(from).ok_or_else(|| EmptySquare(board.board().name(from)))?;
        let view = board.seen_by(piece.owner, &self.listing.program);
        let mut machine = Machine::new();
        let outcome = machine.run_observed(&self.code, &view, from, ThreatWords::Answered, observer);
        let offer = |activation: Activation| self.offer(&activation, board.board());
        let activations = machine.activations().iter().map(offer).collect();
        let evaluation = Evaluation { activations, steps: outcome.steps, cut_off: outcome.cut_off };
        Ok((machine, evaluation))
    }

    fn offer(&self, activation: &Activation, board: &Board) -> Offer {
        let part = |part: Part, from: Option<String>, then| Offer {
            kind: part.kind.name(),
            from,
            to: board.name(part.to),
            captures: part.captures.map(|square| board.name(square)),
            transition: part.transition.map(|name| self.listing.program.name(name).to_owned()),
            set_state: part
                .state
                .iter()
                .map(|&(key, value)| (self.listing.program.key(key).to_owned(), value))
                .collect(),
            then,
        };
        let then = activation.parts().map(|p| part(p, Some(board.name(p.from)), Vec::new())).collect();
        part(activation.main, None, then)
    }

    /// The text of an expression; `}` where the text left it out.
    fn expression(&self, chain: u32, op: u32) -> &str {
        let span = self.listing.spans.get(chain as usize).and_then(|spans| spans.get(op as usize));
        match span.map(|span| span.text(&self.source.text)) {
            Some("" | ";") | None => "}",
            Some(text) => text,
        }
    }

    fn line(&self, event: &TraceEvent, board: &Board) -> TraceLine {
        match *event {
            TraceEvent::Step(Step { chain, op, value, anchor, bits, made, withdrew }) => TraceLine::Step {
                chain: chain + 1,
                op: op + 1,
                expression: self.expression(chain, op).to_owned(),
                value,
                anchor: board.name(anchor),
                bits: (0..16).filter(|n| bits & (1 << n) != 0).collect(),
                activation: made.map(|made| made_text(made, board)),
                withdrew,
            },
            TraceEvent::Left { chain, op, .. } => TraceLine::Left {
                chain: chain + 1,
                op: op + 1,
                expression: self.expression(chain, op).to_owned(),
            },
            TraceEvent::Ended { chain, op, ending } => {
                let expression = (ending != Ending::Finished).then(|| self.expression(chain, op).to_owned());
                TraceLine::Ended { chain: chain + 1, ending, expression }
            }
        }
    }
}

/// A run, expression by expression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceLines {
    /// What happened, in order, up to [`Trace::LIMIT`].
    pub lines: Vec<TraceLine>,
    /// How much more happened.
    pub omitted: u64,
}

/// One thing that happened in a run. Chains and expressions are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum TraceLine {
    /// An expression was run.
    Step {
        /// The chain.
        chain: u32,
        /// The expression in it.
        op: u32,
        /// Its text.
        expression: String,
        /// Its value.
        value: Value,
        /// The square of the anchor after it.
        anchor: String,
        /// The bits that are set after it.
        bits: Vec<u8>,
        /// What it activated, as in `take-jump:c3xb3`.
        activation: Option<String>,
        /// Whether it withdrew what an earlier `take` had activated.
        withdrew: bool,
    },
    /// A false value met an ordinary expression in a block, and the block was left.
    Left {
        /// The chain.
        chain: u32,
        /// The expression that was not run.
        op: u32,
        /// Its text.
        expression: String,
    },
    /// A chain ended.
    Ended {
        /// The chain.
        chain: u32,
        /// Why.
        ending: Ending,
        /// The expression that was not run any more, or the `end`.
        expression: Option<String>,
    },
}

fn made_text(made: Made, board: &Board) -> String {
    let sign = if made.part { "+ " } else { "" };
    let mut text = format!("{sign}{}:{}", made.kind.name(), board.name(made.to));
    if let Some(victim) = made.captures.filter(|victim| *victim != made.to) {
        text += &format!("x{}", board.name(victim));
    }
    text
}

/// As `kind:to`, with `xSQ` for a capture elsewhere, `=name` for a transition, `[key=n]` for what is set,
/// and the further parts of the move behind ` + `.
impl std::fmt::Display for Offer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:", self.kind)?;
        if let Some(from) = &self.from {
            write!(f, "{from}")?;
        }
        f.write_str(&self.to)?;
        if let Some(victim) = self.captures.as_ref().filter(|victim| **victim != self.to) {
            write!(f, "x{victim}")?;
        }
        if let Some(name) = &self.transition {
            write!(f, "={name}")?;
        }
        for (key, value) in &self.set_state {
            write!(f, "[{key}={value}]")?;
        }
        for part in &self.then {
            write!(f, " + {part}")?;
        }
        Ok(())
    }
}
