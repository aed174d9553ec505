//! Crazy Chess and the variants of its single mechanics: scenarios for every rule, and the laws of
//! random games.
//!
//! A scenario is a block of `crazy/*.txt`: a title line `== CR-5 CR-6: what happens`, then lines
//! `key: value`. `variant` (default: the whole game), `fen` (default: the start), `play` (actions,
//! with ` | ` between them), then what holds: `after` (the whole position), `has`, `lacks`, `only`
//! (legal actions), `check` (yes, no), `over` (`white king-lost`, `draw stalemate`, `no`).

use ferz::engine::{Position, Variant};
use ferz_tests::seed;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;

/// One scenario.
#[derive(Debug)]
struct Scenario {
    title: String,
    fields: BTreeMap<String, String>,
}

impl Scenario {
    fn get(&self, key: &str) -> Option<&str> {
        self.fields.get(key).map(String::as_str)
    }

    fn list(&self, key: &str) -> Vec<&str> {
        let text = self.get(key).unwrap_or_default();
        text.split(" | ")
            .map(str::trim)
            .filter(|t| !t.is_empty())
            .collect()
    }
}

fn scenarios() -> Vec<Scenario> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/crazy"));
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let known = [
        "variant", "fen", "play", "after", "has", "lacks", "only", "check", "over",
    ];
    let mut out: Vec<Scenario> = Vec::new();
    for path in paths {
        for (number, line) in std::fs::read_to_string(&path).unwrap().lines().enumerate() {
            let at = format!("{}:{}", path.display(), number + 1);
            if let Some(title) = line.strip_prefix("== ") {
                out.push(Scenario {
                    title: title.to_owned(),
                    fields: BTreeMap::new(),
                });
            } else if !line.trim().is_empty() && !line.starts_with('#') {
                let (key, value) = line.split_once(':').unwrap_or_else(|| panic!("{at}: no key"));
                assert!(known.contains(&key), "{at}: no such key");
                let scenario = out.last_mut().unwrap_or_else(|| panic!("{at}: no title"));
                let old = scenario.fields.insert(key.to_owned(), value.trim().to_owned());
                assert!(old.is_none(), "{at}: twice");
            }
        }
    }
    out
}

