//! Triggers made ready to run: their conditions and actions as code, sorted by event.

use std::sync::Arc;

use nightrider_model::{
    Action, ActionId, AssignOp, EffectId, Event, Expr, FieldId, LocalId, MarkTarget, PieceId, Place,
    RemoveTarget, Trigger, TriggerId, Variant,
};

use super::facts::{Doubts, Facts};
use super::known::TypeMask;
use super::question::{FreeQuestion, free_question};
use crate::bitboard::Bitboard;
use crate::expr::{Code, SetCode};
use crate::script::ScriptProfile;

/// The triggers and actions of a game, made ready.
#[derive(Debug)]
pub(crate) struct Living<B> {
    /// By event, in firing order.
    events: [Box<[TriggerCode]>; Event::ALL.len()],
    /// By [`ActionId`].
    pub actions: Box<[ActionCode]>,
    /// By event: whether a trigger or script listens to it.
    heard: [bool; Event::ALL.len()],
    /// What can be told about the triggers without running them.
    pub facts: Facts,
    /// By type: the moves that triggers may bear on.
    pub doubts: Box<[Doubts<B>]>,
    /// By type: no trigger bears on its moves.
    pub alone: Box<[bool]>,
    /// By type: the only question about its moves, where neither answer can spoil one.
    pub questions: Box<[Option<FreeQuestion>]>,
    /// Nothing listens to checks and turns.
    pub calm: bool,
}

/// A trigger made ready.
#[derive(Debug)]
pub(crate) struct TriggerCode {
    pub id: TriggerId,
    /// For which types of the event's piece the condition can hold.
    pub pieces: TypeMask,
    /// For which types of the captured piece the condition can hold.
    pub captured: TypeMask,
    pub when: Code,
    pub bind: Option<BindCode>,
    pub optional: bool,
    pub body: Box<[Step]>,
}

/// The binding part of a trigger.
#[derive(Debug)]
pub(crate) struct BindCode {
    pub local: LocalId,
    pub set: SetCode,
    /// The rest of the condition speaks of the piece bound: ask it for each match.
    pub when_names_it: bool,
}

/// A user-defined action made ready.
#[derive(Debug)]
pub(crate) struct ActionCode {
    pub parameters: u16,
    pub body: Box<[Step]>,
}

/// An action made ready.
#[derive(Debug)]
pub(crate) enum Step {
    SetPieceState(Code, FieldId, AssignOp, Code),
    SetOwner(Code, Code),
    SetGameState(FieldId, AssignOp, Code),
    SetPlayerState(Code, FieldId, AssignOp, Code),
    SetLocal(LocalId, AssignOp, Code),
    Create { piece: Code, at: Code, owner: Option<Code> },
    RemovePiece(Code),
    RemoveSet(SetCode),
    Transform { piece: Code, to: Code },
    Move { piece: Code, to: Code },
    Mark(Spot, EffectId),
    Unmark(Spot, Option<EffectId>),
    Win(Code),
    Lose(Code),
    Draw(Option<Arc<str>>),
    Cancel,
    If(Code, Box<[Step]>, Box<[Step]>),
    For(LocalId, SetCode, Box<[Step]>),
    ForEach(LocalId, Code, Box<[Step]>),
    Call(ActionId, Box<[Code]>),
    ScriptCall(String, Box<[Code]>),
}

/// What a mark is laid on.
#[derive(Debug)]
pub(crate) enum Spot {
    Square(Code),
    Piece(Code),
    Set(SetCode),
}

impl<B: Bitboard> Living<B> {
    /// Makes the triggers of a game ready.
    pub fn new(variant: &Variant, scripts: Option<&ScriptProfile>) -> Living<B> {
        let events: [Box<[TriggerCode]>; Event::ALL.len()] = Event::ALL.map(|event| {
            let listening = variant.triggers.iter().enumerate().filter(|(_, trigger)| trigger.event == event);
            listening
                .map(|(index, trigger)| TriggerCode::new(variant, TriggerId(index as u16), trigger))
                .collect()
        });
        let actions = variant
            .actions
            .iter()
            .map(|action| ActionCode { parameters: action.parameters, body: steps(variant, &action.body) });
        let facts = Facts::new(variant, scripts);
        let types = (0..variant.pieces.len()).map(|index| PieceId(index as u16));
        let question =
            |piece| free_question(variant, &facts, piece).filter(|_| !facts.listens_to_captures(piece));
        let scripted = |event| scripts.is_some_and(|profile| profile.listens_to(event));
        Living {
            actions: actions.collect(),
            heard: Event::ALL.map(|event| !events[event as usize].is_empty() || scripted(event)),
            doubts: types.clone().map(|piece| facts.doubts(piece)).collect(),
            alone: types.clone().map(|piece| facts.leaves_alone(variant, piece)).collect(),
            questions: types.map(question).collect(),
            calm: scripts.is_none()
                && [Event::Check, Event::TurnEnd, Event::TurnStart]
                    .into_iter()
                    .all(|event| events[event as usize].is_empty()),
            facts,
            events,
        }
    }

