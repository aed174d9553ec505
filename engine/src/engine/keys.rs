//! Random numbers for hashing positions. Does not know positions, which keep their hashes up to
//! date themselves.

use super::chain::Continuation;
use super::extra_state::Unit;
use super::tagging::MAX_TAGS;
use crate::board::{Bits, Square};
use crate::rules::Side;

/// Random numbers for hashing.
#[derive(Debug)]
pub(crate) struct Keys {
    squares: usize,
    shift: u32,
    pieces: Vec<u64>,
    pub(crate) turn: u64,
    castling: Vec<u64>,
    en_passant: Vec<u64>,
    unmoved: Vec<u64>,
    checks: Vec<u64>,
    tags: Vec<u64>,
    held: Vec<u64>,
    passes: u64,
    walls: Vec<u64>,
    left: u64,
    continuation: Vec<u64>,
    phase: u64,
}

impl Keys {
    pub(crate) fn new(kinds: usize, squares: usize) -> Self {
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        let mut next = || {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        };
        let mut many = |n: usize| (0..n).map(|_| next()).collect::<Vec<u64>>();
        Self {
            squares,
            shift: squares.next_power_of_two().trailing_zeros(),
            pieces: many(kinds * 2 * squares.next_power_of_two()),
            turn: many(1)[0],
            castling: many(256),
            en_passant: many(squares),
            unmoved: many(squares),
            checks: many(512),
            tags: many(MAX_TAGS * squares),
            held: many(2 * kinds.next_power_of_two().max(64)),
            passes: many(1)[0],
            walls: many(squares),
            left: many(1)[0],
            continuation: many(3 * squares),
            phase: many(1)[0],
        }
    }

    #[inline(always)]
    pub(crate) fn piece(&self, code: u8, square: Square) -> u64 {
        self.pieces[usize::from(code) << self.shift | usize::from(square)]
    }

    #[inline(always)]
    pub(crate) fn castling<B: Bits>(&self, rights: B) -> u64 {
        let keys = rights.squares().map(|right| self.castling[usize::from(right)]);
        keys.fold(0, |all, key| all ^ key)
    }

    pub(crate) fn exposed<B: Bits>(&self, set: B) -> u64 {
        set.squares()
            .fold(0, |key, s| key ^ self.en_passant[usize::from(s)])
    }

    pub(crate) fn unmoved<B: Bits>(&self, set: B) -> u64 {
        set.squares().fold(0, |key, s| key ^ self.unmoved[usize::from(s)])
    }

    #[inline(always)]
    pub(crate) fn tag(&self, tag: usize, square: Square) -> u64 {
        self.tags[tag * self.squares + usize::from(square)]
    }

    /// The key of a number of pieces of a kind in a hand; 0 for none.
    #[inline]
    pub(crate) fn held(&self, side: Side, kind: u8, count: u8) -> u64 {
        if count == 0 {
            return 0;
        }
        let key = self.held[usize::from(kind & 63) * 2 + side.index()];
        key.wrapping_mul(2 * u64::from(count) + 1)
    }

    #[inline]
    pub(crate) fn wall(&self, square: Square) -> u64 {
        self.walls[usize::from(square)]
    }

    /// The key of a number of passes; 0 for none.
    #[inline]
    pub(crate) fn passes(&self, count: u8) -> u64 {
        self.passes.wrapping_mul(u64::from(count))
    }

    /// The key of the number of moves left in a turn; 0 for the last one.
    #[inline]
    pub(crate) fn left(&self, count: u8) -> u64 {
        self.left.wrapping_mul(u64::from(count) - 1)
    }

    /// The key of the number of turns after the last one from which effects follow; 0 for none.
    #[inline]
    pub(crate) fn phase(&self, turns: u16) -> u64 {
        self.phase.wrapping_mul(u64::from(turns))
    }

    /// The key of the continuation of a turn; 0 if there is none.
    pub(crate) fn continuation<B: Bits>(&self, continuation: Option<Continuation<B>>) -> u64 {
        let Some(continuation) = continuation else {
            return 0;
        };
        let key = |part: usize, square: Square| {
            self.continuation
                .get(part * self.squares + usize::from(square))
                .copied()
        };
        let last = continuation.last.and_then(|last| key(1, last));
        let seen = continuation.seen.squares().filter_map(|square| key(2, square));
        let waits = |unit: Unit| 2 * (u64::from(unit.kind()) | u64::from(unit.tags) << 8) + 3;
        let below = continuation.below().map_or(0, waits);
        let here = key(0, continuation.square())
            .unwrap_or(1)
            .wrapping_mul(2 * (u64::from(continuation.rule) | u64::from(continuation.index) << 8) + 1);
        seen.fold(here ^ last.unwrap_or(0), |all, key| all ^ key) ^ self.left.wrapping_mul(below)
    }

    pub(crate) fn checks(&self, side: usize, left: u8) -> u64 {
        self.checks[side * 256 + usize::from(left)]
    }
}
