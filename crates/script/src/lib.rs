//! Scripts of ChessLang games (Level 3): JavaScript in a cage, behind the engine's traits.
//!
//! [`QuickJs`] implements [`ScriptEngine`](nightrider_engine::script::ScriptEngine): it runs the text of
//! `script { }` blocks in QuickJS. A script sees the game and nothing else: no clock, no files, no network, no
//! randomness but the game's own. Everything it uses has a limit ([`Limits`]), and whatever it wants to remember must be
//! in `game.state`, because every handler starts from the same globals.
//!
//! [`check`] finds what is wrong with the scripts of a game before it is played.

mod api;
mod arena;
mod cage;
mod check;
mod guards;
mod host;
mod js;
mod limits;
mod lints;
mod machine;
mod meter;
mod powers;
mod scan;
mod setup_world;
mod stage;
mod state;

pub use check::{Finding, FindingKind, check};
pub use host::QuickJs;
pub use limits::Limits;
pub use setup_world::SetupWorld;
