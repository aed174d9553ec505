//! The processor time of threads: work that others do at the same time is no fault of theirs.

use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A thread may itself wait for something that never comes. One that waits for it has this many
/// times the patience that it has with work.
const WAITS: u32 = 10;

/// Since when time is counted.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    began: Instant,
    used: Option<Duration>,
}

/// The processor time of a thread, from its file, where the system has one.
fn told(file: PathBuf) -> Option<Duration> {
    let text = std::fs::read_to_string(file).ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// The processor time that this thread has used, where the system tells it.
fn used() -> Option<Duration> {
    told(PathBuf::from("/proc/thread-self/schedstat"))
}

impl Clock {
    /// From now on.
    pub fn start() -> Self {
        Self {
            began: Instant::now(),
            used: used(),
        }
    }

    /// How much this thread has used since then.
    pub fn elapsed(self) -> Duration {
        match (self.used, used()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.began.elapsed(),
        }
    }
}

/// The time of a thread, for another one that waits for it.
#[derive(Clone, Debug)]
pub struct Watch {
    thread: Option<PathBuf>,
    began: Clock,
}

impl Watch {
    /// Over the calling thread, from now on.
    pub fn own() -> Self {
        let link = std::fs::read_link("/proc/thread-self");
        Self {
            thread: link.ok().map(|link| PathBuf::from("/proc").join(link)),
            began: Clock::start(),
        }
    }

    /// Whether the thread has worked longer than it may, or one has waited far too long.
    pub fn is_over(&self, patience: Duration) -> bool {
        let waited = self.began.began.elapsed();
        let worked = || Some(told(self.thread.as_ref()?.join("schedstat"))?.saturating_sub(self.began.used?));
        waited > patience * WAITS || (waited > patience && worked().unwrap_or(waited) > patience)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn work_counts_and_waiting_does_not() {
        let patience = Duration::from_millis(30);
        let (tell, told) = channel();
        let (go, wait) = channel::<()>();
        let thread = std::thread::spawn(move || {
            tell.send(Watch::own()).unwrap();
            wait.recv().unwrap();
            let clock = Clock::start();
            while clock.elapsed() < patience * 2 {
                std::hint::spin_loop();
            }
            tell.send(Watch::own()).unwrap();
            wait.recv().unwrap();
        });
        let watch = told.recv().unwrap();
        std::thread::sleep(patience * 2);
        assert!(
            watch.thread.is_none() || !watch.is_over(patience),
            "it has waited"
        );
        go.send(()).unwrap();
        told.recv().unwrap();
        assert!(watch.is_over(patience), "it has worked");
        go.send(()).unwrap();
        thread.join().unwrap();
    }
}
