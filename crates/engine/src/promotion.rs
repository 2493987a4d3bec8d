//! Where and into what pieces promote.

use nightrider_model::{PieceId, PieceType, Player, PromotionRegion, Square, Variant};

use crate::bitboard::Bitboard;

/// Where and into what the pieces of a player promote.
#[derive(Clone, Debug)]
pub(crate) struct Promotion<B> {
    /// By type: whether it promotes here.
    pub promotes: Vec<bool>,
    /// By type: whether its promotion may make a royal or lose one.
    pub changes_royals: Vec<bool>,
    pub region: B,
    /// Where promotion is forced even if it is optional elsewhere.
    pub far_rank: B,
    pub options: Vec<PieceId>,
    /// By type: how many the player has in the setup, if only lost pieces can come back.
    pub at_most: Option<Vec<u32>>,
}

impl<B: Bitboard> Promotion<B> {
    pub(crate) fn new(variant: &Variant, player: Player, board: B) -> Promotion<B> {
        let rules = &variant.rules.promotion;
        let own_rank = |square: Square| match player {
            Player::White => variant.board.rank(square),
            Player::Black => variant.board.height - 1 - variant.board.rank(square),
        };
        let ranks_from = |first: u8| {
            B::from_squares(variant.board.squares().filter(|&square| own_rank(square) + 1 >= first)) & board
        };
        let region = match rules.region[player] {
            PromotionRegion::Rank(rank) => ranks_from(rank),
            PromotionRegion::Zone(zone) => {
                B::from_squares(variant.board.zone(zone).squares.iter().copied()) & board
            }
        };
        let in_setup = |piece: usize| {
            let placed = &variant.setup.pieces;
            placed.iter().filter(|p| p.owner == player && p.piece.index() == piece).count() as u32
        };
        let makes_royals = rules.pieces[player].iter().any(|&piece| variant.piece(piece).traits.royal);
        let changes_royals = |piece: &PieceType| piece.traits.promote && (piece.traits.royal || makes_royals);
        Promotion {
            promotes: variant.pieces.iter().map(|piece| piece.traits.promote).collect(),
            changes_royals: variant.pieces.iter().map(changes_royals).collect(),
            region,
            far_rank: ranks_from(variant.board.height),
            options: rules.pieces[player].clone(),
            at_most: rules.only_lost.then(|| (0..variant.pieces.len()).map(in_setup).collect()),
        }
    }
}
