//! What triggers do, in the terms of the language.

use nightrider_model::{
    Action, AssignOp, Bind, Expr, LocalId, MarkTarget, Place, RemoveTarget, Trigger, TriggerId, Variant,
};

use super::expression::{Level, Subject, Writer, name};

/// What a trigger listens for and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriggerWords {
    /// The pieces it fires for one by one (`any T`), such as `Medusa where ...`.
    pub each: Option<String>,
    /// Its condition; `None` if it always fires.
    pub when: Option<String>,
    /// What it does, one line for each action; lines within `if` and `for` are indented.
    pub does: Vec<String>,
}

/// A trigger in the terms of the language.
pub fn trigger(variant: &Variant, trigger: &Trigger) -> TriggerWords {
    let mut writer = Writer::new(variant, Subject::Trigger);
    let each = trigger.bind.as_ref().map(|bind| writer.set(&bind.set));
    if let Some(bind) = &trigger.bind {
        writer.bound = Some(bound(variant, bind));
    }
    let when = match &trigger.when {
        Expr::Bool(true) => None,
        when => Some(writer.write(when, Level::Or)),
    };
    let mut does = Vec::new();
    block(&writer, &trigger.body, 0, &mut does);
    TriggerWords { each, when, does }
}

/// One action of a trigger in the terms of the language.
pub(super) fn action(variant: &Variant, trigger: TriggerId, action: &Action) -> String {
    let mut writer = Writer::new(variant, Subject::Trigger);
    writer.bound = variant.triggers[trigger.index()].bind.as_ref().map(|bind| bound(variant, bind));
    let mut lines = Vec::new();
    one(&writer, action, 0, &mut lines);
    lines.join(" ")
}

/// What the piece that a trigger binds is called in its actions.
fn bound<'a>(variant: &'a Variant, bind: &Bind) -> (LocalId, &'a str) {
    (bind.local, bind.set.piece.map_or("piece", |id| variant.piece(id).name.as_str()))
}

fn block(writer: &Writer, actions: &[Action], depth: usize, lines: &mut Vec<String>) {
    for action in actions {
        one(writer, action, depth, lines);
    }
}

fn one(writer: &Writer, action: &Action, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    let text = |expr: &Expr| writer.write(expr, Level::Or);
    let line = match action {
        Action::Set(place, op, value) => {
            let op = match op {
                AssignOp::Set => "=",
                AssignOp::Add => "+=",
                AssignOp::Subtract => "-=",
                AssignOp::Multiply => "*=",
                AssignOp::Divide => "/=",
            };
            format!("set {} {op} {}", place_text(writer, place), text(value))
        }
        Action::Create { piece, at, owner } => {
            let owner = owner.as_ref().map_or(String::new(), |owner| format!(" for {}", text(owner)));
            format!("create {} at {}{owner}", text(piece), text(at))
        }
        Action::Remove(RemoveTarget::Piece(piece)) => format!("remove {}", text(piece)),
        Action::Remove(RemoveTarget::Set(set)) => format!("remove {}", writer.set(set)),
        Action::Transform { piece, to } => format!("transform {} to {}", text(piece), text(to)),
        Action::Move { piece, to } => format!("move {} to {}", text(piece), text(to)),
        Action::Mark(target, effect) => {
            format!(
                "mark {} with {}",
                mark_target(writer, target),
                effect_name(writer.variant, effect.index())
            )
        }
        Action::Unmark(target, effect) => {
            let with = effect.map_or(String::new(), |effect| {
                format!(" with {}", effect_name(writer.variant, effect.index()))
            });
            format!("unmark {}{with}", mark_target(writer, target))
        }
        Action::Win(player) => format!("win {}", text(player)),
        Action::Lose(player) => format!("lose {}", text(player)),
        Action::Draw(None) => "draw".to_owned(),
        Action::Draw(Some(reason)) => format!("draw with reason {reason:?}"),
        Action::Cancel => "cancel the move".to_owned(),
        Action::Let(local, value) => format!("let {} = {}", writer.local(*local), text(value)),
        Action::If(condition, then, otherwise) => {
            lines.push(format!("{indent}if {}:", text(condition)));
            block(writer, then, depth + 1, lines);
            if !otherwise.is_empty() {
                lines.push(format!("{indent}else:"));
                block(writer, otherwise, depth + 1, lines);
            }
            return;
        }
        Action::For(local, set, body) => {
            lines.push(format!("{indent}for {} in {}:", writer.local(*local), writer.set(set)));
            block(writer, body, depth + 1, lines);
            return;
        }
        Action::ForEach(local, list, body) => {
            lines.push(format!("{indent}for {} in {}:", writer.local(*local), text(list)));
            block(writer, body, depth + 1, lines);
            return;
        }
        Action::Call(action, arguments) => {
            let name = writer.variant.actions.get(action.index()).map_or("?", |action| action.name.as_str());
            format!("{name}({})", list(writer, arguments))
        }
        Action::ScriptCall(name, arguments) => format!("{name}({})", list(writer, arguments)),
    };
    lines.push(indent + &line);
}

fn list(writer: &Writer, arguments: &[Expr]) -> String {
    arguments.iter().map(|argument| writer.write(argument, Level::Or)).collect::<Vec<_>>().join(", ")
}

fn place_text(writer: &Writer, place: &Place) -> String {
    let atom = |expr: &Expr| writer.write(expr, Level::Atom);
    match place {
        Place::PieceState(piece, field) => {
            format!("{}.state.{}", atom(piece), name(&writer.variant.piece_fields, field.index()))
        }
        Place::Owner(piece) => format!("{}.owner", atom(piece)),
        Place::GameState(field) => {
            format!("game.state.{}", name(&writer.variant.game_fields, field.index()))
        }
        Place::PlayerState(player, field) => {
            format!("{}.state.{}", atom(player), name(&writer.variant.player_fields, field.index()))
        }
        Place::Local(local) => writer.local(*local),
    }
}

fn mark_target(writer: &Writer, target: &MarkTarget) -> String {
    match target {
        MarkTarget::Square(square) => writer.write(square, Level::Or),
        MarkTarget::Piece(piece) => writer.write(piece, Level::Or),
        MarkTarget::Set(set) => writer.set(set),
    }
}

fn effect_name(variant: &Variant, index: usize) -> &str {
    variant.effects.get(index).map_or("?", |effect| effect.name.as_str())
}
