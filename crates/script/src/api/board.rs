//! `board`: what stands where, and how to change it.

use nightrider_engine::expr::PieceRef;
use nightrider_model::Square;

use super::{argument, may_change_board, piece_type, player, squares};
use crate::js::{Js, NULL, Res, Thrown, Val};
use crate::state;

/// All squares that exist, in board order.
fn all_squares(js: Js) -> Res<Vec<Square>> {
    js.charge(16)?;
    js.world(|world| {
        let board = &world.variant().board;
        board.squares().filter(|&square| !board.is_hole(square)).collect()
    })
}

pub(super) fn at(js: Js, _this: Val, arguments: &[Val]) -> Res {
    let Some(square) = squares::square(js, argument(arguments, 0))? else { return Ok(NULL) };
    match js.world(|world| world.piece_on(square))? {
        Some(_) => js.piece_object(PieceRef::On(square)),
        None => Ok(NULL),
    }
}

pub(super) fn pieces(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    get_pieces(js, NULL, &[])
}

/// `board.getPieces(owner, type)`: both may be left out.
pub(super) fn get_pieces(js: Js, _this: Val, arguments: &[Val]) -> Res {
    let left_out = |index| {
        matches!(js.shape(argument(arguments, index)), crate::js::Shape::Undefined | crate::js::Shape::Null)
    };
    let owner = if left_out(0) { None } else { Some(player(js, argument(arguments, 0))?) };
    let kind = if left_out(1) { None } else { Some(piece_type(js, argument(arguments, 1))?) };
    let mut found = Vec::new();
    for square in all_squares(js)? {
        let fits = js.world(|world| {
            world.piece_on(square).is_some_and(|piece| {
                owner.is_none_or(|owner| owner == piece.owner) && kind.is_none_or(|kind| kind == piece.piece)
            })
        })?;
        if fits {
            found.push(js.piece_object(PieceRef::On(square))?);
        }
    }
    js.charge(found.len() as u32)?;
    js.array(&found)
}

pub(super) fn empty_squares(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    let mut empty = all_squares(js)?;
    js.world(|world| empty.retain(|&square| world.piece_on(square).is_none()))?;
    positions(js, &empty)
}

/// The squares a king's move away, in board order.
pub(super) fn adjacent(js: Js, _this: Val, arguments: &[Val]) -> Res {
    let centre = squares::on_board(js, argument(arguments, 0))?;
    let mut near = all_squares(js)?;
    js.world(|world| near.retain(|&square| world.variant().board.distance(square, centre) == 1))?;
    positions(js, &near)
}

fn positions(js: Js, squares: &[Square]) -> Res {
    js.charge(2 * squares.len() as u32)?;
    let positions: Result<Vec<Val>, Thrown> = squares.iter().map(|&square| js.position(square)).collect();
    js.array(&positions?)
}

/// Whether a square of the board is empty.
pub(super) fn is_empty(js: Js, _this: Val, arguments: &[Val]) -> Res {
    let Some(square) = squares::square(js, argument(arguments, 0))? else { return Ok(js.bool(false)) };
    Ok(js.bool(js.world(|world| world.piece_on(square))?.is_none()))
}

/// `board.inZone(pos, "hill")`.
pub(super) fn in_zone(js: Js, _this: Val, arguments: &[Val]) -> Res {
    let square = squares::square(js, argument(arguments, 0))?;
    let name = js.to_text(argument(arguments, 1))?;
    let zone = js.world(|world| {
        let zones = &world.variant().board.zones;
        zones
            .iter()
            .find(|zone| zone.name == name)
            .map(|zone| square.is_some_and(|square| zone.squares.binary_search(&square).is_ok()))
    })?;
    zone.map(|inside| js.bool(inside)).ok_or_else(|| js.fail(&format!("no zone is called `{name}`")))
}

pub(super) fn width(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    Ok(js.int(i64::from(js.world(|world| world.variant().board.width)?)))
}

pub(super) fn height(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    Ok(js.int(i64::from(js.world(|world| world.variant().board.height)?)))
}

/// `board.movePiece(from, to)`: whatever the rules say about that move. False if there is no piece to
/// move or the target is taken.
pub(super) fn move_piece(js: Js, _this: Val, arguments: &[Val]) -> Res {
    may_change_board(js)?;
    let Some(piece) = piece_at(js, argument(arguments, 0))? else { return Ok(js.bool(false)) };
    let to = squares::on_board(js, argument(arguments, 1))?;
    state::write_back(js)?;
    let done = js.world(|world| world.move_piece(piece, to))?;
    if done {
        js.relocate(piece, PieceRef::On(to));
    }
    Ok(js.bool(done))
}

/// `board.removePiece(square)`: the piece that was removed, or null.
pub(super) fn remove_piece(js: Js, _this: Val, arguments: &[Val]) -> Res {
    may_change_board(js)?;
    let Some(piece) = piece_at(js, argument(arguments, 0))? else { return Ok(NULL) };
    state::write_back(js)?;
    match js.world(|world| world.remove(piece))? {
        Some(now) => {
            js.relocate(piece, now);
            js.piece_object(now)
        }
        None => Ok(NULL),
    }
}

/// `board.createPiece(type, owner, square)`: the new piece, or null if the square is taken.
pub(super) fn create_piece(js: Js, _this: Val, arguments: &[Val]) -> Res {
    may_change_board(js)?;
    let kind = piece_type(js, argument(arguments, 0))?;
    let owner = player(js, argument(arguments, 1))?;
    let square = squares::on_board(js, argument(arguments, 2))?;
    state::write_back(js)?;
    match js.world(|world| world.create(kind, owner, square))? {
        true => js.piece_object(PieceRef::On(square)),
        false => Ok(NULL),
    }
}

/// The piece that a value names: a piece object, on the board or off it, or what stands on a square.
fn piece_at(js: Js, value: Val) -> Res<Option<PieceRef>> {
    if let Some(piece) = js.as_piece(value) {
        return Ok(Some(piece));
    }
    let square = squares::on_board(js, value)?;
    Ok(js.world(|world| world.piece_on(square))?.map(|_| PieceRef::On(square)))
}

/// The board as plain data, for `JSON.stringify`.
pub(super) fn to_json(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    let object = js.object()?;
    js.define(object, js.atom("width")?, width(js, NULL, &[])?)?;
    js.define(object, js.atom("height")?, height(js, NULL, &[])?)?;
    js.define(object, js.atom("pieces")?, get_pieces(js, NULL, &[])?)?;
    Ok(object)
}
