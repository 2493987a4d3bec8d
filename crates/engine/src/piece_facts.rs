//! What the patterns of a piece were compiled to, and how the legal moves of a game are found, for readers who want to
//! know what a game costs.

use std::fmt;

use nightrider_model::{PieceId, Player};

use crate::bitboard::Bitboard;
use crate::expr::{Occupants, PathNeed};
use crate::kind::Kind;
use crate::movement::{Alternative, Company, Gate, Movement, Shape};
use crate::rules::{Rules, RulesFor, Width};

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

    /// How the legal moves of this game are found, one sentence for each thing that costs something.
    pub fn game_facts(&self) -> Vec<String> {
        match &self.0 {
            Width::Narrow(rules) => of_game(rules, 64),
            Width::Middle(rules) => of_game(rules, 128),
            Width::Wide(rules) => of_game(rules, 256),
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

fn of_game<B: Bitboard>(rules: &RulesFor<B>, width: u32) -> Vec<String> {
    let uses = &rules.uses;
    let check = &rules.variant.rules.check;
    let programs = rules.movements.iter().any(|movement| !movement.programs.is_empty());
    let facts = [
        (true, format!("sets of squares have {width} bits")),
        (
            true,
            "legal moves come from the fast generator, which takes away what would leave a royal attacked; \
             moves in doubt are tried and taken back"
                .to_string(),
        ),
        (uses.en_passant, "in doubt: captures in passing, which empty two squares of a line".to_string()),
        (
            uses.living,
            "in doubt: moves that a trigger or a script listens to and that may change the board before they are \
             judged; moves that none listens to cost what they cost in a game without"
                .to_string(),
        ),
        (
            uses.gates_on_check,
            "in doubt: moves while a piece that asks for check may attack a royal".to_string(),
        ),
        (programs, "in doubt: what attacks of programs that are run in play may bear on".to_string()),
        (
            check.cannot_give && (check.touching_royals_shield || uses.extras || uses.explosions),
            "in doubt: every move, because checks are forbidden and state, effects, explosions or shields may decide \
             what gives one"
                .to_string(),
        ),
        (uses.extras, "positions carry state and effects".to_string()),
        (uses.series, "turns may have several moves, and the number left is part of the position".to_string()),
    ];
    facts.into_iter().filter(|(holds, _)| *holds).map(|(_, fact)| fact).collect()
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
