//! The engine against the slow evaluator: random games on every bundled variant and on small boards that each
//! have something special. Both must have the same moves, the same positions after them, the same check and the
//! same outcome.

use ferz::engine::Variant;
use ferz::rules::Ruleset;
use ferz_tests::slow;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Plays a random game on both; returns its length in plies.
fn play(name: &str, rules: &Ruleset, seed: u64, plies: usize) -> usize {
    let fast = Variant::new(rules.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let slow = slow::Game::new(rules);
    let mut random = Random(seed);
    let (mut there, mut here) = (fast.start(), slow.start());
    for ply in 0..plies {
        let fen = slow.fen(&here);
        let at = format!("{name}, seed {seed}, ply {ply}: {fen}");
        assert_eq!(fast.fen(&there), fen, "{at}");
        assert_eq!(slow.position(&fen).as_ref(), Some(&here), "{at}");
        let moves = fast.legal_moves(&there);
        let texts = fast.move_texts(&there, &moves);
        let fen_after = |mv| fast.fen(&fast.play(&there, mv));
        let mut found: Vec<(String, String)> = texts
            .iter()
            .zip(&moves)
            .map(|(text, &mv)| (text.clone(), fen_after(mv)))
            .collect();
        found.sort();
        let legal = slow.legal_moves(&here);
        let mut expected: Vec<(String, String)> = legal
            .iter()
            .map(|(text, next)| (text.clone(), slow.fen(next)))
            .collect();
        expected.sort();
        let lacking: Vec<_> = expected.iter().filter(|mv| !found.contains(mv)).collect();
        let surplus: Vec<_> = found.iter().filter(|mv| !expected.contains(mv)).collect();
        assert!(
            found == expected,
            "{at}\nthe engine lacks {lacking:?}\nand has {surplus:?}"
        );
        assert_eq!(fast.in_check(&there), slow.in_check(&here), "check; {at}");
        let outcome = slow
            .outcome(&here)
            .map(|outcome| (outcome.winner, outcome.reason));
        assert_eq!(
            fast.outcome(&there)
                .map(|outcome| (outcome.winner, outcome.reason)),
            outcome,
            "outcome; {at}"
        );
        if outcome.is_some() {
            return ply;
        }
        let (text, next) = legal[random.below(legal.len())].clone();
        let mv = fast.find_move(&there, &text).expect("a move of both");
        (there, here) = (fast.play(&there, mv), next);
    }
    plies
}

#[test]
fn bundled_variants() {
    let mut compared = 0;
    for bundled in ferz_rulesets::all() {
        let rules = ferz_rulesets::ruleset(bundled.name).unwrap_or_else(|error| panic!("{error}"));
        if rules.hooks.iter().all(|hook| slow::hooks::is_known(&hook.name)) {
            compared += 1;
            for seed in 1..=2 {
                play(bundled.name, &rules, seed, 50);
            }
        }
    }
    assert!(compared > 20);
}
