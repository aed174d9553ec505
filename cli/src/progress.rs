//! The progress of long work, on standard error if that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line with places for the known numbers: `{pos} of {len} games, {eta} left`, and `{msg}`. It is
/// shown on terminals alone, and is gone when the work is done.
pub(crate) fn line(all: usize, template: &str) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(5);
    let line = ProgressBar::with_draw_target(Some(all as u64), target);
    match ProgressStyle::with_template(template) {
        Ok(style) => line.with_style(style),
        Err(_) => line,
    }
}
