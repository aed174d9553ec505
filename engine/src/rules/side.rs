//! The sides of a game, and one value for each of them.
//!
//! The number of sides is said here and nowhere else: [`Side::COUNT`], the type [`BySide`] of
//! tables, whose turn it is after a side's ([`Side::next`]), and whose pieces a side may capture
//! ([`Side::opponents`]). Does not know what a side may do.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that moves up the board and has upper-case letters.
    White,
    /// The side that moves down the board and has lower-case letters.
    Black,
}

/// A table by side: a value for each, in the order of [`Side::ALL`].
///
/// ```
/// use ferz_engine::rules::{BySide, Side};
/// let mut pieces: BySide<u32> = [16; Side::COUNT];
/// pieces[Side::Black] -= 1;
/// assert_eq!(pieces[Side::White.index()] - pieces[Side::Black.index()], 1);
/// ```
pub type BySide<T> = [T; Side::COUNT];

impl Side {
    /// The number of sides.
    pub const COUNT: usize = 2;

    /// All sides in the order of their turns, White first.
    pub const ALL: BySide<Self> = [Self::White, Self::Black];

    /// A value for each side, White's first.
    ///
    /// ```
    /// use ferz_engine::rules::Side;
    /// assert_eq!(Side::each(Side::name), ["white", "black"]);
    /// ```
    #[inline]
    pub fn each<T>(value: impl FnMut(Self) -> T) -> BySide<T> {
        Self::ALL.map(value)
    }

    /// The same as [`Self::each`], by the indices of the sides.
    #[inline]
    pub(crate) fn each_index<T>(value: impl FnMut(usize) -> T) -> BySide<T> {
        std::array::from_fn(value)
    }

    /// The same as [`Self::each`], or the error of the first side that has one.
    #[expect(clippy::unreachable, reason = "each side has given a value")]
    pub(crate) fn try_each<T, E>(mut value: impl FnMut(Self) -> Result<T, E>) -> Result<BySide<T>, E> {
        let mut values = ArrayVec::<T, { Self::COUNT }>::new();
        for side in Self::ALL {
            values.push(value(side)?);
        }
        Ok(values
            .into_inner()
            .unwrap_or_else(|_| unreachable!("a value for each side")))
    }

    /// The number of the side in [`Self::ALL`]: 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side with a number; numbers grow beyond the last side's, and begin again.
    #[inline]
    pub(crate) const fn of_index(index: usize) -> Self {
        match index % Self::COUNT {
            0 => Self::White,
            _ => Self::Black,
        }
    }

    /// A byte for a kind of piece and its owner. The owner is the remainder.
    #[inline]
    pub(crate) const fn code(self, kind: u8) -> u8 {
        kind * Self::COUNT as u8 + self as u8
    }

    /// The kind and the owner of a piece, from [`Self::code`].
    #[inline]
    pub(crate) const fn decode(code: u8) -> (u8, Self) {
        (code / Self::COUNT as u8, Self::of_index(code as usize))
    }

    /// The side whose turn follows on this side's.
    ///
    /// ```
    /// use ferz_engine::rules::Side;
    /// assert_eq!(Side::White.next(), Side::Black);
    /// assert_eq!(Side::Black.next(), Side::White);
    /// ```
    #[inline]
    #[must_use]
    pub const fn next(self) -> Self {
        Self::of_index(self.index() + 1)
    }

    /// The side whose turn came before this side's.
    #[inline]
    #[must_use]
    pub(crate) const fn previous(self) -> Self {
        Self::of_index(self.index() + Self::COUNT - 1)
    }

    /// All sides in the order of their turns, beginning with this one.
    #[inline]
    pub(crate) fn in_turn(self) -> BySide<Self> {
        std::array::from_fn(|i| Self::of_index(self.index() + i))
    }

    /// The sides whose pieces this side may capture, in the order of their turns.
    ///
    /// ```
    /// use ferz_engine::rules::Side;
    /// assert_eq!(Side::White.opponents(), [Side::Black]);
    /// ```
    #[inline]
    pub fn opponents(self) -> [Self; Self::COUNT - 1] {
        std::array::from_fn(|i| Self::of_index(self.index() + 1 + i))
    }

    /// The opponent. Rules that know one opponent ask for it, since there is only one.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// `white` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl<T> std::ops::Index<Side> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        &self[side.index()]
    }
}

impl<T> std::ops::IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self[side.index()]
    }
}

/// One value for each side by its name, as texts of rules have them. Engines use [`BySide`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PerSide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> PerSide<T> {
    /// One value for each side.
    pub const fn new(white: T, black: T) -> Self {
        Self { white, black }
    }
}

impl<T: Default + PartialEq> PerSide<T> {
    /// Whether both values are the default.
    pub fn is_default(&self) -> bool {
        self.white == T::default() && self.black == T::default()
    }
}

impl<T: Clone> PerSide<T> {
    /// The same value for both.
    pub fn both(value: T) -> Self {
        Self {
            white: value.clone(),
            black: value,
        }
    }
}

impl<T> std::ops::Index<Side> for PerSide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T> std::ops::IndexMut<Side> for PerSide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}
