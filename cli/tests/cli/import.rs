//! `ferz import` and `ferz export`.

use super::ferz;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;

const TINY: &str = "\
# Whoever is stalemated has lost, and queens are amazons.
[tiny:chess]
amazon = q
promotionPieceTypes = qrbn
stalemateValue = loss
pocketSize = 3
";

#[test]
fn a_section_goes_to_standard_output() {
    let text = "piece queen Q = queen | knight, value 9\n";
    let report = contains("tiny (line 2), extends chess: every rule taken over");
    let run = ferz(&["import", "-"]).write_stdin(TINY).assert().success();
    run.stdout(contains("variant \"Tiny\" extends chess").and(contains(text)))
        .stderr(report);
}

#[test]
fn many_remarks_of_a_kind_are_counted() {
    let text = format!("[x:chess]\n{}", "promotionPieceTypes = q\n".repeat(1_000));
    let run = ferz(&["import", "-"]).write_stdin(text).assert().success();
    let told = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    let shown = told.matches("stands again in line").count();
    assert_eq!(shown, 21, "{told}");
    assert!(
        told.contains(
            "... and 979 more of this kind: `...` stands again in line ..., and only the last counts"
        ),
        "{told}"
    );
}

#[test]
fn files_are_written_all_or_none_and_never_over_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let both = format!("{TINY}\n[other:tiny]\ncheckmateValue = win\n");
    std::fs::write(path.join("other.ferz"), "mine").unwrap();
    let import = |force: bool| {
        let mut run = ferz(&["import", "-", "-o", "."]);
        run.current_dir(path).write_stdin(both.clone());
        if force {
            run.arg("--force");
        }
        run.assert()
    };
    import(false)
        .code(1)
        .stderr(contains("other.ferz is there already"));
    assert!(!path.join("tiny.ferz").exists());
    assert_eq!(std::fs::read_to_string(path.join("other.ferz")).unwrap(), "mine");
    import(true).success().stdout(contains("wrote"));
    assert!(
        std::fs::read_to_string(path.join("other.ferz"))
            .unwrap()
            .contains("checkmate: win")
    );
}

#[test]
fn several_sections_want_a_folder() {
    let both = "[a:chess]\nqueen = -\nstartFen = rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\n[b:a]\nmustCapture = true\n";
    let run = ferz(&["import", "-"]).write_stdin(both).assert();
    run.code(2).stderr(contains("-o"));
}

#[test]
fn mistakes_are_shown_in_their_place() {
    let text = "[a:chess]\nstalemateValue = loss\nnMoveRul = 0\n";
    let run = ferz(&["import", "-"]).write_stdin(text).assert().code(1);
    run.stderr(
        contains("there is no key `nMoveRul`")
            .and(contains("did you mean `nMoveRule`?"))
            .and(contains("3:1")),
    );
}

#[test]
fn what_cannot_be_taken_over_is_told() {
    let text = "[a:chess]\nadjudicateFullBoard = true\n";
    let run = ferz(&["import", "-", "--json"])
        .write_stdin(text)
        .assert()
        .code(1);
    let out = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["complete"], false);
    assert_eq!(report["sections"][0]["keys"][0]["status"], "not-possible");
}

#[test]
fn export_says_what_a_section_cannot() {
    let export = |name| ferz(&["export", name]).assert();
    export("chess").success().stdout(contains("[chess]\n"));
    let run = export("kamikaze").code(1);
    run.stdout("").stderr(contains("the section does not say it"));
}

/// Two variants of Sjaak II; the second has a rule that is lost.
const SJAAK: &str = r#"Variant: Plain Rooks
Board: 4x4
FEN: "k2r/4/4/K2R w - -"
Piece: King
Move: leap (0,1)|(1,1)
Symbol: "K", "K,k"
Flags: royal
Piece: Rook
Move: slide (H,V)
Symbol: "R", "R,r"
Rule: stalemate = loss

