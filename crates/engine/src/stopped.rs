//! Which expression of a Chessembly program keeps a piece from a square: what the trace of a run knows.

use nightrider_model::program::{Chain, Offset, Op, OpIndex};
use nightrider_model::{Player, Square};

use crate::bitboard::Bitboard;
use crate::compile::{Compiler, Programs, parts};
use crate::kind::Kind;
use crate::movement::ProgramMoves;
use crate::offers;
use crate::position::Position;
use crate::program::{Code, Ending, Observer, Step, Value};
use crate::reach::Scene;
use crate::rules::RulesFor;
use crate::why::Attempt;

/// Where a chain stopped that leads, or would have led, toward a square.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramStop {
    /// Which program of the piece, counted from 1.
    pub program: usize,
    /// Which chain of the program, counted from 1.
    pub chain: usize,
    /// Which expression of the chain, counted from 1.
    pub expression: usize,
    /// The expression.
    pub op: Op,
    /// The name or key that it speaks of.
    pub word: Option<String>,
    /// Where the anchor stood.
    pub anchor: Square,
    /// The square that it asked about, if it is one of the board.
    pub asked: Option<Square>,
}

/// More expressions are not tried the other way.
const MOST_TRIED: usize = 200;

/// The expressions on which the programs of a piece stopped on their way to a square, those first that asked about the
/// square itself. Nothing if no chain leads that way.
pub(crate) fn stops<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    attempt: Attempt,
) -> Vec<ProgramStop> {
    let Some(kind) = position.at(attempt.from) else { return Vec::new() };
    let compiler = Compiler::new(&rules.variant, kind, Programs::Run);
    let scene = Scene::new(rules, position, kind.owner());
    let mut found: Vec<(u8, ProgramStop)> = Vec::new();
    let programs: Vec<ProgramMoves<B>> =
        parts::<B>(&compiler).into_iter().flat_map(|part| part.movement.programs).collect();
    for (program, moves) in programs.iter().enumerate() {
        let search = Search { scene: &scene, kind, moves, attempt };
        for (chain, ops) in moves.code.chains().enumerate() {
            for (likely, mut stop) in search.chain(ops) {
                stop.program = program + 1;
                stop.chain = chain + 1;
                // Moves and captures may be described by one program.
                if !found
                    .iter()
                    .any(|(_, known)| ProgramStop { program: known.program, ..stop.clone() } == *known)
                {
                    found.push((likely, stop));
                }
            }
        }
    }
    found.sort_by_key(|(likely, _)| *likely);
    found.into_iter().map(|(_, stop)| stop).collect()
}

/// The search in the programs of one piece.
struct Search<'a, B: Bitboard> {
    scene: &'a Scene<'a, B>,
    kind: Kind,
    moves: &'a ProgramMoves<B>,
    attempt: Attempt,
}

/// Notes where a chain ends or leaves a block because something is false.
struct Falses {
    from: Square,
    last: Option<Step>,
    found: Vec<Step>,
}

impl Falses {
    fn note(&mut self) {
        if let Some(step) = self.last.filter(|step| step.value == Value::False)
            && !self.found.contains(&step)
        {
            self.found.push(step);
        }
    }
}

impl Observer for Falses {
    fn step(&mut self, step: Step) {
        self.last = Some(step);
    }

    fn left(&mut self, _chain: u32, _op: u32, _close: u32) {
        self.note();
    }

    fn ended(&mut self, _chain: u32, op: u32, ending: Ending) {
        match ending {
            Ending::False | Ending::Finished => self.note(),
            Ending::End => {
                let anchor = self.last.map_or(self.from, |step| step.anchor);
                let (bits, made, withdrew) = (0, None, false);
                self.found.push(Step { chain: 0, op, value: Value::False, anchor, bits, made, withdrew });
            }
            Ending::CutOff => {}
        }
    }
}

