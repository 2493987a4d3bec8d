//! Running expressions.

use nightrider_model::{
    AssignOp, BinaryOp, Builtin, EventVar, FieldId, Occupancy, PieceId, Player, Quantifier, Relation, Side,
    Square,
};

use super::code::field;
use super::datum::{absolute, binary, equal, extreme, negate};
use super::piece_set::{self, Visit};
use super::{Before, Code, Datum, Fault, Frame, PieceRef, Subject, World};

/// What calling a function of a script costs, in steps of loops and quantifiers.
const SCRIPT_CALL_STEPS: u32 = 100;

/// The value of an expression.
///
/// What makes no sense in a place is `null` or `false`.
///
/// # Errors
/// Faults of arithmetic, and loops that take too long.
pub fn eval<W: World>(code: &Code, world: &W, frame: &mut Frame) -> Result<Datum, Fault> {
    let truth = |holds: bool| Ok(Datum::Bool(holds));
    match code {
        Code::Const(value) => Ok(value.clone()),
        Code::Faulty(fault) => Err(fault.clone()),
        Code::SquareAt(file, rank) => {
            let (file, rank) = (eval(file, world, frame)?, eval(rank, world, frame)?);
            Ok(square_at(world, &file, &rank).map_or(Datum::Null, Datum::Square))
        }
        Code::List(items) => {
            let items: Result<Vec<Datum>, Fault> =
                items.iter().map(|item| eval(item, world, frame)).collect();
            Ok(Datum::List(items?.into()))
        }
        Code::Local(local) => Ok(frame.local(*local)),
        Code::Event(var) => Ok(event_var(*var, world, frame)),
        Code::TypeOf(of) => Ok(match eval(of, world, frame)? {
            Datum::Type(piece) => Datum::Type(piece),
            of => subject(&of, world, frame).map_or(Datum::Null, |subject| Datum::Type(subject.piece)),
        }),
        Code::OwnerOf(of) => {
            let of = eval(of, world, frame)?;
            Ok(subject(&of, world, frame).map_or(Datum::Null, |subject| Datum::Player(subject.owner)))
        }
        Code::SquareOf(of) => Ok(square(of, world, frame)?.map_or(Datum::Null, Datum::Square)),
        Code::RankOf(of) => {
            let board = &world.variant().board;
            Ok(square(of, world, frame)?.map_or(Datum::Null, |at| Datum::Int(board.rank(at).into())))
        }
        Code::FileOf(of) => {
            let board = &world.variant().board;
            Ok(square(of, world, frame)?.map_or(Datum::Null, |at| Datum::Int(board.file(at).into())))
        }
        Code::ValueOf(of) => {
            let piece = match eval(of, world, frame)? {
                Datum::Type(piece) => Some(piece),
                of => subject(&of, world, frame).map(|subject| subject.piece),
            };
            Ok(piece.map_or(Datum::Null, |piece| Datum::Int((world.value_of(piece) / 100).into())))
        }
        Code::PieceState(of, slot) => Ok(match eval(of, world, frame)? {
            Datum::Piece(PieceRef::On(at)) => field(world.piece_state(at, *slot)),
            Datum::Piece(PieceRef::Off(index)) => state_off(frame, index, *slot),
            Datum::Square(at) => field(world.piece_state(at, *slot)),
            _ => Datum::Null,
        }),
        Code::GameState(slot) => Ok(world.game_state(*slot).map_or(Datum::Int(0), Datum::from)),
        Code::PlayerState(of, slot) => Ok(match eval(of, world, frame)? {
            Datum::Player(player) => world.player_state(player, *slot).map_or(Datum::Int(0), Datum::from),
            _ => Datum::Null,
        }),
        Code::Negate(of) => negate(&eval(of, world, frame)?),
        Code::Binary(op, a, b) => {
            let a = eval(a, world, frame)?;
            let b = eval(b, world, frame)?;
            binary(world.variant(), *op, &a, &b)
        }
        Code::Quantified(Quantifier::Count, set) => {
            let mut count = 0;
            piece_set::visit(set, world, frame, |_, matched| {
                count += i64::from(matched);
                Visit::Next
            })?;
            Ok(Datum::Int(count))
        }
        Code::Call(builtin, arguments) => call(*builtin, arguments, world, frame),
        Code::ScriptCall(name, arguments) => {
            let arguments: Result<Vec<Datum>, Fault> =
                arguments.iter().map(|argument| eval(argument, world, frame)).collect();
            let arguments = arguments?;
            frame.steps = frame.steps.checked_sub(SCRIPT_CALL_STEPS).ok_or(Fault::TooManySteps)?;
            world.call_script(name, &arguments, frame)
        }
        Code::Counter(side, counter) => Ok(player_of(*side, frame)
            .map_or(Datum::Null, |player| Datum::Int(world.counter(player, *counter).into()))),
        Code::PositionCount => Ok(Datum::Int(world.position_count().into())),
        Code::HalfmoveClock => Ok(Datum::Int(world.halfmove_clock().into())),
        Code::TypeIs(..)
        | Code::OwnState(..)
        | Code::Not(_)
        | Code::And(_)
        | Code::Or(_)
        | Code::InZone(..)
        | Code::EventZoneIs(_)
        | Code::OnRank(..)
        | Code::OnOwnRank(..)
        | Code::OnFile(..)
        | Code::HasBuiltinTrait(..)
        | Code::HasTrait(..)
        | Code::HasPiece(_)
        | Code::Adjacent(..)
        | Code::Is(..)
        | Code::Quantified(..)
        | Code::Target(_)
        | Code::Clear
        | Code::Blocked
        | Code::FirstMove(_)
        | Code::InCheck(_)
        | Code::Captured(..)
        | Code::Checkmated(_)
        | Code::Stalemated(_)
        | Code::Repetition
        | Code::FiftyMoves
        | Code::Insufficient
        | Code::CanReach(..) => truth(holds(code, world, frame)?),
    }
}

