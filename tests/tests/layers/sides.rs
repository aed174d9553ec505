//! No table of the engine is an array of two sides; `tests/pairs.txt` has the pairs of other
//! things. No file asks for the one opponent of a side beyond those that `tests/opponents.tsv`
//! lists, each with the number of its questions, which may only fall.

use std::collections::BTreeMap;
use std::path::Path;

/// The files of the engine without their comments, by their paths in `engine/src`.
fn files(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
    let entries = std::fs::read_dir(folder).expect("a folder of the engine");
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            files(&path, &format!("{prefix}{name}/"), found);
        } else if name.ends_with(".rs") && name != "side.rs" {
            let text = std::fs::read_to_string(&path).expect("a file of the engine");
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            found.insert(format!("{prefix}{name}"), code.collect::<Vec<_>>().join("\n"));
        }
    }
}

fn engine() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src");
    let mut found = BTreeMap::new();
    files(&root, "", &mut found);
    found
}

#[test]
fn tables_by_side_have_their_own_type() {
    let others = include_str!("../../pairs.txt");
    let others: Vec<&str> = others.lines().filter(|line| !line.starts_with('#')).collect();
    let mut faults = Vec::new();
    for (name, text) in engine() {
        let pairs = text
            .lines()
            .filter(|line| line.contains("; 2]") && !line.contains("SmallVec<["));
        for line in pairs {
            if !others.iter().any(|known| line.trim() == *known) {
                faults.push(format!("{name}: {}", line.trim()));
            }
        }
    }
    assert!(faults.is_empty(), "a table by side is a `BySide`: {faults:#?}");
}

#[test]
fn the_one_opponent_is_asked_for_in_listed_files() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("opponents.tsv");
    let table = std::fs::read_to_string(table).expect("the table");
    let rows = table.lines().skip(1).filter_map(|line| line.split_once('\t'));
    let listed: BTreeMap<&str, usize> = rows
        .map(|(name, number)| (name, number.parse().expect("a number")))
        .collect();
    let mut asked = BTreeMap::new();
    let engine = engine();
    for (name, text) in &engine {
        let number = text.matches(".other()").count();
        if number > 0 {
            asked.insert(name.as_str(), number);
        }
    }
    let more: Vec<_> = asked
        .iter()
        .filter(|(name, number)| listed.get(**name).is_none_or(|known| *number > known))
        .collect();
    assert!(
        more.is_empty(),
        "ask for `opponents`, `enemies`, `next` or `previous`: {more:#?}"
    );
    let fewer: Vec<_> = listed
        .iter()
        .filter(|(name, number)| asked.get(*name) != Some(*number))
        .collect();
    assert!(
        fewer.is_empty(),
        "tests/opponents.tsv lists more than there is: {fewer:#?}"
    );
}
