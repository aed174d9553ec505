//! Shots in their compiled form: captures from a piece's own square, given by a tag that it
//! carries. Does not find their victims: that is `fire`.
//!
//! A shot at a piece is resisted, effective or neither, which depends only on the kinds of the
//! pieces. A resisted shot needs a second piece that could hit the same target.

use super::narrow::narrow;
use super::tables::{Conditionals, Pool, reach};
use crate::board::{Bits, Square};
use crate::rules::BySide;

/// The shots that one tag gives.
#[derive(Debug)]
pub(crate) struct Shots<B: Bits> {
    /// The tag.
    pub(crate) tag: u8,
    /// Kinds against which a second piece is needed, as bits.
    pub(crate) resisted: u64,
    /// Kinds of which several can be hit at once, as bits.
    pub(crate) beaten: u64,
    /// The ranges of each side's pieces.
    pub(crate) ranges: BySide<Vec<ShotRange<B>>>,
}

narrow!(Shots { ranges; tag, resisted, beaten });

/// The squares that pieces of some kinds reach.
#[derive(Debug)]
pub(crate) struct ShotRange<B: Bits> {
    /// The kinds, as bits.
    pub(crate) kinds: u64,
    /// All other kinds.
    pub(crate) others: u64,
    /// All squares that could be reached, by start square.
    pub(crate) most: Vec<B>,
    /// Squares that are always reached, by start square. Empty if there are none.
    pub(crate) leap: Vec<B>,
    /// Squares whose reach depends on occupancy.
    pub(crate) rays: Option<Conditionals<B>>,
}

narrow!(ShotRange { most, leap, rays; kinds, others });

impl<B: Bits> ShotRange<B> {
    /// The squares that are reached from one.
    #[inline(always)]
    pub(super) fn hits(&self, pool: &Pool<B>, from: Square, occupancy: B) -> B {
        reach(pool, (&self.leap, &self.rays), from, occupancy)
    }
}
