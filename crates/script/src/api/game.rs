//! `game`: whose turn it is, what has happened, state, and how turns and the game end.

use nightrider_engine::script::{ScriptMove, StateOwner};
use nightrider_model::Player;

use super::{argument, event_named, player};
use crate::js::{Js, NULL, Res, Shape, UNDEFINED, Val};
use crate::stage::Moment;
use crate::state as slots;

/// `game.on("move", handler)`.
pub(super) fn on(js: Js, _this: Val, arguments: &[Val]) -> Res {
    if js.stage(|stage| stage.moment) != Moment::Body {
        return Err(js.fail("handlers are registered when the script is read, not while the game runs"));
    }
    let name = js.to_text(argument(arguments, 0))?;
    let Some(event) = event_named(&name) else {
        return Err(js.fail(&format!(
            "no event is called `{name}`; there are move, capture, turnEnd, turnStart, check, promotion, \
             captured, enterZone, exitZone, gameStart and gameEnd"
        )));
    };
    let handler = argument(arguments, 1);
    if !js.is_function(handler) {
        return Err(js.fail(&format!("the handler of `{name}` is not a function")));
    }
    // Unlike that of plain functions, the prototype that generator functions share has a field `prototype`.
    let kind = js.prototype(handler)?;
    let is_shared = matches!(js.shape(kind), Shape::Object | Shape::Function);
    if is_shared && !js.is_undefined(js.get_named(kind, "prototype")?) {
        return Err(js.fail(&format!(
            "the handler of `{name}` is no plain function: what is called like a generator or a class does \
             not run"
        )));
    }
    let handler = js.again(handler);
    js.stage(|stage| stage.handlers.push((event, handler)));
    Ok(UNDEFINED)
}

/// `game.endTurn()`. Where the script has replaced `canEndTurn`, that decides.
pub(super) fn end_turn(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    if !js.stage(|stage| stage.powers.end_turn) {
        return Err(
            js.fail("write `endTurn` out in the script: the game is prepared for what its text names")
        );
    }
    let (game, own) = js.stage(|stage| (stage.names.game, stage.names.can_end_turn));
    let test = js.get_named(game, "canEndTurn")?;
    if js.is_function(test) && !js.is_same(test, own) && !js.truthy(js.call(test, game, &[])?) {
        return Ok(js.bool(false));
    }
    js.world(|world| world.end_turn())?;
    Ok(js.bool(true))
}

/// What `game.canEndTurn()` says unless a script replaces it.
pub(super) fn can_end_turn(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    Ok(js.bool(true))
}

pub(super) fn allow_extra_move(js: Js, _this: Val, arguments: &[Val]) -> Res {
    if !js.stage(|stage| stage.powers.extra_moves) {
        return Err(
            js.fail("write `allowExtraMove` out in the script: the game is prepared for what its text names")
        );
    }
    let player = player_or_current(js, argument(arguments, 0))?;
    js.world(|world| world.allow_extra_move(player))?;
    Ok(UNDEFINED)
}

pub(super) fn declare_winner(js: Js, _this: Val, arguments: &[Val]) -> Res {
    let winner = player(js, argument(arguments, 0))?;
    declare(js, Some(winner), argument(arguments, 1))
}

pub(super) fn declare_draw(js: Js, _this: Val, arguments: &[Val]) -> Res {
    declare(js, None, argument(arguments, 0))
}

fn declare(js: Js, winner: Option<Player>, reason: Val) -> Res {
    if !js.stage(|stage| stage.powers.results) {
        return Err(js.fail(
            "write `declareWinner` or `declareDraw` out in the script: the game is prepared for what its text names",
        ));
    }
    let reason = if js.is_undefined(reason) { String::new() } else { js.to_text(reason)? };
    js.charge_output(reason.len())?;
    js.world(|world| world.declare(winner, &reason))?;
    Ok(UNDEFINED)
}

fn player_or_current(js: Js, value: Val) -> Res<Player> {
    if js.is_undefined(value) { js.world(|world| world.turn()) } else { player(js, value) }
}

/// `game.isCheck(player)`: of the player to move if none is named.
pub(super) fn is_check(js: Js, _this: Val, arguments: &[Val]) -> Res {
    js.charge(50)?;
    let player = player_or_current(js, argument(arguments, 0))?;
    slots::write_back(js)?;
    Ok(js.bool(js.world(|world| world.in_check(player))?))
}

