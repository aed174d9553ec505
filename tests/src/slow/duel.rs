//! The engine and the slow evaluator play in step.

use super::Game;
use ferz::engine::Variant;
use ferz::rules::Ruleset;

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

/// Plays a random game of at most `plies` on both and returns how long it was.
///
/// # Panics
/// As soon as they disagree about the position, the moves and where they lead, check, or the outcome.
pub fn play(name: &str, fast: &Variant, slow: &Game, seed: u64, plies: usize) -> usize {
    let mut random = Random(seed);
    let (mut there, mut here) = (fast.start(), slow.start());
    for ply in 0..plies {
        let fen = slow.fen(&here);
        let at = format!("{name}, seed {seed}, ply {ply}: {fen}");
        assert_eq!(fast.fen(&there), fen, "{at}");
        assert_eq!(slow.position(&fen).as_ref(), Some(&here), "{at}");
        let (kept, fresh) = fast.hashes(&there);
        assert_eq!(kept, fresh, "hash; {at}");
        let moves = fast.legal_moves(&there);
        let texts = fast.move_texts(&there, &moves);
        let after = |mv| fast.fen(&fast.play(&there, mv));
        let mut found: Vec<(String, String)> = texts
            .iter()
            .zip(&moves)
            .map(|(text, &mv)| (text.clone(), after(mv)))
            .collect();
        let legal = slow.legal_moves(&here);
        let mut expected: Vec<(String, String)> = legal
            .iter()
            .map(|(text, next)| (text.clone(), slow.fen(next)))
            .collect();
        found.sort();
        expected.sort();
        let lacking: Vec<_> = expected.iter().filter(|mv| !found.contains(mv)).collect();
        let surplus: Vec<_> = found.iter().filter(|mv| !expected.contains(mv)).collect();
        let twice: Vec<_> = found
            .windows(2)
            .filter(|pair| pair[0].0 == pair[1].0)
            .map(|pair| &pair[0].0)
            .collect();
        assert!(
            found == expected,
            "{at}\nthe engine lacks {lacking:?}\nhas {surplus:?}\nand has twice {twice:?}",
        );
        assert_eq!(fast.in_check(&there), slow.in_check(&here), "check; {at}");
        let outcome = slow
            .outcome(&here)
            .map(|outcome| (outcome.winner, outcome.reason));
        let claimed = fast
            .outcome(&there)
            .map(|outcome| (outcome.winner, outcome.reason));
        assert_eq!(claimed, outcome, "outcome; {at}");
        if outcome.is_some() {
            return ply;
        }
        let (text, next) = legal[random.below(legal.len())].clone();
        let mv = fast.find_move(&there, &text).expect("a move of both");
        (there, here) = (fast.play(&there, mv), next);
    }
    plies
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
