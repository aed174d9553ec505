//! Units: pieces on the table, with what is remembered about each.

use crate::board::Square;
use crate::rules::Side;

/// At most so many kinds of pieces fit.
pub const KINDS: usize = 32;

/// A piece on the table: its kind, its side and its flags, in two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Unit(u16);

impl Unit {
    /// No unit.
    pub const NONE: Self = Self(u16::MAX);
    /// It cannot move and blocks its square.
    pub const STATUE: u16 = 1 << 8;
    /// It came back and has to leave again.
    pub const RAISED: u16 = 1 << 9;
    /// It came back in its owner's own turn, which is not over.
    pub const FRESH: u16 = 1 << 10;
    /// It is the one that moves just now.
    pub const MOVER: u16 = 1 << 11;
    /// It is royal.
    pub const ROYAL: u16 = 1 << 12;
    /// Its removal leads to others.
    pub const ALARM: u16 = 1 << 13;
    /// Hooks ask where units of its kind stand on the ground.
    pub const WATCHED: u16 = 1 << 14;

    /// Flags of which the position keeps account.
    pub(super) const NOTED: u16 = Self::STATUE | Self::RAISED | Self::ROYAL | Self::ALARM;

    /// A unit without flags.
    #[inline]
    pub const fn new(kind: u8, side: Side) -> Self {
        Self((kind as u16) << 1 | side as u16)
    }

    /// Its kind, an index into the ruleset's pieces.
    #[inline]
    pub const fn kind(self) -> u8 {
        (self.0 >> 1) as u8 & 31
    }

    /// Whose it is.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 & 1 == 0 { Side::White } else { Side::Black }
    }

    /// Whether it has a flag.
    #[inline]
    pub const fn has(self, flag: u16) -> bool {
        self.0 & flag != 0
    }

    /// With a flag.
    #[inline]
    #[must_use]
    pub const fn with(self, flag: u16) -> Self {
        Self(self.0 | flag)
    }

    /// Without a flag.
    #[inline]
    #[must_use]
    pub const fn without(self, flag: u16) -> Self {
        Self(self.0 & !flag)
    }

    /// Whether it is a unit at all.
    #[inline]
    pub const fn exists(self) -> bool {
        self.0 != u16::MAX
    }
}

impl std::fmt::Debug for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.exists() {
            return f.write_str("-");
        }
        write!(
            f,
            "{}{}",
            if self.side() == Side::White { 'w' } else { 'b' },
            self.kind()
        )?;
        if self.0 >> 8 != 0 {
            write!(f, "!{:x}", self.0 >> 8)
        } else {
            Ok(())
        }
    }
}

/// Where a unit stands: a square, and its place in the list of units there, 0 for the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The square.
    pub square: Square,
    /// How many units are below it.
    pub index: u8,
}

impl Place {
    /// The lowest place of a square.
    #[inline]
    pub const fn ground(square: Square) -> Self {
        Self { square, index: 0 }
    }
}
