//! Sequences of legs, with directions resolved and all repetition written out.

use nightrider_model::{Compass, Expr, Pattern};

use super::Compiler;
use super::patterns::{leap_offsets, step_offsets};
use crate::rays::Offset;
use crate::walk::Turning;

/// A leg or a sequence of legs, the plain counterpart of [`Walk`](crate::walk::Walk).
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Legs {
    Step(Vec<Offset>, Turning),
    Slide(Vec<Offset>, Option<u8>, Turning),
    Hop(Vec<Offset>, Option<u8>, Turning),
    Anywhere,
    Any(Vec<Legs>),
    Then(Vec<Legs>),
    Where(Box<Legs>, Box<Expr>),
    /// Castling and promotion mean nothing inside a sequence.
    Nowhere,
}

impl Legs {
    /// Patterns one after another.
    pub(super) fn sequence(compiler: &Compiler<'_>, legs: &[&Pattern]) -> Legs {
        Legs::Then(legs.iter().map(|pattern| Legs::of(compiler, pattern)).collect())
    }

    /// A pattern several times in one and the same direction.
    pub(super) fn repeat(compiler: &Compiler<'_>, pattern: &Pattern, times: u8) -> Legs {
        let ways = resolved(&Legs::of(compiler, pattern));
        let repeated = ways.into_iter().map(|way| Legs::Then(vec![way; usize::from(times)]));
        Legs::Any(repeated.collect())
    }

    /// Whether some condition on the way passes a test.
    pub(super) fn mentions(&self, test: &impl Fn(&Expr) -> bool) -> bool {
        match self {
            Legs::Any(legs) | Legs::Then(legs) => legs.iter().any(|legs| legs.mentions(test)),
            Legs::Where(legs, condition) => test(condition) || legs.mentions(test),
            Legs::Step(..) | Legs::Slide(..) | Legs::Hop(..) | Legs::Anywhere | Legs::Nowhere => false,
        }
    }

    /// Adds the conditions on the way, each once.
    pub(super) fn conditions(&self, found: &mut Vec<Expr>) {
        match self {
            Legs::Any(legs) | Legs::Then(legs) => legs.iter().for_each(|legs| legs.conditions(found)),
            Legs::Where(legs, condition) => {
                if !found.contains(condition) {
                    found.push((**condition).clone());
                }
                legs.conditions(found);
            }
            Legs::Step(..) | Legs::Slide(..) | Legs::Hop(..) | Legs::Anywhere | Legs::Nowhere => {}
        }
    }

    fn of(compiler: &Compiler<'_>, pattern: &Pattern) -> Legs {
        let offsets = |directions: &[Compass]| -> Vec<Offset> {
            directions.iter().map(|d| compiler.seen_from_owner(d.offset())).collect()
        };
        let turning = |directions: &[Compass]| {
            if directions.len() == 1 { Turning::AsWritten } else { Turning::NotBack }
        };
        match pattern {
            Pattern::Step { directions, distance } => {
                Legs::Step(step_offsets(compiler, directions, *distance), turning(directions))
            }
            Pattern::Leap(a, b) => Legs::Step(leap_offsets(*a, *b), Turning::NotBack),
            Pattern::Slide { directions, max } => Legs::Slide(offsets(directions), *max, turning(directions)),
            Pattern::Hop { directions, max } => Legs::Hop(offsets(directions), *max, turning(directions)),
            Pattern::Castle | Pattern::Promote | Pattern::Program(_) => Legs::Nowhere,
            Pattern::Anywhere => Legs::Anywhere,
            Pattern::Any(patterns) => Legs::Any(patterns.iter().map(|p| Legs::of(compiler, p)).collect()),
            Pattern::Then(patterns) => Legs::Then(patterns.iter().map(|p| Legs::of(compiler, p)).collect()),
            Pattern::Repeat(pattern, times) => Legs::repeat(compiler, pattern, *times),
            Pattern::Where(pattern, condition) => {
                Legs::Where(Box::new(Legs::of(compiler, pattern)), condition.clone())
            }
        }
    }
}

/// The ways a leg can go, each with a single direction.
fn resolved(legs: &Legs) -> Vec<Legs> {
    match legs {
        Legs::Step(offsets, turning) => offsets.iter().map(|&o| Legs::Step(vec![o], *turning)).collect(),
        Legs::Slide(offsets, max, turning) => {
            offsets.iter().map(|&o| Legs::Slide(vec![o], *max, *turning)).collect()
        }
        Legs::Hop(offsets, max, turning) => {
            offsets.iter().map(|&o| Legs::Hop(vec![o], *max, *turning)).collect()
        }
        Legs::Any(ways) => ways.iter().flat_map(resolved).collect(),
        Legs::Then(legs) => {
            let mut sequences: Vec<Vec<Legs>> = vec![Vec::new()];
            for leg in legs {
                let ways = resolved(leg);
                let longer = sequences.iter().flat_map(|sequence| {
                    ways.iter().map(move |way| sequence.iter().chain([way]).cloned().collect())
                });
                sequences = longer.collect();
            }
            sequences.into_iter().map(Legs::Then).collect()
        }
        Legs::Where(legs, condition) => {
            let ways = resolved(legs).into_iter();
            ways.map(|way| Legs::Where(Box::new(way), condition.clone())).collect()
        }
        Legs::Anywhere | Legs::Nowhere => vec![legs.clone()],
    }
}
