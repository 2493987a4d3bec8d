//! The functions and objects a script finds: `game`, `board`, pieces, events, squares, `console`.
//!
//! All are native functions in one table, [`FUNCTIONS`]; [`install`] hangs them up in a fresh context.

mod board;
mod console;
mod event;
mod game;
mod math;
mod piece;
mod squares;

use std::ffi::{CString, c_int};

use nightrider_engine::expr::Datum;
use nightrider_model::{PieceId, Player, Value, Variant};
use rquickjs::qjs;

pub(crate) use event::{event_named, event_object};
pub(crate) use game::status;

use crate::js::{Js, Res, Shape, Thrown, UNDEFINED, Val, whole};
use crate::stage::Names;
use crate::state;

/// A function of the API.
pub(crate) type Function = fn(Js, Val, &[Val]) -> Res;

/// Where a function hangs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    Global,
    Game,
    Board,
    Piece,
    Event,
    Console,
    Math,
}

/// How a function is reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// By calling it with so many arguments.
    Call(c_int),
    /// By reading a property.
    Get,
    /// By assigning to the property before it in the table.
    Set,
}

use Home::{Board, Console, Event, Game, Global, Math, Piece};
use Reach::{Call, Get, Set};

/// Every function of the API. A setter stands right behind its getter.
const FUNCTIONS: &[(Home, &str, Reach, Function)] = &[
    (Global, "toSquare", Call(1), squares::to_square),
    (Global, "parseSquare", Call(1), squares::parse_square),
    (Global, "distance", Call(2), squares::distance),
    (Global, "getRay", Call(4), squares::ray),
    (Global, "isValidPos", Call(1), squares::is_valid),
    (Game, "on", Call(2), game::on),
    (Game, "endTurn", Call(0), game::end_turn),
    (Game, "canEndTurn", Call(0), game::can_end_turn),
    (Game, "allowExtraMove", Call(1), game::allow_extra_move),
    (Game, "declareWinner", Call(2), game::declare_winner),
    (Game, "declareDraw", Call(1), game::declare_draw),
    (Game, "isCheck", Call(1), game::is_check),
    (Game, "isCheckmate", Call(1), game::is_checkmate),
    (Game, "getStatus", Call(0), game::get_status),
    (Game, "state", Get, game::state),
    (Game, "state", Set, game::set_state),
    (Game, "players", Get, game::players),
    (Game, "currentPlayer", Get, game::current_player),
    (Game, "turnNumber", Get, game::turn_number),
    (Game, "moveHistory", Get, game::move_history),
    (Game, "lastMove", Get, game::last_move),
    (Game, "isOver", Get, game::is_over),
    (Game, "winner", Get, game::winner),
    (Board, "at", Call(1), board::at),
    (Board, "pieces", Get, board::pieces),
    (Board, "getPieces", Call(2), board::get_pieces),
    (Board, "emptySquares", Call(0), board::empty_squares),
    (Board, "adjacent", Call(1), board::adjacent),
    (Board, "isEmpty", Call(1), board::is_empty),
    (Board, "isValidPos", Call(1), squares::is_valid),
    (Board, "inZone", Call(2), board::in_zone),
    (Board, "width", Get, board::width),
    (Board, "height", Get, board::height),
    (Board, "movePiece", Call(2), board::move_piece),
    (Board, "removePiece", Call(1), board::remove_piece),
    (Board, "createPiece", Call(3), board::create_piece),
    (Board, "toJSON", Call(0), board::to_json),
    (Piece, "type", Get, piece::kind),
    (Piece, "type", Set, piece::set_kind),
    (Piece, "owner", Get, piece::owner),
    (Piece, "owner", Set, piece::set_owner),
    (Piece, "pos", Get, piece::position),
    (Piece, "square", Get, piece::square_name),
    (Piece, "onBoard", Get, piece::on_board),
    (Piece, "state", Get, piece::state),
    (Piece, "state", Set, piece::set_state),
    (Piece, "traits", Get, piece::traits),
    (Piece, "value", Get, piece::value),
    (Piece, "hasMoved", Get, piece::has_moved),
    (Piece, "transform", Call(1), piece::transform),
    (Piece, "toJSON", Call(0), piece::to_json),
    (Event, "cancel", Call(0), event::cancel),
    (Console, "log", Call(1), console::log),
    (Console, "info", Call(1), console::log),
    (Console, "debug", Call(1), console::log),
    (Console, "warn", Call(1), console::warn),
    (Console, "error", Call(1), console::error),
    (Math, "random", Call(0), math::random),
    (Math, "sin", Call(1), math::sin),
    (Math, "cos", Call(1), math::cos),
    (Math, "tan", Call(1), math::tan),
    (Math, "asin", Call(1), math::asin),
    (Math, "acos", Call(1), math::acos),
    (Math, "atan", Call(1), math::atan),
    (Math, "atan2", Call(2), math::atan2),
    (Math, "sinh", Call(1), math::sinh),
    (Math, "cosh", Call(1), math::cosh),
    (Math, "tanh", Call(1), math::tanh),
    (Math, "asinh", Call(1), math::asinh),
    (Math, "acosh", Call(1), math::acosh),
    (Math, "atanh", Call(1), math::atanh),
    (Math, "exp", Call(1), math::exp),
    (Math, "expm1", Call(1), math::expm1),
    (Math, "log", Call(1), math::ln),
    (Math, "log1p", Call(1), math::log1p),
    (Math, "log2", Call(1), math::log2),
    (Math, "log10", Call(1), math::log10),
    (Math, "pow", Call(2), math::pow),
    (Math, "cbrt", Call(1), math::cbrt),
    (Math, "hypot", Call(2), math::hypot),
];

