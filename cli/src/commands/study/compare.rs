//! `ferz study --compare`: whether a change of rules matters.

use super::store::{Header, Line, Store};
use super::{CONTROL, play_all, tell};
use crate::args::Study;
use crate::interrupt::{self, INTERRUPTED};
use crate::load::Loaded;
use ferz::rules::Side;
use ferz_play::study::{Finding, Played, Setup, Sprt};
use serde::Serialize;
use std::io::{Write as _, stdout};
use std::process::ExitCode;
use std::sync::Mutex;

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

/// What is known so far.
struct Comparison {
    questions: Vec<Question>,
    /// Games of each variant.
    played: usize,
}

impl Comparison {
    /// Adds games with the same numbers of both variants; `true` if nothing is open any more.
    fn add(&mut self, games: &[Vec<Played>; 2]) -> bool {
        for (kind, games) in games.iter().enumerate() {
            for question in &mut self.questions {
                for game in games {
                    question.test.add(kind, (question.of)(game));
                }
            }
        }
        self.played += games[0].len();
        self.questions.iter().all(|q| q.test.finding() != Finding::Open)
    }
}

/// Plays both until the tests know. A part of several plays all its games: what the others have is not known.
pub(super) fn run(args: &Study, old: &Loaded, new: &Loaded, header: &Header) -> anyhow::Result<ExitCode> {
    let setup = args.setup();
    let (job, jobs) = args.job.unwrap_or((1, 1));
    let mut store = Store::open(args, header)?;
    let mut known = store.take_known();
    let store = Mutex::new(store);
    let mut comparison = Comparison {
        questions: questions(),
        played: 0,
    };
    for from in (0..args.games).step_by(ROUND) {
        let numbers: Vec<usize> = (from..(from + ROUND).min(args.games))
            .filter(|n| n % jobs == job - 1)
            .collect();
        let games = [(false, old), (true, new)].map(|(is_new, loaded)| {
            let mut games = take(&mut known, is_new, &numbers);
            let missing: Vec<usize> = numbers
                .iter()
                .copied()
                .filter(|n| games.iter().all(|g| g.game != *n))
                .collect();
            games.extend(play_all(loaded, &setup, &missing, args.threads(), |game| {
                if let Ok(mut store) = store.lock() {
                    store.keep(is_new, game);
                }
            }));
            games.sort_by_key(|game| game.game);
            games
        });
        let decided = comparison.add(&games);
        if (decided && jobs == 1) || CONTROL.is_stopped() {
            break;
        }
    }
    interrupt::ended();
    if let Ok(store) = store.into_inner() {
        store.finish()?;
    }
    report(args, old, new, &setup, &comparison)
}

/// Compares what was played in parts, with the result of one piece.
pub(super) fn merged(
    args: &Study,
    old: &Loaded,
    new: &Loaded,
    setup: &Setup,
    mut lines: Vec<Line>,
) -> anyhow::Result<ExitCode> {
    let mut comparison = Comparison {
        questions: questions(),
        played: 0,
    };
    let most = lines.iter().map(|line| line.game.game + 1).max().unwrap_or(0);
    for from in (0..most).step_by(ROUND) {
        let numbers: Vec<usize> = (from..(from + ROUND).min(most)).collect();
        let games = [false, true].map(|is_new| take(&mut lines, is_new, &numbers));
        if comparison.add(&games) {
            break;
        }
    }
    report(args, old, new, setup, &comparison)
}

/// The games of a variant with some numbers, in order.
fn take(lines: &mut Vec<Line>, new: bool, numbers: &[usize]) -> Vec<Played> {
    let wanted = |line: &mut Line| line.new == new && numbers.contains(&line.game.game);
    let mut games: Vec<Played> = lines.extract_if(.., wanted).map(|line| line.game).collect();
    games.sort_by_key(|game| game.game);
    games
}

fn report(
    args: &Study,
    old: &Loaded,
    new: &Loaded,
    setup: &Setup,
    comparison: &Comparison,
) -> anyhow::Result<ExitCode> {
    let Comparison { questions, played } = comparison;
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
            tell::setting(setup)
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
    let interrupted = CONTROL.is_stopped();
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
