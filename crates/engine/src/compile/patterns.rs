//! Patterns taken apart: each alternative becomes a draft, and drafts that can share a shape are merged.

use std::rc::Rc;

use nightrider_model::program::Program;
use nightrider_model::{BinaryOp, CapturePatterns, Compass, Expr, Pattern};

use super::Compiler;
use super::legs::Legs;
use crate::expr::{GuardTerm, Occupants, PathNeed, split_guard};
use crate::movement::Admits;
use crate::rays::Offset;

/// One alternative of a piece's movement before it has a shape.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub form: Form,
    pub term: GuardTerm,
    pub quiet: bool,
    pub takes: Occupants,
    pub swaps: Occupants,
}

/// What an alternative is made of. Offsets are already seen from the owner.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// To these offsets, whatever is between.
    Leap(Vec<Offset>),
    /// Along these directions until blocked.
    Ride(Vec<(Offset, Option<u8>)>),
    /// Along these directions over a hurdle.
    Hop(Vec<(Offset, Option<u8>)>),
    /// One of these offsets, so many times in one direction over empty squares.
    Repeat(Vec<Offset>, u8),
    /// A sequence.
    Legs(Legs),
    /// To any square.
    Anywhere,
    Castle,
    Promote,
    /// What a program offers, in as far as the piece may use it.
    Program(Rc<Program>, Admits),
}

/// The drafts of a kind's movement.
pub(super) fn drafts(compiler: &Compiler<'_>) -> Vec<Draft> {
    let piece = compiler.variant.piece(compiler.kind.piece());
    let same = piece.captures == CapturePatterns::SameAsMoves && !piece.traits.phase;
    let mut drafts = Vec::new();
    for (form, term) in alternatives(compiler, &piece.moves) {
        if let Form::Program(program, _) = form {
            drafts.push(Draft::of_program(program, term, true, same));
            continue;
        }
        let targets = term.targets(Occupants::EMPTY);
        let quiet = targets.has(Occupants::EMPTY);
        // What is taken like this is not swapped with.
        let takes = if same { term.targets(Occupants::ENEMY) & Occupants::ENEMY } else { Occupants::NONE };
        let swaps = targets & Occupants::PIECE & !takes;
        drafts.push(Draft { form, term, quiet, takes, swaps });
    }
    if let CapturePatterns::Patterns(patterns) = &piece.captures
        && !piece.traits.phase
    {
        for (form, term) in alternatives(compiler, patterns) {
            if let Form::Program(program, _) = form {
                drafts.push(Draft::of_program(program, term, false, true));
                continue;
            }
            let takes = term.targets(Occupants::ENEMY) & Occupants::PIECE;
            drafts.push(Draft { form, term, quiet: false, takes, swaps: Occupants::NONE });
        }
    }
    drafts.retain(|draft| draft.quiet || draft.takes != Occupants::NONE || draft.swaps != Occupants::NONE);
    for draft in &mut drafts {
        simplify(draft, piece.traits.phase);
    }
    merge(drafts)
}

impl Draft {
    /// Its conditions that have to be asked in play, those on the way included.
    pub(super) fn conditions(&self) -> Vec<Expr> {
        let mut found: Vec<Expr> = self.term.per_piece.iter().chain(&self.term.dynamic).cloned().collect();
        if let Form::Legs(legs) = &self.form {
            legs.conditions(&mut found);
        }
        found
    }

    fn of_program(program: Rc<Program>, term: GuardTerm, moves: bool, captures: bool) -> Draft {
        let admits = Admits { moves, captures, targets: term.targets(Occupants::ANY) };
        let takes = if captures { admits.targets & Occupants::ENEMY } else { Occupants::NONE };
        Draft {
            form: Form::Program(program, admits),
            term,
            // A capture beside the target also goes to an empty square.
            quiet: admits.targets.has(Occupants::EMPTY),
            takes,
            swaps: admits.swaps(),
        }
    }
}

/// The alternatives of a union of patterns, each with one alternative of its condition.
fn alternatives(compiler: &Compiler<'_>, patterns: &[Pattern]) -> Vec<(Form, GuardTerm)> {
    let mut found = Vec::new();
    for pattern in patterns {
        collect(compiler, pattern, &mut Vec::new(), &mut found);
    }
    found
}

