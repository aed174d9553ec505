//! The slow evaluator by itself: published counts of legal lines, texts read and written.

use ferz_tests::seed;
use ferz_tests::slow::duel::{PATIENCE, Random};
use ferz_tests::slow::hooks::knows;
use ferz_tests::slow::{Game, events};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

fn game(name: &str) -> Game {
    Game::new(&ferz_rulesets::ruleset(name).unwrap_or_else(|error| panic!("{error}")))
}

/// The start position, "Kiwipete" and positions 3 to 5 of the Chess Programming Wiki.
#[test]
fn perft_of_chess() {
    let chess = game("chess");
    let ladders: [(&str, &[u64]); 5] = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            &[20, 400, 8902],
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            &[48, 2039],
        ),
        (
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            &[14, 191, 2812, 43238],
        ),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            &[6, 264, 9467],
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            &[44, 1486],
        ),
    ];
    for (fen, counts) in ladders {
        let position = chess.position(fen).expect(fen);
        assert_eq!(chess.fen(&position), fen);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(chess.perft(&position, depth), count, "{fen} at depth {depth}");
        }
    }
}

/// The deep ends of the same ladders.
#[test]
#[cfg(not(debug_assertions))]
fn perft_of_chess_deep() {
    let chess = game("chess");
    assert_eq!(chess.perft(&chess.start(), 4), 197_281);
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!(chess.perft(&chess.position(fen).expect(fen), 3), 97_862);
}

/// The counts from the start that are pinned beside variants which no other program knows.
#[test]
fn perft_of_pinned_counts() {
    for name in ["shocking", "en-chess", "en-chess-tbd", "megaman"] {
        let tests = ferz_rulesets::tests(name).expect(name);
        let tests: toml::Table = tests.parse().expect(name);
        let ladder = tests["perft"]
            .as_array()
            .into_iter()
            .flatten()
            .find(|ladder| ladder.get("fen").is_none())
            .expect(name);
        let game = game(name);
        for (depth, count) in (1..).zip(ladder["counts"].as_array().expect(name)) {
            let count = count.as_integer().expect(name) as u64;
            if count <= 50_000 * seed::samples(1) {
                let lines = game.perft(&game.start(), depth);
                assert_eq!(lines, count, "{name} at depth {depth}");
            }
        }
    }
}

#[test]
fn texts_of_special_moves() {
    let chess = game("chess");
    let texts = |fen: &str| -> Vec<String> {
        let position = chess.position(fen).expect(fen);
        chess
            .legal_moves(&position)
            .into_iter()
            .map(|(text, _)| text)
            .collect()
    };
    assert_eq!(
        texts("8/8/8/8/8/k7/7R/4K2R w K - 0 1")
            .iter()
            .filter(|text| *text == "e1g1")
            .count(),
        1
    );
    let promotions = texts("8/P7/8/8/8/8/7k/K7 w - - 0 1");
    assert_eq!(promotions.iter().filter(|text| text.starts_with("a7")).count(), 4);
    assert!(promotions.contains(&"a7a8n".to_owned()));
    assert!(texts("k7/8/8/3pP3/8/8/8/K7 w - d6 0 2").contains(&"e5d6".to_owned()));
    assert!(!texts("k7/8/8/3pP3/8/8/8/K7 w - - 0 2").contains(&"e5d6".to_owned()));
}

#[test]
fn what_is_no_position() {
    let chess = game("chess");
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for text in [
        String::new(),
        "8/8".into(),
        format!("{board} x - - 0 1"),
        format!("{board} w Z - 0 1"),
        format!("{board} w KQkq e3 0 1"),
        format!("{board} w KQkq - 0 1 moved=a1"),
        board.replace("PPPPPPPP", "PPPPXPPP"),
        board.replace("PPPPPPPP", "PPPPPPP"),
    ] {
        assert_eq!(chess.position(&text), None, "{text}");
    }
}

/// If no mechanic takes part in turns, both parts of the slow evaluator agree: by an eighth of the
/// variants, another every day, or more if more samples are wanted.
#[test]
fn with_and_without_turns() {
    let apart = 8u64.div_ceil(seed::samples(1)) as usize;
    let first = seed::of_this_run() as usize % apart;
    let chosen: Vec<_> = ferz_rulesets::all().iter().skip(first).step_by(apart).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(bundled) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            let rules = ferz_rulesets::ruleset(bundled.name).unwrap_or_else(|error| panic!("{error}"));
            if knows(&rules) && events::knows(&rules) {
                let flat = Game::new(&rules);
                agree(bundled.name, &flat, &events::Game::new(&rules), 12);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
}

/// A random game of both, some positions of which are compared. It is given up as a duel is.
fn agree(name: &str, flat: &Game, events: &events::Game, plies: usize) {
    let mut random = Random(1);
    let mut here = flat.start();
    let begun = Instant::now();
    for ply in 0..=plies {
        if ply > 0 && seed::samples(1) == 1 && begun.elapsed() > PATIENCE {
            return;
        }
        let (legal, outcome) = flat.judge(&here);
        let fen = flat.fen(&here);
        if ply % 4 == 0 {
            let at = format!("{name}, ply {ply}: {fen}");
            let there = events
                .position(&fen)
                .unwrap_or_else(|| panic!("{at}: it cannot be read"));
            assert_eq!(events.fen(&there), fen, "{at}");
            let mut found: Vec<(String, String)> = events
                .legal_moves(&there)
                .iter()
                .map(|(text, next)| (text.clone(), events.fen(next)))
                .collect();
            let mut expected: Vec<(String, String)> = legal
                .iter()
                .map(|(text, next)| (text.clone(), flat.fen(next)))
                .collect();
            found.sort();
            expected.sort();
            let lacking: Vec<_> = expected.iter().filter(|mv| !found.contains(mv)).collect();
            let surplus: Vec<_> = found.iter().filter(|mv| !expected.contains(mv)).collect();
            assert!(
                found == expected,
                "{at}\nlacking: {lacking:?}\nsurplus: {surplus:?}"
            );
            assert_eq!(events.in_check(&there), flat.in_check(&here), "check; {at}");
            assert_eq!(events.outcome(&there), outcome, "outcome; {at}");
        }
        if legal.is_empty() || outcome.is_some() {
            return;
        }
        here = legal[random.below(legal.len())].1.clone();
    }
}
