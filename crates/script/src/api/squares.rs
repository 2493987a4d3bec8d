//! Squares: `toSquare`, `parseSquare`, `distance`, `getRay`, `isValidPos`.

use nightrider_model::{Compass, Player, Square};

use crate::js::{Js, NULL, Res, Shape, Val};

/// The square that a value names: `{ file, rank }`, `"e4"` or a piece. `None` if it lies off the board.
pub(crate) fn square(js: Js, value: Val) -> Res<Option<Square>> {
    if let Some(piece) = js.as_piece(value) {
        return js.world(|world| world.piece(piece).map(|piece| piece.square));
    }
    match js.shape(value) {
        Shape::Text => {
            let name = js.to_text(value)?;
            js.world(|world| {
                let board = &world.variant().board;
                board.parse(&name).filter(|&square| !board.is_hole(square))
            })
        }
        Shape::Object => {
            let (file, rank) = coordinates(js, value)?;
            let whole = |number: f64| {
                (number.fract() == 0.0 && (0.0..16.0).contains(&number)).then_some(number as i32)
            };
            let (Some(file), Some(rank)) = (whole(file), whole(rank)) else { return Ok(None) };
            js.world(|world| {
                let board = &world.variant().board;
                board.at(file, rank).filter(|&square| !board.is_hole(square))
            })
        }
        _ => Err(js.fail("a square is wanted here: { file: 4, rank: 3 }, \"e4\", or a piece")),
    }
}

fn coordinates(js: Js, value: Val) -> Res<(f64, f64)> {
    let (file, rank) = js.stage(|stage| (stage.names.file, stage.names.rank));
    let (file, rank) = (js.get(value, file)?, js.get(value, rank)?);
    match (js.shape(file), js.shape(rank)) {
        (Shape::Number(file), Shape::Number(rank)) => Ok((file, rank)),
        _ => Err(js.fail("a square is wanted here, an object with the numbers `file` and `rank`")),
    }
}

/// The square that a value names.
pub(crate) fn on_board(js: Js, value: Val) -> Res<Square> {
    square(js, value)?.ok_or_else(|| js.fail("this square is not on the board"))
}

pub(super) fn to_square(js: Js, _this: Val, arguments: &[Val]) -> Res {
    let square = on_board(js, super::argument(arguments, 0))?;
    let name = js.world(|world| world.variant().board.name(square))?;
    js.text(&name)
}

pub(super) fn parse_square(js: Js, _this: Val, arguments: &[Val]) -> Res {
    let value = super::argument(arguments, 0);
    match js.shape(value) {
        Shape::Text => square(js, value)?.map_or(Ok(NULL), |square| js.position(square)),
        _ => Err(js.fail("parseSquare wants a string such as \"e4\"")),
    }
}

/// King-move distance. The squares need not be on the board.
pub(super) fn distance(js: Js, _this: Val, arguments: &[Val]) -> Res {
    let ends = [place(js, super::argument(arguments, 0))?, place(js, super::argument(arguments, 1))?];
    let [(ax, ay), (bx, by)] = ends;
    Ok(js.number((ax - bx).abs().max((ay - by).abs())))
}

/// File and rank of a square, on the board or off it.
fn place(js: Js, value: Val) -> Res<(f64, f64)> {
    if matches!(js.shape(value), Shape::Object) && js.as_piece(value).is_none() {
        return coordinates(js, value);
    }
    let square = on_board(js, value)?;
    js.world(|world| {
        let board = &world.variant().board;
        (f64::from(board.file(square)), f64::from(board.rank(square)))
    })
}

pub(super) fn is_valid(js: Js, _this: Val, arguments: &[Val]) -> Res {
    let value = super::argument(arguments, 0);
    match js.shape(value) {
        Shape::Text | Shape::Object => Ok(js.bool(square(js, value)?.is_some())),
        _ => Ok(js.bool(false)),
    }
}

/// `getRay(pos, "N", 3)`: the squares in one direction, up to three of them, as far as the board goes.
/// `forward` and the like are seen from the player given as fourth argument, or from White.
pub(super) fn ray(js: Js, _this: Val, arguments: &[Val]) -> Res {
    let start = on_board(js, super::argument(arguments, 0))?;
    let name = js.to_text(super::argument(arguments, 1))?;
    let limit = match js.shape(super::argument(arguments, 2)) {
        Shape::Undefined => 16.0,
        Shape::Number(number) => number,
        _ => return Err(js.fail("the third argument of getRay is how many squares to take")),
    };
    let side = match js.shape(super::argument(arguments, 3)) {
        Shape::Undefined => Player::White,
        _ => super::player(js, super::argument(arguments, 3))?,
    };
    let Some((dx, dy)) = direction(&name, side) else {
        return Err(js.fail(&format!(
            "`{name}` is not a direction: N, S, E, W, NE, NW, SE, SW, forward, backward, left, right"
        )));
    };
    let mut squares = Vec::new();
    let mut at = start;
    while (squares.len() as f64) < limit {
        let next = js.world(|world| {
            let board = &world.variant().board;
            board.offset(at, dx, dy).filter(|&square| !board.is_hole(square))
        })?;
        let Some(next) = next else { break };
        squares.push(js.position(next)?);
        at = next;
    }
    js.array(&squares)
}

fn direction(name: &str, side: Player) -> Option<(i32, i32)> {
    let up = if side == Player::White { 1 } else { -1 };
    match name {
        "forward" => Some((0, up)),
        "backward" => Some((0, -up)),
        "left" => Some((-1, 0)),
        "right" => Some((1, 0)),
        _ => COMPASS.iter().find(|(word, _)| *word == name).map(|(_, compass)| compass.offset()),
    }
}

const COMPASS: [(&str, Compass); 8] = [
    ("N", Compass::N),
    ("S", Compass::S),
    ("E", Compass::E),
    ("W", Compass::W),
    ("NE", Compass::NE),
    ("NW", Compass::NW),
    ("SE", Compass::SE),
    ("SW", Compass::SW),
];
