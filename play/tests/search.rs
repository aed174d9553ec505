//! The results of the engine, and its limits.

use ferz::engine::{Game, Move, Variant};
use ferz::rules::Side;
use ferz_play::{Control, Engine, Level, Limits, Random, Score, Settings, Worth};
use std::time::{Duration, Instant};

fn variant(name: &str) -> Variant {
    let rules = ferz_rulesets::ruleset(name).expect(name);
    Variant::new(rules).expect(name)
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// The engine's move and its score.
fn think(variant: &Variant, fen: &str, limits: &Limits, settings: Settings) -> (String, Score) {
    let position = variant.position(fen).expect(fen);
    let engine = Engine::new(variant, settings);
    let game = Game::new(variant, position);
    let choice = engine.think(&game, limits, &Control::default(), &mut |_| ());
    let choice = choice.expect("there is a legal move");
    let text = variant.move_texts(game.position(), &variant.legal_moves(game.position()));
    let moves = variant.legal_moves(game.position());
    let i = moves
        .iter()
        .position(|mv| *mv == choice.best)
        .expect("it is legal");
    (text[i].clone(), choice.info.score)
}

/// A forced win: variant, position, moves it takes (negative: a loss), and its first moves, if only
/// some win as fast.
const MATES: &[(&str, &str, i32, &[&str])] = &[
    ("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, &["d1d8"]),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, &["a1a6"]),
    ("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, &["f6a6"]),
    ("chess", "7k/8/8/8/8/6R1/R7/1K6 b - - 0 1", -1, &[]),
    // The king may not capture, so protection is no help.
    (
        "atomic",
        "rnbqkbnr/pppppppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
        1,
        &["e5d7", "e5f7"],
    ),
    // By quiet moves of a piece that a goal is about.
    (
        "kingofthehill",
        "7k/8/8/8/8/4K3/8/8 w - - 0 1",
        1,
        &["e3e4", "e3d4"],
    ),
    (
        "kingofthehill",
        "7k/8/8/8/8/8/4K3/8 w - - 0 1",
        2,
        &["e2e3", "e2d3"],
    ),
    ("racingkings", "8/7K/8/8/8/8/k7/8 w - - 0 1", 1, &["h7h8", "h7g8"]),
    (
        "breakthrough",
        "8/P7/8/8/8/8/7p/8 w - - 0 1",
        1,
        &["a7a8", "a7b8"],
    ),
    // By losing everything.
    ("antichess", "8/8/8/8/8/1p6/8/1B6 w - - 0 1", 1, &["b1a2", "b1c2"]),
    // By the third check.
    (
        "3check",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 checks=1+3",
        1,
        &["a1a8"],
    ),
    // Two or three moves of one turn, which count as one.
    ("doublemove2", "4k3/8/8/8/8/8/8/R3K3 w - - 0 5", 1, &["a1a8"]),
    ("doublemove2", "4k3/8/8/8/8/8/8/R3K3 b - - 0 5", -1, &[]),
    (
        "progressive1",
        "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        1,
        &["d1f3", "d1h5", "f1c4"],
    ),
    ("xiangqi", "3k5/R8/1R7/9/9/9/9/9/9/5K3 w - - 0 1", 1, &[]),
    ("minixiangqi", "2k4/R6/1R5/7/7/7/4K2 w - - 0 1", 1, &[]),
];

#[test]
fn forced_wins_are_found() {
    for &(name, fen, moves, first) in MATES {
        let variant = variant(name);
        let (best, score) = think(&variant, fen, &depth(7), Settings::default());
        assert_eq!(score, Score::Mate(moves), "{name} {fen}: {best}");
        assert!(
            first.is_empty() || first.contains(&best.as_str()),
            "{name} {fen}: {best}"
        );
    }
}

/// The answer that is expected is one of the other side, not the next move of the same turn.
#[test]
fn who_moves_again_answers_nobody() {
    let variant = variant("doublemove2");
    let answer = |fen: &str| {
        let game = Game::new(&variant, variant.position(fen).expect(fen));
        let engine = Engine::new(&variant, Settings::default());
        let choice = engine.think(&game, &depth(4), &Control::default(), &mut |_| ());
        let choice = choice.expect("a move");
        assert!(choice.info.line.len() > 1, "{fen}");
        choice.answer
    };
    assert_eq!(answer("4k3/p7/8/8/8/8/P7/4K3 w - - 0 5"), None);
    assert!(answer("4k3/p7/8/8/8/8/P7/4K3 w - - 0 5 part=2").is_some());
}

#[test]
fn what_hangs_is_taken_and_what_is_protected_is_not() {
    let chess = variant("chess");
    let (best, _) = think(
        &chess,
        "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1",
        &depth(3),
        Settings::default(),
    );
    assert_eq!(best, "e3d5");
    let (best, _) = think(
        &chess,
        "4k3/8/4p3/3p4/8/8/3Q4/4K3 w - - 0 1",
        &depth(3),
        Settings::default(),
    );
    assert_ne!(best, "d2d5");
}

/// Values that the author does not give come from moves, and are roughly those that players know.
#[test]
fn pieces_are_worth_what_they_can_do() {
    let mut rules = ferz_rulesets::ruleset("chess").expect("chess");
    for piece in rules.pieces.values_mut() {
        piece.value = None;
    }
    let variant = Variant::new(rules).expect("chess");
    let worth = Worth::new(&variant);
    let value = |name: &str| {
        let kind = variant.rules().pieces.get_index_of(name).expect(name);
        worth.value(kind, Side::White)
    };
    assert!((50..140).contains(&value("pawn")), "{}", value("pawn"));
    assert!((250..400).contains(&value("knight")), "{}", value("knight"));
    assert!((250..450).contains(&value("bishop")), "{}", value("bishop"));
    assert!((400..650).contains(&value("rook")), "{}", value("rook"));
    assert!((750..1100).contains(&value("queen")), "{}", value("queen"));
    assert!(value("bishop") < value("rook") && value("rook") < value("queen"));
}

/// If sides lose by having too few pieces of all kinds together, no kind by itself is precious, but
/// the last pieces are.
#[test]
fn the_last_pieces_are_worth_more() {
    let variant = variant("shatranj");
    let worth = Worth::new(&variant);
    let value = |name: &str| {
        let kind = variant.rules().pieces.get_index_of(name).expect(name);
        worth.value(kind, Side::White)
    };
    assert_eq!(value("rukh"), 500);
    assert!((250..450).contains(&value("knight")), "{}", value("knight"));
    let of = |fen: &str| {
        let position = variant.position(fen).expect(fen);
        worth.of(&variant, &position, Side::White)
    };
    // A rook each: what the other side has besides hardly counts, but that this one has nothing
    // else.
    let [few, many] = [
        "4k3/8/8/8/8/8/5r2/RN2K3 w - - 0 1",
        "1nbqk3/8/8/8/8/8/5r2/RNBQKN2 w - - 0 1",
    ]
    .map(of);
    assert!(few > many, "{few} {many}");
}

#[test]
fn checks_that_have_been_given_are_worth_something() {
    let variant = variant("3check");
    let worth = Worth::new(&variant);
    let of = |checks: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 checks={checks}");
        let position = variant.position(&fen).expect(&fen);
        worth.of(&variant, &position, Side::White)
    };
    let [none, one, two] = ["3+3", "2+3", "1+3"].map(of);
    assert!(none < one && one - none < two - one, "{none} {one} {two}");
    assert_eq!(of("3+1") - none, none - two);
}

/// Perpetual check draws, and loses if the rules judge it so.
#[test]
fn perpetual_check_is_judged() {
    let fen = "6k1/6p1/5p2/7Q/8/8/rq6/7K w - - 0 1";
    let chess = variant("chess");
    let (_, score) = think(&chess, fen, &depth(7), Settings::default());
    assert_eq!(score, Score::Centipawns(0));
    let mut rules = ferz_rulesets::ruleset("chess").expect("chess");
    rules.end.perpetual_check = Some(ferz::rules::Score::Loss);
    let judged = Variant::new(rules).expect("a variant");
    let (_, score) = think(&judged, fen, &depth(7), Settings::default());
    let lost = match score {
        Score::Centipawns(score) => score < -500,
        Score::Mate(moves) => moves <= 0,
    };
    assert!(lost, "{score}");
    // Having repeated it twice, he who gives check would lose the game at once by the third time,
    // and knows it.
    let position = judged.position(fen).expect("a position");
    let mut game = Game::new(&judged, position);
    for text in ["Qe8+", "Kh7", "Qh5+", "Kg8", "Qe8+", "Kh7"] {
        let mv = ferz::why::why(&judged, game.position(), text);
        let ferz::why::Verdict::Legal(mv) = mv else {
            panic!("{text}")
        };
        game.play(mv);
    }
    let engine = Engine::new(&judged, Settings::default());
    let choice = engine.think(&game, &depth(3), &Control::default(), &mut |_| ());
    let best = choice.expect("a move").best;
    let qh5 = judged.find_move(game.position(), "e8h5").expect("legal");
    assert_ne!(best, qh5);
}

/// The engine uses the history of positions: chases, moves to and fro, and mates behind a check
/// that counts.
#[test]
fn the_past_is_judged() {
    let last = |name: &str, fen: &str, moves: &str| {
        let variant = variant(name);
        let mut game = Game::new(&variant, variant.position(fen).expect(fen));
        let mut all: Vec<&str> = moves.split(' ').collect();
        let last = all.pop().expect("a move");
        for text in all {
            game.play(variant.find_move(game.position(), text).expect(text));
        }
        let only = variant.find_move(game.position(), last).expect(last);
        let limits = Limits {
            moves: vec![only],
            ..depth(2)
        };
        let engine = Engine::new(&variant, Settings::default());
        let choice = engine.think(&game, &limits, &Control::default(), &mut |_| ());
        choice.expect("a move").info.score
    };
    let chased = "a9b9 a1b1 b9a9 b1a1 a9b9 a1b1 b9a9 b1a1";
    let fen = "5k3/c8/9/9/9/9/9/9/9/R2K5 b - - 0 1";
    assert!(matches!(last("xiangqi", fen, chased), Score::Mate(moves) if moves <= 0));
    assert_eq!(last("manchu", fen, chased), Score::Centipawns(0));
    let to_and_fro = "i5i6 a1a3 i6i7 a3a4 i7i8 a4a3 i8i10 a3a4 i10i6 a4a3";
    let fen = "9/4k4/9/9/9/8r/9/9/9/R3K4 b - - 0 1";
    assert!(matches!(last("janggimodern", fen, to_and_fro), Score::Mate(moves) if moves <= 0));
    let fen = "8/B4kp1/2K4P/p7/2N3R1/1P5B/8/8 w - - 0 1";
    assert_eq!(last("shatar", fen, "g4g7 f7f6 a7d4"), Score::Mate(1));
    let fen = "8/B5R1/2K2k1P/p7/2N5/1P5B/8/8 w - - 0 1";
    assert_eq!(last("shatar", fen, "a7d4"), Score::Centipawns(0));
}

#[test]
fn every_variant_is_played_by_its_rules() {
    every_other_variant_is_played(0);
}

#[test]
fn every_further_variant_is_played_by_its_rules() {
    every_other_variant_is_played(1);
}

/// Every move is legal and every game ends or goes on; the engine against itself. Two tests have
/// half of the variants each, since tests run side by side.
fn every_other_variant_is_played(first: usize) {
    for bundled in ferz_rulesets::all().iter().skip(first).step_by(2) {
        let variant = variant(bundled.name);
        let settings = Settings {
            hash: 1,
            noise: 50,
            seed: 7,
            ..Settings::default()
        };
        let engine = Engine::new(&variant, settings);
        let mut game = Game::new(&variant, variant.start());
        for _ in 0..60 {
            let legal = variant.legal_moves(game.position());
            let choice = engine.think(&game, &nodes(60), &Control::default(), &mut |_| ());
            let Some(choice) = choice else {
                assert!(legal.is_empty() && game.outcome().is_some(), "{}", bundled.name);
                break;
            };
            assert!(legal.contains(&choice.best), "{}", bundled.name);
            game.play(choice.best);
            assert_line_is_legal(&variant, &game, &choice.info.line[1..]);
        }
    }
}

fn assert_line_is_legal(variant: &Variant, game: &Game, line: &[Move]) {
    let mut position = game.position().clone();
    for &mv in line {
        assert!(
            variant.legal_moves(&position).contains(&mv),
            "{}",
            variant.rules().title
        );
        position = variant.play(&position, mv);
    }
}

#[test]
fn equal_questions_have_equal_answers() {
    for (name, noise) in [("chess", 0), ("crazy", 30)] {
        let variant = variant(name);
        let settings = Settings {
            noise,
            seed: 3,
            ..Settings::default()
        };
        let start = variant.fen(&variant.start());
        let ask = || think(&variant, &start, &nodes(3_000), settings);
        assert_eq!(ask(), ask(), "{name}");
    }
}

/// Wherever a search ends, also in the middle of a depth.
#[test]
fn the_lines_told_last_begin_with_different_moves() {
    for name in ["chess", "shogi", "crazyhouse"] {
        let variant = variant(name);
        let mut game = Game::new(&variant, variant.start());
        let settings = Settings {
            lines: 3,
            ..Settings::default()
        };
        let engine = Engine::new(&variant, settings);
        for most in (500..4_000).step_by(50) {
            let mut last = vec![None; settings.lines];
            let choice = engine.think(&game, &nodes(most), &Control::default(), &mut |info| {
                last[info.rank] = info.line.first().copied();
            });
            let Some(choice) = choice else { break };
            let first: Vec<Move> = last.into_iter().flatten().collect();
            assert_eq!(first.first(), Some(&choice.best), "{name} {most}");
            let again = first.iter().enumerate().any(|(i, mv)| first[..i].contains(mv));
            assert!(!again, "{name} {most}: {first:?}");
            game.play(choice.best);
        }
    }
}

#[test]
fn nodes_are_not_exceeded() {
    let chess = variant("chess");
    let engine = Engine::new(&chess, Settings::default());
    let game = Game::new(&chess, chess.start());
    for most in [1, 2, 100, 5_000] {
        let choice = engine.think(&game, &nodes(most), &Control::default(), &mut |_| ());
        let searched = choice.expect("a move").info.nodes;
        assert!(searched <= most, "{searched} of {most}");
    }
}

/// However slow positions are, and with several threads; the best of several tries, as others want
/// the machine, too.
#[test]
fn a_search_stops_at_once() {
    let crowded = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (name, fen, threads) in [
        ("chess", Some(crowded), 2),
        ("crazy", None, 1),
        ("grand", None, 1),
    ] {
        let variant = variant(name);
        let position = fen.map_or(variant.start(), |fen| variant.position(fen).expect(fen));
        let settings = Settings {
            threads,
            ..Settings::default()
        };
        let engine = Engine::new(&variant, settings);
        let game = Game::new(&variant, position);
        let delay = || {
            let control = Control::default();
            std::thread::scope(|scope| {
                let search = scope.spawn(|| engine.think(&game, &Limits::default(), &control, &mut |_| ()));
                std::thread::sleep(Duration::from_millis(60));
                let asked = Instant::now();
                control.stop();
                assert!(search.join().expect("no panic").is_some());
                asked.elapsed()
            })
        };
        let best = (0..5).map(|_| delay()).min().expect("five tries");
        assert!(best < Duration::from_millis(20), "{name}: {best:?}");
    }
}

#[test]
fn time_is_kept() {
    let chess = variant("chess");
    let engine = Engine::new(&chess, Settings::default());
    let game = Game::new(&chess, chess.start());
    let limits = Limits {
        move_time: Some(Duration::from_millis(80)),
        ..Limits::default()
    };
    let took = || {
        let began = Instant::now();
        engine.think(&game, &limits, &Control::default(), &mut |_| ());
        began.elapsed()
    };
    let best = (0..5).map(|_| took()).min().expect("five tries");
    assert!(best < Duration::from_millis(90), "{best:?}");
}

#[test]
fn only_the_moves_that_are_asked_for() {
    let chess = variant("chess");
    let a3 = chess.find_move(&chess.start(), "a2a3").expect("legal");
    let limits = Limits {
        moves: vec![a3],
        ..depth(3)
    };
    let (best, _) = think(&chess, &chess.fen(&chess.start()), &limits, Settings::default());
    assert_eq!(best, "a2a3");
}

/// Each level wins against random moves.
#[test]
fn levels_win_against_chance() {
    for name in ["chess", "xiangqi", "antichess", "breakthrough"] {
        let variant = variant(name);
        let level = Level::new(4).expect("a level");
        let engine = Engine::new(&variant, level.settings(Settings::default()));
        let mut random = Random::new(11);
        let mut game = Game::new(&variant, variant.start());
        while game.outcome().is_none() && game.moves().len() < 400 {
            let moves = variant.legal_moves(game.position());
            let mv = match variant.turn(game.position()) {
                Side::White => engine
                    .think(&game, &level.limits(), &Control::default(), &mut |_| ())
                    .map(|c| c.best),
                Side::Black => moves.get(random.below(moves.len())).copied(),
            };
            game.play(mv.expect("the game goes on"));
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(
            winner,
            Some(Side::White),
            "{name}: {}",
            variant.fen(game.position())
        );
    }
}
