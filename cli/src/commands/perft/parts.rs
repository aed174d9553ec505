//! Counts in parts: files of their own, joined by `ferz perft merge`.

use super::{Lines, STOP, report};
use crate::args::Perft;
use crate::interrupt::{self, INTERRUPTED};
use crate::jobs::{self, Store};
use crate::load::{self, Loaded};
use crate::progress;
use ferz::dialects::write_moves;
use ferz::engine::Position;
use ferz_play::jobs::fingerprint;
use ferz_play::parts::Parts;
use serde::{Deserialize, Serialize};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// The first line of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    /// As on the command line.
    variant: String,
    rules: String,
    fen: String,
    depth: u32,
}

/// The lines of a part.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Line {
    part: usize,
    nodes: u64,
}

/// Counts the parts of this job that are not in its file yet.
pub(super) fn keep(
    args: &Perft,
    loaded: &Loaded,
    position: &Position,
    depth: u32,
) -> anyhow::Result<ExitCode> {
    let variant = &loaded.variant;
    let header = Header {
        variant: args.variant.clone(),
        rules: fingerprint(variant),
        fen: variant.fen(position),
        depth,
    };
    let start = Instant::now();
    let parts = Parts::new(variant, position, depth);
    let mut store: Store<Line> = Store::open(&args.keep, &header)?;
    let mut lines = filled(&parts, store.take_known());
    let mine = |part: &usize| args.keep.is_mine(*part) && lines[*part].is_none();
    let missing: Vec<usize> = (0..lines.len()).filter(mine).collect();
    let found = Mutex::new((&mut store, &mut lines));
    count(args, &parts, &missing, |part, nodes| {
        if let Ok(mut found) = found.lock() {
            let (store, lines) = &mut *found;
            store.keep(&Line { part, nodes });
            lines[part] = Some(nodes);
        }
    });
    interrupt::ended();
    store.finish()?;
    let counted = joined(args, loaded, position, &parts, &lines, start);
    if args.keep.is_part() && !args.json {
        eprintln!("note: this is a part of the count; `ferz perft merge` joins the parts");
    } else {
        report(args, loaded, position, depth, &counted)?;
    }
    let left = missing.iter().filter(|&&part| lines[part].is_none()).count();
    Ok(ExitCode::from(if left > 0 { INTERRUPTED } else { 0 }))
}

/// Counts some parts on several threads; `keep` gets each result.
fn count(args: &Perft, parts: &Parts, missing: &[usize], keep: impl Fn(usize, u64) + Sync) {
    let line = progress::line(missing.len(), "{pos} of {len} positions, {eta} left");
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(&part) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = parts.count(part, args.leaves(), &STOP);
            if STOP.load(Ordering::Relaxed) {
                break;
            }
            keep(part, nodes);
            line.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..args.threads {
            scope.spawn(work);
        }
        work();
    });
    line.finish_and_clear();
}

/// The lines of each part, as far as they are known.
fn filled(parts: &Parts, known: Vec<Line>) -> Vec<Option<u64>> {
    let mut lines = vec![None; parts.positions().len()];
    for line in known {
        if let Some(place) = lines.get_mut(line.part) {
            *place = Some(line.nodes);
        }
    }
    lines
}

/// Joins the results of parts.
fn joined(
    args: &Perft,
    loaded: &Loaded,
    position: &Position,
    parts: &Parts,
    lines: &[Option<u64>],
    start: Instant,
) -> Lines {
    let first = parts.first(lines);
    let moves: Vec<_> = first.iter().map(|(mv, _)| *mv).collect();
    let texts = write_moves(args.notation, &loaded.variant, position, &moves);
    let mut named: Vec<(String, Option<u64>)> = texts
        .into_iter()
        .zip(first)
        .map(|(text, (_, nodes))| (text, nodes))
        .collect();
    named.sort();
    let known = named.into_iter().filter_map(|(text, nodes)| Some((text, nodes?)));
    Lines {
        moves: known.collect(),
        all: moves.len(),
        found: parts.sum(lines).unwrap_or(0),
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// Joins the files of parts, with the result of one piece.
pub(super) fn merge(args: &Perft, files: &[String]) -> anyhow::Result<ExitCode> {
    let (header, known): (Header, Vec<Line>) = jobs::merge(files)?;
    let start = Instant::now();
    let loaded = load::variant(&header.variant)?;
    jobs::same_rules(&header.rules, &loaded)?;
    let position = load::position(&loaded.variant, Some(&header.fen))?;
    let parts = Parts::new(&loaded.variant, &position, header.depth);
    let lines = filled(&parts, known);
    let counted = joined(args, &loaded, &position, &parts, &lines, start);
    report(args, &loaded, &position, header.depth, &counted)?;
    let missing = lines.iter().filter(|nodes| nodes.is_none()).count();
    if missing > 0 {
        let all = lines.len();
        anyhow::bail!("{missing} of {all} positions are not counted; a part may be missing, or was stopped");
    }
    Ok(ExitCode::SUCCESS)
}
