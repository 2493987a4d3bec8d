//! Squares as the owner of a piece sees them: counted from their own a1 corner.

use nightrider_model::program::Offset;
use nightrider_model::{Player, Square};

/// A place in the owner's coordinates, files to the right and ranks forward from 0. May lie off the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spot {
    pub x: i16,
    pub y: i16,
}

impl Spot {
    /// The spot at an offset; `None` if it is too far away to be counted, and so off any board.
    pub fn plus(self, Offset { dx, dy }: Offset) -> Option<Spot> {
        Some(Spot { x: self.x.checked_add(dx)?, y: self.y.checked_add(dy)? })
    }
}

/// The size of a board and whose side it is seen from. For Black everything is turned by half a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Geometry {
    width: i16,
    height: i16,
    turned: bool,
}

/// Over which sides of the board a place lies off it, -1, 0 or 1: `across` to the left or right, `along`
/// to the bottom or top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    pub across: i8,
    pub along: i8,
}

impl Side {
    pub const fn is_edge(self) -> bool {
        (self.across != 0) != (self.along != 0)
    }

    pub const fn is_corner(self) -> bool {
        self.across != 0 && self.along != 0
    }
}

impl Geometry {
    pub fn new(width: u8, height: u8, seen_by: Player) -> Geometry {
        Geometry { width: width.into(), height: height.into(), turned: seen_by == Player::Black }
    }

    /// The square of a spot, if it is on the board.
    pub fn square(self, spot: Spot) -> Option<Square> {
        let on = (0..self.width).contains(&spot.x) && (0..self.height).contains(&spot.y);
        on.then(|| self.square_of(spot))
    }

    /// The square of a spot on the board.
    pub const fn square_of(self, spot: Spot) -> Square {
        let index = spot.y * self.width + spot.x;
        // Half a turn of a rectangle turns the list of its squares around.
        Square(if self.turned { self.width * self.height - 1 - index } else { index } as u8)
    }

    /// The spot of a square.
    pub const fn spot(self, square: Square) -> Spot {
        let index = square.0 as i16;
        let index = if self.turned { self.width * self.height - 1 - index } else { index };
        Spot { x: index % self.width, y: index / self.width }
    }

    /// The square at an offset from a spot.
    pub fn square_at(self, spot: Spot, offset: Offset) -> Option<Square> {
        self.square(spot.plus(offset)?)
    }

    /// Over which sides the place at an offset from a spot lies off the board.
    pub fn side(self, spot: Spot, offset: Offset) -> Side {
        let over = |at: i16, by: i16, len: i16| match i32::from(at) + i32::from(by) {
            at if at < 0 => -1,
            at if at >= i32::from(len) => 1,
            _ => 0,
        };
        Side { across: over(spot.x, offset.dx, self.width), along: over(spot.y, offset.dy, self.height) }
    }
}
