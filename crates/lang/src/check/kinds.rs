//! Kinds of values: what an expression yields, as far as can be known before the game is played.

use nightrider_model::{Expr, FieldId, PieceId, Value};

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Anything: a parameter, a field that holds different things, or the rest of an error already told.
    Unknown,
    Null,
    Int,
    Bool,
    Str,
    Player,
    Type,
    Square,
    Piece,
    Zone,
    List,
}

impl Kind {
    /// The kind in the words of a message.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Unknown => "a value",
            Kind::Null => "`null`",
            Kind::Int => "a number",
            Kind::Bool => "a truth value",
            Kind::Str => "a string",
            Kind::Player => "a player",
            Kind::Type => "a piece type",
            Kind::Square => "a square",
            Kind::Piece => "a piece",
            Kind::Zone => "a zone",
            Kind::List => "a list",
        }
    }

    /// The kind of a constant.
    pub fn of(value: &Value) -> Kind {
        match value {
            Value::Null => Kind::Null,
            Value::Bool(_) => Kind::Bool,
            Value::Int(_) => Kind::Int,
            Value::Str(_) => Kind::Str,
            Value::List(_) => Kind::List,
            Value::Record(_) => Kind::Unknown,
        }
    }

    /// The kind of something that is one or the other. What may also be `null` keeps its kind.
    pub fn or(self, other: Kind) -> Kind {
        match (self, other) {
            (Kind::Null, kind) | (kind, Kind::Null) => kind,
            (a, b) if a == b => a,
            _ => Kind::Unknown,
        }
    }

    /// Whether `==` between the two can ever hold. Types, players and squares kept in state are strings.
    pub fn comparable(self, other: Kind) -> bool {
        use Kind::{Null, Piece, Player, Square, Str, Type, Unknown};
        self == other
            || matches!(
                (self, other),
                (Unknown | Null, _)
                    | (_, Unknown | Null)
                    | (Str, Type | Player | Square)
                    | (Type | Player | Square, Str)
                    | (Piece, Square)
                    | (Square, Piece)
            )
    }
}

/// A state field: whose, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Field {
    Piece(FieldId),
    Game(FieldId),
    Player(FieldId),
}

/// An expression with what is known of its value.
#[derive(Clone, Debug)]
pub(crate) struct Typed {
    /// The expression.
    pub expr: Expr,
    /// What it yields. For a state field this is a guess from the values it is seen to get.
    pub kind: Kind,
    /// The state field it reads: what looks like a mismatch is then a warning, not an error.
    pub field: Option<Field>,
    /// Of a piece: the types it can have; `None` means any.
    pub types: Option<Vec<PieceId>>,
}

impl Typed {
    /// An expression of a kind.
    pub fn new(expr: Expr, kind: Kind) -> Typed {
        Typed { expr, kind, field: None, types: None }
    }

    /// A piece that can have these types.
    pub fn piece(expr: Expr, types: Option<Vec<PieceId>>) -> Typed {
        Typed { expr, kind: Kind::Piece, field: None, types }
    }

    /// What stands in for an expression that could not be understood.
    pub fn error() -> Typed {
        Typed::new(Expr::Null, Kind::Unknown)
    }

    /// Whether this stands in for an error.
    pub fn is_error(&self) -> bool {
        self.kind == Kind::Unknown && self.expr == Expr::Null
    }
}
