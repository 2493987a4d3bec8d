//! The living half of a game: state, effects, triggers and their actions, decisions, and the account of it.
//!
//! [`Living`] is what the compiler makes of a variant's triggers; [`Scene`] is what expressions see of a
//! position; [`Happening`] runs the events of one ply on it.

mod actions;
mod durations;
mod facts;
mod happening;
mod log;
mod off_board;
mod scene;
mod trigger;

pub(crate) use durations::cooldowns;
pub(crate) use happening::Happening;
pub use log::LogEntry;
pub(crate) use scene::Scene;
pub(crate) use trigger::Living;
