//! `console`: lines for the game's log.

use nightrider_engine::script::ConsoleLevel;

use crate::js::{Js, Res, Shape, UNDEFINED, Val};

pub(super) fn log(js: Js, _this: Val, arguments: &[Val]) -> Res {
    print(js, ConsoleLevel::Log, arguments)
}

pub(super) fn warn(js: Js, _this: Val, arguments: &[Val]) -> Res {
    print(js, ConsoleLevel::Warn, arguments)
}

pub(super) fn error(js: Js, _this: Val, arguments: &[Val]) -> Res {
    print(js, ConsoleLevel::Error, arguments)
}

fn print(js: Js, level: ConsoleLevel, arguments: &[Val]) -> Res {
    let mut line = String::new();
    for (index, &argument) in arguments.iter().enumerate() {
        if index > 0 {
            line.push(' ');
        }
        line.push_str(&describe(js, argument)?);
    }
    js.charge_output(line.len() + 1)?;
    js.world(|world| world.print(level, &line))?;
    Ok(UNDEFINED)
}

/// A value as the console shows it: text as it is, pieces in words, other objects as JSON.
fn describe(js: Js, value: Val) -> Res<String> {
    if let Some(piece) = js.as_piece(value) {
        let words = js.world(|world| {
            world.piece(piece).map(|piece| {
                let variant = world.variant();
                let square = variant.board.name(piece.square);
                format!("{} {} {square}", piece.owner.name(), variant.piece(piece.piece).name)
            })
        })?;
        return Ok(words.unwrap_or_else(|| "a piece that is gone".to_string()));
    }
    if matches!(js.shape(value), Shape::Object | Shape::Array) && !js.is_error(value) {
        let json = js.get_named(js.global(), "JSON")?;
        let stringify = js.get_named(json, "stringify")?;
        if let Some(text) = js.as_text(js.call(stringify, json, &[value])?) {
            return Ok(text);
        }
    }
    match js.shape(value) {
        Shape::Other => Ok("a symbol".to_string()),
        _ => js.to_text(value),
    }
}
