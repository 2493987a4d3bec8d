//! What a move does to a position, step by step. Nothing here asks whether it may.
//!
//! [`play`] is the whole of a move. A living game runs the same steps with its events between them.

use nightrider_model::{Player, Square};

use crate::attack;
use crate::bitboard::Bitboard;
use crate::carried::Carried;
use crate::castling;
use crate::kind::Kind;
use crate::living;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::rays::between;
use crate::rules::RulesFor;

/// What the board steps of a move did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    /// The piece that moved, as it was before.
    pub mover: Kind,
    /// What was taken, and where it stood.
    pub captured: Option<(Square, Kind)>,
    /// Own and enemy royals that were there before, by player.
    pub royals: [u32; 2],
}

/// Plays a move: the board, the clocks, the turn, and in living games all events.
pub(crate) fn play<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>, m: Move) -> Outcome {
    if rules.uses.living {
        return living::play(rules, position, m, None);
    }
    let outcome = change_board(rules, position, m);
    let gives_check = rules.uses.checks && note_check(rules, position);
    pass_turn(rules, position, gives_check);
    outcome
}

/// Everything a move does to the board and to what is remembered about it; the turn does not pass.
pub(crate) fn change_board<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>, m: Move) -> Outcome {
    let from = m.from();
    let player = position.turn();
    let royals = Player::BOTH.map(|player| rules.royals(position, player).count());
    let Some(mover) = position.at(from) else {
        return Outcome { mover: Kind(0), captured: None, royals };
    };
    let unmoved = position.ledger.unmoved;
    let occupied = position.occupied();
    let carried = Carried::of(rules, position, m);
    let victim = m.captured();
    let captured = victim.and_then(|square| Some((square, position.remove(rules, square)?)));
    relocate(rules, position, m);
    if let Some((_, taken)) = captured
        && rules.uses.explosions
        && rules.variant.piece(taken.piece()).traits.explosive
    {
        explode(rules, position, m, mover, captured);
    }
    promote(rules, position, m);
    carried.carry_out(rules, position);
    let quiet = captured.is_none();
    let (passed, passer) = passed_squares(rules, m, mover, quiet, occupied);
    position.set_passed(rules, passed, passer);
    count_move(rules, position, player, mover, quiet);
    end_castling(rules, position, unmoved, from, mover, captured);
    Outcome { mover, captured, royals }
}

/// Moves the piece (and the partner, or the piece it changes places with). What is taken is gone already.
pub(crate) fn relocate<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>, m: Move) {
    let (from, to) = (m.from(), m.to());
    match m.kind() {
        MoveKind::Swap => {
            position.move_two(rules, (from, to), (to, from));
        }
        MoveKind::Castle => {
            if let Some(places) = castling::destinations(rules, from, m.via()) {
                position.move_two(rules, (from, places.king), (m.via(), places.partner));
            }
        }
        MoveKind::Catch => position.set_unmoved(rules, from, false),
        MoveKind::Parts | MoveKind::PartsCapture if from == to => position.set_unmoved(rules, from, false),
        MoveKind::Parts | MoveKind::PartsCapture if position.at(to).is_some() => {
            position.move_two(rules, (from, to), (to, from));
        }
        _ => {
            position.move_piece(rules, from, to);
        }
    }
}

/// Everything within one square of the target goes, the capturer too.
pub(crate) fn explode<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    m: Move,
    mover: Kind,
    captured: Option<(Square, Kind)>,
) {
    for square in blast(rules, position, m, captured).squares() {
        position.remove(rules, square);
    }
    if position.at(m.to()) == Some(mover) {
        position.remove(rules, m.to());
    }
}

/// The pieces that go with an explosive piece when it is captured, the capturer left aside.
pub(crate) fn blast<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    m: Move,
    captured: Option<(Square, Kind)>,
) -> B {
    let centre = match (m.kind(), captured) {
        (MoveKind::Catch | MoveKind::JumpCapture | MoveKind::PartsCapture, Some((square, _))) => square,
        _ => m.to(),
    };
    let spares = &rules.variant.rules.explosion.spares;
    let around = (rules.neighbours(centre) | B::of(centre)) & position.occupied();
    spares.iter().fold(around, |all, &piece| all.without(position.of_type(piece)))
}

/// The mover becomes what the move says, if it is still there.
pub(crate) fn promote<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>, m: Move) {
    let square = m.to();
    if let (Some(piece), Some(kind)) = (m.promotion(), position.at(square))
        && piece != kind.piece()
    {
        let kind = Kind::new(piece, kind.owner());
        position.become_kind(rules, square, kind);
        if position.extras.is_some() {
            position.give_first_state(rules, square, kind);
        }
    }
}

