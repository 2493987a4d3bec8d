//! One ply of a living game: the order in which captures, moves and turns raise their events.
//!
//! [`first_half`](Happening::first_half) goes as far as legality is judged: placement, captures, explosions,
//! moves, zones, promotion. [`second_half`](Happening::second_half) does the rest: check, the end of the
//! turn, the start of the next. The steps of the board and the books are those of `apply`.

use nightrider_model::{Event, PieceId, Player, Square, ZoneId};

use super::happening::Happening;
use super::log::LogEntry;
use super::scripts;
use crate::apply::{self, Outcome};
use crate::attack;
use crate::bitboard::Bitboard;
use crate::carried::{Carried, Deed};
use crate::castling;
use crate::expr::{Absence, Before, PieceRef};
use crate::kind::Kind;
use crate::moves::{Move, MoveKind};
use crate::position::{Mark, Position};
use crate::rules::RulesFor;

/// Plays a move of a living game with all its events.
pub(crate) fn play<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    m: Move,
    log: Option<&mut Vec<LogEntry>>,
) -> Outcome {
    let untouched = log.is_none() && !rules.living.facts.listens(position, m);
    let royals = Player::BOTH.map(|player| rules.royals(position, player).count());
    let outcome = untouched.then(|| {
        let outcome = apply::change_board(rules, position, m);
        scripts::note_move(rules, position, m, outcome.mover, outcome.captured.map(|(_, kind)| kind));
        outcome
    });
    if let Some(outcome) = outcome
        && passes_quietly(rules, position)
    {
        let gives_check = rules.uses.checks && apply::note_check(rules, position);
        apply::pass_turn(rules, position, gives_check);
        return outcome;
    }
    let mut happening = Happening::new(rules, position, m.answers(), log);
    happening.route = Some((m.from(), m.to()));
    let outcome = match outcome {
        Some(outcome) => {
            happening.frame.mover_piece = Some(PieceRef::On(m.to()));
            outcome
        }
        None => {
            let half = happening.first_half(m);
            Outcome { mover: half.mover, captured: half.captured, royals }
        }
    };
    happening.second_half();
    // The triggers of the turn may have moved or removed what castles.
    if position.ledger.castling.any() {
        apply::refresh_castling(rules, position);
    }
    outcome
}

/// Whether a move, and the turn that passes after it, are no more than they would be in a game without triggers.
#[inline(always)]
pub(crate) fn leaves_alone<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>, m: Move) -> bool {
    passes_quietly(rules, position) && !rules.living.facts.listens(position, m)
}

/// Whether nothing listens to the end of the turn, counts down or runs out then.
#[inline(always)]
fn passes_quietly<B: Bitboard>(rules: &RulesFor<B>, position: &Position<B>) -> bool {
    rules.living.calm && position.frozen().is_empty() && !position.marks().iter().any(Mark::runs_out)
}

/// Carries out a move as far as legality is judged, every question answered as the move says.
pub(crate) fn try_move<B: Bitboard>(rules: &RulesFor<B>, position: &mut Position<B>, m: Move) -> FirstHalf {
    Happening::new(rules, position, m.answers(), None).first_half(m)
}

/// The same, with an account.
pub(crate) fn try_move_aloud<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    m: Move,
    log: &mut Vec<LogEntry>,
) -> FirstHalf {
    Happening::new(rules, position, m.answers(), Some(log)).first_half(m)
}

/// Raises `game_start` and the first `turn_start`. Nothing counts down yet.
pub(crate) fn begin<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    log: Option<&mut Vec<LogEntry>>,
) {
    let player = position.turn();
    let mut happening = Happening::new(rules, position, 0, log);
    happening.before_turn_end = false;
    happening.run_bodies();
    happening.raise_for_player(Event::GameStart, player);
    happening.raise_for_player(Event::TurnStart, player);
}

/// Raises `game_end` after a ply that has ended the game. It does not change the result.
pub(crate) fn finish<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &mut Position<B>,
    mover: Player,
    log: Option<&mut Vec<LogEntry>>,
) {
    let mut happening = Happening::new(rules, position, 0, log);
    happening.before_turn_end = false;
    happening.raise_for_player(Event::GameEnd, mover);
}

