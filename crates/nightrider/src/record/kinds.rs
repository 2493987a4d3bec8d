//! What a state field can hold in a game: what its pieces start with, and what triggers and programs set it to.

use nightrider_model::program::Op;
use nightrider_model::{
    Action, AssignOp, BinaryOp, Builtin, Expr, FieldId, Pattern, PieceType, Place, Quantifier, UnaryOp,
    Value, Variant,
};

/// A field of state, by what has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Piece(FieldId),
    Game(FieldId),
    Player(FieldId),
}

/// The kinds of value that a field can hold. `null` it can always hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Kinds {
    numbers: bool,
    truths: bool,
    texts: bool,
    lists: bool,
    /// It is set to something of which only play tells what it is.
    anything: bool,
}

/// What is wrong with a value for a field; nothing if the game can put it there, or nobody can tell.
pub(super) fn misfit(variant: &Variant, field: Field, value: &Value) -> Option<String> {
    // A script may set what it likes.
    if !variant.scripts.is_empty() {
        return None;
    }
    let kinds = kinds(variant, field);
    let fits = match value {
        Value::Null => true,
        Value::Int(_) => kinds.numbers,
        Value::Bool(_) => kinds.truths,
        Value::Str(_) => kinds.texts,
        Value::List(_) => kinds.lists,
        Value::Record(_) => false,
    };
    if kinds.anything || kinds == Kinds::default() || fits {
        return None;
    }
    let names = [
        (kinds.numbers, "a number"),
        (kinds.truths, "true or false"),
        (kinds.texts, "a string"),
        (kinds.lists, "a list"),
    ];
    let wanted: Vec<&str> = names.into_iter().filter(|(can, _)| *can).map(|(_, name)| name).collect();
    let found = match value {
        Value::Null => "null",
        Value::Int(_) => "a number",
        Value::Bool(_) => "true or false",
        Value::Str(_) => "a string",
        Value::List(_) => "a list",
        Value::Record(_) => "a record",
    };
    let (Field::Piece(id) | Field::Game(id) | Field::Player(id)) = field;
    let names = match field {
        Field::Piece(_) => &variant.piece_fields,
        Field::Game(_) => &variant.game_fields,
        Field::Player(_) => &variant.player_fields,
    };
    Some(format!("the state field `{}` holds {} and not {found}", names[id.index()], wanted.join(" or ")))
}

fn kinds(variant: &Variant, field: Field) -> Kinds {
    let mut kinds = Kinds::default();
    if let Field::Piece(id) = field {
        let declared = variant.pieces.iter().flat_map(|piece| &piece.state);
        declared.filter(|default| default.field == id).for_each(|default| kinds.add_value(&default.value));
        // The two that count down.
        kinds.numbers |= matches!(variant.piece_fields[id.index()].as_str(), "cooldown" | "frozen");
    }
    let bodies = variant.triggers.iter().map(|trigger| &trigger.body);
    for action in bodies.chain(variant.actions.iter().map(|action| &action.body)).flatten() {
        action.walk(&mut |action| {
            let Action::Set(place, op, value) = action else { return };
            let set = match place {
                Place::PieceState(_, id) => Field::Piece(*id),
                Place::GameState(id) => Field::Game(*id),
                Place::PlayerState(_, id) => Field::Player(*id),
                Place::Owner(_) | Place::Local(_) => return,
            };
            if set == field {
                match op {
                    AssignOp::Set => kinds.add(value),
                    AssignOp::Add | AssignOp::Subtract | AssignOp::Multiply | AssignOp::Divide => {
                        kinds.numbers = true;
                    }
                }
            }
        });
    }
    if let Field::Player(id) = field {
        kinds.numbers |= programs_set(variant, &variant.player_fields[id.index()]);
    }
    kinds
}

/// Whether a program sets a key of the players' state, which is a number then.
fn programs_set(variant: &Variant, name: &str) -> bool {
    let mut sets = false;
    for pattern in variant.pieces.iter().flat_map(PieceType::patterns) {
        pattern.walk(&mut |pattern| {
            if let Pattern::Program(program) = pattern {
                let mut ops = program.chains.iter().flat_map(|chain| &chain.ops);
                sets |= ops.any(|op| matches!(op, Op::SetState(key, _) if program.key(*key) == name));
            }
        });
    }
    sets
}

impl Kinds {
    fn add_value(&mut self, value: &Value) {
        match value {
            Value::Null => {}
            Value::Int(_) => self.numbers = true,
            Value::Bool(_) => self.truths = true,
            Value::Str(_) => self.texts = true,
            Value::List(_) => self.lists = true,
            Value::Record(_) => self.anything = true,
        }
    }

    /// Takes in what an expression can come to.
    fn add(&mut self, value: &Expr) {
        match value {
            Expr::Null => {}
            Expr::Bool(_)
            | Expr::Unary(UnaryOp::Not, _)
            | Expr::InZone(..)
            | Expr::EventZoneIs(_)
            | Expr::OnRank(..)
            | Expr::OnOwnRank(..)
            | Expr::OnFile(..)
            | Expr::HasBuiltinTrait(..)
            | Expr::HasTrait(..)
            | Expr::HasPiece(_)
            | Expr::Adjacent(..)
            | Expr::Is(..)
            | Expr::FirstMove(_)
            | Expr::InCheck(_)
            | Expr::Quantified(Quantifier::Exists | Quantifier::All, _) => self.truths = true,
            Expr::Int(_)
            | Expr::Unary(UnaryOp::Negate, _)
            | Expr::RankOf(_)
            | Expr::FileOf(_)
            | Expr::ValueOf(_)
            | Expr::Quantified(Quantifier::Count, _)
            | Expr::Call(Builtin::Distance | Builtin::Min | Builtin::Max | Builtin::Abs, _) => {
                self.numbers = true;
            }
            Expr::Binary(op, ..) => match op {
                BinaryOp::Add
                | BinaryOp::Subtract
                | BinaryOp::Multiply
                | BinaryOp::Divide
                | BinaryOp::Remainder => self.numbers = true,
                _ => self.truths = true,
            },
            // Types, players and squares are kept as their names.
            Expr::Str(_)
            | Expr::Player(_)
            | Expr::Type(_)
            | Expr::Square(_)
            | Expr::SquareAt(..)
            | Expr::TypeOf(_)
            | Expr::OwnerOf(_)
            | Expr::SquareOf(_) => self.texts = true,
            Expr::List(_) => self.lists = true,
            _ => self.anything = true,
        }
    }
}
