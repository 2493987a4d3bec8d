//! What expressions yield: the values at run time, their comparison and their arithmetic.

use std::fmt;
use std::sync::Arc;

use crate::script::ScriptFault;
use nightrider_model::{BinaryOp, Board, PieceId, Player, Square, Value, Variant};

/// A value at run time. Cloning one never allocates.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Datum {
    /// `null`, and whatever is missing: a variable the event does not have, a piece without the field.
    #[default]
    Null,
    /// A truth value.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A string.
    Str(Arc<str>),
    /// A player.
    Player(Player),
    /// A piece type.
    Type(PieceId),
    /// A square.
    Square(Square),
    /// A piece, on the board or off it.
    Piece(PieceRef),
    /// A list.
    List(Arc<[Datum]>),
    /// A record, as scripts may keep in `game.state`. Expressions can only pass it on.
    Record(Value),
}

/// Which piece a variable names. A reference follows its piece when an action moves or removes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceRef {
    /// The piece that stands there.
    On(Square),
    /// A piece off the board, by its place among the [`Frame`](super::Frame)'s detached pieces.
    Off(u8),
}

/// Why an expression or an action had to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `/` or `%` by zero.
    DivisionByZero,
    /// A result that does not fit 64 bits.
    Overflow,
    /// Arithmetic with something that is not a number.
    NotANumber {
        /// What it was, in words.
        found: &'static str,
    },
    /// Loops and quantifiers took too many steps.
    TooManySteps,
    /// Actions call one another too deeply.
    CallsTooDeep,
    /// A function of a script that cannot be called here.
    NoSuchFunction(String),
    /// A function of a script has failed.
    Script(Box<ScriptFault>),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::DivisionByZero => write!(f, "division by zero"),
            Fault::Overflow => write!(f, "a number outgrew 64 bits"),
            Fault::NotANumber { found } => write!(f, "arithmetic needs numbers, but one side is {found}"),
            Fault::TooManySteps => write!(f, "the loops took more steps than a trigger may"),
            Fault::CallsTooDeep => write!(f, "the actions call one another too deeply"),
            Fault::Script(fault) => fault.fmt(f),
            Fault::NoSuchFunction(name) => write!(f, "no function `{name}` can be called here"),
        }
    }
}

impl std::error::Error for Fault {}

impl Datum {
    /// Whether a condition with this value holds: `true`, a number other than 0, a non-empty string, and
    /// whatever names something. `null` and empty lists do not hold.
    pub fn holds(&self) -> bool {
        match self {
            Datum::Null => false,
            Datum::Bool(value) => *value,
            Datum::Int(value) => *value != 0,
            Datum::Str(text) => !text.is_empty(),
            Datum::List(items) => !items.is_empty(),
            Datum::Player(_) | Datum::Type(_) | Datum::Square(_) | Datum::Piece(_) | Datum::Record(_) => true,
        }
    }

    /// The number, with `null` read as 0.
    fn number(&self) -> Result<i64, Fault> {
        match self {
            Datum::Int(value) => Ok(*value),
            Datum::Null => Ok(0),
            other => Err(Fault::NotANumber { found: other.kind() }),
        }
    }

    /// The kind of value, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Datum::Null => "null",
            Datum::Bool(_) => "a truth value",
            Datum::Int(_) => "a number",
            Datum::Str(_) => "a string",
            Datum::Player(_) => "a player",
            Datum::Type(_) => "a piece type",
            Datum::Square(_) => "a square",
            Datum::Piece(_) => "a piece",
            Datum::List(_) => "a list",
            Datum::Record(_) => "a record",
        }
    }

    /// The value as a state field keeps it: types, players and squares by name, a piece as the square it
    /// stands on (`null` off the board).
    pub fn to_value(&self, variant: &Variant) -> Value {
        match self {
            Datum::Null | Datum::Piece(PieceRef::Off(_)) => Value::Null,
            Datum::Bool(value) => Value::Bool(*value),
            Datum::Int(value) => Value::Int(*value),
            Datum::Str(text) => Value::Str(text.clone()),
            Datum::Player(player) => Value::from(player.name()),
            Datum::Type(piece) => Value::from(variant.piece(*piece).name.as_str()),
            Datum::Square(square) | Datum::Piece(PieceRef::On(square)) => {
                Value::from(variant.board.name(*square).as_str())
            }
            Datum::List(items) => Value::List(items.iter().map(|item| item.to_value(variant)).collect()),
            Datum::Record(value) => value.clone(),
        }
    }
}

