//! Puzzles out of games that ferz plays against itself.

use super::Desk;
use crate::compiled::Meant;
use crate::machine::Since;
use crate::rpc::{Answer, Failure, answer};
use ferz::engine::{Move, Position, Variant};
use ferz::rules::Side;
use ferz_play::Control;
use ferz_play::puzzles::{Puzzle, Seeker, Setup};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Time between two reports to the page.
const TOLD: Duration = Duration::from_millis(400);
/// Positions looked at for a move.
const NODES: u64 = 300;
/// Plies at random at the beginning of each game.
const RANDOM_PLIES: usize = 4;
/// How many positions a proof may look at.
const PROOF: u64 = 50_000;
/// The most moves that a win may take.
const MOST: u32 = 5;

#[derive(Deserialize)]
pub(super) struct Asked {
    variant: Meant,
    games: usize,
    /// In how many moves the winner wins: at least, and at most.
    moves: (u32, u32),
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    tag: u64,
}

#[derive(Serialize)]
struct Told<'p> {
    tag: u64,
    done: usize,
    games: usize,
    stopped: bool,
    puzzles: &'p [Named],
}

/// A puzzle in words.
#[derive(Serialize)]
struct Named {
    fen: String,
    winner: Side,
    moves: u32,
    /// The moves of the solution, as they are played and as people read them.
    line: Vec<(String, String)>,
}

/// Plays games and lists the puzzles in them. Puzzles found so far are reported to the page in
/// between.
pub(super) fn puzzles(desk: &Desk, asked: Asked, control: &Control) -> Answer {
    let _turn = desk.jobs.turn(control)?;
    let (most_games, most_nodes) = desk.limits.study;
    let (least, most) = asked.moves;
    if asked.games > most_games {
        return Err(Failure::asked(format!(
            "at most {most_games} games are played here"
        )));
    }
    if least == 0 || least > most || most > MOST {
        return Err(Failure::asked(format!(
            "wins in 1 to {MOST} moves can be looked for"
        )));
    }
    let setup = Setup {
        nodes: NODES.min(most_nodes),
        seed: asked.seed,
        random_plies: RANDOM_PLIES,
        moves: least..=most,
        proof: PROOF,
    };
    let compiled = desk.compiler.get(&asked.variant)?;
    let variant = &compiled.variant;
    let mut seeker = Seeker::new(variant, &setup, control);
    let (mut found, mut done): (Vec<Named>, usize) = (Vec::new(), 0);
    let mut last = Since::now(&*desk.machine);
    for number in 0..asked.games {
        let Some(puzzles) = seeker.play(number) else {
            break;
        };
        done += 1;
        for puzzle in puzzles {
            let named = name(variant, &puzzle);
            if found.iter().all(|known| known.fen != named.fen) {
                found.push(named);
            }
        }
        if last.elapsed() >= TOLD {
            last = Since::now(&*desk.machine);
            desk.tell("ferz/puzzled", told(&asked, done, false, &found));
        }
    }
    answer(told(&asked, done, control.is_stopped(), &found))
}

fn told<'p>(asked: &Asked, done: usize, stopped: bool, puzzles: &'p [Named]) -> Told<'p> {
    Told {
        tag: asked.tag,
        done,
        games: asked.games,
        stopped,
        puzzles,
    }
}

fn name(variant: &Variant, puzzle: &Puzzle) -> Named {
    let mut position = puzzle.position.clone();
    let word = |mv: &Move| {
        let words = words(variant, &position, *mv);
        position = variant.play(&position, *mv);
        words
    };
    Named {
        fen: variant.fen(&puzzle.position),
        winner: puzzle.winner,
        moves: puzzle.moves,
        line: puzzle.line.iter().map(word).collect(),
    }
}

fn words(variant: &Variant, position: &Position, mv: Move) -> (String, String) {
    let text = variant.move_text(position, mv).unwrap_or_default();
    let san = variant.san(position, mv).unwrap_or_else(|| text.clone());
    (text, san)
}
