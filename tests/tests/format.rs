//! Every source text of the repository, formatted: the same meaning, nothing lost, and nothing left
//! to format.

use ferz_grammar::diagnostic::Sink;
use ferz_grammar::span::SourceId;
use ferz_grammar::{TokenKind, format, tokens};
use ferz_tests::library::lower_text;
use std::path::{Path, PathBuf};

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            files_below(&path, found);
        } else if path.extension().is_some_and(|e| e == "ferz") {
            found.push(path);
        }
    }
}

fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files_below(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder),
        &mut found,
    );
    assert!(!found.is_empty(), "{folder}");
    found.sort();
    let read = |path: PathBuf| Some((path.clone(), std::fs::read_to_string(path).ok()?));
    found.into_iter().filter_map(read).collect()
}

/// The tree as the printer writes it: spaces, comments and places are not in it.
fn meaning(text: &str) -> String {
    ferz_grammar::print(&ferz_grammar::parse(text, SourceId(0), &mut Sink::new()))
}

fn comments(text: &str) -> Vec<&str> {
    let comments = tokens(text).into_iter().filter(|t| t.kind == TokenKind::Comment);
    let mut comments: Vec<&str> = comments
        .map(|t| text[t.span.start..t.span.end].trim_end())
        .collect();
    comments.sort_unstable();
    comments
}

/// Whether the text could be formatted.
fn check(path: &Path, text: &str) -> bool {
    let Ok(formatted) = format(text) else { return false };
    let path = path.display();
    assert_eq!(meaning(&formatted), meaning(text), "{path}");
    assert_eq!(comments(&formatted), comments(text), "{path}");
    assert_eq!(format(&formatted).as_deref(), Ok(formatted.as_str()), "{path}");
    true
}

#[test]
fn every_file_of_the_repository() {
    for folder in ["rulesets", "tests/boards", "tests/diagnostics/warn"] {
        for (path, text) in texts(folder) {
            assert!(check(&path, &text), "{}", path.display());
        }
    }
    let wrong = texts("tests/diagnostics/err");
    let formatted = wrong.iter().filter(|(path, text)| check(path, text)).count();
    assert!(
        formatted > 20 && formatted < wrong.len(),
        "{formatted} of {}",
        wrong.len()
    );
}

#[test]
fn rules_stay_the_same() {
    for folder in ["rulesets", "tests/boards"] {
        for (path, text) in texts(folder) {
            let rules = |text: &str| lower_text("x.ferz", text).ruleset;
            let formatted = format(&text).expect("it is sound");
            assert_eq!(rules(&formatted), rules(&text), "{}", path.display());
        }
    }
}

#[test]
fn the_bundled_rulesets_and_boards_are_formatted() {
    for folder in ["rulesets", "tests/boards"] {
        for (path, text) in texts(folder) {
            let formatted = format(&text).expect("it is sound");
            assert!(formatted == text, "run `ferz fmt {}`", path.display());
        }
    }
}
