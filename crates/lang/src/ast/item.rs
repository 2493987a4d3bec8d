//! What stands at the top of a file: headers, sections, and the blocks that define pieces, effects and triggers.

use super::{Block, Board, Ends, Expr, Int, Name, Pattern, Rules, Setup, Text};
use crate::span::{Span, Spanned};

/// A whole file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Its parts in source order.
    pub items: Vec<Item>,
    /// The whole text.
    pub span: Span,
}

/// One part of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// `game: "Name"`
    Game(Text),
    /// `extends: "Name"` or `extends: none`
    Extends(Extends),
    /// `import "file"`
    Import(Import),
    /// `board:`
    Board(Board),
    /// `setup:`
    Setup(Setup),
    /// `victory:` or `draw:`
    Ends(Ends),
    /// `rules:`
    Rules(Rules),
    /// `piece Name { }`
    Piece(PieceDef),
    /// `effect name { }`
    Effect(EffectDef),
    /// `trigger name { }`
    Trigger(TriggerDef),
    /// `pattern Name = ...`
    Pattern(PatternDef),
    /// `action name(a, b) { }`
    Action(ActionDef),
    /// `script { }`
    Script(Script),
}

impl Item {
    /// The place of the whole item.
    pub fn span(&self) -> Span {
        match self {
            Item::Game(text) => text.span,
            Item::Extends(x) => x.span,
            Item::Import(x) => x.span,
            Item::Board(x) => x.span,
            Item::Setup(x) => x.span,
            Item::Ends(x) => x.span,
            Item::Rules(x) => x.span,
            Item::Piece(x) => x.span,
            Item::Effect(x) => x.span,
            Item::Trigger(x) => x.span,
            Item::Pattern(x) => x.span,
            Item::Action(x) => x.span,
            Item::Script(x) => x.span,
        }
    }
}

/// `extends: "Name"`: the game this one builds on; `extends: none` (the bare word): on none, everything is said here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extends {
    /// The title or library name of the base game; `None` for `none`.
    pub base: Option<Text>,
    /// The value.
    pub span: Span,
}

/// `import "pieces.chesslang"`: the definitions of another file, as if they stood here.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The file's name as written.
    pub path: Text,
    /// The whole line.
    pub span: Span,
}

/// `piece Name { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct PieceDef {
    /// The name of the type.
    pub name: Name,
    /// Its members in source order.
    pub members: Vec<PieceMember>,
    /// The whole block.
    pub span: Span,
}

/// A member of a piece. Several `move:` lines (or `capture:` lines) are a union.
#[derive(Clone, Debug, PartialEq)]
pub enum PieceMember {
    /// `move: pattern`
    Move(Pattern),
    /// `capture: pattern`, `capture: =move`, `capture: none`
    Capture(CaptureRule),
    /// `traits: [a, b]`; written but empty takes the inherited ones away. The span covers the brackets.
    Traits(Spanned<Vec<Name>>),
    /// `state: { key: value }`; the span covers the braces.
    State(Spanned<Vec<StateField>>),
    /// `value: n`
    Value(Int),
    /// `symbol: "X"`
    Symbol(Text),
}

/// How a piece captures.
#[derive(Clone, Debug, PartialEq)]
pub enum CaptureRule {
    /// By a pattern of its own.
    Pattern(Pattern),
    /// `=move`: where it moves.
    SameAsMove(Span),
    /// `none`: never.
    None(Span),
}

/// One `key: value` of a piece's `state`.
#[derive(Clone, Debug, PartialEq)]
pub struct StateField {
    /// The field.
    pub name: Name,
    /// The value a new piece starts with.
    pub value: Spanned<Literal>,
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A whole number.
    Int(i64),
    /// `true` or `false`.
    Bool(bool),
    /// A string.
    Text(String),
    /// `null`.
    Null,
}

/// `effect name { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct EffectDef {
    /// The effect's name.
    pub name: Name,
    /// Its members in source order.
    pub members: Vec<EffectMember>,
    /// The whole block.
    pub span: Span,
}

