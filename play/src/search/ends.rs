//! The ends of games within a search: by their rules, and by the history of the line.

use super::{Passed, Search};
use crate::random::mix;
use crate::score::{MOST, WON};
use ferz::engine::{Past, Position, Step};
use ferz::rules::{Limit, Score, Side};

impl Search<'_> {
    /// A position as the line keeps it.
    pub(super) fn passed(&self, position: &Position, key: u64) -> Passed {
        let variant = self.shared.variant;
        let judged = self.shared.nature.perpetual.is_some();
        let ended = || variant.turn(position) != variant.moved(position);
        let answered = (judged && ended()).then(|| (variant.moved(position), variant.in_check(position)));
        Passed { key, answered }
    }

    /// Keeps a position whose past is asked for.
    pub(super) fn remember(&mut self, position: &Position, ply: usize) {
        self.steps.push(Step {
            key: self.shared.variant.repetition_key(position),
            position: position.clone(),
            mv: self.played[ply],
        });
    }

    fn past(&self) -> Past<'_> {
        Past::new(self.shared.variant, &self.steps)
    }

    /// The value of a position in which a piece has moved to and fro too often.
    pub(super) fn to_and_fro(&self, position: &Position, ply: usize) -> Option<i32> {
        if !self.shared.nature.history {
            return None;
        }
        let outcome = self.past().to_and_fro()?;
        Some(self.won_by(outcome.winner, position, WON - ply as i32))
    }

    /// How a game has ended, for the side that would decide.
    pub(crate) fn ended(&self, position: &Position, ply: usize) -> i32 {
        let outcome = self.shared.variant.outcome(position);
        let outcome = if self.shared.nature.history {
            outcome.map(|outcome| self.past().ended(outcome))
        } else {
            outcome
        };
        self.won_by(
            outcome.and_then(|outcome| outcome.winner),
            position,
            WON - ply as i32,
        )
    }

    /// The value of a position that occurred before, in the game or in this line.
    pub(super) fn repeated(&self, position: &Position, key: u64, ply: usize) -> Option<i32> {
        let places = self.path.iter().enumerate().rev().take(200);
        let mut before = places.filter(|(_, passed)| passed.key == key).map(|(i, _)| i);
        let last = before.next()?;
        let (first, times) = before.fold((last, 1), |(_, times), i| (i, times + 1));
        let Some(limit) = self.shared.nature.repetition else {
            return Some(0);
        };
        let ends = times + 1 >= usize::from(limit.count);
        let since = if ends { first } else { last };
        let chased = || self.past().chased(since).map(|outcome| outcome.winner);
        if let Some(winner) = self.checked(position, since).or_else(chased) {
            // A player who can repeat a position once can do so again, but the game is not over
            // until then.
            let most = if ends { WON } else { MOST };
            return Some(self.won_by(winner, position, most - ply as i32));
        }
        match limit.score {
            _ if limit.counted => Some(self.limited(limit, position, ply) / if ends { 1 } else { 4 }),
            Score::Draw => Some(0),
            Score::Win | Score::Loss if ends => Some(self.limited(limit, position, ply)),
            Score::Win | Score::Loss => None,
        }
    }

    /// The winner by the rule about perpetual check, if the position repeats the one at a place of
    /// the path and one side has given check ever since.
    fn checked(&self, position: &Position, since: usize) -> Option<Option<Side>> {
        let score = self.shared.nature.perpetual?;
        let now = self.passed(position, 0);
        let all = || self.path[since..].iter().chain([&now]).filter_map(|p| p.answered);
        let has_checked = |side: Side| {
            let mut own = all().filter(|(who, _)| *who == side).peekable();
            own.peek().is_some() && own.all(|(_, check)| check)
        };
        match Side::each(has_checked) {
            [false, false] => None,
            [true, true] => Some(None),
            [white, _] => {
                let side = if white { Side::White } else { Side::Black };
                Some(score.winner(side))
            }
        }
    }

    /// The key of a position: if moves are counted, its value depends on the number left, and if
    /// mates are told apart, on the checks before.
    pub(super) fn known_as(&self, position: &Position, key: u64) -> u64 {
        // A mate is worth more behind a check that counts.
        let key = if self.shared.nature.history && self.past().has_full_check() {
            !key
        } else {
            key
        };
        if !self.shared.nature.counts {
            return key;
        }
        let count = self.shared.variant.count(position);
        count.map_or(key, |(plies, limit)| {
            key ^ mix(u64::from(limit) << 16 | u64::from(plies))
        })
    }

    /// The value of a position in which the halfmove clock has run out.
    pub(super) fn clock_out(&self, position: &Position, ply: usize) -> Option<i32> {
        if self.shared.nature.counts
            && self
                .shared
                .variant
                .count(position)
                .is_some_and(|(n, most)| n > most)
        {
            return Some(0);
        }
        if self.shared.nature.only_promotions
            && let Some(outcome) = self.shared.variant.only_promotes(position)
        {
            return Some(self.won_by(outcome.winner, position, WON - ply as i32));
        }
        let limit = self.shared.nature.move_rule?;
        let out = self.shared.variant.halfmove_clock(position) >= limit.count;
        out.then(|| self.limited(limit, position, ply))
    }

    /// The value of a reached limit to the side that would decide.
    fn limited(&self, limit: Limit, position: &Position, ply: usize) -> i32 {
        let winner = self.shared.variant.limit_winner(position, &limit);
        self.won_by(winner, position, WON - ply as i32)
    }

    /// A score for the side that would decide.
    fn won_by(&self, winner: Option<Side>, position: &Position, score: i32) -> i32 {
        match winner {
            Some(side) if side == self.shared.variant.turn(position) => score,
            Some(_) => -score,
            None => 0,
        }
    }
}
