//! Lists of paths that are indexed by the pieces on the board, so that only paths are tested that
//! could be open. Does not test them.

use super::narrow::narrow;
use crate::board::{Bits, Square};
use crate::order::sort_by_key;
use std::ops::Range;

/// A list of paths in parts. First come paths that need no piece anywhere; then those that need a
/// piece, by its square; then those that need an enemy, by its square.
#[derive(Clone, Debug)]
pub(crate) struct Parts<B: Bits> {
    /// The number of paths before all parts.
    free: usize,
    held: Keyed<B>,
    hostile: Keyed<B>,
}

narrow!(Parts { held, hostile; free });

/// Parts of a list by a square.
#[derive(Clone, Debug)]
struct Keyed<B: Bits> {
    /// The squares by which the parts are found.
    keys: B,
    /// The start of each key's part, in the order of the squares, and the end of the last one.
    starts: Vec<u32>,
    /// Squares that must be empty for every path of a part.
    common: Vec<B>,
}

narrow!(Keyed { keys, common; starts });

impl<B: Bits> Keyed<B> {
    /// Calls `each` with the parts whose square is among some, and which nothing blocks.
    #[inline(always)]
    fn each_open(&self, occupancy: B, squares: B, mut each: impl FnMut(Range<usize>)) {
        for square in (self.keys & squares).squares() {
            let i = (self.keys & B::below(square)).count() as usize;
            if !self.common[i].meets(occupancy) {
                each(self.starts[i] as usize..self.starts[i + 1] as usize);
            }
        }
    }

    /// The parts of the rest of a list: entries from `first` on, each with its key and the squares
    /// that must be empty.
    fn new(first: usize, entries: &[(Square, B)]) -> Self {
        let mut keyed = Self {
            keys: B::EMPTY,
            starts: Vec::new(),
            common: Vec::new(),
        };
        for (i, &(square, empty)) in entries.iter().enumerate() {
            match keyed.common.last_mut() {
                Some(common) if keyed.keys.has(square) => *common &= empty,
                _ => {
                    keyed.keys |= B::bit(square);
                    keyed.starts.push((first + i) as u32);
                    keyed.common.push(empty);
                }
            }
        }
        keyed.starts.push((first + entries.len()) as u32);
        keyed
    }
}

/// The needs of a path, for [`Parts`].
pub(crate) struct Needs<B> {
    /// Squares that must hold enemies.
    pub(crate) enemy: B,
    /// Squares that must be occupied.
    pub(crate) held: B,
    /// Squares that must be empty.
    pub(crate) empty: B,
}

impl<B: Bits> Parts<B> {
    /// Sorts a list and divides it into parts.
    pub(crate) fn sort<T>(list: &mut [T], needs: impl Fn(&T) -> Needs<B>) -> Self {
        let key = |entry: &T| {
            let needs = needs(entry);
            match (needs.enemy.is_empty(), needs.held.is_empty()) {
                (false, _) => (2, needs.enemy.lowest()),
                (true, false) => (1, needs.held.lowest()),
                (true, true) => (0, 0),
            }
        };
        sort_by_key(list, key);
        let of = |class: u8| {
            let entries = list.iter().map(|entry| (key(entry), needs(entry).empty));
            let entries = entries.filter(|((c, _), _)| *c == class);
            entries
                .map(|((_, square), empty)| (square, empty))
                .collect::<Vec<_>>()
        };
        let (free, held, hostile) = (of(0).len(), of(1), of(2));
        Self {
            free,
            hostile: Keyed::new(free + held.len(), &hostile),
            held: Keyed::new(free, &held),
        }
    }

    /// Calls `each` with the parts that could be open: ranges of the list.
    #[inline(always)]
    pub(crate) fn each_open(&self, occupancy: B, enemies: B, mut each: impl FnMut(Range<usize>)) {
        each(0..self.free);
        self.held.each_open(occupancy, occupancy, &mut each);
        self.hostile.each_open(occupancy, enemies, &mut each);
    }
}