fn variant(name: &str) -> Variant {
    Variant::new(ferz_rulesets::ruleset(name).unwrap()).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn texts(variant: &Variant, position: &Position) -> Vec<String> {
    variant.move_texts(position, &variant.legal_moves(position))
}

fn outcome(variant: &Variant, position: &Position) -> String {
    variant.outcome(position).map_or("no".to_owned(), |outcome| {
        let winner = outcome.winner.map_or("draw", |side| side.name());
        format!("{winner} {}", outcome.reason)
    })
}

/// The faults of a scenario.
fn faults(scenario: &Scenario, variant: &Variant) -> Vec<String> {
    let mut faults = Vec::new();
    let mut position = match scenario.get("fen") {
        Some(fen) => match variant.position(fen) {
            Ok(position) => position,
            Err(error) => return vec![error.to_string()],
        },
        None => variant.start(),
    };
    if let Some(fen) = scenario.get("fen") {
        let printed = variant.fen(&position);
        if printed != fen {
            faults.push(format!("fen:   {fen}\nprinted: {printed}"));
        }
    }
    for action in scenario.list("play") {
        match variant.find_move(&position, action) {
            Some(mv) => position = variant.play(&position, mv),
            None => {
                let found = texts(variant, &position).join(" | ");
                faults.push(format!(
                    "no action `{action}` in {}\nfound: {found}",
                    variant.fen(&position)
                ));
                return faults;
            }
        }
    }
    let found = texts(variant, &position);
    let has = |text: &str| found.iter().any(|f| f == text);
    faults.extend(
        scenario
            .list("has")
            .iter()
            .filter(|t| !has(t))
            .map(|t| format!("lacks {t}")),
    );
    faults.extend(
        scenario
            .list("lacks")
            .iter()
            .filter(|t| has(t))
            .map(|t| format!("has {t}")),
    );
    let mut compare = |key: &str, actual: String| {
        if scenario.get(key).is_some_and(|expected| expected != actual) {
            faults.push(format!("{key}: {actual}"));
        }
    };
    compare("after", variant.fen(&position));
    compare(
        "check",
        if variant.in_check(&position) { "yes" } else { "no" }.to_owned(),
    );
    compare("over", outcome(variant, &position));
    if scenario.get("only").is_some() {
        let (mut expected, mut actual) = (scenario.list("only"), found.clone());
        expected.sort_unstable();
        actual.sort_unstable();
        if expected != actual {
            faults.push(format!("only: {}", actual.join(" | ")));
        }
    }
    if !faults.is_empty() && (scenario.get("has").is_some() || scenario.get("lacks").is_some()) {
        faults.push(format!("found: {}", found.join(" | ")));
    }
    faults
}

#[test]
fn every_scenario() {
    let mut variants: HashMap<String, Variant> = HashMap::new();
    let mut report = String::new();
    for scenario in scenarios() {
        let name = scenario.get("variant").unwrap_or("crazy");
        let variant = variants.entry(name.to_owned()).or_insert_with(|| variant(name));
        for fault in faults(&scenario, variant) {
            report.push_str(&format!(
                "{}\n    {}\n",
                scenario.title,
                fault.replace('\n', "\n    ")
            ));
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn every_rule_is_cited() {
    let all = scenarios();
    let cited: BTreeSet<&str> = all
        .iter()
        .flat_map(|s| s.title.split(':').next().unwrap_or_default().split(' '))
        .collect();
    for rule in 1..=38 {
        assert!(
            cited.contains(format!("CR-{rule}").as_str()),
            "no scenario cites CR-{rule}"
        );
    }
}

/// Random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

/// The pieces that a position text shows, on the board, in towers and in pools, by letter; and the
/// pawns among them.
fn census(fen: &str) -> (usize, usize, HashMap<char, usize>) {
    let mut counts: HashMap<char, usize> = HashMap::new();
    let mut count = |text: &str| {
        text.chars()
            .filter(char::is_ascii_alphabetic)
            .for_each(|c| *counts.entry(c).or_default() += 1)
    };
    let mut words = fen.split(' ');
    count(words.next().unwrap_or_default());
    for word in words {
        match word.split_once('=') {
            Some(("captured" | "exile", letters)) => count(letters),
            // The first of each tower stands in the board field, too.
            Some(("towers", towers)) => {
                towers
                    .split(',')
                    .for_each(|t| count(&t.split_once(':').unwrap().1[1..]));
            }
            _ => {}
        }
    }
    let pawns = ['P', 'p'].iter().filter_map(|p| counts.get(p)).sum();
    (counts.values().sum(), pawns, counts)
}

/// The laws of every position and action of a game: texts are read back, no two actions have one
/// text, pieces are conserved except for pawns that promotion takes out of the game, no side loses
/// its own royal without winning.
fn play_by_the_laws(variant: &Variant, seed: u64, plies: usize) -> usize {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut position = variant.start();
    for ply in 0..plies {
        let fen = variant.fen(&position);
        let at = format!("game {seed}, ply {ply}: {fen}");
        let again = variant.position(&fen).unwrap_or_else(|e| panic!("{at}: {e}"));
        assert!(again == position && variant.fen(&again) == fen, "{at}");
        let (all, pawns, counts) = census(&fen);
        assert!(all <= 32 && all + 16 >= 32 + pawns, "{at}");
        for (letter, most) in [('K', 1), ('Q', 1), ('R', 2), ('B', 2), ('N', 2), ('P', 8)] {
            for letter in [letter, letter.to_ascii_lowercase()] {
                let here = counts.get(&letter).copied().unwrap_or_default();
                assert!(
                    if most == 8 { here <= 8 } else { here == most },
                    "{at}: {here} of {letter}"
                );
            }
        }
        let moves = variant.legal_moves(&position);
        let mut names = variant.move_texts(&position, &moves);
        let mover = variant.turn(&position);
        for (mv, name) in moves.iter().zip(&names) {
            let next = variant.play(&position, *mv);
            let after = variant.fen(&next);
            assert_ne!(after, fen, "{at}: {name}");
            let answers = fen.contains(" choose=") || fen.contains(" pending=") || fen.contains(" bait=");
            let over = (!answers).then(|| variant.outcome(&next)).flatten();
            if let Some(outcome) = over.filter(|o| o.reason == ferz::EndReason::KingLost) {
                assert_eq!(outcome.winner, Some(mover), "{at}: {name}");
            }
        }
        names.sort();
        names.dedup();
        assert_eq!(names.len(), moves.len(), "{at}");
        let over = variant.outcome(&position);
        assert_eq!(over.is_some(), moves.is_empty(), "{at}: {over:?}");
        if moves.is_empty() {
            return ply;
        }
        let names = variant.move_texts(&position, &moves);
        let rich = |i: &usize| names[*i].contains("=S") || names[*i].contains(['+', '*']);
        let rich: Vec<usize> = (0..moves.len()).filter(rich).collect();
        let pick = if !rich.is_empty() && dice.roll(4) == 0 {
            rich[dice.roll(rich.len())]
        } else {
            dice.roll(moves.len())
        };
        position = variant.play(&position, moves[pick]);
    }
    plies
}

#[test]
fn random_games_keep_the_laws() {
    let variant = variant("crazy");
    let lengths: Vec<usize> = (1..=seed::samples(60))
        .map(|seed| play_by_the_laws(&variant, seed, 200))
        .collect();
    assert!(lengths.iter().any(|&n| n < 200), "no game ends");
    assert!(lengths.iter().sum::<usize>() > 3_000);
}

/// Every hook works alone on plain chess: games of the variants that use one or few of them.
#[test]
fn single_mechanics_work_alone() {
    let mut used: BTreeSet<String> = BTreeSet::new();
    let mut variants = 0;
    for bundled in ferz_rulesets::all() {
        let rules = ferz_rulesets::ruleset(bundled.name).unwrap();
        let events: Vec<&str> = rules
            .hooks
            .iter()
            .filter(|hook| ferz::hooks::takes_part(hook))
            .map(|hook| hook.name.as_str())
            .collect();
        if events.is_empty() || events.len() > 3 {
            continue;
        }
        variants += 1;
        used.extend(events.iter().map(|&n| n.to_owned()));
        let variant = Variant::new(rules).unwrap_or_else(|e| panic!("{}: {e}", bundled.name));
        for seed in 1..=5u64 {
            let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let mut position = variant.start();
            for ply in 0..120 {
                let fen = variant.fen(&position);
                let at = format!("{}, game {seed}, ply {ply}: {fen}", bundled.name);
                let again = variant.position(&fen).unwrap_or_else(|e| panic!("{at}: {e}"));
                assert!(again == position && variant.fen(&again) == fen, "{at}");
                let moves = variant.legal_moves(&position);
                assert_eq!(variant.outcome(&position).is_some(), moves.is_empty(), "{at}");
                let mut names = variant.move_texts(&position, &moves);
                names.sort();
                names.dedup();
                assert_eq!(names.len(), moves.len(), "{at}");
                if moves.is_empty() {
                    break;
                }
                position = variant.play(&position, moves[dice.roll(moves.len())]);
            }
        }
    }
    let hooks = ferz::hooks::registry().iter();
    let hooks = hooks.filter(|info| info.event.is_some()).map(|info| info.name);
    let text = ["pools", "promoter", "revenge", "royal-exile", "towers"];
    let all: BTreeSet<String> = hooks.chain(text).map(str::to_owned).collect();
    assert!(variants >= all.len(), "{variants} variants");
    assert_eq!(used, all);
}
