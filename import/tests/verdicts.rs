//! Verdicts of reports: a text is whole, or whole but for rules that the text of the other program
//! does not state. And warnings about starts.

use ferz_import::{Finding, Format, Section, Status, Verdict, import};

/// The only variant of a text.
fn section(text: &str, format: Format) -> Section {
    import(text, format, &[]).sections.remove(0)
}

/// Lines of an engine with a pawn, hands, and a piece that captures on its way.
const LINES: &str = "variant tiny
setup (P...LKp...lk) 6x6+2_crazyhouse l3k1/pppppp/6/6/PPPPPP/1K3L[] w - - 0 1
piece P& fmWfceFifmW2
piece L& mcpaKmcabK@2
piece K& K
";

/// Lines whose pieces promote and drop nowhere.
const PLAIN: &str = "variant plain
setup (N.Kn.k) 5x5+0_fairy nk3/5/5/5/3KN w - - 0 1
piece N& N
piece K& K
";

fn unstated(section: &Section) -> Vec<&str> {
    let keys = section.keys.iter();
    let keys = keys.filter(|key| key.status == Status::Elsewhere);
    let mut rules: Vec<&str> = keys
        .filter_map(|key| key.note.as_deref()?.split([':', ',']).next())
        .collect();
    rules.sort_unstable();
    rules
}

/// The lines of an engine do not hold all of its rules: each kind that may be missing is named.
#[test]
fn lines_of_an_engine_are_never_whole() {
    let tiny = section(LINES, Format::XBoard);
    assert_eq!(tiny.verdict(), Verdict::Unstated, "{tiny:#?}");
    let all = ["captures", "drops", "first moves", "goals", "promotions"];
    assert_eq!(unstated(&tiny), all);
    let plain = section(PLAIN, Format::XBoard);
    assert_eq!(
        (plain.verdict(), unstated(&plain)),
        (Verdict::Unstated, vec!["goals"])
    );
    assert!(plain.complete() && plain.ferz.is_some());
}

/// A game of Fairy-Max with these pieces on White's back rank; the third and the eighth are royal.
fn royals(rank: &str, third: &str, eighth: &str) -> Section {
    let text = format!(
        "version 4.8\nGame: royals\n6x6\n{rank}\n4 6 3 5 6 4\np:100 -16,6 -15,5 -17,5\n\
         p:100 16,6 15,5 17,5\nk:{third} 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7\n\
         n:300 14,7 31,7 33,7 18,7 -14,7 -31,7 -33,7 -18,7\nb:300 15,3 17,3 -15,3 -17,3\n\
         R:500 1,3 16,3 -1,3 -16,3\nQ:900 1,3 16,3 15,3 17,3 -1,3 -16,3 -15,3 -17,3\n\
         c:{eighth} 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7\n\n// End of game file\n"
    );
    section(&text, Format::FairyMax)
}

/// Several royals of value -1 must all be safe, others only the last of their kind, and those
/// behind the seventh piece not both attacked.
#[test]
fn several_royals_of_a_game() {
    for (rank, third, eighth, rule, verdict) in [
        ("4 6 3 5 6 4", "-1", "100", None, Verdict::Whole),
        ("4 3 3 5 6 4", "-1", "100", None, Verdict::Unstated),
        ("4 8 3 5 6 4", "-1", "-1", None, Verdict::Whole),
        (
            "4 3 3 5 6 4",
            "-50",
            "100",
            Some("rule: last-of-each"),
            Verdict::Whole,
        ),
        (
            "4 8 8 5 6 4",
            "300",
            "-50",
            Some("rule: white any, black all"),
            Verdict::Unstated,
        ),
        ("4 8 8 3 6 4", "-1", "-50", Some("rule: any"), Verdict::Lacks),
        ("8 8 8 5 6 4", "300", "-50", Some("rule: any"), Verdict::Lacks),
    ] {
        let section = royals(rank, third, eighth);
        assert_eq!(
            section.verdict(),
            verdict,
            "{rank} {third} {eighth}: {section:#?}"
        );
        if let Some(text) = &section.ferz {
            let found = text.lines().map(str::trim).find(|line| line.starts_with("rule:"));
            assert_eq!(found, rule, "{text}");
        }
    }
}

/// A pawn becomes a royal whose loss does not lose at once.
#[test]
fn promotion_to_a_royal() {
    let spare = royals("4 6 3 5 6 4", "-50", "100").ferz.unwrap();
    let promotes = |text: &str| {
        let mut lines = text.lines().map(str::trim);
        lines.any(|line| line.starts_with("to: ") && line.contains("king"))
    };
    assert!(promotes(&spare), "{spare}");
    let only = royals("4 6 3 5 6 4", "-1", "100").ferz.unwrap();
    assert!(!promotes(&only), "{only}");
}

fn warnings(section: &Section) -> Vec<&str> {
    let findings = section
        .findings
        .iter()
        .filter(|finding| !Finding::is_error(finding));
    findings.map(|finding| finding.message.as_str()).collect()
}

#[test]
fn a_start_that_ends_the_game() {
    let board = |fen: &str| {
        format!(
            "Variant: Ended\nBoard: 5x5\nFEN: \"{fen}\"\nPiece: King\nMove: leap (0,1)|(1,1)\nSymbol: \"K\", \
             \"K,k\"\nFlags: royal\nPiece: Rook\nMove: slide (H,V)\nSymbol: \"R\", \"R,r\"\n"
        )
    };
    for (fen, message) in [
        ("k4/5/5/5/4K w - -", None),
        (
            "2k2/5/5/3rr/r3K w - -",
            Some("the game is over at its start: black has won (checkmate)"),
        ),
        (
            "4k/5/5/5/K3R w - -",
            Some("the start position cannot occur: black is in check, but white is to move"),
        ),
    ] {
        let section = section(&board(fen), Format::Sjaak);
        assert_eq!(warnings(&section), Vec::from_iter(message), "{section:#?}");
        assert!(section.ferz.is_some());
    }
}
