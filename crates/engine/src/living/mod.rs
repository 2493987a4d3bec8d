//! The living half of a game: state, effects, triggers and their actions, decisions, and the account of it.
//!
//! [`Living`] is what the compiler makes of a variant's triggers; [`Happening`] runs the events of one ply on
//! a position; [`play`] and [`legal_decisions`] are what the rules call.

mod actions;
mod bearing;
mod decisions;
mod durations;
mod facts;
mod happening;
mod known;
#[cfg(test)]
mod laws;
mod log;
mod off_board;
mod ply;
mod question;
mod scripts;
#[cfg(test)]
mod tests;
mod trigger;

pub use bearing::Bearing;
pub(crate) use bearing::{comes_before_judging, weigh};
pub(crate) use decisions::{legal_decisions, legal_decisions_by_trial};
pub(crate) use durations::cooldowns;
pub(crate) use known::{moves_onto, touched_types};
pub use log::LogEntry;
pub(crate) use ply::{begin, finish, leaves_alone, play, try_move, try_move_aloud};
pub(crate) use scripts::{Scripts, call_in_condition, status};
pub(crate) use trigger::Living;