    /// Whether a trigger or script listens to an event.
    #[inline(always)]
    pub fn hears(&self, event: Event) -> bool {
        self.heard[event as usize]
    }

    /// The triggers that listen to an event, in firing order.
    #[inline(always)]
    pub fn of(&self, event: Event) -> &[TriggerCode] {
        &self.events[event as usize]
    }
}

impl TriggerCode {
    fn new(variant: &Variant, id: TriggerId, trigger: &Trigger) -> TriggerCode {
        let bind = trigger.bind.as_ref().map(|bind| BindCode {
            local: bind.local,
            set: SetCode::new(variant, &bind.set),
            when_names_it: trigger.when.mentions(|part| *part == Expr::Local(bind.local)),
        });
        TriggerCode {
            id,
            pieces: TypeMask::of_piece(variant, trigger),
            captured: TypeMask::of_captured(variant, trigger),
            when: Code::new(variant, &trigger.when),
            bind,
            optional: trigger.optional,
            body: steps(variant, &trigger.body),
        }
    }
}

fn steps(variant: &Variant, actions: &[Action]) -> Box<[Step]> {
    actions.iter().map(|action| step(variant, action)).collect()
}

fn step(variant: &Variant, action: &Action) -> Step {
    let code = |expr: &Expr| Code::new(variant, expr);
    let all = |exprs: &[Expr]| exprs.iter().map(code).collect::<Box<[Code]>>();
    let place = |target: &MarkTarget| match target {
        MarkTarget::Square(at) => Spot::Square(code(at)),
        MarkTarget::Piece(piece) => Spot::Piece(code(piece)),
        MarkTarget::Set(set) => Spot::Set(SetCode::new(variant, set)),
    };
    match action {
        Action::Set(Place::PieceState(piece, field), op, value) => {
            Step::SetPieceState(code(piece), *field, *op, code(value))
        }
        Action::Set(Place::Owner(piece), _, value) => Step::SetOwner(code(piece), code(value)),
        Action::Set(Place::GameState(field), op, value) => Step::SetGameState(*field, *op, code(value)),
        Action::Set(Place::PlayerState(player, field), op, value) => {
            Step::SetPlayerState(code(player), *field, *op, code(value))
        }
        Action::Set(Place::Local(local), op, value) => Step::SetLocal(*local, *op, code(value)),
        Action::Create { piece, at, owner } => {
            Step::Create { piece: code(piece), at: code(at), owner: owner.as_ref().map(code) }
        }
        Action::Remove(RemoveTarget::Piece(piece)) => Step::RemovePiece(code(piece)),
        Action::Remove(RemoveTarget::Set(set)) => Step::RemoveSet(SetCode::new(variant, set)),
        Action::Transform { piece, to } => Step::Transform { piece: code(piece), to: code(to) },
        Action::Move { piece, to } => Step::Move { piece: code(piece), to: code(to) },
        Action::Mark(target, effect) => Step::Mark(place(target), *effect),
        Action::Unmark(target, effect) => Step::Unmark(place(target), *effect),
        Action::Win(player) => Step::Win(code(player)),
        Action::Lose(player) => Step::Lose(code(player)),
        Action::Draw(reason) => Step::Draw(reason.as_deref().map(Into::into)),
        Action::Cancel => Step::Cancel,
        Action::Let(local, value) => Step::SetLocal(*local, AssignOp::Set, code(value)),
        Action::If(condition, yes, no) => Step::If(code(condition), steps(variant, yes), steps(variant, no)),
        Action::For(local, set, body) => Step::For(*local, SetCode::new(variant, set), steps(variant, body)),
        Action::ForEach(local, list, body) => Step::ForEach(*local, code(list), steps(variant, body)),
        Action::Call(action, arguments) => Step::Call(*action, all(arguments)),
        Action::ScriptCall(name, arguments) => Step::ScriptCall(name.clone(), all(arguments)),
    }
}