/// Whether a condition holds.
///
/// # Errors
/// As [`eval`].
pub fn holds<W: World>(code: &Code, world: &W, frame: &mut Frame) -> Result<bool, Fault> {
    Ok(match code {
        Code::Not(of) => !holds(of, world, frame)?,
        Code::And(parts) => {
            for part in parts {
                if !holds(part, world, frame)? {
                    return Ok(false);
                }
            }
            true
        }
        Code::Or(parts) => {
            for part in parts {
                if holds(part, world, frame)? {
                    return Ok(true);
                }
            }
            false
        }
        Code::TypeIs(of, piece) => {
            let of = eval(of, world, frame)?;
            of == Datum::Type(*piece)
                || subject(&of, world, frame).is_some_and(|subject| subject.piece == *piece)
        }
        Code::OwnState(slot, op, value) => {
            let state = match frame.piece {
                Some(PieceRef::On(at)) => field(world.piece_state(at, *slot)),
                Some(PieceRef::Off(index)) => state_off(frame, index, *slot),
                None => Datum::Null,
            };
            binary(world.variant(), *op, &state, &Datum::Int(*value))?.holds()
        }
        Code::InZone(of, zone) => match square(of, world, frame)? {
            Some(at) => world.variant().board.zone(*zone).squares.binary_search(&at).is_ok(),
            None => false,
        },
        Code::EventZoneIs(zone) => frame.zone == Some(*zone),
        Code::OnRank(of, rank) => {
            let at = square(of, world, frame)?;
            let rank = eval(rank, world, frame)?;
            at.is_some_and(|at| rank == Datum::Int(i64::from(world.variant().board.rank(at)) + 1))
        }
        Code::OnOwnRank(of, rank, whose) => {
            let at = square(of, world, frame)?;
            let rank = eval(rank, world, frame)?;
            let (Some(at), Datum::Player(whose)) = (at, eval(whose, world, frame)?) else { return Ok(false) };
            let board = &world.variant().board;
            let own = match whose {
                Player::White => board.rank(at) + 1,
                Player::Black => board.height - board.rank(at),
            };
            rank == Datum::Int(own.into())
        }
        Code::OnFile(of, file) => {
            let at = square(of, world, frame)?;
            let file = eval(file, world, frame)?;
            at.is_some_and(|at| file == Datum::Int(i64::from(world.variant().board.file(at)) + 1))
        }
        Code::HasBuiltinTrait(of, has) => {
            type_of(of, world, frame)?.is_some_and(|piece| has(&world.variant().piece(piece).traits))
        }
        Code::HasTrait(of, which) => type_of(of, world, frame)?
            .is_some_and(|piece| world.variant().piece(piece).custom_traits.contains(which)),
        Code::HasPiece(of) => piece_at(of, world, frame)?.is_some(),
        Code::Adjacent(a, b) => {
            let (a, b) = (square(a, world, frame)?, square(b, world, frame)?);
            a.zip(b).is_some_and(|(a, b)| world.variant().board.distance(a, b) == 1)
        }
        Code::Is(of, relation) => {
            let of = eval(of, world, frame)?;
            let owner = match of {
                Datum::Player(player) => Some(player),
                of => subject(&of, world, frame).map(|subject| subject.owner),
            };
            let actor = actor(world, frame);
            owner.zip(actor).is_some_and(|(owner, actor)| (owner == actor) == (*relation == Relation::Friend))
        }
        Code::Quantified(Quantifier::Exists, set) => {
            let mut found = false;
            piece_set::visit(set, world, frame, |_, matched| {
                found |= matched;
                if matched { Visit::Stop } else { Visit::Next }
            })?;
            found
        }
        Code::Quantified(Quantifier::All, set) => {
            let mut all = true;
            piece_set::visit(set, world, frame, |_, matched| {
                all &= matched;
                if matched { Visit::Next } else { Visit::Stop }
            })?;
            all
        }
        Code::Target(occupancy) => occupied_as(*occupancy, world, frame),
        Code::Clear => path_is_clear(world, frame),
        Code::Blocked => !path_is_clear(world, frame),
        Code::FirstMove(of) => match eval(of, world, frame)? {
            Datum::Piece(PieceRef::On(at)) | Datum::Square(at) => !world.has_moved(at),
            Datum::Piece(PieceRef::Off(index)) => frame.off(index).is_some_and(|piece| !piece.moved),
            _ => false,
        },
        Code::InCheck(of) => match eval(of, world, frame)? {
            Datum::Player(player) => world.in_check(player),
            of => subject(&of, world, frame).is_some_and(|subject| world.in_check(subject.owner)),
        },
        Code::Captured(side, piece) => {
            player_of(*side, frame).is_some_and(|player| world.lost_all(player, *piece))
        }
        Code::Checkmated(side) => {
            player_of(*side, frame).is_some_and(|player| world.no_moves(player) && world.in_check(player))
        }
        Code::Stalemated(side) => {
            player_of(*side, frame).is_some_and(|player| world.no_moves(player) && !world.in_check(player))
        }
        Code::Repetition => world.position_count() >= 3,
        Code::FiftyMoves => world.halfmove_clock() >= 100,
        Code::Insufficient => world.insufficient(),
        Code::CanReach(side, piece, local, filter) => {
            let Some(player) = player_of(*side, frame) else { return Ok(false) };
            for at in world.reachable(player, *piece) {
                frame.set_local(*local, Datum::Square(at));
                if holds(filter, world, frame)? {
                    return Ok(true);
                }
            }
            false
        }
        _ => eval(code, world, frame)?.holds(),
    })
}

