//! From a checked model to positions, legal moves and results.
//!
//! [`Rules::compile`] turns a [`Variant`](nightrider_model::Variant) into tables. Everything inside is
//! generic over the width of the board ([`bitboard`]); the public face hides the width.

mod apply;
mod attack;
pub mod bitboard;
mod branches;
mod carried;
mod castling;
mod compile;
mod compile_error;
mod direct;
mod drill;
mod ends;
pub mod expr;
mod facts;
mod fast;
mod game;
mod judging;
mod kind;
mod legal;
mod line;
mod living;
mod material;
mod movegen;
mod movement;
mod moves;
mod offers;
mod perft;
mod piece_facts;
mod playout;
mod position;
pub mod program;
mod promotion;
mod rays;
mod reach;
mod restraint;
mod result;
mod ride;
mod rules;
mod safety;
pub mod script;
mod setup;
mod start;
mod stopped;
mod sweep;
mod trigger_facts;
mod uses;
mod view;
mod walk;
mod why;
mod zobrist;

pub use branches::Branch;
pub use compile_error::CompileError;
pub use ends::Holding;
pub use facts::ChainFact;
pub use game::{EffectView, Game, IllegalMove, PieceView, Ply};
pub use judging::{Doubt, Judging};
pub use kind::Kind;
pub use living::{Bearing, LogEntry};
pub use moves::{Move, MoveKind};
pub use piece_facts::PieceFact;
pub use playout::Playout;
pub use position::{Counters, LooseOwner};
pub use result::{GameResult, Reason};
pub use rules::{MAX_PIECE_TYPES, Rules};
pub use setup::{
    AttachedEffect, CastlingField, DeclaredResult, Entry, LaidEffect, LooseField, Passing, Setup,
    SetupEffect, SetupPiece,
};
pub use start::{SetupError, SetupFault};
pub use stopped::ProgramStop;
pub use trigger_facts::TriggerFact;
pub use why::{Attempt, WhyNot};

#[cfg(test)]
mod laws;
#[cfg(test)]
mod program_laws;
