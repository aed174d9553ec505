//! `ferz puzzles`: positions of games in which a side wins by one line alone.

use crate::args::Puzzles;
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::load::{self, Loaded};
use crate::named::{Named, count, follow};
use crate::{progress, record};
use ferz::dialects::{Style, write_position};
use ferz::engine::{Game, Variant};
use ferz::rules::Side;
use ferz_play::Control;
use ferz_play::pgn::Reader;
use ferz_play::puzzles::{Puzzle, Seeker, Setup};
use serde::Serialize;
use std::collections::HashSet;
use std::io::{Write as _, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

/// The output of `--json`.
#[derive(Serialize)]
struct Report<'a> {
    variant: &'a str,
    /// How many games were looked through.
    games: usize,
    puzzles: Vec<Told>,
}

/// A puzzle, its position and moves written.
#[derive(Serialize)]
struct Told {
    fen: String,
    winner: Side,
    moves: u32,
    line: Vec<Named>,
    /// The number of its game, from 1, and how many plies were played before it.
    game: usize,
    ply: usize,
}

pub(crate) fn run(args: &Puzzles) -> anyhow::Result<ExitCode> {
    let setup = args.setup().map_err(Failure::Usage)?;
    let loaded = load::variant(&args.variant)?;
    let games = match &args.from {
        Some(file) => written(file, &loaded.variant)?,
        None => Vec::new(),
    };
    let wanted = match args.from {
        Some(_) => games.len(),
        None => args.games,
    };
    interrupt::heed(|| CONTROL.stop())?;
    let (done, found) = seek(&loaded.variant, &setup, &games, wanted, args.threads());
    interrupt::ended();
    let puzzles = tell_all(&loaded.variant, &found, args.notation);
    let (none, many) = (puzzles.is_empty(), puzzles.len());
    print(args, &loaded, done, puzzles)?;
    eprintln!("{} in {}", count(many, "puzzle"), count(done, "game"));
    Ok(ExitCode::from(match (CONTROL.is_stopped(), none) {
        (true, _) => INTERRUPTED,
        (false, none) => u8::from(none),
    }))
}

/// The control by which Ctrl-C ends the work.
static CONTROL: LazyLock<Control> = LazyLock::new(Control::default);

/// The games of a file, each up to the first word that is no legal move.
fn written(file: &Path, variant: &Variant) -> anyhow::Result<Vec<Game>> {
    let (mut reader, mut records) = (Reader::new(), Vec::new());
    load::read_pieces(file, &mut |piece| {
        reader.feed(piece, &mut |record| records.push(record));
        Ok(())
    })?;
    records.extend(reader.finish());
    if records.is_empty() {
        anyhow::bail!("there is no game in {}", file.display());
    }
    let mut games = Vec::new();
    for record in &records {
        let (game, stumble) = record::replay(variant, record)?;
        if let Some(stumble) = stumble {
            eprintln!("note: game {}, {stumble}", games.len() + 1);
        }
        games.push(game);
    }
    Ok(games)
}

/// Looks through games on several threads: those given, or as many that are played. How many there
/// were, and their puzzles in order.
fn seek(
    variant: &Variant,
    setup: &Setup,
    games: &[Game],
    count: usize,
    threads: usize,
) -> (usize, Vec<Puzzle>) {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let found = Mutex::new(Vec::new());
    let line = progress::line(count, "{pos} of {len} games, {eta} left");
    let work = || {
        let mut seeker = Seeker::new(variant, setup, &CONTROL);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let puzzles = match games.get(number) {
                Some(game) => seeker.read(number, game),
                None => seeker.play(number),
            };
            let Some(puzzles) = puzzles else { break };
            found
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .extend(puzzles);
            done.fetch_add(1, Ordering::Relaxed);
            line.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, count.max(1)) {
            scope.spawn(work);
        }
        work();
    });
    line.finish_and_clear();
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|puzzle| (puzzle.game, puzzle.ply));
    (done.into_inner(), found)
}

/// Each position once, in words.
fn tell_all(variant: &Variant, found: &[Puzzle], style: Style) -> Vec<Told> {
    let mut seen = HashSet::new();
    let fresh = found
        .iter()
        .filter(|puzzle| seen.insert(variant.repetition_key(&puzzle.position)));
    fresh.map(|puzzle| told(variant, puzzle, style)).collect()
}

fn told(variant: &Variant, puzzle: &Puzzle, style: Style) -> Told {
    Told {
        fen: write_position(style, variant, &puzzle.position),
        winner: puzzle.winner,
        moves: puzzle.moves,
        line: follow(variant, &puzzle.position, &puzzle.line, style),
        game: puzzle.game + 1,
        ply: puzzle.ply,
    }
}

fn print(args: &Puzzles, loaded: &Loaded, games: usize, puzzles: Vec<Told>) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    if args.json {
        let report = Report {
            variant: &loaded.name,
            games,
            puzzles,
        };
        serde_json::to_writer(&mut out, &report)?;
        return Ok(writeln!(out)?);
    }
    for (i, puzzle) in puzzles.iter().enumerate() {
        let moves = count(puzzle.moves as usize, "move");
        writeln!(
            out,
            "{}. {} wins in {moves}: {}",
            i + 1,
            puzzle.winner,
            puzzle.fen
        )?;
        let words: Vec<&str> = puzzle.line.iter().map(|named| &named.shown[..]).collect();
        writeln!(out, "   {}", words.join(" "))?;
    }
    Ok(out.flush()?)
}
