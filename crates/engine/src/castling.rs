//! Castling: an unmoved royal and an unmoved partner on its rank.

use nightrider_model::Square;

use crate::attack::{Sight, royal_attacked};
use crate::bitboard::Bitboard;
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

/// The partners that may still castle: unmoved, on the rank of an unmoved royal of their side that castles.
pub(crate) fn rights<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>) -> B {
    if !rules.uses.castling {
        return B::EMPTY;
    }
    let board = &rules.variant.board;
    let mut partners = B::EMPTY;
    let unmoved = position.ledger.unmoved;
    for kinds in &rules.royal_kinds {
        for king in kinds.iter().filter(|kind| !rules.movements[kind.index()].castling.is_empty()) {
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
    for king in &rules.royal_kinds[scene.player.index()] {
        let gates = &rules.movements[king.index()].castling;
        if gates.is_empty() {
            continue;
        }
        for from in (position.of_kind(*king) & position.ledger.unmoved & scene.movable()).squares() {
            for partner in (partners & scene.movable()).without(B::of(from)).squares() {
                let Some(to) = destinations(rules, from, partner) else { continue };
                let gate_open = gates.iter().any(|gate| {
                    scene.is_open(gate, from)
                        && (B::of(to.king) == B::of(from)
                            || scene.let_through(gate, from, B::of(to.king)).any())
                });
                if gate_open && way_is_free(scene, from, partner, to) {
                    found.push(Move::with_via(MoveKind::Castle, from, to.king, partner));
                }
            }
        }
    }
}

/// Whether nothing stands between for either, and no square of the king's way is attacked.
fn way_is_free<B: Bitboard>(scene: &Scene<'_, B>, from: Square, partner: Square, to: Destinations) -> bool {
    let (rules, position) = (scene.rules, scene.position);
    let board = &rules.variant.board;
    let both = B::of(from) | B::of(partner);
    let way = |a, b| between::<B>(board, a, b) | B::of(a) | B::of(b);
    let king_way = way(from, to.king);
    let ways = king_way | way(partner, to.partner) | between(board, from, partner);
    if ways.without(both).meets(scene.stop) || ways.meets(scene.walls) || ways.without(rules.board).any() {
        return false;
    }
    let mut sight = Sight::of(position, scene.player.opponent());
    sight.occupied.remove(from);
    king_way.squares().all(|square| !royal_attacked(rules, position, square, scene.player, &sight))
}
