//! The engine against the slow evaluator: random games on every bundled variant and on small boards that each
//! have something special. Both must have the same moves, the same positions after them, the same check and the
//! same outcome.

use ferz::rules::Ruleset;
use ferz_tests::slow::duel::play_rules;
use ferz_tests::slow::hooks::is_known;
use std::path::Path;

#[test]
fn bundled_variants() {
    let mut compared = 0;
    for bundled in ferz_rulesets::all() {
        let rules = ferz_rulesets::ruleset(bundled.name).unwrap_or_else(|error| panic!("{error}"));
        if rules.hooks.iter().all(|hook| is_known(&hook.name)) {
            compared += 1;
            play_rules(bundled.name, &rules, 1..=2, 50);
        }
    }
    assert!(compared > 30);
}

/// The rules of a file.
fn lowered(path: &Path) -> Ruleset {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = path.display().to_string();
    let lowered = ferz::lower::lower(ferz::lower::Source { name, text }, &ferz_rulesets::Library);
    lowered
        .ruleset
        .unwrap_or_else(|| panic!("{}: {:#?}", path.display(), lowered.diagnostics))
}

#[test]
fn own_boards() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/boards");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ferz"))
        .collect();
    paths.sort();
    assert!(paths.len() > 15);
    for path in paths {
        let name = path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let rules = lowered(&path);
        let is_large = u16::from(rules.board.files) * u16::from(rules.board.ranks) > 100;
        let (games, plies) = if is_large { (1, 30) } else { (5, 50) };
        assert!(
            play_rules(&name, &rules, 1..=games, plies) > 10,
            "{name}: every game is over at once"
        );
    }
}
