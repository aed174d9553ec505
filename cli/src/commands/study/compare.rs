//! `ferz study --compare`: whether a change of rules matters.

use super::{INTERRUPTED, STOP, play_all, tell};
use crate::args::Study;
use crate::load::Loaded;
use ferz::rules::Side;
use ferz_play::study::{Finding, Played, Sprt};
use serde::Serialize;
use std::io::{Write as _, stdout};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Games of each variant between two looks at the tests.
const ROUND: usize = 20;

/// Something that is compared.
struct Question {
    name: &'static str,
    margin: f64,
    of: fn(&Played) -> f64,
    test: Sprt,
}

#[derive(Serialize)]
struct Answer {
    name: &'static str,
    old: f64,
    new: f64,
    /// The standard error of the difference.
    error: f64,
    margin: f64,
    finding: &'static str,
}

fn questions() -> Vec<Question> {
    let question = |name, margin, of| Question {
        name,
        margin,
        of,
        test: Sprt::new(margin),
    };
    vec![
        question("what White scores", 0.05, |game| match game.winner {
            Some(Side::White) => 1.0,
            Some(Side::Black) => 0.0,
            None => 0.5,
        }),
        question("share of draws", 0.05, |game| {
            f64::from(u8::from(game.winner.is_none()))
        }),
        question("length in plies", 10.0, |game| game.plies as f64),
        question("moves in a position", 2.0, |game| {
            game.choices as f64 / game.plies.max(1) as f64
        }),
    ]
}

pub(super) fn run(args: &Study, old: &Loaded, new: &Loaded) -> anyhow::Result<ExitCode> {
    let setup = args.setup();
    let mut questions = questions();
    let mut played = 0;
    while played < args.games && !STOP.load(Ordering::Relaxed) {
        let numbers: Vec<usize> = (played..(played + ROUND).min(args.games)).collect();
        for (kind, loaded) in [old, new].into_iter().enumerate() {
            let mut games = play_all(loaded, &setup, &numbers, args.threads(), |_| ());
            games.sort_by_key(|game| game.game);
            for question in &mut questions {
                for game in &games {
                    question.test.add(kind, (question.of)(game));
                }
            }
        }
        played += numbers.len();
        if questions.iter().all(|q| q.test.finding() != Finding::Open) {
            break;
        }
    }
    let answers: Vec<Answer> = questions.iter().map(answer).collect();
    let mut out = stdout().lock();
    if args.json {
        let report = serde_json::json!({
            "old": old.name, "new": new.name, "games": played, "setup": setup, "answers": answers,
        });
        writeln!(out, "{report}")?;
    } else {
        writeln!(
            out,
            "{} and {}: {played} games each, {}",
            old.name,
            new.name,
            tell::setting(&setup)
        )?;
        for answer in &answers {
            writeln!(
                out,
                "  {:20} {:8.2} and {:8.2}, difference {:+.2} ± {:.2}: {}",
                answer.name,
                answer.old,
                answer.new,
                answer.new - answer.old,
                1.96 * answer.error,
                answer.finding
            )?;
        }
    }
    let interrupted = STOP.load(Ordering::Relaxed);
    let differs = questions
        .iter()
        .any(|q| matches!(q.test.finding(), Finding::Less | Finding::More));
    Ok(ExitCode::from(if interrupted {
        INTERRUPTED
    } else {
        u8::from(differs)
    }))
}

fn answer(question: &Question) -> Answer {
    let [old, new] = question.test.means();
    Answer {
        name: question.name,
        old,
        new,
        error: question.test.error(),
        margin: question.margin,
        finding: match question.test.finding() {
            Finding::Open => "not decided",
            Finding::Same => "no difference that matters",
            Finding::Less => "less",
            Finding::More => "more",
        },
    }
}
