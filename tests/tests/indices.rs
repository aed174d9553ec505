//! Every index between brackets in the engine has a reason why it is in range: `indices.tsv` names
//! a kind of reason for each expression, and `docs/ENGINE.md` explains the kinds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The kinds of reasons, as `docs/ENGINE.md` explains them.
const KINDS: [&str; 7] = ["fixed", "found", "length", "mask", "number", "place", "side"];

/// The text of a file without comments, and with nothing in strings and characters.
fn bare(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if c == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            rest = end.map_or("", |end| &rest[end + 2..]);
        } else if let Some(after) = character(rest) {
            rest = after;
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// The text behind a character in quotes, if it begins with one; a lifetime is none.
fn character(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('\'')?;
    if let Some(escaped) = inside.strip_prefix('\\') {
        let end = escaped[1..].find('\'')?;
        return Some(&escaped[end + 2..]);
    }
    let first = inside.chars().next()?;
    inside[first.len_utf8()..].strip_prefix('\'')
}

/// The text between the brackets of each index, without spaces.
fn indices(text: &str) -> Vec<String> {
    let text = bare(text.split("#[cfg(test)]").next().unwrap_or_default());
    let mut found = Vec::new();
    for (at, _) in text.match_indices('[') {
        let indexes = |c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '?');
        if !text[..at].ends_with(indexes) {
            continue;
        }
        let mut depth = 0;
        let end = text[at..].find(|c| {
            depth += i32::from(matches!(c, '[' | '(')) - i32::from(matches!(c, ']' | ')'));
            depth == 0
        });
        let end = end.expect("every bracket is closed");
        let index: String = text[at + 1..at + end].split_whitespace().collect();
        if !index.is_empty() && index != ".." {
            found.push(index);
        }
    }
    found
}

fn read(folder: &Path, found: &mut BTreeMap<String, String>) {
    let entries = std::fs::read_dir(folder).expect("a folder of the engine");
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            read(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            let text = std::fs::read_to_string(&path).expect("a file of the engine");
            for index in indices(&text) {
                found.insert(index, path.display().to_string());
            }
        }
    }
}

#[test]
fn every_index_has_a_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeMap::new();
    read(&root.join("../engine/src"), &mut found);
    let table = std::fs::read_to_string(root.join("indices.tsv")).expect("the table");
    let rows: Vec<(&str, &str)> = table
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once('\t'))
        .collect();
    let known: BTreeSet<&str> = rows.iter().map(|(index, _)| *index).collect();
    let new: Vec<_> = found
        .iter()
        .filter(|(index, _)| !known.contains(index.as_str()))
        .collect();
    assert!(new.is_empty(), "not in tests/indices.tsv: {new:#?}");
    let gone: Vec<_> = known
        .iter()
        .filter(|index| !found.contains_key(**index))
        .collect();
    assert!(gone.is_empty(), "no longer in the engine: {gone:#?}");
    let explained = std::fs::read_to_string(root.join("../docs/ENGINE.md")).expect("the page");
    for kind in KINDS {
        assert!(explained.contains(&format!("| `{kind}` |")), "{kind}");
    }
    let odd: Vec<_> = rows.iter().filter(|(_, kind)| !KINDS.contains(kind)).collect();
    assert!(odd.is_empty(), "{odd:?}");
}

#[test]
fn indices_are_found_and_nothing_else() {
    let text = "a[i] b [c] #[d] vec![e] f([g])[h + 1] 'j' \"k[l]\" // m[n]\np[q[r]]?[s] &'t [u]";
    assert_eq!(indices(text), ["i", "h+1", "q[r]", "r", "s"]);
}
