//! Every code is documented, and its examples have their stated results.

use ferz_grammar::diagnostic::{Diagnostic, Severity};
use ferz_tests::library::lower_text;
use ferz_tests::page::page;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn codes_are_sorted_and_explained() {
    let codes: Vec<&str> = ferz::codes::all().map(|c| c.code).collect();
    assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
    for info in ferz::codes::all() {
        assert!(
            !info.title.is_empty() && !info.explanation.is_empty() && !info.right.is_empty(),
            "{}",
            info.code
        );
    }
    assert_eq!(ferz::codes::find("f0204").map(|c| c.code), Some("F0204"));
    assert!(ferz::codes::find("F9999").is_none());
}

/// Errors and warnings about rules.
fn own() -> impl Iterator<Item = &'static ferz::codes::CodeInfo> {
    ferz::codes::errors().chain(ferz::codes::WARNINGS)
}

#[test]
fn wrong_examples_are_wrong() {
    let mut failures = String::new();
    for info in own().filter(|c| !c.wrong.is_empty()) {
        let lowered = lower_text("example.ferz", info.wrong);
        let has = |d: &Diagnostic| d.code == info.code;
        let errors = || {
            lowered
                .diagnostics
                .iter()
                .filter(|d| d.severity == Severity::Error)
        };
        let is_warning = info.code >= "F0300";
        if !lowered.diagnostics.iter().any(has) || !errors().all(has) || lowered.has_errors() == is_warning {
            failures.push_str(&format!("{}:\n{}\n", info.code, page(&lowered)));
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn right_examples_are_right() {
    let mut failures = String::new();
    for info in own() {
        let lowered = lower_text("example.ferz", info.right);
        if !lowered.diagnostics.is_empty() {
            failures.push_str(&format!("{}:\n{}\n", info.code, page(&lowered)));
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// The codes that a folder of sources mentions in quotes.
fn mentioned(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("sources are there") {
        let path = entry.expect("sources are readable").path();
        if path.is_dir() {
            mentioned(&path, found);
            continue;
        }
        let text = fs::read_to_string(&path).expect("sources are text");
        for (at, _) in text.match_indices("\"F0") {
            if let Some(code) = text.get(at + 1..at + 6) {
                found.insert(code.to_owned());
            }
        }
    }
}

#[test]
fn every_code_of_the_sources_is_documented_and_the_other_way_round() {
    let mut found = BTreeSet::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../interpreter/src");
    mentioned(&root.join("lower"), &mut found);
    found.extend(["F0317", "F0318"].map(str::to_owned));
    let documented: BTreeSet<String> = own().map(|c| c.code.to_owned()).collect();
    assert_eq!(found, documented);
}
