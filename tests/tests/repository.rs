//! Rules about the source code itself.

use ferz::dialects::Style;
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
    // The parent of nearly all is an example everywhere; its title is a word of the field. Two are
    // called by words of the language.
    let mechanics = ferz_tests::library::mechanics();
    let bundled: Vec<(&str, String)> = ferz_rulesets::all()
        .iter()
        // Words of the language, a reason why a text is no move, and mechanics that have the name
        // of a variant.
        .filter(|bundled| {
            let words = [
                "chess",
                "ambiguous",
                "capture",
                "forward",
                "rifle",
                "river",
                "swap",
            ];
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
        "desk/src",
        "workbench/src",
    ] {
        for (path, text) in sources(folder) {
            if path.file_name().is_some_and(|n| n == "tests.rs") {
                continue;
            }
            let code = code(&text);
            for (name, title) in &bundled {
                // A notation may have the name of the game that is written so.
                if Style::ALL.iter().any(|style| style.word() == *name) {
                    continue;
                }
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

/// The book documents every word for a reason, for programs that read answers.
#[test]
fn all_kinds_of_reasons_are_documented() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/cli/looking.md");
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

/// Files below a folder that end so.
fn files(folder: &Path, ending: &str, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && name != "node_modules" && name != "variants" {
            files(&path, ending, out);
        } else if name.ends_with(ending) {
            out.push(path);
        }
    }
}

/// Lines of prose: of a page those outside code and tables, of a source its comments.
fn prose(path: &Path, text: &str) -> Vec<String> {
    let is_page = path.extension().is_some_and(|e| e == "md");
    let mut code = false;
    let mut out = Vec::new();
    for line in text.lines() {
        let bare = line.trim_start();
        let said = match is_page {
            true => bare,
            false if bare.starts_with("//") => bare.trim_start_matches(['/', '!']).trim_start(),
            false => continue,
        };
        if said.starts_with("```") {
            code = !code;
        }
        // A text without a space cannot be broken: addresses, pictures, long names.
        let parted = line
            .char_indices()
            .nth(100)
            .is_none_or(|(at, _)| !line[..at].trim().contains(' '));
        let is_prose = !code && !said.starts_with(['|', '<', '!']) && !said.starts_with("[");
        if is_prose && !(parted && line.chars().count() > 100) {
            out.push(line.to_owned());
        }
    }
    out
}

/// Prose has at most 100 columns, and none of the habits that make sentences hard to read.
#[test]
fn prose_is_plain() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    files(&root.join("docs"), ".md", &mut paths);
    for folder in [
        "grammar",
        "interpreter",
        "rulesets",
        "pages",
        "lsp",
        "play",
        "import",
        "desk",
        "workbench",
        "cli",
        "drawing",
        "tests",
        "benches",
    ] {
        files(&root.join(folder).join("src"), ".rs", &mut paths);
        if root.join(folder).join("tests").is_dir() {
            files(&root.join(folder).join("tests"), ".rs", &mut paths);
        }
    }
    for name in [
        "README.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "grammar/README.md",
        "interpreter/README.md",
    ] {
        paths.push(root.join(name));
    }
    const HABITS: [&str; 5] = [
        "so many ",
        "ho cannot",
        "is not any more",
        "are not any more",
        "be it the ",
    ];
    let mut faults = Vec::new();
    for path in paths {
        // Pages that are written by programs, and what is still to be laid out.
        let name = path.to_string_lossy();
        if ["dialects", "hooks/"].iter().any(|other| name.contains(other)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for line in prose(&path, &text) {
            if line.chars().count() > 100 {
                faults.push(format!("{}: too long: {line}", path.display()));
            }
            let habit = HABITS.iter().find(|habit| line.contains(**habit));
            faults.extend(habit.map(|habit| format!("{}: {habit:?}: {line}", path.display())));
        }
    }
    assert!(
        faults.is_empty(),
        "{} lines:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// The list of sources has one line for each bundled ruleset, in the part of its family, and no
/// other.
#[test]
fn every_ruleset_stands_in_the_list_of_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list = std::fs::read_to_string(root.join("docs/sources.md")).unwrap();
    let families = std::fs::read_to_string(root.join("rulesets/families.tsv")).unwrap();
    let mut expected = Vec::new();
    for line in families.lines() {
        let (folder, title) = line.split_once('\t').unwrap();
        let mut paths = Vec::new();
        files(&root.join("rulesets").join(folder), ".ferz", &mut paths);
        paths.sort();
        let names = paths
            .iter()
            .map(|path| path.file_stem().unwrap().to_string_lossy());
        expected.extend(names.map(|name| format!("{title}: {name}")));
    }
    let mut title = "";
    let mut listed = Vec::new();
    for line in list.lines() {
        title = line.strip_prefix("## ").unwrap_or(title);
        let name = line.strip_prefix("| `").and_then(|rest| rest.split_once('`'));
        listed.extend(name.map(|(name, _)| format!("{title}: {name}")));
    }
    assert_eq!(listed, expected);
}
