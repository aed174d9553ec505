//! Letters with a plus and names in brackets: in files, positions and moves.

use ferz::dialects::{self, outdated};
use ferz::engine::{CompileError, Variant};
use ferz::why::{Verdict, why};
use ferz_tests::library::lower_text;

const RULES: &str = r#"variant "Promoted" extends chess
piece dragon +R = rook | step diagonal, once D
piece horse  +B = bishop | step orthogonal
piece zebra (wz) = leap(2, 3)
promotion rook { to: dragon, zebra; on: last rank; must: no }
promotion dragon { to: rook; on: last rank; must: no }
start "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/(WZ)N+BQKBN+R w kq - 0 1"
"#;

fn variant(text: &str) -> Variant {
    let lowered = lower_text("test", text);
    let rules = lowered
        .ruleset
        .unwrap_or_else(|| panic!("{:#?}", lowered.diagnostics));
    Variant::new(rules).unwrap()
}

fn played(variant: &Variant, fen: &str, text: &str) -> String {
    let position = variant.position(fen).unwrap();
    let Verdict::Legal(mv) = why(variant, &position, text) else {
        panic!("{text} is legal in {fen}");
    };
    let moves = variant.legal_moves(&position);
    let at = moves.iter().position(|&legal| legal == mv).unwrap();
    let text = variant.move_texts(&position, &moves).swap_remove(at);
    assert_eq!(variant.find_move(&position, &text), Some(mv));
    format!("{text} {}", variant.sans(&position, &moves)[at])
}

#[test]
fn rules_with_them_are_printed_and_read() {
    let rules = lower_text("test", RULES).ruleset.unwrap();
    let text = ferz::text::ruleset(&rules);
    assert!(
        text.contains("dragon +R = ride orthogonal | step diagonal, resets-clock, once D"),
        "{text}"
    );
    assert!(text.contains("zebra (WZ) = "), "{text}");
    let again = lower_text("test", &text);
    // Promotions of different pieces are printed in an order of their own.
    let sorted = |mut rules: ferz::rules::Ruleset| {
        rules
            .promotions
            .sort_by_key(|promotion| format!("{:?}", (&promotion.piece, promotion.side)));
        rules
    };
    assert_eq!(again.ruleset.map(sorted), Some(sorted(rules)), "{text}");
}

#[test]
fn positions_have_them() {
    let variant = variant(RULES);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/(WZ)N+BQKBN+R w kq - 0 1";
    assert_eq!(variant.fen(&variant.start()), start);
    let fen = "4k3/8/8/(wz)6+r/8/8/8/4K2+R w - - 0 1";
    assert_eq!(variant.fen(&variant.position(fen).unwrap()), fen);
    for (wrong, message) in [
        (
            "4k3/8/8/(Wz)7/8/8/8/4K3 w - - 0 1",
            "a name in brackets is one like `(WZ)` or `(wz)`",
        ),
        (
            "4k3/8/8/+N7/8/8/8/4K3 w - - 0 1",
            "`N` has no form with a plus here",
        ),
        ("4k3/8/8/+7/8/8/8/4K3 w - - 0 1", "a `+` stands before a letter"),
    ] {
        let error = variant.position(wrong).unwrap_err().to_string();
        assert!(error.contains(message), "{wrong}: {error}");
    }
}

#[test]
fn moves_have_them() {
    let variant = variant(RULES);
    let fen = "8/R6+R/4k3/8/8/8/8/4K3 w - - 0 1";
    for (written, text) in [
        ("a7a8", "a7a8 Ra8"),
        ("a7a8+", "a7a8+ Ra8=+R"),
        ("a7a8+r", "a7a8+ Ra8=+R"),
        ("a7a8=+R", "a7a8+ Ra8=+R"),
        ("Ra8=+R", "a7a8+ Ra8=+R"),
        ("a7a8(wz)", "a7a8(wz) Ra8=(WZ)"),
        ("h7h8-", "h7h8- +Rh8=R"),
        ("h7h8r", "h7h8- +Rh8=R"),
        ("+Rh8", "h7h8 +Rh8"),
        ("+Rh8=R", "h7h8- +Rh8=R"),
    ] {
        assert_eq!(played(&variant, fen, written), text, "{written}");
    }
    // A `+` promotes, or means nothing.
    let position = variant.position(fen).unwrap();
    assert!(matches!(why(&variant, &position, "a7b7+"), Verdict::Illegal(_)));
}

