//! `denial`

use crate::trial::{allows, chess_with, fen_after};

/// `CR-36`, `CR-37`
#[test]
fn a_movement_is_taken_back_once() {
    let variant = chess_with(&["use denial"]);
    let start = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1 denial=b";
    let proposed = fen_after(&variant, start, &["e2e4"]);
    assert_eq!(
        proposed,
        "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1 denial=b pending=e2e4"
    );
    let denied = fen_after(&variant, &proposed, &["deny"]);
    assert_eq!(
        denied,
        "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1 denial=w denied=e2e4 immune=b"
    );
    assert!(!allows(&variant, &denied, "e2e4"));
    let immune = fen_after(&variant, &denied, &["e2e3", "e7e5"]);
    assert_eq!(immune, "4k3/8/8/4p3/8/4P3/8/4K3 w - e6 0 2 denial=w");
    let accepted = fen_after(&variant, &proposed, &["accept"]);
    assert_eq!(accepted, "4k3/4p3/8/8/4P3/8/8/4K3 b - e3 0 1 denial=b");
}

/// The first holder of the right is a parameter.
#[test]
fn other_holders() {
    let variant = chess_with(&["use denial(holder: white)"]);
    assert_eq!(
        fen_after(&variant, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", &["e8e7"]),
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 denial=w pending=e8e7"
    );
}