/// What became of a move in the first half of its ply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstHalf {
    /// The piece that moved, as it was before.
    pub mover: Kind,
    /// What was taken, and where it stood, unless the move was cancelled.
    pub captured: Option<(Square, Kind)>,
    /// A trigger undid the move: the turn is spent, but nothing has moved.
    pub cancelled: bool,
    /// The piece on the target was not moved out of the way, so that the move cannot be made at all.
    pub stuck: bool,
}

impl<B: Bitboard> Happening<'_, B> {
    /// Carries out a move of the player to move, as far as legality is judged.
    pub fn first_half(&mut self, m: Move) -> FirstHalf {
        let (rules, player) = (self.rules, self.position.turn());
        let mut half = FirstHalf { mover: Kind(0), captured: None, cancelled: false, stuck: true };
        let Some(mover) = self.position.at(m.from()) else { return half };
        half.mover = mover;
        let before = self.position.ledger;
        let carried = Carried::of(rules, self.position, m);
        let occupied = self.position.occupied();
        let victim = m.captured().and_then(|square| Some((square, self.position.at(square)?)));
        let quiet = victim.is_none();

        self.frame.player = Some(player);
        self.place(m, victim.map(|(square, _)| square));
        let parts = self.place_parts(&carried);
        apply::count_move(rules, self.position, player, mover, quiet);
        scripts::note_move(rules, self.position, m, mover, victim.map(|(_, kind)| kind));
        self.raise_captures(m);
        if !self.cancelled {
            self.return_claimed(m.from());
            if let Some((_, taken)) = victim
                && rules.variant.piece(taken.piece()).traits.explosive
            {
                self.explode(m, victim);
            }
            if self.mover_stands() {
                self.set_move_variables(m);
                self.raise(Event::Move);
                self.moved = true;
            }
            if !self.cancelled {
                self.raise_zones(m);
            }
        }
        half.cancelled = std::mem::take(&mut self.cancelled);
        if half.cancelled {
            self.take_back_parts(&parts);
            self.take_back(m, before.unmoved.contains(m.from()));
            self.position.ledger.counters = before.counters;
            self.position.ledger.halfmove_clock = before.halfmove_clock;
            apply::count_cancelled_move(self.position, player);
        } else {
            half.captured = victim;
            self.promote(m, mover.piece());
            carried.change_state(rules, self.position);
        }
        half.stuck = self.frame.detached.iter().any(|piece| piece.reason == Absence::Displaced);

        // What a trigger has moved away or made something else has passed nothing.
        let arrived = self.frame.mover_piece == Some(PieceRef::On(m.to()))
            && self.position.at(m.to()) == Some(mover)
            && !half.cancelled;
        let (passed, passer) = match arrived {
            true => apply::passed_squares(rules, m, mover, quiet, occupied),
            false => (B::EMPTY, Square(0)),
        };
        self.position.set_passed(rules, passed, passer);
        if self.position.ledger.castling.any() {
            apply::refresh_castling(rules, self.position);
        }
        half
    }

    /// The rest of a ply: check, the end of the turn, the start of the next one. Within a turn of several
    /// moves only check.
    pub fn second_half(&mut self) {
        let (rules, player) = (self.rules, self.position.turn());
        let listens = rules.living.hears(Event::Check);
        let gives_check = (listens || rules.uses.checks) && apply::note_check(rules, self.position);
        if gives_check && listens {
            self.frame.forget_move();
            self.frame.player = Some(player);
            self.frame.piece = self.frame.mover_piece;
            let king = attack::first_attacked_royal(rules, self.position, player.opponent());
            self.frame.king = king.map(PieceRef::On);
            self.raise(Event::Check);
        }
        if !self.turn_is_over(gives_check) {
            apply::go_on(rules, self.position);
            return;
        }
        self.raise_for_player(Event::TurnEnd, player);
        self.end_marks(player);
        apply::hand_over(rules, self.position);
        let next = self.position.turn();
        self.position.count_down(rules, next);
        self.raise_for_player(Event::TurnStart, next);
    }

    /// Whether the turn is over after the present move: a game whose script controls the turns says so itself, unless
    /// the event in which it could was not raised. A further move that a script has allowed is used up here.
    fn turn_is_over(&mut self, gives_check: bool) -> bool {
        let (rules, player) = (self.rules, self.position.turn());
        let over = self.turn_ended
            || match &rules.scripts {
                Some(scripts) if scripts.host.profile().own_turns => !self.moved,
                _ => apply::turn_ends(rules, self.position, gives_check),
            };
        let further = self.position.ledger.extra_moves[player.index()];
        if over && further > 0 {
            self.position.set_extra_moves(rules, player, further - 1);
        }
        over && further == 0
    }

    /// Puts the move on the board. Variables describe from now on what it takes.
    fn place(&mut self, m: Move, victim: Option<Square>) {
        let (from, to) = (m.from(), m.to());
        self.frame.before = Before::Stood(None);
        if let Some(victim) = victim
            && let Some(piece) = self.detach(victim, Absence::Captured)
        {
            self.frame.taken.push(piece);
            if victim == to {
                self.frame.before = Before::Stood(Some(piece));
            }
        }
        match m.kind() {
            MoveKind::Swap => self.frame.before = Before::Stood(Some(PieceRef::On(from))),
            MoveKind::Onto => self.frame.before = Before::Stood(self.detach(to, Absence::Displaced)),
            _ => {}
        }
        apply::relocate(self.rules, self.position, m);
        self.frame.mover_piece = Some(PieceRef::On(to));
    }

    /// Puts the further parts of a move on the board. Returns what has moved, in order.
    fn place_parts(&mut self, carried: &Carried) -> Vec<(Square, Square, Deed)> {
        let rules = self.rules;
        let mut moved = Vec::new();
        for part in &carried.parts {
            if let Some(victim) = part.victim(self.position)
                && let Some(piece) = self.detach(victim, Absence::Captured)
            {
                self.frame.taken.push(piece);
            }
            let deed = part.deed(self.position);
            match deed {
                Deed::Goes => {
                    self.position.move_piece(rules, part.from, part.to);
                    self.frame.relocate(PieceRef::On(part.from), PieceRef::On(part.to));
                }
                Deed::Swaps => {
                    let (there, back) = ((part.from, part.to), (part.to, part.from));
                    self.position.move_two(rules, there, back);
                    self.frame.relocate_two(there, back);
                }
                Deed::Stays => {}
            }
            part.become_type(rules, self.position);
            moved.push((part.from, part.to, deed));
        }
        moved
    }

    /// Takes back further parts of a move, as far as what they moved still stands there.
    fn take_back_parts(&mut self, parts: &[(Square, Square, Deed)]) {
        for &(from, to, deed) in parts.iter().rev() {
            match deed {
                Deed::Goes => {
                    if self.position.move_piece(self.rules, to, from) {
                        self.frame.relocate(PieceRef::On(to), PieceRef::On(from));
                    }
                }
                Deed::Swaps => {
                    if self.position.move_two(self.rules, (to, from), (from, to)) {
                        self.frame.relocate_two((to, from), (from, to));
                    }
                }
                Deed::Stays => {}
            }
        }
    }

    fn set_move_variables(&mut self, m: Move) {
        self.frame.piece = self.frame.mover_piece;
        self.frame.origin = Some(m.from());
        self.frame.target = Some(m.to());
        self.frame.captured = self.frame.taken.first().copied();
        self.frame.captor = None;
        self.frame.zone = None;
    }

    fn raise_captures(&mut self, m: Move) {
        let living = &self.rules.living;
        if !living.hears(Event::Capture) && !living.hears(Event::Captured) {
            return;
        }
        for index in 0..self.frame.taken.len() {
            self.set_move_variables(m);
            self.frame.captured = Some(self.frame.taken[index]);
            self.raise(Event::Capture);
            self.set_move_variables(m);
            self.frame.captured = Some(self.frame.taken[index]);
            self.frame.piece = Some(self.frame.taken[index]);
            self.frame.captor = self.frame.mover_piece;
            self.raise(Event::Captured);
        }
    }

    fn raise_zones(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        for event in [Event::ExitZone, Event::EnterZone] {
            if !self.rules.living.hears(event) {
                continue;
            }
            let rules = self.rules;
            for (index, zone) in rules.variant.board.zones.iter().enumerate() {
                let (was, is) = (zone.squares.binary_search(&from), zone.squares.binary_search(&to));
                let happens = match event {
                    Event::ExitZone => was.is_ok() && is.is_err(),
                    _ => was.is_err() && is.is_ok(),
                };
                if happens && self.mover_stands() {
                    self.frame.piece = self.frame.mover_piece;
                    self.frame.zone = Some(ZoneId(index as u16));
                    self.raise(event);
                }
            }
        }
        self.frame.zone = None;
    }

    /// The mover becomes what the move says, unless a trigger has made it something else or moved it away.
    fn promote(&mut self, m: Move, old: PieceId) {
        let Some(promoted) = m.promotion() else { return };
        let square = m.to();
        if self.frame.mover_piece != Some(PieceRef::On(square))
            || self.position.at(square).map(Kind::piece) != Some(old)
        {
            return;
        }
        if promoted != old {
            self.become_type(PieceRef::On(square), promoted);
        }
        self.set_move_variables(m);
        self.promoted = Some((old, promoted));
        self.raise(Event::Promotion);
        self.promoted = None;
    }

    fn mover_stands(&self) -> bool {
        matches!(self.frame.mover_piece, Some(PieceRef::On(_)))
    }

    /// Captured pieces whose owner was set come back on the square the taker came from, if it is free.
    fn return_claimed(&mut self, origin: Square) {
        for index in 0..self.frame.taken.len() {
            if let PieceRef::Off(off) = self.frame.taken[index]
                && self.frame.off(off).is_some_and(|piece| piece.reason == Absence::Claimed)
            {
                self.attach(off, origin);
            }
        }
    }

    /// What a captured explosive piece takes with it.
    fn explode(&mut self, m: Move, captured: Option<(Square, Kind)>) {
        let capturer = match self.frame.mover_piece {
            Some(PieceRef::On(square)) => B::of(square),
            _ => B::EMPTY,
        };
        let blast = apply::blast(self.rules, self.position, m, captured) | capturer;
        for square in blast.squares() {
            self.detach(square, Absence::Removed);
        }
    }

    /// Carries out `cancel`: the mover goes back to its origin and what it took or pushed away to where it
    /// stood. Pieces that actions have removed or put elsewhere stay so.
    fn take_back(&mut self, m: Move, unmoved: bool) {
        let rules = self.rules;
        let mover = match self.frame.mover_piece {
            Some(PieceRef::On(square)) => Some(square),
            _ => None,
        };
        match m.kind() {
            // Only if both still stand where the move has put them.
            MoveKind::Swap | MoveKind::Castle if mover == Some(m.to()) => {
                let partner = match m.kind() {
                    MoveKind::Swap => Some((m.from(), m.to())),
                    _ => castling::destinations(rules, m.from(), m.via()).map(|to| (to.partner, m.via())),
                };
                if let Some(partner) = partner
                    && self.position.move_two(rules, (m.to(), m.from()), partner)
                {
                    self.frame.relocate_two((m.to(), m.from()), partner);
                }
            }
            _ => {
                if let Some(square) = mover
                    && self.position.move_piece(rules, square, m.from())
                {
                    self.frame.relocate(PieceRef::On(square), PieceRef::On(m.from()));
                }
            }
        }
        if self.frame.mover_piece == Some(PieceRef::On(m.from())) {
            self.position.set_unmoved(self.rules, m.from(), unmoved);
        }
        for index in 0..self.frame.detached.len() {
            let piece = &self.frame.detached[index];
            let (square, moved) = (piece.square, piece.moved);
            if self.attach(index as u8, square) {
                self.position.set_unmoved(self.rules, square, !moved);
            }
        }
    }
}
