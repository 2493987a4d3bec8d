//! Sweeps: movement under no condition but what stands where, as one look-up.

use std::sync::Arc;

use nightrider_model::{Board, Square};

use crate::bitboard::Bitboard;
use crate::expr::Occupants;
use crate::movement::{Movement, Shape};
use crate::ride::{Ride, Way};

/// Where the pieces of a kind can go to the same end: to empty squares, to take enemies, or both.
#[derive(Clone, Debug)]
pub(crate) struct Sweep<B> {
    /// Whether to empty squares.
    pub quiet: bool,
    /// Whether to take enemies.
    pub takes: bool,
    /// By origin: whatever is between.
    leaps: Box<[B]>,
    ride: Ride<B>,
}

impl<B: Bitboard> Sweep<B> {
    /// The sweeps that make up the movement of a kind (castling and what single moves say apart), if it asks
    /// for nothing else. They hold as long as no effect closes a square to the piece.
    pub(crate) fn all_of(board: &Board, movement: &Movement<B>) -> Option<Box<[Sweep<B>]>> {
        if movement.moves_onto || movement.phases {
            return None;
        }
        let mut sweeps: Vec<(Sweep<B>, Vec<Way<B>>)> = Vec::new();
        for alternative in &movement.alternatives {
            if alternative.takes.has(Occupants::FRIEND)
                || alternative.swaps != Occupants::NONE
                || !alternative.gate.is_open()
            {
                return None;
            }
            let (quiet, takes) = (alternative.quiet, alternative.takes.has(Occupants::ENEMY));
            let known = sweeps.iter().position(|(sweep, _)| (sweep.quiet, sweep.takes) == (quiet, takes));
            let index = known.unwrap_or_else(|| {
                let leaps = vec![B::EMPTY; board.len()].into_boxed_slice();
                sweeps.push((Sweep { quiet, takes, leaps, ride: Ride::new(Vec::new()) }, Vec::new()));
                sweeps.len() - 1
            });
            let (sweep, ways) = &mut sweeps[index];
            match &alternative.shape {
                Shape::Leap(targets) => {
                    sweep.leaps.iter_mut().zip(targets).for_each(|(all, &more)| *all |= more);
                }
                Shape::Ride(ride) => ways.extend(ride.rays().cloned().map(Way::Ray)),
                Shape::Hop(rays) => ways.extend(rays.iter().cloned().map(Way::Hop)),
                Shape::Lame(paths) => ways.push(Way::Lame(Arc::from(paths.clone()))),
                Shape::Walk(_) => return None,
            }
        }
        Some(sweeps.into_iter().map(|(sweep, ways)| Sweep { ride: Ride::new(ways), ..sweep }).collect())
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
