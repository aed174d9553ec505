//! `ferz study`: what the rules are worth, by games that ferz plays against itself.

mod compare;
mod page;
mod tell;

use crate::args::Study;
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::jobs::{self, Store};
use crate::load::{self, Loaded};
use crate::{progress, save};
use ferz_play::Control;
use ferz_play::study::{Header, Line, Mechanics, Played, Report, Setup, Summary, play, player};
use std::collections::HashSet;
use std::io::{Write as _, stdout};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

pub(crate) fn run(args: &Study) -> anyhow::Result<ExitCode> {
    match (args.what.as_slice(), args.compare) {
        ([merge, files @ ..], false) if merge == "merge" && !files.is_empty() => {
            let (header, lines) = joined(files)?;
            let loaded = load::variant(&header.variant)?;
            if let Some(new) = &header.new {
                return compare::merged(args, &loaded, &load::variant(&new.variant)?, &header.setup, lines);
            }
            let games: Vec<Played> = lines.into_iter().map(|line| line.game).collect();
            tell_all(args, &loaded, &header.setup, &games)?;
            Ok(ExitCode::SUCCESS)
        }
        ([old, new], true) => {
            heed_interrupts()?;
            let (first, second) = (load::variant(old)?, load::variant(new)?);
            let (was, is) = ((&old[..], &first.variant), (&new[..], &second.variant));
            let header = Header::new(was, Some(is), &args.setup());
            compare::run(args, &first, &second, &header)
        }
        ([variant], false) => study(args, variant),
        (_, true) => {
            Err(Failure::Usage("--compare wants two variants: the old one and the new one".to_owned()).into())
        }
        _ => Err(Failure::Usage(
            "name one variant, or `merge` and files, or two variants with --compare".to_owned(),
        )
        .into()),
    }
}

fn study(args: &Study, name: &str) -> anyhow::Result<ExitCode> {
    let loaded = load::variant(name)?;
    let setup = args.setup();
    let wanted = (0..args.games).filter(|&game| args.keep.is_mine(game));
    let mut store = Store::open(&args.keep, &Header::new((name, &loaded.variant), None, &setup))?;
    let known = store.take_known().into_iter();
    let mut games: Vec<Played> = known.map(|line: Line| line.game).collect();
    let missing: Vec<usize> = wanted
        .filter(|n| games.iter().all(|game| game.game != *n))
        .collect();
    heed_interrupts()?;
    let store = Mutex::new(store);
    let new = play_all(&loaded, &setup, &missing, args.threads(), |game| {
        if let Ok(mut store) = store.lock() {
            store.keep(&kept(false, game));
        }
    });
    interrupt::ended();
    games.extend(new);
    games.sort_by_key(|game| game.game);
    if let Ok(store) = store.into_inner() {
        store.finish()?;
    }
    if games.is_empty() {
        anyhow::bail!("no game was finished");
    }
    tell_all(args, &loaded, &setup, &games)?;
    let interrupted = CONTROL.is_stopped();
    Ok(ExitCode::from(if interrupted { INTERRUPTED } else { 0 }))
}

/// A game as it is kept.
fn kept(new: bool, game: &Played) -> Line {
    Line {
        new,
        game: game.clone(),
    }
}

/// The games of several files of one study, each game once, in order.
fn joined(files: &[String]) -> anyhow::Result<(Header, Vec<Line>)> {
    let (header, mut games): (Header, Vec<Line>) = jobs::merge(files)?;
    games.sort_by_key(|line| (line.game.game, line.new));
    games.dedup_by_key(|line| (line.game.game, line.new));
    if let Some(told) = gaps(&games, header.new.is_some()) {
        eprintln!("{told}");
    }
    Ok((header, games))
}

/// Says which games before the last one are in none of the files.
fn gaps(games: &[Line], is_comparison: bool) -> Option<String> {
    let count = games.iter().map(|line| line.game.game + 1).max()?;
    let kinds = if is_comparison {
        &[false, true][..]
    } else {
        &[false]
    };
    let there: HashSet<(usize, bool)> = games.iter().map(|line| (line.game.game, line.new)).collect();
    let has_all = |n: &usize| kinds.iter().all(|&new| there.contains(&(*n, new)));
    let missing: Vec<usize> = (0..count).filter(|n| !has_all(n)).collect();
    let (first, more) = (missing.first()? + 1, missing.len() - 1);
    let which = match more {
        0 => format!("game {first}"),
        _ => format!("{} games, the first of them game {first},", missing.len()),
    };
    let verb = if more == 0 { "is" } else { "are" };
    Some(format!(
        "note: of {count} games {which} {verb} missing; a part may be missing, or was stopped (`--resume` goes on with it)"
    ))
}

/// Prints what games say, and writes the page.
fn tell_all(args: &Study, loaded: &Loaded, setup: &Setup, games: &[Played]) -> anyhow::Result<()> {
    let summary = Summary::new(&loaded.variant, games);
    let mut out = stdout().lock();
    if args.json {
        let report = Report {
            variant: &loaded.name,
            setup,
            summary: &summary,
        };
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
    } else {
        write!(out, "{}", tell::text(loaded, setup, &summary))?;
    }
    out.flush()?;
    if let Some(path) = &args.html {
        save::write(path, page::html(loaded, setup, &summary).as_bytes())?;
    }
    Ok(())
}

/// The control by which Ctrl-C ends the games.
static CONTROL: LazyLock<Control> = LazyLock::new(Control::default);

fn heed_interrupts() -> anyhow::Result<()> {
    interrupt::heed(|| CONTROL.stop())
}

/// Plays games on several threads; `keep` gets each. After Ctrl-C no other is begun.
fn play_all(
    loaded: &Loaded,
    setup: &Setup,
    numbers: &[usize],
    threads: usize,
    keep: impl Fn(&Played) + Sync,
) -> Vec<Played> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let line = progress::line(numbers.len(), "{pos} of {len} games, {eta} left");
    let mechanics = Mechanics::new(&loaded.variant);
    let work = || {
        let mut engine = player(&loaded.variant);
        while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(game) = play(&mut engine, &mechanics, setup, number, &CONTROL) else {
                break;
            };
            keep(&game);
            if let Ok(mut done) = done.lock() {
                done.push(game);
                line.inc(1);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    line.finish_and_clear();
    done.into_inner().unwrap_or_default()
}
