//! `statues`

use crate::trial::{allows, chess_with, compiled, fen_after};

/// `CR-28`, `CR-29`, `CR-30`
#[test]
fn they_block_and_promote_later() {
    let variant = chess_with(&["use statues"]);
    let statue = fen_after(&variant, "7k/P7/8/8/8/8/r7/7K w - - 0 1", &["a7a8=S"]);
    assert_eq!(statue, "P6k/8/8/8/8/8/r7/7K b - - 0 1 statues=a8");
}

#[test]
fn nothing_enters_and_the_farthest_goes_first() {
    let variant = chess_with(&["use statues"]);
    let blocked = "P7/7k/8/8/8/8/r7/6K1 b - - 0 1 statues=a8";
    assert!(allows(&variant, blocked, "a2a7") && !allows(&variant, blocked, "a2a8"));
    // A king on the rank of a statue that may become a queen is in check.
    let seen = variant
        .position("P6k/8/8/8/8/8/r7/6K1 b - - 0 1 statues=a8")
        .unwrap();
    assert!(variant.in_check(&seen));
    let two = "P7/P7/7k/8/8/8/8/6K1 w - - 3 1 statues=a7,a8";
    assert!(allows(&variant, two, "a7=n") && !allows(&variant, two, "a8=n"));
    let freed = "P7/8/7k/8/8/8/8/6K1 w - - 3 1 statues=a8";
    assert_eq!(
        fen_after(&variant, freed, &["a8=n", "g1g2"]),
        "N7/8/7k/8/8/8/6K1/8 b - - 1 1"
    );
    let front = "P7/8/P6k/8/8/8/8/6K1 w - - 0 1 statues=a8";
    assert!(allows(&variant, front, "a6a7") && allows(&variant, front, "a6a7=S"));
}

/// The squares of new statues follow from the ruleset's promotion zone.
#[test]
fn other_zones() {
    let variant = compiled(
        "variant \"Near\" extends chess\npromotion pawn { to: queen; on: sixth rank }\nuse statues\n"
            .to_owned(),
    );
    assert_eq!(
        fen_after(&variant, "8/4k3/8/P7/8/8/8/4K3 w - - 0 1", &["a5a6=S"]),
        "8/4k3/P7/8/8/8/8/4K3 b - - 0 1 statues=a6"
    );
    assert!(allows(
        &variant,
        "8/4k3/P7/8/P7/8/8/4K3 w - - 0 1 statues=a6",
        "a4a5=S"
    ));
}
