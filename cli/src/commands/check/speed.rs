//! `ferz check --speed`: how fast moves are listed, and which rules make that slow.

use crate::json::{CostReport, PieceCostReport, SpeedReport, place};
use crate::load::Shelf;
use crate::{progress, terminal};
use ferz::engine::Variant;
use ferz::lower::Source;
use ferz::speed::{LeftOut, Listed, sample, without_each, without_moves};
use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

/// The most rules that are listed.
const RULES: usize = 10;

/// The most pieces that are listed.
const PIECES: usize = 3;

/// How often something is measured, and how long each time, at least.
struct Care {
    turns: usize,
    time: Duration,
}

/// A first look at a rule, and the measurement of one that seems to cost something.
const GLANCE: Care = Care {
    turns: 3,
    time: Duration::from_millis(2),
};
const MEASURED: Care = Care {
    turns: 7,
    time: Duration::from_millis(20),
};

/// The factor by which more moves are listed without a rule that costs something, and the smaller
/// one that a first look has to find.
const FASTER: f64 = 1.1;
const PERHAPS: f64 = 1.06;

/// Measures a variant, and the saving without each rule that costs something.
pub(super) fn measure(variant: &Variant, sources: &[Source]) -> SpeedReport {
    let listed = sample(variant);
    let rules = costly(variant, &listed, sources);
    let pieces = match rules.is_empty() {
        true => slow_pieces(variant, &listed),
        false => Vec::new(),
    };
    let [speed] = in_turns([(variant, &listed)], &MEASURED);
    SpeedReport {
        positions: listed.effort.positions,
        moves_per_second: moves_per_second(&listed, best(&speed)) as u64,
        trials: rounded(listed.effort.trials_each()),
        rules,
        pieces,
    }
}

/// The rules that cost something, the one that costs most first.
fn costly(variant: &Variant, listed: &Listed, sources: &[Source]) -> Vec<CostReport> {
    let all = without_each(variant, listed, sources, &Shelf);
    let line = progress::line(all.len(), "{pos} of {len} rules left out, {eta} left");
    let mut seen: Vec<(f64, LeftOut)> = Vec::new();
    for rule in all {
        line.inc(1);
        let Some(rule) = rule else { continue };
        let gain = Gain::without(&rule, variant, &GLANCE);
        if rule.saves_trials() || gain.faster >= PERHAPS {
            seen.push((gain.faster, rule));
        }
        seen.sort_by(|a, b| b.0.total_cmp(&a.0));
        seen.truncate(2 * RULES);
    }
    line.finish_and_clear();
    let mut costly = Vec::new();
    for (_, rule) in seen {
        let gain = Gain::without(&rule, variant, &MEASURED);
        if rule.saves_trials() || gain.is_sure() {
            costly.push((gain.faster, report(rule, &gain, sources)));
        }
    }
    costly.sort_by(|a, b| b.0.total_cmp(&a.0));
    costly.truncate(RULES);
    costly.into_iter().map(|(_, report)| report).collect()
}

fn report(rule: LeftOut, gain: &Gain, sources: &[Source]) -> CostReport {
    let (path, line, column) = place(sources, rule.source, rule.span.start);
    CostReport {
        path,
        line,
        column,
        rule: rule.words,
        faster: rounded(gain.faster),
        moves_per_second: moves_per_second(&rule.after, gain.rate) as u64,
        trials: rounded(rule.after.effort.trials_each()),
    }
}

/// The speed of a variant without a rule, beside that with it.
struct Gain {
    /// How many times as many moves a second are listed: the middle of some measurements.
    faster: f64,
    /// The least of them, the very least apart, which a disturbance may explain.
    least: f64,
    /// How many times as many positions a second are looked at.
    sooner: f64,
    /// How often a second the moves of all positions are listed.
    rate: f64,
}

impl Gain {
    fn without(rule: &LeftOut, variant: &Variant, care: &Care) -> Self {
        let [before, after] = in_turns([(variant, &rule.before), (&rule.without, &rule.after)], care);
        let each = before.iter().zip(&after).map(|(before, after)| {
            moves_per_second(&rule.after, *after)
                / moves_per_second(&rule.before, *before).max(f64::MIN_POSITIVE)
        });
        let mut faster: Vec<f64> = each.collect();
        faster.sort_by(f64::total_cmp);
        let positions = |listed: &Listed| listed.effort.positions.max(1) as f64;
        Self {
            faster: faster[faster.len() / 2],
            least: faster[1.min(faster.len() - 1)],
            sooner: best(&after) * positions(&rule.after) / (best(&before) * positions(&rule.before)),
            rate: best(&after),
        }
    }

    /// Whether the rule makes moves slower, beyond the noise of the measurement. More moves in the
    /// same time are no saving.
    fn is_sure(&self) -> bool {
        self.faster >= FASTER && self.least > PERHAPS && self.sooner > 1.0
    }
}

/// The kinds of pieces whose moves take most of the time, the most expensive first.
fn slow_pieces(variant: &Variant, listed: &Listed) -> Vec<PieceCostReport> {
    let mut pieces: Vec<PieceCostReport> = Vec::new();
    for (name, still, without) in without_moves(variant, listed) {
        let [before, after] = in_turns([(variant, listed), (&still, &without)], &MEASURED);
        let saved = |left: f64| (100.0 * (1.0 - left)).max(0.0).round();
        pieces.push(PieceCostReport {
            piece: name.to_owned(),
            time: saved(best(&before) / best(&after)),
            moves: saved(without.effort.moves as f64 / listed.effort.moves.max(1) as f64),
        });
    }
    pieces.retain(|piece| piece.time > 0.0);
    pieces.sort_by(|a, b| b.time.total_cmp(&a.time));
    pieces.truncate(PIECES);
    pieces
}

/// How often a second some variants list the moves of their positions, each time that they are
/// measured. They take turns, so that a busy machine is busy for all.
fn in_turns<const N: usize>(variants: [(&Variant, &Listed); N], care: &Care) -> [Vec<f64>; N] {
    let mut rates = [const { Vec::new() }; N];
    for _ in 0..care.turns {
        for (rates, (variant, listed)) in rates.iter_mut().zip(variants) {
            rates.push(rate(variant, listed, care.time));
        }
    }
    rates
}

fn best(rates: &[f64]) -> f64 {
    rates.iter().copied().fold(f64::MIN_POSITIVE, f64::max)
}

/// Lists the moves of positions again and again.
fn rate(variant: &Variant, listed: &Listed, time: Duration) -> f64 {
    let (start, mut rounds) = (Instant::now(), 0);
    loop {
        for position in &listed.positions {
            black_box(variant.perft(position, 1));
        }
        rounds += 1;
        let taken = start.elapsed();
        if taken >= time {
            return f64::from(rounds) / taken.as_secs_f64();
        }
    }
}

fn moves_per_second(listed: &Listed, rate: f64) -> f64 {
    listed.effort.moves as f64 * rate
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
        return told_of_pieces(&speed.pieces, out);
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

/// Writes what takes the time where no rule makes moves slower.
fn told_of_pieces(pieces: &[PieceCostReport], out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "         no rule makes it slower: the movements of its pieces take the time"
    )?;
    if pieces.is_empty() {
        return Ok(());
    }
    writeln!(out, "         less time  fewer moves  without the moves of")?;
    for piece in pieces {
        writeln!(
            out,
            "         {:>8}%  {:>10}%  {}",
            piece.time,
            piece.moves,
            terminal::visible(&piece.piece)
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