/// The value an assignment gives a place: `old op new`.
///
/// # Errors
/// Faults of arithmetic.
pub fn apply_assignment<W: World>(
    world: &W,
    op: AssignOp,
    old: impl FnOnce() -> Datum,
    new: Datum,
) -> Result<Datum, Fault> {
    let op = match op {
        AssignOp::Set => return Ok(new),
        AssignOp::Add => BinaryOp::Add,
        AssignOp::Subtract => BinaryOp::Subtract,
        AssignOp::Multiply => BinaryOp::Multiply,
        AssignOp::Divide => BinaryOp::Divide,
    };
    binary(world.variant(), op, &old(), &new)
}

fn event_var<W: World>(var: EventVar, world: &W, frame: &Frame) -> Datum {
    let piece = |piece: Option<PieceRef>| piece.map_or(Datum::Null, Datum::Piece);
    let player = |player: Option<Player>| player.map_or(Datum::Null, Datum::Player);
    let square = |square: Option<Square>| square.map_or(Datum::Null, Datum::Square);
    match var {
        EventVar::Piece => piece(frame.piece),
        EventVar::Origin => square(frame.origin),
        EventVar::Target => square(frame.target),
        EventVar::Captured => piece(frame.captured),
        EventVar::Captor => piece(frame.captor),
        EventVar::King => piece(frame.king),
        EventVar::Player => player(frame.player),
        EventVar::Opponent => player(frame.player.map(Player::opponent)),
        EventVar::Mover => player(frame.mover),
        EventVar::Turn => player(frame.turn),
        EventVar::Distance => match frame.origin.zip(frame.target) {
            Some((a, b)) => Datum::Int(world.variant().board.distance(a, b).into()),
            None => Datum::Null,
        },
        EventVar::TurnNumber => Datum::Int(world.full_move().into()),
        EventVar::Zone => match frame.zone {
            Some(zone) => Datum::Str(world.variant().board.zone(zone).name.as_str().into()),
            None => Datum::Null,
        },
    }
}

