//! `ferz check --thorough`: random games that show which rules never do anything.

use crate::interrupt;
use crate::json::PlayedReport;
use crate::terminal;
use ferz::engine::Variant;
use ferz::snapshot::Watch;
use std::io::{IsTerminal as _, Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering};

/// The longest game, in plies.
const PLIES: usize = 160;

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C end the games; what they have shown so far is told.
pub(super) fn heed() -> anyhow::Result<()> {
    interrupt::heed(|| STOP.store(true, Ordering::Relaxed))
}

/// Whether Ctrl-C has ended games.
pub(super) fn interrupted() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Plays random games with the seeds from 1 on, until everything has happened or that many are
/// played.
pub(super) fn play(variant: &Variant, name: &str, games: u64) -> PlayedReport {
    let mut watch = Watch::new(variant);
    let (mut played, mut moves) = (0, 0);
    let shows = stderr().is_terminal();
    for seed in 1..=games {
        if watch.is_done() || interrupted() {
            break;
        }
        moves += watch.play(seed, PLIES);
        played = seed;
        if shows {
            let left = watch.unseen().len();
            eprint!(
                "\r{}: game {seed} of {games}, {left} to be seen ",
                terminal::visible(name)
            );
        }
    }
    if shows && played > 0 {
        eprintln!();
    }
    if interrupted() {
        interrupt::ended();
    }
    PlayedReport {
        games: played,
        moves,
        never: watch.unseen().into_iter().map(str::to_owned).collect(),
        interrupted: interrupted(),
    }
}

/// Writes what never happened.
pub(super) fn told(played: &PlayedReport, out: &mut impl Write) -> anyhow::Result<()> {
    let stopped = if played.interrupted { ", interrupted" } else { "" };
    writeln!(
        out,
        "  played {} random games, {} moves{stopped}",
        played.games, played.moves
    )?;
    for what in &played.never {
        writeln!(out, "  never  {}", terminal::visible(what))?;
    }
    Ok(())
}
