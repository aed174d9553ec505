//! The differences that hashes tell apart: positions that differ in anything but the clocks.

use crate::stored::{names, variant};
use ferz_engine::{Position, Variant};
use std::collections::HashMap;

/// Positions of one variant that differ in one thing each.
const APART: &[(&str, &[&str])] = &[
    (
        "crazyhouse",
        &[
            "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[QQ] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[q] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[QR] w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3[QR] b - - 0 1",
        ],
    ),
    (
        "absorption-chess",
        &[
            "4k3/8/8/8/8/8/8/3RKR2 w - - 0 1",
            "4k3/8/8/8/8/8/8/3RKR2 w - - 0 1 absorbed=d1:Q",
            "4k3/8/8/8/8/8/8/3RKR2 w - - 0 1 absorbed=d1:B",
            "4k3/8/8/8/8/8/8/3RKR2 w - - 0 1 absorbed=d1:QB",
            "4k3/8/8/8/8/8/8/3RKR2 w - - 0 1 absorbed=f1:Q",
        ],
    ),
    (
        "grand-towers",
        &[
            "4k5/10/10/10/10/10/10/10/10/3RK5 w - - 0 1",
            "4k5/10/10/10/10/10/10/10/10/3RK5 w - - 0 1 towers=d1:RP",
            "4k5/10/10/10/10/10/10/10/10/3RK5 w - - 0 1 towers=d1:RPN",
            "4k5/10/10/10/10/10/10/10/10/3RK5 w - - 0 1 towers=d1:RNP",
            "4k5/10/10/10/10/10/10/10/10/3RK5 w - - 0 1 towers=d1:Rp",
        ],
    ),
    (
        "crazy",
        &[
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 denial=w",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 denial=b",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 captured=P denial=w",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 captured=p denial=w",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 denial=w exile=B",
        ],
    ),
    (
        "crazy",
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PP3PPP/RN1Q2NR w kq - 0 1 captured=PPP denial=w exile=KBB",
            "rnbqkbnr/pppppppp/8/8/8/8/PP3PPP/RN1Q2NR w kq - 0 1 captured=PPP choose=raise:c1:w^ denial=w exile=KBB turn=w",
            "rnbqkbnr/pppppppp/8/8/8/8/PP3PPP/RN1Q2NR w kq - 0 1 captured=PPP choose=raise:f1:w^ denial=w exile=KBB turn=w",
        ],
    ),
    (
        "refusal",
        &[
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1 denied=e1g1 immune=w",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1 denied=e1e2 immune=w",
        ],
    ),
    (
        "duck",
        &[
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/*7/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/1*6/8/8/4K3 w - - 0 1",
        ],
    ),
];

#[test]
fn positions_that_differ_in_one_thing() {
    for (name, texts) in APART {
        let variant = variant(name);
        let mut seen: HashMap<u64, &str> = HashMap::new();
        for text in *texts {
            let position = variant
                .position(text)
                .unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
            assert_eq!(&variant.fen(&position), text, "{name}");
            let (kept, fresh) = variant.hashes(&position);
            assert_eq!(kept, fresh, "{name}: {text}");
            if let Some(other) = seen.insert(kept, text) {
                panic!("{name}: one hash of\n{other}\n{text}");
            }
        }
    }
}

/// In random games two positions have the same hash exactly if they have the same text, clocks
/// aside. The hash that was kept move by move is that of the position as it is read.
#[test]
fn positions_of_random_games() {
    for name in names() {
        let variant = variant(&name);
        let mut seen = Seen::default();
        for seed in 1..=12 {
            let mut position = variant.start();
            let mut random = Random(seed);
            for _ in 0..60 {
                seen.add(&name, &variant, &position);
                let moves = variant.legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                position = variant.play(&position, moves[random.below(moves.len())]);
            }
        }
        assert!(seen.texts.len() > 100, "{name}: {} positions", seen.texts.len());
    }
}

/// The hashes of positions by their texts, and the other way round.
#[derive(Default)]
struct Seen {
    texts: HashMap<u64, String>,
    hashes: HashMap<String, u64>,
}

impl Seen {
    fn add(&mut self, name: &str, variant: &Variant, position: &Position) {
        let fen = variant.fen(position);
        let (kept, fresh) = variant.hashes(position);
        assert_eq!(kept, fresh, "{name}: {fen}");
        let again = variant
            .position(&fen)
            .unwrap_or_else(|e| panic!("{name}: {fen}: {e}"));
        assert_eq!(variant.hashes(&again).0, kept, "{name}: as it is read: {fen}");
        let timeless = without_clocks(&fen);
        let text = self.texts.entry(kept).or_insert_with(|| timeless.clone());
        assert_eq!(text, &timeless, "{name}: one hash of two positions");
        let hash = self.hashes.entry(timeless.clone()).or_insert(kept);
        assert_eq!(hash, &kept, "{name}: two hashes of {timeless}");
    }
}

/// A position without its halfmove clock and move number.
fn without_clocks(fen: &str) -> String {
    let fields = fen.split(' ').enumerate();
    let kept = fields.filter(|(number, _)| !(4..6).contains(number));
    kept.map(|(_, field)| field).collect::<Vec<_>>().join(" ")
}

/// A linear congruential generator: the same games on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}
