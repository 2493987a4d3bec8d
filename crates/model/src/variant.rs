//! A whole game.

use serde::{Deserialize, Serialize};

use crate::{ActionDef, Board, Effect, Expr, PieceId, PieceType, Player, Rules, Setup, Trigger};

/// A checked game: everything the engine needs to know, and nothing about the text it came from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variant {
    /// The title, as in `game: "..."`.
    pub name: String,
    /// The board.
    pub board: Board,
    /// The piece types, inherited ones first.
    pub pieces: Vec<PieceType>,
    /// The effects.
    pub effects: Vec<Effect>,
    /// The triggers in firing order: file order, inherited ones first.
    pub triggers: Vec<Trigger>,
    /// The user-defined actions.
    pub actions: Vec<ActionDef>,
    /// The starting position.
    pub setup: Setup,
    /// The rules.
    pub rules: Rules,
    /// Victory conditions in force, in order, inherited ones first.
    pub victory: Vec<Condition>,
    /// Draw conditions in force, in order, inherited ones first.
    pub draw: Vec<Condition>,
    /// Names of state fields that any piece type declares or any trigger sets.
    pub piece_fields: Vec<String>,
    /// Names of the fields of `game.state` that the game's text mentions.
    pub game_fields: Vec<String>,
    /// Names of the fields of `player.state` that the game's text mentions.
    pub player_fields: Vec<String>,
    /// Names of custom traits.
    pub custom_traits: Vec<String>,
    /// Scripts in file order, inherited ones first.
    pub scripts: Vec<Script>,
}

/// A victory or draw condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Condition {
    /// The name, which becomes the reason of the result.
    pub name: String,
    /// When it holds. For victory it is read from one player's side.
    pub expr: Expr,
    /// Whom it serves; `None` means either player.
    pub only_for: Option<Player>,
}

/// The text of a `script { }` block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Script {
    /// The JavaScript between the braces, untouched.
    pub source: String,
    /// A name for messages: the file.
    pub file: String,
    /// The line of the file on which the text starts, from 1.
    pub line: u32,
    /// The column of that line at which the text starts, from 1, in characters.
    pub column: u32,
}

impl Variant {
    /// The piece type with an index.
    pub fn piece(&self, piece: PieceId) -> &PieceType {
        &self.pieces[piece.index()]
    }

    /// The piece type with a name, exactly as written.
    pub fn piece_named(&self, name: &str) -> Option<PieceId> {
        self.pieces.iter().position(|piece| piece.name == name).map(|index| PieceId(index as u16))
    }
}
