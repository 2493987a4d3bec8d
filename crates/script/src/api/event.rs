//! Events as handlers get them, and `event.cancel()`.

use nightrider_engine::script::Occasion;
use nightrider_model::Event;
use rquickjs::qjs;

use super::may_change_board;
use crate::js::{Js, NULL, Res, Thrown, Val};

/// The names of events in scripts.
const NAMES: [(&str, Event); 11] = [
    ("move", Event::Move),
    ("capture", Event::Capture),
    ("turnEnd", Event::TurnEnd),
    ("turnStart", Event::TurnStart),
    ("check", Event::Check),
    ("promotion", Event::Promotion),
    ("captured", Event::Captured),
    ("enterZone", Event::EnterZone),
    ("exitZone", Event::ExitZone),
    ("gameStart", Event::GameStart),
    ("gameEnd", Event::GameEnd),
];

/// The event with a name, as scripts or triggers write it.
pub(crate) fn event_named(name: &str) -> Option<Event> {
    NAMES.iter().find(|(word, event)| *word == name || event.name() == name).map(|&(_, event)| event)
}

/// The object that handlers of an event get.
pub(crate) fn event_object(js: Js, occasion: &Occasion) -> Res {
    let names = js.stage(|stage| stage.names.event);
    // SAFETY: the context is alive and the prototype belongs to it.
    let object = unsafe { qjs::JS_NewObjectProto(js.0, names) };
    // SAFETY: any value may be looked at.
    if unsafe { qjs::JS_IsException(object) } {
        return Err(Thrown);
    }
    let name = NAMES.iter().find(|&&(_, event)| event == occasion.event).map_or("", |&(name, _)| name);
    // Copies of the names: the stage may not be held while objects are made.
    let (kind, player, piece, from, to) = js.stage(|stage| {
        let names = &stage.names;
        (names.kind, names.player, names.piece, names.from, names.to)
    });
    js.define(object, kind, js.text(name)?)?;
    js.define(object, player, js.player(occasion.player))?;
    if let Some(it) = occasion.piece {
        js.define(object, piece, js.piece_object(it)?)?;
    }
    if let Some(square) = occasion.from {
        js.define(object, from, js.position(square)?)?;
    }
    if let Some(square) = occasion.to {
        js.define(object, to, js.position(square)?)?;
    }
    let (captured, captor, king, zone) = js.stage(|stage| {
        let names = &stage.names;
        (names.captured, names.captor, names.king, names.zone)
    });
    for (name, it) in [(captured, occasion.captured), (captor, occasion.captor), (king, occasion.king)] {
        if let Some(it) = it {
            js.define(object, name, js.piece_object(it)?)?;
        }
    }
    if let Some(index) = occasion.zone {
        let text = js.world(|world| world.variant().board.zone(index).name.clone())?;
        js.define(object, zone, js.text(&text)?)?;
    }
    if let Some((before, after)) = occasion.promotion {
        let (original_type, new_type) = js.stage(|stage| (stage.names.original_type, stage.names.new_type));
        js.define(object, original_type, js.type_name(before))?;
        js.define(object, new_type, js.type_name(after))?;
    }
    Ok(object)
}

/// `event.cancel()`: the move is undone, as by the action `cancel`.
pub(super) fn cancel(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    may_change_board(js)?;
    match js.world(|world| world.cancel())? {
        true => Ok(NULL),
        false => Err(js.fail("there is no move to cancel here; `capture` and `move` handlers can cancel")),
    }
}
