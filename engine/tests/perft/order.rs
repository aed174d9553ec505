//! The order of legal moves: it depends on the rules and the position alone.

use crate::hashes::Random;
use crate::stored::{names, variant};
use std::collections::HashSet;

/// In random games a position lists the same moves in the same order, each once, whether it was
/// played or read from its text, and by whichever copy of the compiled rules.
#[test]
fn the_order_depends_on_the_position_alone() {
    for name in names() {
        let (variant, again) = (variant(&name), variant(&name));
        for seed in 1..=3 {
            let (mut position, mut random) = (variant.start(), Random(seed));
            for _ in 0..40 {
                let fen = variant.fen(&position);
                let moves = variant.legal_moves(&position);
                let read = again
                    .position(&fen)
                    .unwrap_or_else(|e| panic!("{name}: {fen}: {e}"));
                assert_eq!(again.legal_moves(&read), moves, "{name}: {fen}");
                let texts = variant.move_texts(&position, &moves);
                assert_eq!(again.move_texts(&read, &moves), texts, "{name}: {fen}");
                let different: HashSet<&str> = texts.iter().map(String::as_str).collect();
                assert_eq!(different.len(), moves.len(), "{name}: {fen}: a move twice");
                if moves.is_empty() {
                    break;
                }
                position = variant.play(&position, moves[random.below(moves.len())]);
            }
        }
    }
}