#[test]
fn old_letters_are_read_and_not_written() {
    let variant = variant(RULES);
    let old = "4k3/8/8/7d/8/8/R7/4K2D w - - 0 1";
    let new = "4k3/8/8/7+r/8/8/R7/4K2+R w - - 0 1";
    assert_eq!(variant.fen(&variant.position(old).unwrap()), new);
    let told: Vec<String> = variant
        .rules()
        .outdated(old)
        .iter()
        .map(|(old, new)| format!("{old} {new}"))
        .collect();
    assert_eq!(told, ["d +r", "D +R"]);
    assert_eq!(variant.rules().outdated(new), []);
    assert_eq!(
        played(&variant, "8/R7/4k3/8/8/8/8/4K3 w - - 0 1", "a7a8d"),
        "a7a8+ Ra8=+R"
    );
    // Another piece with the letter takes it.
    let taken = variant_with_dabbaba();
    assert_eq!(taken.rules().outdated(old), []);
}

fn variant_with_dabbaba() -> Variant {
    variant(&format!("{}piece dabbaba D = dabbaba\n", RULES))
}

/// A side with many kinds.
fn army(kinds: usize) -> Result<Variant, CompileError> {
    let pieces: String = (0..kinds)
        .map(|number| format!("  kind-{number} (k{number}) = step all, confined, harmless\n"))
        .collect();
    let text = format!(
        "variant \"Many\"\nboard 8x8\narmy both {{\n  king K = step all, royal\n{pieces}}}\nstart \"(k0)3k3/8/8/8/8/8/8/(K{})3K3 w - - 0 1\"\n",
        kinds - 1
    );
    let lowered = lower_text("test", &text);
    Variant::new(
        lowered
            .ruleset
            .unwrap_or_else(|| panic!("{:#?}", lowered.diagnostics)),
    )
}

#[test]
fn a_side_may_have_sixty_four_kinds() {
    let variant = army(63).unwrap();
    assert_eq!(
        variant.fen(&variant.start()),
        "(k0)3k3/8/8/8/8/8/8/(K62)3K3 w - - 0 1"
    );
    army(64).unwrap_err();
}

#[test]
fn old_letters_of_moves_are_read_and_told() {
    let variant = variant(RULES);
    let fen = "8/R6+R/4k3/8/8/8/8/4K3 w - - 0 1";
    for (text, own) in [
        ("Dh6+", "h7h6 +Rh6+"),
        ("a7a8=D", "a7a8+ Ra8=+R"),
        ("a7a8d", "a7a8+ Ra8=+R"),
        ("Ra8=D", "a7a8+ Ra8=+R"),
    ] {
        assert_eq!(played(&variant, fen, text), own, "{text}");
        let told = outdated(&variant, None, [text]);
        assert_eq!(
            told.as_deref(),
            Some("`D` is written `+R` today; the old letters will not be read for ever"),
            "{text}"
        );
    }
    let today = [
        "+Rh6+", "a7a8+", "Ra8=+R", "a7a8(wz)", "d2d4", "O-O", "Rd7", "P-5d", "P*5d",
    ];
    assert_eq!(outdated(&variant, Some(fen), today), None);
    let both = outdated(&variant, Some("sfen 4k3/8/8/7d/8/8/8/4K3 w - - 0 1"), ["D@e4"]);
    assert!(
        both.is_some_and(|told| told.starts_with("`d` is written `+r` today, `D` is written `+R` today;"))
    );
    // Another piece has the letter.
    assert_eq!(outdated(&variant_with_dabbaba(), None, ["Dh6+", "a7a8=D"]), None);
}

#[test]
fn an_old_letter_that_is_never_read_is_told() {
    let warnings = |old: &str, new: &str| -> Vec<String> {
        let text = RULES.replace(old, new);
        assert!(text != RULES || old == new);
        let found = lower_text("test", &text).diagnostics;
        found
            .into_iter()
            .filter(|d| d.code == "F0329")
            .map(|d| d.message)
            .collect()
    };
    assert_eq!(warnings("", ""), [""; 0]);
    assert_eq!(
        warnings("step orthogonal\n", "step orthogonal, once D\n"),
        ["`once D` is never read: another piece was called `D`, too"]
    );
    assert_eq!(
        warnings("step orthogonal\n", "step orthogonal, once N\n"),
        ["`once N` is never read: `N` is the `knight`"]
    );
}

