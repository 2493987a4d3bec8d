//! State: plain JavaScript objects that are filled from the position when a script first looks at them, and
//! written back when it ends or when something else may look.
//!
//! Between those moments they are objects like any others, so lists can be pushed to and fields deleted. What is
//! written back must be what the slots of triggers can hold: `null`, truth values, whole numbers, strings,
//! lists and records. Anything else (a fraction, a function, a piece) is a fault that names the field.

use std::sync::Arc;

use nightrider_engine::expr::PieceRef;
use nightrider_engine::script::StateOwner;
use nightrider_model::{Player, Value};

use crate::js::{EXACT, Js, Res, Shape, Thrown, Val, whole};

/// How deep lists and records can be nested.
const MAX_DEPTH: usize = 32;

/// The state object of an owner: the same one each time within a run.
pub(crate) fn object(js: Js, owner: StateOwner) -> Res {
    if !js.stage(|stage| stage.powers.state) {
        return Err(js.fail("write `.state` out in the script: the game is prepared for what its text names"));
    }
    let known = js.stage(|stage| stage.states.iter().find(|(known, _)| *known == owner).map(|&(_, v)| v));
    if let Some(object) = known {
        return Ok(js.again(object));
    }
    let fields = js.world(|world| world.state(owner))?;
    let object = js.object()?;
    for (name, value) in &fields {
        let value = to_js(js, value)?;
        js.define(object, js.atom(name)?, value)?;
    }
    js.stage(|stage| stage.states.push((owner, object)));
    Ok(js.again(object))
}

/// Replaces the whole state of an owner: `game.state = { ... }`.
pub(crate) fn replace(js: Js, owner: StateOwner, value: Val) -> Res<()> {
    object(js, owner)?; // For the sake of its checks.
    if !is_plain(js, value)? {
        return Err(js.fail("state can only be replaced by an object: game.state = { ... }"));
    }
    let value = js.again(value);
    js.stage(|stage| {
        for (known, object) in &mut stage.states {
            if *known == owner {
                *object = value;
            }
        }
    });
    Ok(())
}

/// Forgets the state object of a piece whose state has become another's, after writing it back.
pub(crate) fn forget(js: Js, piece: PieceRef) {
    js.stage(|stage| stage.states.retain(|(owner, _)| *owner != StateOwner::Piece(piece)));
}

/// Writes all state objects back to the position.
pub(crate) fn write_back(js: Js) -> Res<()> {
    let mut index = 0;
    // The list may grow: getters in a state object are code of the script.
    while let Some((owner, object)) = js.stage(|stage| stage.states.get(index).copied()) {
        write_back_one(js, owner, object)?;
        index += 1;
    }
    Ok(())
}

fn write_back_one(js: Js, owner: StateOwner, object: Val) -> Res<()> {
    let mut room = js.stage(|stage| stage.state_limit);
    let mut fields: Vec<(String, Value)> = Vec::new();
    for key in js.keys(object)? {
        let name = js.to_text(js.atom_text(key)?)?;
        let value = js.get(object, key)?;
        if js.is_undefined(value) {
            continue; // As if it had been deleted.
        }
        let mut path = format!("{}.{name}", name_of(owner));
        take(js, name.len(), &path, &mut room)?;
        let value = from_js(js, value, &mut path, 0, &mut room)?;
        fields.push((name, value));
    }
    let old = js.world(|world| world.state(owner))?;
    js.world(|world| {
        for (name, _) in &old {
            if !fields.iter().any(|(field, _)| **field == **name) {
                world.set_state(owner, name, None);
            }
        }
        for (name, value) in fields {
            let before = old.iter().find(|(field, _)| **field == *name).map(|(_, value)| value);
            if before.is_none_or(|before| !unchanged(before, &value)) {
                world.set_state(owner, &name, Some(value));
            }
        }
    })
}

/// Whether a value is what the script was given. Numbers beyond 2^53 come back rounded if nobody touched them.
fn unchanged(before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::Int(a), Value::Int(b)) => {
            a == b || (a.unsigned_abs() > EXACT as u64 && *a as f64 == *b as f64)
        }
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| unchanged(a, b))
        }
        (Value::Record(a), Value::Record(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.0 == b.0 && unchanged(&a.1, &b.1))
        }
        _ => before == after,
    }
}

fn name_of(owner: StateOwner) -> &'static str {
    match owner {
        StateOwner::Game => "game.state",
        StateOwner::Player(Player::White) => "game.players.White.state",
        StateOwner::Player(Player::Black) => "game.players.Black.state",
        StateOwner::Piece(_) => "piece.state",
    }
}

