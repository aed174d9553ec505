//! The opponent: moves, evaluations, and games as text.

use super::Desk;
use super::board::{Played, game, told};
use crate::machine::Since;
use crate::rpc::{Answer, Failure};
use ferz::engine::{Game, Move, Variant};
use ferz::rules::Side;
use ferz_play::{Control, Engine, Info, Level, Limits, Score, Settings, pgn as notation};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::time::Duration;

/// Time between two reports of a search to the page.
const TOLD: Duration = Duration::from_millis(120);
/// The most lines of an analysis.
const MOST_LINES: usize = 5;

/// Looking for a move.
#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    played: Played,
    /// How strong, from 1 to 10; as strong as possible if that is not said.
    level: Option<u8>,
    /// How long, in milliseconds.
    time: Option<u64>,
    /// How many lines are wanted.
    lines: Option<usize>,
    /// The page's name for this search.
    #[serde(default)]
    tag: u64,
}

/// How far a search is.
#[derive(Serialize)]
struct Told {
    tag: u64,
    rank: usize,
    depth: u32,
    nodes: u64,
    /// For White, in hundredths of a pawn, or in moves to a forced end.
    score: Worth,
    /// In algebraic notation.
    line: Vec<String>,
    /// The first move as the board has it.
    #[serde(rename = "move")]
    text: Option<String>,
}

/// A score as White sees it.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Worth {
    Centipawns(i32),
    Mate(i32),
}

impl Worth {
    fn new(score: Score, turn: Side) -> Self {
        let sign = if turn == Side::White { 1 } else { -1 };
        match score {
            Score::Centipawns(n) => Self::Centipawns(sign * n),
            // Lost already is no matter of moves.
            Score::Mate(0) => Self::Centipawns(-sign * 20_000),
            Score::Mate(n) => Self::Mate(sign * n),
        }
    }
}

/// A move, with the expected line; progress reports go to the page in between.
pub(super) fn think(desk: &Desk, asked: Asked, control: &Control) -> Answer {
    let _turn = desk.jobs.turn(control)?;
    let compiled = desk.compiler.get(&asked.played.variant)?;
    let variant = &compiled.variant;
    let game = game(variant, &asked.played)?;
    let most = desk.limits.thinking;
    let time = asked.time.map_or(most, Duration::from_millis).min(most);
    let mut settings = Settings {
        lines: asked.lines.unwrap_or(1).clamp(1, MOST_LINES),
        ..Settings::default()
    };
    let mut limits = Limits::default();
    if let Some(level) = asked.level {
        let level = Level::new(level).ok_or_else(|| Failure::asked("levels go from 1 to 10"))?;
        settings = level.settings(settings);
        // Another game, other mistakes.
        settings.seed = desk.machine.seed();
        limits = level.limits();
    }
    limits.move_time = Some(limits.move_time.map_or(time, |own| own.min(time)));
    let engine = Engine::new(variant, settings);
    // The lines of a depth are sent together, but not those of depths that follow at once; the last
    // ones are sent at the end.
    let began = Since::now(&*desk.machine);
    let mut last = began;
    let mut telling = false;
    let mut waiting = vec![None; settings.lines];
    let say = |info: &Info| desk.tell("ferz/thinking", tell(&game, info, asked.tag));
    let choice = engine.think_by(&began, &game, &limits, control, &mut |info| {
        if info.rank == 0 {
            telling = last.elapsed() >= TOLD;
            if telling {
                last = Since::now(&*desk.machine);
            }
        }
        if telling {
            say(info);
        }
        waiting[info.rank] = (!telling).then(|| info.clone());
    });
    waiting.iter().flatten().for_each(say);
    let Some(choice) = choice else {
        return Err(Failure::position("the game is over"));
    };
    let (text, san) = words(variant, &game, choice.best).ok_or_else(Failure::ours)?;
    Ok(json!({
        "move": text,
        "san": san,
        "told": tell(&game, &choice.info, asked.tag),
        "stopped": control.is_stopped(),
    }))
}

fn words(variant: &Variant, game: &Game, mv: Move) -> Option<(String, String)> {
    let moves = variant.legal_moves(game.position());
    let at = moves.iter().position(|&legal| legal == mv)?;
    let text = variant.move_texts(game.position(), &moves).into_iter().nth(at)?;
    let san = variant.sans(game.position(), &moves).into_iter().nth(at)?;
    Some((text, san))
}

fn tell(game: &Game, info: &Info, tag: u64) -> Told {
    const LONGEST: usize = 12;
    let variant = game.variant();
    let mut after = Game::new(variant, game.position().clone());
    let mut line = Vec::new();
    let mut first = None;
    for &mv in info.line.iter().take(LONGEST) {
        let Some((text, san)) = words(variant, &after, mv) else {
            break;
        };
        first.get_or_insert(text);
        line.push(san);
        after.play(mv);
    }
    Told {
        tag,
        rank: info.rank,
        depth: info.depth,
        nodes: info.nodes,
        score: Worth::new(info.score, variant.turn(game.position())),
        line,
        text: first,
    }
}

/// A game to be written.
#[derive(Deserialize)]
pub(super) struct Written {
    #[serde(flatten)]
    played: Played,
    /// Names and values.
    #[serde(default)]
    tags: Vec<(String, String)>,
}

/// The game as PGN.
pub(super) fn pgn(desk: &Desk, asked: Written) -> Answer {
    let compiled = desk.compiler.get(&asked.played.variant)?;
    let variant = &compiled.variant;
    let game = game(variant, &asked.played)?;
    let file = &asked.played.variant.file;
    let name = crate::shelf::bundled(file).unwrap_or_else(|| {
        let stem = file.trim_start_matches('/');
        stem.strip_suffix(".ferz").unwrap_or(stem)
    });
    let tags: Vec<(&str, &str)> = asked.tags.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    let outcome = game.outcome();
    let text = notation::write(&game, name, &tags, outcome.as_ref());
    Ok(json!({ "pgn": text, "outcome": outcome.as_ref().map(told) }))
}
