//! Work that may take long, beside the server: an editor never waits for it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Maximum number of pieces of work at once; work that never ends does not pile up.
const MOST: usize = 3;

static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Counts down when the work ends, however it does.
struct Running;

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Begins some work in a thread of its own; `None` if there is too much of it already.
pub(crate) fn begin<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<Receiver<T>> {
    if RUNNING.fetch_add(1, Ordering::Relaxed) >= MOST {
        RUNNING.fetch_sub(1, Ordering::Relaxed);
        return None;
    }
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let running = Running;
        let answer = work();
        // Before the answer is sent: who has it may begin the next work at once.
        drop(running);
        // It may no longer be wanted.
        let _ = sender.send(answer);
    });
    Some(receiver)
}

/// The result of some work on one thread without a clock.
#[cfg(target_family = "wasm")]
pub(crate) fn within<T: Send + 'static>(_: Duration, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    Some(work())
}

/// The result of some work if it ends soon.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn within<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    begin(work)?.recv_timeout(limit).ok()
}