/// A value of state as JavaScript.
pub(crate) fn to_js(js: Js, value: &Value) -> Res {
    match value {
        Value::Null => Ok(crate::js::NULL),
        Value::Bool(truth) => Ok(js.bool(*truth)),
        Value::Int(number) => Ok(js.int(*number)),
        Value::Str(text) => js.text(text),
        Value::List(items) => {
            let items: Result<Vec<Val>, Thrown> = items.iter().map(|item| to_js(js, item)).collect();
            js.array(&items?)
        }
        Value::Record(fields) => {
            let object = js.object()?;
            for (name, value) in fields.iter() {
                let value = to_js(js, value)?;
                js.define(object, js.atom(name)?, value)?;
            }
            Ok(object)
        }
    }
}

/// A JavaScript value as one of state. `path` says where it stands, for messages; `room` is how many bytes it
/// may still take.
pub(crate) fn from_js(js: Js, value: Val, path: &mut String, depth: usize, room: &mut usize) -> Res<Value> {
    take(js, 8, path, room)?;
    if depth > MAX_DEPTH {
        let path: String = path.chars().take(60).collect();
        return Err(js.fail(&format!("{path}... is nested too deeply, or contains itself")));
    }
    match js.shape(value) {
        Shape::Undefined | Shape::Null => Ok(Value::Null),
        Shape::Bool(truth) => Ok(Value::Bool(truth)),
        Shape::Number(number) => whole(number).map(Value::Int).ok_or_else(|| {
            let hint = if number.is_nan() {
                "state holds whole numbers: was a field read that was never set?"
            } else {
                "state holds whole numbers: Math.round, Math.floor and Math.trunc make one"
            };
            js.fail(&format!("{path} would be {}; {hint}", show(number)))
        }),
        Shape::Text => {
            let text = js.to_text(value)?;
            take(js, text.len(), path, room)?;
            Ok(Value::from(text.as_str()))
        }
        Shape::Array => {
            let length = js.length(value)?;
            take(js, usize::try_from(length).unwrap_or(usize::MAX).saturating_mul(8), path, room)?;
            let mut items = Vec::new();
            for index in 0..length as u32 {
                let end = path.len();
                path.push_str(&format!("[{index}]"));
                items.push(from_js(js, js.item(value, index)?, path, depth + 1, room)?);
                path.truncate(end);
            }
            Ok(Value::List(items.into()))
        }
        Shape::Object if is_plain(js, value)? => {
            let mut fields: Vec<(Arc<str>, Value)> = Vec::new();
            for key in js.keys(value)? {
                let name = js.to_text(js.atom_text(key)?)?;
                let member = js.get(value, key)?;
                if js.is_undefined(member) {
                    continue;
                }
                let end = path.len();
                path.push('.');
                path.push_str(&name);
                take(js, name.len(), path, room)?;
                let member = from_js(js, member, path, depth + 1, room)?;
                path.truncate(end);
                fields.push((name.into(), member));
            }
            Ok(Value::Record(fields.into()))
        }
        _ if js.as_piece(value).is_some() => Err(js.fail(&format!(
            "{path} would be a piece, which state cannot hold; keep its square: toSquare(piece.pos)"
        ))),
        _ => Err(js.fail(&format!(
            "{path} is of a kind that state cannot hold; it holds numbers, strings, truth values, null, lists and plain objects"
        ))),
    }
}

/// Takes bytes from the room that is left for a state.
fn take(js: Js, bytes: usize, path: &str, room: &mut usize) -> Res<()> {
    match room.checked_sub(bytes) {
        Some(left) => {
            *room = left;
            Ok(())
        }
        None => {
            let path: String = path.chars().take(60).collect();
            let whole = js.stage(|stage| stage.state_limit);
            Err(js.fail(&format!("with {path} it would be more than state can hold ({} KB)", whole >> 10)))
        }
    }
}

fn show(number: f64) -> String {
    if number.is_nan() { "NaN (not a number)".to_string() } else { number.to_string() }
}

/// Whether a value is an object made by `{ ... }`, without a class.
fn is_plain(js: Js, value: Val) -> Res<bool> {
    if !matches!(js.shape(value), Shape::Object) {
        return Ok(false);
    }
    let prototype = js.prototype(value)?;
    let plain = js.stage(|stage| stage.names.plain);
    Ok(matches!(js.shape(prototype), Shape::Null) || js.is_same(prototype, plain))
}
