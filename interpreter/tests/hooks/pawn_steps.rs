//! `pawn-steps`

use crate::trial::{allows, chess_with, fen_after};

/// `CR-22`, `CR-23`, `CR-24`
#[test]
fn steps_double_steps_and_en_passant() {
    let variant = chess_with(&["use pawn-steps"]);
    let fen = "4k3/8/8/8/8/6p1/4P3/4K3 w - - 0 1";
    for text in ["e2e3", "e2d2", "e2f2", "e2e3e4", "e2e3e2", "e2d2c2"] {
        assert!(allows(&variant, fen, text), "{text}");
    }
    assert!(!allows(&variant, fen, "e2e4") && !allows(&variant, fen, "e2d2d1"));
    let passed = fen_after(&variant, fen, &["e2e3f3"]);
    assert_eq!(passed, "4k3/8/8/8/8/5Pp1/8/4K3 b - - 0 1 passed=e3:f3");
    let beside = fen_after(&variant, "4k3/8/8/8/8/6p1/3P4/4K3 w - - 0 1", &["d2e2f2"]);
    assert_eq!(beside, "4k3/8/8/8/8/6p1/5P2/4K3 b - - 0 1 passed=e2:f2");
    assert_eq!(
        fen_after(&variant, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", &["e2e3f3", "d4e3"]),
        "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"
    );
}

/// Directions and zones are parameters.
#[test]
fn other_steps_and_zones() {
    let variant = chess_with(&[
        "use pawn-steps(piece: pawn, steps: forward | forward-left | forward-right, twice: third rank, barred: file a)",
    ]);
    let fen = "4k3/8/8/1P6/8/4P3/4P3/4K3 w - - 0 1";
    for text in ["e3e4", "e3d4", "e3f4e5", "e2d3", "b5c6"] {
        assert!(allows(&variant, fen, text), "{text}");
    }
    for text in ["e3d3", "e2d3d4", "b5a6"] {
        assert!(!allows(&variant, fen, text), "{text}");
    }
    let barred = "4k3/8/8/P7/8/8/8/4K3 w - - 5 1";
    assert_eq!(
        fen_after(&variant, barred, &["e1e2"]),
        "4k3/8/8/8/8/8/4K3/8 b - - 0 1"
    );
}
