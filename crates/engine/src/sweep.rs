//! Sweeps: movement that is just leaps and rides, under no condition, as one look-up.

use nightrider_model::{Board, Square};

use crate::bitboard::Bitboard;
use crate::expr::Occupants;
use crate::movement::{Movement, Shape};
use crate::ride::Ride;

/// Where the pieces of a kind can go that only leaps and rides, to empty squares and enemies alike.
#[derive(Clone, Debug)]
pub(crate) struct Sweep<B> {
    /// By origin: whatever is between.
    leaps: Box<[B]>,
    ride: Ride<B>,
}

impl<B: Bitboard> Sweep<B> {
    /// The sweep of a kind, if its movement (castling and what single moves say apart) is one.
    pub(crate) fn of(board: &Board, movement: &Movement<B>) -> Option<Sweep<B>> {
        if movement.moves_onto || movement.phases {
            return None;
        }
        let mut leaps = vec![B::EMPTY; board.len()];
        let mut rays = Vec::new();
        for alternative in &movement.alternatives {
            let asks = !alternative.quiet
                || alternative.takes != Occupants::ENEMY
                || alternative.swaps != Occupants::NONE
                || !alternative.gate.is_open();
            match &alternative.shape {
                _ if asks => return None,
                Shape::Leap(targets) => {
                    leaps.iter_mut().zip(targets).for_each(|(all, &more)| *all |= more);
                }
                Shape::Ride(ride) => rays.extend(ride.rays().iter().cloned()),
                _ => return None,
            }
        }
        Some(Sweep { leaps: leaps.into(), ride: Ride::new(rays) })
    }

    /// The squares reached, occupied ones included.
    #[inline(always)]
    pub(crate) fn reach(&self, from: Square, stop: B) -> B {
        self.leaps[from.index()] | self.ride.reach(from, stop)
    }

    /// Its rides, to be given their tables.
    pub(crate) fn ride_mut(&mut self) -> &mut Ride<B> {
        &mut self.ride
    }
}
