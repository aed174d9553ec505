//! The random games of a run: some are always the same, others depend on a seed; and how many.

/// A number from the environment.
fn set(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is not a number: `{text}`")),
    )
}

/// The seed of a run that is given none: a checkout passes or fails alike on all days.
const ALWAYS: u64 = 20_786;

/// The seed in `FERZ_SEED`, or else one that is always the same; `.ci/run` gives the number of the
/// commit's day. It is printed, so that a reader of a failure can set it.
///
/// # Panics
/// If `FERZ_SEED` is not a number.
pub fn of_this_run() -> u64 {
    let seed = set("FERZ_SEED").unwrap_or(ALWAYS);
    println!("to see the same again: FERZ_SEED={seed}");
    seed
}

/// The number of seeds that belong to this run alone.
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
