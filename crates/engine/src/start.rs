//! From a set-up to a position: everything is checked, and all faults are told at once.

use std::fmt;

use nightrider_model::{FieldId, PieceId, Placement, Player, Square, TriggerId, Value, Variant};

use crate::attack;
use crate::bitboard::Bitboard;
use crate::castling;
use crate::kind::Kind;
use crate::movement::Movement;
use crate::position::{Counters, Declared, LooseOwner, Mark, Position};
use crate::rays::between;
use crate::rules::RulesFor;
use crate::setup::{AttachedEffect, CastlingField, Entry, Passing, Setup, SetupPiece};

/// Why no game can start from a set-up: all of its faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    /// The faults, at least one.
    pub faults: Vec<SetupFault>,
}

/// One fault of a set-up. Squares are given by name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The message of each says it.
pub enum SetupFault {
    OffTheBoard { square: Square },
    NoSuchPiece { piece: PieceId },
    NoSuchEffect { square: String },
    TwoPieces { square: String },
    NoCastling { square: String, player: Player },
    NothingPassed { square: String },
    OpponentInCheck { player: Player },
    UnknownField { field: FieldId },
    NoSuchTrigger { trigger: TriggerId },
}

impl<B: Bitboard> Position<B> {
    /// The position of a set-up.
    ///
    /// # Errors
    /// All faults of the set-up.
    pub(crate) fn from_setup(
        rules: &RulesFor<B>,
        setup: &Setup,
        seed: u64,
    ) -> Result<Position<B>, SetupError> {
        let mut starter = Starter { rules, position: Position::empty(rules), faults: Vec::new() };
        for piece in &setup.pieces {
            starter.place(piece);
        }
        starter.castling(setup);
        starter.clocks(setup, seed);
        starter.state(setup);
        match (&setup.passing, setup.en_passant) {
            (Some(passing), _) => starter.passing(passing),
            (None, Some(square)) => starter.en_passant(square),
            (None, None) => {}
        }
        starter.opponent_in_check(setup);
        let Starter { position, faults, .. } = starter;
        if faults.is_empty() { Ok(position) } else { Err(SetupError { faults }) }
    }
}

/// The game's own set-up.
pub(crate) fn own_setup(variant: &Variant) -> Setup {
    let pieces = variant.setup.pieces.iter();
    Setup::new(pieces.map(|placed| SetupPiece::new(placed.square, placed.piece, placed.owner)).collect())
}

struct Starter<'a, B: Bitboard> {
    rules: &'a RulesFor<B>,
    position: Position<B>,
    faults: Vec<SetupFault>,
}

