//! Whether a change of rules matters: games of two variants in pairs, until tests know.

use super::played::{Played, Setup};
use super::sprt::{Finding, Sprt};
use ferz::rules::Side;
use serde::Serialize;
use std::collections::HashMap;

/// Something that is compared.
#[derive(Clone, Debug)]
struct Question {
    name: &'static str,
    margin: f64,
    of: fn(&Played) -> f64,
    test: Sprt,
}

/// The answer of a test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The subject of the comparison.
    pub name: &'static str,
    /// The mean in games of the old variant.
    pub old: f64,
    /// The mean in games of the new one.
    pub new: f64,
    /// The standard error of the difference.
    pub error: f64,
    /// The difference that matters.
    pub margin: f64,
    /// The finding in words.
    pub finding: &'static str,
}

/// The report of a comparison, for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared<'a> {
    /// The answers to all questions.
    pub answers: Vec<Answer>,
    /// Games of each variant.
    pub games: usize,
    /// The name of the new variant.
    pub new: &'a str,
    /// The name of the old variant.
    pub old: &'a str,
    /// How the games were played.
    pub setup: &'a Setup,
}

/// Two variants in comparison, and the results so far.
#[derive(Clone, Debug)]
pub struct Comparison {
    questions: Vec<Question>,
    played: usize,
}

impl Comparison {
    /// Games of each variant between two looks at the tests.
    pub const ROUND: usize = 20;

    /// A comparison of which nothing is known.
    pub fn new() -> Self {
        let question = |name, margin, of| Question {
            name,
            margin,
            of,
            test: Sprt::new(margin),
        };
        let questions = vec![
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
        ];
        Self { questions, played: 0 }
    }

    /// Adds games of the old and of the new variant; those with equal numbers are a pair, and a
    /// game without another one is not counted. `true` once every question is decided.
    pub fn add(&mut self, [old, new]: [&[Played]; 2]) -> bool {
        let new: HashMap<usize, &Played> = new.iter().map(|game| (game.game, game)).collect();
        for old in old {
            let Some(new) = new.get(&old.game) else { continue };
            for question in &mut self.questions {
                question.test.add([(question.of)(old), (question.of)(new)]);
            }
            self.played += 1;
        }
        self.questions.iter().all(|q| q.test.finding() != Finding::Open)
    }

    /// Games of each variant.
    pub fn games(&self) -> usize {
        self.played
    }

    /// Whether the variants are known to differ in something.
    pub fn differs(&self) -> bool {
        let known = |q: &Question| matches!(q.test.finding(), Finding::Less | Finding::More);
        self.questions.iter().any(known)
    }

    /// The answers so far.
    pub fn answers(&self) -> Vec<Answer> {
        self.questions.iter().map(answer).collect()
    }

    /// The same, for programs.
    pub fn report<'a>(&self, old: &'a str, new: &'a str, setup: &'a Setup) -> Compared<'a> {
        Compared {
            answers: self.answers(),
            games: self.played,
            new,
            old,
            setup,
        }
    }
}

impl Default for Comparison {
    fn default() -> Self {
        Self::new()
    }
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
