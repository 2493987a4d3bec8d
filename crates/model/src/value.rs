//! What a state field holds.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A value of piece, player or game state.
///
/// Piece types, players and squares that are assigned to a field are kept as their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A 64-bit integer.
    Int(i64),
    /// A string.
    Str(Arc<str>),
    /// A list, as scripts may keep in `game.state`.
    List(Arc<[Value]>),
    /// A record with its keys in order, as scripts may keep in `game.state`.
    Record(Arc<[(Arc<str>, Value)]>),
}
