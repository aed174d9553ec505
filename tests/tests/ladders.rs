//! The rules stored beside the engine (`engine/tests/perft`) are those of the rulesets today.
//!
//! `FERZ_WRITE=1` stores them (`just ladders`).

use ferz::rules::Ruleset;
use ferz_tests::library::lower_text;
use std::path::{Path, PathBuf};

#[test]
fn stored_rules_are_those_of_today() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/perft");
    let entries = std::fs::read_dir(&folder).expect("the folder of the ladders");
    let mut ladders: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "perft"))
        .collect();
    ladders.sort();
    assert!(!ladders.is_empty());
    for ladder in ladders {
        let rules = of_today(&ladder);
        let path = ladder.with_extension("json");
        if std::env::var_os("FERZ_WRITE").is_some() {
            std::fs::write(&path, stored(&rules)).expect("the folder can be written");
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let again: Option<Ruleset> = serde_json::from_str(&text).ok();
        let name = path.file_name().unwrap_or_default().display();
        assert!(
            again == Some(rules),
            "{name} is old: `just ladders` stores it again"
        );
    }
}

/// The rules of a ladder: those of the file beside it, or else of the bundled variant of its name.
fn of_today(ladder: &Path) -> Ruleset {
    let name = ladder.file_stem().unwrap_or_default().to_string_lossy();
    match std::fs::read_to_string(ladder.with_extension("ferz")) {
        Ok(text) => lower_text(&name, &text)
            .ruleset
            .unwrap_or_else(|| panic!("{name}.ferz has errors")),
        Err(_) => ferz_rulesets::ruleset(&name).unwrap_or_else(|error| panic!("{name}: {error}")),
    }
}

/// Rules as JSON, with a line for each of their parts, so that a change is short.
fn stored(rules: &Ruleset) -> String {
    let pretty = serde_json::to_string_pretty(rules).expect("rules are data");
    let mut out = String::new();
    for line in pretty.lines() {
        let begins = line.starts_with("  \"") || line == "}";
        if begins {
            out.push('\n');
        }
        out.push_str(if begins { line } else { line.trim_start() });
    }
    out.push('\n');
    out
}
