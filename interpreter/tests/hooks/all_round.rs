//! `all-round`

use crate::trial::{allows, chess_with, fen_after};

/// `CR-8`
#[test]
fn it_takes_friends_and_enemies() {
    let variant = chess_with(&["use all-round"]);
    let fen = "4k3/8/8/3np3/3QP3/8/8/K7 w - - 0 1";
    assert_eq!(
        fen_after(&variant, fen, &["d4*"]),
        "4k3/8/8/8/3Q4/8/8/K7 b - - 0 1"
    );
    assert!(!allows(&variant, "4k3/8/8/8/8/3Q4/8/K7 w - - 0 1", "d3*"));
}

/// The queen's own king would be removed.
#[test]
fn not_next_to_the_own_king() {
    let variant = chess_with(&["use all-round"]);
    assert!(!allows(&variant, "4k3/8/8/8/8/8/2pQ4/4K3 w - - 0 1", "d2*"));
}

/// The pieces and how far it reaches are parameters.
#[test]
fn other_pieces_reach_farther() {
    let variant = chess_with(&["use all-round(piece: rook | knight, range: 2)"]);
    let fen = "4k3/8/8/8/8/2p5/8/N3K3 w - - 0 1";
    assert_eq!(
        fen_after(&variant, fen, &["a1*"]),
        "4k3/8/8/8/8/8/8/N3K3 b - - 0 1"
    );
    assert!(!allows(&variant, "4k3/8/8/8/8/2p5/8/Q3K3 w - - 0 1", "a1*"));
    assert!(!allows(&variant, "4k3/8/8/8/3p4/8/8/N3K3 w - - 0 1", "a1*"));
    // Two steps from the king a rook gives check, with anything between.
    let checked = variant.position("4k3/4p3/4R3/8/8/8/8/4K3 b - - 0 1").unwrap();
    assert!(variant.in_check(&checked));
}
