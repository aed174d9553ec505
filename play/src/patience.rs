//! Work that ends in the middle of any listing of the engine once its answer is no longer wanted.

use crate::limits::Control;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;

/// When the time that is left is over; never where the platform has no clock.
struct Until(#[cfg(not(all(target_family = "wasm", target_os = "unknown")))] Option<Instant>);

impl Until {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    fn new(left: Option<Duration>) -> Self {
        Self(left.and_then(|left| Instant::now().checked_add(left)))
    }

    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    fn new(_: Option<Duration>) -> Self {
        Self()
    }

    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    fn is_over(&self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }

    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    fn is_over(&self) -> bool {
        false
    }
}

/// Does work that is given up when it is stopped from outside, when `over` is set, and, unless one
/// is pondering, when no time is left; then nothing is returned.
pub(crate) fn patient<T>(
    control: &Control,
    over: &Arc<AtomicBool>,
    left: Option<Duration>,
    work: impl FnOnce() -> T,
) -> Option<T> {
    let (control, over, until) = (control.another(), Arc::clone(over), Until::new(left));
    let is_over = move || {
        over.load(Ordering::Relaxed) || control.is_stopped() || (until.is_over() && !control.is_pondering())
    };
    ferz::engine::patient(Rc::new(is_over), work)
}
