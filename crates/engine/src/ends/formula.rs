//! Conditions of ends as tests of sets: what is asked at every ply, in a form that costs next to nothing.
//!
//! A formula is made for one side that a condition is read for and one player who has moved. Whatever has no
//! form of its own keeps to the general evaluator, so that a formula always means what the condition means.

use nightrider_model::{
    BinaryOp, Counter, EventVar, Expr, LocalId, PieceId, PieceSet, Player, Quantifier, Region, Side, UnaryOp,
    Variant,
};

use crate::attack;
use crate::bitboard::Bitboard;
use crate::expr::{Code, Frame, holds};
use crate::kind::Kind;
use crate::position::Position;
use crate::rules::RulesFor;
use crate::view::{GameFacts, View};

/// A condition, read for one side after a move of one player.
#[derive(Clone, Debug)]
pub(super) enum Formula<B> {
    Known(bool),
    /// One of these pieces is on the board.
    Some(Pieces<B>),
    Compare(BinaryOp, Number<B>, Number<B>),
    Not(Box<Formula<B>>),
    All(Box<[Formula<B>]>),
    Any(Box<[Formula<B>]>),
    /// It is this player's turn.
    Turn(Player),
    /// There was such a piece, and there is none left.
    Lost(Kind),
    /// The player is to move, has no legal move, and is in check or is not.
    NoMoves {
        player: Player,
        in_check: bool,
    },
    Insufficient,
    /// For the evaluator.
    Other(Code),
}

/// A number.
#[derive(Clone, Debug)]
pub(super) enum Number<B> {
    Known(i64),
    Count(Pieces<B>),
    Counter(Player, Counter),
    HalfmoveClock,
    PositionCount,
}

/// Pieces of some type, owner and place.
#[derive(Clone, Debug)]
pub(super) struct Pieces<B> {
    of: Whose,
    on: B,
}

#[derive(Clone, Copy, Debug)]
enum Whose {
    Kind(Kind),
    Type(PieceId),
    Owner(Player),
    Anyone,
}

impl<B: Bitboard> Formula<B> {
    /// The formula of a condition.
    pub(super) fn new(variant: &Variant, expr: &Expr, side: Player, mover: Player) -> Formula<B> {
        let board = B::from_squares(variant.board.squares());
        Maker { variant, side, mover, board }.formula(expr)
    }

    /// Whether it holds; `None` if the evaluator fails.
    pub(super) fn holds(
        &self,
        rules: &RulesFor<B>,
        position: &Position<B>,
        facts: GameFacts,
        frame: impl Fn() -> Frame + Copy,
    ) -> Option<bool> {
        let value = |number: &Number<B>| number.value(position, facts);
        Some(match self {
            Formula::Known(known) => *known,
            Formula::Some(pieces) => pieces.squares(position).any(),
            Formula::Compare(op, a, b) => compare(*op, value(a), value(b)),
            Formula::Not(of) => !of.holds(rules, position, facts, frame)?,
            Formula::All(parts) => {
                for part in parts {
                    if !part.holds(rules, position, facts, frame)? {
                        return Some(false);
                    }
                }
                true
            }
            Formula::Any(parts) => {
                for part in parts {
                    if part.holds(rules, position, facts, frame)? {
                        return Some(true);
                    }
                }
                false
            }
            Formula::Turn(player) => position.turn() == *player,
            Formula::Lost(kind) => position.of_kind(*kind).is_empty() && position.ever_had(*kind),
            Formula::NoMoves { player, in_check } => {
                facts.no_moves
                    && *player == position.turn()
                    && attack::in_check(rules, position, *player) == *in_check
            }
            Formula::Insufficient => rules.material.is_insufficient(rules, position),
            Formula::Other(code) => {
                let view = View { game: facts, ..View::new(rules, position) };
                return holds(code, &view, &mut frame()).ok();
            }
        })
    }
}

impl<B: Bitboard> Number<B> {
    fn value(&self, position: &Position<B>, facts: GameFacts) -> i64 {
        match self {
            Number::Known(known) => *known,
            Number::Count(pieces) => pieces.squares(position).count().into(),
            Number::Counter(player, counter) => {
                let counters = position.counters(*player);
                i64::from(match counter {
                    Counter::Checks => counters.checks,
                    Counter::Captures => counters.captures,
                    Counter::Moves => counters.moves,
                })
            }
            Number::HalfmoveClock => position.ledger.halfmove_clock.into(),
            Number::PositionCount => facts.position_count.into(),
        }
    }
}

