//! Time as the protocol tells it.

use ferz_play::{Clock, Limits};
use std::time::Duration;

/// The engine's knowledge of time.
pub(super) struct Time {
    /// Moves in a session; 0: the time is for the whole game.
    moves: u32,
    increment: Duration,
    /// The engine's remaining time.
    left: Duration,
    each: Option<Duration>,
    depth: Option<u32>,
    /// Moves made in this session.
    made: u32,
}

impl Time {
    pub(super) fn new() -> Self {
        Self {
            moves: 40,
            increment: Duration::ZERO,
            left: Duration::from_secs(300),
            each: None,
            depth: None,
            made: 0,
        }
    }

    /// Obeys `level`, `st`, `sd`, `time`; what cannot be read changes nothing.
    pub(super) fn set(&mut self, command: &str, rest: &str) {
        let words: Vec<&str> = rest.split_whitespace().collect();
        match (command, words.as_slice()) {
            ("level", [moves, base, increment]) => {
                if let (Ok(moves), Some(base), Some(increment)) =
                    (moves.parse(), minutes(base), seconds(increment))
                {
                    (self.moves, self.left, self.increment) = (moves, base, increment);
                    (self.each, self.made) = (None, 0);
                }
            }
            ("st", [text]) => self.each = seconds(text).or(self.each),
            ("sd", [text]) => self.depth = text.parse().ok().or(self.depth),
            ("time", [text]) => {
                if let Ok(hundredths) = text.parse::<i64>() {
                    let hundredths = hundredths.clamp(0, i64::from(u32::MAX)).unsigned_abs();
                    self.left = Duration::from_millis(10 * hundredths);
                }
            }
            _ => {}
        }
    }

    /// The engine has moved.
    pub(super) fn spend(&mut self, took: Duration) {
        self.left = self.left.saturating_sub(took) + self.increment;
        self.made += 1;
    }

    /// The limits of the next move.
    pub(super) fn limits(&self, analyses: bool) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            ..Limits::default()
        };
        if analyses {
            return Limits::default();
        }
        match self.each {
            Some(each) => limits.move_time = Some(each),
            None => {
                let to_go = (self.moves > 0).then(|| self.moves - self.made % self.moves);
                limits.clock = Some(Clock {
                    left: self.left,
                    increment: self.increment,
                    moves_to_go: to_go,
                });
            }
        }
        limits
    }
}

/// `5` or `5:30`.
fn minutes(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    let all = 60 * minutes.parse::<u64>().ok()?.min(100_000) + seconds.parse::<u64>().ok()?.min(60);
    Some(Duration::from_secs(all))
}

fn seconds(text: &str) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    (number.is_finite() && (0.0..=1e6).contains(&number)).then(|| Duration::from_secs_f64(number))
}
