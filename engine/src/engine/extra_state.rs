//! The state of a position beyond one piece on each square: units above others, marks, pools, and
//! open decisions. Does not know the mechanics that use it.
//!
//! All of it is flat and `Copy`, like the rest of a position.

use super::passed_squares::MOST_PASSED;
use crate::board::{Bits, Square};
use crate::rules::{BySide, Side};
use std::fmt::Debug;
use std::ops::{Deref, DerefMut};

/// A piece with its remembered facts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Unit {
    /// `kind * 2 + side`, or 255.
    code: u8,
    /// The marks.
    marks: u8,
    /// The tags: weapons, absorbed movements.
    pub(crate) tags: u8,
}

impl Unit {
    /// No unit.
    pub(crate) const NONE: Self = Self {
        code: u8::MAX,
        marks: 0,
        tags: 0,
    };
    /// It cannot move, and nothing can capture it, enter it or change places with it.
    pub(crate) const FIXED: u8 = 1;
    /// Marks that mechanics may ask for when a variant is compiled.
    pub(crate) const FREE: [u8; 2] = [1 << 1, 1 << 2];
    /// It is the unit that is moving.
    pub(crate) const MOVER: u8 = 1 << 3;
    /// It has not moved.
    pub(crate) const UNMOVED: u8 = 1 << 4;
    /// It is the unit that may be removed, and is watched.
    pub(crate) const WATCHED: u8 = 1 << 5;
    /// The number of marks that a position keeps as sets.
    pub(crate) const MARKS: usize = 4;

    /// A unit without marks.
    #[inline]
    pub(crate) const fn new(kind: u8, side: Side) -> Self {
        Self::of_code(side.code(kind))
    }

    /// A unit without marks, from [`Side::code`].
    #[inline]
    pub(crate) const fn of_code(code: u8) -> Self {
        Self {
            code,
            marks: 0,
            tags: 0,
        }
    }

    /// The kind, an index into the ruleset's pieces.
    #[inline]
    pub(crate) const fn kind(self) -> u8 {
        Side::decode(self.code).0
    }

    /// The owner.
    #[inline]
    pub(crate) const fn side(self) -> Side {
        Side::decode(self.code).1
    }

    /// Whether it has a mark.
    #[inline]
    pub(crate) const fn has(self, mark: u8) -> bool {
        self.marks & mark != 0
    }

    /// Whether it has any mark that a position keeps as a set.
    #[inline]
    pub(crate) const fn is_marked(self) -> bool {
        self.marks & ((1 << Self::MARKS) - 1) != 0
    }

    /// The unit with a mark.
    #[inline]
    #[must_use]
    pub(crate) const fn with(self, mark: u8) -> Self {
        Self {
            marks: self.marks | mark,
            ..self
        }
    }

    /// The unit without a mark.
    #[inline]
    #[must_use]
    pub(crate) const fn without(self, mark: u8) -> Self {
        Self {
            marks: self.marks & !mark,
            ..self
        }
    }

    /// The same unit of another side.
    #[must_use]
    pub(crate) const fn of_side(self, side: Side) -> Self {
        Self {
            code: self.code & !1 | side as u8,
            ..self
        }
    }

    /// Whether it is a unit at all.
    #[inline]
    pub(crate) const fn exists(self) -> bool {
        self.code != u8::MAX
    }
}

impl Debug for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.exists() {
            return f.write_str("-");
        }
        let side = if self.side() == Side::White { 'w' } else { 'b' };
        write!(f, "{side}{}", self.kind())?;
        if self.marks != 0 {
            write!(f, "!{:x}", self.marks)?;
        }
        Ok(())
    }
}

/// The place of a unit: a square, and its index in the list of units there, 0 for the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    /// The square.
    pub(crate) square: Square,
    /// The number of units below it.
    pub(crate) index: u8,
}

impl Place {
    /// The lowest place of a square.
    #[inline]
    pub(crate) const fn ground(square: Square) -> Self {
        Self { square, index: 0 }
    }
}

/// An open decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The number of the mechanic that asks; 255 for the rules themselves.
    pub(crate) mechanic: u8,
    /// The square.
    pub(crate) square: Square,
    /// The side that decides.
    pub(crate) side: Side,
    /// Whether the unit to choose for is in exile, and not captured.
    pub(crate) exiled: bool,
}

