//! Forced wins, proved.

use super::Desk;
use super::board::{Played, game};
use crate::machine::Since;
use crate::rpc::{Answer, Failure};
use ferz::engine::{Position, Variant};
use ferz::rules::Side;
use ferz_play::Control;
use ferz_play::solve::{Branch, Problem, solve as prove};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Mutex;
use std::time::Duration;

/// Time between two reports of a proof to the page.
const TOLD: Duration = Duration::from_millis(300);
/// The most moves that a proof may need.
const MOST: u32 = 30;
/// The size of the table, in MiB.
const HASH: usize = 64;

/// A question whether a side wins by force.
#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    played: Played,
    /// The most moves of the winner.
    moves: u32,
    /// The side that is to win; by default the side to move.
    winner: Option<Side>,
    #[serde(default)]
    tag: u64,
}

/// A move of a proof, as a tree of moves has it.
#[derive(Serialize)]
struct Told {
    text: String,
    then: Vec<Told>,
}

/// The proof: the win and every defence, or that there is none.
pub(super) fn solve(desk: &Desk, asked: Asked, control: &Control) -> Answer {
    let _turn = desk.jobs.turn(control)?;
    if !(1..=MOST).contains(&asked.moves) {
        return Err(Failure::asked(format!(
            "a win in 1 to {MOST} moves can be looked for"
        )));
    }
    let compiled = desk.compiler.get(&asked.played.variant)?;
    let variant = &compiled.variant;
    let game = game(variant, &asked.played)?;
    if game.outcome().is_some() {
        return Err(Failure::position("the game is over"));
    }
    let position = game.position();
    let winner = asked.winner.unwrap_or(variant.turn(position));
    let problem = Problem {
        winner,
        moves: asked.moves,
        nodes: None,
        time: Some(desk.limits.thinking),
        threads: 1,
        hash: HASH,
    };
    let began = Since::now(&*desk.machine);
    let shown = Mutex::new(began);
    let tell = |progress: &ferz_play::solve::Progress| {
        // The proof itself may have no clock.
        if began.elapsed() > desk.limits.thinking {
            control.stop();
        }
        let Ok(mut last) = shown.lock() else { return };
        if last.elapsed() < TOLD {
            return;
        }
        *last = Since::now(&*desk.machine);
        let told = json!({ "tag": asked.tag, "moves": progress.moves, "judged": progress.judged, "all": progress.all, "nodes": progress.nodes });
        desk.tell("ferz/solving", told);
    };
    let solution = prove(variant, position, &problem, control, &tell);
    let mut left = 2_000;
    Ok(json!({
        "winner": winner,
        "moves": solution.moves,
        "noneWithin": solution.none_within,
        "complete": solution.complete,
        "nodes": solution.nodes,
        "tree": told(variant, position, &solution.tree, &mut left),
    }))
}

/// The branches with their moves, as many as fit.
fn told(variant: &Variant, position: &Position, tree: &[Branch], left: &mut usize) -> Vec<Told> {
    let mut list = Vec::new();
    for branch in tree {
        if *left == 0 {
            break;
        }
        *left -= 1;
        let Some(text) = variant.move_text(position, branch.mv) else {
            continue;
        };
        let after = variant.play(position, branch.mv);
        let then = told(variant, &after, &branch.then, left);
        list.push(Told { text, then });
    }
    list
}
