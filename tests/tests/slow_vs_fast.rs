//! The engine against the slow evaluator: random games on every bundled variant and on small boards
//! that each have something special. Both must have the same moves, the same positions after them,
//! the same check and the same outcome.

use ferz::engine::Variant;
use ferz::rules::{Hurdle, Movement, Ruleset, Via};
use ferz_tests::library::lower_text;
use ferz_tests::seed;
use ferz_tests::slow::duel::{Random, compare, play, play_rules};
use ferz_tests::slow::events;
use ferz_tests::slow::hooks::knows;
use std::path::Path;

/// On two threads: it is the longest of all tests.
#[test]
fn bundled_variants() {
    let compared: usize = std::thread::scope(|scope| {
        let halves = [0, 1].map(|first| scope.spawn(move || every_other_variant(first)));
        halves
            .into_iter()
            .map(|half| half.join().expect("they agree"))
            .sum()
    });
    let all = ferz_rulesets::all().len();
    assert!(compared * 6 > all * 5, "only {compared} of {all} variants");
}

/// Plays every other bundled variant, and says how many they were.
fn every_other_variant(first: usize) -> usize {
    let mut compared = 0;
    let today = seed::some(seed::samples(1));
    let today = today.start..=today.end - 1;
    let day = seed::of_this_run() as usize;
    for (number, bundled) in ferz_rulesets::all().iter().enumerate().skip(first).step_by(2) {
        let rules = ferz_rulesets::ruleset(bundled.name).unwrap_or_else(|error| panic!("{error}"));
        if knows(&rules) {
            compared += 1;
            // If each move may put many walls, or all answers must be tried, the slow evaluator
            // takes its time.
            let slow =
                rules.walls.is_some() || !rules.royalty.attack.is_by_paths() || hops_over_walls(&rules);
            // Half of the variants are looked at for longer, the other half tomorrow. Half play the
            // game of all days, the others one of their own.
            let turn = (number / 2 + day) % 4;
            let plies = match (slow, turn) {
                (true, _) => 4,
                (false, 0 | 2) => 50,
                (false, _) => 10,
            };
            let games = if turn < 2 {
                1..=seed::samples(1)
            } else {
                today.clone()
            };
            play_rules(bundled.name, &rules, games, plies);
        }
    }
    compared
}

/// Whether pieces hop over walls, for which their movements have very many paths.
fn hops_over_walls(rules: &Ruleset) -> bool {
    let hops = |part: &Movement| {
        let via = Via::Hurdle(Hurdle::Wall);
        matches!(part, Movement::Then { via: over, .. } if *over == via)
    };
    rules.pieces.values().any(|piece| piece.movement.white.any(&hops))
}

