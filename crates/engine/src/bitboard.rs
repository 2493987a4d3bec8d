//! Sets of squares as machine words: one `u64`, one `u128` or four `u64`, chosen once per game.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use nightrider_model::Square;

use crate::kind::Cell;

/// A set of squares. Bit `n` stands for the square with number `n`.
///
/// All code behind the public face is generic over this trait and compiled once for each width, so that a
/// game on 64 squares never pays for the boards with 256.
pub trait Bitboard:
    Copy
    + Eq
    + Default
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The cells of a board of this width.
    type Cells: Copy + Debug + Send + Sync + AsRef<[Cell]> + AsMut<[Cell]>;

    /// How many squares fit.
    const BITS: usize;
    /// The empty set.
    const EMPTY: Self;

    /// A board's cells, all empty.
    fn no_cells() -> Self::Cells;

    /// The set of one square.
    fn of(square: Square) -> Self;

    /// Whether the set has no square.
    fn is_empty(self) -> bool;

    /// How many squares it has.
    fn count(self) -> u32;

    /// The first square in board order.
    fn first(self) -> Option<Square>;

    /// The last square in board order.
    fn last(self) -> Option<Square>;

    /// The set without its first square.
    #[must_use]
    fn without_first(self) -> Self;

    /// The set with the number of every square changed by the same amount. What leaves the board is lost.
    #[must_use]
    fn shifted(self, by: i32) -> Self;

    /// Whether [`Bitboard::gather`] is quick on this machine.
    const GATHERS: bool;

    /// The pattern of this set on the squares of a mask: bit `n` tells of the mask's square number `n`. Only
    /// to be used where [`Bitboard::GATHERS`].
    fn gather(self, mask: Self) -> usize;

    /// The subset of a mask that follows this one in the order of numbers; the empty set after the last.
    #[must_use]
    fn next_subset(self, mask: Self) -> Self;

    /// Whether there are squares, as the opposite of [`Bitboard::is_empty`].
    fn any(self) -> bool {
        !self.is_empty()
    }

    /// Whether the set has more than one square.
    fn many(self) -> bool {
        self.without_first().any()
    }

    /// Whether the square belongs to the set.
    fn contains(self, square: Square) -> bool {
        (self & Self::of(square)).any()
    }

    /// Whether the sets have a square in common.
    fn meets(self, other: Self) -> bool {
        (self & other).any()
    }

    /// The set without the squares of another.
    #[must_use]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Adds a square.
    fn insert(&mut self, square: Square) {
        *self |= Self::of(square);
    }

    /// Takes a square out.
    fn remove(&mut self, square: Square) {
        *self &= !Self::of(square);
    }

    /// The set or the empty set.
    #[must_use]
    fn when(self, condition: bool) -> Self {
        if condition { self } else { Self::EMPTY }
    }

    /// The squares in board order.
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// The set of the squares of an iterator.
    fn from_squares(squares: impl IntoIterator<Item = Square>) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

/// The squares of a set in board order.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

impl<B: Bitboard> Iterator for Squares<B> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.without_first();
        Some(square)
    }
}

