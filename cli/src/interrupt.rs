//! Ctrl-C.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The exit code after Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// How long work may take to end by itself.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whether the work has ended, and its result is being reported.
static ENDED: AtomicBool = AtomicBool::new(false);

/// Has Ctrl-C call `stop`. Work that looks too seldom whether it is stopped is ended soon after,
/// and at once by Ctrl-C again.
///
/// # Errors
/// If the system does not let anybody hear of Ctrl-C.
pub(crate) fn heed(stop: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    let mut before = false;
    Ok(ctrlc::set_handler(move || {
        if std::mem::replace(&mut before, true) {
            exit(i32::from(INTERRUPTED));
        }
        stop();
        thread::spawn(|| {
            thread::sleep(PATIENCE);
            if !ENDED.load(Ordering::Relaxed) {
                eprintln!("interrupted in the middle of a long task; unfinished results are left out");
                exit(i32::from(INTERRUPTED));
            }
        });
    })?)
}

/// Notes that the work has ended: its result can be reported without interruption.
pub(crate) fn ended() {
    ENDED.store(true, Ordering::Relaxed);
}