/// A field of a piece that is off the board.
fn state_off(frame: &Frame, index: u8, slot: FieldId) -> Datum {
    let fields = frame.off(index).map_or(&[][..], |piece| &piece.state);
    field(fields.iter().find(|(field, _)| *field == slot).map(|(_, value)| value))
}

/// The player a side means, in a frame.
pub(super) fn player_of(side: Side, frame: &Frame) -> Option<Player> {
    match side {
        Side::Own => frame.player,
        Side::Opponent => frame.player.map(Player::opponent),
        Side::Mover => frame.mover.or(frame.player),
        Side::Turn => frame.turn,
        Side::White => Some(Player::White),
        Side::Black => Some(Player::Black),
    }
}

/// The one who acts: the owner of the piece bound by `any T`, else of the event's piece, else the event's
/// player.
pub fn actor<W: World>(world: &W, frame: &Frame) -> Option<Player> {
    let owner = |piece: Option<PieceRef>| subject(&Datum::Piece(piece?), world, frame).map(|s| s.owner);
    owner(frame.bound).or_else(|| owner(frame.piece)).or(frame.player)
}

/// Type, owner and square of a piece, or of the piece on a square.
pub fn subject<W: World>(value: &Datum, world: &W, frame: &Frame) -> Option<Subject> {
    match *value {
        Datum::Piece(PieceRef::On(square)) | Datum::Square(square) => {
            let (piece, owner) = world.piece_on(square)?;
            Some(Subject { piece, owner, square })
        }
        Datum::Piece(PieceRef::Off(index)) => {
            let off = frame.off(index)?;
            Some(Subject { piece: off.piece, owner: off.owner, square: off.square })
        }
        _ => None,
    }
}

/// The square an expression names: a square, or where a piece stands or stood.
///
/// # Errors
/// As [`eval`].
pub fn square<W: World>(of: &Code, world: &W, frame: &mut Frame) -> Result<Option<Square>, Fault> {
    let value = eval(of, world, frame)?;
    Ok(square_named(&value, world, frame))
}

/// The square a value names: a square, its name, or where a piece stands or stood.
pub fn square_named<W: World>(value: &Datum, world: &W, frame: &Frame) -> Option<Square> {
    match value {
        Datum::Square(square) | Datum::Piece(PieceRef::On(square)) => Some(*square),
        Datum::Piece(PieceRef::Off(index)) => frame.off(*index).map(|piece| piece.square),
        Datum::Str(name) => world.variant().board.parse(name),
        _ => None,
    }
}

fn type_of<W: World>(of: &Code, world: &W, frame: &mut Frame) -> Result<Option<PieceId>, Fault> {
    Ok(match eval(of, world, frame)? {
        Datum::Type(piece) => Some(piece),
        of => subject(&of, world, frame).map(|subject| subject.piece),
    })
}

/// The piece on a square; for the variable `target` of a move, the piece that stood there before.
fn piece_at<W: World>(of: &Code, world: &W, frame: &mut Frame) -> Result<Option<PieceRef>, Fault> {
    if let (Code::Event(EventVar::Target), Before::Stood(piece)) = (of, frame.before) {
        return Ok(piece);
    }
    let at = square(of, world, frame)?;
    Ok(at.filter(|at| world.piece_on(*at).is_some()).map(PieceRef::On))
}

fn square_at<W: World>(world: &W, file: &Datum, rank: &Datum) -> Option<Square> {
    let (Datum::Int(file), Datum::Int(rank)) = (file, rank) else { return None };
    world.variant().board.at(i32::try_from(*file).ok()?, i32::try_from(*rank).ok()?)
}

fn occupied_as<W: World>(occupancy: Occupancy, world: &W, frame: &Frame) -> bool {
    let owner = frame.target.and_then(|target| world.piece_on(target)).map(|(_, owner)| owner);
    match occupancy {
        Occupancy::Empty => owner.is_none(),
        Occupancy::Occupied => owner.is_some(),
        Occupancy::Enemy => owner.is_some() && owner != frame.player,
        Occupancy::Friend => owner.is_some() && owner == frame.player,
    }
}

