//! Piece types.

use serde::{Deserialize, Serialize};

use crate::{FieldId, Pattern, TraitId, Value};

/// A type of piece: how it moves, what it is, what state it carries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceType {
    /// The name as written.
    pub name: String,
    /// The FEN letter in upper case (White's form): one letter A to Z, followed by apostrophes (`A'`, `A''`)
    /// once all letters are taken. Unique within a variant.
    pub letter: String,
    /// What to display instead of the letter, such as `♘` or `기`.
    pub symbol: Option<String>,
    /// The stated value in pawns times 100; `None` means: estimate it from mobility.
    pub value: Option<i32>,
    /// Where it may go without capturing: the union of the patterns.
    pub moves: Vec<Pattern>,
    /// Where it may capture.
    pub captures: CapturePatterns,
    /// The traits with built-in meaning.
    pub traits: Traits,
    /// Other traits, in order, no duplicates.
    pub custom_traits: Vec<TraitId>,
    /// The state fields with their first values, by field, no duplicates.
    pub state: Vec<StateDefault>,
}

impl PieceType {
    /// The patterns it is described with: those of its moves, then those that are of captures alone.
    pub fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        let captures = match &self.captures {
            CapturePatterns::Patterns(patterns) => patterns.as_slice(),
            CapturePatterns::SameAsMoves | CapturePatterns::None => &[],
        };
        self.moves.iter().chain(captures)
    }
}

/// The capture side of a piece's movement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CapturePatterns {
    /// `capture: =move`, the default: an enemy on any square the moves reach. Never own pieces.
    SameAsMoves,
    /// `capture: none`.
    None,
    /// Patterns of its own.
    Patterns(Vec<Pattern>),
}

/// A state field of a piece type and its first value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateDefault {
    /// The field, an index into [`Variant::piece_fields`](crate::Variant::piece_fields).
    pub field: FieldId,
    /// The value of a new piece.
    pub value: Value,
}

/// The traits with built-in meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traits {
    /// Its capture or removal loses the game; what check and checkmate are about.
    pub royal: bool,
    /// Squares between the legs of `+` and `*` need not be empty.
    pub jump: bool,
    /// Slides pass through pieces; the piece never captures.
    pub phase: bool,
    /// Promotes on the promotion region; its multi-square straight steps can be taken in passing.
    pub promote: bool,
    /// Cannot be captured.
    pub immune: bool,
    /// When captured, everything within one square of the target goes, the capturer too.
    pub explosive: bool,
    /// May be the partner in castling.
    pub castle: bool,
}
