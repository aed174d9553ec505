//! Statistics of games: one seed has one result, and the numbers agree with the games.

use ferz::engine::Variant;
use ferz::rules::Side;
use ferz_play::study::{Against, Finding, Mechanics, Played, Setup, Sprt, Summary, play};
use ferz_play::{Control, Engine, Random, Settings};
use std::collections::BTreeMap;

fn variant(name: &str) -> Variant {
    let rules = ferz_rulesets::ruleset(name).expect(name);
    Variant::new(rules).expect(name)
}

fn setup(against: Option<Against>) -> Setup {
    Setup {
        nodes: 60,
        seed: 9,
        random_plies: 2,
        against,
    }
}

fn games(variant: &Variant, setup: &Setup, numbers: &[usize]) -> Vec<Played> {
    let mut engine = Engine::new(variant, Settings::default());
    let mechanics = Mechanics::new(variant);
    let control = Control::default();
    let one = |&number: &usize| play(&mut engine, &mechanics, setup, number, &control).expect("not stopped");
    numbers.iter().map(one).collect()
}

#[test]
fn a_game_is_given_by_its_number() {
    for name in ["breakthrough", "andernach", "bait-chess"] {
        let variant = variant(name);
        let forth = games(&variant, &setup(None), &[0, 1, 2]);
        let mut back = games(&variant, &setup(None), &[2, 1, 0]);
        back.reverse();
        assert_eq!(forth, back, "{name}");
        assert_ne!(forth[0].opening, forth[1].opening, "{name}");
    }
}

/// Mechanics have known effects here: every capture is an explosion, and no other move is.
#[test]
fn mechanics_are_counted_by_name() {
    let sums = |name: &str| {
        let variant = variant(name);
        let mut sums: BTreeMap<String, u64> = BTreeMap::new();
        let games = games(&variant, &setup(None), &[0, 1, 2, 3]);
        for (deed, times) in games.iter().flat_map(|game| &game.deeds) {
            *sums.entry(deed.clone()).or_default() += times;
        }
        let plies = games.iter().map(|game| game.plies as u64).sum::<u64>();
        (sums, plies)
    };
    let (atomic, plies) = sums("nocheckatomic");
    let of = |name: &str| atomic.get(name).copied().unwrap_or(0);
    assert!(of("captures") > 0, "{atomic:?}");
    assert_eq!(of("explosion acts"), of("captures"), "{atomic:?}");
    assert!(of("explosion changes the choice") < plies, "{atomic:?}");
    let (xiangqi, plies) = sums("xiangqi");
    let kings = xiangqi
        .get("facing-royals changes the choice")
        .copied()
        .unwrap_or(0);
    assert!(kings > 0 && kings < plies, "{xiangqi:?}");
    assert!(!xiangqi.contains_key("facing-royals acts"), "{xiangqi:?}");
    let (chess, _) = sums("chess");
    assert!(chess.keys().all(|name| !name.ends_with("acts")), "{chess:?}");
    // A king that captures stays what it is, everything else goes over.
    let (andernach, _) = sums("andernach");
    let of = |name: &str| andernach.get(name).copied().unwrap_or(0);
    let acts = of("on capture acts");
    assert!(0 < acts && acts <= of("captures"), "{andernach:?}");
    // Several effects of one event are named by their contents.
    let (circe, _) = sums("circe");
    let names: Vec<&String> = circe
        .keys()
        .filter(|name| name.starts_with("on capture"))
        .collect();
    assert!(
        names
            .iter()
            .any(|name| name.starts_with("on capture { of: enemy pawn; put: victim")),
        "{names:?}"
    );
    assert!(names.iter().all(|name| name.contains(" } ")), "{names:?}");
    // A mechanic that holds pieces still takes moves away; it adds moves only if it holds an attack
    // still, too.
    let (madrasi, _) = sums("madrasi");
    let of = |what: &str| {
        madrasi
            .get(&format!("power paralysis {what}"))
            .copied()
            .unwrap_or(0)
    };
    assert!(of("acts") < of("changes the choice"), "{madrasi:?}");
    let (relay, plies) = sums("knightrelay1");
    let acts = relay.get("power relay acts").copied().unwrap_or(0);
    assert!(0 < acts && acts < plies, "{relay:?}");
}

