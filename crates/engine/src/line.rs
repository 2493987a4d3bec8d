//! A game in progress on a board of width `B`: the position, how it came about, and how it stands.

use std::sync::Arc;

use nightrider_model::{Player, Square};

use crate::apply::{self, Outcome};
use crate::bitboard::Bitboard;
use crate::carried::Carried;
use crate::ends::{self, LastPly};
use crate::game::Ply;
use crate::kind::Kind;
use crate::legal;
use crate::living::{self, LogEntry};
use crate::moves::{Move, MoveKind};
use crate::position::{Checkpoint, Position};
use crate::result::GameResult;
use crate::rules::RulesFor;
use crate::setup::{Entry, Setup};
use crate::start::SetupError;
use crate::view::GameFacts;

/// A game in progress.
#[derive(Clone)]
pub(crate) struct Line<B: Bitboard> {
    pub rules: Arc<RulesFor<B>>,
    pub position: Position<B>,
    pub start_events: Vec<LogEntry>,
    /// Plies played before this line began.
    pub plies_before: u32,
    pub plies: Vec<Ply>,
    checkpoints: Vec<Checkpoint<B>>,
    /// Moves taken back, the next one to redo last.
    undone: Vec<Move>,
    /// For each position so far, the present one last: what makes it the same position as another.
    keys: Vec<u64>,
    /// The legal moves; none once the game is over.
    pub legal: Vec<Move>,
    pub result: Option<GameResult>,
}

impl<B: Bitboard> Line<B> {
    /// A game that starts from a set-up.
    ///
    /// # Errors
    /// All faults of the set-up.
    pub(crate) fn new(rules: Arc<RulesFor<B>>, setup: &Setup, seed: u64) -> Result<Line<B>, SetupError> {
        let mut position = Position::from_setup(&rules, setup, seed)?;
        let mut start_events = Vec::new();
        if setup.entry == Entry::Begins && rules.uses.living {
            living::begin(&rules, &mut position, Some(&mut start_events));
        }
        let mut line = Line {
            rules,
            // The clone has no past: what led here cannot be taken back.
            position: position.clone(),
            start_events,
            plies_before: setup.plies,
            plies: Vec::new(),
            checkpoints: Vec::new(),
            undone: Vec::new(),
            keys: setup.earlier.clone(),
            legal: Vec::new(),
            result: setup.result.clone(),
        };
        line.legal = legal::legal_moves(&line.rules, &mut line.position);
        line.keys.push(line.key());
        if line.result.is_some() {
            line.legal.clear();
        }
        Ok(line)
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, m: Move) {
        self.undone.clear();
        self.advance(m);
    }

    fn advance(&mut self, m: Move) {
        let rules = Arc::clone(&self.rules);
        let player = self.position.turn();
        self.checkpoints.push(self.position.mark());
        let checks = self.position.counters(player).checks;
        let mut events = Vec::new();
        let more = self.further_victims(m);
        let outcome = if rules.uses.living {
            living::play(&rules, &mut self.position, m, Some(&mut events))
        } else {
            let outcome = apply::change_board(&rules, &mut self.position, m);
            let gives_check = apply::note_check(&rules, &mut self.position);
            apply::pass_turn(&rules, &mut self.position, gives_check);
            outcome
        };
        let gave_check = self.position.counters(player).checks > checks;
        let captured = outcome.captured.into_iter().chain(more).collect();
        self.settle(player, &outcome);
        if let Some(result) = &self.result
            && rules.uses.living
        {
            events.push(LogEntry::Result(result.clone()));
            living::finish(&rules, &mut self.position, player, Some(&mut events));
        }
        self.plies.push(Ply { played: m, player, captured, gave_check, events });
    }

    /// What a move takes beside what it says itself.
    fn further_victims(&self, m: Move) -> Vec<(Square, Kind)> {
        if m.kind() != MoveKind::PartsCapture {
            return Vec::new();
        }
        let mut victims: Vec<Square> = Carried::of(&self.rules, &self.position, m).victims().collect();
        victims.sort_unstable();
        victims.dedup();
        victims.retain(|square| Some(*square) != m.captured());
        victims.into_iter().filter_map(|square| Some((square, self.position.at(square)?))).collect()
    }

    /// Works out the legal moves and the result after a ply.
    fn settle(&mut self, mover: Player, outcome: &Outcome) {
        self.legal = legal::legal_moves(&self.rules, &mut self.position);
        let key = self.key();
        self.keys.push(key);
        let facts = self.facts();
        self.result = ends::judge(&self.rules, &self.position, &LastPly::new(mover, outcome), facts);
        if self.result.is_some() {
            self.legal.clear();
        }
    }

    fn facts(&self) -> GameFacts {
        let key = self.keys.last();
        let position_count = self.keys.iter().filter(|&other| Some(other) == key).count() as u32;
        GameFacts { position_count, no_moves: self.legal.is_empty() }
    }

    /// Takes back the last ply.
    pub(crate) fn undo(&mut self) -> Option<Move> {
        let ply = self.plies.pop()?;
        let checkpoint = self.checkpoints.pop()?;
        self.position.rollback(&self.rules, &checkpoint);
        self.keys.pop();
        self.undone.push(ply.played);
        // A game that was over could not have gone on.
        self.result = None;
        self.legal = legal::legal_moves(&self.rules, &mut self.position);
        Some(ply.played)
    }

    /// Plays the last ply that was taken back once more.
    pub(crate) fn redo(&mut self) -> Option<Move> {
        let m = self.undone.pop()?;
        self.advance(m);
        Some(m)
    }

    /// What makes the present position the same as another.
    fn key(&self) -> u64 {
        key(&self.rules, &self.position, || en_passant_square(&self.legal).is_some())
    }

    /// What makes each position so far, the present one last, the same as another.
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The square at which a piece can be taken in passing with a legal move.
    pub(crate) fn en_passant_square(&self) -> Option<Square> {
        en_passant_square(&self.legal)
    }

    /// Castling partners that still hold their right.
    pub(crate) fn castling_rights(&self) -> Vec<(Player, Square)> {
        let rights = self.position.ledger.castling.squares();
        rights.filter_map(|square| Some((self.position.at(square)?.owner(), square))).collect()
    }

    /// What stands on a square, if the square exists.
    pub(crate) fn at(&self, square: Square) -> Option<Kind> {
        (square.index() < self.rules.variant.board.len()).then(|| self.position.at(square))?
    }
}

/// What makes a position the same as another: its hash, a capture in passing counted only if it is legal.
#[inline(always)]
pub(crate) fn key<B: Bitboard>(
    rules: &RulesFor<B>,
    position: &Position<B>,
    is_taken_in_passing: impl FnOnce() -> bool,
) -> u64 {
    let passed = position.ledger.passed;
    if passed.is_empty() || is_taken_in_passing() {
        return position.hash();
    }
    passed.squares().fold(position.hash(), |hash, square| hash ^ rules.zobrist.passed(square))
}

fn en_passant_square(legal: &[Move]) -> Option<Square> {
    legal.iter().find(|m| m.kind() == MoveKind::EnPassant).map(|m| m.to())
}
