//! The facts proved so far about positions.

use std::sync::atomic::{AtomicU64, Ordering};

/// The facts proved about a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fact {
    /// The winner wins in this many moves, perhaps in fewer; 0: that is not known.
    pub(super) won: u8,
    /// One more than the number of moves in which the winner does not win; 0: nothing is known.
    pub(super) lost: u8,
    /// The number of the move by which that was seen last.
    pub(super) best: u16,
}

impl Fact {
    /// Whether the winner wins in this many moves, if that is known. More moves never are a
    /// hindrance, so what is known of one number says something about others.
    pub(super) const fn answers(&self, moves: u32) -> Option<bool> {
        if self.won != 0 && self.won as u32 - 1 <= moves {
            Some(true)
        } else if self.lost as u32 > moves {
            Some(false)
        } else {
            None
        }
    }

    /// Learns whether the winner wins in this many moves.
    pub(super) fn learn(&mut self, moves: u32, won: bool, best: u16) {
        let number = moves.min(253) as u8 + 1;
        self.best = best;
        if won && (self.won == 0 || number < self.won) {
            self.won = number;
        } else if !won {
            self.lost = self.lost.max(number);
        }
    }

    /// How dear it was to find out, roughly.
    const fn cost(&self) -> u8 {
        if self.won > self.lost { self.won } else { self.lost }
    }
}

/// How many places a position may have.
const PLACES: usize = 4;

/// Facts by the keys of positions. Each takes two words: the key, crossed with the data, and the
/// data. If two threads write one entry at once, its data do not fit its key and are not found.
/// Forgotten facts are proved again.
pub(super) struct Known {
    words: Vec<[AtomicU64; 2]>,
}

impl Known {
    /// A table of at most this many MiB: the largest power of two for which there is memory.
    pub(super) fn new(mebibytes: usize) -> Self {
        let entries = (mebibytes.clamp(1, 1 << 16) << 20) / 16;
        let mut entries = 1usize << entries.ilog2();
        let mut words = Vec::new();
        while entries > PLACES && words.try_reserve_exact(entries).is_err() {
            entries /= 2;
        }
        let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
        words.extend(std::iter::repeat_with(empty).take(entries));
        Self { words }
    }

    fn places(&self, key: u64) -> &[[AtomicU64; 2]] {
        let first = (key as usize & (self.words.len() - 1)) & !(PLACES - 1);
        &self.words[first..first + PLACES]
    }

    pub(super) fn get(&self, key: u64) -> Fact {
        let mut facts = self.places(key).iter().map(read);
        facts
            .find_map(|(other, fact)| (other == key).then_some(fact))
            .unwrap_or_default()
    }

    /// Keeps a fact, in place of the one that was cheapest to prove.
    pub(super) fn put(&self, key: u64, fact: Fact) {
        let places = self.places(key);
        let known = places.iter().find(|place| read(place).0 == key);
        let Some([crossed, data]) = known.or_else(|| places.iter().min_by_key(|place| read(place).1.cost()))
        else {
            return;
        };
        let word = u64::from(fact.best) | u64::from(fact.won) << 16 | u64::from(fact.lost) << 24;
        crossed.store(key ^ word, Ordering::Relaxed);
        data.store(word, Ordering::Relaxed);
    }
}

/// The key and the fact in a place; an empty one has key 0 and no fact.
fn read([crossed, data]: &[AtomicU64; 2]) -> (u64, Fact) {
    let word = data.load(Ordering::Relaxed);
    let fact = Fact {
        won: (word >> 16) as u8,
        lost: (word >> 24) as u8,
        best: word as u16,
    };
    (crossed.load(Ordering::Relaxed) ^ word, fact)
}
