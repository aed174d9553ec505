//! The balance of the rules: games that ferz plays against itself.

use super::Desk;
use crate::compiled::Meant;
use crate::machine::Since;
use crate::rpc::{Answer, Failure, answer};
use ferz_play::study::{Mechanics, Setup, Summary, play};
use ferz_play::{Control, Engine, Settings};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Time between two reports of a study to the page.
const TOLD: Duration = Duration::from_millis(400);
/// Positions looked at for a move, unless the page says otherwise.
const NODES: u64 = 400;
/// Plies at random at the beginning of each game.
const RANDOM_PLIES: usize = 4;

#[derive(Deserialize)]
pub(super) struct Asked {
    variant: Meant,
    games: usize,
    nodes: Option<u64>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    tag: u64,
}

#[derive(Serialize)]
struct Told<'s> {
    tag: u64,
    done: usize,
    games: usize,
    stopped: bool,
    /// The summary in one line.
    line: String,
    summary: &'s Summary,
}

/// Plays games and sums them up; the page hears in between what is known so far.
pub(super) fn study(desk: &Desk, asked: Asked, control: &Control) -> Answer {
    let _turn = desk.jobs.turn(control)?;
    let (most_games, most_nodes) = desk.limits.study;
    if asked.games > most_games {
        return Err(Failure::asked(format!(
            "at most {most_games} games are played here"
        )));
    }
    let setup = Setup {
        nodes: asked.nodes.unwrap_or(NODES).clamp(1, most_nodes),
        seed: asked.seed,
        random_plies: RANDOM_PLIES,
        against: None,
    };
    let compiled = desk.compiler.get(&asked.variant)?;
    let variant = &compiled.variant;
    let mechanics = Mechanics::new(variant);
    let settings = Settings {
        hash: 4,
        ..Settings::default()
    };
    let mut engine = Engine::new(variant, settings);
    let mut games = Vec::new();
    let mut last = Since::now(&*desk.machine);
    for number in 0..asked.games {
        let Some(game) = play(&mut engine, &mechanics, &setup, number, control) else {
            break;
        };
        games.push(game);
        if last.elapsed() >= TOLD {
            last = Since::now(&*desk.machine);
            let summary = Summary::new(variant, &games);
            let told = told(&asked, games.len(), false, &summary);
            desk.tell("ferz/studied", told);
        }
    }
    let summary = Summary::new(variant, &games);
    answer(told(&asked, games.len(), control.is_stopped(), &summary))
}

fn told<'s>(asked: &Asked, done: usize, stopped: bool, summary: &'s Summary) -> Told<'s> {
    Told {
        tag: asked.tag,
        done,
        games: asked.games,
        stopped,
        line: summary.line(),
        summary,
    }
}