/// `game.isCheckmate(player)`: what triggers and scripts would do after an escape is left aside.
pub(super) fn is_checkmate(js: Js, _this: Val, arguments: &[Val]) -> Res {
    js.charge(5_000)?;
    let player = player_or_current(js, argument(arguments, 0))?;
    slots::write_back(js)?;
    Ok(js.bool(js.world(|world| world.is_checkmate(player))?))
}

/// What `game.getStatus()` says unless a script replaces it.
pub(super) fn get_status(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    let text = js.world(|world| match world.declared() {
        Some(Some(winner)) => format!("{} has won", winner.name()),
        Some(None) => "drawn".to_string(),
        None => format!("{} to move", world.turn().name()),
    })?;
    js.text(&text)
}

/// The line of a replaced `game.getStatus`, if it is replaced.
pub(crate) fn status(js: Js) -> Res<Option<String>> {
    let (game, own) = js.stage(|stage| (stage.names.game, stage.names.get_status));
    let replaced = js.get_named(game, "getStatus")?;
    if !js.is_function(replaced) || js.is_same(replaced, own) {
        return Ok(None);
    }
    js.to_text(js.call(replaced, game, &[])?).map(Some)
}

pub(super) fn state(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    slots::object(js, StateOwner::Game)
}

pub(super) fn set_state(js: Js, _this: Val, arguments: &[Val]) -> Res {
    slots::replace(js, StateOwner::Game, argument(arguments, 0))?;
    Ok(UNDEFINED)
}

/// `game.players.White`: `checks`, `captures`, `moves` and `state`.
pub(super) fn players(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    let both = js.object()?;
    for player in Player::BOTH {
        let counters = js.world(|world| world.counters(player))?;
        let object = js.object()?;
        js.define(object, js.atom("checks")?, js.int(i64::from(counters.checks)))?;
        js.define(object, js.atom("captures")?, js.int(i64::from(counters.captures)))?;
        js.define(object, js.atom("moves")?, js.int(i64::from(counters.moves)))?;
        if js.stage(|stage| stage.powers.state) {
            js.define(object, js.atom("state")?, slots::object(js, StateOwner::Player(player))?)?;
        }
        js.define(both, js.atom(player.name())?, object)?;
    }
    Ok(both)
}

pub(super) fn current_player(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    Ok(js.player(js.world(|world| world.turn())?))
}

pub(super) fn turn_number(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    Ok(js.int(i64::from(js.world(|world| world.full_move())?)))
}

pub(super) fn is_over(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    Ok(js.bool(js.world(|world| world.declared())?.is_some()))
}

pub(super) fn winner(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    Ok(js.world(|world| world.declared())?.flatten().map_or(NULL, |winner| js.player(winner)))
}

fn history(js: Js) -> Res<Vec<ScriptMove>> {
    if !js.stage(|stage| stage.powers.history) {
        return Err(js.fail(
            "write `moveHistory` or `lastMove` out in the script: the game is prepared for what its text names",
        ));
    }
    let moves = js.world(|world| world.history())?;
    js.charge(moves.len() as u32)?;
    Ok(moves)
}

pub(super) fn move_history(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    let mut list = Vec::new();
    for played in history(js)? {
        list.push(move_object(js, &played)?);
    }
    js.array(&list)
}

pub(super) fn last_move(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    history(js)?.last().map_or(Ok(NULL), |played| move_object(js, played))
}

/// A move of the history: `{ player, piece, from, to, captured, promotion }`, piece types by name.
fn move_object(js: Js, played: &ScriptMove) -> Res {
    let object = js.object()?;
    let (player, piece, from, to, captured, promotion) = js.stage(|stage| {
        let names = &stage.names;
        (names.player, names.piece, names.from, names.to, names.captured, names.promotion)
    });
    js.define(object, player, js.player(played.player))?;
    js.define(object, piece, js.type_name(played.piece))?;
    js.define(object, from, js.position(played.from)?)?;
    js.define(object, to, js.position(played.to)?)?;
    js.define(object, captured, played.captured.map_or(NULL, |piece| js.type_name(piece)))?;
    js.define(object, promotion, played.promotion.map_or(NULL, |piece| js.type_name(piece)))?;
    Ok(object)
}
