//! Forced wins are proved, and that there are none.

use ferz::Decision;
use ferz::engine::{Game, Position, Variant};
use ferz::rules::Side;
use ferz_play::solve::{Branch, Problem, Solution, solve, solve_game};
use ferz_play::{Control, Random};
use std::time::Duration;

fn variant(name: &str) -> Variant {
    let rules = ferz_rulesets::ruleset(name).expect(name);
    Variant::new(rules).expect(name)
}

fn within(winner: Side, moves: u32) -> Problem {
    Problem {
        winner,
        moves,
        nodes: None,
        time: None,
        threads: 1,
        hash: 1,
    }
}

fn proved(variant: &Variant, position: &Position, problem: &Problem) -> Solution {
    solve(variant, position, problem, &Control::default(), &|_| ())
}

/// A problem: variant, position, moves it takes, and all first moves that win as fast.
const PROBLEMS: &[(&str, &str, u32, &[&str])] = &[
    ("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, &["d1d8"]),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, &["a1a6"]),
    (
        "chess",
        "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
        2,
        &["d2h6"],
    ),
    ("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, &["f6a6"]),
    (
        "chess",
        "7R/r1p1q1pp/3k4/1p1n1Q2/3N4/8/1PP2PPP/2B3K1 w - - 0 1",
        4,
        &["h8d8"],
    ),
    (
        "chess",
        "r1bqr3/ppp1B1kp/1b4p1/n2B4/3PQ1P1/2P5/P4P2/RN4K1 w - - 0 1",
        4,
        &["e4e5"],
    ),
    // An explosion takes the king along.
    (
        "atomic",
        "rnbqkbnr/pppppppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
        1,
        &["e5d7", "e5f7"],
    ),
    // A king in the middle; no mate at all.
    (
        "kingofthehill",
        "7k/8/8/8/8/8/4K3/8 w - - 0 1",
        2,
        &["e2d3", "e2e3", "e2f3"],
    ),
    // The other must take the last piece: the win comes with his move.
    ("antichess", "8/8/8/8/8/1p6/8/1B6 w - - 0 1", 1, &["b1a2", "b1c2"]),
    // So it does where the mated side wins.
    ("misere", "8/8/8/8/1p4Q1/k7/p7/K7 w - - 0 1", 2, &["g4d1"]),
    (
        "xiangqi",
        "3k5/R8/1R7/9/9/9/9/9/9/5K3 w - - 0 1",
        1,
        &["a9e9", "b8b10", "b8e8", "f1e1"],
    ),
    (
        "3check",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 checks=1+3",
        1,
        &["a1a8"],
    ),
    // Three moves of one turn are one move, and only the last gives check.
    (
        "progressive1",
        "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        1,
        &["d1f3", "d1h5", "f1c4"],
    ),
    ("doublemove2", "4k3/8/8/8/8/8/8/R3K3 w - - 0 5", 1, &["a1a8"]),
];

#[test]
fn problems_have_their_solutions() {
    for &(name, fen, moves, first) in PROBLEMS {
        let variant = variant(name);
        let position = variant.position(fen).expect(fen);
        let problem = within(variant.turn(&position), 5);
        let solution = proved(&variant, &position, &problem);
        assert_eq!(solution.moves, Some(moves), "{name} {fen}");
        assert_eq!(solution.none_within + 1, moves, "{name} {fen}");
        let legal = variant.legal_moves(&position);
        let texts = variant.move_texts(&position, &legal);
        let mut found: Vec<&str> = texts
            .iter()
            .zip(&legal)
            .filter_map(|(text, mv)| solution.first.contains(mv).then_some(&text[..]))
            .collect();
        let mut first = first.to_vec();
        found.sort_unstable();
        first.sort_unstable();
        assert_eq!(found, first, "{name} {fen}");
        assert_tree(&variant, &position, problem.winner, &solution.tree, moves);
        let two = Problem {
            threads: 2,
            ..problem
        };
        let other = proved(&variant, &position, &two);
        assert_eq!((other.moves, &other.first), (solution.moves, &solution.first));
        assert_eq!(other.line(), solution.line(), "{name} {fen}");
    }
}

/// The winner has one move everywhere, the other all legal ones, and every line ends with a win in
/// time.
fn assert_tree(variant: &Variant, position: &Position, winner: Side, tree: &[Branch], left: u32) {
    let legal = variant.legal_moves(position);
    if tree.is_empty() {
        let outcome = variant
            .outcome(position)
            .expect("the end of a line is the end of the game");
        assert_eq!(outcome.winner, Some(winner), "{}", variant.fen(position));
        return;
    }
    let attacks = variant.turn(position) == winner;
    assert_eq!(
        tree.len(),
        if attacks { 1 } else { legal.len() },
        "{}",
        variant.fen(position)
    );
    for branch in tree {
        assert!(legal.contains(&branch.mv) && branch.moves <= left);
        let after = variant.play(position, branch.mv);
        assert_tree(variant, &after, winner, &branch.then, branch.moves);
    }
}

/// Whether a side wins in this number of its moves, by trying everything; `on`: its move is not
/// over.
fn wins(variant: &Variant, position: &Position, winner: Side, left: u32, on: bool) -> bool {
    if let Some(outcome) = variant.outcome(position) {
        return outcome.winner == Some(winner);
    }
    let attacks = variant.turn(position) == winner;
    let plays = variant.decision(position) == Decision::Move;
    let cost = u32::from(attacks && plays && !on);
    if cost > left {
        return false;
    }
    let on = if plays { attacks } else { on };
    let mut outcomes = variant
        .legal_moves(position)
        .into_iter()
        .map(|mv| wins(variant, &variant.play(position, mv), winner, left - cost, on));
    if attacks {
        outcomes.any(|won| won)
    } else {
        outcomes.all(|won| won)
    }
}

/// A position of a few pieces, or one that random moves lead to.
fn random_position(variant: &Variant, random: &mut Random) -> Option<Position> {
    let board = variant.topology();
    if random.below(2) == 0 && variant.rules().board.files == 8 {
        let mut squares = vec!['.'; 64];
        for i in 0..6 {
            let letter = ['Q', 'R', 'N', 'P', 'q', 'b', 'p'][random.below(7)];
            squares[random.below(64)] = *['K', 'k'].get(i).unwrap_or(&letter);
        }
        let rows: Vec<String> = squares
            .chunks(8)
            .map(|row| row.iter().collect::<String>().replace('.', "1"))
            .collect();
        return variant
            .position(&format!(
                "{} {} - - 0 1",
                rows.join("/"),
                ['w', 'b'][random.below(2)]
            ))
            .ok();
    }
    let mut position = variant.start();
    for _ in 0..random.below(usize::from(board.ranks()) * 12) {
        let moves = variant.legal_moves(&position);
        let next = variant.play(&position, *moves.get(random.below(moves.len()))?);
        if variant.outcome(&next).is_some() {
            break;
        }
        position = next;
    }
    Some(position)
}

#[test]
fn the_proof_agrees_with_trying_everything() {
    let mut random = Random::new(17);
    let names = [
        ("chess", 2),
        ("atomic", 2),
        ("antichess", 2),
        ("kingofthehill", 2),
        ("racingkings", 2),
        ("extinction", 2),
        ("losalamos", 2),
        ("breakthrough", 2),
        ("minixiangqi", 2),
        ("xiangqi", 1),
        ("3check", 2),
        ("andernach", 2),
        ("benedict", 1),
        ("rifle-chess", 2),
        ("denial-chess", 1),
        ("revenge-chess", 1),
        ("crazy", 1),
    ];
    let mut won = 0;
    for (name, most) in names {
        let variant = variant(name);
        for _ in 0..20 {
            let Some(position) = random_position(&variant, &mut random) else {
                continue;
            };
            if variant.legal_moves(&position).len() > 40 && most > 1 {
                continue;
            }
            for winner in Side::ALL {
                let expected = (0..=most).find(|&left| wins(&variant, &position, winner, left, false));
                let expected = expected.filter(|_| variant.outcome(&position).is_none());
                let solution = proved(&variant, &position, &within(winner, most));
                assert_eq!(
                    solution.moves,
                    expected,
                    "{name} {} for {winner}",
                    variant.fen(&position)
                );
                assert!(solution.complete);
                if let Some(moves) = expected {
                    assert_tree(&variant, &position, winner, &solution.tree, moves);
                    won += 1;
                }
            }
        }
    }
    assert!(won > 20, "only {won} positions are won");
}

#[test]
fn a_mate_is_late_where_the_clock_runs_out() {
    let chess = variant("chess");
    for (clock, moves) in [(0, Some(2)), (96, Some(2)), (97, Some(2)), (98, None), (99, None)] {
        let fen = format!("7k/8/8/8/8/8/R7/1R5K w - - {clock} 90");
        let position = chess.position(&fen).expect(&fen);
        let solution = proved(&chess, &position, &within(Side::White, 2));
        assert_eq!(solution.moves, moves, "{fen}");
    }
}

#[test]
fn a_proof_keeps_to_its_limits() {
    let chess = variant("chess");
    let problem = Problem {
        nodes: Some(5_000),
        ..within(Side::White, 8)
    };
    let solution = proved(&chess, &chess.start(), &problem);
    assert!(!solution.complete && solution.moves.is_none() && solution.none_within >= 1);
    assert!(solution.nodes <= 5_200, "{}", solution.nodes);
    let timed = Problem {
        time: Some(Duration::from_millis(30)),
        threads: 2,
        ..within(Side::White, 30)
    };
    assert!(!proved(&chess, &chess.start(), &timed).complete);
    let control = Control::default();
    control.stop();
    let stopped = solve(
        &chess,
        &chess.start(),
        &within(Side::White, 30),
        &control,
        &|_| (),
    );
    assert!(!stopped.complete && stopped.none_within < 30);
}

/// A game that has been played, whose moves can be written in either way.
fn played(variant: &Variant, fen: &str, moves: &str) -> Game {
    let mut game = Game::new(variant, variant.position(fen).expect(fen));
    for text in moves.split(' ') {
        let verdict = ferz::why::why(variant, game.position(), text);
        let ferz::why::Verdict::Legal(mv) = verdict else {
            panic!("{text}")
        };
        game.play(mv);
    }
    game
}

/// A third repetition by perpetual check or chase is proved to be lost; without the game it is not.
#[test]
fn who_checks_or_chases_for_ever_is_proved_to_lose() {
    let mut rules = ferz_rulesets::ruleset("chess").expect("chess");
    rules.end.perpetual_check = Some(ferz::rules::Score::Loss);
    let judged = Variant::new(rules).expect("a variant");
    let checks = played(
        &judged,
        "6k1/6p1/5p2/7Q/8/8/rq6/7K w - - 0 1",
        "Qe8+ Kh7 Qh5+ Kg8 Qe8+ Kh7 Qh5+",
    );
    let xiangqi = variant("xiangqi");
    let chases = played(
        &xiangqi,
        "5k3/1c7/9/9/9/9/9/9/9/R2K5 w - - 0 1",
        "a1b1 b9a9 b1a1 a9b9 a1b1 b9a9 b1a1",
    );
    for (game, last) in [(checks, "h7g8"), (chases, "a9b9")] {
        let problem = within(Side::Black, 1);
        let solution = solve_game(&game, &problem, &Control::default(), &|_| ());
        let mv = game.variant().find_move(game.position(), last).expect(last);
        assert_eq!((solution.moves, &solution.first[..]), (Some(1), &[mv][..]));
        let fresh = proved(game.variant(), game.position(), &problem);
        assert_eq!(fresh.moves, None);
    }
}