/// The squares at which the piece that just moved can be taken in passing, and where it stands now.
#[inline(always)]
pub(crate) fn passed_squares<B: Bitboard>(
    rules: &RulesFor<B>,
    m: Move,
    mover: Kind,
    quiet: bool,
    occupied_before: B,
) -> (B, Square) {
    let nothing = (B::EMPTY, Square(0));
    let promotes = rules.uses.en_passant && rules.role(mover).promotes;
    // A piece that has become another type is no longer what passed there.
    if !promotes || !quiet || m.kind() != MoveKind::Quiet || m.promotion().is_some() {
        return nothing;
    }
    let (from, to) = (m.from(), m.to());
    if rules.neighbours(from).contains(to) || !counts_as_multi_step(rules, from, to, mover.owner()) {
        return nothing;
    }
    let passed: B = between(&rules.variant.board, from, to);
    if passed.meets(occupied_before) || passed.without(rules.board).any() { nothing } else { (passed, to) }
}

/// Whether a move between two squares is a straight one of several squares after which the piece can be
/// taken in passing.
pub(crate) fn counts_as_multi_step<B: Bitboard>(
    rules: &RulesFor<B>,
    from: Square,
    to: Square,
    player: Player,
) -> bool {
    let board = &rules.variant.board;
    let files = board.file(from).abs_diff(board.file(to));
    let ranks = board.rank(from).abs_diff(board.rank(to));
    let straight = files == 0 || ranks == 0 || files == ranks;
    let own_rank = match player {
        Player::White => board.rank(from) + 1,
        Player::Black => board.height - board.rank(from),
    };
    let from_ranks = &rules.variant.rules.en_passant.from_ranks;
    straight && files.max(ranks) >= 2 && from_ranks.as_ref().is_none_or(|ranks| ranks.contains(&own_rank))
}

/// Counters and the fifty-move clock.
#[inline(always)]
pub(crate) fn count_move<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    player: Player,
    mover: Kind,
    quiet: bool,
) {
    let restarts = !quiet || rules.role(mover).restarts_clock;
    let ledger = &mut position.ledger;
    ledger.halfmove_clock = if restarts { 0 } else { ledger.halfmove_clock.saturating_add(1) };
    let counters = &mut ledger.counters[player.index()];
    counters.moves = counters.moves.saturating_add(1);
    counters.captures = counters.captures.saturating_add(u32::from(!quiet));
}

/// Counters and the fifty-move clock of a move that a trigger has undone: it counts, and nothing was taken.
pub(crate) fn count_cancelled_move<B: Bitboard>(position: &mut Position<B>, player: Player) {
    let ledger = &mut position.ledger;
    ledger.halfmove_clock = ledger.halfmove_clock.saturating_add(1);
    let counters = &mut ledger.counters[player.index()];
    counters.moves = counters.moves.saturating_add(1);
}

/// Drops the castling rights that a move has ended, `unmoved` being the unmoved pieces before it.
#[inline(always)]
pub(crate) fn end_castling<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    unmoved: B,
    from: Square,
    mover: Kind,
    captured: Option<(Square, Kind)>,
) {
    // Rights end when a king or a partner goes; most moves are of neither, and of no third piece.
    let castles = |kind: Kind| rules.role(kind).castles;
    let gone = unmoved.without(position.ledger.unmoved);
    let known = B::of(from) | captured.map_or(B::EMPTY, |(square, _)| B::of(square));
    if position.ledger.castling.any()
        && gone.any()
        && (gone.without(known).any()
            || gone.meets(position.ledger.castling)
            || castles(mover)
            || captured.is_some_and(|(_, taken)| castles(taken)))
    {
        refresh_castling(rules, position);
    }
}

/// Drops the castling rights that the last changes have ended. None ever comes back.
pub(crate) fn refresh_castling<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>) {
    let held = castling::rights(rules, position) & position.ledger.castling;
    position.set_castling(rules, held);
}

/// Counts a check if the player to move now attacks an enemy royal; says whether it does.
pub(crate) fn note_check<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>) -> bool {
    let player = position.turn();
    let checks = attack::in_check(rules, position, player.opponent());
    if checks {
        let counters = &mut position.ledger.counters[player.index()];
        counters.checks = counters.checks.saturating_add(1);
    }
    checks
}

/// Whether the turn is over after the present move.
#[inline(always)]
pub(crate) fn turn_ends<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, gives_check: bool) -> bool {
    position.ledger.moves_left <= 1 || (gives_check && rules.variant.rules.turn.check_ends)
}

/// The next move: of the same player if the turn has moves left, else of the other.
#[inline(always)]
pub(crate) fn pass_turn<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>, gives_check: bool) {
    if turn_ends(rules, position, gives_check) {
        hand_over(rules, position);
    } else {
        go_on(rules, position);
    }
}

/// The same player moves again.
pub(crate) fn go_on<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>) {
    let left = position.ledger.moves_left.saturating_sub(1).max(1);
    position.set_turn(rules, position.turn(), left);
    // Only the opponent's very next move could take in passing, and it is not his.
    position.set_passed(rules, B::EMPTY, Square(0));
}

/// The turn passes to the other player.
#[inline(always)]
pub(crate) fn hand_over<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>) {
    let next = position.turn().opponent();
    position.ledger.turn_count = position.ledger.turn_count.saturating_add(1);
    if next == Player::White {
        position.ledger.full_move = position.ledger.full_move.saturating_add(1);
    }
    let moves = rules.moves_in_turn(next, position.ledger.turn_count);
    position.set_turn(rules, next, moves);
}