/// Whether all squares strictly between origin and target are empty. Squares that share no line have
/// nothing between them.
fn path_is_clear<W: World>(world: &W, frame: &Frame) -> bool {
    let Some((origin, target)) = frame.origin.zip(frame.target) else { return true };
    let board = &world.variant().board;
    let dx = i32::from(board.file(target)) - i32::from(board.file(origin));
    let dy = i32::from(board.rank(target)) - i32::from(board.rank(origin));
    if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
        return true;
    }
    let (sx, sy) = (dx.signum(), dy.signum());
    (1..dx.abs().max(dy.abs()))
        .all(|n| board.offset(origin, sx * n, sy * n).is_none_or(|between| world.piece_on(between).is_none()))
}

fn call<W: World>(
    builtin: Builtin,
    arguments: &[Code],
    world: &W,
    frame: &mut Frame,
) -> Result<Datum, Fault> {
    let first = |world: &W, frame: &mut Frame| match arguments.first() {
        Some(argument) => square(argument, world, frame),
        None => Ok(None),
    };
    match builtin {
        Builtin::Distance => {
            let a = first(world, frame)?;
            let b = match arguments.get(1) {
                Some(argument) => square(argument, world, frame)?,
                None => None,
            };
            let board = &world.variant().board;
            Ok(a.zip(b).map_or(Datum::Null, |(a, b)| Datum::Int(board.distance(a, b).into())))
        }
        Builtin::PieceAt => Ok(match arguments.first() {
            Some(argument) => piece_at(argument, world, frame)?.map_or(Datum::Null, Datum::Piece),
            None => Datum::Null,
        }),
        Builtin::Min | Builtin::Max => {
            let values: Result<Vec<Datum>, Fault> =
                arguments.iter().map(|argument| eval(argument, world, frame)).collect();
            extreme(&values?, if builtin == Builtin::Min { i64::min } else { i64::max })
        }
        Builtin::Abs => match arguments.first() {
            Some(argument) => absolute(&eval(argument, world, frame)?),
            None => Ok(Datum::Null),
        },
        Builtin::RandomEmptySquare => {
            let near = match arguments.first() {
                Some(_) => match first(world, frame)? {
                    Some(near) => Some(near),
                    None => return Ok(Datum::Null),
                },
                None => None,
            };
            let choices: Vec<Square> = empty_squares(world, near).collect();
            Ok(pick(&choices, frame).map_or(Datum::Null, Datum::Square))
        }
        Builtin::EmptyAdjacentTo => {
            let Some(near) = first(world, frame)? else { return Ok(Datum::Null) };
            Ok(empty_squares(world, Some(near)).next().map_or(Datum::Null, Datum::Square))
        }
        Builtin::FirstEmptySquare => Ok(empty_squares(world, None).next().map_or(Datum::Null, Datum::Square)),
    }
}

fn empty_squares<W: World>(world: &W, near: Option<Square>) -> impl Iterator<Item = Square> {
    let board = &world.variant().board;
    board.squares().filter(move |square| {
        near.is_none_or(|near| board.distance(near, *square) == 1)
            && !board.is_hole(*square)
            && world.piece_on(*square).is_none()
    })
}

/// A random choice from the game's generator (SplitMix64). One choice of one takes no random number.
fn pick(choices: &[Square], frame: &mut Frame) -> Option<Square> {
    if choices.len() <= 1 {
        return choices.first().copied();
    }
    let drawn = draw(frame.random.as_mut()?);
    let index = (u128::from(drawn) * choices.len() as u128) >> 64;
    choices.get(index as usize).copied()
}

/// The next number of a random generator (SplitMix64) with the given state.
pub fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Whether a value is among the players, by itself or by name.
pub fn player_named<W: World>(value: &Datum, world: &W, frame: &Frame) -> Option<Player> {
    match value {
        Datum::Player(player) => Some(*player),
        Datum::Str(_) => {
            Player::BOTH.into_iter().find(|player| equal(world.variant(), value, &Datum::Player(*player)))
        }
        other => subject(other, world, frame).map(|subject| subject.owner),
    }
}

/// The piece type a value names: a type, its name, or the type of a piece.
pub fn type_named<W: World>(value: &Datum, world: &W, frame: &Frame) -> Option<PieceId> {
    match value {
        Datum::Type(piece) => Some(*piece),
        Datum::Str(name) => world.variant().piece_named(name),
        other => subject(other, world, frame).map(|subject| subject.piece),
    }
}
