//! Every hook on every bundled variant, and every two hooks on chess: each combination is refused,
//! or it plays by the laws. Refused combinations stand in the table of hooks that contradict each
//! other (docs/src/hooks.md), or in `tests/matrix/refused.txt` as long as they are refused for no
//! good reason.
//!
//! Each run takes a part of the combinations, another part every day. `FERZ_SEED` chooses the part,
//! `FERZ_MATRIX=all` takes all, `FERZ_ONLY=sittuyin,shatar` only those of some variants;
//! `FERZ_PLIES` says how long the games are; `FERZ_TIMES=1` says how long each combination takes;
//! `FERZ_UPDATE=1` with all of them writes the list.

use ferz::engine::Variant;
use ferz_tests::matrix::{Combination, combinations};
use ferz_tests::seed;
use ferz_tests::slow::duel::{PATIENCE, Random, compare, setting};
use ferz_tests::slow::{Game, events, hooks::knows};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

fn list_path() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/matrix/refused.txt"))
}

/// The list's statements about combinations.
#[derive(Default)]
struct Known {
    /// They are refused.
    refused: BTreeSet<Combination>,
    /// They break a law now and then, and are not played until that is mended.
    broken: BTreeSet<Combination>,
}

/// The list: lines of a hook and the variants, of a hook with `+` and the other hooks, with `!`
/// before what is broken.
fn known() -> Known {
    let text = std::fs::read_to_string(list_path()).unwrap_or_default();
    let mut known = Known::default();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (hook, others) = line.split_once(':').unwrap_or_else(|| panic!("no colon: {line}"));
        let (set, hook) = match hook.strip_prefix("! ") {
            Some(hook) => (&mut known.broken, hook),
            None => (&mut known.refused, hook),
        };
        for other in others.split_whitespace() {
            set.insert(match hook.strip_suffix(" +") {
                Some(hook) => Combination {
                    base: "chess".to_owned(),
                    hooks: vec![hook.to_owned(), other.to_owned()],
                },
                None => Combination {
                    base: other.to_owned(),
                    hooks: vec![hook.to_owned()],
                },
            });
        }
    }
    known
}

fn write_list(known: &Known) {
    let mut text = "# What is refused: each hook with the variants, then (+) with other hooks on chess; (!) what breaks a law.\n\
                    # Written by FERZ_MATRIX=all FERZ_UPDATE=1 cargo test -p ferz-tests --test matrix\n"
        .to_owned();
    for (mark, set) in [("", &known.refused), ("! ", &known.broken)] {
        for (count, plus) in [(1, ""), (2, " +")] {
            for info in ferz_tests::library::mechanics() {
                let mine = set
                    .iter()
                    .filter(|c| c.hooks.len() == count && c.hooks[0] == info.name);
                let other = |c: &Combination| c.hooks.get(1).unwrap_or(&c.base).clone();
                let others: Vec<String> = mine.map(other).collect();
                if !others.is_empty() {
                    text += &format!("{mark}{}{plus}: {}\n", info.name, others.join(" "));
                }
            }
        }
    }
    std::fs::write(list_path(), text).expect("the list can be written");
}

/// A short random game under the laws.
fn game(name: &str, variant: &Variant, seed: u64, plies: usize) {
    let mut random = Random(seed);
    let mut position = variant.start();
    for ply in 0..plies {
        let fen = variant.fen(&position);
        let at = format!("{name}, seed {seed}, ply {ply}: {fen}");
        // The reader also refuses positions in which the side that has moved is in check without
        // excuse.
        let again = match variant.position(&fen) {
            Ok(again) => again,
            // A hook may let a piece give check from where it starts: then there is nothing to
            // play.
            Err(error) if ply == 0 && error.message.contains("is in check, but") => return,
            Err(error) => panic!("{at}\ncannot be read: {error}"),
        };
        assert!(again == position, "{at}\nis read as {}", variant.fen(&again));
        let (kept, fresh) = variant.hashes(&position);
        assert_eq!(kept, fresh, "hash; {at}");
        let moves = variant.legal_moves(&position);
        let texts = variant.move_texts(&position, &moves);
        let distinct: BTreeSet<&String> = texts.iter().collect();
        assert_eq!(
            distinct.len(),
            texts.len(),
            "two moves have one text; {at}: {texts:?}"
        );
        // Each search lists all moves: of hundreds some are enough.
        let every = 1 + texts.len() / 40;
        for (text, &mv) in texts.iter().zip(&moves).skip(random.below(every)).step_by(every) {
            assert_eq!(
                variant.find_move(&position, text),
                Some(mv),
                "`{text}` is not found; {at}"
            );
        }
        if moves.is_empty() || variant.outcome(&position).is_some() {
            return;
        }
        position = variant.play(&position, moves[random.below(moves.len())]);
    }
}

/// A short random game beside the slow evaluator, if that knows the rules.
fn beside_the_slow_evaluator(name: &str, variant: &Variant, seed: u64, plies: usize) {
    let rules = variant.rules();
    if knows(rules) {
        duel(name, variant, &Game::new(rules), seed, plies);
    } else if events::knows(rules) {
        duel(name, variant, &events::Game::new(rules), seed, plies);
    }
}

/// If a position has more moves than this, a game ends one ply before: the slow evaluator keeps a
/// whole position for each.
const MOST_MOVES: usize = 2000;

/// Whether all combinations are asked for, however long they take.
fn takes_all() -> bool {
    std::env::var("FERZ_MATRIX").is_ok_and(|value| value == "all")
}

