//! `go` in all its forms.

use super::options::Options;
use super::protocol::Protocol;
use crate::desk::say;
use crate::line;
use ferz::dialects::{self, Style, write_moves};
use ferz::engine::{Leaves, Position, Variant};
use ferz::rules::Side;
use ferz_play::{Clock, Limits};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The request for a search.
#[derive(Default)]
pub(super) struct Go {
    pub(super) limits: Limits,
    pub(super) ponder: bool,
    pub(super) perft: Option<u32>,
    /// The words that could not be read.
    pub(super) wrong: Vec<String>,
    infinite: bool,
    /// Times left and added, by side.
    times: [Option<Duration>; 2],
    increments: [Duration; 2],
    moves_to_go: Option<u32>,
    /// Time for each move, once the time for the game is used up.
    byoyomi: Duration,
    /// Whether a proof of a mate is asked for, and no move.
    pub(super) mate_alone: bool,
}

const WORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
    "byoyomi",
    "time",
    "increment",
    "opptime",
    "oppincrement",
    "oppmovestogo",
    "draw",
];

impl Go {
    pub(super) fn read(variant: &Variant, position: &Position, words: &str, options: &Options) -> Self {
        let mut go = Self::default();
        let (protocol, turn) = (options.protocol(), variant.turn(position));
        let mut words = words.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "draw" => {}
                "mate" if protocol == Protocol::Usi => {
                    words.next();
                    go.mate_alone = true;
                }
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| !WORDS.contains(word)) {
                        match dialects::find(variant, position, &line::of_word(text)) {
                            Some(mv) => go.limits.moves.push(mv),
                            None => go.wrong.push(format!("`{text}` is not legal here")),
                        }
                    }
                }
                _ if WORDS.contains(&word) => match words.next().and_then(|text| text.parse::<i64>().ok()) {
                    Some(number) => {
                        let number = number.max(0).unsigned_abs();
                        go.set(
                            meant(word, protocol, turn),
                            number.saturating_mul(unit(word, options)),
                        );
                    }
                    None => go.wrong.push(format!("`{word}` wants a number")),
                },
                _ => go.wrong.push(format!("unknown word `{word}`")),
            }
        }
        go.finish(turn);
        go
    }

    fn set(&mut self, word: &str, number: u64) {
        let time = Duration::from_millis(number.min(u64::from(u32::MAX)));
        let small = u32::try_from(number).unwrap_or(u32::MAX);
        match word {
            "wtime" => self.times[0] = Some(time),
            "btime" => self.times[1] = Some(time),
            "winc" => self.increments[0] = time,
            "binc" => self.increments[1] = time,
            "byoyomi" => self.byoyomi = time,
            "movestogo" => self.moves_to_go = Some(small.max(1)),
            "depth" => self.limits.depth = Some(small),
            "nodes" => self.limits.nodes = Some(number.max(1)),
            "mate" => self.limits.mate = Some(small),
            "movetime" => self.limits.move_time = Some(time),
            "perft" => self.perft = Some(small),
            _ => {}
        }
    }

    fn finish(&mut self, turn: Side) {
        let left = self.times[turn.index()].filter(|left| !left.is_zero() || self.byoyomi.is_zero());
        if let Some(left) = left {
            self.limits.clock = Some(Clock {
                left,
                increment: self.increments[turn.index()].max(self.byoyomi),
                moves_to_go: self.moves_to_go,
            });
        } else if !self.byoyomi.is_zero() {
            self.limits.move_time = Some(self.byoyomi);
        }
        if self.infinite {
            self.limits = Limits {
                moves: std::mem::take(&mut self.limits.moves),
                ..Limits::default()
            };
        }
    }
}

/// The word of UCI for a word of a protocol. In USI the side that moves first is black; in UCCI a
/// time is that of the side to move.
fn meant(word: &str, protocol: Protocol, turn: Side) -> &str {
    match (protocol, word, turn) {
        (Protocol::Usi, "btime", _) | (Protocol::Ucci, "time", Side::White) => "wtime",
        (Protocol::Usi, "wtime", _) | (Protocol::Ucci, "time", Side::Black) => "btime",
        (Protocol::Usi, "binc", _) | (Protocol::Ucci, "increment", Side::White) => "winc",
        (Protocol::Usi, "winc", _) | (Protocol::Ucci, "increment", Side::Black) => "binc",
        _ => word,
    }
}

/// The number of milliseconds, or of other units, in one unit of a word.
fn unit(word: &str, options: &Options) -> u64 {
    if matches!(word, "time" | "increment") {
        options.unit()
    } else {
        1
    }
}

/// Counts the lines behind every move, until it is stopped.
pub(super) fn perft((variant, position): (&Variant, &Position), depth: u32, style: Style, stop: &AtomicBool) {
    let moves = variant.legal_moves(position);
    let mut all = 0;
    if depth == 0 {
        all = 1;
    } else {
        for (text, &mv) in write_moves(style, variant, position, &moves)
            .into_iter()
            .zip(&moves)
        {
            let after = variant.play(position, mv);
            let lines = variant.perft_with(&after, depth - 1, Leaves::Bulk, stop);
            if stop.load(Ordering::Relaxed) {
                say("info string the count was stopped");
                break;
            }
            say(&format!("{}: {lines}", line::one_word(&text)));
            all += lines;
        }
    }
    say(&format!("\nNodes searched: {all}"));
}
