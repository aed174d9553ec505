//! `revenge`

use crate::trial::{chess_with, fen_after};

/// `CR-9`
#[test]
fn the_captor_and_all_around_go() {
    let variant = chess_with(&["use revenge"]);
    let fen = "4k3/8/8/2n5/r2Q4/4P3/8/7K b - - 0 1";
    assert_eq!(
        fen_after(&variant, fen, &["a4d4"]),
        "4k3/8/8/8/8/8/8/7K w - - 0 2"
    );
}

/// Her king next to her is in check, since she can be captured.
#[test]
fn a_king_next_to_her_is_in_check() {
    let variant = chess_with(&["use revenge"]);
    let position = variant.position("4k3/8/8/8/r7/8/8/Q3K3 w - - 0 1").unwrap();
    assert!(!variant.in_check(&position));
    let position = variant.position("4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1").unwrap();
    assert!(variant.in_check(&position));
}

/// The pieces and how far it reaches are parameters.
#[test]
fn other_pieces_reach_farther() {
    let variant = chess_with(&["use revenge(piece: knight, range: 2)"]);
    assert_eq!(
        fen_after(&variant, "4k3/8/8/8/2P5/8/n7/R3K3 w - - 0 1", &["a1a2"]),
        "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    );
    let near = variant.position("4k3/8/8/8/8/2r5/8/2N1K3 w - - 0 1").unwrap();
    assert!(variant.in_check(&near));
}
