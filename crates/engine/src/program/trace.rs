//! Watching a program run, expression by expression.

use nightrider_model::Square;
use serde::{Deserialize, Serialize};

use super::ActivationKind;

/// Watches a run. `()` watches nothing and costs nothing.
pub trait Observer {
    /// An expression was run.
    fn step(&mut self, _step: Step) {}

    /// A false value met the ordinary expression `op`: its block was left, and the chain goes on behind
    /// the `}` at `close`.
    fn left(&mut self, _chain: u32, _op: u32, _close: u32) {}

    /// A chain came to its end before `op` (the number of expressions if it ran through).
    fn ended(&mut self, _chain: u32, _op: u32, _ending: Ending) {}
}

impl Observer for () {}

/// The state of a chain after one of its expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The chain, counted from 0.
    pub chain: u32,
    /// The expression in the chain, counted from 0.
    pub op: u32,
    /// Its value.
    pub value: Value,
    /// Where the anchor is now.
    pub anchor: Square,
    /// The bits: bit n of the number is `read(n)`.
    pub bits: u16,
    /// What the expression activated.
    pub made: Option<Made>,
    /// Whether the expression withdrew the activation of an earlier `take`.
    pub withdrew: bool,
}

/// An activation at the moment it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// How the square was activated.
    pub kind: ActivationKind,
    /// The activated square.
    pub to: Square,
    /// The enemy that would be captured.
    pub captures: Option<Square>,
    /// Whether it is a further part of a move rather than a move.
    pub part: bool,
}

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// True.
    True,
    /// False: ends the chain or leaves the block at the next ordinary expression.
    False,
    /// A false that came out of a block: seen by those that look, but ends nothing.
    Soft,
}

impl Value {
    /// Whether the value is true.
    pub const fn is_true(self) -> bool {
        matches!(self, Value::True)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        if value { Value::True } else { Value::False }
    }
}

/// Why a chain ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// It ran through to its `;`.
    Finished,
    /// An ordinary expression met a false value outside all blocks.
    False,
    /// `end`.
    End,
    /// The step budget is spent, or another limit is reached.
    CutOff,
}

/// What happened in a run, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The events, the first [`Trace::LIMIT`] of them.
    pub events: Vec<TraceEvent>,
    /// How many more there were.
    pub omitted: u64,
}

/// An event of a [`Trace`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TraceEvent {
    /// See [`Observer::step`].
    Step(Step),
    /// See [`Observer::left`].
    #[allow(missing_docs)]
    Left { chain: u32, op: u32, close: u32 },
    /// See [`Observer::ended`].
    #[allow(missing_docs)]
    Ended { chain: u32, op: u32, ending: Ending },
}

impl Trace {
    /// How many events are kept: enough for the whole budget of a few chains, and no more than a reader or
    /// the memory can take.
    pub const LIMIT: usize = 50_000;

    fn push(&mut self, event: TraceEvent) {
        if self.events.len() < Trace::LIMIT {
            self.events.push(event);
        } else {
            self.omitted += 1;
        }
    }
}

impl Observer for Trace {
    fn step(&mut self, step: Step) {
        self.push(TraceEvent::Step(step));
    }

    fn left(&mut self, chain: u32, op: u32, close: u32) {
        self.push(TraceEvent::Left { chain, op, close });
    }

    fn ended(&mut self, chain: u32, op: u32, ending: Ending) {
        self.push(TraceEvent::Ended { chain, op, ending });
    }
}
