//! Long computations: without the interpreter's lock, and ended by Ctrl-C.

use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

/// How often signals are looked at.
const GLANCE: Duration = Duration::from_millis(50);
/// Searches go deep.
const STACK: usize = 16 << 20;

/// Does some work on a thread of its own. `stop` tells it to end when the interpreter is
/// interrupted.
pub(crate) fn long<T: Send>(py: Python<'_>, stop: &dyn Fn(), work: impl FnOnce() -> T + Send) -> PyResult<T> {
    scope(|scope| {
        let (done, ended) = channel::<()>();
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            let _done = done;
            work()
        })?;
        let mut ended = ended;
        let mut interrupted = None;
        loop {
            let waited = &mut ended;
            let told = py.detach(move || waited.recv_timeout(GLANCE));
            if !matches!(told, Err(RecvTimeoutError::Timeout)) {
                break;
            }
            if interrupted.is_none()
                && let Err(error) = py.check_signals()
            {
                stop();
                interrupted = Some(error);
            }
        }
        let result = py.detach(|| thread.join());
        match (interrupted, result) {
            (Some(error), _) => Err(error),
            (None, Ok(result)) => Ok(result),
            (None, Err(panic)) => resume_unwind(panic),
        }
    })
}
