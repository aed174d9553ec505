//! How wide positions are: the sizes that the engine is compiled for.

use crate::board::{Bits, U256};
use std::fmt::Debug;

/// A fixed-size array of plain values.
pub(crate) trait Array<T>:
    Copy + Send + Sync + Debug + PartialEq + AsRef<[T]> + AsMut<[T]> + 'static
{
}
impl<T: Copy + Send + Sync + Debug + PartialEq + 'static, const N: usize> Array<T> for [T; N] {}

/// The sizes of one compiled form of the engine. A variant runs in the smallest that holds it.
pub(crate) trait Layout: Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// Sets of squares.
    type B: Bits;
    /// One set for each kind of piece.
    type PerKind: Array<Self::B>;
    /// One byte for each square.
    type PerSquare: Array<u8>;
    /// How many kinds of pieces fit.
    const KINDS: usize;
    /// At most so many bits index one lookup table.
    const TABLE_BITS: u32;
    /// No set at all.
    const NO_KINDS: Self::PerKind;
    /// The same byte for every square.
    fn fill(byte: u8) -> Self::PerSquare;
}

macro_rules! layout {
    ($(#[$doc:meta])* $name:ident, $bits:ty, $squares:literal, $kinds:literal, $table:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub(crate) struct $name;
        impl Layout for $name {
            type B = $bits;
            type PerKind = [$bits; $kinds];
            type PerSquare = [u8; $squares];
            const KINDS: usize = $kinds;
            const TABLE_BITS: u32 = $table;
            const NO_KINDS: Self::PerKind = [<$bits>::EMPTY; $kinds];
            #[inline(always)]
            fn fill(byte: u8) -> Self::PerSquare {
                [byte; $squares]
            }
        }
    };
}

layout!(
    /// Up to 64 squares and 16 kinds of pieces: chess and most variants.
    Small, u64, 64, 16, 12
);
layout!(
    /// Up to 128 squares and 32 kinds: ten by ten, twelve by eight, xiangqi.
    Medium, u128, 128, 32, 9
);
layout!(
    /// Up to 256 squares and 64 kinds.
    Large, U256, 256, 64, 9
);