#[test]
fn promoted_forms_are_told_by_their_letters() {
    // Queens are promoted duchesses wherever they stand: none is marked, and each goes back.
    let shogun = Variant::new(ferz_rulesets::ruleset("shogun").unwrap()).unwrap();
    let position = shogun.position("7k/8/8/8/8/8/+f7/K7[] w - - 0 1").unwrap();
    let taken = shogun.find_move(&position, "a1a2").unwrap();
    assert_eq!(
        shogun.fen(&shogun.play(&position, taken)),
        "7k/8/8/8/8/8/K7/8[F] b - - 0 1"
    );
    assert_eq!(
        shogun.fen(&shogun.position("7k/8/8/8/8/8/q~7/K7[] w - - 0 1").unwrap()),
        shogun.fen(&position)
    );
}

#[test]
fn who_runs_out_of_letters_is_told_what_to_write() {
    let help = |text: &str| {
        let found = lower_text("test", &format!("variant \"Mine\" extends chess\n{text}\n")).diagnostics;
        let first = found.into_iter().find(|d| d.code == "F0203" || d.code == "F0204");
        let first = first.unwrap_or_else(|| panic!("{text} is wrong"));
        format!("{}; {}", first.message, first.help.unwrap_or_default())
    };
    assert_eq!(
        help("piece lion AA = king | knight"),
        "`AA` is not one letter from A to Z; write `lion L = ...`; a side with more kinds than letters writes some with a plus, \
         `lion +L = ...`, or with a name in brackets, `lion (aa) = ...`"
    );
    assert_eq!(
        help("piece lion (averylongname) = king | knight"),
        "`(averylongname)` is not a name in brackets; up to 8 letters and digits stand between the brackets, a letter first: \
         `lion (lion) = ...`"
    );
    assert_eq!(
        help("piece lion +LL = king | knight"),
        "`+LL` is not a plus and one letter; write `lion +L = ...`, or a name in brackets, `(lion)`"
    );
}

#[test]
fn the_longest_names_are_read() {
    let text = "variant \"Long\" extends chess\n\
                piece zebra (longname) = leap(2, 3)\n\
                square behind-the-white-king { north-west: d1; north-east: e1 }\n";
    let variant = variant(text);
    // As other programs write it, with a place for a hand.
    let fen = "4k3/8/8/(LONGNAME)7/8/8/8/4K3 w - - 0 1";
    let there = dialects::position(&variant, &fen.replace(" w", "[] w")).unwrap();
    assert_eq!(variant.fen(&there), fen);
    for move_text in ["e1behind-the-white-king", "Kbehind-the-white-king"] {
        let verdict = why(&variant, &there, move_text);
        assert!(matches!(verdict, Verdict::Legal(_)), "{move_text}");
    }
    // Two squares are named, and the first one is wrong.
    let Verdict::Illegal(reason) = why(&variant, &there, "e8behind-the-white-king") else {
        panic!("the king of the other side does not move");
    };
    assert!(!reason.to_string().contains("is not a move"), "{reason}");
}

#[test]
fn every_bundled_move_has_a_short_text_that_leads_back() {
    for (number, bundled) in ferz_rulesets::all().iter().enumerate() {
        let name = bundled.name;
        let variant = Variant::new(ferz_rulesets::ruleset(name).unwrap()).unwrap();
        let mut position = variant.start();
        for ply in 0..8 {
            let moves = variant.legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let sans = variant.sans(&position, &moves);
            let mut sorted = sans.clone();
            sorted.sort();
            let twice = sorted.windows(2).find(|pair| pair[0] == pair[1]);
            assert_eq!(twice, None, "{name}: {}", variant.fen(&position));
            let at = (number * 31 + ply * 17) % moves.len();
            let found = why(&variant, &position, &sans[at]);
            assert!(
                matches!(found, Verdict::Legal(mv) if mv == moves[at]),
                "{name}: `{}` in {}",
                sans[at],
                variant.fen(&position)
            );
            position = variant.play(&position, moves[at]);
        }
    }
}
