//! How late it is, and how often a search asks.

use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;

/// A clock for a search.
pub trait Watch: Sync {
    /// The time since the search began, in which this many positions have been looked at.
    fn elapsed(&self, nodes: u64) -> Duration;

    /// Whether this time passes with the clock of the machine, independent of the positions looked
    /// at: then a search can end in the middle of a position.
    #[doc(hidden)]
    fn is_real(&self) -> bool {
        false
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
impl Watch for Instant {
    fn elapsed(&self, _: u64) -> Duration {
        Instant::elapsed(self)
    }

    fn is_real(&self) -> bool {
        true
    }
}

/// The time since a start, by the clock of the machine. On a platform without a clock no time
/// passes: [`crate::Engine::think_by`] takes another watch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Since {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    began: Instant,
}

impl Since {
    pub(crate) fn now() -> Self {
        Self {
            #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
            began: Instant::now(),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        return self.began.elapsed();
        #[cfg(all(target_family = "wasm", target_os = "unknown"))]
        Duration::ZERO
    }
}

impl Watch for Since {
    fn elapsed(&self, _: u64) -> Duration {
        Self::elapsed(self)
    }

    fn is_real(&self) -> bool {
        true
    }
}

/// The clock is looked at about so often, however slow positions are.
const SOON: Duration = Duration::from_micros(50);
/// Later than this is too seldom.
const LATE: Duration = Duration::from_micros(200);
/// Later than this, and the next positions may be as slow as the last.
const TOO_LATE: Duration = Duration::from_millis(1);
/// The most positions between two looks.
const MOST: u64 = 512;

/// After how many positions the clock is looked at again.
///
/// Positions may be a thousand times slower than those before, so the number rises by one where it
/// may, and falls at once.
#[derive(Debug)]
pub(crate) struct Pace {
    every: u64,
    looked: Duration,
}

impl Pace {
    pub(crate) const fn new() -> Self {
        Self {
            every: 1,
            looked: Duration::ZERO,
        }
    }

    /// After how many positions to look.
    pub(crate) const fn every(&self) -> u64 {
        self.every
    }

    /// The clock has been looked at, after this many positions.
    pub(crate) fn look(&mut self, now: Duration, nodes: u64) {
        let since = now.saturating_sub(self.looked);
        self.looked = now;
        if since > TOO_LATE {
            self.every = 1;
        } else if since > LATE {
            self.every = (self.every / 2).max(1);
        } else if since < SOON && nodes >= self.every {
            self.every = (self.every + 1).min(MOST);
        }
    }
}
