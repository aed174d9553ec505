//! Which random games a run plays: some are always the same, others are new every day; and how
//! many.

use std::time::{SystemTime, UNIX_EPOCH};

/// A number from the environment.
fn set(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is not a number: `{text}`")),
    )
}

/// The seed in `FERZ_SEED`, or else the number of the day. It is printed, so that a reader of a
/// failure can set it.
///
/// # Panics
/// If `FERZ_SEED` is not a number.
pub fn of_this_run() -> u64 {
    let today = || {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_secs() / 86_400)
    };
    let seed = set("FERZ_SEED").unwrap_or_else(today);
    println!("to see the same again: FERZ_SEED={seed}");
    seed
}

/// So many seeds that belong to this run alone.
///
/// # Panics
/// As [`of_this_run`].
pub fn some(count: u64) -> std::ops::Range<u64> {
    let first = of_this_run().wrapping_mul(1_000_003) & 0xFFFF_FFFF_FFFF;
    first..first + count
}

/// The number of samples to take: `count`, times `FERZ_SAMPLES`.
///
/// # Panics
/// If `FERZ_SAMPLES` is not a number.
pub fn samples(count: u64) -> u64 {
    count * set("FERZ_SAMPLES").unwrap_or(1)
}
