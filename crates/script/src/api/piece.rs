//! Pieces: objects that always show the piece as it is now.

use nightrider_engine::expr::PieceRef;
use nightrider_engine::script::{ScriptPiece, StateOwner};

use super::{argument, may_change_board, piece_type, player};
use crate::js::{Js, Res, Thrown, UNDEFINED, Val};
use crate::state as slots;

/// The piece that a function was called on.
fn this_piece(js: Js, this: Val) -> Res<(PieceRef, ScriptPiece)> {
    let piece = js.as_piece(this).ok_or_else(|| js.fail("this is not a piece"))?;
    let known = js.world(|world| world.piece(piece))?;
    known.map(|known| (piece, known)).ok_or_else(|| js.fail("this piece is gone for good"))
}

pub(super) fn kind(js: Js, this: Val, _arguments: &[Val]) -> Res {
    Ok(js.type_name(this_piece(js, this)?.1.piece))
}

pub(super) fn set_kind(js: Js, this: Val, arguments: &[Val]) -> Res {
    transform(js, this, arguments)?;
    Ok(UNDEFINED)
}

/// `piece.transform("Queen")`: with the first state of its new type, as in triggers.
pub(super) fn transform(js: Js, this: Val, arguments: &[Val]) -> Res {
    may_change_board(js)?;
    let (piece, _) = this_piece(js, this)?;
    let to = piece_type(js, argument(arguments, 0))?;
    slots::write_back(js)?;
    let done = js.world(|world| world.transform(piece, to))?;
    slots::forget(js, piece);
    Ok(js.bool(done))
}

pub(super) fn owner(js: Js, this: Val, _arguments: &[Val]) -> Res {
    Ok(js.player(this_piece(js, this)?.1.owner))
}

pub(super) fn set_owner(js: Js, this: Val, arguments: &[Val]) -> Res {
    may_change_board(js)?;
    let (piece, _) = this_piece(js, this)?;
    let owner = player(js, argument(arguments, 0))?;
    js.world(|world| world.set_owner(piece, owner))?;
    Ok(UNDEFINED)
}

pub(super) fn position(js: Js, this: Val, _arguments: &[Val]) -> Res {
    js.position(this_piece(js, this)?.1.square)
}

pub(super) fn square_name(js: Js, this: Val, _arguments: &[Val]) -> Res {
    let square = this_piece(js, this)?.1.square;
    let name = js.world(|world| world.variant().board.name(square))?;
    js.text(&name)
}

/// Whether the piece stands on the board now.
pub(super) fn on_board(js: Js, this: Val, _arguments: &[Val]) -> Res {
    Ok(js.bool(matches!(js.as_piece(this), Some(PieceRef::On(_)))))
}

pub(super) fn state(js: Js, this: Val, _arguments: &[Val]) -> Res {
    slots::object(js, StateOwner::Piece(this_piece(js, this)?.0))
}

pub(super) fn set_state(js: Js, this: Val, arguments: &[Val]) -> Res {
    slots::replace(js, StateOwner::Piece(this_piece(js, this)?.0), argument(arguments, 0))?;
    Ok(UNDEFINED)
}

/// The names of its traits.
pub(super) fn traits(js: Js, this: Val, _arguments: &[Val]) -> Res {
    let (_, piece) = this_piece(js, this)?;
    let names = js.world(|world| {
        let variant = world.variant();
        let kind = variant.piece(piece.piece);
        let built_in = [
            ("royal", kind.traits.royal),
            ("jump", kind.traits.jump),
            ("phase", kind.traits.phase),
            ("promote", kind.traits.promote),
            ("immune", kind.traits.immune),
            ("explosive", kind.traits.explosive),
            ("castle", kind.traits.castle),
        ];
        let built_in = built_in.iter().filter(|(_, has)| *has).map(|(name, _)| name.to_string());
        let custom = kind.custom_traits.iter().map(|&index| variant.custom_traits[index.index()].clone());
        built_in.chain(custom).collect::<Vec<String>>()
    })?;
    let names: Result<Vec<Val>, Thrown> = names.iter().map(|name| js.text(name)).collect();
    js.array(&names?)
}

/// What a piece of its type is worth, in pawns.
pub(super) fn value(js: Js, this: Val, _arguments: &[Val]) -> Res {
    let (_, piece) = this_piece(js, this)?;
    Ok(js.number(f64::from(js.world(|world| world.value_of(piece.piece))?) / 100.0))
}

pub(super) fn has_moved(js: Js, this: Val, _arguments: &[Val]) -> Res {
    Ok(js.bool(this_piece(js, this)?.1.moved))
}

/// The piece as plain data, for `JSON.stringify`.
pub(super) fn to_json(js: Js, this: Val, _arguments: &[Val]) -> Res {
    let (_, piece) = this_piece(js, this)?;
    let object = js.object()?;
    let kind = js.stage(|stage| stage.names.kind);
    js.define(object, kind, js.type_name(piece.piece))?;
    js.define(object, js.atom("owner")?, js.player(piece.owner))?;
    js.define(object, js.atom("pos")?, js.position(piece.square)?)?;
    Ok(object)
}