/// A short list as a plain value.
#[derive(Clone, Copy)]
pub(crate) struct Few<T, const N: usize> {
    len: u8,
    list: [T; N],
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// An empty list; `filler` fills unused places.
    pub(crate) const fn new(filler: T) -> Self {
        Self {
            len: 0,
            list: [filler; N],
        }
    }

    /// Appends an entry; `false` if the list is full.
    pub(crate) fn push(&mut self, entry: T) -> bool {
        self.insert(usize::from(self.len), entry)
    }

    /// Puts an entry before the one at `index`; `false` if the list is full.
    pub(crate) fn insert(&mut self, index: usize, entry: T) -> bool {
        let len = usize::from(self.len);
        if len == N {
            return false;
        }
        self.list.copy_within(index..len, index + 1);
        self.list[index] = entry;
        self.len += 1;
        true
    }

    /// Removes the entry at `index`, which must be there.
    pub(crate) fn remove(&mut self, index: usize) -> T {
        let entry = self[index];
        let len = usize::from(self.len);
        self.list.copy_within(index + 1..len, index);
        self.len -= 1;
        entry
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Keeps the entries for which `keep` holds.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        let mut kept = 0;
        for i in 0..usize::from(self.len) {
            if keep(&self.list[i]) {
                self.list[kept] = self.list[i];
                kept += 1;
            }
        }
        self.len = kept as u8;
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.list[..usize::from(self.len)]
    }
}

impl<T, const N: usize> DerefMut for Few<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.list[..usize::from(self.len)]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Debug, const N: usize> Debug for Few<T, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The two pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pool {
    /// Units that were captured.
    Captured,
    /// Units that were exiled.
    Exile,
}

impl Pool {
    /// Both pools.
    pub(crate) const ALL: [Self; 2] = [Self::Captured, Self::Exile];
}

/// The number of units of each kind and side in each pool.
pub(crate) trait Pools: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// Empty pools.
    const EMPTY: Self;
    /// The numbers of a side, by kind.
    fn of(&self, pool: Pool, side: Side) -> &[u8];
    /// The numbers of a side, by kind.
    fn of_mut(&mut self, pool: Pool, side: Side) -> &mut [u8];
}

impl<const K: usize> Pools for [BySide<[u8; K]>; 2] {
    const EMPTY: Self = [[[0; K]; Side::COUNT]; 2];
    #[inline]
    fn of(&self, pool: Pool, side: Side) -> &[u8] {
        &self[pool as usize][side.index()]
    }
    #[inline]
    fn of_mut(&mut self, pool: Pool, side: Side) -> &mut [u8] {
        &mut self[pool as usize][side.index()]
    }
}

/// The largest number of units above others.
pub(crate) const ABOVE: usize = 62;
/// The largest number of open decisions.
pub(crate) const CHOICES: usize = 32;
/// The largest number of bytes that mechanics keep.
pub(crate) const NOTES: usize = 8;

/// The state of a position beyond one piece on each square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ExtraState<B, P> {
    /// Units on the ground by mark, in the order of the bits of [`Unit`].
    pub(crate) marks: [B; Unit::MARKS],
    /// Units above the lowest ones with their squares, sorted by square, each list from below.
    pub(crate) above: Few<(Square, Unit), ABOVE>,
    /// Units beside the board.
    pub(crate) pools: P,
    /// Whether the end of the turn has begun: only promotions are left to decide.
    pub(crate) ending: bool,
    /// The open decisions, in order.
    pub(crate) choices: Few<Choice, CHOICES>,
    /// Squares passed in the last movement, each with the square of the unit that passed it, if one
    /// set of squares is not enough.
    pub(crate) passed: Few<(Square, Square), MOST_PASSED>,
    /// A byte for each mechanic that asks for it.
    pub(crate) notes: [u8; NOTES],
    /// The square of the watched unit, if it stands on the ground.
    pub(crate) watched: Option<Square>,
}

impl<B: Bits, P: Pools> ExtraState<B, P> {
    /// The empty state.
    pub(crate) const EMPTY: Self = Self {
        marks: [B::EMPTY; Unit::MARKS],
        above: Few::new((0, Unit::NONE)),
        pools: P::EMPTY,
        ending: false,
        choices: Few::new(Choice {
            mechanic: 0,
            square: 0,
            side: Side::White,
            exiled: false,
        }),
        passed: Few::new((0, 0)),
        notes: [0; NOTES],
        watched: None,
    };
}
