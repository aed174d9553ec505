//! Examples of the endings that depend on the moves of a side, or on earlier positions.

use super::Random;
use super::cycles::{Habit, cycles};
use super::is_spent;
use super::sparse::{Sparse, with_turn};
use crate::engine::{Effort, Game, Outcome, Position, Variant};
use crate::hooks;
use crate::rules::Side;
use ferz_engine::order::{sort_by, sort_by_key};
use std::fmt::Write as _;

/// How many positions of a few pieces are tried for each side.
const TRIES: usize = 1200;
/// The same for rules with hooks that take part in the game.
const TRIES_WITH_EVENTS: usize = 200;
/// The same for checks and chases without end.
const CHASED: usize = 3000;
/// How many plies two sides move to and fro.
const TO_AND_FRO: usize = 80;
/// Plies since the last capture or pawn move that are tried.
const CLOCK: usize = 400;
/// The fields of a position with the limit of a count, and with the plies since the last capture.
const LIMIT_FIELD: usize = 3;
const CLOCK_FIELD: usize = 4;

/// Writes a position, or a game, for each ending that the rules provide for besides their goals.
pub(super) fn endings(variant: &Variant, effort: Effort, out: &mut String) {
    if is_spent(effort) {
        return;
    }
    let mut examples = bare(variant);
    examples.extend(there_and_back(variant));
    examples.extend(clock(variant));
    let end = &variant.played().end;
    if end.repetition.is_some() {
        let habits = [
            (Habit::Checks, "perpetual-check", end.perpetual_check.is_some()),
            (Habit::Chases, "perpetual-chase", end.perpetual_chase.is_some()),
        ];
        for (habit, reason, _) in habits.into_iter().filter(|(.., asked)| *asked) {
            examples.extend(without_end(variant, habit, reason));
        }
    }
    examples.extend(counts(variant));
    if examples.is_empty() {
        return;
    }
    out.push_str("\n== endings ==\n");
    for example in examples {
        let _ = writeln!(out, "{}\n   {}", example.outcome, example.fen);
        if !example.line.is_empty() {
            let _ = writeln!(out, "   {}", example.line);
        }
    }
}

/// An ending, and the position or the game that shows it.
struct Example {
    outcome: String,
    fen: String,
    line: String,
}

/// Positions of a few pieces in which a side cannot move; one for each result.
fn bare(variant: &Variant) -> Vec<Example> {
    let tries = match hooks::take_part(variant.rules()) {
        true => TRIES_WITH_EVENTS,
        false => TRIES,
    };
    let goals = &variant.played().end.goals;
    let mut found: Vec<(String, Example)> = Vec::new();
    for side in Side::ALL {
        let Some(seed) = with_turn(variant, &variant.start(), side) else {
            continue;
        };
        let sparse = Sparse::new(variant, &seed);
        let mut random = Random::new(5);
        for _ in 0..tries {
            let position = sparse.position(&mut random);
            let Some(outcome) = variant.outcome(&position) else {
                continue;
            };
            let fen = variant.fen(&position);
            // A position that cannot be written down shows nothing to a reader.
            let told = |(known, _): &(String, Example)| *known == key(&outcome, side);
            if goals.iter().any(|goal| goal.reason == outcome.reason.as_str())
                || found.iter().any(told)
                || variant.position(&fen).is_err()
            {
                continue;
            }
            let example = Example {
                outcome: outcome.to_string(),
                fen,
                line: String::new(),
            };
            found.push((key(&outcome, side), example));
        }
    }
    sort_by(&mut found, |a, b| a.0.cmp(&b.0));
    found.into_iter().map(|(_, example)| example).collect()
}

fn key(outcome: &Outcome, side: Side) -> String {
    format!("{} {side} {outcome}", outcome.reason)
}