/// Every function of the table comes in here; `magic` is its place in the table.
unsafe extern "C" fn enter(
    context: *mut qjs::JSContext,
    this: Val,
    count: c_int,
    arguments: *mut Val,
    magic: c_int,
) -> Val {
    let count = usize::try_from(count).unwrap_or(0);
    let arguments = if count == 0 {
        &[]
    } else {
        // SAFETY: QuickJS passes a pointer to so many values.
        unsafe { std::slice::from_raw_parts(arguments, count) }
    };
    let function = FUNCTIONS[magic as usize].3;
    function(Js(context), this, arguments).unwrap_or(qjs::JS_EXCEPTION)
}

/// A native function that calls the entry of the table with this place.
fn native(js: Js, place: usize, arity: c_int) -> Res {
    let name = CString::new(FUNCTIONS[place].1).unwrap_or_default();
    type Enter = unsafe extern "C" fn(*mut qjs::JSContext, Val, c_int, *mut Val, c_int) -> Val;
    type Plain = unsafe extern "C" fn(*mut qjs::JSContext, Val, c_int, *mut Val) -> Val;
    // SAFETY: functions of the kind `generic_magic` are called with the further argument.
    let entry = unsafe { std::mem::transmute::<Enter, Plain>(enter) };
    let kind = qjs::JSCFunctionEnum_JS_CFUNC_generic_magic;
    // SAFETY: the context is alive and the name is copied.
    let function =
        unsafe { qjs::JS_NewCFunction2(js.0, Some(entry), name.as_ptr(), arity, kind, place as c_int) };
    // SAFETY: any value may be looked at.
    if unsafe { qjs::JS_IsException(function) } { Err(Thrown) } else { Ok(function) }
}

/// Hangs the API up in a fresh context and interns the names that runs need.
pub(crate) fn install(js: Js, runtime: *mut qjs::JSRuntime, variant: &Variant) -> Res<Names> {
    let global = js.global();
    let named_object = |name| {
        let object = js.object()?;
        js.define_hidden(global, name, js.again(object))?;
        Ok(object)
    };
    let (game, board, console) = (named_object("game")?, named_object("board")?, named_object("console")?);
    let math = js.get_named(global, "Math")?;
    let (piece, event) = (js.object()?, js.object()?);
    let piece_class = class(js, runtime, piece)?;

    let mut getter = UNDEFINED;
    for (place, &(home, name, reach, _)) in FUNCTIONS.iter().enumerate() {
        let object = match home {
            Global => global,
            Game => game,
            Board => board,
            Piece => piece,
            Event => event,
            Console => console,
            Math => math,
        };
        match reach {
            Call(arity) => js.define_hidden(object, name, native(js, place, arity)?)?,
            Get => {
                getter = native(js, place, 0)?;
                js.define_accessor(object, name, js.again(getter), UNDEFINED)?;
            }
            Set => js.define_accessor(object, name, js.again(getter), native(js, place, 1)?)?,
        }
    }

    let types: Result<Vec<Val>, Thrown> = variant.pieces.iter().map(|piece| js.text(&piece.name)).collect();
    Ok(Names {
        file: js.atom("file")?,
        rank: js.atom("rank")?,
        kind: js.atom("type")?,
        player: js.atom("player")?,
        piece: js.atom("piece")?,
        from: js.atom("from")?,
        to: js.atom("to")?,
        captured: js.atom("captured")?,
        captor: js.atom("captor")?,
        king: js.atom("king")?,
        zone: js.atom("zone")?,
        new_type: js.atom("newType")?,
        original_type: js.atom("originalType")?,
        promotion: js.atom("promotion")?,
        players: [js.text("White")?, js.text("Black")?],
        types: types?,
        plain: js.prototype(js.object()?)?,
        piece_class,
        can_end_turn: js.get_named(game, "canEndTurn")?,
        get_status: js.get_named(game, "getStatus")?,
        game,
        event,
    })
}

