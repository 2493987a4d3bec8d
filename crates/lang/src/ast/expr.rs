//! Expressions and conditions; positions and sets of pieces are expressions too.

use super::{Int, Name};
use crate::span::{Span, Spanned};

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Which kind.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expressions.
///
/// Precedence, tightest first: `.` and calls; unary `-`; `* / %`; `+ -`; comparisons and `in`, `on`, `has`,
/// `adjacent to`, `captured`; `not`; `and`; `or`.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A whole number, its sign included.
    Int(i64),
    /// A string.
    Text(String),
    /// `true` or `false`.
    Bool(bool),
    /// `null`.
    Null,
    /// A single word: a variable, a piece type, a square (`e4`), a colour, a condition word (`first_move`), an effect.
    Name(String),
    /// `of.field`
    Field {
        /// The left side.
        of: Box<Expr>,
        /// The word after the dot.
        field: Name,
    },
    /// `function(a, b)`
    Call {
        /// What is called.
        function: Name,
        /// With what.
        args: Vec<Expr>,
    },
    /// `of.method(a, b)`, such as `piece.traits.has(royal)`
    Method {
        /// The left side.
        of: Box<Expr>,
        /// The word after the dot.
        method: Name,
        /// With what.
        args: Vec<Expr>,
    },
    /// `[a, b]`. An array of one square may stand where a position is wanted.
    Array(Vec<Expr>),
    /// `{file: 4, rank: 3}`
    Object(Vec<(Name, Expr)>),
    /// `( a )`, kept because parentheses can change what belongs to a `count`.
    Paren(Box<Expr>),
    /// `-a`
    Negate(Box<Expr>),
    /// `a + b` and its like.
    Binary {
        /// Which.
        op: Spanned<BinaryOp>,
        /// Left side.
        left: Box<Expr>,
        /// Right side.
        right: Box<Expr>,
    },
    /// `a == b` and its like. Several in a row lean to the left.
    Compare {
        /// Which.
        op: Spanned<CompareOp>,
        /// Left side.
        left: Box<Expr>,
        /// Right side.
        right: Box<Expr>,
    },
    /// `not a`
    Not(Box<Expr>),
    /// `a and b and ...`: two or more.
    And(Vec<Expr>),
    /// `a or b or ...`: two or more.
    Or(Vec<Expr>),
    /// `x in zone.hill`, `x not in zone.hill`, or without a subject `in zone.hill`; also `x in [a, b]`.
    In {
        /// What is asked about; the context's own subject if not written.
        subject: Option<Box<Expr>>,
        /// `not in`
        negated: bool,
        /// Where.
        place: Place,
    },
    /// `x on rank 4`, `on rank 4`, `on own rank 2`
    OnRank {
        /// What is asked about; the context's own subject if not written.
        subject: Option<Box<Expr>>,
        /// `not on`
        negated: bool,
        /// `on own rank 2`: counted from the player's own side of the board.
        own: bool,
        /// Which rank.
        rank: Box<Expr>,
    },
    /// `x on file e`, `on file e`
    OnFile {
        /// What is asked about; the context's own subject if not written.
        subject: Option<Box<Expr>>,
        /// `not on`
        negated: bool,
        /// Which file: a letter (then a [`ExprKind::Name`]) or an expression.
        file: Box<Expr>,
    },
    /// `target has piece`, `piece.traits has undead`
    Has {
        /// What is asked about.
        subject: Box<Expr>,
        /// What it is asked to have.
        what: Name,
    },
    /// `x adjacent to y`, `adjacent to y`
    AdjacentTo {
        /// What is asked about; the context's own subject if not written.
        subject: Option<Box<Expr>>,
        /// `not adjacent to`
        negated: bool,
        /// Beside what.
        to: Box<Expr>,
    },
    /// `King captured`, `Black.Queen captured`
    Captured(Box<Expr>),
    /// `count Pawns where ...`
    Count(Box<PieceSet>),
    /// `exists Knight where ...`
    Exists(Box<PieceSet>),
    /// `any Guardian adjacent to captured where ...`
    Any(Box<PieceSet>),
    /// `all Pawns where ...`
    All(Box<PieceSet>),
    /// A set of pieces with a region, as in `let near = pieces in radius(1) from target`.
    Pieces(Box<PieceSet>),
    /// `random_empty_square`, `random_empty_square adjacent to p`
    RandomEmptySquare {
        /// Beside what, if said.
        adjacent_to: Option<Box<Expr>>,
    },
    /// `empty adjacent to p`: the first empty square beside `p`.
    EmptyAdjacent {
        /// Beside what.
        to: Box<Expr>,
    },
    /// `rank 8` as an argument: `can_reach(King, rank 8)`
    Rank(Int),
    /// `file e` as an argument: `can_reach(King, file e)`
    File(Name),
    /// Something that could not be read; a diagnostic says so.
    Error,
}