impl<B: Bitboard> Starter<'_, B> {
    fn name(&self, square: Square) -> String {
        self.rules.variant.board.name(square)
    }

    fn exists(&self, square: Square) -> bool {
        square.index() < self.rules.variant.board.len() && self.rules.board.contains(square)
    }

    fn place(&mut self, piece: &SetupPiece) {
        let (rules, square) = (self.rules, piece.square);
        if !self.exists(square) {
            return self.faults.push(SetupFault::OffTheBoard { square });
        }
        if piece.piece.index() >= rules.variant.pieces.len() {
            return self.faults.push(SetupFault::NoSuchPiece { piece: piece.piece });
        }
        if !self.position.put(rules, square, Kind::new(piece.piece, piece.owner)) {
            return self.faults.push(SetupFault::TwoPieces { square: self.name(square) });
        }
        let at_home = || {
            rules.variant.setup.pieces.iter().any(|placed| {
                (placed.square, placed.piece, placed.owner) == (square, piece.piece, piece.owner)
            })
        };
        let unmoved = piece.moved.map_or_else(at_home, |moved| !moved);
        self.position.set_unmoved(rules, square, unmoved);
        for (field, value) in &piece.state {
            if field.index() >= rules.variant.piece_fields.len() {
                self.faults.push(SetupFault::UnknownField { field: *field });
            }
            self.position.set_piece_state(rules, square, *field, value.clone());
        }
        for &AttachedEffect { effect, owner, turns_left } in &piece.effects {
            if effect.index() >= rules.variant.effects.len() {
                self.faults.push(SetupFault::NoSuchEffect { square: self.name(square) });
                continue;
            }
            let mark = Mark { square, effect, owner, attached: true, turns_left, fresh: false };
            self.position.add_mark(rules, mark);
        }
    }

    /// Castling rights: by what has not moved, or as a field says, which overrides kings and partners.
    fn castling(&mut self, setup: &Setup) {
        let rules = self.rules;
        if let CastlingField::Rights(given) = &setup.castling {
            let castles = |kind: Kind| rules.role(kind).castles;
            let concerned = |kind: Kind| castles(kind) || rules.role(kind).castling_partner;
            let stated = setup.pieces.iter().filter(|piece| piece.moved.is_some());
            let stated = B::from_squares(stated.map(|piece| piece.square).filter(|&s| self.exists(s)));
            for square in self.position.occupied().without(stated).squares() {
                if self.position.at(square).is_some_and(concerned) {
                    self.position.set_unmoved(rules, square, false);
                }
            }
            let board = &rules.variant.board;
            let mut partners = B::EMPTY;
            for &(player, square) in given {
                let fits = self.exists(square)
                    && self
                        .position
                        .at(square)
                        .is_some_and(|kind| kind.owner() == player && rules.role(kind).castling_partner);
                // What a set-up says of a piece itself stands.
                let may = |square: Square| !stated.contains(square) || self.position.is_unmoved(square);
                let mut kings = self.position.owned(player).squares().filter(|&king| {
                    fits && board.rank(king) == board.rank(square)
                        && self.position.at(king).is_some_and(castles)
                });
                match kings.find(|&king| may(king) && may(square)) {
                    Some(king) => {
                        self.position.set_unmoved(rules, king, true);
                        self.position.set_unmoved(rules, square, true);
                        partners.insert(square);
                    }
                    None => {
                        let square = self.square_name(square);
                        self.faults.push(SetupFault::NoCastling { square, player });
                    }
                }
            }
            self.position.set_castling(rules, partners & castling::rights(rules, &self.position));
        } else {
            let rights = castling::rights(rules, &self.position);
            self.position.set_castling(rules, rights);
        }
    }

    fn square_name(&self, square: Square) -> String {
        if square.index() < self.rules.variant.board.len() { self.name(square) } else { "?".to_string() }
    }

    fn clocks(&mut self, setup: &Setup, seed: u64) {
        let full_move = setup.full_move.max(1);
        let turn_count = (full_move - 1)
            .saturating_mul(2)
            .saturating_add(1)
            .saturating_add(u32::from(setup.turn == Player::Black));
        let moves_left = setup.moves_left.unwrap_or_else(|| self.rules.moves_in_turn(setup.turn, turn_count));
        self.position.set_turn(self.rules, setup.turn, moves_left.max(1));
        let ledger = &mut self.position.ledger;
        ledger.turn_count = turn_count;
        ledger.full_move = full_move;
        ledger.halfmove_clock = setup.halfmove_clock;
        ledger.seed = setup.seed.unwrap_or(seed);
        for player in Player::BOTH {
            let of = |numbers: &Option<[u32; 2]>| numbers.map_or(0, |numbers| numbers[player.index()]);
            ledger.counters[player.index()] = Counters {
                checks: of(&setup.checks),
                captures: of(&setup.captures),
                moves: of(&setup.moves),
            };
        }
    }

    fn state(&mut self, setup: &Setup) {
        let rules = self.rules;
        let shared: [(Option<Player>, &Vec<(FieldId, Value)>); 3] = [
            (None, &setup.game_state),
            (Some(Player::White), &setup.player_state[0]),
            (Some(Player::Black), &setup.player_state[1]),
        ];
        for (owner, fields) in shared {
            for (field, value) in fields {
                let known =
                    if owner.is_none() { &rules.variant.game_fields } else { &rules.variant.player_fields };
                if field.index() >= known.len() {
                    self.faults.push(SetupFault::UnknownField { field: *field });
                }
                self.position.set_shared_state(rules, owner, *field, value.clone());
            }
        }
        for field in &setup.loose_state {
            if let LooseOwner::Piece(square) = field.owner
                && (!self.exists(square) || self.position.at(square).is_none())
            {
                self.faults.push(SetupFault::OffTheBoard { square });
                continue;
            }
            self.position.set_loose_state(rules, field.owner, &field.name, Some(field.value.clone()));
        }
        for player in Player::BOTH {
            self.position.set_extra_moves(rules, player, setup.extra_moves[player.index()]);
        }
        for effect in &setup.effects {
            if !self.exists(effect.square) {
                self.faults.push(SetupFault::OffTheBoard { square: effect.square });
            } else if effect.effect.index() >= rules.variant.effects.len() {
                self.faults.push(SetupFault::NoSuchEffect { square: self.name(effect.square) });
            } else {
                self.position.add_mark(
                    rules,
                    Mark {
                        square: effect.square,
                        effect: effect.effect,
                        owner: effect.owner,
                        attached: false,
                        turns_left: effect.turns_left,
                        fresh: false,
                    },
                );
            }
        }
        self.position.order_marks(&setup.laid);
        if let Some(declared) = &setup.declared {
            match declared.trigger {
                Some(trigger) if trigger.index() >= rules.variant.triggers.len() => {
                    self.faults.push(SetupFault::NoSuchTrigger { trigger });
                }
                trigger => {
                    let text = declared.text.as_deref().and_then(|text| self.position.add_text(text.into()));
                    self.position.ledger.declared = Some(Declared { winner: declared.winner, trigger, text });
                }
            }
        }
        for past in &setup.past {
            let types = [Some(past.piece), past.captured, past.promotion];
            if let Some(piece) =
                types.into_iter().flatten().find(|piece| piece.index() >= rules.variant.pieces.len())
            {
                self.faults.push(SetupFault::NoSuchPiece { piece });
            } else if let Some(square) = [past.from, past.to].into_iter().find(|&square| !self.exists(square))
            {
                self.faults.push(SetupFault::OffTheBoard { square });
            } else {
                self.position.note_move(*past);
            }
        }
        let in_game_setup = rules.variant.setup.pieces.iter().map(|placed| (placed.owner, placed.piece));
        for (player, piece) in in_game_setup.chain(setup.had.iter().copied()) {
            if piece.index() < rules.variant.pieces.len() {
                self.position.note_had(Kind::new(piece, player));
            }
        }
    }

    fn passing(&mut self, passing: &Passing) {
        let squares = || passing.squares.iter().copied();
        match squares().chain([passing.piece]).find(|&square| !self.exists(square)) {
            Some(square) => self.faults.push(SetupFault::OffTheBoard { square }),
            None => self.position.set_passed(self.rules, B::from_squares(squares()), passing.piece),
        }
    }

    /// Finds the piece that has passed a square with its last move.
    fn en_passant(&mut self, square: Square) {
        if !self.exists(square) {
            return self.faults.push(SetupFault::OffTheBoard { square });
        }
        let rules = self.rules;
        if !rules.uses.en_passant {
            return;
        }
        let player = self.position.turn().opponent();
        let occupied = self.position.occupied();
        let board = &rules.variant.board;
        for passer in self.position.owned(player).squares() {
            let Some(kind) = self.position.at(passer) else { continue };
            if !rules.promotion[player.index()].promotes[kind.piece().index()] {
                continue;
            }
            for origin in rules.board.without(occupied).squares() {
                let way: B = between(board, origin, passer);
                let passes = way.contains(square)
                    && !way.meets(occupied)
                    && way.without(rules.board).is_empty()
                    && origin != passer
                    && crate::apply::counts_as_multi_step(rules, origin, passer, player)
                    && could_go(&rules.movements[kind.index()], board, origin, passer);
                if passes {
                    self.position.set_passed(rules, way, passer);
                    return;
                }
            }
        }
        let square = self.name(square);
        self.faults.push(SetupFault::NothingPassed { square });
    }

    /// A player who is not to move cannot be in check where checks must be answered.
    fn opponent_in_check(&mut self, setup: &Setup) {
        let player = self.position.turn().opponent();
        let fresh_turn = self.position.ledger.moves_left
            == self.rules.moves_in_turn(setup.turn, self.position.ledger.turn_count);
        // A game may well begin so of itself.
        let own = &self.rules.variant.setup.pieces;
        let stands = |placed: &Placement| {
            self.position.at(placed.square) == Some(Kind::new(placed.piece, placed.owner))
        };
        let own_start = own.len() == setup.pieces.len() && own.iter().all(stands);
        if setup.entry == Entry::Begins
            && !own_start
            && fresh_turn
            && self.rules.variant.rules.check.must_escape
            && self.faults.is_empty()
            && attack::in_check(self.rules, &self.position, player)
        {
            self.faults.push(SetupFault::OpponentInCheck { player });
        }
    }
}

