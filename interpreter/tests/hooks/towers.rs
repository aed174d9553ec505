//! `towers`

use crate::trial::{allows, chess_with, fen_after};

/// `CR-2`, `CR-3`, `CR-6`
#[test]
fn in_and_out_and_falling() {
    let variant = chess_with(&["use towers"]);
    let start = "4k3/8/8/8/r7/8/8/RB2K3 w - - 0 1";
    assert!(!allows(&variant, start, "b1a1+"));
    assert!(allows(&variant, start, "a1a4+"));
    let tower = "4k3/8/8/8/r7/8/1B6/R3K3 w - - 0 1";
    let entered = fen_after(&variant, tower, &["b2a1+"]);
    assert_eq!(entered, "4k3/8/8/8/r7/8/8/R3K3 b - - 1 1 towers=a1:RB");
    assert_eq!(
        fen_after(&variant, &entered, &["a4a1"]),
        "4k3/8/8/8/8/8/8/B3K3 w - - 0 2"
    );
    let left = fen_after(&variant, &entered, &["e8e7", "a1.1b2"]);
    assert_eq!(left, "8/4k3/8/8/r7/8/1B6/R3K3 b - - 3 2");
}

/// `host` is a parameter: here knights carry.
#[test]
fn other_hosts() {
    let variant = chess_with(&["use towers(host: knight)"]);
    assert!(allows(&variant, "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "a1b1+"));
    assert!(!allows(&variant, "4k3/8/8/8/8/8/8/NR2K3 w - - 0 1", "a1b3+"));
}