impl<B: Bitboard> Search<'_, B> {
    /// Where one chain stopped on its way to the square; the smaller the number, the likelier the reason.
    fn chain(&self, ops: &[Op]) -> Vec<(u8, ProgramStop)> {
        let code = Code::of_chain(Chain { ops: ops.to_vec() });
        let mut falses = Falses { from: self.attempt.from, last: None, found: Vec::new() };
        offers::watch(self.scene, self.kind, self.attempt.from, self.moves, &code, &mut falses);
        let mut stops = Vec::new();
        for step in falses.found.into_iter().take(MOST_TRIED) {
            let number = step.op as usize;
            let op = ops[number];
            // `take-move` on an enemy is false, and the anchor has moved all the same.
            let back = |by: Offset| Offset { dx: by.dx.saturating_neg(), dy: by.dy.saturating_neg() };
            let has_moved = step.made.is_some();
            let anchor = match offset(op).filter(|_| has_moved) {
                Some(by) => self.square(step.anchor, back(by)).unwrap_or(step.anchor),
                None => step.anchor,
            };
            let asked = offset(op).and_then(|by| self.square(anchor, by));
            let likely = if asked == Some(self.attempt.to) && !has_moved {
                0
            } else if self.leads_without(ops, number) {
                1
            } else if self.rides_on(ops, number, anchor) {
                2
            } else {
                continue;
            };
            let stop = ProgramStop {
                program: 0,
                chain: 0,
                expression: number + 1,
                op,
                word: self.word(op),
                anchor,
                asked,
            };
            stops.push((likely, stop));
        }
        stops
    }

    /// The square at an offset, seen from the owner.
    fn square(&self, from: Square, Offset { dx, dy }: Offset) -> Option<Square> {
        let turn = if self.kind.owner() == Player::White { 1 } else { -1 };
        self.scene.rules.variant.board.offset(from, turn * i32::from(dx), turn * i32::from(dy))
    }

    /// Whether the chain would activate the square if an expression were true, whatever stands there.
    fn leads_without(&self, ops: &[Op], number: usize) -> bool {
        let mut other = ops.to_vec();
        other[number] = match ops[number] {
            Op::Go(_, by) | Op::PlaceMove(_, by) | Op::Look(nightrider_model::program::Look::Peek, by) => {
                Op::Anchor(by)
            }
            _ => Op::True,
        };
        let code = Code::of_chain(Chain { ops: other });
        let offered = offers::watch(self.scene, self.kind, self.attempt.from, self.moves, &code, &mut ());
        offered.contains(&self.attempt.to)
    }

    /// Whether an expression that a `repeat` comes back to has stopped on a line to the square.
    fn rides_on(&self, ops: &[Op], number: usize, anchor: Square) -> bool {
        let repeats = ops[number + 1..].iter().any(
            |op| matches!(op, Op::Repeat(OpIndex(to)) | Op::While(OpIndex(to)) if *to as usize <= number),
        );
        let Some(by) = offset(ops[number]).filter(|by| repeats && (by.dx, by.dy) != (0, 0)) else {
            return false;
        };
        let mut at = self.square(anchor, by);
        while let Some(square) = at {
            if square == self.attempt.to {
                return true;
            }
            at = self.square(square, by);
        }
        false
    }

    fn word(&self, op: Op) -> Option<String> {
        let variant = &self.scene.rules.variant;
        match op {
            Op::PlaceMove(name, _) | Op::PieceOn(name, _) | Op::Piece(name) => {
                let piece = self.moves.names[usize::from(name.0)]?;
                Some(variant.piece(piece).name.clone())
            }
            Op::IfState(key, _) | Op::EnemyState(key, _) => {
                let field = self.moves.keys[usize::from(key.0)]?;
                Some(variant.player_fields[field.index()].clone())
            }
            _ => None,
        }
    }
}

/// The offset that an expression looks at.
fn offset(op: Op) -> Option<Offset> {
    match op {
        Op::Go(_, by)
        | Op::PlaceMove(_, by)
        | Op::Look(_, by)
        | Op::PieceOn(_, by)
        | Op::ColorOn(_, by)
        | Op::Anchor(by) => Some(by),
        _ => None,
    }
}
