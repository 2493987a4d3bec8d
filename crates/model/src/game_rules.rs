//! What the `rules:` section settles: castling, en passant, promotion, check and the shape of a turn.

use serde::{Deserialize, Serialize};

use crate::{PerPlayer, PieceId, Player, ZoneId};

/// The rules of a game beside its pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Castling.
    pub castling: Castling,
    /// En passant.
    pub en_passant: EnPassant,
    /// Promotion.
    pub promotion: Promotion,
    /// What check means.
    pub check: Check,
    /// What captures demand.
    pub capture: Capture,
    /// What explosions spare.
    pub explosion: Explosion,
    /// The piece types whose moves restart the fifty-move clock.
    pub fifty_moves: Vec<PieceId>,
    /// How many moves a turn has.
    pub turn: Turn,
}

/// `rules: castling`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Castling {
    /// Whether the pattern `castle` reaches anything.
    pub enabled: bool,
    /// The files (from 0) on which the king lands when castling toward the left and the right; `None` means
    /// two squares toward the partner.
    pub king_to: Option<[u8; 2]>,
}

/// `rules: en_passant`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnPassant {
    /// Whether pieces can be taken in passing.
    pub enabled: bool,
    /// Only multi-square steps from these ranks count (from 1, from the mover's own side); `None` means all.
    pub from_ranks: Option<Vec<u8>>,
}

/// `rules: promotion`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promotion {
    /// What a piece of each player may become, in order of preference.
    pub pieces: PerPlayer<Vec<PieceId>>,
    /// Where each player's pieces promote.
    pub region: PerPlayer<PromotionRegion>,
    /// Within the region promotion is a choice until the far rank, where it is forced.
    pub optional: bool,
    /// A piece may only become a type of which its owner has fewer on the board than in the setup. If no
    /// type is left, a forced promotion makes the move illegal.
    pub only_lost: bool,
}

/// Where pieces with the trait `promote` promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PromotionRegion {
    /// This rank and those beyond, counted from 1 from the owner's own side.
    Rank(u8),
    /// A zone.
    Zone(ZoneId),
}

/// `rules: check`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// A move that leaves an own royal attacked is illegal.
    pub must_escape: bool,
    /// A move that attacks an enemy royal is illegal.
    pub cannot_give: bool,
    /// Royals of the two sides that stand next to each other cannot be attacked (atomic chess).
    pub touching_royals_shield: bool,
}

/// `rules: capture`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capture {
    /// A player who can capture must.
    pub mandatory: bool,
}

/// `rules: explosion`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explosion {
    /// Types that survive next to an explosion (they still go when they capture or are captured).
    pub spares: Vec<PieceId>,
}

/// `rules: turn`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// How many moves each turn has.
    pub moves: Series,
    /// A move that gives check ends the series.
    pub check_ends: bool,
}

/// How many moves a player makes in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Series {
    /// A fixed number for each player (1 and 1 in most games).
    Fixed {
        /// White's moves a turn.
        white: u8,
        /// Black's moves a turn.
        black: u8,
    },
    /// One more each turn: 1, 2, 3, ...
    Progressive,
}

impl Series {
    /// One move each.
    pub const ONE: Series = Series::Fixed { white: 1, black: 1 };

    /// The number of moves in the given turn (counted from 1 over both players).
    #[inline]
    pub const fn moves(self, player: Player, turn: u32) -> u32 {
        match (self, player) {
            (Series::Fixed { white, .. }, Player::White) => white as u32,
            (Series::Fixed { black, .. }, Player::Black) => black as u32,
            (Series::Progressive, _) => turn,
        }
    }
}

impl Default for Rules {
    /// The rules of a game that states none: castling and en passant on, promotion to nothing on the far
    /// rank of an 8x8 board, check must be escaped.
    fn default() -> Rules {
        Rules {
            castling: Castling { enabled: true, king_to: None },
            en_passant: EnPassant { enabled: true, from_ranks: None },
            promotion: Promotion {
                pieces: PerPlayer::default(),
                region: PerPlayer::both(PromotionRegion::Rank(8)),
                optional: false,
                only_lost: false,
            },
            check: Check { must_escape: true, cannot_give: false, touching_royals_shield: false },
            capture: Capture { mandatory: false },
            explosion: Explosion { spares: Vec::new() },
            fifty_moves: Vec::new(),
            turn: Turn { moves: Series::ONE, check_ends: true },
        }
    }
}