fn collect<'p>(
    compiler: &Compiler<'_>,
    pattern: &'p Pattern,
    conditions: &mut Vec<&'p Expr>,
    found: &mut Vec<(Form, GuardTerm)>,
) {
    let directed = |directions: &[Compass], max: Option<u8>| -> Vec<(Offset, Option<u8>)> {
        directions.iter().map(|d| (compiler.seen_from_owner(d.offset()), max)).collect()
    };
    let form = match pattern {
        Pattern::Step { directions, distance } => Form::Leap(step_offsets(compiler, directions, *distance)),
        Pattern::Leap(a, b) => Form::Leap(leap_offsets(*a, *b)),
        Pattern::Slide { directions, max } => Form::Ride(directed(directions, *max)),
        Pattern::Hop { directions, max } => Form::Hop(directed(directions, *max)),
        Pattern::Castle => Form::Castle,
        Pattern::Promote => Form::Promote,
        Pattern::Anywhere => Form::Anywhere,
        Pattern::Program(program) => {
            let all = Admits { moves: true, captures: true, targets: Occupants::ANY };
            Form::Program(Rc::new(Program::clone(program)), all)
        }
        Pattern::Any(patterns) => {
            for pattern in patterns {
                collect(compiler, pattern, conditions, found);
            }
            return;
        }
        Pattern::Where(pattern, condition) => {
            conditions.push(condition);
            collect(compiler, pattern, conditions, found);
            conditions.pop();
            return;
        }
        Pattern::Then(legs) if legs.len() == 1 => return collect(compiler, &legs[0], conditions, found),
        Pattern::Repeat(pattern, 1) => return collect(compiler, pattern, conditions, found),
        // What guards the last leg guards the whole: both speak of the same target.
        Pattern::Then(legs) => {
            let (Some(last), before) = (legs.last(), &legs[..legs.len() - 1]) else { return };
            for (last, inner) in unguarded(last) {
                let depth = conditions.len();
                conditions.extend(inner);
                let legs: Vec<&Pattern> = before.iter().chain([last]).collect();
                for term in terms(conditions) {
                    found.push((Form::Legs(Legs::sequence(compiler, &legs)), term));
                }
                conditions.truncate(depth);
            }
            return;
        }
        Pattern::Repeat(pattern, times) => match (&**pattern, compiler.jumps()) {
            (Pattern::Step { directions, distance }, false) => {
                Form::Repeat(step_offsets(compiler, directions, *distance), *times)
            }
            (Pattern::Leap(a, b), false) => Form::Repeat(leap_offsets(*a, *b), *times),
            _ => Form::Legs(Legs::repeat(compiler, pattern, *times)),
        },
    };
    found.extend(terms(conditions).into_iter().map(|term| (form.clone(), term)));
}

/// The alternatives of a pattern that guard themselves, with their guards.
fn unguarded(pattern: &Pattern) -> Vec<(&Pattern, Vec<&Expr>)> {
    match pattern {
        Pattern::Where(pattern, condition) => {
            let mut all = unguarded(pattern);
            all.iter_mut().for_each(|(_, conditions)| conditions.push(condition));
            all
        }
        Pattern::Any(patterns) if patterns.iter().any(|p| matches!(p, Pattern::Where(..))) => {
            patterns.iter().flat_map(unguarded).collect()
        }
        _ => vec![(pattern, Vec::new())],
    }
}

/// The alternatives of several conditions that must hold together.
fn terms(conditions: &[&Expr]) -> Vec<GuardTerm> {
    let all = conditions.iter().map(|&condition| condition.clone());
    match all.reduce(|a, b| Expr::Binary(BinaryOp::And, Box::new(a), Box::new(b))) {
        Some(condition) => split_guard(&condition),
        None => vec![GuardTerm::default()],
    }
}

/// The offsets of a step.
pub(super) fn step_offsets(compiler: &Compiler<'_>, directions: &[Compass], distance: u8) -> Vec<Offset> {
    let distance = i32::from(distance);
    let offsets = directions.iter().map(|direction| {
        let (dx, dy) = compiler.seen_from_owner(direction.offset());
        (dx * distance, dy * distance)
    });
    offsets.filter(|&offset| offset != (0, 0)).collect()
}

