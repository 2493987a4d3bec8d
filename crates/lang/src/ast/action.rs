//! Actions: what a trigger does.

use super::{Expr, Name, PieceSet, Text};
use crate::span::{Span, Spanned};

/// A list of actions: `{ ... }`, or a single action without braces.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The actions in order.
    pub actions: Vec<Action>,
    /// The whole block, braces included.
    pub span: Span,
}

/// One action.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// Which.
    pub kind: ActionKind,
    /// Where it stands.
    pub span: Span,
}

/// The actions of the language.
#[derive(Clone, Debug, PartialEq)]
pub enum ActionKind {
    /// `set x = e`, `set x += e`, ...
    Set {
        /// What is set: a name or a path of fields.
        place: Expr,
        /// How.
        op: Spanned<SetOp>,
        /// To what.
        value: Expr,
    },
    /// `create T at pos [for owner]`
    Create {
        /// The type of the new piece.
        piece: Expr,
        /// Where.
        at: Expr,
        /// Whose, if said.
        owner: Option<Expr>,
    },
    /// `remove p`, `remove pieces in radius(1) from target`
    Remove(Target),
    /// `transform p to T`
    Transform {
        /// The piece.
        piece: Expr,
        /// Its new type.
        into: Expr,
    },
    /// `move p to pos`
    Move {
        /// The piece.
        piece: Expr,
        /// Where to.
        to: Expr,
    },
    /// `mark pos with effect`, `mark pieces ... with effect`
    Mark {
        /// A position, a piece or a set of pieces.
        target: Target,
        /// The effect.
        effect: Name,
    },
    /// `unmark pos`, `unmark pos with effect`
    Unmark {
        /// A position, a piece or a set of pieces.
        target: Target,
        /// Only this effect, if said.
        effect: Option<Name>,
    },
    /// `win p`
    Win(Expr),
    /// `lose p`
    Lose(Expr),
    /// `draw`, `draw with reason "..."`
    Draw {
        /// The reason, if given.
        reason: Option<Text>,
    },
    /// `cancel`
    Cancel,
    /// `let v = e`
    Let {
        /// The new name.
        name: Name,
        /// What it stands for.
        value: Expr,
    },
    /// `if c { } else { }`
    If {
        /// The condition.
        condition: Expr,
        /// If it holds.
        then: Block,
        /// If it does not. `else if` is a block of one `If`.
        otherwise: Option<Block>,
    },
    /// `for v in pieces where c { }`
    For {
        /// The new name.
        variable: Name,
        /// What it runs through.
        over: Target,
        /// What is done for each.
        body: Block,
    },
    /// `name(a, b)`: an `action` of the file or a function of the script.
    Call {
        /// What is called.
        function: Name,
        /// With what.
        args: Vec<Expr>,
    },
    /// Something that could not be read; a diagnostic says so.
    Error,
}

/// What an action that can take many works on.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A piece or a position. A bare word may also turn out to name a type, and so all its pieces (`Pawns`).
    One(Expr),
    /// A set: the word `pieces`, or anything with a region or a `where`.
    Set(PieceSet),
}

impl Target {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Target::One(expr) => expr.span,
            Target::Set(set) => set.span,
        }
    }
}

/// How `set` changes its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetOp {
    /// `=`
    Assign,
    /// `+=`
    Add,
    /// `-=`
    Subtract,
    /// `*=`
    Multiply,
    /// `/=`
    Divide,
}

impl SetOp {
    /// The sign of the language.
    pub fn sign(self) -> &'static str {
        match self {
            SetOp::Assign => "=",
            SetOp::Add => "+=",
            SetOp::Subtract => "-=",
            SetOp::Multiply => "*=",
            SetOp::Divide => "/=",
        }
    }
}
