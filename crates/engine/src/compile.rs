//! From the patterns of a piece to the tables of its movement.
//!
//! [`patterns`] takes patterns apart into drafts (a form and the alternatives of its condition), [`legs`]
//! understands sequences, [`lower`] gives each draft the cheapest shape that can express it, [`programs`]
//! does the same with the chains of Chessembly programs.

mod legs;
mod lower;
mod patterns;
mod programs;
mod weight;

pub(crate) use weight::is_too_complex;

use nightrider_model::{Board, Expr, Player, Variant};

use crate::bitboard::Bitboard;
use crate::drill;
use crate::kind::Kind;
use crate::living;
use crate::movement::{Company, Movement};
use crate::sweep::Sweep;
pub(crate) use programs::{ChainForms, chain_forms};

/// What one pattern of a kind has become, for those who ask what a piece costs.
pub(crate) struct Part<B> {
    /// It alone.
    pub movement: Movement<B>,
    /// Its conditions that are not known in advance.
    pub conditions: Vec<Expr>,
}

/// What the patterns of a kind become, one by one.
pub(crate) fn parts<B: Bitboard>(compiler: &Compiler<'_>) -> Vec<Part<B>> {
    let of = |draft: patterns::Draft| {
        let conditions = draft.conditions();
        Part { movement: lower::movement(compiler, vec![draft]), conditions }
    };
    patterns::drafts(compiler).into_iter().map(of).collect()
}

/// What the compiler of one kind's movement works with.
pub(crate) struct Compiler<'a> {
    variant: &'a Variant,
    board: &'a Board,
    kind: Kind,
    programs: Programs,
}

/// What is done with the chains of Chessembly programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Programs {
    /// What tables, rays and paths can say is said with them.
    #[default]
    Compiled,
    /// All are run in play. That is slow, and the measure for the other way.
    Run,
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(variant: &'a Variant, kind: Kind, programs: Programs) -> Compiler<'a> {
        Compiler { variant, board: &variant.board, kind, programs }
    }

    /// Whether landings between legs need not be empty.
    fn jumps(&self) -> bool {
        self.variant.piece(self.kind.piece()).traits.jump
    }

    /// Ranks are mirrored for Black, files are not.
    fn seen_from_owner(&self, (dx, dy): (i32, i32)) -> (i32, i32) {
        match self.kind.owner() {
            Player::White => (dx, dy),
            Player::Black => (dx, -dy),
        }
    }

    /// Compiles the movement of the kind.
    pub(crate) fn movement<B: Bitboard>(&self) -> Movement<B> {
        let piece = self.variant.piece(self.kind.piece());
        let drafts = patterns::drafts(self);
        let mut movement = lower::movement(self, drafts);
        movement.phases = piece.traits.phase;
        movement.jumps = piece.traits.jump;
        movement.moves_onto = living::moves_onto(self.variant, self.kind.piece());
        movement.sweeps = Sweep::all_of(self.board, &movement);
        movement.company = self.company(&movement);
        movement
    }

    /// How the pieces of the kind are moved together.
    fn company<B: Bitboard>(&self, movement: &Movement<B>) -> Company<B> {
        let traits = &self.variant.piece(self.kind.piece()).traits;
        let options = &self.variant.rules.promotion.pieces[self.kind.owner()];
        let makes_royals = options.iter().any(|&piece| self.variant.piece(piece).traits.royal);
        let has_sweeps =
            movement.sweeps.is_some() && movement.singles.is_empty() && movement.promoting.is_empty();
        match traits.royal {
            // Whether its king is safe depends on what a piece becomes.
            _ if traits.promote && (traits.royal || makes_royals) => Company::None,
            true if has_sweeps => Company::Royal,
            true => Company::None,
            false => match drill::of_movement(self.board, movement) {
                Some(drills) => Company::Drills(drills),
                None if has_sweeps => Company::Sweeps,
                None => Company::None,
            },
        }
    }
}