Variant: Frail Rooks
Board: 4x4
FEN: "k2r/4/4/K2R w - -"
Piece: King
Move: leap (0,1)|(1,1)
Symbol: "K", "K,k"
Flags: royal
Piece: Rook
Move: slide (H,V)
Symbol: "R", "R,r"
Flags: endangered
"#;

#[test]
fn a_variant_is_chosen_behind_a_colon() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("rooks.txt"), SJAAK).unwrap();
    let run = |arguments: &[&str]| ferz(arguments).current_dir(folder.path()).assert();
    run(&["import", "rooks.txt:plain-rooks"])
        .success()
        .stdout(contains("variant \"Plain Rooks\""));
    run(&["import", "rooks.txt:plain-rook"])
        .code(1)
        .stderr(contains("did you mean `plain-rooks`?"));
    run(&["import", "rooks.txt", "--partial"])
        .code(2)
        .stderr(contains("plain-rooks, frail-rooks"));
}

#[test]
fn a_text_that_lacks_rules_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("rooks.txt"), SJAAK).unwrap();
    let run = |arguments: &[&str]| ferz(arguments).current_dir(folder.path()).assert();
    run(&["import", "rooks.txt:frail-rooks"])
        .code(1)
        .stdout("")
        .stderr(contains("whole but for 1 rule").and(contains("Flags endangered")));
    run(&["import", "rooks.txt:frail-rooks", "--partial"])
        .code(1)
        .stdout(contains("variant \"Frail Rooks\""))
        .stderr(contains("Flags endangered"));
}

#[test]
fn files_of_any_format_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("rooks.txt"), SJAAK).unwrap();
    let run = |arguments: &[&str]| ferz(arguments).current_dir(folder.path()).assert();
    run(&["compare", "rooks.txt:plain-rooks", "rooks.txt:plain-rooks"])
        .success()
        .stdout(contains("The rules are the same."));
    run(&["compare", "rooks.txt:plain-rooks", "rooks.txt:frail-rooks"])
        .code(1)
        .stdout(contains("stalemate"))
        .stderr(contains("Flags endangered"));
    // A section with the name of the variant that it extends.
    let ini = "[chess:chess]\nstalemateValue = loss\nnFoldRule = 5\n";
    std::fs::write(folder.path().join("own.ini"), ini).unwrap();
    run(&["compare", "own.ini:chess", "chess"])
        .code(1)
        .stdout(contains("end repetition").and(contains("new: draw: stalemate")));
    run(&["compare", "rooks.txt", "chess"])
        .code(2)
        .stderr(contains("2 variants"));
}

/// An engine for XBoard in a few lines of shell, with two variants of which it describes one.
#[cfg(unix)]
const ENGINE: &str = r#"while read line; do case "$line" in
  protover*) echo 'feature ping=1 variants="normal,small" done=1';;
  'variant small') echo 'setup (PNKpnk) 5x5+0_fairy nk3/pp3/5/3PP/3KN w - - 0 1'; echo 'piece P& fmWfcF';;
  ping*) echo "pong ${line#ping }";;
  quit) exit;;
esac; done
"#;

#[cfg(unix)]
#[test]
fn an_engine_tells_of_its_variants() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("engine");
    std::fs::write(&script, ENGINE).unwrap();
    let command = format!("sh {}", script.display());
    let ask = |names: &[&str]| {
        let words = [&["import", "--engine", command.as_str()], names].concat();
        ferz(&words).assert()
    };
    // Of all variants the engine describes one; the other one is XBoard's own.
    for names in [&["small"][..], &[]] {
        let text = contains("variant \"small\"").and(contains("board 5x5"));
        ask(names).success().stdout(text);
    }
    ask(&["normal"]).code(1).stderr(contains("no `setup`"));
    ask(&["smal"]).code(1).stderr(contains("did you mean `small`?"));
}
