//! What the patterns of a piece were compiled to and why, for readers who want to know what a piece costs.

use std::fmt;

use nightrider_model::{Expr, PieceId, Player};

use crate::bitboard::Bitboard;
use crate::compile::{Compiler, Part, Programs, parts};
use crate::expr::{Occupants, PathNeed};
use crate::kind::Kind;
use crate::movement::{Alternative, Company, Gate, Movement, Shape};
use crate::rules::{Rules, RulesFor, Width};
use crate::walk::Walk;

/// What one alternative of a piece's movement was compiled to, for the type in White's hands.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceFact {
    /// The form, such as `a table of targets`.
    pub form: &'static str,
    /// What it is for, such as `moves and captures`.
    pub purpose: &'static str,
    /// What is asked in play beyond the form.
    pub asks: Vec<&'static str>,
    /// Why it has this form.
    pub why: &'static str,
    /// The conditions of the language that are asked in play.
    pub conditions: Vec<Expr>,
}

impl Rules {
    /// What the movement of a piece was compiled to, in order; last how its pieces are moved together.
    pub fn piece_facts(&self, piece: PieceId) -> Vec<PieceFact> {
        if piece.index() >= self.variant().pieces.len() {
            return Vec::new();
        }
        let kind = Kind::new(piece, Player::White);
        match &self.0 {
            Width::Narrow(rules) => of_kind(rules, kind),
            Width::Middle(rules) => of_kind(rules, kind),
            Width::Wide(rules) => of_kind(rules, kind),
        }
    }
}

fn of_kind<B: Bitboard>(rules: &RulesFor<B>, kind: Kind) -> Vec<PieceFact> {
    let compiler = Compiler::new(&rules.variant, kind, Programs::Compiled);
    let mut facts: Vec<PieceFact> = parts::<B>(&compiler).iter().flat_map(of_part).collect();
    facts.push(together(rules, kind));
    facts
}

/// The facts of what one pattern has become.
fn of_part<B: Bitboard>(part: &Part<B>) -> Vec<PieceFact> {
    let Part { movement, conditions } = part;
    let asked = |gate: &Gate<B>, walks: bool| match gate.is_open() && !walks {
        true => Vec::new(),
        false => conditions.clone(),
    };
    let of = |alternative: &Alternative<B>| {
        let walks = matches!(alternative.shape, Shape::Walk(_));
        PieceFact { conditions: asked(&alternative.gate, walks), ..of_alternative(alternative) }
    };
    let mut facts: Vec<PieceFact> = movement.alternatives.iter().map(of).collect();
    facts.extend(movement.changing.iter().map(|(_, alternative)| PieceFact {
        purpose: "moves or captures and becomes another type",
        ..of(alternative)
    }));
    facts.extend(movement.programs.iter().map(|program| PieceFact {
        form: "bytecode, run in play",
        purpose: purpose(program.admits.moves, program.admits.captures, false),
        asks: asks(&program.gate),
        why: "its chains ask or do more than tables can say; see each chain below",
        conditions: asked(&program.gate, false),
    }));
    facts.extend(movement.castling.iter().map(|gate| PieceFact {
        form: "castling squares",
        purpose: "castles",
        asks: asks(gate),
        why: "the squares between are known in advance for each partner",
        conditions: asked(gate, false),
    }));
    facts.extend(movement.promoting.iter().map(|pattern| PieceFact {
        form: "a step and the piece's own captures",
        purpose: "promotes",
        asks: asks(&pattern.gate),
        why: "`promote` borrows the targets of the other patterns",
        conditions: asked(&pattern.gate, false),
    }));
    facts
}

/// How the pieces of a kind are found, and why not in a faster way.
fn together<B: Bitboard>(rules: &RulesFor<B>, kind: Kind) -> PieceFact {
    let movement = &rules.movements[kind.index()];
    let (form, why) = match (&movement.company, &movement.sweeps) {
        (Company::Drills(_), _) => (
            "all its pieces at once, by shifts of the set",
            "it only steps, and what it asks is the same for all its pieces",
        ),
        (Company::Sweeps | Company::Royal, _) => {
            ("each piece by one look at a table", "nothing but what stands where is asked")
        }
        (Company::None, Some(_)) => {
            let why = if !movement.singles.is_empty() {
                "some of its moves are found by a program or change its type"
            } else if !movement.promoting.is_empty() {
                "`promote` lists its moves singly"
            } else {
                "what it becomes may make a royal or lose one"
            };
            ("each piece by one look at a table, square by square", why)
        }
        (Company::None, None) => ("each piece on its own, alternative by alternative", why_alone(movement)),
    };
    PieceFact { form, purpose: "found", asks: Vec::new(), why, conditions: Vec::new() }
}

/// Why the movement of a kind is not one look at a table.
fn why_alone<B: Bitboard>(movement: &Movement<B>) -> &'static str {
    let some = |test: fn(&Alternative<B>) -> bool| movement.alternatives.iter().any(test);
    if movement.moves_onto {
        "a trigger makes room for its moves onto pieces"
    } else if movement.phases {
        "it slides through pieces"
    } else if some(|alternative| alternative.takes.has(Occupants::FRIEND)) {
        "it takes own pieces"
    } else if some(|alternative| alternative.swaps != Occupants::NONE) {
        "it changes places with pieces"
    } else if some(|alternative| matches!(alternative.shape, Shape::Walk(_))) {
        "one of its patterns is a walk from square to square"
    } else if some(|alternative| !alternative.gate.is_open()) {
        "one of its patterns is open only under a condition"
    } else {
        "its moves are listed singly"
    }
}

fn of_alternative<B: Bitboard>(alternative: &Alternative<B>) -> PieceFact {
    let gate = &alternative.gate;
    let (form, why) = match &alternative.shape {
        Shape::Leap(_) => ("a table of targets, whatever is between", "leaps, nothing on the way is asked"),
        Shape::Ride(_) => (
            "rays to the first piece, looked up by what is on the line",
            "slides, nothing on the way is asked but the first piece",
        ),
        Shape::Hop(_) => {
            ("rays over the first piece", "hops on lines, and only pieces on the line are asked")
        }
        Shape::Lame(paths) => {
            let blocked = paths.iter().flatten().any(|path| path.blocked.any());
            let why = match blocked {
                true => "leaps, and of the squares on the way it is only asked whether some are occupied",
                false => {
                    "its ways are few, and of the squares on them it is only asked whether all are empty"
                }
            };
            ("a table of targets, each with the squares that must be empty", why)
        }
        Shape::Walk(walk) => ("a walk from square to square", why_walk(walk, gate)),
    };
    let why = if !gate.target.is_empty() {
        "tried square by square, because its `where` asks of each target what only the position tells"
    } else if gate.path != PathNeed::Any {
        "tried square by square, because its `where` asks what stands between"
    } else {
        why
    };
    let takes = alternative.takes != Occupants::default();
    let swaps = alternative.swaps != Occupants::default();
    let purpose = purpose(alternative.quiet, takes, swaps);
    PieceFact { form, purpose, asks: asks(gate), why, conditions: Vec::new() }
}

/// Why a sequence of legs is walked in play.
fn why_walk<B: Bitboard>(walk: &Walk<B>, gate: &Gate<B>) -> &'static str {
    if walk.asks() {
        "walked, because a condition is asked on the way"
    } else if walk.hops() {
        "walked, because a leg of the sequence hops or goes anywhere"
    } else if gate.path != PathNeed::Any {
        "walked, because it is asked what stands between start and target"
    } else {
        "walked, because it has too many ways to list them in advance"
    }
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