/// Whether some quiet alternative leads from one square to another on an empty board.
fn could_go<B: Bitboard>(
    movement: &Movement<B>,
    board: &nightrider_model::Board,
    from: Square,
    to: Square,
) -> bool {
    movement.alternatives.iter().any(|alternative| {
        let allowed = &alternative.gate.allowed;
        alternative.quiet
            && alternative.shape.possible(board, from).contains(to)
            && allowed.as_ref().is_none_or(|allowed| allowed[from.index()].contains(to))
    })
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupFault::OffTheBoard { square } => {
                write!(f, "square number {} does not exist on this board", square.0)
            }
            SetupFault::NoSuchPiece { piece } => write!(f, "the game has no piece type number {}", piece.0),
            SetupFault::NoSuchEffect { square } => {
                write!(f, "the effect on {square} does not exist in the game")
            }
            SetupFault::TwoPieces { square } => write!(f, "two pieces stand on {square}"),
            SetupFault::NoCastling { square, player } => write!(
                f,
                "{} cannot castle with {square}: a king that castles and a partner must stand on one rank, both unmoved",
                player.name()
            ),
            SetupFault::NothingPassed { square } => {
                write!(f, "no piece can just have passed {square}, so nothing can be taken there in passing")
            }
            SetupFault::OpponentInCheck { player } => {
                write!(f, "{} is in check, but the other side is to move", player.name())
            }
            SetupFault::UnknownField { field } => write!(f, "the game has no state field number {}", field.0),
            SetupFault::NoSuchTrigger { trigger } => {
                write!(f, "the game has no trigger number {}", trigger.0)
            }
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupError {}