/// Both sides move a piece to and fro from the start, until the game ends or a player may claim it.
fn there_and_back(variant: &Variant) -> Option<Example> {
    let end = &variant.played().end;
    if end.repetition.is_none() && end.to_and_fro.is_none() {
        return None;
    }
    let start = variant.start();
    let cycle = cycles(variant, &start, Habit::Waits).next()?;
    round(variant, &start, &cycle)
}

/// The result of four moves that are made again and again.
fn round(variant: &Variant, start: &Position, cycle: &[String; 4]) -> Option<Example> {
    let mut game = Game::new(variant, start.clone());
    for text in cycle.iter().cycle().take(TO_AND_FRO) {
        game.push(text).ok()?;
        let claim = || Some(format!("{}, if claimed", game.claim()?));
        if let Some(outcome) = game.outcome().map(|outcome| outcome.to_string()).or_else(claim) {
            return Some(Example {
                outcome,
                fen: variant.fen(start),
                line: format!("{} and so on, {} plies", cycle.join(" "), game.moves().len()),
            });
        }
    }
    None
}

/// One side checks, or chases a piece, with each of its moves.
fn without_end(variant: &Variant, habit: Habit, reason: &str) -> Option<Example> {
    let sparse = Sparse::new(variant, &variant.start());
    let mut random = Random::new(6);
    (0..CHASED).find_map(|_| {
        let position = sparse.with(&mut random, 2);
        if variant.in_check(&position) != (habit == Habit::Checks) || variant.outcome(&position).is_some() {
            return None;
        }
        let position = variant.position(&variant.fen(&position)).ok()?;
        let mut cycles = cycles(variant, &position, habit);
        let example = cycles.find_map(|cycle| round(variant, &position, &cycle))?;
        example.outcome.contains(reason).then_some(example)
    })
}

/// The first number of plies since something happened at which the game ends.
fn clock(variant: &Variant) -> Option<Example> {
    variant.played().end.move_rule?;
    let fen = variant.fen(&variant.start());
    (0..CLOCK).find_map(|plies| {
        let mut fields: Vec<&str> = fen.split(' ').collect();
        let plies = plies.to_string();
        *fields.get_mut(CLOCK_FIELD)? = &plies;
        let fen = fields.join(" ");
        let position = variant.position(&fen).ok()?;
        let outcome = variant.outcome(&position).map(|outcome| outcome.to_string());
        let claim = || {
            let game = Game::new(variant, position.clone());
            Some(format!("{}, if claimed", game.claim()?))
        };
        Some(Example {
            outcome: outcome.or_else(claim)?,
            fen,
            line: String::new(),
        })
    })
}

/// A move by which each count begins that there can be, with its limit.
fn counts(variant: &Variant) -> Vec<Example> {
    let mut found: Vec<(String, Example)> = Vec::new();
    if variant.played().end.counting.is_empty() {
        return Vec::new();
    }
    let sparse = Sparse::new(variant, &variant.start());
    let mut random = Random::new(7);
    for _ in 0..TRIES {
        let position = sparse.position(&mut random);
        let fen = variant.fen(&position);
        let Ok(position) = variant.position(&fen) else {
            continue;
        };
        if variant.outcome(&position).is_some() {
            continue;
        }
        let Some(&mv) = variant.legal_moves(&position).first() else {
            continue;
        };
        let after = variant.fen(&variant.play(&position, mv));
        let limit = after.split(' ').nth(LIMIT_FIELD).unwrap_or("-").to_owned();
        let is_new = limit.parse::<u16>().is_ok() && !found.iter().any(|(known, _)| *known == limit);
        if let Some(text) = variant.move_text(&position, mv).filter(|_| is_new) {
            let outcome = format!("a count of {limit} plies begins");
            let line = format!("{text}\n   {after}");
            found.push((limit, Example { outcome, fen, line }));
        }
    }
    sort_by_key(&mut found, |(limit, _)| limit.parse::<u16>().unwrap_or(0));
    found.into_iter().map(|(_, example)| example).collect()
}
