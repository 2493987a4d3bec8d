//! Scope: what the words of an expression mean at the place where it stands.

use nightrider_model::{EventVar, Expr, LocalId, PieceId, PieceSet};

use super::kinds::{Kind, Typed};
use crate::ast::Event;
use crate::span::Span;

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The guard of a movement pattern.
    Pattern,
    /// The condition or body of a trigger.
    Trigger(Event),
    /// The body of an action, which triggers of any event may call.
    Action,
    /// A condition of `victory:`.
    Victory,
    /// A condition of `draw:`.
    Draw,
}

impl Place {
    /// The place in the words of a message: "... is not known in {}".
    pub fn words(self) -> String {
        match self {
            Place::Pattern => "the `where` of a pattern".to_string(),
            Place::Trigger(event) => format!("a trigger on `{}`", event.word()),
            Place::Action => "an action".to_string(),
            Place::Victory => "a victory condition".to_string(),
            Place::Draw => "a draw condition".to_string(),
        }
    }

    /// Whether the place is a condition of an end of the game.
    pub fn is_end(self) -> bool {
        matches!(self, Place::Victory | Place::Draw)
    }

    /// Whether a variable has a value here.
    pub fn has(self, var: EventVar) -> bool {
        use EventVar::{
            Captor, Captured, Distance, King, Mover, Opponent, Origin, Piece, Player, Target, Turn,
            TurnNumber, Zone,
        };
        match self {
            Place::Pattern => {
                matches!(var, Piece | Origin | Target | Captured | Player | Opponent | Distance | TurnNumber)
            }
            Place::Victory | Place::Draw => matches!(var, Player | Opponent | Mover | Turn),
            Place::Action => !matches!(var, Mover | Turn),
            Place::Trigger(event) => match var {
                Mover | Turn => false,
                TurnNumber => true,
                Player | Opponent => !matches!(event, Event::GameStart | Event::GameEnd),
                Piece => {
                    !matches!(event, Event::GameStart | Event::GameEnd | Event::TurnStart | Event::TurnEnd)
                }
                Origin | Target | Distance => matches!(
                    event,
                    Event::Move
                        | Event::Capture
                        | Event::Captured
                        | Event::EnterZone
                        | Event::ExitZone
                        | Event::Promotion
                ),
                Captured => matches!(event, Event::Capture | Event::Captured),
                Captor => event == Event::Captured,
                King => event == Event::Check,
                Zone => matches!(event, Event::EnterZone | Event::ExitZone),
            },
        }
    }
}

/// The variables of events by their words.
pub(crate) const EVENT_WORDS: [(&str, EventVar, Kind); 11] = [
    ("piece", EventVar::Piece, Kind::Piece),
    ("origin", EventVar::Origin, Kind::Square),
    ("target", EventVar::Target, Kind::Square),
    ("destination", EventVar::Target, Kind::Square),
    ("captured", EventVar::Captured, Kind::Piece),
    ("captor", EventVar::Captor, Kind::Piece),
    ("king", EventVar::King, Kind::Piece),
    ("player", EventVar::Player, Kind::Player),
    ("opponent", EventVar::Opponent, Kind::Player),
    ("distance", EventVar::Distance, Kind::Int),
    ("zone", EventVar::Zone, Kind::Zone),
];

/// What stands for a piece in an expression and can be known to be of certain types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entity {
    Event(EventVar),
    Local(LocalId),
}

impl Entity {
    /// The entity an expression names, if it is one.
    pub fn of(expr: &Expr) -> Option<Entity> {
        match expr {
            Expr::Event(var) => Some(Entity::Event(*var)),
            Expr::Local(local) => Some(Entity::Local(*local)),
            _ => None,
        }
    }
}

/// How a name came to be bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    /// `let`.
    Let,
    /// `for`.
    Loop,
    /// A parameter of an action.
    Parameter,
    /// The piece type named by `any T`, `exists T` and their like: the word also names the type.
    Type(PieceId),
}

/// A name bound by a `let`, `for`, `any T`, quantifier or parameter.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub name: String,
    pub id: LocalId,
    pub binding: Binding,
    pub kind: Kind,
    pub types: Option<Vec<PieceId>>,
    pub span: Span,
}

/// What is known at a point of an expression or of a list of actions.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    /// Where the expression stands.
    pub place: Place,
    /// Names in sight, the innermost last.
    pub locals: Vec<Local>,
    /// How many slots have been given out.
    pub slots: u16,
    /// The pieces under test in the filters around this point, the innermost last.
    pub tested: Vec<(LocalId, Option<Vec<PieceId>>)>,
    /// The piece that `any T` bound, in an event that has no piece of its own.
    pub bound: Option<(LocalId, Option<Vec<PieceId>>)>,
    /// Pieces known to be of certain types here, later knowledge last.
    pub facts: Vec<(Entity, Vec<PieceId>)>,
    /// Sets named like a piece (`King in zone.hill`) within the predicate being read; `None` where such a
    /// name cannot stand.
    pub lifted: Option<Vec<PieceSet>>,
    /// The variables of events that were used.
    pub used: Vec<(EventVar, Span)>,
}

impl Scope {
    /// A scope without locals.
    pub fn new(place: Place) -> Scope {
        Scope {
            place,
            locals: Vec::new(),
            slots: 0,
            tested: Vec::new(),
            bound: None,
            facts: Vec::new(),
            lifted: None,
            used: Vec::new(),
        }
    }

    /// A new slot. Frames are small; a text that needs more slots than there are reuses the last one, after
    /// an error about it.
    pub fn slot(&mut self) -> LocalId {
        let slot = LocalId(self.slots);
        self.slots = self.slots.saturating_add(1);
        slot
    }

    /// Brings a name into sight and gives it a slot.
    pub fn bind(
        &mut self,
        name: &str,
        span: Span,
        binding: Binding,
        kind: Kind,
        types: Option<Vec<PieceId>>,
    ) -> LocalId {
        let id = self.slot();
        self.locals.push(Local { name: name.to_string(), id, binding, kind, types, span });
        id
    }

    /// The innermost local with a name.
    pub fn local(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    /// The types an entity can have here, `None` for any.
    pub fn types_of(&self, entity: Entity) -> Option<Vec<PieceId>> {
        self.facts.iter().rev().find(|(known, _)| *known == entity).map(|(_, types)| types.clone())
    }

    /// The piece that bare `state`, `owner`, `type` and `pos` belong to: the innermost one under test, or in
    /// a pattern the mover.
    pub fn subject(&self) -> Option<Typed> {
        if let Some((local, types)) = self.tested.last() {
            let types = self.types_of(Entity::Local(*local)).or_else(|| types.clone());
            return Some(Typed::piece(Expr::Local(*local), types));
        }
        (self.place == Place::Pattern).then(|| {
            Typed::piece(Expr::Event(EventVar::Piece), self.types_of(Entity::Event(EventVar::Piece)))
        })
    }

    /// Narrows what is known of an entity.
    pub fn learn(&mut self, entity: Entity, types: Vec<PieceId>) {
        let types = match self.types_of(entity) {
            Some(known) => types.into_iter().filter(|piece| known.contains(piece)).collect(),
            None => types,
        };
        self.facts.push((entity, types));
    }
}
