//! `ferz perft`: counts legal lines, first move by first move.

use crate::args::Perft;
use crate::interrupt::{self, INTERRUPTED};
use crate::json::PerftReport;
use crate::{load, terminal};
use ferz::dialects::{write_moves, write_position};
use ferz::engine::{Leaves, Position, Variant};
use indexmap::IndexMap;
use std::io::{IsTerminal as _, Write as _, stderr, stdout};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often progress is shown.
const TICK: Duration = Duration::from_millis(500);

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// What was counted.
struct Count {
    /// Lines by first move, complete ones only, in the order of their texts.
    moves: IndexMap<String, u64>,
    /// Number of first moves.
    all: usize,
    /// Lines found, those of an interrupted first move included.
    found: u64,
    seconds: f64,
}

impl Count {
    fn is_complete(&self) -> bool {
        self.moves.len() == self.all
    }

    fn per_second(&self) -> u64 {
        (self.found as f64 / self.seconds.max(1e-9)) as u64
    }
}

pub(crate) fn run(args: &Perft) -> anyhow::Result<ExitCode> {
    let loaded = load::variant(&args.variant)?;
    let position = load::position(&loaded.variant, args.fen.as_deref())?;
    interrupt::heed(|| STOP.store(true, Ordering::Relaxed))?;
    let count = count(&loaded.variant, &position, args);
    interrupt::ended();
    let nodes = if args.depth == 0 {
        1
    } else {
        count.moves.values().sum()
    };
    let mut out = stdout().lock();
    if args.json {
        let report = PerftReport {
            variant: &loaded.name,
            fen: write_position(args.notation, &loaded.variant, &position),
            depth: args.depth,
            nodes: count.is_complete().then_some(nodes),
            interrupted: !count.is_complete(),
            seconds: count.seconds,
            nodes_per_second: count.per_second(),
            moves: (args.divide || !count.is_complete()).then_some(&count.moves),
        };
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
    } else {
        if args.divide || !count.is_complete() {
            for (text, nodes) in &count.moves {
                writeln!(out, "{text}: {nodes}")?;
            }
        }
        if count.is_complete() {
            writeln!(out, "{nodes}")?;
        }
    }
    out.flush()?;
    if count.is_complete() {
        if !args.json {
            eprintln!("{:.3} s, {} lines/s", count.seconds, count.per_second());
        }
        return Ok(ExitCode::SUCCESS);
    }
    let said = format!(
        "interrupted after {:.1} s: {} of {} first moves are complete ({nodes} lines); {} lines found so far",
        count.seconds,
        count.moves.len(),
        count.all,
        count.found,
    );
    eprint!("{}", terminal::wrapped(&said, terminal::error_width()));
    Ok(ExitCode::from(INTERRUPTED))
}

fn count(variant: &Variant, position: &Position, args: &Perft) -> Count {
    let start = Instant::now();
    let mut moves = IndexMap::new();
    if args.depth == 0 {
        return Count {
            moves,
            all: 0,
            found: 1,
            seconds: start.elapsed().as_secs_f64(),
        };
    }
    let first = variant.legal_moves(position);
    let mut roots: Vec<_> = write_moves(args.notation, variant, position, &first)
        .into_iter()
        .zip(first)
        .collect();
    roots.sort_by(|(a, _), (b, _)| a.cmp(b));
    let all = roots.len();
    let leaves = if args.leaves { Leaves::Made } else { Leaves::Bulk };
    let (found, complete) = (AtomicU64::new(0), AtomicUsize::new(0));
    let (end, ended) = channel::<()>();
    std::thread::scope(|scope| {
        if stderr().is_terminal() {
            scope.spawn(|| progress(ended, &found, &complete, all, start));
        }
        for (text, mv) in roots {
            let after = variant.play(position, mv);
            let threads = usize::from(args.threads);
            let nodes = variant.perft_threads(&after, args.depth - 1, leaves, threads, &STOP, &found);
            if STOP.load(Ordering::Relaxed) {
                break;
            }
            complete.fetch_add(1, Ordering::Relaxed);
            moves.insert(text, nodes);
        }
        drop(end);
    });
    Count {
        moves,
        all,
        found: found.into_inner(),
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// Shows how far the count is until the sender is gone.
fn progress(ended: Receiver<()>, found: &AtomicU64, complete: &AtomicUsize, all: usize, start: Instant) {
    let mut shown = false;
    while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        let (lines, moves) = (found.load(Ordering::Relaxed), complete.load(Ordering::Relaxed));
        let rate = lines as f64 / start.elapsed().as_secs_f64() / 1e6;
        eprint!("\r\x1b[K{moves} of {all} first moves, {lines} lines, {rate:.1} million/s");
        shown = true;
    }
    if shown {
        eprint!("\r\x1b[K");
    }
}
