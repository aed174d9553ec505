//! `second-step`

use crate::trial::{allows, chess_with, fen_after};

/// `CR-13`
#[test]
fn two_steps_and_castling() {
    let variant = chess_with(&["use second-step"]);
    let fen = "4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1";
    assert_eq!(
        fen_after(&variant, fen, &["e1e2e1"]),
        "4k3/8/8/8/8/8/8/R3K2R b - - 0 1"
    );
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert!(allows(&variant, fen, "e1g1") && allows(&variant, fen, "e1g1g2"));
    assert!(!allows(&variant, "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "e1f1"));
}

/// `CR-15`: only where it ends counts.
#[test]
fn through_check() {
    let variant = chess_with(&["use second-step"]);
    let fen = "3rk3/8/8/8/8/8/8/2K5 w - - 0 1";
    assert!(allows(&variant, fen, "c1d2c2") && !allows(&variant, fen, "c1d2"));
}

/// The piece is a parameter.
#[test]
fn other_pieces_step_twice() {
    let variant = chess_with(&["use second-step(piece: knight)"]);
    let fen = "4k3/8/8/8/8/1p6/8/N3K3 w - - 0 1";
    for text in ["a1b3", "a1b3d4", "a1b3a1", "a1c2b4"] {
        assert!(allows(&variant, fen, text), "{text}");
    }
    assert!(!allows(&variant, fen, "e1e2e3"));
    let checked = variant.position("4k3/8/8/8/4N3/8/8/4K3 b - - 0 1").unwrap();
    assert!(variant.in_check(&checked));
}
