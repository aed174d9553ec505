//! `ferz perft`: counts legal lines, first move by first move.

mod parts;

use crate::args::{Count, Perft};
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::json::PerftReport;
use crate::load::{self, Loaded};
use crate::{progress, terminal};
use ferz::dialects::{write_moves, write_position};
use ferz::engine::{Position, Variant};
use indexmap::IndexMap;
use indicatif::ProgressBar;
use std::io::{Write as _, stdout};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often progress is shown.
const TICK: Duration = Duration::from_millis(500);

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// The counted lines.
struct Lines {
    /// Lines by first move, complete ones only, in the order of their texts.
    moves: IndexMap<String, u64>,
    /// Number of first moves.
    all: usize,
    /// Lines found, those of an interrupted first move included.
    found: u64,
    seconds: f64,
}

impl Lines {
    fn is_complete(&self) -> bool {
        self.moves.len() == self.all
    }

    /// Lines of complete first moves; of a count without moves all.
    fn sum(&self) -> u64 {
        if self.all == 0 {
            self.found
        } else {
            self.moves.values().sum()
        }
    }

    fn per_second(&self) -> u64 {
        (self.found as f64 / self.seconds.max(1e-9)) as u64
    }
}

pub(crate) fn run(args: &Perft) -> anyhow::Result<ExitCode> {
    let depth = match args.wanted().map_err(Failure::Usage)? {
        Count::Depth(depth) => depth,
        Count::Merge(files) => return parts::merge(args, files),
    };
    let loaded = load::variant(&args.variant)?;
    let position = load::position(&loaded.variant, args.fen.as_deref())?;
    interrupt::heed(|| STOP.store(true, Ordering::Relaxed))?;
    if args.keep.out.is_some() {
        return parts::keep(args, &loaded, &position, depth);
    }
    let lines = count(&loaded.variant, &position, args, depth);
    interrupt::ended();
    report(args, &loaded, &position, depth, &lines)?;
    if lines.is_complete() {
        if !args.json {
            eprintln!("{:.3} s, {} lines/s", lines.seconds, lines.per_second());
        }
        return Ok(ExitCode::SUCCESS);
    }
    let said = format!(
        "interrupted after {:.1} s: {} of {} first moves are complete ({} lines); {} lines found so far",
        lines.seconds,
        lines.moves.len(),
        lines.all,
        lines.sum(),
        lines.found,
    );
    eprint!("{}", terminal::wrapped(&said, terminal::error_width()));
    Ok(ExitCode::from(INTERRUPTED))
}

/// Prints what was counted.
fn report(
    args: &Perft,
    loaded: &Loaded,
    position: &Position,
    depth: u32,
    lines: &Lines,
) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    let shown = args.divide || !lines.is_complete();
    if args.json {
        let report = PerftReport {
            variant: &loaded.name,
            fen: write_position(args.notation, &loaded.variant, position),
            depth,
            nodes: lines.is_complete().then(|| lines.sum()),
            interrupted: STOP.load(Ordering::Relaxed),
            seconds: lines.seconds,
            nodes_per_second: lines.per_second(),
            moves: shown.then_some(&lines.moves),
        };
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
    } else {
        for (text, nodes) in lines.moves.iter().filter(|_| shown) {
            writeln!(out, "{text}: {nodes}")?;
        }
        if lines.is_complete() {
            writeln!(out, "{}", lines.sum())?;
        }
    }
    out.flush()?;
    Ok(())
}

fn count(variant: &Variant, position: &Position, args: &Perft, depth: u32) -> Lines {
    let start = Instant::now();
    let mut moves = IndexMap::new();
    if depth == 0 {
        return Lines {
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
    let found = AtomicU64::new(0);
    let (end, ended) = channel::<()>();
    let line = progress::line(all, "{pos} of {len} first moves, {msg}");
    std::thread::scope(|scope| {
        if !line.is_hidden() {
            scope.spawn(|| show(ended, &found, &line, start));
        }
        for (text, mv) in roots {
            let after = variant.play(position, mv);
            let threads = usize::from(args.threads);
            let nodes = variant.perft_threads(&after, depth - 1, args.leaves(), threads, &STOP, &found);
            if STOP.load(Ordering::Relaxed) {
                break;
            }
            line.inc(1);
            moves.insert(text, nodes);
        }
        drop(end);
    });
    line.finish_and_clear();
    Lines {
        moves,
        all,
        found: found.into_inner(),
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// Shows how many lines are found until the sender is gone.
fn show(ended: Receiver<()>, found: &AtomicU64, line: &ProgressBar, start: Instant) {
    while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        let lines = found.load(Ordering::Relaxed);
        let rate = lines as f64 / start.elapsed().as_secs_f64() / 1e6;
        line.set_message(format!("{lines} lines, {rate:.1} million/s"));
    }
}
