//! `ferz check --speed`: how fast moves are listed, and which rules make that slow.

use crate::json::{CostReport, SpeedReport, place};
use crate::load::Shelf;
use crate::terminal;
use ferz::engine::Variant;
use ferz::lower::Source;
use ferz::speed::{Listed, costly, sample};
use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

/// How long moves are listed for one figure, at least.
const TIME: Duration = Duration::from_millis(40);

/// How often a figure is taken; the best one counts.
const TURNS: usize = 3;

/// Measures a variant, and the saving without each rule that costs something.
pub(super) fn measure(variant: &Variant, sources: &[Source]) -> SpeedReport {
    let listed = sample(variant);
    let mut rules: Vec<CostReport> = costly(variant, sources, &Shelf)
        .into_iter()
        .map(|rule| {
            let [before, after] = in_turns([(variant, &rule.before), (&rule.without, &rule.after)]);
            let (path, line, column) = place(sources, rule.source, rule.span.start);
            CostReport {
                path,
                line,
                column,
                rule: rule.words,
                faster: rounded(after / before.max(f64::MIN_POSITIVE)),
                moves_per_second: after as u64,
                trials: rounded(rule.after.effort.trials_each()),
            }
        })
        .collect();
    rules.sort_by(|a, b| b.faster.total_cmp(&a.faster));
    let [speed] = in_turns([(variant, &listed)]);
    SpeedReport {
        positions: listed.effort.positions,
        moves_per_second: speed as u64,
        trials: rounded(listed.effort.trials_each()),
        rules,
    }
}

/// Moves a second of some variants, which take turns, so that a busy machine is busy for all.
fn in_turns<const N: usize>(variants: [(&Variant, &Listed); N]) -> [f64; N] {
    let mut best = [0.0; N];
    for _ in 0..TURNS {
        for (best, (variant, listed)) in best.iter_mut().zip(variants) {
            *best = moves_per_second(variant, listed).max(*best);
        }
    }
    best
}

/// Lists the moves of positions again and again.
fn moves_per_second(variant: &Variant, listed: &Listed) -> f64 {
    let (start, mut rounds) = (Instant::now(), 0);
    loop {
        for position in &listed.positions {
            black_box(variant.perft(position, 1));
        }
        rounds += 1;
        let taken = start.elapsed();
        if taken >= TIME {
            return (listed.effort.moves * rounds) as f64 / taken.as_secs_f64();
        }
    }
}

/// Two digits are as much as is the same the next time.
fn rounded(number: f64) -> f64 {
    let digits = if number < 10.0 { 10.0 } else { 1.0 };
    (number * digits).round() / digits
}

/// Writes the table.
pub(super) fn told(speed: &SpeedReport, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "  speed  {} moves a second, {} trials to list the moves of a position ({} positions)",
        short(speed.moves_per_second),
        speed.trials,
        speed.positions
    )?;
    if speed.rules.is_empty() {
        writeln!(out, "         no rule makes it slower")?;
        return Ok(());
    }
    writeln!(out, "         faster  moves/s  trials  without")?;
    for rule in &speed.rules {
        let place = format!("{}:{}:{}", rule.path, rule.line, rule.column);
        writeln!(
            out,
            "         {:>5}x  {:>7}  {:>6}  {}  {}",
            rule.faster,
            short(rule.moves_per_second),
            rule.trials,
            terminal::visible(&place),
            terminal::visible(&rule.rule)
        )?;
    }
    Ok(())
}

/// A number of moves in few characters: `950`, `12 k`, `3.4 M`.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{} k", number / 1_000),
        _ => format!("{} M", rounded(number as f64 / 1e6)),
    }
}
