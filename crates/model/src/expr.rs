//! Expressions: the conditions of patterns, triggers and ends, and the values of actions.
//!
//! One type serves all places. Which variants may occur where is the business of the language's checker;
//! the engine treats what makes no sense in a place as `null` or `false`, never as a panic.

use serde::{Deserialize, Serialize};

use crate::{Compass, FieldId, LocalId, PieceId, Player, Square, TraitId, ZoneId};

/// An expression with all names resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Expr {
    /// `null`.
    Null,
    /// `true`, `false`.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A string.
    Str(String),
    /// `White`, `Black`.
    Player(Player),
    /// A piece type by name.
    Type(PieceId),
    /// A square: `e4`, `[e4]`, `{file: 4, rank: 3}` with constant numbers.
    Square(Square),
    /// `{file: f, rank: r}` with computed numbers, from 0. Off the board it is `null`.
    SquareAt(Box<Expr>, Box<Expr>),
    /// `[a, b, c]`.
    List(Vec<Expr>),

    /// What a `let`, `for`, `any T`, quantifier filter or parameter bound: a value, piece or square.
    Local(LocalId),
    /// A variable of the event or of the move under test.
    Event(EventVar),

    /// `.type` of a piece.
    TypeOf(Box<Expr>),
    /// `.owner` of a piece.
    OwnerOf(Box<Expr>),
    /// `.pos` of a piece, or the square itself. `captured.pos` is where the captured piece stood.
    SquareOf(Box<Expr>),
    /// `.rank` of a square or piece, from 0, like the squares of `{file: f, rank: r}` and of scripts.
    RankOf(Box<Expr>),
    /// `.file` of a square or piece, from 0 (a).
    FileOf(Box<Expr>),
    /// `.value` of a piece or type, in pawns (hundredths are cut off).
    ValueOf(Box<Expr>),
    /// `piece.state.x`. A piece without the field reads `null`.
    PieceState(Box<Expr>, FieldId),
    /// `game.state.x`. A field that was never set reads 0.
    GameState(FieldId),
    /// `player.state.x` of the given player. A field that was never set reads 0.
    PlayerState(Box<Expr>, FieldId),

    /// `-a`, `not a`.
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`, `a == b`, `a and b`, ...
    Binary(BinaryOp, Box<Expr>, Box<Expr>),

    /// The square (or the piece's square) lies in a zone.
    InZone(Box<Expr>, ZoneId),
    /// The event's zone is this one (`zone == zone.hill` in `enter_zone`, `exit_zone`).
    EventZoneIs(ZoneId),
    /// The square (or the piece's square) lies on a rank counted from 1.
    OnRank(Box<Expr>, Box<Expr>),
    /// As [`Expr::OnRank`], counted from the given player's own side.
    OnOwnRank(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The square (or the piece's square) lies on a file counted from 1 (a).
    OnFile(Box<Expr>, Box<Expr>),
    /// The piece has a built-in trait, by its name in the language.
    HasBuiltinTrait(Box<Expr>, String),
    /// The piece has a custom trait.
    HasTrait(Box<Expr>, TraitId),
    /// `target has piece`: a piece stood there before the move (for `target` within `move` and `capture`),
    /// or stands there now (any other square).
    HasPiece(Box<Expr>),
    /// The two squares or pieces are one king step apart.
    Adjacent(Box<Expr>, Box<Expr>),
    /// The piece is a friend or an enemy of the one who acts: the piece bound by `any T`, else the event's
    /// piece (the mover, in patterns), else the event's player.
    Is(Box<Expr>, Relation),

    /// `exists`, `all`, `count` over a set of pieces. `exists` and `all` are truth values, `count` a number.
    Quantified(Quantifier, Box<PieceSet>),
    /// A built-in function.
    Call(Builtin, Vec<Expr>),
    /// A function declared in a script.
    ScriptCall(String, Vec<Expr>),

    /// What stands on the target of the move under test. Pattern conditions only.
    Target(Occupancy),
    /// All squares strictly between origin and target are empty. Pattern conditions only.
    Clear,
    /// Some square strictly between origin and target is occupied. Pattern conditions only.
    Blocked,
    /// The piece has not moved yet.
    FirstMove(Box<Expr>),
    /// An own royal of the given player is attacked.
    InCheck(Box<Expr>),

    /// A counter of a side: `checks`, `captures`, `moves`.
    Counter(Side, Counter),
    /// How many times the current position has occurred, this time included.
    PositionCount,
    /// Plies since the last capture or move of a piece named in `rules: fifty_moves`.
    HalfmoveClock,
    /// The side had pieces of this type and has none left.
    Captured(Side, PieceId),
    /// The side is to move, has no legal move and is in check (`checkmate` read for the other side).
    Checkmated(Side),
    /// The side is to move, has no legal move and is not in check (`stalemate` read for the other side).
    Stalemated(Side),
    /// The built-in draw rule `repetition`: third occurrence.
    Repetition,
    /// The built-in draw rule `fifty_moves`.
    FiftyMoves,
    /// The built-in draw rule `insufficient`.
    Insufficient,
    /// A piece of this type of the side could reach a square for which the filter holds with one legal
    /// move. The local is bound to the square.
    CanReach {
        /// Whose piece.
        side: Side,
        /// Which type.
        piece: PieceId,
        /// Bound to the square under test.
        local: LocalId,
        /// The condition on the square.
        filter: Box<Expr>,
    },
}

/// A variable of an event, or of the move that a pattern's condition judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EventVar {
    /// The piece that moves (`captured` events: the piece taken).
    Piece,
    /// The square it came from.
    Origin,
    /// The square it went to.
    Target,
    /// The piece taken, also after it has left the board.
    Captured,
    /// The taker, in `captured` events.
    Captor,
    /// The attacked royal, in `check` events.
    King,
    /// The player of the event; in conditions of ends the side the condition is read for.
    Player,
    /// The player's opponent.
    Opponent,
    /// The player who made the last move, in conditions of ends.
    Mover,
    /// The player to move next, in conditions of ends.
    Turn,
    /// King-move distance from origin to target.
    Distance,
    /// The number of the full move.
    TurnNumber,
    /// The zone entered or left.
    Zone,
}

/// Whose counter or piece a condition speaks of, relative to the player it is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The player the condition is read for.
    Own,
    /// That player's opponent.
    Opponent,
    /// The player who made the last move.
    Mover,
    /// The player to move next.
    Turn,
    /// White.
    White,
    /// Black.
    Black,
}

/// What a side counts over a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Counter {
    /// Checks given, at most one a ply.
    Checks,
    /// Captures made.
    Captures,
    /// Moves made.
    Moves,
}

/// A built-in function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Builtin {
    /// King-move distance of two squares or pieces.
    Distance,
    /// The piece on a square (for `target` within `move` and `capture`: the one before the move), or null.
    PieceAt,
    /// The smaller of two or more numbers.
    Min,
    /// The greater of two or more numbers.
    Max,
    /// The absolute value.
    Abs,
    /// A random empty square of the board (no argument) or next to a square or piece (one argument); `null`
    /// if there is none. Drawn from the game's own generator.
    RandomEmptySquare,
    /// The first empty square next to a square or piece in board order, or `null`.
    EmptyAdjacentTo,
    /// An empty square: the first of the board in board order, or `null`.
    FirstEmptySquare,
}

/// What stands on a target square, seen from the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // The words of the language.
pub enum Occupancy {
    Empty,
    Enemy,
    Friend,
    Occupied,
}

/// Friend or enemy of the one who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // The words of the language.
pub enum Relation {
    Friend,
    Enemy,
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // Their names say it.
pub enum UnaryOp {
    Not,
    Negate,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // Their names say it.
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Or,
}

/// A quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Quantifier {
    /// Some piece of the set.
    Exists,
    /// Every piece of the set's types and region passes its filter (true of an empty set).
    All,
    /// How many pieces.
    Count,
}

/// A set of pieces on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceSet {
    /// Only pieces of this type.
    pub piece: Option<PieceId>,
    /// Only pieces of this side (`opponent.King`, `White.pieces`, a bare `King` in a condition of ends).
    pub side: Option<Side>,
    /// Only pieces standing here.
    pub region: Region,
    /// Bound to the piece under test while the filter is evaluated.
    pub local: LocalId,
    /// The `where` part.
    pub filter: Option<Expr>,
}

/// Where the pieces of a set stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Region {
    /// Anywhere.
    Board,
    /// Within king distance `radius` of a square or piece, which is included.
    Radius {
        /// The distance.
        radius: Expr,
        /// The centre.
        from: Expr,
    },
    /// The first piece met in each direction from a square or piece.
    Line {
        /// The directions.
        directions: LineDirections,
        /// The start, not included.
        from: Expr,
    },
    /// In a zone.
    Zone(ZoneId),
    /// One king step from a square or piece, which is not included.
    AdjacentTo(Expr),
}

/// The directions of [`Region::Line`], seen from the owner of the piece the line starts from.
pub type LineDirections = Vec<Compass>;
