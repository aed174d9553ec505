//! `ferz solve`: forced wins, proved.

mod parts;
mod tell;

use super::moves::played;
use crate::args::Solve;
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::load::{self, Loaded};
use crate::{draw, memory, progress};
use ferz::engine::Game;
use ferz_play::Control;
use ferz_play::solve::{Part, Problem, Progress, Solution, Start, solve, solve_game, solve_part};
use indicatif::ProgressBar;
use std::io::{Write as _, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tell::Report;

/// A proof: the question, the position, and the way.
struct Task {
    loaded: Loaded,
    game: Game,
    /// Whether what was played before counts.
    is_game: bool,
    problem: Problem,
}

impl Task {
    fn start(&self) -> Start<'_> {
        if self.is_game {
            Start::Game(&self.game)
        } else {
            Start::Position(&self.loaded.variant, self.game.position())
        }
    }
}

pub(crate) fn run(args: &Solve) -> anyhow::Result<ExitCode> {
    match (&args.variant[..], &args.files[..]) {
        ("merge", [_, ..]) => return parts::merge(args),
        (_, []) => {}
        _ => {
            let told = "name one variant, or `merge` and files".to_owned();
            return Err(Failure::Usage(told).into());
        }
    }
    let loaded = load::variant(&args.variant)?;
    let variant = &loaded.variant;
    let first = load::position(variant, args.fen.as_deref())?;
    let moves = args.moves.as_deref().unwrap_or_default();
    load::warn(variant, None, moves);
    let game = played(variant, first, moves).map_err(anyhow::Error::msg)?;
    let (hash, words) = memory::table(args.hash);
    words.iter().for_each(|words| eprintln!("note: {words}"));
    let problem = Problem {
        winner: args.winner.map_or(variant.turn(game.position()), Into::into),
        moves: args.mate,
        nodes: args.nodes,
        time: args.time.map(Duration::from_secs),
        threads: usize::from(args.threads),
        hash,
    };
    let is_game = args.moves.is_some();
    let task = Task {
        loaded,
        game,
        is_game,
        problem,
    };
    if args.keep.out.is_some() {
        return parts::keep(args, &task);
    }
    let (solution, seconds) = prove(&task, None)?;
    tell(args, &task, solution, seconds)
}

/// Proves all or a part of it; with the seconds that it took.
fn prove(task: &Task, part: Option<&Part>) -> anyhow::Result<(Solution, f64)> {
    let Task {
        loaded,
        game,
        problem,
        ..
    } = task;
    let control = heed_interrupts()?;
    let began = Instant::now();
    let line = progress::line(0, "{msg}");
    let tell = |progress: &Progress| show(progress, began, &line);
    let solution = match part {
        Some(part) => solve_part(task.start(), part, problem, &control, &tell),
        None if task.is_game => solve_game(game, problem, &control, &tell),
        None => solve(&loaded.variant, game.position(), problem, &control, &tell),
    };
    interrupt::ended();
    line.finish_and_clear();
    Ok((solution, began.elapsed().as_secs_f64()))
}

/// Prints what is proved.
fn tell(args: &Solve, task: &Task, mut solution: Solution, seconds: f64) -> anyhow::Result<ExitCode> {
    let Task {
        loaded,
        game,
        problem,
        ..
    } = task;
    let line = solution.line();
    if args.brief {
        solution.tree.clear();
    }
    let mut out = stdout().lock();
    let report = Report::new(
        loaded,
        game.position(),
        problem,
        (&solution, &line),
        args.notation,
    );
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

/// Installs the control by which Ctrl-C ends the proof.
fn heed_interrupts() -> anyhow::Result<Arc<Control>> {
    let control = Arc::new(Control::default());
    let heard = Arc::clone(&control);
    interrupt::heed(move || heard.stop())?;
    Ok(control)
}

fn show(progress: &Progress, began: Instant, line: &ProgressBar) {
    if line.is_hidden() {
        return;
    }
    let rate = progress.nodes as f64 / began.elapsed().as_secs_f64() / 1e6;
    line.set_message(format!(
        "{} moves: {} of {} first moves, {} positions, {rate:.2} million/s",
        progress.moves, progress.judged, progress.all, progress.nodes
    ));
}
