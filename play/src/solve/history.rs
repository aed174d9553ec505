//! The moves before a proof begins, and their meaning for it.

use crate::random::mix;
use ferz::engine::{EndReason, Game, Outcome, Past, Position, Variant};
use ferz::rules::{Score, Side};
use std::collections::HashMap;

/// The game up to the position about which something is to be proved.
pub(super) struct History {
    game: Game,
    /// Whether it depends on the line that is played how the game ends: rules judge how a position
    /// is repeated, or a repetition is more than a draw.
    by_lines: bool,
    /// The keys of positions that have occurred so often that once more is a draw.
    closed: Vec<u64>,
}

impl History {
    pub(super) fn new(game: &Game) -> Self {
        let end = &game.variant().rules().end;
        let limit = end.repetition;
        let judged = Past::matters(game.variant()) || end.perpetual_check.is_some();
        let counts = limit.is_some_and(|limit| limit.score != Score::Draw || limit.counted);
        let mut times: HashMap<u64, u16> = HashMap::new();
        for step in game.steps() {
            *times.entry(step.key).or_default() += 1;
        }
        let often = |count: u16| limit.is_some_and(|limit| count + 1 >= limit.count);
        let closed = times.into_iter().filter(|&(_, count)| often(count));
        Self {
            game: game.clone(),
            by_lines: judged || counts,
            closed: closed.map(|(key, _)| key).collect(),
        }
    }

    /// Whether it depends on the line that is played how the game ends.
    pub(super) fn is_by_lines(&self) -> bool {
        self.by_lines
    }

    /// The game, if the line that is looked at must be known with it.
    pub(super) fn line(&self) -> Option<Game> {
        self.by_lines.then(|| self.game.clone())
    }

    /// The draw that a position is as one of the game.
    pub(super) fn drawn(&self, variant: &Variant, position: &Position) -> Option<Outcome> {
        let drawn = self.closed.contains(&variant.repetition_key(position));
        drawn.then(|| Outcome::new(Side::White, Score::Draw, EndReason::Repetition))
    }

    /// The key of the facts that depend on more than a position: on the line that has led to it.
    pub(super) fn key_of(&self, line: &Game) -> u64 {
        let own = &line.steps()[self.game.steps().len()..];
        own.iter().fold(0, |key, step| mix(key ^ step.key))
    }
}

/// The outcome of a repetition that must be claimed.
pub(super) fn repeated(line: &Game) -> Option<Outcome> {
    let limit = line.variant().rules().end.repetition?;
    let often = line.repetitions() >= usize::from(limit.count);
    if often { line.claim() } else { None }
}