/// A member of an effect.
#[derive(Clone, Debug, PartialEq)]
pub enum EffectMember {
    /// `blocks: enemy` (also written `[enemy]`)
    Blocks(Spanned<BlockRule>),
    /// `visual: "red"`, `visual: red`, `visual: highlight(red, 0.5)`
    Visual(Visual),
    /// `duration: n`, in turns of either player
    Duration(Int),
}

/// Whom an effect keeps out, seen from its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockRule {
    /// Nobody.
    None,
    /// The owner's enemies.
    Enemy,
    /// The owner's own pieces.
    Friend,
    /// Everybody.
    All,
}

/// How an effect is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Visual {
    /// A colour, or the name of a way to show it (`highlight`).
    pub name: String,
    /// What stands in parentheses after the name.
    pub args: Vec<Spanned<VisualArg>>,
    /// The whole value.
    pub span: Span,
}

/// An argument of a `visual`.
#[derive(Clone, Debug, PartialEq)]
pub enum VisualArg {
    /// A word or a string: a colour.
    Word(String),
    /// A number, such as an opacity.
    Number(f64),
}

/// `trigger name { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct TriggerDef {
    /// The trigger's name.
    pub name: Name,
    /// Its members in source order.
    pub members: Vec<TriggerMember>,
    /// The whole block.
    pub span: Span,
}

/// A member of a trigger.
#[derive(Clone, Debug, PartialEq)]
pub enum TriggerMember {
    /// `on: event`; `None` when the event is unknown (a diagnostic says so).
    On(Spanned<Option<Event>>),
    /// `when: condition`
    When(Expr),
    /// `optional: true`
    Optional(Spanned<bool>),
    /// `description: "text"`
    Description(Text),
    /// `do: action` or `do: { actions }`
    Do(Block),
}

/// The moments at which a trigger can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// A piece took another.
    Capture,
    /// A piece was taken (the same moment; `piece` is the one taken).
    Captured,
    /// A piece moved.
    Move,
    /// A moving piece left a zone.
    ExitZone,
    /// A moving piece came into a zone.
    EnterZone,
    /// A piece promoted.
    Promotion,
    /// A check was given.
    Check,
    /// A player's turn ended.
    TurnEnd,
    /// A player's turn began.
    TurnStart,
    /// Once, before the first turn.
    GameStart,
    /// Once, when the game is over.
    GameEnd,
}

impl Event {
    /// All events.
    pub const ALL: [Event; 11] = [
        Event::Capture,
        Event::Captured,
        Event::Move,
        Event::ExitZone,
        Event::EnterZone,
        Event::Promotion,
        Event::Check,
        Event::TurnEnd,
        Event::TurnStart,
        Event::GameStart,
        Event::GameEnd,
    ];

    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            Event::Capture => "capture",
            Event::Captured => "captured",
            Event::Move => "move",
            Event::ExitZone => "exit_zone",
            Event::EnterZone => "enter_zone",
            Event::Promotion => "promotion",
            Event::Check => "check",
            Event::TurnEnd => "turn_end",
            Event::TurnStart => "turn_start",
            Event::GameStart => "game_start",
            Event::GameEnd => "game_end",
        }
    }
}

/// `pattern Name = ...`
#[derive(Clone, Debug, PartialEq)]
pub struct PatternDef {
    /// The pattern's name.
    pub name: Name,
    /// What it stands for.
    pub pattern: Pattern,
    /// The whole definition.
    pub span: Span,
}

/// `action name(a, b) { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct ActionDef {
    /// The action's name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Name>,
    /// What it does.
    pub body: Block,
    /// The whole definition.
    pub span: Span,
}

/// `script { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// The JavaScript between the braces.
    pub body: RawBlock,
    /// The whole block.
    pub span: Span,
}

/// Text in another language, exactly as written between its braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawBlock {
    /// The text without the braces.
    pub text: String,
    /// Where that text stands: `span.start` turns an offset in `text` into one of the file.
    pub span: Span,
}
