//! A condition of a game's end as tests of sets of squares, read for one side.

use nightrider_model::{BinaryOp, Counter, PieceId, Player};

use crate::attack;
use crate::bitboard::Bitboard;
use crate::expr::{Code, Frame, holds};
use crate::kind::Kind;
use crate::position::Position;
use crate::rules::RulesFor;
use crate::view::{GameFacts, View};

/// A condition for which all is known but the position: who has moved, who is to move, and for whom it is read.
#[derive(Clone, Debug)]
pub(super) enum Formula<B> {
    /// Known beforehand.
    Always(bool),
    /// There is such a piece.
    Stands(Places<B>),
    /// There are so many such pieces.
    AtLeast(Places<B>, u32),
    /// How two numbers compare.
    Compare(BinaryOp, Number<B>, Number<B>),
    /// There was a piece of the kind, and there is none left.
    Lost(Kind),
    /// The player is to move and has no legal move.
    NoMoves(Player),
    /// A royal of the player is attacked.
    InCheck(Player),
    /// Neither side can win with what is on the board.
    Insufficient,
    Not(Box<Formula<B>>),
    All(Box<[Formula<B>]>),
    Some(Box<[Formula<B>]>),
    /// What sets cannot tell.
    Asks(Box<Question>),
}

/// Pieces of some groups on some squares. No piece belongs to two of the groups.
#[derive(Clone, Debug)]
pub(super) struct Places<B> {
    first: (Group, B),
    /// Nearly always none.
    more: Box<[(Group, B)]>,
}

/// Pieces that have something in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Everyone,
    Owned(Player),
    Type(PieceId),
    Kind(Kind),
}

/// A number that a position has.
#[derive(Clone, Debug)]
pub(super) enum Number<B> {
    Const(i64),
    /// How many pieces.
    Count(Places<B>),
    Counter(Player, Counter),
    PositionCount,
    HalfmoveClock,
    FullMove,
    Sum(Box<(Number<B>, Number<B>)>),
    Difference(Box<(Number<B>, Number<B>)>),
}

/// A condition for the evaluator of expressions.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub code: Code,
    /// For whom it is read.
    pub side: Player,
    pub mover: Player,
    pub turn: Player,
    /// Whether it may fault, so that what stands after it is not to be looked at before it.
    pub may_fault: bool,
}

/// The position a condition is asked of.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a, B: Bitboard> {
    pub rules: &'a RulesFor<B>,
    pub position: &'a Position<B>,
    pub facts: GameFacts,
}

impl<B: Bitboard> Formula<B> {
    /// Whether the condition holds; one that faults does not.
    #[inline]
    pub(super) fn holds(&self, moment: &Moment<'_, B>) -> bool {
        match self {
            // The usual ones, without a call.
            Formula::Stands(places) => places.any(moment.position),
            Formula::Compare(op, a, b) => compares(*op, a.value(moment), b.value(moment)),
            _ => self.truth(moment).unwrap_or(false),
        }
    }

    /// The truth of the condition, `None` if it faults.
    fn truth(&self, moment: &Moment<'_, B>) -> Option<bool> {
        let position = moment.position;
        Some(match self {
            Formula::Always(truth) => *truth,
            Formula::Stands(places) => places.any(position),
            Formula::AtLeast(places, 2) => places.many(position),
            Formula::AtLeast(places, least) => places.count(position) >= *least,
            Formula::Compare(op, a, b) => compares(*op, a.value(moment), b.value(moment)),
            Formula::Lost(kind) => position.of_kind(*kind).is_empty() && position.ever_had(*kind),
            Formula::NoMoves(player) => moment.facts.no_moves && position.turn() == *player,
            Formula::InCheck(player) => attack::in_check(moment.rules, position, *player),
            Formula::Insufficient => moment.rules.material.is_insufficient(moment.rules, position),
            Formula::Not(of) => !of.truth(moment)?,
            Formula::All(parts) => {
                for part in parts {
                    if !part.truth(moment)? {
                        return Some(false);
                    }
                }
                true
            }
            Formula::Some(parts) => {
                for part in parts {
                    if part.truth(moment)? {
                        return Some(true);
                    }
                }
                false
            }
            Formula::Asks(question) => return question.answer(moment),
        })
    }
}

