//! `passing-capture`

use crate::trial::{allows, chess_with, compiled, fen_after};

/// `CR-20`, `CR-21`
#[test]
fn two_paths_and_captures_on_them() {
    let variant = chess_with(&["use passing-capture"]);
    let fen = "4k3/8/8/8/8/8/1p6/1N2K3 w - - 0 1";
    assert!(allows(&variant, fen, "b1b2b3c3") && allows(&variant, fen, "b1c1c2c3"));
    assert_eq!(
        fen_after(&variant, fen, &["b1b2b3c3xb2"]),
        "4k3/8/8/8/8/2N5/8/4K3 b - - 0 1"
    );
    assert!(!allows(&variant, fen, "b1c1c2c3xb2"));
    let position = variant.position("4k3/8/8/8/8/8/4n3/4K3 w - - 0 1").unwrap();
    assert!(variant.in_check(&position));
}

/// The leaper is a parameter.
#[test]
fn other_leapers() {
    let variant = compiled(
        "variant \"Camels\" extends chess\npiece camel C = camel, value 3\nuse passing-capture(piece: camel)\n"
            .to_owned(),
    );
    let fen = "4k3/8/8/8/8/8/p7/C3K3 w - - 0 1";
    for text in ["a1a2a3a4b4xa2", "a1a2a3a4b4", "a1b1b2b3b4"] {
        assert!(allows(&variant, fen, text), "{text}");
    }
    assert!(!allows(&variant, fen, "a1b1b2b3b4xa2"));
}
