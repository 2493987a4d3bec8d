//! What the patterns of a piece were compiled to, for readers who want to know what a piece costs.

use std::fmt;

use nightrider_model::{PieceId, Player};

use crate::bitboard::Bitboard;
use crate::expr::{Occupants, PathNeed};
use crate::kind::Kind;
use crate::movement::{Alternative, Company, Gate, Movement, Shape};
use crate::rules::{Rules, Width};

/// What one alternative of a piece's movement was compiled to, for the type in White's hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceFact {
    /// The form, such as `a table of targets`.
    pub form: &'static str,
    /// What it is for, such as `moves and captures`.
    pub purpose: &'static str,
    /// What is asked in play beyond the form.
    pub asks: Vec<&'static str>,
}

impl Rules {
    /// What the movement of a piece was compiled to, in order; last how its pieces are moved together.
    pub fn piece_facts(&self, piece: PieceId) -> Vec<PieceFact> {
        if piece.index() >= self.variant().pieces.len() {
            return Vec::new();
        }
        let kind = Kind::new(piece, Player::White);
        match &self.0 {
            Width::Narrow(rules) => of_movement(&rules.movements[kind.index()]),
            Width::Middle(rules) => of_movement(&rules.movements[kind.index()]),
            Width::Wide(rules) => of_movement(&rules.movements[kind.index()]),
        }
    }
}

fn of_movement<B: Bitboard>(movement: &Movement<B>) -> Vec<PieceFact> {
    let mut facts: Vec<PieceFact> = movement.alternatives.iter().map(of_alternative).collect();
    facts.extend(movement.changing.iter().map(|(_, alternative)| {
        let fact = of_alternative(alternative);
        PieceFact { purpose: "moves or captures and becomes another type", ..fact }
    }));
    facts.extend(movement.programs.iter().map(|program| PieceFact {
        form: "bytecode, run in play",
        purpose: purpose(program.admits.moves, program.admits.captures, false),
        asks: asks(&program.gate),
    }));
    facts.extend(movement.castling.iter().map(|gate| PieceFact {
        form: "castling squares",
        purpose: "castles",
        asks: asks(gate),
    }));
    if !movement.promoting.is_empty() {
        let form = "a step and the piece's own captures";
        facts.push(PieceFact { form, purpose: "promotes", asks: Vec::new() });
    }
    let together = match (&movement.company, &movement.sweeps) {
        (Company::Drills(_), _) => "all its pieces at once, by shifts of the set",
        (Company::Sweeps | Company::Royal, _) => "each piece by one look at a table",
        (Company::None, Some(_)) => "each piece by one look at a table, square by square",
        (Company::None, None) => "each piece on its own, alternative by alternative",
    };
    facts.push(PieceFact { form: together, purpose: "found", asks: Vec::new() });
    facts
}

fn of_alternative<B: Bitboard>(alternative: &Alternative<B>) -> PieceFact {
    let form = match &alternative.shape {
        Shape::Leap(_) => "a table of targets, whatever is between",
        Shape::Ride(_) => "rays to the first piece, looked up by what is on the line",
        Shape::Hop(_) => "rays over the first piece",
        Shape::Lame(_) => "a table of targets, each with the squares that must be empty",
        Shape::Walk(_) => "a walk from square to square",
    };
    let takes = alternative.takes != Occupants::default();
    let swaps = alternative.swaps != Occupants::default();
    PieceFact { form, purpose: purpose(alternative.quiet, takes, swaps), asks: asks(&alternative.gate) }
}

fn purpose(moves: bool, captures: bool, swaps: bool) -> &'static str {
    match (moves, captures, swaps) {
        (true, true, _) => "moves and captures",
        (true, false, false) => "moves",
        (true, false, true) => "moves and swaps",
        (false, true, _) => "captures",
        (false, false, _) => "swaps",
    }
}

fn asks<B: Bitboard>(gate: &Gate<B>) -> Vec<&'static str> {
    let questions = [
        (gate.unmoved.is_some(), "whether it has moved"),
        (gate.in_check.is_some(), "whether its player is in check"),
        (!gate.piece.is_empty(), "a condition once for the piece"),
        (gate.allowed.is_some(), "a mask of squares, worked out in advance"),
        (gate.path != PathNeed::Any, "what stands between"),
        (!gate.target.is_empty(), "a condition for each target"),
    ];
    questions.into_iter().filter(|(asked, _)| *asked).map(|(_, question)| question).collect()
}

impl fmt::Display for PieceFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.purpose, self.form)?;
        if !self.asks.is_empty() {
            write!(f, "; asks {}", self.asks.join(", "))?;
        }
        Ok(())
    }
}
