//! The widths of sets of squares in compiled rules. Knows no positions.

use crate::board::{Bits, U256};

/// The sets in which rules are compiled, for boards of any width: the widest sets.
pub(crate) type Wide = U256;

/// A set of squares of which compiled rules are made.
pub(crate) trait Width: Bits {
    /// Castling rights: one bit for each castling, of which there are usually few, or for each
    /// square of a piece that may castle.
    type Rights: Bits;
    /// The largest number of bits that index one lookup table.
    const TABLE_BITS: u32;
}

impl Width for u64 {
    type Rights = u16;
    const TABLE_BITS: u32 = 12;
}

impl Width for u128 {
    type Rights = u32;
    const TABLE_BITS: u32 = 9;
}

impl Width for U256 {
    type Rights = Self;
    const TABLE_BITS: u32 = 9;
}
