//! The processor time of a thread: what others do at the same time breaks no law.

use std::time::{Duration, Instant};

/// Since when time is counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    began: Instant,
    used: Option<Duration>,
}

/// The processor time that this thread has used, where the system tells it.
fn used() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

impl Clock {
    /// From now on.
    pub(super) fn start() -> Self {
        Self {
            began: Instant::now(),
            used: used(),
        }
    }

    /// How much this thread has used since then.
    pub(super) fn elapsed(self) -> Duration {
        match (self.used, used()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.began.elapsed(),
        }
    }
}