/// All distinct rotations and reflections of an offset.
pub(super) fn leap_offsets(a: u8, b: u8) -> Vec<Offset> {
    let (a, b) = (i32::from(a), i32::from(b));
    let mut offsets = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        for (sx, sy) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
            let offset = (x * sx, y * sy);
            if offset != (0, 0) && !offsets.contains(&offset) {
                offsets.push(offset);
            }
        }
    }
    offsets
}

/// Drops what a form says already, and sees simple forms in sequences.
fn simplify(draft: &mut Draft, phases: bool) {
    if matches!(draft.form, Form::Ride(_)) && draft.term.path == PathNeed::Clear && !phases {
        draft.term.path = PathNeed::Any;
    }
}

/// Puts together drafts that differ only in what they do on the same squares, then those that differ only
/// in their squares.
fn merge(drafts: Vec<Draft>) -> Vec<Draft> {
    let mut merged: Vec<Draft> = Vec::new();
    for draft in drafts {
        match merged.iter_mut().find(|other| other.form == draft.form && same_gate(&other.term, &draft.term))
        {
            Some(other) => {
                other.quiet |= draft.quiet;
                other.takes = other.takes | draft.takes;
                other.swaps = other.swaps | draft.swaps;
            }
            None => merged.push(draft),
        }
    }
    let mut joined: Vec<Draft> = Vec::new();
    for draft in merged {
        let other = joined.iter_mut().find(|other| {
            (other.quiet, other.takes, other.swaps) == (draft.quiet, draft.takes, draft.swaps)
                && same_gate(&other.term, &draft.term)
        });
        match (other.map(|other| &mut other.form), &draft.form) {
            (Some(Form::Leap(offsets)), Form::Leap(more)) => add_new(offsets, more),
            (Some(Form::Ride(rays)), Form::Ride(more)) | (Some(Form::Hop(rays)), Form::Hop(more)) => {
                add_new(rays, more);
            }
            _ => joined.push(draft),
        }
    }
    join_rides(joined)
}

/// A leap with its repetitions twice, three times and so on without a gap is a ride of so many steps.
fn join_rides(mut drafts: Vec<Draft>) -> Vec<Draft> {
    let mut index = 0;
    while index < drafts.len() {
        let Form::Leap(offsets) = &drafts[index].form else {
            index += 1;
            continue;
        };
        let leaper = drafts[index].clone();
        let alike = |other: &Draft| {
            (other.quiet, other.takes, other.swaps) == (leaper.quiet, leaper.takes, leaper.swaps)
                && same_gate(&other.term, &leaper.term)
        };
        let goes_on = |times: u8, offsets: &[Offset]| {
            drafts.iter().position(|other| {
                alike(other) && matches!(&other.form, Form::Repeat(o, n) if *n == times && o == offsets)
            })
        };
        // The offsets of the leap that are repeated; a leap may have others beside them.
        let repeated = drafts.iter().find_map(|other| match &other.form {
            Form::Repeat(o, 2) if alike(other) && o.iter().all(|offset| offsets.contains(offset)) => {
                Some(o.clone())
            }
            _ => None,
        });
        let Some(repeated) = repeated else {
            index += 1;
            continue;
        };
        let steps = (2..u8::MAX).take_while(|&times| goes_on(times, &repeated).is_some()).count() as u8 + 1;
        let ride = repeated.iter().map(|&offset| (offset, Some(steps))).collect();
        drafts.retain(|other| {
            !(alike(other) && matches!(&other.form, Form::Repeat(o, n) if *n <= steps && *o == repeated))
        });
        if let Some(Form::Leap(offsets)) = drafts.get_mut(index).map(|draft| &mut draft.form) {
            offsets.retain(|offset| !repeated.contains(offset));
        }
        drafts.push(Draft { form: Form::Ride(ride), ..leaper });
    }
    drafts.retain(|draft| draft.form != Form::Leap(Vec::new()));
    drafts
}

fn add_new<T: Clone + PartialEq>(list: &mut Vec<T>, more: &[T]) {
    for item in more {
        if !list.contains(item) {
            list.push(item.clone());
        }
    }
}

/// Whether two alternatives are open under the same conditions, what stands on the target apart.
fn same_gate(a: &GuardTerm, b: &GuardTerm) -> bool {
    a.path == b.path && a.fixed == b.fixed && a.per_piece == b.per_piece && a.dynamic == b.dynamic
}
