//! Counts of legal lines. Does not list moves itself: that is the engine's.

use super::engines::Play as _;
use super::{Engine, Flat, Position, Variant};
use crate::engine::Leaves;
use std::sync::atomic::{AtomicBool, AtomicU64};

impl Variant {
    /// The number of legal lines of `depth` plies from a position. The moves of the last ply are
    /// counted, not made.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// assert_eq!(chess.perft(&chess.start(), 0), 1);
    /// assert_eq!(chess.perft(&chess.start(), 2), 400);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        self.perft_with(position, depth, Leaves::Bulk, &AtomicBool::new(false))
    }

    /// [`Self::perft`], with a choice of how the last ply is counted. `stop` ends the count early;
    /// the number is then meaningless.
    #[doc(hidden)]
    pub fn perft_with(&self, position: &Position, depth: u32, leaves: Leaves, stop: &AtomicBool) -> u64 {
        ask!(self, position, |play, state| play
            .perft(state, depth, leaves, stop))
    }

    /// [`Self::perft`] on several threads; 0 threads count as 1. `done` counts finished lines as
    /// they are found. Once `stop` is true the count ends early; the number is then meaningless.
    pub fn perft_threads(
        &self,
        position: &Position,
        depth: u32,
        leaves: Leaves,
        threads: usize,
        stop: &AtomicBool,
        done: &AtomicU64,
    ) -> u64 {
        ask!(self, position, |play, state| play
            .perft_threads(state, depth, leaves, threads, stop, done))
    }
}