/// Where `in` looks.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// `zone.name`
    Zone(Name),
    /// Any other expression, such as an array.
    Value(Box<Expr>),
}

/// The arithmetic operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

impl BinaryOp {
    /// The sign of the language.
    pub fn sign(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Remainder => "%",
        }
    }
}

/// The comparison operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl CompareOp {
    /// The sign of the language.
    pub fn sign(self) -> &'static str {
        match self {
            CompareOp::Equal => "==",
            CompareOp::NotEqual => "!=",
            CompareOp::Less => "<",
            CompareOp::LessEqual => "<=",
            CompareOp::Greater => ">",
            CompareOp::GreaterEqual => ">=",
        }
    }
}

/// A set of pieces: `pieces in radius(2) from target where not King`, `White.Pawns where on rank 7`.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceSet {
    /// Whose, if said: the `opponent` of `opponent.pieces`.
    pub owner: Option<Name>,
    /// `pieces`, `piece`, or a type by its name or plural.
    pub kind: Name,
    /// Where; several regions must all hold.
    pub regions: Vec<Region>,
    /// The condition after `where`; bare `type`, `owner`, `state`, `pos` and a bare type name speak of the piece tested.
    pub filter: Option<Box<Expr>>,
    /// The whole set.
    pub span: Span,
}

/// Where the pieces of a set stand.
#[derive(Clone, Debug, PartialEq)]
pub enum Region {
    /// `in radius(n) from p`: within `n` king moves, the centre included.
    Radius {
        /// How far.
        radius: Box<Expr>,
        /// The centre.
        from: Box<Expr>,
    },
    /// `in line(dir) from p`: the first piece met in each direction.
    Line {
        /// Which way; `None` when the word is unknown (a diagnostic says so).
        direction: Spanned<Option<super::Direction>>,
        /// Where the lines start.
        from: Box<Expr>,
    },
    /// `in zone.x`
    Zone(Name),
    /// `adjacent to p`
    AdjacentTo(Box<Expr>),
}

/// Bare words that are conditions of a move and hence truth values.
pub const CONDITION_WORDS: [&str; 9] =
    ["empty", "enemy", "friend", "occupied", "clear", "blocked", "first_move", "has_moved", "check"];

impl Expr {
    /// Puts kind and place together.
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }

    /// The expression without the parentheses around it.
    pub fn unparenthesised(&self) -> &Expr {
        let mut expr = self;
        while let ExprKind::Paren(inner) = &expr.kind {
            expr = inner;
        }
        expr
    }

    /// Whether the grammar alone shows that this is a truth value: a comparison, `not`, `in`, a condition word, ...
    ///
    /// A bare word that starts with a capital letter counts too: inside a filter it names a type and tests it.
    /// A state field may be a truth value without the grammar knowing.
    pub fn is_truth_value(&self) -> bool {
        match &self.unparenthesised().kind {
            ExprKind::Bool(_)
            | ExprKind::Compare { .. }
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::In { .. }
            | ExprKind::OnRank { .. }
            | ExprKind::OnFile { .. }
            | ExprKind::Has { .. }
            | ExprKind::AdjacentTo { .. }
            | ExprKind::Captured(_)
            | ExprKind::Exists(_)
            | ExprKind::Any(_)
            | ExprKind::All(_) => true,
            ExprKind::Method { method, .. } => method.text == "has",
            ExprKind::Name(word) => {
                CONDITION_WORDS.contains(&word.as_str())
                    || word.chars().next().is_some_and(char::is_uppercase)
            }
            _ => false,
        }
    }

    /// Takes the last comparison off a condition: `a and x >= 2` becomes (`a and x`, `>=`, `2`).
    ///
    /// For a `count` whose filter ends with a comparison of something that only the checker knows to be a truth value:
    /// `count Lancers where state.ready >= 2`. `None` when the condition does not end so.
    pub fn split_last_comparison(&self) -> Option<(Expr, Spanned<CompareOp>, Expr)> {
        let split_list = |list: &[Expr], make: fn(Vec<Expr>) -> ExprKind| {
            let (last, before) = list.split_last()?;
            let (left, op, right) = last.split_last_comparison()?;
            let end = left.span.end;
            let list = before.iter().cloned().chain([left]).collect();
            Some((make(list), end, op, right))
        };
        let (kind, end, op, right) = match &self.kind {
            ExprKind::Compare { op, left, right } => return Some(((**left).clone(), *op, (**right).clone())),
            ExprKind::Not(inner) => {
                let (left, op, right) = inner.split_last_comparison()?;
                let end = left.span.end;
                (ExprKind::Not(Box::new(left)), end, op, right)
            }
            ExprKind::And(list) => split_list(list, ExprKind::And)?,
            ExprKind::Or(list) => split_list(list, ExprKind::Or)?,
            _ => return None,
        };
        Some((Expr::new(kind, Span::new(self.span.source, self.span.start, end)), op, right))
    }
}
