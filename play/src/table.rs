//! The transposition table: what has been found out about positions, shared by all threads.

use crate::score::FORCED;
use std::sync::atomic::{AtomicU64, Ordering};

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The entry of the table for a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The best move: its number among the legal moves, whose order is fixed.
    pub(crate) best: u16,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Entry {
    /// The result of a search in a window of scores.
    pub(crate) fn new(score: i32, best: u16, depth: i32, (alpha, beta): (i32, i32)) -> Self {
        let bound = if score >= beta {
            Bound::AtLeast
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        Self {
            best: if bound == Bound::AtMost { NO_MOVE } else { best },
            score,
            depth,
            bound,
        }
    }
}

/// No move is known.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// The size of an entry in bytes.
const ENTRY: usize = 16;

/// Two words for each entry: the key, crossed with the data, and the data. An entry that two
/// threads have written at once does not fit its key and is not found.
#[derive(Debug)]
pub(crate) struct Table {
    words: Vec<[AtomicU64; 2]>,
}

impl Table {
    /// A table of at most this many MiB: the largest power of two for which there is memory.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let entries = (mebibytes.clamp(1, 1 << 16) << 20) / ENTRY;
        let mut entries = 1usize << entries.ilog2();
        let mut words = Vec::new();
        while entries > 1 && words.try_reserve_exact(entries).is_err() {
            entries /= 2;
        }
        let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
        words.extend(std::iter::repeat_with(empty).take(entries));
        Self { words }
    }

    /// The size in MiB.
    pub(crate) fn mebibytes(&self) -> usize {
        (self.words.len() * ENTRY) >> 20
    }

    pub(crate) fn clear(&self) {
        for [key, data] in &self.words {
            key.store(0, Ordering::Relaxed);
            data.store(0, Ordering::Relaxed);
        }
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        &self.words[key as usize & (self.words.len() - 1)]
    }

    /// The entry for a position that lies `ply` plies below the root.
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        let [crossed, data] = self.slot(key);
        let data = data.load(Ordering::Relaxed);
        if data == 0 || crossed.load(Ordering::Relaxed) ^ data != key {
            return None;
        }
        let bound = match data >> 40 & 3 {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        Some(Entry {
            best: data as u16,
            score: from_root(i32::from((data >> 16) as u16 as i16), ply),
            depth: i32::from((data >> 32) as u8),
            bound,
        })
    }

    /// Keeps what has been found out; what was known of this position or of another in its place is
    /// lost.
    pub(crate) fn put(&self, key: u64, ply: usize, entry: Entry) {
        let [crossed, data] = self.slot(key);
        let best = match self.get(key, ply) {
            Some(old) if entry.best == NO_MOVE => old.best,
            _ => entry.best,
        };
        let bound = match entry.bound {
            Bound::Exact => 1u64,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        let word = u64::from(best)
            | u64::from(to_here(entry.score, ply) as i16 as u16) << 16
            | u64::from(entry.depth.clamp(0, 255) as u8) << 32
            | bound << 40;
        crossed.store(key ^ word, Ordering::Relaxed);
        data.store(word, Ordering::Relaxed);
    }

    /// Keeps what captures alone have shown, unless something that was searched is in its place.
    pub(crate) fn put_low(&self, key: u64, ply: usize, entry: Entry) {
        let old = self.slot(key)[1].load(Ordering::Relaxed);
        if (old >> 32) as u8 == 0 {
            self.put(key, ply, entry);
        }
    }

    /// How full it is, in thousandths.
    pub(crate) fn fill(&self) -> usize {
        let sample = self.words.iter().take(1000);
        sample
            .filter(|[_, data]| data.load(Ordering::Relaxed) != 0)
            .count()
    }
}

/// Forced endings are counted from the root by the search, and from the position by the table.
fn to_here(score: i32, ply: usize) -> i32 {
    match score {
        s if s >= FORCED => s + ply as i32,
        s if s <= -FORCED => s - ply as i32,
        s => s,
    }
}

fn from_root(score: i32, ply: usize) -> i32 {
    match score {
        s if s >= FORCED => s - ply as i32,
        s if s <= -FORCED => s + ply as i32,
        s => s,
    }
}