/// The class of piece objects, with its prototype.
fn class(js: Js, runtime: *mut qjs::JSRuntime, prototype: Val) -> Res<qjs::JSClassID> {
    let definition = qjs::JSClassDef {
        class_name: c"Piece".as_ptr(),
        finalizer: None,
        gc_mark: None,
        call: None,
        exotic: std::ptr::null_mut(),
    };
    let mut id = 0;
    // SAFETY: runtime and context are alive; the definition is copied but for its name, which is static.
    unsafe {
        qjs::JS_NewClassID(runtime, &mut id);
        if qjs::JS_NewClass(runtime, id, &definition) < 0 {
            return Err(Thrown);
        }
        qjs::JS_SetClassProto(js.0, id, js.again(prototype));
    }
    Ok(id)
}

// What the functions share.

/// An argument; `undefined` if it is missing.
fn argument(arguments: &[Val], index: usize) -> Val {
    arguments.get(index).copied().unwrap_or(UNDEFINED)
}

/// A player: `"White"` or `"Black"`.
fn player(js: Js, value: Val) -> Res<Player> {
    let name = js.as_text(value);
    Player::BOTH
        .into_iter()
        .find(|player| name.as_deref() == Some(player.name()))
        .ok_or_else(|| js.fail("a player is wanted here: \"White\" or \"Black\""))
}

/// A piece type by name.
fn piece_type(js: Js, value: Val) -> Res<PieceId> {
    let Some(name) = js.as_text(value) else {
        return Err(js.fail("a piece type is wanted here, by its name: \"Queen\""));
    };
    match js.world(|world| world.variant().piece_named(&name))? {
        Some(piece) => Ok(piece),
        None => Err(js.fail(&format!("no piece type is called `{name}`"))),
    }
}

/// Makes sure that the script may change the board, which must be known from its text.
fn may_change_board(js: Js) -> Res<()> {
    if js.stage(|stage| stage.powers.board) {
        return Ok(());
    }
    Err(js.fail(
        "write what changes the board out in the script (board.movePiece, piece.owner = ...): \
         the game is prepared for what its text names",
    ))
}

/// What a trigger or condition passes to a function.
pub(crate) fn from_datum(js: Js, datum: &Datum) -> Res {
    match datum {
        Datum::Null => Ok(crate::js::NULL),
        Datum::Bool(truth) => Ok(js.bool(*truth)),
        Datum::Int(number) => Ok(js.int(*number)),
        Datum::Str(text) => js.text(text),
        Datum::Player(player) => Ok(js.player(*player)),
        Datum::Type(piece) => Ok(js.type_name(*piece)),
        Datum::Square(square) => js.position(*square),
        Datum::Piece(piece) => js.piece_object(*piece),
        Datum::List(items) => {
            let items: Result<Vec<Val>, Thrown> = items.iter().map(|item| from_datum(js, item)).collect();
            js.array(&items?)
        }
        Datum::Record(value) => state::to_js(js, value),
    }
}

/// What a function gives back to a trigger or condition.
pub(crate) fn to_datum(js: Js, value: Val) -> Res<Datum> {
    if let Some(piece) = js.as_piece(value) {
        return Ok(Datum::Piece(piece));
    }
    match js.shape(value) {
        Shape::Undefined | Shape::Null => Ok(Datum::Null),
        Shape::Number(number) if whole(number).is_none() => Err(js.fail(&format!(
            "the function gave {number}, but triggers and conditions know whole numbers only"
        ))),
        Shape::Object if is_position(js, value)? => {
            Ok(squares::square(js, value)?.map_or(Datum::Null, Datum::Square))
        }
        _ => {
            let mut room = js.stage(|stage| stage.state_limit);
            let mut path = "the answer of the function".to_string();
            let value = state::from_js(js, value, &mut path, 0, &mut room)?;
            Ok(match value {
                Value::Record(_) => Datum::Record(value),
                other => Datum::from(&other),
            })
        }
    }
}

/// Whether a value has the shape of a square: the numbers `file` and `rank` and nothing else.
fn is_position(js: Js, value: Val) -> Res<bool> {
    let (file, rank) = js.stage(|stage| (stage.names.file, stage.names.rank));
    let keys = js.keys(value)?;
    Ok(keys.len() == 2 && keys.contains(&file) && keys.contains(&rank))
}
