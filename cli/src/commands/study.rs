//! `ferz study`: what the rules are worth, by games that ferz plays against itself.

mod compare;
mod page;
mod store;
mod tell;

use crate::args::Study;
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::load::{self, Loaded};
use crate::save;
use ferz_play::study::{Mechanics, Played, Setup, Summary, play};
use ferz_play::{Control, Engine, Settings};
use std::io::{IsTerminal as _, Write as _, stderr, stdout};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};
use store::{Header, Store};

pub(crate) fn run(args: &Study) -> anyhow::Result<ExitCode> {
    match (args.what.as_slice(), args.compare) {
        ([merge, files @ ..], false) if merge == "merge" && !files.is_empty() => {
            let (header, lines) = store::merge(files)?;
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
            let header = Header::new((old, &first), Some((new, &second)), &args.setup())?;
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
    let (job, jobs) = args.job.unwrap_or((1, 1));
    let wanted = (0..args.games).filter(|game| game % jobs == job - 1);
    let mut store = Store::open(args, &Header::new((name, &loaded), None, &setup)?)?;
    let known = store.take_known().into_iter();
    let mut games: Vec<Played> = known.map(|line| line.game).collect();
    let missing: Vec<usize> = wanted
        .filter(|n| games.iter().all(|game| game.game != *n))
        .collect();
    heed_interrupts()?;
    let store = Mutex::new(store);
    let new = play_all(&loaded, &setup, &missing, args.threads(), |game| {
        if let Ok(mut store) = store.lock() {
            store.keep(false, game);
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

/// Prints what games say, and writes the page.
fn tell_all(args: &Study, loaded: &Loaded, setup: &Setup, games: &[Played]) -> anyhow::Result<()> {
    let summary = Summary::new(&loaded.variant, games);
    let mut out = stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &tell::Report::new(loaded, setup, &summary))?;
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

/// What Ctrl-C ends the games by.
static CONTROL: LazyLock<Control> = LazyLock::new(Control::default);

fn heed_interrupts() -> anyhow::Result<()> {
    interrupt::heed(|| CONTROL.stop())
}

/// Plays games on several threads; `keep` is told of each. After Ctrl-C no other is begun.
fn play_all(
    loaded: &Loaded,
    setup: &Setup,
    numbers: &[usize],
    threads: usize,
    keep: impl Fn(&Played) + Sync,
) -> Vec<Played> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let began = Instant::now();
    let mechanics = Mechanics::new(&loaded.variant);
    let work = || {
        let settings = Settings {
            hash: 2,
            ..Settings::default()
        };
        let mut engine = Engine::new(&loaded.variant, settings);
        while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(game) = play(&mut engine, &mechanics, setup, number, &CONTROL) else {
                break;
            };
            keep(&game);
            if let Ok(mut done) = done.lock() {
                done.push(game);
                progress(done.len(), numbers.len(), began);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    if stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
    done.into_inner().unwrap_or_default()
}

fn progress(done: usize, all: usize, began: Instant) {
    if !stderr().is_terminal() {
        return;
    }
    let each = began.elapsed().as_secs_f64() / done as f64;
    let left = Duration::from_secs((each * (all - done) as f64) as u64);
    eprint!("\r\x1b[K{done} of {all} games, {} s left", left.as_secs());
}
