//! Effects, triggers and actions: the living half of a game.

use serde::{Deserialize, Serialize};

use crate::{ActionId, EffectId, Expr, FieldId, LocalId, PieceSet, Player};

/// An effect that squares or pieces can carry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// The name as written.
    pub name: String,
    /// Whom it blocks.
    pub blocks: Blocks,
    /// How to show it: a colour name, if any was given.
    pub visual: Option<String>,
    /// For how many turns of either player it lasts; `None` means until it is lifted (on pieces: until the
    /// end of their owner's next turn).
    pub duration: Option<u32>,
}

/// Whom an effect blocks, seen from its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // The words of the language.
pub enum Blocks {
    None,
    Enemy,
    Friend,
    All,
}

impl Blocks {
    /// Whether an effect of `owner` blocks the pieces of `player`.
    pub fn blocks(self, owner: Player, player: Player) -> bool {
        match self {
            Blocks::None => false,
            Blocks::Enemy => player != owner,
            Blocks::Friend => player == owner,
            Blocks::All => true,
        }
    }
}

/// A trigger: what happens when, and under which condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trigger {
    /// The name as written.
    pub name: String,
    /// The event it listens to.
    pub event: Event,
    /// The condition, without the part that binds.
    pub when: Expr,
    /// `any T where c` at the top level of the condition: fires once for each match, in board order.
    pub bind: Option<Bind>,
    /// The player decides.
    pub optional: bool,
    /// What to ask them.
    pub description: Option<String>,
    /// What it does.
    pub body: Vec<Action>,
    /// How many local slots condition and body need.
    pub locals: u16,
}

/// The binding part of a condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bind {
    /// The slot that names the match.
    pub local: LocalId,
    /// The pieces it ranges over.
    pub set: PieceSet,
}

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // The words of the language.
pub enum Event {
    GameStart,
    TurnStart,
    Capture,
    Captured,
    Move,
    ExitZone,
    EnterZone,
    Promotion,
    Check,
    TurnEnd,
    GameEnd,
}

impl Event {
    /// All events.
    pub const ALL: [Event; 11] = [
        Event::GameStart,
        Event::TurnStart,
        Event::Capture,
        Event::Captured,
        Event::Move,
        Event::ExitZone,
        Event::EnterZone,
        Event::Promotion,
        Event::Check,
        Event::TurnEnd,
        Event::GameEnd,
    ];

    /// The word of the language and of the event log.
    pub const fn name(self) -> &'static str {
        match self {
            Event::GameStart => "game_start",
            Event::TurnStart => "turn_start",
            Event::Capture => "capture",
            Event::Captured => "captured",
            Event::Move => "move",
            Event::ExitZone => "exit_zone",
            Event::EnterZone => "enter_zone",
            Event::Promotion => "promotion",
            Event::Check => "check",
            Event::TurnEnd => "turn_end",
            Event::GameEnd => "game_end",
        }
    }
}

/// A user-defined action: `action name(a, b) { ... }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionDef {
    /// The name as written.
    pub name: String,
    /// Its parameters are the locals 0, 1, ... of its own frame.
    pub parameters: u16,
    /// What it does.
    pub body: Vec<Action>,
    /// How many local slots it needs, parameters included.
    pub locals: u16,
}

/// One action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Action {
    /// `set place = value` and its compound forms.
    Set(Place, AssignOp, Expr),
    /// `create T at pos for owner`.
    Create {
        /// The type: [`Expr::Type`] or an expression yielding a type or its name.
        piece: Expr,
        /// Where.
        at: Expr,
        /// For whom; `None` is the piece bound by `any T`'s owner, else the event's piece's, else the player.
        owner: Option<Expr>,
    },
    /// `remove p`.
    Remove(RemoveTarget),
    /// `transform p to T`.
    Transform {
        /// The piece.
        piece: Expr,
        /// The new type.
        to: Expr,
    },
    /// `move p to pos`.
    Move {
        /// The piece.
        piece: Expr,
        /// Where.
        to: Expr,
    },
    /// `mark what with effect`.
    Mark(MarkTarget, EffectId),
    /// `unmark what [with effect]`; without an effect all of them go.
    Unmark(MarkTarget, Option<EffectId>),
    /// `win p`.
    Win(Expr),
    /// `lose p`.
    Lose(Expr),
    /// `draw [with reason "..."]`.
    Draw(Option<String>),
    /// `cancel`.
    Cancel,
    /// `let v = e`.
    Let(LocalId, Expr),
    /// `if c { } else { }`.
    If(Expr, Vec<Action>, Vec<Action>),
    /// `for v in set { }`.
    For(LocalId, PieceSet, Vec<Action>),
    /// `for v in [a, b] { }`.
    ForEach(LocalId, Expr, Vec<Action>),
    /// A call of a user-defined action.
    Call(ActionId, Vec<Expr>),
    /// A call of a function declared in a script.
    ScriptCall(String, Vec<Expr>),
}

/// What `set` assigns to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Place {
    /// `p.state.x`.
    PieceState(Expr, FieldId),
    /// `p.owner`.
    Owner(Expr),
    /// `game.state.x`.
    GameState(FieldId),
    /// `player.state.x`.
    PlayerState(Expr, FieldId),
    /// A local variable.
    Local(LocalId),
}

/// An assignment operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)] // Their names say it.
pub enum AssignOp {
    Set,
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// What `remove` takes off the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RemoveTarget {
    /// One piece.
    Piece(Expr),
    /// Every piece of a set.
    Set(PieceSet),
}

/// What `mark` and `unmark` act on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum MarkTarget {
    /// A square.
    Square(Expr),
    /// One piece: the effect travels with it.
    Piece(Expr),
    /// The pieces of a set: the effect travels with them.
    Set(PieceSet),
}
