//! `bait`

use crate::trial::{after, allows, chess_with, fen_after, texts};

/// `CR-32`, `CR-33`
#[test]
fn a_pawn_is_taken_instead() {
    let variant = chess_with(&["use bait"]);
    let fen = "4k3/8/8/8/8/8/4P3/r3K2B w - - 0 1";
    let baited = fen_after(&variant, fen, &["h1c6"]);
    assert_eq!(baited, "4k3/8/2B5/8/8/8/4P3/r3K3 b - - 1 1 bait=w");
    let proposed = after(&variant, &baited, &["a1e1"]);
    assert_eq!(texts(&variant, &proposed), ["swap e2"]);
    let swapped = fen_after(&variant, &baited, &["a1e1", "swap e2"]);
    assert_eq!(swapped, "4k3/8/2B5/8/8/8/4K3/4r3 w - - 0 2");
    assert!(!allows(&variant, "4k3/8/8/8/8/8/7P/r3K2B w - - 0 1", "h1c6"));
}

/// The piece is a parameter.
#[test]
fn other_pieces_are_offered() {
    let variant = chess_with(&["use bait(piece: knight)"]);
    let fen = "4k3/8/8/8/8/8/3PN3/r3K2B w - - 0 1";
    let proposed = after(&variant, fen, &["h1c6", "a1e1"]);
    assert_eq!(texts(&variant, &proposed), ["swap e2"]);
}
