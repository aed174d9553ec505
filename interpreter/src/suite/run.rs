//! Running tests.

use super::case::Expect;
use super::case::{Body, Case, Stage, Suite, Written};
use super::expect::{Scene, try_move};
use super::report::{CaseReport, Failure, Kind, Report};
use crate::dialects::{self, Misread};
use crate::engine::{Game, Leaves, Position, Variant};
use crate::why::Explainer;
use std::sync::atomic::AtomicBool;

/// Runs all tests against a variant.
pub fn run(variant: &Variant, suite: &Suite) -> Report {
    let explainer = Explainer::new(variant);
    Report {
        cases: suite
            .cases
            .iter()
            .map(|case| run_case(&explainer, case))
            .collect(),
    }
}

/// Runs one test against the variant of an explainer, which says why moves are illegal. The
/// explainer computes once for all tests what it needs of the rules.
pub fn run_case(explainer: &Explainer<'_>, case: &Case) -> CaseReport {
    run_until(explainer, case, &AtomicBool::new(false))
}

/// [`run_case`]; once `stop` is set, the result means nothing.
#[doc(hidden)]
pub fn run_until(explainer: &Explainer<'_>, case: &Case, stop: &AtomicBool) -> CaseReport {
    let variant = explainer.variant();
    let (kind, failures) = match &case.body {
        Body::Rejected(words) => (Kind::Position, rejected(variant, case, words)),
        Body::Position(expect) => {
            let test =
                |position| Scene::new(explainer, &Game::new(variant, position), String::new()).check(expect);
            (
                Kind::Position,
                first(variant, case).map_or_else(|failure| vec![*failure], test),
            )
        }
        Body::Game { moves, stages } => {
            let play = |position| game(explainer, Game::new(variant, position), moves, stages);
            (
                Kind::Game,
                first(variant, case).map_or_else(|failure| vec![*failure], play),
            )
        }
        Body::Perft { counts } => {
            let count = |position| perft(variant, &position, counts, stop);
            (
                Kind::Perft,
                first(variant, case).map_or_else(|failure| vec![*failure], count),
            )
        }
    };
    CaseReport {
        name: case.name.clone(),
        kind,
        line: case.line,
        span: case.span,
        failures,
        warning: outdated(variant, case),
    }
}

/// The letters of a test that are no longer written.
fn outdated(variant: &Variant, case: &Case) -> Option<String> {
    let mut texts = Vec::new();
    let mut boards = Vec::from_iter(case.fen.as_ref());
    let mut expected = |expect: &Expect| {
        texts.extend(expect.legal.iter().map(|mv| mv.text.clone()));
        texts.extend(expect.illegal.iter().map(|mv| mv.text.text.clone()));
        for list in &expect.moves {
            let from = list.from.as_ref().map_or("", |from| from.text.as_str());
            texts.extend(list.texts.iter().map(|text| format!("{from}{text}")));
        }
    };
    match &case.body {
        Body::Position(expect) => {
            expected(expect);
            boards.extend(&expect.fen);
        }
        Body::Game { moves, stages } => {
            for stage in stages {
                expected(&stage.expect);
                boards.extend(&stage.expect.fen);
            }
            texts.extend(moves.iter().map(|mv| mv.text.clone()));
        }
        Body::Rejected(_) | Body::Perft { .. } => {}
    }
    let boards: String = boards
        .iter()
        .filter_map(|fen| fen.text.split_whitespace().next())
        .filter(|board| *board != "startpos")
        .collect();
    dialects::outdated(variant, Some(&boards), texts.iter().map(String::as_str))
}

/// The position that a test begins with.
fn first(variant: &Variant, case: &Case) -> Result<Position, Box<Failure>> {
    let Some(fen) = &case.fen else {
        return Ok(variant.start());
    };
    read(variant, &fen.text).map_err(|error| {
        Box::new(Failure {
            what: "fen".to_owned(),
            line: fen.line,
            fen: fen.text.clone(),
            expected: vec!["a position of the variant".to_owned()],
            got: vec![error.to_string()],
            is_list: false,
            targets: None,
        })
    })
}

/// A position as tests write it.
fn read(variant: &Variant, text: &str) -> Result<Position, Misread> {
    if text == "startpos" {
        Ok(variant.start())
    } else {
        dialects::position(variant, text)
    }
}

fn rejected(variant: &Variant, case: &Case, words: &Written) -> Vec<Failure> {
    let fen = case.fen.as_ref().map_or("", |fen| fen.text.as_str());
    let objection = match read(variant, fen) {
        Ok(position) => variant.surplus(&position),
        Err(error) => Some(error.to_string()),
    };
    let got = match objection {
        None => "a position of the variant".to_owned(),
        Some(message) => {
            if message.to_lowercase().contains(&words.text.to_lowercase()) {
                return Vec::new();
            }
            message
        }
    };
    vec![Failure {
        what: "rejected".to_owned(),
        line: words.line,
        fen: fen.to_owned(),
        expected: vec![words.text.clone()],
        got: vec![got],
        is_list: false,
        targets: None,
    }]
}

fn game(explainer: &Explainer<'_>, mut game: Game, moves: &[Written], stages: &[Stage]) -> Vec<Failure> {
    let mut failures = Vec::new();
    for ply in 0..=moves.len() {
        for stage in stages.iter().filter(|stage| stage.ply == ply) {
            let when = match ply {
                0 => "before the first move: ".to_owned(),
                1 => format!("after 1 move, {}: ", moves[0].text),
                n => format!("after {n} moves, the last {}: ", moves[n - 1].text),
            };
            failures.extend(Scene::new(explainer, &game, when).check(&stage.expect));
        }
        let Some(mv) = moves.get(ply) else { break };
        match try_move(explainer, &game, &mv.text) {
            Ok(legal) => game.play(legal),
            Err(reason) => {
                failures.push(Failure {
                    what: format!("move {}, {}", ply + 1, mv.text),
                    line: mv.line,
                    fen: game.variant().fen(game.position()),
                    expected: vec!["legal".to_owned()],
                    got: vec![reason.to_string()],
                    is_list: false,
                    targets: None,
                });
                break;
            }
        }
    }
    failures
}

fn perft(variant: &Variant, position: &Position, counts: &[(u64, usize)], stop: &AtomicBool) -> Vec<Failure> {
    let mut failures = Vec::new();
    for (depth, &(expected, line)) in (1u32..).zip(counts) {
        let got = variant.perft_with(position, depth, Leaves::Bulk, stop);
        if got != expected {
            failures.push(Failure {
                what: format!("depth {depth}"),
                line,
                fen: variant.fen(position),
                expected: vec![expected.to_string()],
                got: vec![got.to_string()],
                is_list: false,
                targets: None,
            });
            // Deeper counts only repeat the mistake.
            break;
        }
    }
    failures
}
