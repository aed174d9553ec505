//! Rules about the source code itself.

use std::path::{Path, PathBuf};

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, out: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, out);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                out.push((path, text));
            }
        }
    }
    let mut out = Vec::new();
    walk(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder),
        &mut out,
    );
    assert!(!out.is_empty(), "{folder} has no source files");
    out
}

/// Code without comments and without what follows `#[cfg(test)]`.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Variants are data: code never asks which one it runs.
#[test]
fn no_variant_is_named_in_code() {
    // The parent of nearly all is an example everywhere; its title is a word of the field. Two are called by words of the
    // language.
    let mechanics = ferz_tests::library::mechanics();
    let bundled: Vec<(&str, String)> = ferz_rulesets::all()
        .iter()
        // Words of the language, a reason why a text is no move, and mechanics that have the name of a variant.
        .filter(|bundled| {
            let words = ["chess", "ambiguous", "capture", "forward", "rifle", "swap"];
            !words.contains(&bundled.name) && mechanics.iter().all(|mechanic| mechanic.name != bundled.name)
        })
        .map(|bundled| {
            let rules = ferz_rulesets::ruleset(bundled.name).expect(bundled.name);
            (bundled.name, rules.title)
        })
        .collect();
    for folder in [
        "grammar/src",
        "engine/src",
        "interpreter/src",
        "drawing/src",
        "pages/src",
        "lsp/src",
        "play/src",
        "cli/src",
        "workbench/src",
    ] {
        for (path, text) in sources(folder) {
            if path.file_name().is_some_and(|n| n == "tests.rs") {
                continue;
            }
            let code = code(&text);
            for (name, title) in &bundled {
                // Alone in quotes, by its title, or as the argument of an example.
                let quoted = code.contains(&format!("\"{name}\""));
                let titled = title.contains(' ') && code.contains(title.as_str());
                let argument = [
                    "show", "draw", "play", "perft", "why", "test", "ir", "moves", "doc",
                ]
                .into_iter()
                .any(|word| code.contains(&format!("ferz {word} {name}")));
                assert!(
                    !quoted && !titled && !argument,
                    "{} names the variant {name}",
                    path.display()
                );
            }
        }
    }
}

/// The libraries read and write nothing.
#[test]
fn libraries_do_no_io() {
    for folder in [
        "grammar/src",
        "engine/src",
        "interpreter/src",
        "drawing/src",
        "pages/src",
        "lsp/src",
        "play/src",
        "import/src",
    ] {
        for (path, text) in sources(folder) {
            for word in [
                "std::fs",
                "std::net",
                "std::io",
                "std::process",
                "println!",
                "eprintln!",
            ] {
                assert!(!code(&text).contains(word), "{} uses {word}", path.display());
            }
        }
    }
}

/// The syntax tree ends at lowering.
#[test]
fn the_engine_knows_no_syntax_tree() {
    for folder in ["engine/src/engine", "engine/src/board"] {
        for (path, text) in sources(folder) {
            assert!(
                !code(&text).contains("ferz_grammar"),
                "{} knows the syntax tree",
                path.display()
            );
        }
    }
}

/// The first text between quotes behind a place in code, if nothing but space is before it.
fn literal(code: &str) -> Option<&str> {
    code.trim_start().strip_prefix('"')?.split('"').next()
}

/// Whoever reads answers with a program finds every word for a reason in the book.
#[test]
fn all_kinds_of_reasons_are_documented() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/cli.md");
    let book = std::fs::read_to_string(book).unwrap();
    let mut kinds: Vec<String> = Vec::new();
    for (path, text) in sources("interpreter/src/why") {
        let text = code(&text);
        let told = text.split("told(").skip(1).filter_map(literal);
        kinds.extend(told.map(str::to_owned));
        if path.ends_with("reason.rs") {
            let list = text.split("pub fn kind(").nth(1).unwrap();
            let list = list.split("\n    }\n").next().unwrap();
            let words = list.split("=> ").skip(1).filter_map(literal);
            kinds.extend(words.map(str::to_owned));
        }
    }
    assert!(kinds.len() > 80, "{kinds:?}");
    let missing = kinds.iter().filter(|kind| !book.contains(&format!("`{kind}`")));
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&String>::new());
}
