//! Legal lines counted by several threads. Does not count them itself: that is `engine::perft`.

use crate::engine::Leaves;
use crate::engine::apply;
use crate::engine::core::Core;
use crate::engine::layout::FullLayout;
use crate::engine::layout::Layout;
use crate::engine::perft;
use crate::engine::position::Pos;
use crate::mechanics::{ListedPosition, Mechanics, api};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::Builder;

/// Splits the tree two plies deep and lets threads take the parts one by one.
pub(super) fn threaded<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    depth: u32,
    leaves: Leaves,
    threads: usize,
    stop: &AtomicBool,
    done: &AtomicU64,
) -> u64 {
    let split = depth.saturating_sub(2).min(2);
    let mut parts = vec![*pos];
    for _ in 0..split {
        let mut next = Vec::new();
        for pos in parts.iter().take_while(|_| !stop.load(Ordering::Relaxed)) {
            for mv in perft::legal_moves(core, pos) {
                next.push(apply::after(core, pos, mv));
            }
        }
        parts = next;
    }
    let count = |part: usize| perft::perft(core, &parts[part], depth - split, leaves, stop);
    shared(parts.len(), &count, threads, stop, done)
}

/// [`threaded`] with mechanics. Listing takes most of the time, so the tree is split as deep as
/// possible.
pub(super) fn threaded_listed<L: FullLayout>(
    table: &Mechanics<L>,
    listed: &ListedPosition<L>,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
    done: &AtomicU64,
) -> u64 {
    let split = depth.saturating_sub(1).min(2);
    let mut parts = vec![listed.clone()];
    for _ in 0..split {
        let mut next = Vec::new();
        for listed in parts.iter().take_while(|_| !stop.load(Ordering::Relaxed)) {
            for mv in listed.moves(table) {
                next.push(api::play(table, listed, mv));
            }
        }
        parts = next;
    }
    let count = |part: usize| api::perft(table, parts[part].state(), depth - split, stop);
    shared(parts.len(), &count, threads, stop, done)
}

/// Counts the lines of all parts; threads take them one by one.
fn shared(
    parts: usize,
    count: &(dyn Fn(usize) -> u64 + Sync),
    threads: usize,
    stop: &AtomicBool,
    done: &AtomicU64,
) -> u64 {
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= parts || stop.load(Ordering::Relaxed) {
                break;
            }
            let nodes = count(part);
            done.fetch_add(nodes, Ordering::Relaxed);
        }
    };
    let before = done.load(Ordering::Relaxed);
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            // On a platform without threads, the count continues without this one.
            let _ = Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    done.load(Ordering::Relaxed) - before
}