/// Rules about moves in the language are counted, too: drops, walls, forced captures, turns of
/// several moves.
#[test]
fn what_the_language_brings_is_counted() {
    let sums = |name: &str| {
        let variant = variant(name);
        let mut sums: BTreeMap<String, u64> = BTreeMap::new();
        let games = games(&variant, &setup(None), &[0, 1]);
        for (deed, times) in games.iter().flat_map(|game| &game.deeds) {
            *sums.entry(deed.clone()).or_default() += times;
        }
        let plies = games.iter().map(|game| game.plies as u64).sum::<u64>();
        (sums, plies)
    };
    let of = |sums: &BTreeMap<String, u64>, name: &str| sums.get(name).copied().unwrap_or(0);
    // All moves of Gomoku are drops, and none promotes.
    let (gomoku, plies) = sums("gomoku");
    assert_eq!(of(&gomoku, "drops"), plies, "{gomoku:?}");
    assert_eq!(of(&gomoku, "promotions"), 0, "{gomoku:?}");
    let (amazons, plies) = sums("amazons");
    assert_eq!(of(&amazons, "walls"), plies, "{amazons:?}");
    assert_eq!(of(&amazons, "squares chosen"), plies, "{amazons:?}");
    // A piece that gates in behind a move is not a chosen square.
    let (seirawan, _) = sums("seirawan");
    assert!(of(&seirawan, "pieces let in") > 0, "{seirawan:?}");
    assert_eq!(of(&seirawan, "squares chosen"), 0, "{seirawan:?}");
    // Of two moves the second belongs to the same turn.
    let (monster, plies) = sums("monster");
    let further = of(&monster, "further moves of a turn");
    assert!(0 < further && further < plies / 2, "{monster:?}");
    // Forced captures add no move; they only take others away.
    let (antichess, plies) = sums("antichess");
    let narrows = of(&antichess, "must-capture changes the choice");
    assert!(0 < narrows && narrows < plies, "{antichess:?}");
    assert_eq!(of(&antichess, "must-capture acts"), 0, "{antichess:?}");
    assert!(narrows <= of(&antichess, "captures"), "{antichess:?}");
}

#[test]
fn against_somebody_colours_change_and_openings_come_in_pairs() {
    let variant = variant("chess");
    let games = games(&variant, &setup(Some(Against::Random)), &[0, 1, 2, 3]);
    assert_eq!(games[0].opening[..2], games[1].opening[..2]);
    assert_eq!(games[0].ferz_white, Some(true));
    assert_eq!(games[1].ferz_white, Some(false));
    let summary = Summary::new(&variant, &games);
    assert!(summary.ferz.is_some_and(|ferz| ferz.value > 0.9), "{summary:?}");
}

/// If a player without moves loses, moves count: by counting stones ferz won 65 % in Konane.
#[test]
fn moves_count_where_their_end_is_the_end() {
    for name in ["konane", "clobber"] {
        let variant = variant(name);
        let setup = Setup {
            nodes: 300,
            ..setup(Some(Against::Random))
        };
        let games = games(&variant, &setup, &(0..10).collect::<Vec<usize>>());
        let summary = Summary::new(&variant, &games);
        assert!(
            summary.ferz.is_some_and(|ferz| ferz.value >= 0.8),
            "{name}: {:?}",
            summary.ferz
        );
    }
}

#[test]
fn a_stopped_game_is_none() {
    let variant = variant("chess");
    let control = Control::default();
    control.stop();
    let mut engine = Engine::new(&variant, Settings::default());
    let mechanics = Mechanics::default();
    assert_eq!(play(&mut engine, &mechanics, &setup(None), 0, &control), None);
}

#[test]
fn the_sums_are_those_of_the_games() {
    let variant = variant("breakthrough");
    let numbers: Vec<usize> = (0..30).collect();
    let games = games(&variant, &setup(None), &numbers);
    let summary = Summary::new(&variant, &games);
    assert_eq!(summary.games, 30);
    let won = games
        .iter()
        .filter(|game| game.winner == Some(Side::White))
        .count();
    assert!((summary.white.value - won as f64 / 30.0).abs() < 1e-12);
    assert!((summary.white.value + summary.draws.value + summary.black.value - 1.0).abs() < 1e-12);
    assert!(summary.white.low < summary.white.value && summary.white.value < summary.white.high);
    assert_eq!(summary.lengths.iter().sum::<usize>(), 30);
    assert_eq!(summary.endings.iter().map(|count| count.games).sum::<usize>(), 30);
    let other_order: Vec<Played> = games.iter().rev().cloned().collect();
    assert_eq!(Summary::new(&variant, &other_order).endings, summary.endings);
}

/// Results drawn from known values of pieces: the regression finds these again.
#[test]
fn values_are_found_again() {
    let variant = variant("chess");
    let pieces = &variant.rules().pieces;
    let kind = |name: &str| pieces.get_index_of(name).expect(name);
    let mut random = Random::new(3);
    let mut one = |game: usize| {
        let mut sample = vec![0i8; pieces.len()];
        sample[kind("pawn")] = random.below(7) as i8 - 3;
        sample[kind("rook")] = random.below(3) as i8 - 1;
        let lead = 0.4 * (f64::from(sample[kind("pawn")]) + 5.0 * f64::from(sample[kind("rook")]));
        let p = 1.0 / (1.0 + (-lead).exp());
        let white = (random.below(1_000_000) as f64) < p * 1e6;
        Played {
            game,
            winner: Some(if white { Side::White } else { Side::Black }),
            reason: "checkmate".to_owned(),
            plies: 40,
            choices: 1000,
            opening: Vec::new(),
            deeds: BTreeMap::new(),
            samples: vec![sample],
            ferz_white: None,
        }
    };
    let games: Vec<Played> = (0..3000).map(&mut one).collect();
    let summary = Summary::new(&variant, &games);
    let worth = |name: &str| {
        let found = summary.worths.iter().find(|worth| worth.piece == name);
        found.and_then(|worth| worth.measured).expect(name)
    };
    assert!((worth("pawn").value - 1.0).abs() < 1e-9);
    let rook = worth("rook");
    assert!(
        (4.0..6.0).contains(&rook.value) && rook.low < 5.0 && rook.high > 5.0,
        "{rook:?}"
    );
    assert!(summary.worths.iter().all(|worth| worth.piece != "queen"));
}