impl<B: Bitboard> Pieces<B> {
    #[inline(always)]
    fn squares(&self, position: &Position<B>) -> B {
        let all = match self.of {
            Whose::Kind(kind) => position.of_kind(kind),
            Whose::Type(piece) => position.of_type(piece),
            Whose::Owner(player) => position.owned(player),
            Whose::Anyone => position.occupied(),
        };
        all & self.on
    }
}

fn compare(op: BinaryOp, a: i64, b: i64) -> bool {
    match op {
        BinaryOp::Equal => a == b,
        BinaryOp::NotEqual => a != b,
        BinaryOp::Less => a < b,
        BinaryOp::LessEqual => a <= b,
        BinaryOp::Greater => a > b,
        BinaryOp::GreaterEqual => a >= b,
        // No formula is made with another.
        _ => false,
    }
}

struct Maker<'a, B> {
    variant: &'a Variant,
    side: Player,
    mover: Player,
    board: B,
}

impl<B: Bitboard> Maker<'_, B> {
    fn formula(&self, expr: &Expr) -> Formula<B> {
        self.known_form(expr).unwrap_or_else(|| Formula::Other(Code::new(self.variant, expr)))
    }

    /// The form of a condition that needs no evaluator, apart from its parts.
    fn known_form(&self, expr: &Expr) -> Option<Formula<B>> {
        let compare = |op, a, b| Some(Formula::Compare(op, a, Number::Known(b)));
        match expr {
            Expr::Bool(known) => Some(Formula::Known(*known)),
            Expr::Unary(UnaryOp::Not, of) => Some(match self.formula(of) {
                Formula::Known(known) => Formula::Known(!known),
                of => Formula::Not(of.into()),
            }),
            Expr::Binary(BinaryOp::And, a, b) => Some(self.joined(true, a, b)),
            Expr::Binary(BinaryOp::Or, a, b) => Some(self.joined(false, a, b)),
            Expr::Binary(op, a, b) => self.comparison(*op, a, b),
            Expr::Quantified(Quantifier::Exists, set) => {
                let (of, on, filter) = self.set(set)?;
                Some(Formula::Some(Pieces { of, on: on & filter }))
            }
            Expr::Quantified(Quantifier::All, set) => {
                let (of, on, filter) = self.set(set)?;
                Some(Formula::Not(Box::new(Formula::Some(Pieces { of, on: on.without(filter) }))))
            }
            Expr::Captured(side, piece) => Some(Formula::Lost(Kind::new(*piece, self.player(*side)?))),
            Expr::Checkmated(side) => Some(Formula::NoMoves { player: self.player(*side)?, in_check: true }),
            Expr::Stalemated(side) => Some(Formula::NoMoves { player: self.player(*side)?, in_check: false }),
            Expr::Repetition => compare(BinaryOp::GreaterEqual, Number::PositionCount, 3),
            Expr::FiftyMoves => compare(BinaryOp::GreaterEqual, Number::HalfmoveClock, 100),
            Expr::Insufficient => Some(Formula::Insufficient),
            _ => None,
        }
    }

    /// `a and b` (`all`) or `a or b`. What follows a part that decides is never looked at.
    fn joined(&self, all: bool, a: &Expr, b: &Expr) -> Formula<B> {
        let mut parts = Vec::new();
        for part in [self.formula(a), self.formula(b)] {
            match part {
                Formula::Known(known) if known == all => {}
                Formula::All(inner) if all => parts.extend(inner),
                Formula::Any(inner) if !all => parts.extend(inner),
                part => parts.push(part),
            }
        }
        if let Some(decided) = parts.iter().position(|part| matches!(part, Formula::Known(_))) {
            parts.truncate(decided + 1);
        }
        match (parts.len(), all) {
            (0, all) => Formula::Known(all),
            (1, _) => parts.swap_remove(0),
            (_, true) => Formula::All(parts.into()),
            (_, false) => Formula::Any(parts.into()),
        }
    }

    fn comparison(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Formula<B>> {
        use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        if !matches!(op, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual) {
            return None;
        }
        if let (Some(a), Some(b)) = (self.number(a), self.number(b)) {
            return Some(Formula::Compare(op, a, b));
        }
        let same = match (self.whose(a)?, self.whose(b)?) {
            (Some(a), Some(b)) => Formula::Known(a == b),
            (Some(player), None) | (None, Some(player)) => Formula::Turn(player),
            (None, None) => Formula::Known(true),
        };
        match (op, same) {
            (Equal, same) => Some(same),
            (NotEqual, Formula::Known(same)) => Some(Formula::Known(!same)),
            (NotEqual, same) => Some(Formula::Not(same.into())),
            _ => None,
        }
    }

    fn number(&self, expr: &Expr) -> Option<Number<B>> {
        match expr {
            Expr::Int(known) => Some(Number::Known(*known)),
            Expr::Quantified(Quantifier::Count, set) => {
                let (of, on, filter) = self.set(set)?;
                Some(Number::Count(Pieces { of, on: on & filter }))
            }
            Expr::Counter(side, counter) => Some(Number::Counter(self.player(*side)?, *counter)),
            Expr::HalfmoveClock => Some(Number::HalfmoveClock),
            Expr::PositionCount => Some(Number::PositionCount),
            _ => None,
        }
    }

    /// A player; `Some(None)` is the one to move.
    fn whose(&self, expr: &Expr) -> Option<Option<Player>> {
        match expr {
            Expr::Player(player) => Some(Some(*player)),
            Expr::Event(EventVar::Player) => Some(Some(self.side)),
            Expr::Event(EventVar::Opponent) => Some(Some(self.side.opponent())),
            Expr::Event(EventVar::Mover) => Some(Some(self.mover)),
            Expr::Event(EventVar::Turn) => Some(None),
            _ => None,
        }
    }

    fn player(&self, side: Side) -> Option<Player> {
        match side {
            Side::Own => Some(self.side),
            Side::Opponent => Some(self.side.opponent()),
            Side::Mover => Some(self.mover),
            Side::Turn => None,
            Side::White => Some(Player::White),
            Side::Black => Some(Player::Black),
        }
    }

    /// Whose pieces a set has, where they stand, and where they pass its filter.
    fn set(&self, set: &PieceSet) -> Option<(Whose, B, B)> {
        let owner = match set.side {
            Some(side) => Some(self.player(side)?),
            None => None,
        };
        let of = match (set.piece, owner) {
            (Some(piece), Some(owner)) => Whose::Kind(Kind::new(piece, owner)),
            (Some(piece), None) => Whose::Type(piece),
            (None, Some(owner)) => Whose::Owner(owner),
            (None, None) => Whose::Anyone,
        };
        let on = match &set.region {
            Region::Board => self.board,
            Region::Zone(zone) => self.zone(*zone),
            _ => return None,
        };
        let filter = match &set.filter {
            None => self.board,
            Some(filter) => self.place(filter, set.local)?,
        };
        Some((of, on, filter))
    }

    fn zone(&self, zone: nightrider_model::ZoneId) -> B {
        B::from_squares(self.variant.board.zone(zone).squares.iter().copied())
    }

    /// The squares on which a filter holds for the piece that stands there, if it asks for nothing else.
    fn place(&self, filter: &Expr, local: LocalId) -> Option<B> {
        let board = &self.variant.board;
        let is_piece = |of: &Expr| match of {
            Expr::Local(of) => *of == local,
            Expr::SquareOf(of) => matches!(&**of, Expr::Local(of) if *of == local),
            _ => false,
        };
        let number = |expr: &Expr| match expr {
            Expr::Int(number) => Some(*number),
            _ => None,
        };
        let squares = |test: &dyn Fn(nightrider_model::Square) -> bool| {
            Some(B::from_squares(board.squares().filter(|&square| test(square))))
        };
        match filter {
            Expr::Bool(known) => Some(self.board.when(*known)),
            Expr::Unary(UnaryOp::Not, of) => Some(self.board.without(self.place(of, local)?)),
            Expr::Binary(BinaryOp::And, a, b) => Some(self.place(a, local)? & self.place(b, local)?),
            Expr::Binary(BinaryOp::Or, a, b) => Some(self.place(a, local)? | self.place(b, local)?),
            Expr::InZone(of, zone) if is_piece(of) => Some(self.zone(*zone)),
            Expr::OnRank(of, rank) if is_piece(of) => {
                let rank = number(rank)?;
                squares(&|square| i64::from(board.rank(square)) + 1 == rank)
            }
            Expr::OnFile(of, file) if is_piece(of) => {
                let file = number(file)?;
                squares(&|square| i64::from(board.file(square)) + 1 == file)
            }
            Expr::OnOwnRank(of, rank, whose) if is_piece(of) => {
                let (rank, whose) = (number(rank)?, self.whose(whose)??);
                squares(&|square| {
                    let own = match whose {
                        Player::White => board.rank(square) + 1,
                        Player::Black => board.height - board.rank(square),
                    };
                    i64::from(own) == rank
                })
            }
            _ => None,
        }
    }
}
