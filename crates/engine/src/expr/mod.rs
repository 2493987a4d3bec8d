//! Expressions at run time: conditions of patterns, triggers and ends, and the values of actions.
//!
//! [`Code`] is an expression made ready once per game; [`eval`] and [`holds`] run it in a [`World`] (what it
//! can see of the game) and a [`Frame`] (the variables of the event or move). [`split_guard`] takes the
//! condition of a pattern apart, so that tables can be masked when the game is compiled.

mod code;
mod datum;
mod eval;
mod frame;
mod guard;
mod piece_set;
mod world;

pub use code::{Code, SetCode, builtin_trait};
pub use datum::{Datum, Fault, PieceRef, equal};
pub use eval::{
    actor, apply_assignment, draw, eval, holds, player_named, square, square_named, subject, type_named,
};
pub use frame::{Absence, Before, Detached, Frame, Subject};
pub use guard::{GuardTerm, Occupants, PathNeed, guard_holds, piece_guard_holds, reads_state, split_guard};
pub use piece_set::{collect, line_hits};
pub use world::{FixedWorld, World};
