//! `royal-exile`

use crate::trial::{allows, chess_with, fen_after};
use ferz::rules::Side;

/// `CR-16`
#[test]
fn it_lives_as_long_as_there_are_pawns() {
    let variant = chess_with(&["use royal-exile", "use all-round"]);
    let fen = "7k/8/8/8/8/8/7P/3QK3 w - - 0 1";
    assert_eq!(
        fen_after(&variant, fen, &["d1*"]),
        "7k/8/8/8/8/8/7P/3Q4 b - - 0 1 exile=K"
    );
    assert!(!allows(&variant, "7k/8/8/8/8/8/8/3QK3 w - - 0 1", "d1*"));
    // The last pawn must not be left to be captured, with any other moves possible.
    let alone = "8/8/8/8/8/8/6kP/3Q4 w - - 0 1 exile=K";
    assert!(variant.in_check(&variant.position(alone).unwrap()));
    assert!(allows(&variant, alone, "h2h4"));
    assert!(!allows(&variant, alone, "h2h3") && !allows(&variant, alone, "d1g4"));
    let blocked = variant.position("8/8/8/8/8/7p/6kP/8 w - - 0 1 exile=K").unwrap();
    let outcome = variant.outcome(&blocked).unwrap();
    assert_eq!(
        (outcome.winner, outcome.reason.as_str()),
        (Some(Side::Black), "checkmate")
    );
}

/// The lifeline is a parameter.
#[test]
fn other_lifelines() {
    let variant = chess_with(&["use royal-exile(lifeline: rook | knight)", "use all-round"]);
    assert!(allows(&variant, "8/6k1/8/8/8/8/7R/3QK3 w - - 0 1", "d1*"));
    assert!(!allows(&variant, "8/6k1/8/8/8/8/7P/3QK3 w - - 0 1", "d1*"));
}
