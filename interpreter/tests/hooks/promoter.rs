//! `promoter`

use crate::trial::{allows, chess_with, fen_after};

/// `CR-11`
#[test]
fn pawns_on_its_colour_become_exiled_pieces() {
    let variant = chess_with(&["use promoter"]);
    let fen = "7k/8/8/8/8/8/PP6/2B4K w - - 0 1 captured=R exile=N";
    assert!(allows(&variant, fen, "b2=n^"));
    assert!(!allows(&variant, fen, "a2=n^") && !allows(&variant, fen, "b2=r^"));
    assert_eq!(
        fen_after(&variant, fen, &["b2=n^"]),
        "7k/8/8/8/8/8/PN6/2B4K b - - 0 1 captured=R"
    );
}

/// The pieces are parameters.
#[test]
fn other_pieces() {
    let variant = chess_with(&["use promoter(by: knight, piece: rook)"]);
    let fen = "7k/8/8/8/8/8/P7/N1R4K w - - 0 1 exile=Q";
    assert!(allows(&variant, fen, "c1=q^") && !allows(&variant, fen, "a2=q^"));
}
