//! Running Chessembly programs: from a verified [`Program`](nightrider_model::program::Program) and a board
//! to the moves it offers.
//!
//! [`Code`] is a program made ready to run, [`Machine`] runs it on anything that is a [`ProgramBoard`] and
//! keeps its buffers from run to run, an [`Observer`] may watch every expression. [`BareBoard`] is the
//! simplest board: pieces without a game. Nothing here plays the moves.

mod activation;
mod bare;
mod board;
mod code;
mod explore;
mod geometry;
mod machine;
mod pool;
mod split;
mod trace;

pub use activation::{Activation, ActivationKind, Activations, Part};
pub use bare::{BareBoard, BarePiece, BareView, StandardPiece};
pub use board::{Occupant, ProgramBoard, ThreatWords};
pub use code::Code;
pub(crate) use explore::{Deed, Explored, Runner, Unexpressed, Way, capturable, explore};
pub use machine::{ACTIVATION_LIMIT, Machine, Outcome, PART_LIMIT, STEP_BUDGET, TAG_LIMIT};
pub(crate) use pool::MachinePool;
pub(crate) use split::split;
pub use trace::{Ending, Made, Observer, Step, Trace, TraceEvent, Value};
