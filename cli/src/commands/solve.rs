//! `ferz solve`: forced wins, proved.

mod tell;

use super::moves::played;
use crate::args::Solve;
use crate::interrupt::{self, INTERRUPTED};
use crate::{draw, load, memory};
use ferz_play::Control;
use ferz_play::solve::{Problem, Progress, Solution, solve, solve_game};
use std::io::{IsTerminal as _, Write as _, stderr, stdout};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tell::Report;

/// How often progress is shown.
const TICK: Duration = Duration::from_millis(200);

pub(crate) fn run(args: &Solve) -> anyhow::Result<ExitCode> {
    let loaded = load::variant(&args.variant)?;
    let variant = &loaded.variant;
    let first = load::position(variant, args.fen.as_deref())?;
    let moves = args.moves.as_deref().unwrap_or_default();
    load::warn(variant, None, moves);
    let game = played(variant, first, moves).map_err(anyhow::Error::msg)?;
    let position = game.position();
    let (hash, words) = memory::table(args.hash);
    words.iter().for_each(|words| eprintln!("note: {words}"));
    let problem = Problem {
        winner: args.winner.map_or(variant.turn(position), Into::into),
        moves: args.mate,
        nodes: args.nodes,
        time: args.time.map(Duration::from_secs),
        threads: usize::from(args.threads),
        hash,
    };
    let control = heed_interrupts()?;
    let began = Instant::now();
    let shown = Mutex::new(began);
    let tell = |progress: &Progress| show(progress, began, &shown);
    let mut solution = match args.moves {
        Some(_) => solve_game(&game, &problem, &control, &tell),
        None => solve(variant, position, &problem, &control, &tell),
    };
    interrupt::ended();
    if stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
    let seconds = began.elapsed().as_secs_f64();
    let line = solution.line();
    if args.brief {
        solution.tree.clear();
    }
    let mut out = stdout().lock();
    let report = Report::new(&loaded, position, &problem, (&solution, &line), args.notation);
    if args.json {
        serde_json::to_writer(&mut out, &report.with_time(solution.nodes, seconds))?;
        writeln!(out)?;
    } else {
        match game.outcome() {
            Some(outcome) => writeln!(out, "{}", draw::ended(&outcome))?,
            None => write!(out, "{}", report.text())?,
        }
        out.flush()?;
        eprintln!("{} positions, {seconds:.1} s", solution.nodes);
    }
    out.flush()?;
    Ok(ExitCode::from(code(&solution)))
}

fn code(solution: &Solution) -> u8 {
    match solution.moves {
        Some(_) => 0,
        None if solution.complete => 1,
        None => INTERRUPTED,
    }
}

/// What Ctrl-C ends the proof by.
fn heed_interrupts() -> anyhow::Result<Arc<Control>> {
    let control = Arc::new(Control::default());
    let heard = Arc::clone(&control);
    interrupt::heed(move || heard.stop())?;
    Ok(control)
}

fn show(progress: &Progress, began: Instant, shown: &Mutex<Instant>) {
    if !stderr().is_terminal() {
        return;
    }
    let Ok(mut shown) = shown.lock() else { return };
    if shown.elapsed() >= TICK {
        *shown = Instant::now();
        let rate = progress.nodes as f64 / began.elapsed().as_secs_f64() / 1e6;
        eprint!(
            "\r\x1b[K{} moves: {} of {} first moves, {} positions, {rate:.2} million/s",
            progress.moves, progress.judged, progress.all, progress.nodes
        );
    }
}