macro_rules! one_word {
    ($word:ty) => {
        impl Bitboard for $word {
            type Cells = [Cell; <$word>::BITS as usize];

            const BITS: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            fn no_cells() -> Self::Cells {
                [Cell::EMPTY; <$word>::BITS as usize]
            }

            #[inline(always)]
            fn of(square: Square) -> Self {
                // A square of a board that fits this word is always below the word's width.
                1 << (u32::from(square.0) & (<$word>::BITS - 1))
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> Option<Square> {
                (self != 0).then(|| Square(self.trailing_zeros() as u8))
            }

            #[inline(always)]
            fn last(self) -> Option<Square> {
                (self != 0).then(|| Square((<$word>::BITS - 1 - self.leading_zeros()) as u8))
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn shifted(self, by: i32) -> Self {
                if by >= 0 {
                    self.checked_shl(by as u32).unwrap_or(0)
                } else {
                    self.checked_shr(by.unsigned_abs()).unwrap_or(0)
                }
            }

            const GATHERS: bool = cfg!(target_feature = "bmi2");

            #[inline(always)]
            fn gather(self, mask: Self) -> usize {
                // A word of 128 bits is gathered in two halves; the shifts vanish for one of 64.
                let low = gather_word(self as u64, mask as u64);
                if Self::BITS == 64 {
                    return low as usize;
                }
                let high = gather_word((self >> (Self::BITS / 2)) as u64, (mask >> (Self::BITS / 2)) as u64);
                (low | high << (mask as u64).count_ones()) as usize
            }

            fn next_subset(self, mask: Self) -> Self {
                self.wrapping_sub(mask) & mask
            }
        }
    };
}

/// The bits of a word under a mask, pushed together.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
fn gather_word(word: u64, mask: u64) -> u64 {
    // SAFETY: the instruction set extension is there, as the condition above says.
    unsafe { std::arch::x86_64::_pext_u64(word, mask) }
}

/// The bits of a word under a mask, pushed together.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
fn gather_word(word: u64, mut mask: u64) -> u64 {
    let (mut gathered, mut bit) = (0, 1);
    while mask != 0 {
        if word & mask & mask.wrapping_neg() != 0 {
            gathered |= bit;
        }
        bit <<= 1;
        mask &= mask - 1;
    }
    gathered
}

one_word!(u64);
one_word!(u128);

/// A set of up to 256 squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wide([u64; 4]);

impl Bitboard for Wide {
    type Cells = [Cell; 256];

    const BITS: usize = 256;
    const EMPTY: Self = Wide([0; 4]);

    fn no_cells() -> Self::Cells {
        [Cell::EMPTY; 256]
    }

    #[inline(always)]
    fn of(square: Square) -> Self {
        let mut words = [0; 4];
        words[usize::from(square.0 >> 6)] = 1 << (square.0 & 63);
        Wide(words)
    }

    #[inline(always)]
    fn contains(self, square: Square) -> bool {
        self.0[usize::from(square.0 >> 6)] >> (square.0 & 63) & 1 != 0
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn first(self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Square((word * 64) as u8 + self.0[word].trailing_zeros() as u8))
    }

    #[inline(always)]
    fn last(self) -> Option<Square> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(Square((word * 64) as u8 + 63 - self.0[word].leading_zeros() as u8))
    }

    #[inline(always)]
    fn without_first(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= word.wrapping_sub(1);
        }
        self
    }

    #[inline(always)]
    fn shifted(self, by: i32) -> Wide {
        let words = (by.unsigned_abs() / 64) as usize;
        let bits = by.unsigned_abs() % 64;
        let word = |index: Option<usize>| index.and_then(|index| self.0.get(index)).copied().unwrap_or(0);
        // What a word gets comes from two neighbours. A shift by a whole word is none within it.
        let joined = |near: u64, far: u64, up: bool| match (bits, up) {
            (0, _) => near,
            (_, true) => near << bits | far >> (64 - bits),
            (_, false) => near >> bits | far << (64 - bits),
        };
        Wide(std::array::from_fn(|index| {
            if by >= 0 {
                let (near, far) = (index.checked_sub(words), index.checked_sub(words + 1));
                joined(word(near), word(far), true)
            } else {
                joined(word(Some(index + words)), word(Some(index + words + 1)), false)
            }
        }))
    }

    const GATHERS: bool = false;

    fn gather(self, mask: Wide) -> usize {
        let places = mask.squares().enumerate();
        places.fold(0, |pattern, (n, square)| pattern | usize::from(self.contains(square)) << n)
    }

    fn next_subset(self, mask: Wide) -> Wide {
        let mut next = self;
        for square in mask.squares() {
            if next.contains(square) {
                next.remove(square);
            } else {
                next.insert(square);
                return next;
            }
        }
        Wide::EMPTY
    }
}

macro_rules! wide_operator {
    ($trait:ident $method:ident $assign_trait:ident $assign_method:ident $op:tt) => {
        impl $trait for Wide {
            type Output = Wide;

            #[inline(always)]
            fn $method(self, other: Wide) -> Wide {
                Wide(std::array::from_fn(|word| self.0[word] $op other.0[word]))
            }
        }

        impl $assign_trait for Wide {
            #[inline(always)]
            fn $assign_method(&mut self, other: Wide) {
                *self = *self $op other;
            }
        }
    };
}

wide_operator!(BitAnd bitand BitAndAssign bitand_assign &);
wide_operator!(BitOr bitor BitOrAssign bitor_assign |);
wide_operator!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Wide {
    type Output = Wide;

    #[inline(always)]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// Every operation agrees with the same operation on a set of numbers.
    fn agrees<B: Bitboard>(a: &BTreeSet<u8>, b: &BTreeSet<u8>) {
        let set = |numbers: &BTreeSet<u8>| {
            let fits = numbers.iter().filter(|&&n| usize::from(n) < B::BITS);
            fits.copied().collect::<BTreeSet<u8>>()
        };
        let board = |numbers: &BTreeSet<u8>| B::from_squares(numbers.iter().map(|&n| Square(n)));
        let list = |board: B| board.squares().map(|square| square.0).collect::<BTreeSet<u8>>();
        let (a, b) = (set(a), set(b));
        let (left, right) = (board(&a), board(&b));
        assert_eq!(list(left), a);
        assert_eq!(left.count() as usize, a.len());
        assert_eq!(left.first().map(|s| s.0), a.first().copied());
        assert_eq!(left.last().map(|s| s.0), a.last().copied());
        assert_eq!(left.many(), a.len() > 1);
        assert_eq!(list(left & right), &a & &b);
        assert_eq!(list(left | right), &a | &b);
        assert_eq!(list(left ^ right), &a ^ &b);
        assert_eq!(list(left.without(right)), &a - &b);
        for &n in &b {
            assert_eq!(left.contains(Square(n)), a.contains(&n));
        }
    }

    proptest! {
        #[test]
        fn all_widths_are_sets(a: BTreeSet<u8>, b: BTreeSet<u8>) {
            agrees::<u64>(&a, &b);
            agrees::<u128>(&a, &b);
            agrees::<Wide>(&a, &b);
        }
    }
}
