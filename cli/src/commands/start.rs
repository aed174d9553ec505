//! `ferz start`: a start position by its number, or drawn by lot.

use crate::failure::Failure;
use crate::load;
use ferz::dialects::{Style, write_position};
use ferz::rules::Ruleset;
use ferz_play::Random;
use serde::Serialize;
use std::io::{Write as _, stdout};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// `ferz start --json`.
#[derive(Serialize)]
struct Start {
    number: u64,
    starts: u64,
    fen: String,
}

pub(crate) fn run(
    variant: &str,
    (number, random): (Option<u64>, bool),
    style: Style,
    json: bool,
) -> anyhow::Result<ExitCode> {
    let rules = load::ruleset(variant)?;
    let starts = rules.starts();
    let number = match number {
        Some(number) => number,
        None if random => Random::new(clock()).below(usize::try_from(starts)?) as u64,
        None => classical(&rules),
    };
    let Some(fen) = rules.start(number) else {
        let message = match starts {
            1 => format!("{variant} has one start position, number 0; there is no number {number}"),
            starts => format!(
                "{variant} has the start positions 0 to {}; there is no number {number}",
                starts - 1
            ),
        };
        return Err(Failure::Usage(message).into());
    };
    let fen = match style {
        Style::Ferz => fen,
        style => {
            let loaded = load::variant(variant)?;
            write_position(
                style,
                &loaded.variant,
                &load::position(&loaded.variant, Some(&fen))?,
            )
        }
    };
    let mut out = stdout().lock();
    if json {
        serde_json::to_writer(&mut out, &Start { number, starts, fen })?;
        writeln!(out)?;
    } else {
        writeln!(out, "{fen}")?;
        if random {
            eprintln!("number {number} of 0 to {}", starts - 1);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The number of the start that the rules write down, if it is among them.
fn classical(rules: &Ruleset) -> u64 {
    let is_it = |number: &u64| rules.start(*number).is_some_and(|fen| fen == rules.start);
    (0..rules.starts()).find(is_it).unwrap_or(0)
}

fn clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos() as u64)
}
