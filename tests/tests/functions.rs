//! Functions are short: at most [`MOST`] lines. Tables, which say the same of one thing after the
//! other, may be longer and stand in [`TABLES`]. Files have at most [`MOST_OF_FILE`] lines; those
//! in [`LONG_FILES`] are longer, and none of them is of the engine.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The largest number of lines of a function, its first and last included.
const MOST: usize = 60;

/// The largest number of lines of a file.
const MOST_OF_FILE: usize = 600;

/// Files that are longer. None may be added.
const LONG_FILES: &[&str] = &[
    "cli/src/args.rs",
    "import/src/apply.rs",
    "interpreter/src/dialects/moves.rs",
    "interpreter/src/lower/movement/mod.rs",
    "interpreter/src/lower/movement/normal.rs",
    "interpreter/src/lower/movement/phrase.rs",
    "interpreter/src/lower/squares.rs",
    "interpreter/src/lower/start.rs",
    "interpreter/src/vocabulary/sections.rs",
    "pages/src/movement/mod.rs",
];

/// Files, the tables in them that are longer, and the meaning of a line in them.
const TABLES: &[(&str, &str, &str)] = &[
    (
        "engine/src/engine/build/mod.rs",
        "compiled",
        "a field of the compiled variant",
    ),
    (
        "grammar/src/parser/expected.rs",
        "in_words",
        "a rule of the grammar",
    ),
    ("interpreter/src/lower/mod.rs", "ruleset", "a part of the rules"),
    ("interpreter/src/vocabulary/mod.rs", "all", "a list of words"),
    ("interpreter/src/why/reason.rs", "squares", "a reason"),
];

const CRATES: &[&str] = &[
    "benches/src",
    "cli/src",
    "desk/src",
    "drawing/src",
    "engine/src",
    "grammar/src",
    "import/src",
    "interpreter/src",
    "lsp/src",
    "pages/src",
    "play/src",
    "rulesets/src",
    "workbench/src",
];

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder can be read") {
        let path = entry.expect("an entry can be read").path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && path.file_name().is_some_and(|name| name != "tests.rs")
        {
            out.push(path);
        }
    }
}

/// The name of the function that begins on a line, and how far the line is indented.
fn begins(line: &str) -> Option<(&str, &str)> {
    let start = line.trim_start();
    let indent = &line[..line.len() - start.len()];
    let (before, after) = start.split_once("fn ")?;
    let is_prefix = |word: &str| matches!(word, "const" | "async" | "unsafe") || word.starts_with("pub");
    if !before.split_whitespace().all(is_prefix) {
        return None;
    }
    let name = after.split(['(', '<']).next()?;
    Some((name, indent))
}

/// Every function of a text with its number of lines.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let Some((name, indent)) = begins(line) else {
            continue;
        };
        let ends = |line: &&str| {
            line.strip_prefix(indent)
                .is_some_and(|rest| matches!(rest, "}" | ");"))
        };
        let is_whole = line.ends_with('}') || line.ends_with(';');
        let end = lines[i..].iter().position(ends).unwrap_or(0);
        found.push((name, if is_whole { 1 } else { end + 1 }));
    }
    found
}

#[test]
fn functions_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut long: BTreeSet<(String, String)> = BTreeSet::new();
    for folder in CRATES {
        let mut paths = Vec::new();
        files(&root.join(folder), &mut paths);
        assert!(!paths.is_empty(), "{folder} has no files");
        for path in paths {
            let text = std::fs::read_to_string(&path).expect("a file can be read");
            let name = path
                .strip_prefix(&root)
                .expect("it is below the root")
                .display()
                .to_string();
            let too_long = functions(&text).into_iter().filter(|(_, lines)| *lines > MOST);
            long.extend(too_long.map(|(function, _)| (name.clone(), function.to_owned())));
        }
    }
    let known: BTreeSet<(String, String)> = TABLES
        .iter()
        .map(|(file, name, _)| ((*file).to_owned(), (*name).to_owned()))
        .collect();
    let new: Vec<_> = long.difference(&known).collect();
    let gone: Vec<_> = known.difference(&long).collect();
    assert!(new.is_empty(), "longer than {MOST} lines: {new:#?}");
    assert!(
        gone.is_empty(),
        "take these out of the list, they are short now: {gone:#?}"
    );
}

#[test]
fn files_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut long = BTreeSet::new();
    for folder in CRATES {
        let mut paths = Vec::new();
        files(&root.join(folder), &mut paths);
        for path in paths {
            let text = std::fs::read_to_string(&path).expect("a file can be read");
            if text.lines().count() > MOST_OF_FILE {
                let name = path.strip_prefix(&root).expect("it is below the root");
                long.insert(name.display().to_string());
            }
        }
    }
    let new: Vec<_> = long
        .iter()
        .filter(|file| !LONG_FILES.contains(&file.as_str()))
        .collect();
    let gone: Vec<_> = LONG_FILES.iter().filter(|file| !long.contains(**file)).collect();
    assert!(new.is_empty(), "longer than {MOST_OF_FILE} lines: {new:#?}");
    assert!(
        gone.is_empty(),
        "take these out of the list, they are short now: {gone:#?}"
    );
}

/// The test itself sees functions.
#[test]
fn functions_are_found() {
    let text = "impl A {\n    pub(crate) const fn one<T>(\n        a: T,\n    ) {\n    }\n}\nfn two() {}\n";
    assert_eq!(functions(text), [("one", 4), ("two", 1)]);
}
