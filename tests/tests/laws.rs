//! The laws that every accepted ruleset keeps, on mixtures of all forms of the language on all
//! bundled variants. A mixture that breaks one is shrunk and printed as a case.
//!
//! `FERZ_SEED` chooses the mixtures, `FERZ_LAWS=10000` takes as many, `FERZ_CASE=4711` only that
//! one, and says all about it.

use ferz_tests::laws::{
    Broken, Mixture, Verdict, accepted, at_position, declarations, judge, judge_variant, mixture, shrunk,
};
use ferz_tests::seed;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Rulesets of a run, unless `FERZ_LAWS` says how many.
const COUNT: u64 = 200;

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is not a number: `{text}`")),
    )
}

/// The result of a run.
#[derive(Default)]
struct Tally {
    rulesets: AtomicU64,
    games: AtomicU64,
    positions: AtomicU64,
    questions: AtomicU64,
    broken: Mutex<Vec<(u64, Mixture, Broken)>>,
}

impl Tally {
    fn judge(&self, seed: u64) {
        let Some((mixture, variant)) = accepted(mixture(seed)) else {
            return;
        };
        self.rulesets.fetch_add(1, Ordering::Relaxed);
        match judge_variant(variant, seed) {
            Verdict::Refused => unreachable!("it was accepted"),
            Verdict::Keeps { positions, questions } => {
                self.games.fetch_add(u64::from(positions > 0), Ordering::Relaxed);
                self.positions.fetch_add(positions, Ordering::Relaxed);
                self.questions.fetch_add(questions, Ordering::Relaxed);
            }
            Verdict::Breaks(broken) => {
                let (mixture, broken) = shrunk(&mixture, seed, broken);
                println!("{}", case(seed, &mixture, &broken));
                self.broken
                    .lock()
                    .expect("no thread has panicked")
                    .push((seed, mixture, broken));
            }
        }
    }
}

/// A failure as one writes it down.
fn case(seed: u64, mixture: &Mixture, broken: &Broken) -> String {
    format!(
        "FERZ_CASE={seed}: {}\n# {}\n# at {}\n# asks {}\n# after {}\n{}",
        broken.law,
        broken.what,
        broken.fen,
        broken.asked.replace(' ', "_"),
        broken.moves.join(" "),
        mixture.text()
    )
}

#[test]
fn mixtures_keep_the_laws() {
    if let Some(seed) = number("FERZ_CASE") {
        let kept = accepted(mixture(seed)).expect("the mixture is accepted").0;
        println!("{}", kept.text());
        let verdict = judge(&kept.text(), seed);
        assert!(!matches!(verdict, Verdict::Breaks(_)), "{verdict:#?}");
        return;
    }
    let (count, begun) = (number("FERZ_LAWS").unwrap_or(COUNT), Instant::now());
    let seeds = seed::some(u64::from(u32::MAX));
    let (tally, next) = (Tally::default(), AtomicU64::new(seeds.start));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while tally.rulesets.load(Ordering::Relaxed) < count {
                    tally.judge(next.fetch_add(1, Ordering::Relaxed));
                }
            });
        }
    });
    let tried = next.load(Ordering::Relaxed) - seeds.start;
    println!(
        "{} rulesets of {tried} mixtures, {} with a game, {} positions, {} questions, {:.0} s",
        tally.rulesets.load(Ordering::Relaxed),
        tally.games.load(Ordering::Relaxed),
        tally.positions.load(Ordering::Relaxed),
        tally.questions.load(Ordering::Relaxed),
        begun.elapsed().as_secs_f32()
    );
    let broken = tally.broken.into_inner().expect("no thread has panicked");
    let mut laws: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, _, broken) in &broken {
        *laws.entry(&broken.law).or_default() += 1;
    }
    let cases: Vec<String> = broken
        .iter()
        .map(|(seed, mixture, broken)| case(*seed, mixture, broken))
        .collect();
    assert!(broken.is_empty(), "{laws:#?}\n{}", cases.join("\n"));
}

/// Every key of every section occurs in mixtures.
#[test]
fn mixtures_use_every_key() {
    let texts: String = (0..200).map(|seed| declarations("chess", seed)).collect();
    let words: BTreeSet<&str> = texts
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .collect();
    let sections = [
        "board",
        "promotion",
        "drop",
        "castling",
        "royalty",
        "end",
        "rules",
        "walls",
        "control",
        "turn",
        "power",
        "on",
    ];
    for section in sections {
        for (key, _) in ferz::vocabulary::keys(section) {
            assert!(words.contains(key), "no mixture has `{key}` in `{section}`");
        }
    }
}

/// The line of a case that begins so.
fn told<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.lines()
        .find_map(|line| line.strip_prefix("# ")?.strip_prefix(word)?.strip_prefix(' '))
}

/// Cases that mixtures have found. `FERZ_FOLDER` names a folder with other cases.
#[test]
fn cases_keep_the_laws() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/laws").to_owned();
    let folder = std::env::var("FERZ_FOLDER").unwrap_or(own);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{folder} is empty");
    let mut broken = Vec::new();
    for path in &paths {
        let text =
            std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let asked = told(&text, "asks").unwrap_or_default();
        let fen = told(&text, "at").unwrap_or("start");
        if let Verdict::Breaks(found) = at_position(&text, fen, asked) {
            broken.push(format!(
                "{}: {}\n  {}\n  at {}",
                path.display(),
                found.law,
                found.what,
                found.fen
            ));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
