//! A simple opponent: looks one ply ahead, at material, mobility and what hangs.

use nightrider::engine::{Game, Move};
use nightrider::model::{PieceId, Player, Variant};
use nightrider::notation::LegalMoves;

/// The index of the move to play, `None` if there is no legal move.
///
/// The lower the level (1 to 10), the more often it takes a move at random. The choice depends on nothing but
/// the position and the level.
pub fn choose(legal: &LegalMoves, level: u8) -> Option<usize> {
    let count = legal.list().len();
    if count == 0 {
        return None;
    }
    let mut random = Random(legal.game().hash() ^ u64::from(level) << 56);
    if random.below(10) >= u64::from(level) {
        return Some(random.below(count as u64) as usize);
    }
    let values = Values::new(legal.game().rules().variant());
    // A game with thousands of moves is judged by a sample of them, so that an answer comes soon.
    const MOST: usize = 400;
    let step = count.div_ceil(MOST);
    let scored = (0..count).step_by(step).map(|index| {
        let score = score(legal.game(), legal.list()[index].mv, &values);
        // Among equals any will do.
        ((score, random.below(1 << 16)), index)
    });
    scored.max().map(|(_, index)| index)
}

/// What a move is worth for the player who makes it, in hundredths of a pawn.
fn score(game: &Game, mv: Move, values: &Values) -> i64 {
    const WIN: i64 = 1_000_000;
    let player = game.turn();
    let mut after = game.clone();
    if after.play(mv).is_err() {
        return -WIN;
    }
    if let Some(result) = after.result() {
        return match result.winner {
            Some(winner) if winner == player => WIN,
            Some(_) => -WIN,
            None => -values.balance(&after, player).signum() * 50,
        };
    }
    let replies = after.legal_moves();
    let mobility = if after.turn() == player { replies.len() as i64 } else { -(replies.len() as i64) };
    let check = i64::from(after.in_check()) * 20;
    let threat = if after.turn() == player { 0 } else { greatest_loss(&after, replies, player, values) };
    values.balance(&after, player) - threat + mobility + check
}

/// The most that a single capture of the opponent wins, what is taken back counted.
fn greatest_loss(after: &Game, replies: &[Move], player: Player, values: &Values) -> i64 {
    let mut greatest = 0;
    for reply in replies.iter().filter(|reply| reply.captured().is_some()).take(40) {
        let before = values.balance(after, player);
        let mut next = after.clone();
        if next.play(*reply).is_err() {
            continue;
        }
        if next.result().is_some_and(|result| result.winner == Some(player.opponent())) {
            return 500_000;
        }
        let lost = before - values.balance(&next, player);
        let back = next.piece_at(reply.to()).filter(|view| view.owner != player).map_or(0, |view| {
            let taken_back = next.legal_moves().iter().any(|mv| mv.captured() == Some(reply.to()));
            if taken_back { values.of(view.piece) } else { 0 }
        });
        greatest = greatest.max(lost - back);
    }
    greatest
}

/// What pieces are worth.
struct Values(Vec<i64>);

impl Values {
    fn new(variant: &Variant) -> Values {
        let value = |piece: &nightrider::model::PieceType| match piece.value {
            Some(value) => i64::from(value),
            None if piece.traits.royal => 400,
            None => 300,
        };
        Values(variant.pieces.iter().map(value).collect())
    }

    fn of(&self, piece: PieceId) -> i64 {
        self.0.get(piece.index()).copied().unwrap_or(0)
    }

    /// The player's material less the opponent's.
    fn balance(&self, game: &Game, player: Player) -> i64 {
        game.pieces()
            .iter()
            .map(|view| if view.owner == player { self.of(view.piece) } else { -self.of(view.piece) })
            .sum()
    }
}

/// A small generator of random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit.max(1)
    }
}
