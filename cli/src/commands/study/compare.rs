//! `ferz study --compare`: whether a change of rules matters.

use super::{CONTROL, kept, play_all, tell};
use crate::args::Study;
use crate::interrupt::{self, INTERRUPTED};
use crate::jobs::Store;
use crate::load::Loaded;
use ferz_play::study::{Comparison, Header, Line, Played, Setup};
use std::io::{Write as _, stdout};
use std::process::ExitCode;
use std::sync::Mutex;

/// Games of each variant between two looks at the tests.
const ROUND: usize = Comparison::ROUND;

/// Plays both until the tests know. A part of several plays all its games: what the others have is
/// not known.
pub(super) fn run(args: &Study, old: &Loaded, new: &Loaded, header: &Header) -> anyhow::Result<ExitCode> {
    let setup = args.setup();
    let mut store = Store::open(&args.keep, header)?;
    let mut known = store.take_known();
    let store = Mutex::new(store);
    let mut comparison = Comparison::new();
    for from in (0..args.games).step_by(ROUND) {
        let numbers: Vec<usize> = (from..(from + ROUND).min(args.games))
            .filter(|&n| args.keep.is_mine(n))
            .collect();
        let games = [(false, old), (true, new)].map(|(is_new, loaded)| {
            let mut games = take(&mut known, is_new, &numbers);
            let missing: Vec<usize> = numbers
                .iter()
                .copied()
                .filter(|n| games.iter().all(|g| g.game != *n))
                .collect();
            games.extend(play_all(loaded, &setup, &missing, args.threads(), |game| {
                if let Ok(mut store) = store.lock() {
                    store.keep(&kept(is_new, game));
                }
            }));
            games.sort_by_key(|game| game.game);
            games
        });
        let decided = comparison.add([&games[0], &games[1]]);
        if (decided && !args.keep.is_part()) || CONTROL.is_stopped() {
            break;
        }
    }
    interrupt::ended();
    if let Ok(store) = store.into_inner() {
        store.finish()?;
    }
    report(args, old, new, &setup, &comparison)
}

/// Compares what was played in parts, with the result of one piece.
pub(super) fn merged(
    args: &Study,
    old: &Loaded,
    new: &Loaded,
    setup: &Setup,
    mut lines: Vec<Line>,
) -> anyhow::Result<ExitCode> {
    let mut comparison = Comparison::new();
    let most = lines.iter().map(|line| line.game.game + 1).max().unwrap_or(0);
    for from in (0..most).step_by(ROUND) {
        let numbers: Vec<usize> = (from..(from + ROUND).min(most)).collect();
        let games = [false, true].map(|is_new| take(&mut lines, is_new, &numbers));
        if comparison.add([&games[0], &games[1]]) {
            break;
        }
    }
    report(args, old, new, setup, &comparison)
}

/// The games of a variant with some numbers, in order.
fn take(lines: &mut Vec<Line>, new: bool, numbers: &[usize]) -> Vec<Played> {
    let wanted = |line: &mut Line| line.new == new && numbers.contains(&line.game.game);
    let mut games: Vec<Played> = lines.extract_if(.., wanted).map(|line| line.game).collect();
    games.sort_by_key(|game| game.game);
    games
}

fn report(
    args: &Study,
    old: &Loaded,
    new: &Loaded,
    setup: &Setup,
    comparison: &Comparison,
) -> anyhow::Result<ExitCode> {
    let played = comparison.games();
    let mut out = stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &comparison.report(&old.name, &new.name, setup))?;
        writeln!(out)?;
    } else {
        writeln!(
            out,
            "{} and {}: {played} games each, {}",
            old.name,
            new.name,
            tell::setting(setup)
        )?;
        for answer in comparison.answers() {
            writeln!(
                out,
                "  {:20} {:8.2} and {:8.2}, difference {:+.2} ± {:.2}: {}",
                answer.name,
                answer.old,
                answer.new,
                answer.new - answer.old,
                1.96 * answer.error,
                answer.finding
            )?;
        }
    }
    let interrupted = CONTROL.is_stopped();
    Ok(ExitCode::from(if interrupted {
        INTERRUPTED
    } else {
        u8::from(comparison.differs())
    }))
}
