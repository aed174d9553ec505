//! How long a search may take, and how it is stopped.

use ferz::engine::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// When a search ends. Without any limit it ends when it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies; captures are followed beyond them.
    pub depth: Option<u32>,
    /// Positions looked at, by all threads together.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// A clock for the game, of which the move may use a part.
    pub clock: Option<Clock>,
    /// Ends when a win in this many moves has been found.
    pub mate: Option<u32>,
    /// Only these moves, if there are any.
    pub moves: Vec<Move>,
}

/// A chess clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Time that is left.
    pub left: Duration,
    /// Time that every move adds.
    pub increment: Duration,
    /// Moves up to the next time control; `None`: the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The multiple of what a move loses outside the search that is kept back on a clock.
const RESERVE: u32 = 10;

impl Limits {
    /// After how long no new iteration begins, and after how long the search ends at once; `None`:
    /// never. `overhead` is the time that every move loses outside the search.
    ///
    /// A part of the clock is never planned with: if each move lives on its increment, it is the
    /// only reserve when the machine is busy for a while.
    pub(crate) fn times(&self, overhead: Duration) -> (Option<Duration>, Option<Duration>) {
        // A time for one move is no clock that could run out.
        let exact = self.move_time.map(|time| time - (time / 20).min(overhead));
        let Some(clock) = self.clock else {
            return (exact, exact);
        };
        let left = clock.left.saturating_sub(overhead.min(clock.left / 4));
        let moves = clock.moves_to_go.unwrap_or(25).clamp(1, 40);
        let reserve = if moves == 1 {
            Duration::ZERO
        } else {
            (overhead * RESERVE).min(left / 2)
        };
        let planned = left - reserve;
        let share = planned / moves + (clock.increment * 3 / 4).min(planned / 4);
        // The last move before a time control may use nearly all of it, others must leave
        // something.
        let most = if moves == 1 {
            planned * 4 / 5
        } else {
            planned * 2 / 5
        };
        let (soft, hard) = ((share / 2).min(most), (share * 3).min(most));
        let least = |time: Duration| Some(exact.map_or(time, |exact| exact.min(time)));
        (least(soft), least(hard))
    }
}

/// The means to reach into a running search from outside.
#[derive(Debug, Default)]
pub struct Control(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// Another hold of the same search.
    pub(crate) fn another(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search has been ended.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// While pondering, the time does not count.
    pub fn set_pondering(&self, pondering: bool) {
        self.0.pondering.store(pondering, Ordering::Relaxed);
    }

    /// Whether the time does not count now.
    pub fn is_pondering(&self) -> bool {
        self.0.pondering.load(Ordering::Relaxed)
    }
}

/// The settings of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Threads that search. With one, equal questions have equal answers, unless a time ends the
    /// search.
    pub threads: usize,
    /// How many lines are searched, each with another first move.
    pub lines: usize,
    /// How far the evaluation errs, in hundredths of a pawn: the same for the same position and
    /// seed.
    pub noise: i32,
    /// The seed of its errors.
    pub seed: u64,
    /// The time that every move on a clock loses outside the search: on its way to the program that
    /// keeps the clock.
    pub overhead: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            lines: 1,
            noise: 0,
            seed: 0,
            overhead: Duration::from_millis(10),
        }
    }
}

/// The strength of an opponent: from 1, for a player who has just learnt the rules, to 10, all that
/// it can do in a second. The steps between levels are about even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

impl Level {
    /// A level of `1..=10`.
    pub fn new(level: u8) -> Option<Self> {
        (1..=10).contains(&level).then_some(Self(level))
    }

    /// The given settings, changed to play at this level.
    #[must_use]
    pub fn settings(self, settings: Settings) -> Settings {
        let noise = [350, 190, 135, 100, 68, 46, 29, 17, 6, 0];
        Settings {
            noise: noise[usize::from(self.0) - 1],
            ..settings
        }
    }

    /// How long it thinks.
    pub fn limits(self) -> Limits {
        let nodes = [60, 200, 420, 800, 1_700, 3_600, 8_400, 23_000, 75_000, u64::MAX];
        Limits {
            nodes: Some(nodes[usize::from(self.0) - 1]),
            move_time: Some(Duration::from_secs(1)),
            ..Limits::default()
        }
    }
}