/// `FERZ_NAMES="chess atomic" FERZ_SAMPLES=20` plays twenty games of each.
#[test]
#[ignore = "for a look at the variants that FERZ_NAMES names"]
fn named_variants() {
    let names = std::env::var("FERZ_NAMES").expect("FERZ_NAMES names variants");
    for name in names.split(' ') {
        let rules = ferz_rulesets::ruleset(name).unwrap_or_else(|error| panic!("{error}"));
        if knows(&rules) {
            play_rules(name, &rules, 1..=seed::samples(1), 50);
            continue;
        }
        let fast = Variant::new(rules.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let slow = events::Game::new(&rules);
        for seed in 1..=seed::samples(1) {
            play(name, &fast, &slow, seed, 50);
        }
    }
}

/// Conditions of drops about the squares around them, on boards where sets tell it and on boards
/// that close.
#[test]
fn drops_that_ask() {
    let asked = [
        "while: enemy between mover and friend by ride all",
        "while: enemy between mover and friend man by ride all 1..2",
        "while: enemy man between mover and friend by ride orthogonal",
        "while: enemy between mover and friend by leap(1, 2) all",
        "while: enemy man on (step all at target | b2-c4)",
        "while: friend disc on step all at target, enemy on a1-a3",
        "while: all on step orthogonal at target; unless: enemy man on knight at mover",
        "while: friend on (step all at target except b2)",
        "while: empty on b2-b3 | step north at target; unless: empty on c3",
        "unless: empty on step south at target",
    ];
    for (number, asked) in asked.iter().enumerate() {
        for board in [
            "5x5",
            "6x4 { wrap: files }",
            "4x5 { wrap: ranks }",
            "3x6 { wrap: files }",
        ] {
            let (width, height) = (board.as_bytes()[0] - b'0', board.as_bytes()[2] - b'0');
            let rows: Vec<String> = (0..height)
                .map(|rank| match rank {
                    1 => format!("1Pp{}", width - 3),
                    2 => format!("1pM{}", width - 3),
                    _ => width.to_string(),
                })
                .collect();
            let start = rows.join("/").replace("p0", "p").replace("M0", "M");
            let text = format!(
                "variant \"Test\"\nboard {board}\narmy both {{\n  disc P = none, confined, harmless\n  man M = move king, harmless\n}}\n\
                 drop disc {{ on: all; endless: yes; {asked} }}\ndrop man {{ on: all; {asked} }}\n\
                 on drop {{ flip: enemy on step orthogonal at mover }}\nrules {{ pass: stuck }}\n\
                 end {{ majority: most disc, full, passes 2 }}\nstart \"{start}[MMMmmm] w - - 0 1\"\n"
            );
            let lowered = lower_text("test", &text);
            let rules = lowered
                .ruleset
                .unwrap_or_else(|| panic!("{text}\n{:#?}", lowered.diagnostics));
            play_rules(
                &format!("{asked} on {board}"),
                &rules,
                1..=seed::samples(2),
                20 + number,
            );
        }
    }
}

/// The ways of a piece to meet an enemy on one square: every two of them together, with and without
/// a quiet one.
#[test]
fn two_ways_to_meet_an_enemy() {
    let meetings = [
        "capture M",
        "capture M of man",
        "capture M of disc",
        "rifle M",
        "rifle M of man",
        "swap-enemy M",
        "swap-enemy M of disc",
        "initial capture M",
        "initial capture M of man",
        "capture (M over any)",
        "capture M to c1-c3",
        "capture M from b1-b5 of man",
        "(capture M) then step all",
    ];
    let quiet = ["", "initial move M | ", "exposed move M | "];
    for (number, first) in meetings.iter().enumerate() {
        for (other, second) in meetings[number + 1..].iter().enumerate() {
            let other_quiet = quiet[(number + other) % quiet.len()];
            for (way, quiet) in [("ride orthogonal", "move M | "), ("step all", other_quiet)] {
                let movement = format!("{quiet}{first} | {second}").replace('M', way);
                let text = format!(
                    "variant \"Test\"\nboard 5x5\narmy both {{\n  disc D = move step all\n  man M = capture step all\n  \
                     hunter H = {movement}\n}}\nend {{ bare: extinct hunter }}\nrules {{ pass: stuck }}\n\
                     start \"dmhmd/1d3/h1m1H/1D3/DMHMD w - - 0 1\"\n"
                );
                let lowered = lower_text("test", &text);
                let rules = lowered
                    .ruleset
                    .unwrap_or_else(|| panic!("{text}\n{:#?}", lowered.diagnostics));
                play_rules(&movement, &rules, 1..=seed::samples(1), 6);
            }
        }
    }
}

/// Games from other starts than those that are written down, with and without pieces between those
/// that castle.
#[test]
fn other_starts() {
    let mut random = Random(seed::of_this_run());
    for name in ["fischerandom", "caparandom"] {
        let mut rules = ferz_rulesets::ruleset(name).unwrap_or_else(|error| panic!("{error}"));
        let first = rules.clone();
        for thin in [false, true] {
            let number = random.below(first.starts() as usize) as u64;
            let start = first.start(number).expect("there is such a start");
            let (board, rest) = start.split_once(' ').expect("a board and more");
            let rows: Vec<String> = board
                .split('/')
                .map(|row| if thin { thinned(row) } else { row.to_owned() })
                .collect();
            rules.start = format!("{} {rest}", rows.join("/"));
            let today = seed::some(seed::samples(1));
            play_rules(
                &format!("{name} {number}"),
                &rules,
                today.start..=today.end - 1,
                30,
            );
        }
    }
}

/// A rank of a position without what does not castle, but for pawns.
fn thinned(row: &str) -> String {
    let (mut text, mut run) = (String::new(), 0);
    for sign in row.chars() {
        if "QNBAC".contains(sign.to_ascii_uppercase()) {
            run += 1;
            continue;
        }
        if run > 0 {
            text += &std::mem::take(&mut run).to_string();
        }
        text.push(sign);
    }
    if run > 0 {
        text += &run.to_string();
    }
    text
}

/// The bundled variants with mechanics that take part in turns.
fn event_variants() -> Vec<(&'static str, Variant, events::Game)> {
    let mut found = Vec::new();
    for bundled in ferz_rulesets::all() {
        let rules = ferz_rulesets::ruleset(bundled.name).unwrap_or_else(|error| panic!("{error}"));
        if ferz::hooks::take_part(&rules) && events::knows(&rules) {
            let slow = events::Game::new(&rules);
            let fast = Variant::new(rules).unwrap_or_else(|error| panic!("{}: {error}", bundled.name));
            found.push((bundled.name, fast, slow));
        }
    }
    found
}

#[test]
fn bundled_event_variants() {
    let mut positions = 0;
    let variants = event_variants();
    for (name, fast, slow) in &variants {
        for seed in seed::some(seed::samples(1)) {
            positions += play(name, fast, slow, seed, 30);
        }
    }
    let all = ferz_rulesets::all().iter();
    let all = all.filter(|b| ferz_rulesets::ruleset(b.name).is_ok_and(|r| ferz::hooks::take_part(&r)));
    assert!(
        variants.len() * 3 >= all.count() * 2,
        "only {} variants",
        variants.len()
    );
    assert!(positions > 10 * variants.len(), "only {positions} positions");
}

/// The positions of the tests that stand beside the rulesets with such mechanics, and those of the
/// scenarios for all of the mechanics together.
#[test]
fn positions_of_tests_with_events() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/crazy");
    let scenarios = std::fs::read_dir(folder).expect("the folder is there");
    let scenarios: String = scenarios
        .map(|entry| std::fs::read_to_string(entry.expect("an entry can be read").path()).expect("a text"))
        .collect();
    let mut compared = 0;
    let variants = event_variants();
    for (name, fast, slow) in &variants {
        let tests = ferz_rulesets::tests(name).unwrap_or_default();
        let mut texts: Vec<&str> = tests.split('"').filter(|text| text.contains('/')).collect();
        if *name == "crazy" {
            let given = |line: &'static str| move |text: &&str| text.starts_with(line);
            let lines = || scenarios.lines();
            let fields = lines()
                .filter(given("fen: "))
                .chain(lines().filter(given("after: ")));
            texts.extend(
                fields
                    .filter_map(|line| line.split_once(": "))
                    .map(|(_, text)| text),
            );
        }
        texts.sort_unstable();
        texts.dedup();
        for text in texts {
            let Ok(there) = fast.position(text) else { continue };
            let here = slow.position(text);
            let here = here.unwrap_or_else(|| panic!("{name}: the engine alone can read {text}"));
            compare(&format!("{name}: {text}"), fast, &there, slow, &here);
            compared += 1;
        }
    }
    assert!(compared > 12 * variants.len(), "only {compared}");
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
    assert!(!paths.is_empty());
    for path in paths {
        let name = path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let rules = lowered(&path);
        let is_large = u16::from(rules.board.files) * u16::from(rules.board.ranks) > 100;
        let (games, plies) = if is_large { (1, 30) } else { (seed::samples(3), 50) };
        let positions = if ferz::hooks::take_part(&rules) {
            let fast = Variant::new(rules.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
            let slow = events::Game::new(&rules);
            (1..=2).map(|seed| play(&name, &fast, &slow, seed, 30)).sum()
        } else {
            let played = play_rules(&name, &rules, 1..=games, plies);
            // More games of a variant whose games are short.
            match played {
                0..=10 => played.max(play_rules(&name, &rules, games + 1..=games + 2, plies)),
                _ => played,
            }
        };
        assert!(positions > 10, "{name}: every game is over at once");
    }
}
