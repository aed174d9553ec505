//! The clocks of a game.

use ferz::rules::Side;
use ferz_play::{Clock, Limits};
use std::time::{Duration, Instant};

/// How much time each side has, and since when it runs.
pub(super) struct Clocks {
    left: [Duration; 2],
    increment: Duration,
    since: Instant,
}

impl Clocks {
    pub(super) fn new(time: Duration, increment: Duration) -> Self {
        Self {
            left: [time; 2],
            increment,
            since: Instant::now(),
        }
    }

    /// A side has moved; `false` if its time was over.
    pub(super) fn press(&mut self, side: Side) -> bool {
        let took = self.since.elapsed();
        self.since = Instant::now();
        let left = &mut self.left[side.index()];
        let in_time = took <= *left;
        *left = left.saturating_sub(took) + self.increment;
        in_time
    }

    /// What a search for a side may use.
    pub(super) fn limits(&self, side: Side) -> Limits {
        let clock = Clock {
            left: self.left[side.index()].saturating_sub(self.since.elapsed()),
            increment: self.increment,
            moves_to_go: None,
        };
        Limits {
            clock: Some(clock),
            ..Limits::default()
        }
    }

    /// Both clocks: `white 4:58.3, black 5:00.0`.
    pub(super) fn words(&self) -> String {
        let words = |side: Side| {
            let seconds = self.left[side.index()].as_secs_f64();
            let minutes = (seconds / 60.0).floor();
            format!("{side} {minutes:.0}:{:04.1}", seconds - 60.0 * minutes)
        };
        Side::ALL.map(words).join(", ")
    }
}
