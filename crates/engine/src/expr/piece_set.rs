//! Sets of pieces: `pieces in radius(2) from e4 where enemy`.

use nightrider_model::{Compass, Player, Square};

use super::code::RegionCode;
use super::eval::{actor, player_of, square, square_named, subject};
use super::{Datum, Fault, Frame, PieceRef, SetCode, World, eval};

/// What a visitor of a set wants next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Visit {
    Next,
    Stop,
}

/// Visits the pieces of a set's types, side and region in board order, and tells of each whether it passes
/// the filter.
pub(super) fn visit<W: World>(
    set: &SetCode,
    world: &W,
    frame: &mut Frame,
    mut visitor: impl FnMut(Square, bool) -> Visit,
) -> Result<(), Fault> {
    let owner = match set.side {
        Some(side) => match player_of(side, frame) {
            Some(player) => Some(player),
            None => return Ok(()),
        },
        None => None,
    };
    let region = Reach::new(&set.region, world, frame)?;
    // The local may be one that is in use further out: put its value back afterwards.
    let outer = set.filter.is_some().then(|| frame.local(set.local));
    for at in world.squares(set.piece, owner) {
        frame.steps = frame.steps.checked_sub(1).ok_or(Fault::TooManySteps)?;
        if !region.contains(world, at) {
            continue;
        }
        let matched = match &set.filter {
            None => true,
            Some(filter) => {
                frame.set_local(set.local, Datum::Piece(PieceRef::On(at)));
                super::holds(filter, world, frame)?
            }
        };
        if visitor(at, matched) == Visit::Stop {
            break;
        }
    }
    if let Some(outer) = outer {
        frame.set_local(set.local, outer);
    }
    Ok(())
}

/// The squares of the pieces of a set, in board order.
///
/// # Errors
/// Faults of the filter.
pub fn collect<W: World>(set: &SetCode, world: &W, frame: &mut Frame) -> Result<Vec<Square>, Fault> {
    let mut squares = Vec::new();
    visit(set, world, frame, |at, matched| {
        if matched {
            squares.push(at);
        }
        Visit::Next
    })?;
    Ok(squares)
}

/// A region with its numbers worked out.
enum Reach {
    Everywhere,
    Nowhere,
    Within(Square, i64),
    Next(Square),
    Zone(nightrider_model::ZoneId),
    OneOf(Vec<Square>),
}

impl Reach {
    fn new<W: World>(region: &RegionCode, world: &W, frame: &mut Frame) -> Result<Reach, Fault> {
        Ok(match region {
            RegionCode::Board => Reach::Everywhere,
            RegionCode::Zone(zone) => Reach::Zone(*zone),
            RegionCode::Radius(radius, from) => {
                let radius = eval(radius, world, frame)?;
                match (square(from, world, frame)?, radius) {
                    (Some(from), Datum::Int(radius)) => Reach::Within(from, radius),
                    _ => Reach::Nowhere,
                }
            }
            RegionCode::AdjacentTo(of) => square(of, world, frame)?.map_or(Reach::Nowhere, Reach::Next),
            RegionCode::Line(directions, from) => {
                let from = eval(from, world, frame)?;
                let owner = match from {
                    Datum::Piece(_) => subject(&from, world, frame).map(|subject| subject.owner),
                    _ => actor(world, frame),
                };
                match square_named(&from, world, frame) {
                    Some(from) => {
                        Reach::OneOf(line_hits(world, directions, from, owner.unwrap_or(Player::White)))
                    }
                    None => Reach::Nowhere,
                }
            }
        })
    }

    fn contains<W: World>(&self, world: &W, at: Square) -> bool {
        let board = &world.variant().board;
        match self {
            Reach::Everywhere => true,
            Reach::Nowhere => false,
            Reach::Within(from, radius) => i64::from(board.distance(*from, at)) <= *radius,
            Reach::Next(of) => board.distance(*of, at) == 1,
            Reach::Zone(zone) => board.zone(*zone).squares.binary_search(&at).is_ok(),
            Reach::OneOf(squares) => squares.contains(&at),
        }
    }
}

/// The first piece met in each direction from a square, seen from a player. Holes end a line.
pub fn line_hits<W: World>(world: &W, directions: &[Compass], from: Square, owner: Player) -> Vec<Square> {
    let board = &world.variant().board;
    let forward = if owner == Player::White { 1 } else { -1 };
    let mut hits = Vec::new();
    for direction in directions {
        let (dx, dy) = direction.offset();
        let mut at = from;
        while let Some(next) = board.offset(at, dx, dy * forward).filter(|next| !board.is_hole(*next)) {
            if world.piece_on(next).is_some() {
                hits.push(next);
                break;
            }
            at = next;
        }
    }
    hits
}
