//! `disguise`

use crate::trial::{allows, chess_with, fen_after};

/// `CR-25`, `CR-26`
#[test]
fn places_change_one_after_the_other() {
    let variant = chess_with(&["use disguise"]);
    let fen = "4k3/8/8/3n4/3P4/3P4/8/K7 w - - 0 1";
    assert_eq!(
        fen_after(&variant, fen, &["d4d5~n"]),
        "4k3/8/8/3P4/3n4/3P4/8/K7 b - - 0 1"
    );
    assert_eq!(
        fen_after(&variant, fen, &["d4d5~n,d3d4~n"]),
        "4k3/8/8/3P4/3P4/3n4/8/K7 b - - 0 1"
    );
    let variant = chess_with(&["use disguise(chain: no)"]);
    assert!(allows(&variant, fen, "d4d5~n") && !allows(&variant, fen, "d4d5~n,d3d4~n"));
}

/// The piece is a parameter.
#[test]
fn other_pieces_change_places() {
    let variant = chess_with(&["use disguise(piece: knight)"]);
    let fen = "4k3/8/8/8/8/1r6/4K3/N7 w - - 0 1";
    assert_eq!(
        fen_after(&variant, fen, &["a1b3~r"]),
        "4k3/8/8/8/8/1N6/4K3/r7 b - - 1 1"
    );
}
