//! The engine and the slow evaluator play in step.

use super::{Game, Outcome, Position, events};
use crate::seed;
use ferz::engine::{Leaves, Move, Variant};
use ferz::rules::Ruleset;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A number from the environment.
///
/// # Panics
/// If it is there and no number.
pub fn setting(key: &str, default: u64) -> u64 {
    std::env::var(key).map_or(default, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{key}: `{text}` is no number"))
    })
}

/// Random numbers from a seed (SplitMix64): the same on every machine.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.number() % n as u64) as usize
    }

    /// True once in `n`.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// An evaluator that the engine can be held against.
pub trait Evaluator {
    /// The positions.
    type Position: Clone + PartialEq + std::fmt::Debug;

    /// The start position.
    fn start(&self) -> Self::Position;
    /// Reads a position; `None` if the text is no position of this variant.
    fn position(&self, fen: &str) -> Option<Self::Position>;
    /// Writes a position.
    fn fen(&self, position: &Self::Position) -> String;
    /// All legal moves: their texts, sorted, and the positions that they lead to; and how the game
    /// has ended, if it has.
    fn judge(&self, position: &Self::Position) -> (Vec<(String, Self::Position)>, Option<Outcome>);
    /// Whether the player about to move is in check.
    fn in_check(&self, position: &Self::Position) -> bool;
}

macro_rules! evaluator {
    ($game:ty, $position:ty) => {
        impl Evaluator for $game {
            type Position = $position;

            fn start(&self) -> $position {
                self.start()
            }
            fn position(&self, fen: &str) -> Option<$position> {
                self.position(fen)
            }
            fn fen(&self, position: &$position) -> String {
                self.fen(position)
            }
            fn judge(&self, position: &$position) -> (Vec<(String, $position)>, Option<Outcome>) {
                self.judge(position)
            }
            fn in_check(&self, position: &$position) -> bool {
                self.in_check(position)
            }
        }
    };
}
evaluator!(Game, Position);
evaluator!(events::Game, events::State);

/// A game is given up when it has taken so long, so that few rules with thousands of moves do not
/// take most of the time.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// Plays a random game of at most `plies` on both and returns its length, or the length it would
/// have had: a game that is given up counts as played to the end. If `FERZ_SAMPLES` asks for more
/// of them, none is given up.
///
/// # Panics
/// As [`compare`], of every position.
pub fn play<E: Evaluator>(name: &str, fast: &Variant, slow: &E, seed: u64, plies: usize) -> usize {
    let mut random = Random(seed);
    let (mut there, mut here) = (fast.start(), slow.start());
    let begun = Instant::now();
    for ply in 0..plies {
        if ply > 0 && seed::samples(1) == 1 && begun.elapsed() > PATIENCE {
            return plies;
        }
        let at = format!("{name}, seed {seed}, ply {ply}: {}", slow.fen(&here));
        let legal = compare(&at, fast, &there, slow, &here);
        if legal.is_empty() {
            return ply;
        }
        let (text, next) = choose(&mut random, legal);
        let mv = fast.find_move(&there, &text).expect("a move of both");
        (there, here) = (fast.play(&there, mv), next);
    }
    plies
}

/// One of the moves, more often one that builds a tower or a statue, or removes something in a way
/// of its own.
fn choose<P: Clone>(random: &mut Random, legal: Vec<(String, P)>) -> (String, P) {
    let is_rich = |(text, _): &&(String, P)| text.contains(['+', '*', '=', '~']);
    let rich: Vec<&(String, P)> = legal.iter().filter(is_rich).collect();
    if !rich.is_empty() && random.once_in(3) {
        return rich[random.below(rich.len())].clone();
    }
    legal[random.below(legal.len())].clone()
}

/// Holds a position of both against each other; returns the legal moves, none if the game is over.
///
/// # Panics
/// As soon as they disagree about the position, the moves and where they lead, check, or the
/// outcome; or when the engine does not read what it has written.
pub fn compare<E: Evaluator>(
    at: &str,
    fast: &Variant,
    there: &ferz::engine::Position,
    slow: &E,
    here: &E::Position,
) -> Vec<(String, E::Position)> {
    let fen = slow.fen(here);
    assert_eq!(fast.fen(there), fen, "{at}");
    assert_eq!(slow.position(&fen).as_ref(), Some(here), "{at}");
    let (kept, fresh) = fast.hashes(there);
    assert_eq!(kept, fresh, "hash; {at}");
    let moves = fast.legal_moves(there);
    let texts = fast.move_texts(there, &moves);
    // A game may begin with a position that cannot occur, and then anything may follow.
    let occurs = fast.position(&fen).as_ref() == Ok(there);
    let after = |text: &str, mv| {
        let next = fast.play(there, mv);
        let fen = fast.fen(&next);
        let read = fast.position(&fen);
        assert!(
            !occurs || read.as_ref() == Ok(&next),
            "{at}\n{text} leads to {fen}, and is read as {read:?}"
        );
        fen
    };
    let mut found: Vec<(String, String)> = texts
        .iter()
        .zip(&moves)
        .map(|(text, &mv)| (text.clone(), after(text, mv)))
        .collect();
    let (legal, outcome) = slow.judge(here);
    let over = outcome.is_some();
    let mut expected: Vec<(String, String)> = legal
        .iter()
        .map(|(text, next)| (text.clone(), slow.fen(next)))
        .collect();
    found.sort();
    expected.sort();
    let lacking: Vec<_> = expected
        .iter()
        .filter(|mv| found.binary_search(mv).is_err())
        .collect();
    let surplus: Vec<_> = found
        .iter()
        .filter(|mv| expected.binary_search(mv).is_err())
        .collect();
    let twice: Vec<_> = found
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .map(|pair| &pair[0].0)
        .collect();
    let said = lacking.first().map(|(text, _)| ferz::why::why(fast, there, text));
    assert!(
        found == expected && twice.is_empty(),
        "{at}\nthe engine lacks {lacking:?}\nhas {surplus:?}\nand has twice {twice:?}\nwhy it lacks the first: {said:?}",
    );
    keeps_its_laws(at, fast, there, &moves);
    assert_eq!(fast.in_check(there), slow.in_check(here), "check; {at}");
    let outcome = outcome.map(|outcome| (outcome.winner, outcome.reason));
    let claimed = fast
        .outcome(there)
        .map(|outcome| (outcome.winner, outcome.reason.to_string()));
    assert_eq!(claimed, outcome, "outcome; {at}");
    if over { Vec::new() } else { legal }
}

/// Holds what the engine says of one position against itself: as many moves are counted as listed,
/// and no two are written alike in standard algebraic notation.
fn keeps_its_laws(at: &str, fast: &Variant, there: &ferz::engine::Position, moves: &[Move]) {
    let counted = fast.perft_with(there, 1, Leaves::Bulk, &AtomicBool::new(false));
    assert_eq!(counted, moves.len() as u64, "moves are counted wrongly; {at}");
    let mut sans = fast.sans(there, moves);
    sans.sort();
    let twice = sans.windows(2).find(|pair| pair[0] == pair[1]);
    assert_eq!(twice, None, "two moves are written alike; {at}");
}

/// As [`play`], from rules.
///
/// # Panics
/// Also if the engine refuses the rules.
pub fn play_rules(name: &str, rules: &Ruleset, seeds: std::ops::RangeInclusive<u64>, plies: usize) -> usize {
    let fast = Variant::new(rules.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let slow = Game::new(rules);
    seeds
        .map(|seed| play(name, &fast, &slow, seed, plies))
        .max()
        .unwrap_or(0)
}
