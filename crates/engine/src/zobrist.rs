//! Hash keys. A position's hash is the exclusive or of the keys of everything that makes it that position.

use std::hash::{Hash, Hasher};

use nightrider_model::{EffectId, FieldId, Player, Square, Value};

use crate::kind::Kind;
use crate::position::LooseOwner;

/// The keys of a game: tables for what changes with every move, a mixing function for the rest.
#[derive(Clone, Debug)]
pub(crate) struct Zobrist {
    /// By kind, then square.
    pieces: Vec<u64>,
    /// Squares a board has room for: the row length of `pieces`.
    squares: usize,
}

const TURN: u64 = 0x9ae1_6a3b_2f90_404f;

impl Zobrist {
    pub(crate) fn new(kinds: usize, squares: usize) -> Zobrist {
        let keys = 0..kinds * squares;
        Zobrist { pieces: keys.map(|index| mix(&(1u8, index as u64))).collect(), squares }
    }

    /// A piece of a kind on a square.
    #[inline(always)]
    pub(crate) fn piece(&self, kind: Kind, square: Square) -> u64 {
        self.pieces[kind.index() * self.squares + square.index()]
    }

    /// Black to move.
    #[inline(always)]
    pub(crate) fn turn(&self) -> u64 {
        TURN
    }

    /// The piece on a square has not moved, where that matters to its own moves.
    #[inline(always)]
    pub(crate) fn unmoved(&self, square: Square) -> u64 {
        spread(0x6a09_e667_f3bc_c908 ^ u64::from(square.0))
    }

    /// The partner on a square may castle.
    #[inline(always)]
    pub(crate) fn castling(&self, square: Square) -> u64 {
        spread(0x2545_f491_4f6c_dd1d ^ u64::from(square.0))
    }

    /// The square was passed by a piece that can be taken in passing.
    #[inline(always)]
    pub(crate) fn passed(&self, square: Square) -> u64 {
        spread(0x8c6c_5a2b_91d3_0f37 ^ u64::from(square.0))
    }

    /// Moves left in this turn, beyond the first.
    pub(crate) fn moves_left(&self, moves: u16) -> u64 {
        if moves <= 1 { 0 } else { mix(&(5u8, moves)) }
    }

    /// Further moves that scripts have allowed to a player.
    pub(crate) fn extra_moves(&self, player: Player, moves: u8) -> u64 {
        if moves == 0 { 0 } else { mix(&(10u8, player, moves)) }
    }

    /// A field of state that no text of the game names. Fields that are not set have no key.
    pub(crate) fn loose_state(&self, owner: LooseOwner, name: &str, value: Option<&Value>) -> u64 {
        value.map_or(0, |value| mix(&(11u8, owner, name, value)))
    }

    /// A field of the piece on a square. `null` has no key.
    pub(crate) fn piece_state(&self, square: Square, field: FieldId, value: &Value) -> u64 {
        if *value == Value::Null { 0 } else { mix(&(6u8, square, field, value)) }
    }

    /// A field of the game's or a player's state. Fields that were never set (`None`) have no key.
    pub(crate) fn shared_state(&self, owner: Option<Player>, field: u16, value: Option<&Value>) -> u64 {
        value.map_or(0, |value| mix(&(7u8, owner, field, value)))
    }

    /// An effect on a square, or on the piece that stands there.
    pub(crate) fn effect(
        &self,
        square: Square,
        effect: EffectId,
        owner: Player,
        turns_left: Option<u32>,
        on_piece: bool,
    ) -> u64 {
        mix(&(8u8, square, effect, owner, turns_left, on_piece))
    }
}

/// A key for anything hashable, the same on every platform.
fn mix(thing: &impl Hash) -> u64 {
    let mut state = Mixer(0x517c_c1b7_2722_0a95);
    thing.hash(&mut state);
    spread(state.0)
}

/// The finaliser of SplitMix64.
#[inline(always)]
const fn spread(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Hashes byte by byte in little-endian order, so that the result does not depend on the platform.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(5);
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write(&[n]);
    }

    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }

    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = spread(self.0 ^ n);
    }

    fn write_i64(&mut self, n: i64) {
        self.write_u64(n as u64);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as i64 as u64);
    }
}