impl From<&Value> for Datum {
    fn from(value: &Value) -> Datum {
        match value {
            Value::Null => Datum::Null,
            Value::Bool(value) => Datum::Bool(*value),
            Value::Int(value) => Datum::Int(*value),
            Value::Str(text) => Datum::Str(text.clone()),
            Value::List(items) => Datum::List(items.iter().map(Datum::from).collect()),
            Value::Record(_) => Datum::Record(value.clone()),
        }
    }
}

/// Whether two values are equal. Types, players and squares equal the strings that name them, because
/// state fields keep them as names.
pub fn equal(variant: &Variant, a: &Datum, b: &Datum) -> bool {
    match (a, b) {
        (Datum::Str(text), other) | (other, Datum::Str(text)) => match other {
            Datum::Str(other) => text == other,
            Datum::Type(piece) => **text == *variant.piece(*piece).name,
            Datum::Player(player) => **text == *player.name(),
            Datum::Square(square) => names_square(&variant.board, text, *square),
            _ => false,
        },
        (Datum::List(a), Datum::List(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| equal(variant, a, b))
        }
        (Datum::Piece(PieceRef::On(a)), Datum::Square(b))
        | (Datum::Square(b), Datum::Piece(PieceRef::On(a))) => a == b,
        _ => a == b,
    }
}

fn names_square(board: &Board, text: &str, square: Square) -> bool {
    board.parse(text) == Some(square)
}

/// An operator other than `and` and `or` (which need not look at their right side).
///
/// Order comparisons hold only between two numbers or two strings; arithmetic reads `null` as 0.
///
/// # Errors
/// Division by zero, overflow, and arithmetic with what is not a number.
pub fn binary(variant: &Variant, op: BinaryOp, a: &Datum, b: &Datum) -> Result<Datum, Fault> {
    let arithmetic = |checked: fn(i64, i64) -> Option<i64>| {
        checked(a.number()?, b.number()?).map(Datum::Int).ok_or(Fault::Overflow)
    };
    let ordered = |test: fn(std::cmp::Ordering) -> bool| {
        let order = match (a, b) {
            (Datum::Int(a), Datum::Int(b)) => a.cmp(b),
            (Datum::Str(a), Datum::Str(b)) => a.cmp(b),
            _ => return Ok(Datum::Bool(false)),
        };
        Ok(Datum::Bool(test(order)))
    };
    match op {
        BinaryOp::Add => arithmetic(i64::checked_add),
        BinaryOp::Subtract => arithmetic(i64::checked_sub),
        BinaryOp::Multiply => arithmetic(i64::checked_mul),
        BinaryOp::Divide | BinaryOp::Remainder if b.number()? == 0 => {
            a.number()?;
            Err(Fault::DivisionByZero)
        }
        BinaryOp::Divide => arithmetic(i64::checked_div),
        // The remainder of the least number by -1 is 0, though the quotient overflows.
        BinaryOp::Remainder => arithmetic(|a, b| Some(a.wrapping_rem(b))),
        BinaryOp::Equal => Ok(Datum::Bool(equal(variant, a, b))),
        BinaryOp::NotEqual => Ok(Datum::Bool(!equal(variant, a, b))),
        BinaryOp::Less => ordered(std::cmp::Ordering::is_lt),
        BinaryOp::LessEqual => ordered(std::cmp::Ordering::is_le),
        BinaryOp::Greater => ordered(std::cmp::Ordering::is_gt),
        BinaryOp::GreaterEqual => ordered(std::cmp::Ordering::is_ge),
        BinaryOp::And => Ok(Datum::Bool(a.holds() && b.holds())),
        BinaryOp::Or => Ok(Datum::Bool(a.holds() || b.holds())),
    }
}

/// The negative of a number.
///
/// # Errors
/// Overflow for the least number, and what is not a number.
pub fn negate(a: &Datum) -> Result<Datum, Fault> {
    a.number()?.checked_neg().map(Datum::Int).ok_or(Fault::Overflow)
}

/// `abs` of a number.
///
/// # Errors
/// Overflow for the least number, and what is not a number.
pub fn absolute(a: &Datum) -> Result<Datum, Fault> {
    a.number()?.checked_abs().map(Datum::Int).ok_or(Fault::Overflow)
}

/// `min` and `max` of numbers; `null` for none.
///
/// # Errors
/// What is not a number.
pub fn extreme(items: &[Datum], pick: fn(i64, i64) -> i64) -> Result<Datum, Fault> {
    let mut best = None;
    for item in items {
        let number = item.number()?;
        best = Some(best.map_or(number, |best| pick(best, number)));
    }
    Ok(best.map_or(Datum::Null, Datum::Int))
}

