//! Runs targets, and keeps what they find.

use crate::targets::Target;
use crate::{corpus, mutation};
use ferz_tests::clock::Watch;
use ferz_tests::slow::duel::Random;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A run that takes more processor time hangs.
pub const HANGS: Duration = Duration::from_secs(20);
/// Inputs that are kept in memory besides the corpus.
const KEPT: usize = 4096;
/// A target that fails more often than this is stopped.
const MOST: usize = 20;

/// The result of fuzzing one target.
#[derive(Debug, Default)]
pub struct Report {
    /// How often it has run.
    pub runs: u64,
    /// How many different things its inputs have come to.
    pub kinds: usize,
    /// The failures found: each with its message and the file of its input.
    pub found: Vec<(String, PathBuf)>,
}

/// Runs a target on its corpus, then on mutations, until the time is over.
///
/// # Panics
/// If its corpus cannot be read.
pub fn run(target: &'static Target, time: Duration, seed: u64) -> Report {
    let report = Arc::new(Mutex::new(Report::default()));
    let current = Arc::new(Mutex::new(Vec::new()));
    let (beat, beats) = channel();
    let (own, input) = (Arc::clone(&report), Arc::clone(&current));
    let work = move || {
        let tick = || beat.send(Watch::own()).is_ok();
        tick();
        mutate(target, time, seed, &own, &input, &tick);
    };
    let worker = std::thread::Builder::new().stack_size(16 << 20).spawn(work);
    drop(worker);
    // The end of the work closes the channel.
    let (mut waiting, mut watch) = (true, None);
    while waiting {
        match beats.recv_timeout(HANGS / 20) {
            Ok(begun) => watch = Some(begun),
            Err(RecvTimeoutError::Disconnected) => waiting = false,
            Err(RecvTimeoutError::Timeout) if watch.as_ref().is_some_and(|watch| watch.is_over(HANGS)) => {
                let data = current.lock().unwrap_or_else(PoisonError::into_inner).clone();
                note(&report, target, &data, "it hangs");
                waiting = false;
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    std::mem::take(&mut *report.lock().unwrap_or_else(PoisonError::into_inner))
}

fn mutate(
    target: &Target,
    time: Duration,
    seed: u64,
    report: &Mutex<Report>,
    current: &Mutex<Vec<u8>>,
    tick: &dyn Fn() -> bool,
) {
    let mut inputs = corpus::read(target.name);
    inputs.extend((target.more)());
    let (mut random, begun, mut beaten) = (Random(seed), Instant::now(), Instant::now());
    let (first, mut seen) = (inputs.clone().into_iter(), BTreeSet::new());
    let mut first = first.fuse();
    let known = inputs.len();
    while begun.elapsed() < time {
        let data = first
            .next()
            .unwrap_or_else(|| mutation::mutated(&inputs, &mut random));
        current
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone_from(&data);
        let came_to = catch_unwind(AssertUnwindSafe(|| (target.run)(&data)));
        let mut told = report.lock().unwrap_or_else(PoisonError::into_inner);
        told.runs += 1;
        match came_to {
            Ok(kind) if seen.insert(kind) => {
                told.kinds = seen.len();
                if inputs.len() < known + KEPT {
                    inputs.push(data);
                }
            }
            Ok(_) => {}
            Err(cause) => {
                let words = cause.downcast_ref::<String>().map(String::as_str);
                let words = words.or_else(|| cause.downcast_ref::<&str>().copied());
                let words = words.unwrap_or("a panic").to_owned();
                drop(told);
                if note(report, target, &data, &words) > MOST {
                    return;
                }
            }
        }
        if beaten.elapsed() > HANGS / 40 {
            beaten = Instant::now();
            if !tick() {
                return;
            }
        }
    }
}

/// Writes an input that has failed into `found/`; says how many there are.
fn note(report: &Mutex<Report>, target: &Target, data: &[u8], words: &str) -> usize {
    let mut told = report.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = corpus::folder("..").join("found");
    let path = folder.join(format!("{}-{:016x}", target.name, kind_of(data)));
    // If nothing can be written, the message is still reported.
    let _ = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, data));
    told.found.push((words.to_owned(), path));
    told.found.len()
}

/// A number for bytes: FNV-1a.
pub fn kind_of(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}
