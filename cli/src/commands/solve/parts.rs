//! Proofs in parts: some of the first moves each, joined by `ferz solve merge`.

use super::{Task, prove, tell};
use crate::args::Solve;
use crate::commands::moves::played;
use crate::jobs::{self, Store};
use crate::load;
use ferz::rules::Side;
use ferz_play::jobs::fingerprint;
use ferz_play::solve::{Part, Problem, Proved, first_moves, join};
use serde::{Deserialize, Serialize};
use std::process::ExitCode;

/// The first line of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    /// As on the command line.
    variant: String,
    rules: String,
    /// The start of the game.
    fen: String,
    /// The moves played from there, if they count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    winner: Side,
    within: u32,
}

/// Proves this part, unless its file has the proof already.
pub(super) fn keep(args: &Solve, task: &Task) -> anyhow::Result<ExitCode> {
    let (variant, problem) = (&task.loaded.variant, &task.problem);
    let begin = load::position(variant, args.fen.as_deref())?;
    let header = Header {
        variant: args.variant.clone(),
        rules: fingerprint(variant),
        fen: variant.fen(&begin),
        moves: args.moves.clone(),
        winner: problem.winner,
        within: problem.moves,
    };
    let mut store: Store<Proved> = Store::open(&args.keep, &header)?;
    let moves = first_moves(task.start(), problem).into_iter().enumerate();
    let mine = moves.filter(|(number, _)| args.keep.is_mine(*number));
    let part = Part {
        first: mine.map(|(_, mv)| mv).collect(),
        from: 0,
    };
    let known = store.take_known();
    let ended = known.iter().find(|known| known.is_complete());
    let (solution, seconds) = match ended.and_then(|known| known.read(task.start())) {
        Some((_, solution)) => (solution, 0.0),
        None => {
            let (solution, seconds) = prove(task, Some(&part))?;
            store.keep(&Proved::new(task.start(), &part.first, &solution));
            (solution, seconds)
        }
    };
    store.finish()?;
    if args.keep.is_part() {
        eprintln!("note: this holds for a part of the first moves; `ferz solve merge` joins the parts");
    }
    tell(args, task, solution, seconds)
}

/// Joins the files of parts, with the result of one piece.
pub(super) fn merge(args: &Solve) -> anyhow::Result<ExitCode> {
    let (header, known): (Header, Vec<Proved>) = jobs::merge(&args.files)?;
    let loaded = load::variant(&header.variant)?;
    jobs::same_rules(&header.rules, &loaded)?;
    let begin = load::position(&loaded.variant, Some(&header.fen))?;
    let moves = header.moves.as_deref().unwrap_or_default();
    let game = played(&loaded.variant, begin, moves).map_err(anyhow::Error::msg)?;
    let problem = Problem {
        winner: header.winner,
        moves: header.within,
        nodes: None,
        time: None,
        threads: 1,
        hash: 1,
    };
    let task = Task {
        loaded,
        game,
        is_game: header.moves.is_some(),
        problem,
    };
    // A part that was stopped and gone on with stands there twice.
    let ended = known.iter().filter(|part| part.is_complete());
    let parts: Vec<_> = ended.filter_map(|part| part.read(task.start())).collect();
    let solution = join(task.start(), &task.problem, &parts);
    if !solution.complete {
        eprintln!(
            "note: not every first move is judged; a part may be missing, or was stopped (`--resume` goes on with it)"
        );
    }
    tell(args, &task, solution, 0.0)
}
