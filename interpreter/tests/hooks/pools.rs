//! `pools`

use crate::trial::{chess_with, fen_after, texts};

/// `CR-12`, `CR-28`
#[test]
fn promotion_is_to_what_was_lost() {
    let variant = chess_with(&["use pools"]);
    let fen = "7k/P7/8/8/8/8/8/7K w - - 0 1 captured=RNp exile=Bq";
    let position = variant.position(fen).unwrap();
    let found = texts(&variant, &position);
    let arrivals: Vec<&String> = found.iter().filter(|t| t.starts_with("a7")).collect();
    assert_eq!(arrivals, ["a7a8=r", "a7a8=n", "a7a8=b^", "a7a8xq^"]);
    let seized = fen_after(&variant, fen, &["a7a8xq^"]);
    assert_eq!(seized, "7k/8/8/8/8/8/8/7K b - - 0 1 captured=RNPqp exile=B");
}

#[test]
fn with_nothing_to_become_it_stays_a_pawn() {
    let variant = chess_with(&["use pools"]);
    let fen = "7k/P7/8/8/8/8/8/7K w - - 0 1";
    assert_eq!(
        fen_after(&variant, fen, &["a7a8"]),
        "P6k/8/8/8/8/8/8/7K b - - 0 1"
    );
}

/// The kinds that are never exiled are a parameter.
#[test]
fn other_pieces_are_never_exiled() {
    let fen = "4k3/8/8/8/8/8/8/QN2K3 w - - 0 1";
    for (never, pool) in [("pawn | knight", "captured=N"), ("pawn", "exile=N")] {
        let variant = chess_with(&[&format!("use pools(never-exiled: {never})"), "use all-round"]);
        assert_eq!(
            fen_after(&variant, fen, &["a1*"]),
            format!("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1 {pool}")
        );
    }
}
