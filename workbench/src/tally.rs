//! The counts, for the operator of the server.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Counts since the server has begun.
#[derive(Debug)]
pub(crate) struct Tally {
    since: Instant,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    begun: u64,
    time: Duration,
    refused: BTreeMap<&'static str, u64>,
    ended: BTreeMap<&'static str, u64>,
}

/// The reason why a client is refused.
pub(crate) const REFUSALS: [&str; 8] = [
    "connections",
    "crowd",
    "frames",
    "full",
    "hurry",
    "name",
    "origin",
    "slow",
];
/// Why sessions end.
pub(crate) const ENDINGS: [&str; 6] = ["left", "memory", "mistake", "processor", "start", "time"];

impl Tally {
    pub(crate) fn new() -> Self {
        let zeros = |names: &[&'static str]| names.iter().map(|&name| (name, 0)).collect();
        let counts = Counts {
            refused: zeros(&REFUSALS),
            ended: zeros(&ENDINGS),
            ..Counts::default()
        };
        Self {
            since: Instant::now(),
            counts: Mutex::new(counts),
        }
    }

    fn open(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a session has begun.
    pub(crate) fn begun(&self) {
        self.open().begun += 1;
    }

    /// Notes that a session has ended, one of [`ENDINGS`].
    pub(crate) fn ended(&self, why: &'static str, time: Duration) {
        let mut counts = self.open();
        counts.time += time;
        *counts.ended.entry(why).or_default() += 1;
    }

    /// Notes a refusal, for one of [`REFUSALS`].
    pub(crate) fn refused(&self, why: &'static str) {
        *self.open().refused.entry(why).or_default() += 1;
    }

    /// All of it as text, a number a line, in the format that Prometheus reads.
    pub(crate) fn text(&self, connections: usize, sessions: usize) -> String {
        let counts = self.open();
        let mut out = String::new();
        // Writing to a text cannot fail.
        let mut line = |name: &str, value: f64| {
            let _ = writeln!(out, "{name} {value}");
        };
        line("ferz_up_seconds", self.since.elapsed().as_secs_f64().round());
        line("ferz_connections", connections as f64);
        line("ferz_sessions", sessions as f64);
        line("ferz_sessions_total", counts.begun as f64);
        line("ferz_session_seconds_total", counts.time.as_secs_f64().round());
        for (why, count) in &counts.ended {
            line(&format!("ferz_ended_total{{why=\"{why}\"}}"), *count as f64);
        }
        for (why, count) in &counts.refused {
            line(&format!("ferz_refused_total{{why=\"{why}\"}}"), *count as f64);
        }
        if let Some((server, sessions)) = processor() {
            line("ferz_processor_seconds_total{of=\"server\"}", server);
            line("ferz_processor_seconds_total{of=\"ended sessions\"}", sessions);
        }
        out
    }
}

/// Processor time of this process and of its children that have ended, in seconds, where the system
/// tells.
#[cfg(target_os = "linux")]
fn processor() -> Option<(f64, f64)> {
    let told = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program stands in brackets and may have blanks.
    let fields: Vec<&str> = told.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    let second = rustix::param::clock_ticks_per_second() as f64;
    Some((
        (ticks(11)? + ticks(12)?) / second,
        (ticks(13)? + ticks(14)?) / second,
    ))
}

#[cfg(not(target_os = "linux"))]
fn processor() -> Option<(f64, f64)> {
    None
}
