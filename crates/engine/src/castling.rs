//! Castling: an unmoved king and an unmoved partner on its rank.
//!
//! A king is whatever has the pattern `castle`. One that is not royal need not mind attacks on its way.

use nightrider_model::Square;

use crate::attack::{Sight, royal_attacked};
use crate::bitboard::Bitboard;
use crate::kind::Kind;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::rays::between;
use crate::reach::Scene;
use crate::rules::RulesFor;

/// Where king and partner go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Destinations {
    pub king: Square,
    pub partner: Square,
}

/// Where a king on a square and its partner go, if the rules have a place for them.
pub(crate) fn destinations<B: Bitboard>(
    rules: &RulesFor<B>,
    king: Square,
    partner: Square,
) -> Option<Destinations> {
    let board = &rules.variant.board;
    let (file, rank) = (i32::from(board.file(king)), i32::from(board.rank(king)));
    let toward = (i32::from(board.file(partner)) - file).signum();
    if toward == 0 || board.rank(partner) != board.rank(king) {
        return None;
    }
    let king_file = match rules.variant.rules.castling.king_to {
        Some([left, right]) => i32::from(if toward < 0 { left } else { right }),
        None => file + 2 * toward,
    };
    let king = board.at(king_file, rank)?;
    let partner = board.at(king_file - toward, rank)?;
    Some(Destinations { king, partner })
}

/// The partners that may still castle: unmoved, on the rank of an unmoved king of their side.
pub(crate) fn rights<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>) -> B {
    if !rules.uses.castling {
        return B::EMPTY;
    }
    let board = &rules.variant.board;
    let mut partners = B::EMPTY;
    let unmoved = position.ledger.unmoved;
    for kinds in &rules.castling_kinds {
        for king in kinds {
            for from in (position.of_kind(*king) & unmoved).squares() {
                let same_rank = (position.owned(king.owner()) & unmoved).squares().filter(|&square| {
                    square != from
                        && board.rank(square) == board.rank(from)
                        && position.at(square).is_some_and(|kind| rules.is_castling_partner(kind))
                });
                partners |= B::from_squares(same_rank);
            }
        }
    }
    partners
}

/// The castling moves of the player to move.
pub(crate) fn moves<B: Bitboard>(scene: &Scene<'_, B>, found: &mut Vec<Move>) {
    let (rules, position) = (scene.rules, scene.position);
    let partners = position.ledger.castling & scene.own;
    if !rules.uses.castling || partners.is_empty() {
        return;
    }
    for king in &rules.castling_kinds[scene.player.index()] {
        let gates = &rules.movements[king.index()].castling;
        let royal = rules.royal_kinds[scene.player.index()].contains(king);
        for from in (position.of_kind(*king) & position.ledger.unmoved & scene.movable()).squares() {
            for partner in (partners & scene.movable()).without(B::of(from)).squares() {
                let Some(to) = destinations(rules, from, partner) else { continue };
                let gate_open = gates.iter().any(|gate| {
                    scene.is_open(gate, from)
                        && (B::of(to.king) == B::of(from)
                            || scene.let_through(gate, from, B::of(to.king)).any())
                });
                if gate_open
                    && let Some(way) = free_way(scene, from, partner, to)
                    && (!royal || is_safe(scene, from, to, way))
                {
                    found.push(Move::with_via(MoveKind::Castle, from, to.king, partner));
                }
            }
        }
    }
}

/// The king's way, both ends included, if nothing stands in the way of either.
fn free_way<B: Bitboard>(scene: &Scene<'_, B>, from: Square, partner: Square, to: Destinations) -> Option<B> {
    let rules = scene.rules;
    let board = &rules.variant.board;
    let both = B::of(from) | B::of(partner);
    let way = |a, b| between::<B>(board, a, b) | B::of(a) | B::of(b);
    let king_way = way(from, to.king);
    let ways = king_way | way(partner, to.partner) | between(board, from, partner);
    let stopped =
        ways.without(both).meets(scene.stop) || ways.meets(scene.walls) || ways.without(rules.board).any();
    (!stopped).then_some(king_way)
}

/// Whether no square of a royal king's way is attacked. Where the king arrives is judged after the move, as
/// of any other: the partner beside it may shield it.
fn is_safe<B: Bitboard>(scene: &Scene<'_, B>, from: Square, to: Destinations, way: B) -> bool {
    let judged_later = scene.rules.variant.rules.check.must_escape;
    let way = if judged_later { way.without(B::of(to.king)) | B::of(from) } else { way };
    let mut sight = Sight::of(scene.position, scene.player.opponent());
    sight.stands = scene.position.at(from).map(Kind::piece);
    sight.occupied.remove(from);
    way.squares().all(|square| !royal_attacked(scene.rules, scene.position, square, scene.player, &sight))
}
