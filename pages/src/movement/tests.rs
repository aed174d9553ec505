//! Movements of the language and of Betza notation, as pages tell them.

use super::*;
use crate::families::Families;
use crate::setting::Things;
use ferz::rules::Ruleset;
use ferz_drawing::Figures;

fn facts(rules: &Ruleset) -> Setting<'_> {
    let things = Things::default();
    Setting {
        rules,
        things,
        families: Families::default(),
        figures: Figures::default(),
    }
}

/// A movement of the language in English.
fn told_of(movement: &str) -> String {
    let source = ferz::lower::Source {
        name: "test".to_owned(),
        text: format!("variant \"V\" extends chess\npiece rook R = {movement}\n"),
    };
    let rules = ferz::lower::lower(source, &ferz_rulesets::Library)
        .ruleset
        .unwrap();
    lines(&facts(&rules), &rules.pieces["rook"].movement.white, Side::White)
        .into_iter()
        .map(|(label, text)| format!("{label}: {text}."))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn hops_are_told_with_what_they_are_like() {
    for (movement, english) in [
        (
            "rook | rook over any",
            "Moves or captures: any number of squares orthogonally (like a rook), or over the first piece in its way, of \
             either side, to the square just beyond.",
        ),
        (
            "move rook | capture rook over enemy by 1..",
            "Moves: any number of squares orthogonally (like a rook). Captures: orthogonally over the first piece in its \
             way, which must be an enemy, to any square beyond, as far as the way is clear.",
        ),
        (
            "step forward over friend",
            "Moves or captures: forward over a friendly piece next to it, to the square just beyond.",
        ),
        (
            "wazir | (capture ride forward) then ride ahead",
            "Moves or captures: one square orthogonally. Captures by jumping, perhaps also at the end: forward over the \
             first piece in its way, which must be an enemy, to any square beyond, as far as the way is clear.",
        ),
    ] {
        assert_eq!(told_of(movement), english, "{movement}");
    }
}

#[test]
fn ways_written_out_step_by_step_are_one() {
    let leaps = (1..8).flat_map(|n| (0..=n).map(move |m| format!("leap({m}, {n})")));
    let anywhere = leaps.collect::<Vec<_>>().join(" | ");
    for (movement, english) in [
        (format!("move ({anywhere})"), "Moves: a leap to any square."),
        (
            "step forward | (pass step forward) then step ahead".to_owned(),
            "squares forward, whatever stands between.",
        ),
        (
            "(hop friend rook of rook) then ride ahead | (hop friend bishop of bishop) then ride ahead"
                .to_owned(),
            "which must be a friendly bishop,",
        ),
    ] {
        let told = told_of(&movement);
        assert!(told.contains(english), "{movement}: {told}");
    }
}

/// Betza notation in English.
fn told(betza: &str) -> String {
    let text = ferz_rulesets::get("chess").unwrap();
    let source = ferz::lower::Source {
        name: "chess".to_owned(),
        text: text.to_owned(),
    };
    let rules = ferz::lower::lower(source, &ferz_rulesets::Library)
        .ruleset
        .unwrap();
    lines(&facts(&rules), &ferz::betza::parse(betza).unwrap(), Side::White)
        .into_iter()
        .map(|(label, text)| format!("{label}: {text}."))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn movements_in_english() {
    for (betza, english) in [
        (
            "R",
            "Moves or captures: any number of squares orthogonally (like a rook).",
        ),
        (
            "K",
            "Moves or captures: one square in any direction (like a king).",
        ),
        (
            "BN",
            "Moves or captures: any number of squares diagonally (like a bishop); a leap of two squares straight and one to the side (like a knight).",
        ),
        (
            "mQcN",
            "Moves: any number of squares in any direction (like a queen). Captures: a leap of two squares straight and one to the side (like a knight).",
        ),
        (
            "fmWfcF",
            "Moves: one square forward. Captures: one square diagonally forward.",
        ),
        (
            "FvW",
            "Moves or captures: one square forward or backward or diagonally.",
        ),
        ("R4", "Moves or captures: one to four squares orthogonally."),
        (
            "ffN",
            "Moves or captures: a leap of two squares forward and one sideways.",
        ),
        (
            "nN",
            "Moves or captures: one square orthogonally, then one diagonally outward, if the square on the way is empty.",
        ),
        (
            "NN",
            "Moves or captures: any number of leaps of two squares straight and one to the side, all in one direction (like a nightrider).",
        ),
    ] {
        assert_eq!(told(betza), english, "{betza}");
    }
    let grasshopper = told("gQ");
    assert!(grasshopper.contains("over the first piece"), "{grasshopper}");
    assert!(grasshopper.contains("just beyond"), "{grasshopper}");
}

#[test]
fn closed_squares_that_are_skipped_do_not_count() {
    let skipping = |most: usize| {
        let next = (1..most).fold("step ahead".to_owned(), |next, _| {
            format!("(step ahead | (hop wall step ahead) then {next})")
        });
        format!("step orthogonal | (hop wall step orthogonal) then {next}")
    };
    assert_eq!(
        told_of(&skipping(6)),
        "Moves or captures: one square orthogonally, not counting closed squares."
    );
    let two = told_of(&skipping(2));
    assert!(two.contains("over a closed square next to it"), "{two}");
}
