//! Castling: an unmoved king and an unmoved partner on its rank.
//!
//! A king is whatever has the pattern `castle`. One that is not royal need not mind attacks on its way.

use nightrider_model::{Square, Variant};

use crate::attack::{Sight, royal_attacked};
use crate::bitboard::Bitboard;
use crate::kind::Kind;
use crate::movement::Gate;
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
    rules.lanes.between(king, partner).map(|lane| lane.to)
}

fn places(variant: &Variant, king: Square, partner: Square) -> Option<Destinations> {
    let board = &variant.board;
    let (file, rank) = (i32::from(board.file(king)), i32::from(board.rank(king)));
    let toward = (i32::from(board.file(partner)) - file).signum();
    if toward == 0 || board.rank(partner) != board.rank(king) {
        return None;
    }
    let king_file = match variant.rules.castling.king_to {
        Some([left, right]) => i32::from(if toward < 0 { left } else { right }),
        None => file + 2 * toward,
    };
    let king = board.at(king_file, rank)?;
    let partner = board.at(king_file - toward, rank)?;
    Some(Destinations { king, partner })
}

/// What castling with one partner needs, worked out once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane<B> {
    partner: Square,
    to: Destinations,
    /// The king's way, both ends included.
    king_way: B,
    /// Squares on which nothing else may stand, those of king and partner left out.
    empty: B,
    /// All squares of both ways: no effect may close them.
    open: B,
}

/// The lanes of a board, by king and by the partner's file.
#[derive(Clone, Debug)]
pub(crate) struct Lanes<B> {
    /// How many there are for each king.
    width: usize,
    lanes: Box<[Option<Lane<B>>]>,
    /// By square: its file, and the squares of its rank.
    files: Box<[(u8, B)]>,
}

impl<B: Bitboard> Lanes<B> {
    /// The lanes of a game; none if nothing castles there.
    pub(crate) fn new(variant: &Variant, board: B, castles: bool) -> Lanes<B> {
        let geometry = &variant.board;
        let lane = |king: Square, file: u8| {
            let partner = geometry.at(i32::from(file), i32::from(geometry.rank(king)))?;
            let to = places(variant, king, partner)?;
            let way = |a, b| between::<B>(geometry, a, b) | B::of(a) | B::of(b);
            let king_way = way(king, to.king);
            let open = king_way | way(partner, to.partner) | between(geometry, king, partner);
            let exists = open.without(board).is_empty();
            let empty = open.without(B::of(king) | B::of(partner));
            exists.then_some(Lane { partner, to, king_way, empty, open })
        };
        let kings = geometry.squares().filter(|_| castles);
        let rank_of = |square: Square| {
            let rank = geometry.rank(square);
            B::from_squares(geometry.squares().filter(|&other| geometry.rank(other) == rank))
        };
        let lanes = kings.flat_map(|king| (0..geometry.width).map(move |file| (king, file)));
        Lanes {
            width: usize::from(geometry.width),
            lanes: lanes.map(|(king, file)| lane(king, file)).collect(),
            files: geometry.squares().map(|square| (geometry.file(square), rank_of(square))).collect(),
        }
    }

    /// The lane between a king and a partner on its rank.
    #[inline(always)]
    fn between(&self, king: Square, partner: Square) -> Option<&Lane<B>> {
        let (file, _) = self.files[partner.index()];
        let lane = self.lanes.get(king.index() * self.width + usize::from(file))?.as_ref()?;
        (lane.partner == partner).then_some(lane)
    }
}

/// The partners that may still castle: unmoved, on the rank of an unmoved king of their side.
pub(crate) fn rights<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>) -> B {
    if !rules.uses.castling {
        return B::EMPTY;
    }
    let mut partners = B::EMPTY;
    let unmoved = position.ledger.unmoved;
    for kinds in &rules.castling_kinds {
        for king in kinds {
            for from in (position.of_kind(*king) & unmoved).squares() {
                let (_, rank) = rules.lanes.files[from.index()];
                let beside = (position.owned(king.owner()) & unmoved & rank).without(B::of(from));
                let is_partner = |&square: &Square| {
                    position.at(square).is_some_and(|kind| rules.role(kind).castling_partner)
                };
                partners |= B::from_squares(beside.squares().filter(is_partner));
            }
        }
    }
    partners
}

/// Calls a visitor with the castling moves of the player to move and where they lead.
#[inline(always)]
pub(crate) fn each<B: Bitboard>(scene: &Scene<'_, B>, mut visitor: impl FnMut(Move, Destinations)) {
    let (rules, position) = (scene.rules, scene.position);
    let partners = position.ledger.castling & scene.own;
    if !rules.uses.castling || partners.is_empty() {
        return;
    }
    let movable = scene.movable();
    for king in &rules.castling_kinds[scene.player.index()] {
        for from in (position.of_kind(*king) & position.ledger.unmoved & movable).squares() {
            for partner in (partners & movable).without(B::of(from)).squares() {
                let Some(lane) = rules.lanes.between(from, partner) else { continue };
                if lane.empty.meets(scene.stop) {
                    continue;
                }
                if lane_is_open(scene, *king, from, lane) {
                    visitor(Move::with_via(MoveKind::Castle, from, lane.to.king, partner), lane.to);
                }
            }
        }
    }
}

/// Whether a king may castle along a lane on which nothing stands.
fn lane_is_open<B: Bitboard>(scene: &Scene<'_, B>, king: Kind, from: Square, lane: &Lane<B>) -> bool {
    let to = lane.to;
    let gates = &scene.rules.movements[king.index()].castling;
    let is_open = |gate: &Gate<B>| {
        scene.is_open(gate, from)
            && (B::of(to.king) == B::of(from) || scene.let_through(gate, from, B::of(to.king)).any())
    };
    !lane.open.meets(scene.walls)
        && gates.iter().any(is_open)
        && (!scene.rules.role(king).royal || is_safe(scene, from, to, lane.king_way))
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
