//! `go` in all its forms.

use crate::desk::say;
use crate::line;
use ferz::engine::{Leaves, Position, Variant};
use ferz::rules::Side;
use ferz_play::{Clock, Limits};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a search is asked for.
#[derive(Default)]
pub(super) struct Go {
    pub(super) limits: Limits,
    pub(super) ponder: bool,
    pub(super) perft: Option<u32>,
    /// What could not be read.
    pub(super) wrong: Vec<String>,
    infinite: bool,
    /// Times left and added, by side.
    times: [Option<Duration>; 2],
    increments: [Duration; 2],
    moves_to_go: Option<u32>,
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
];

impl Go {
    pub(super) fn read(variant: &Variant, position: &Position, words: &str) -> Self {
        let mut go = Self::default();
        let mut words = words.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| !WORDS.contains(word)) {
                        match line::find(variant, position, &line::of_word(text)) {
                            Some(mv) => go.limits.moves.push(mv),
                            None => go.wrong.push(format!("`{text}` is not legal here")),
                        }
                    }
                }
                _ if WORDS.contains(&word) => match words.next().and_then(|text| text.parse::<i64>().ok()) {
                    Some(number) => go.set(word, number.max(0).unsigned_abs()),
                    None => go.wrong.push(format!("`{word}` wants a number")),
                },
                _ => go.wrong.push(format!("unknown word `{word}`")),
            }
        }
        go.finish(variant.turn(position));
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
        if let Some(left) = self.times[turn.index()] {
            self.limits.clock = Some(Clock {
                left,
                increment: self.increments[turn.index()],
                moves_to_go: self.moves_to_go,
            });
        }
        if self.infinite {
            self.limits = Limits {
                moves: std::mem::take(&mut self.limits.moves),
                ..Limits::default()
            };
        }
    }
}

/// Counts the lines behind every move.
pub(super) fn perft(variant: &Variant, position: &Position, depth: u32) {
    let moves = variant.legal_moves(position);
    let (never, mut all) = (AtomicBool::new(false), 0);
    if depth == 0 {
        all = 1;
    } else {
        for (text, &mv) in variant.move_texts(position, &moves).into_iter().zip(&moves) {
            let after = variant.play(position, mv);
            let lines = variant.perft_with(&after, depth - 1, Leaves::Bulk, &never);
            let text = line::with_plus(variant, position, mv, text);
            say(&format!("{}: {lines}", line::one_word(&text)));
            all += lines;
        }
    }
    say(&format!("\nNodes searched: {all}"));
}
