//! When what is left on the board can never mate, as far as the moves of the pieces prove it.

use nightrider_model::{Compass, Expr, Pattern, PieceId, PieceType, Player, Series, Side, Variant};

use crate::bitboard::Bitboard;
use crate::kind::Kind;
use crate::position::Position;
use crate::rules::RulesFor;

/// What each piece type can do for a mate, those first that suffice; `None` for a game in which mate is not all
/// there is to win by, or is not what it is in Standard Chess.
#[derive(Clone, Debug)]
pub(crate) struct Material(Option<Vec<(PieceId, Power)>>);

/// What a piece can do for a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Power {
    /// A royal that steps one square in any direction.
    King,
    /// Leaps two and one.
    Knight,
    /// Rides along diagonals, so that it keeps to one colour.
    Bishop,
    /// Anything else: it might mate.
    Other,
}

impl Material {
    pub(crate) fn new(variant: &Variant) -> Material {
        let rules = &variant.rules;
        let only_mate_wins = variant.victory.iter().all(|end| end.expr == Expr::Checkmated(Side::Opponent));
        let standard = only_mate_wins
            && !variant.victory.is_empty()
            && variant.board.holes.is_empty()
            && rules.check.must_escape
            && !rules.check.cannot_give
            && !rules.capture.mandatory
            && rules.turn.moves == Series::ONE
            && variant.triggers.is_empty()
            && variant.scripts.is_empty()
            && variant.draw.iter().any(|end| matches!(end.expr, Expr::Stalemated(_)));
        let pieces = variant.pieces.iter().enumerate();
        let mut powers: Vec<_> =
            pieces.map(|(piece, described)| (PieceId(piece as u16), power(described))).collect();
        powers.sort_by_key(|(_, power)| *power != Power::Other);
        Material(standard.then_some(powers))
    }

    /// Whether neither side can ever mate with what is on the board.
    pub(crate) fn is_insufficient<B: Bitboard>(&self, rules: &RulesFor<B>, position: &Position<B>) -> bool {
        let Some(powers) = &self.0 else { return false };
        let (mut kings, mut knights, mut light, mut dark) = ([0u32; 2], 0u32, 0u32, 0u32);
        for &(piece, power) in powers {
            let all = position.of_type(piece);
            match power {
                _ if all.is_empty() => {}
                Power::Other => return false,
                Power::Knight => knights += all.count(),
                Power::King => {
                    for player in Player::BOTH {
                        kings[player.index()] += position.of_kind(Kind::new(piece, player)).count();
                    }
                }
                Power::Bishop => {
                    let board = &rules.variant.board;
                    let is_light = |square| (board.file(square) + board.rank(square)) % 2 == 1;
                    let of_light = all.squares().filter(|&square| is_light(square)).count() as u32;
                    light += of_light;
                    dark += all.count() - of_light;
                }
            }
        }
        // One knight and nothing else, or bishops of both sides on one colour only.
        kings == [1, 1] && matches!((knights, light, dark), (0, _, 0) | (0, 0, _) | (1, 0, 0))
    }
}

fn power(piece: &PieceType) -> Power {
    let traits = piece.traits;
    let plain = piece.captures == nightrider_model::CapturePatterns::SameAsMoves
        && !(traits.jump || traits.phase || traits.promote || traits.immune || traits.explosive);
    let moves: Vec<&Pattern> = piece.moves.iter().filter(|pattern| !is_castling(pattern)).collect();
    let [pattern] = moves[..] else { return Power::Other };
    if !plain {
        return Power::Other;
    }
    let has_all = |directions: &[Compass], wanted: &[Compass]| {
        directions.len() == wanted.len() && wanted.iter().all(|direction| directions.contains(direction))
    };
    match pattern {
        Pattern::Step { directions, distance: 1 } if traits.royal && has_all(directions, &Compass::ALL) => {
            Power::King
        }
        Pattern::Leap(1, 2) | Pattern::Leap(2, 1) if !traits.royal => Power::Knight,
        Pattern::Slide { directions, .. } if !traits.royal => {
            let diagonal = |d: &Compass| matches!(d, Compass::NE | Compass::SE | Compass::SW | Compass::NW);
            if directions.iter().all(diagonal) { Power::Bishop } else { Power::Other }
        }
        _ => Power::Other,
    }
}

/// Whether a pattern only castles: a lone king has nobody to castle with.
fn is_castling(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Castle => true,
        Pattern::Where(pattern, _) => is_castling(pattern),
        _ => false,
    }
}
