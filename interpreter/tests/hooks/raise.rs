//! `raise`

use crate::trial::{chess_with, fen_after};

/// `CR-10`
#[test]
fn it_rises_once_and_goes_into_exile() {
    let variant = chess_with(&["use raise"]);
    let fen = "4k3/8/8/8/2b5/8/8/2R1K3 w - - 0 1";
    let captured = fen_after(&variant, fen, &["c1c4"]);
    assert_eq!(
        captured,
        "4k3/8/8/8/2R5/8/8/4K3 b - - 0 1 captured=b choose=raise:c4:b turn=w"
    );
    let raised = fen_after(&variant, &captured, &["raise"]);
    assert_eq!(raised, "4k3/8/8/8/2b5/8/8/4K3 b - - 0 1 captured=R raised=c4");
    assert_eq!(
        fen_after(&variant, &raised, &["c4d3"]),
        "4k3/8/8/8/8/8/8/4K3 w - - 0 2 captured=R exile=b"
    );
    assert_eq!(
        fen_after(&variant, &captured, &["decline"]),
        "4k3/8/8/8/2R5/8/8/4K3 b - - 0 1 captured=b"
    );
}

/// The piece is a parameter; one that carries others leaves them behind.
#[test]
fn other_pieces_rise() {
    let variant = chess_with(&["use towers", "use raise(piece: rook)"]);
    let fen = "4k3/8/8/8/2r5/8/8/2R1K3 w - - 0 1";
    assert_eq!(
        fen_after(&variant, fen, &["c1c4", "raise", "decline"]),
        "4k3/8/8/8/2r5/8/8/4K3 b - - 0 1 captured=R raised=c4"
    );
    let carrying = "4k3/8/8/8/2r5/8/8/4K3 b - - 0 1 raised=c4 towers=c4:rn";
    assert_eq!(
        fen_after(&variant, carrying, &["e8e7"]),
        "8/4k3/8/8/2n5/8/8/4K3 w - - 0 2 exile=r"
    );
}