#[test]
fn the_sequential_test_decides() {
    let mut random = Random::new(4);
    let mut run = |shift: f64, rounds: usize| {
        let mut test = Sprt::new(1.0);
        for round in 0..rounds {
            let mut spread = || random.below(1000) as f64 / 500.0 - 1.0;
            test.add([spread(), spread() + shift]);
            if test.finding() != Finding::Open {
                return (test.finding(), round);
            }
        }
        (Finding::Open, rounds)
    };
    assert_eq!(run(0.0, 1000).0, Finding::Same);
    assert_eq!(run(1.5, 1000).0, Finding::More);
    assert_eq!(run(-1.5, 1000).0, Finding::Less);
    assert_eq!(run(1.5, 10).0, Finding::Open);
}

/// The luck that both games of a pair share cancels out: half of the error is gone if half of the
/// spread is common.
#[test]
fn pairs_need_fewer_games() {
    let mut random = Random::new(7);
    let (mut paired, mut apart) = (Sprt::new(1.0), Sprt::new(1.0));
    let mut spread = || random.below(1000) as f64 / 50.0;
    for _ in 0..400 {
        let (opening, other) = (spread(), spread());
        let (old, new) = (spread() / 10.0, spread() / 10.0);
        paired.add([opening + old, opening + new]);
        apart.add([opening + old, other + new]);
    }
    assert!(paired.error() < apart.error() / 3.0, "{paired:?} {apart:?}");
    // Pairs that were all equal say little about those to come.
    let mut equal = Sprt::new(0.05);
    for pair in 0..40 {
        equal.add([f64::from(pair % 2); 2]);
    }
    assert_eq!(equal.finding(), Finding::Open);
    assert!(equal.error() > 0.02, "{}", equal.error());
}

/// Colours that decide every game tell nothing about the players: their pairs are all equal.
#[test]
fn pairs_of_games_tell_more_than_single_ones() {
    let variant = variant("breakthrough");
    let mut random = Random::new(2);
    let won = |game: usize, winner: Option<Side>| Played {
        game,
        winner,
        reason: "goal".to_owned(),
        plies: 40,
        choices: 1000,
        opening: Vec::new(),
        deeds: BTreeMap::new(),
        samples: Vec::new(),
        ferz_white: Some(game.is_multiple_of(2)),
    };
    let width = |games: &[Played]| {
        let ferz = Summary::new(&variant, games).ferz.expect("against somebody");
        ferz.high - ferz.low
    };
    let by_colour: Vec<Played> = (0..200).map(|game| won(game, Some(Side::White))).collect();
    let by_chance: Vec<Played> = (0..200)
        .map(|game| {
            won(
                game,
                Some(if random.below(2) == 0 {
                    Side::White
                } else {
                    Side::Black
                }),
            )
        })
        .collect();
    assert!(width(&by_colour) < 0.6 * width(&by_chance));
    // The same openings always won or lost as a whole: half as many independent games.
    let by_opening: Vec<Played> = (0..200)
        .map(|game: usize| {
            let white = (game / 2 + game).is_multiple_of(2);
            won(game, Some(if white { Side::White } else { Side::Black }))
        })
        .collect();
    assert!(width(&by_opening) > 1.3 * width(&by_chance));
}

#[test]
fn parts_of_a_count_are_the_whole() {
    let stop = std::sync::atomic::AtomicBool::new(false);
    for (name, depth) in [
        ("chess", 3),
        ("crazyhouse", 3),
        ("gardner", 1),
        ("duck", 2),
        ("chess", 0),
    ] {
        let variant = variant(name);
        let start = variant.start();
        let parts = ferz_play::parts::Parts::new(&variant, &start, depth);
        let mut lines: Vec<Option<u64>> = (0..parts.positions().len())
            .map(|part| Some(parts.count(part, ferz::engine::Leaves::Bulk, &stop)))
            .collect();
        assert_eq!(
            parts.sum(&lines),
            Some(variant.perft(&start, depth)),
            "{name} {depth}"
        );
        lines[0] = None;
        assert_eq!(parts.sum(&lines), None, "{name} {depth}");
    }
    // Equal positions are one part.
    let chess = variant("chess");
    let parts = ferz_play::parts::Parts::new(
        &chess,
        &chess
            .position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
            .expect("a position"),
        2,
    );
    assert!(parts.positions().len() > 20);
}
