//! Tables as large as there is memory for.

use ferz::engine::Variant;
use ferz_play::{Engine, Settings};

/// An engine, and words if its table is smaller than requested.
pub(crate) fn engine(variant: &Variant, settings: Settings) -> (Engine, Option<String>) {
    let mut engine = Engine::new(variant, Settings { hash: 1, ..settings });
    let words = set(&mut engine, settings);
    (engine, words)
}

/// Changes how an engine plays; words if its table is smaller than requested.
pub(crate) fn set(engine: &mut Engine, settings: Settings) -> Option<String> {
    let asked = settings.hash;
    // A table that fits already is kept.
    let most = most().map_or(asked, |most| (most + engine.hash()).max(1));
    let hash = asked.min(most);
    engine.set(Settings { hash, ..settings });
    let has = engine.hash();
    // Tables are powers of two.
    (2 * has <= asked).then(|| format!("there is no memory for a table of {asked} MiB; it has {has} MiB"))
}

/// The size of a table for which there is memory, in MiB, at most the one that is asked for, and
/// words if it is less.
pub(crate) fn table(asked: usize) -> (usize, Option<String>) {
    let size = most().map_or(asked, |most| asked.min(most.max(1)));
    let words = format!("there is no memory for a table of {asked} MiB; it has at most {size} MiB");
    (size, (size < asked).then_some(words))
}

/// The amount of memory that may be used, in MiB, if the system reports it: half of the free
/// memory.
fn most() -> Option<usize> {
    let free = free()?;
    Some(free / 2)
}

#[cfg(target_os = "linux")]
fn free() -> Option<usize> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let free = line.trim().strip_suffix(" kB")?.parse::<usize>().ok()? >> 10;
    let number = |file: &str| {
        let told = std::fs::read_to_string(format!("/sys/fs/cgroup/memory.{file}")).ok()?;
        told.trim().parse::<usize>().ok()
    };
    // In a container, the rest of its share.
    let share = number("max").zip(number("current"));
    let share = share.map(|(most, now)| most.saturating_sub(now) >> 20);
    Some(share.map_or(free, |share| share.min(free)))
}

#[cfg(not(target_os = "linux"))]
fn free() -> Option<usize> {
    None
}