#[cfg(test)]
mod tests {
    use nightrider_model::{Board, CapturePatterns, PieceType, Traits};

    use super::*;

    fn variant() -> Variant {
        let piece = |name: &str| PieceType {
            name: name.to_string(),
            letter: "X".to_string(),
            symbol: None,
            value: None,
            moves: Vec::new(),
            captures: CapturePatterns::None,
            traits: Traits::default(),
            custom_traits: Vec::new(),
            state: Vec::new(),
        };
        Variant {
            name: "Test".to_string(),
            board: Board::new(8, 8),
            pieces: vec![piece("Knight"), piece("기사")],
            effects: Vec::new(),
            triggers: Vec::new(),
            actions: Vec::new(),
            setup: nightrider_model::Setup::default(),
            rules: nightrider_model::Rules::default(),
            victory: Vec::new(),
            draw: Vec::new(),
            piece_fields: Vec::new(),
            game_fields: Vec::new(),
            player_fields: Vec::new(),
            custom_traits: Vec::new(),
            scripts: Vec::new(),
        }
    }

    fn int(op: BinaryOp, a: i64, b: i64) -> Result<Datum, Fault> {
        binary(&variant(), op, &Datum::Int(a), &Datum::Int(b))
    }

    #[test]
    fn division_truncates_and_the_remainder_has_the_sign_of_the_left_side() {
        for (a, b, quotient, remainder) in [(7, 2, 3, 1), (-7, 2, -3, -1), (7, -2, -3, 1), (-7, -2, 3, -1)] {
            assert_eq!(int(BinaryOp::Divide, a, b), Ok(Datum::Int(quotient)));
            assert_eq!(int(BinaryOp::Remainder, a, b), Ok(Datum::Int(remainder)));
        }
    }

    #[test]
    fn what_does_not_fit_is_a_fault() {
        use BinaryOp::*;
        for (op, a, b) in
            [(Add, i64::MAX, 1), (Subtract, i64::MIN, 1), (Multiply, i64::MAX, 2), (Divide, i64::MIN, -1)]
        {
            assert_eq!(int(op, a, b), Err(Fault::Overflow), "{op:?}");
        }
        assert_eq!(int(Remainder, i64::MIN, -1), Ok(Datum::Int(0)));
        assert_eq!(int(Divide, 1, 0), Err(Fault::DivisionByZero));
        assert_eq!(int(Remainder, 1, 0), Err(Fault::DivisionByZero));
        assert_eq!(negate(&Datum::Int(i64::MIN)), Err(Fault::Overflow));
        assert_eq!(absolute(&Datum::Int(i64::MIN)), Err(Fault::Overflow));
        assert_eq!(
            binary(&variant(), Add, &Datum::Int(1), &Datum::from(&Value::from("one"))),
            Err(Fault::NotANumber { found: "a string" })
        );
    }

    #[test]
    fn null_is_zero_in_sums_and_less_than_nothing() {
        let variant = variant();
        let test = |op, a, b| binary(&variant, op, &a, &b);
        assert_eq!(test(BinaryOp::Add, Datum::Null, Datum::Int(2)), Ok(Datum::Int(2)));
        assert_eq!(test(BinaryOp::Less, Datum::Null, Datum::Int(2)), Ok(Datum::Bool(false)));
        assert_eq!(test(BinaryOp::Greater, Datum::Null, Datum::Int(-2)), Ok(Datum::Bool(false)));
        assert_eq!(test(BinaryOp::Equal, Datum::Null, Datum::Int(0)), Ok(Datum::Bool(false)));
        assert_eq!(test(BinaryOp::Equal, Datum::Null, Datum::Null), Ok(Datum::Bool(true)));
    }

    #[test]
    fn names_equal_what_they_name_after_being_kept_in_a_field() {
        let variant = variant();
        for datum in [
            Datum::Type(PieceId(0)),
            Datum::Type(PieceId(1)),
            Datum::Player(Player::Black),
            Datum::Square(Square(28)),
            Datum::List(Arc::new([Datum::Int(1), Datum::Type(PieceId(0))])),
        ] {
            let kept = Datum::from(&datum.to_value(&variant));
            assert!(equal(&variant, &kept, &datum), "{datum:?} kept as {kept:?}");
            assert!(equal(&variant, &datum, &kept), "{datum:?} kept as {kept:?}");
        }
        assert!(!equal(&variant, &Datum::Type(PieceId(0)), &Datum::from(&Value::from("knight"))));
        assert!(!equal(&variant, &Datum::Type(PieceId(0)), &Datum::Type(PieceId(1))));
        assert!(!equal(&variant, &Datum::Int(1), &Datum::Bool(true)));
    }
}