/// A game that has taken too long for a sample ends where it is.
fn duel<E: ferz_tests::slow::duel::Evaluator>(name: &str, fast: &Variant, slow: &E, seed: u64, plies: usize) {
    let mut random = Random(seed);
    let (mut there, mut here) = (fast.start(), slow.start());
    let begun = Instant::now();
    for ply in 0..=plies {
        let late = begun.elapsed() > PATIENCE && !takes_all();
        let at = format!("{name}, seed {seed}, ply {ply}: {}", slow.fen(&here));
        let next = (ply < plies && !late)
            .then(|| slow.judge(&here))
            .filter(|(legal, outcome)| outcome.is_none() && !legal.is_empty())
            .map(|(mut legal, _)| {
                let (text, next) = legal.swap_remove(random.below(legal.len()));
                let mv = fast.find_move(&there, &text);
                let mv = mv.unwrap_or_else(|| panic!("{at}\nthe engine lacks `{text}`"));
                (fast.play(&there, mv), next)
            });
        // The first positions are all the same: only the last one is held against the slow
        // evaluator.
        match next {
            Some(next) if fast.legal_moves(&next.0).len() <= MOST_MOVES => (there, here) = next,
            _ => {
                compare(&at, fast, &there, slow, &here);
                return;
            }
        }
    }
}

/// The verdict on a combination.
enum Judgement {
    /// It is refused, for that reason.
    Refused(String),
    /// It plays by the laws.
    Plays,
    /// It breaks one.
    Breaks(String),
}

fn judge(combination: &Combination, seed: u64, plies: usize) -> Judgement {
    let start = Instant::now();
    let found = judged(combination, seed, plies);
    // Which combinations cost the most: the engine may be slow there.
    if std::env::var("FERZ_TIMES").is_ok() {
        eprintln!("{:.2} s {combination}", start.elapsed().as_secs_f32());
    }
    found
}

fn judged(combination: &Combination, seed: u64, plies: usize) -> Judgement {
    let variant = match combination.compile() {
        Ok(variant) => variant,
        Err(reason) => return Judgement::Refused(reason),
    };
    let name = combination.to_string();
    let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        game(&name, &variant, seed, plies);
        beside_the_slow_evaluator(&name, &variant, seed, plies.min(6));
    }));
    match played {
        Ok(()) => Judgement::Plays,
        Err(cause) => {
            let text = cause.downcast_ref::<String>().map_or("it panics", String::as_str);
            Judgement::Breaks(text.to_owned())
        }
    }
}

#[test]
fn every_combination_is_refused_or_keeps_the_laws() {
    let all = takes_all();
    let update = all && std::env::var("FERZ_UPDATE").is_ok();
    let (seed, plies) = (seed::of_this_run(), setting("FERZ_PLIES", 12) as usize);
    let only = std::env::var("FERZ_ONLY").unwrap_or_default();
    let is_meant = |base: &str| only.is_empty() || only.split(',').any(|name| name == base);
    let combinations = combinations(is_meant);
    let step = if all {
        1
    } else {
        setting("FERZ_STEP", 100) as usize
    };
    let chosen: Vec<&Combination> = combinations
        .iter()
        .skip(seed as usize % step)
        .step_by(step)
        .collect();
    let mut known = known();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some(&combination) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            if update || !known.broken.contains(combination) {
                found.push((combination, judge(combination, seed, plies)));
            }
        }
        found
    };
    let judged: Vec<(&Combination, Judgement)> = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mut judged = work();
        judged.extend(other.join().expect("every combination is judged"));
        judged
    });
    if update {
        let those = |fits: fn(&Judgement) -> bool| {
            let found = judged.iter().filter(|(_, found)| fits(found));
            found.map(|(combination, _)| (*combination).clone()).collect()
        };
        let refused: BTreeSet<Combination> = those(|found| matches!(found, Judgement::Refused(_)));
        known.refused.retain(|c| !is_meant(&c.base));
        known
            .refused
            .extend(refused.into_iter().filter(|c| !c.contradicts_itself()));
        // A combination that broke a law once may keep it by chance.
        let broken: BTreeSet<Combination> = those(|found| matches!(found, Judgement::Breaks(_)));
        known.broken.extend(broken);
        write_list(&known);
    }
    let mut faults = Vec::new();
    for (combination, found) in &judged {
        match (
            found,
            known.refused.contains(combination) || combination.contradicts_itself(),
        ) {
            (Judgement::Refused(reason), false) => faults.push(format!("{combination} is refused: {reason}")),
            (Judgement::Plays, true) => faults.push(format!("{combination} is not refused any more")),
            (Judgement::Breaks(law), _) => faults.push(format!("{combination}:\n{law}")),
            (Judgement::Refused(_), true) | (Judgement::Plays, false) => {}
        }
    }
    if std::env::var("FERZ_REASONS").is_ok() {
        for (combination, found) in &judged {
            if let Judgement::Refused(reason) = found {
                eprintln!("{combination}: {reason}");
            }
        }
    }
    faults.sort();
    assert!(
        faults.is_empty(),
        "FERZ_SEED={seed}\n{}\nthe list of refusals is written by FERZ_MATRIX=all FERZ_UPDATE=1",
        faults.join("\n")
    );
}

/// Few hooks contradict each other.
#[test]
fn the_table_of_contradictions_is_short() {
    let pairs = ferz::hooks::CONTRADICTIONS;
    let all = ferz_tests::library::mechanics();
    let names = |name: &str| all.iter().any(|mechanic| mechanic.name == name);
    assert!(pairs.len() <= 12);
    for pair in pairs {
        assert!(
            pair.hooks.is_sorted() && pair.hooks.into_iter().all(names),
            "{pair:?}"
        );
        assert!(pair.reason.ends_with('.'), "{pair:?}");
    }
}