impl Question {
    #[cold]
    fn answer<B: Bitboard>(&self, moment: &Moment<'_, B>) -> Option<bool> {
        let view = View { game: moment.facts, ..View::new(moment.rules, moment.position) };
        holds(&self.code, &view, &mut Frame::of_end(self.side, self.mover, self.turn)).ok()
    }
}

impl<B: Bitboard> Places<B> {
    /// The pieces of some groups, each on its squares; `None` if there are no squares.
    pub(super) fn new(groups: impl IntoIterator<Item = (Group, B)>) -> Option<Places<B>> {
        let mut groups = groups.into_iter().filter(|(_, squares)| squares.any());
        Some(Places { first: groups.next()?, more: groups.collect() })
    }

    #[inline(always)]
    fn any(&self, position: &Position<B>) -> bool {
        standing(self.first, position).any() || self.more.iter().any(|part| standing(*part, position).any())
    }

    fn many(&self, position: &Position<B>) -> bool {
        self.squares(position).many()
    }

    fn count(&self, position: &Position<B>) -> u32 {
        self.squares(position).count()
    }

    fn squares(&self, position: &Position<B>) -> B {
        let first = standing(self.first, position);
        self.more.iter().fold(first, |all, part| all | standing(*part, position))
    }
}

/// Where the pieces of a group stand among some squares.
#[inline(always)]
fn standing<B: Bitboard>((group, squares): (Group, B), position: &Position<B>) -> B {
    let pieces = match group {
        Group::Kind(kind) => position.of_kind(kind),
        Group::Owned(player) => position.owned(player),
        Group::Type(piece) => position.of_type(piece),
        Group::Everyone => position.occupied(),
    };
    pieces & squares
}

impl<B: Bitboard> Number<B> {
    #[inline(always)]
    fn value(&self, moment: &Moment<'_, B>) -> i64 {
        let position = moment.position;
        match self {
            Number::Const(value) => *value,
            Number::Count(places) => places.count(position).into(),
            Number::Counter(player, counter) => {
                let counters = position.counters(*player);
                i64::from(match counter {
                    Counter::Checks => counters.checks,
                    Counter::Captures => counters.captures,
                    Counter::Moves => counters.moves,
                })
            }
            Number::PositionCount => moment.facts.position_count.into(),
            Number::HalfmoveClock => position.ledger.halfmove_clock.into(),
            Number::FullMove => position.ledger.full_move.into(),
            Number::Sum(terms) => added(terms, moment, 1),
            Number::Difference(terms) => added(terms, moment, -1),
        }
    }

    /// More than which it never is, nor less than the negative of it.
    pub(super) fn limit(&self) -> i64 {
        match self {
            Number::Const(value) => value.saturating_abs(),
            Number::Sum(terms) | Number::Difference(terms) => terms.0.limit().saturating_add(terms.1.limit()),
            _ => u32::MAX.into(),
        }
    }
}

/// The first of two numbers and the second one, times a sign.
#[inline(never)]
fn added<B: Bitboard>(terms: &(Number<B>, Number<B>), moment: &Moment<'_, B>, sign: i64) -> i64 {
    terms.0.value(moment) + sign * terms.1.value(moment)
}

/// Whether a comparison of two numbers holds.
#[inline(always)]
pub(super) fn compares(op: BinaryOp, a: i64, b: i64) -> bool {
    match op {
        BinaryOp::Equal => a == b,
        BinaryOp::NotEqual => a != b,
        BinaryOp::Less => a < b,
        BinaryOp::LessEqual => a <= b,
        BinaryOp::Greater => a > b,
        BinaryOp::GreaterEqual => a >= b,
        // No other operator is made into a comparison.
        _ => false,
    }
}
