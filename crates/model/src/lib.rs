//! The checked description of a chess variant: plain data, serialisable, no text, no tables.
//!
//! [`Variant`] is the narrow waist of Nightrider: every language and importer ends here, and everything
//! behind it (rules, positions, search, front ends) starts here. Nothing in this crate refers to source
//! text, and nothing is precomputed: the engine compiles a `Variant` into tables on its own.
//!
//! All names are resolved to the indices of this crate ([`PieceId`], [`ZoneId`], ...). Consumers may
//! rely on the checks the language front end makes: indices are in range, squares lie on the board.

mod board;
mod expr;
mod game_rules;
mod ids;
mod pattern;
mod piece;
pub mod program;
mod setup;
mod shuffle;
mod square;
mod trigger;
mod value;
mod variant;
mod walk;

pub use board::{Board, Zone};
pub use expr::{
    BinaryOp, Builtin, Counter, EventVar, Expr, LineDirections, Occupancy, PieceSet, Quantifier, Region,
    Relation, Side, UnaryOp,
};
pub use game_rules::{
    Capture, Castling, Check, EnPassant, Explosion, Promotion, PromotionRegion, Rules, Series, Turn,
};
pub use ids::{ActionId, ConditionId, EffectId, FieldId, LocalId, PieceId, TraitId, TriggerId, ZoneId};
pub use pattern::{Compass, Pattern};
pub use piece::{CapturePatterns, PieceType, StateDefault, Traits};
pub use setup::{Placement, Setup};
pub use shuffle::{Shuffle, ShuffleLine};
pub use square::{PerPlayer, Player, Square};
pub use trigger::{
    Action, ActionDef, AssignOp, Bind, Blocks, Effect, Event, MarkTarget, Place, RemoveTarget, Trigger,
};
pub use value::Value;
pub use variant::{Condition, Script, Variant};
