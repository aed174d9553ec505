//! The results of the tests.

use ferz_grammar::span::Span;
use serde::Serialize;

/// The results of one test file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// One for each test, in the order written.
    pub cases: Vec<CaseReport>,
}

impl Report {
    /// How many tests passed.
    pub fn passed(&self) -> usize {
        self.cases.iter().filter(|case| case.passed()).count()
    }

    /// How many did not.
    pub fn failed(&self) -> usize {
        self.cases.len() - self.passed()
    }
}

/// The kinds of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[doc(hidden)]
pub enum Kind {
    /// `[[position]]`
    Position,
    /// `[[game]]`
    Game,
    /// `[[perft]]`
    Perft,
}

/// The result of one test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaseReport {
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: Kind,
    /// The line in the test file, from 1.
    pub line: usize,
    /// The place in the test file.
    #[serde(skip)]
    pub span: Span,
    /// Expectations that were not met; empty: it has passed.
    pub failures: Vec<Failure>,
    /// The letters of its texts that are no longer written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

impl CaseReport {
    /// Whether everything was as expected.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

/// One expectation that was not met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The subject of the test: `moves from a8`, `after 7 moves: outcome`.
    pub what: String,
    /// The line in the test file, from 1.
    pub line: usize,
    /// The position, as the variant writes it; the text from the file if that could not be read.
    pub fen: String,
    /// The expected items.
    pub expected: Vec<String>,
    /// The actual items.
    pub got: Vec<String>,
    /// Whether the two are lists of moves, which differ in some.
    #[serde(skip)]
    pub is_list: bool,
    /// The squares that a list of moves names, for drawing it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub targets: Option<Targets>,
}

impl Failure {
    /// The expected items that are missing.
    pub fn missing(&self) -> Vec<&str> {
        self.expected
            .iter()
            .filter(|e| !self.got.contains(e))
            .map(String::as_str)
            .collect()
    }

    /// The items that were not expected.
    pub fn extra(&self) -> Vec<&str> {
        self.got
            .iter()
            .filter(|g| !self.expected.contains(g))
            .map(String::as_str)
            .collect()
    }
}

/// The target squares of a piece, by the test and by the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[doc(hidden)]
pub struct Targets {
    /// Names of squares on which the expected moves end.
    pub expected: Vec<String>,
    /// Names of squares on which the legal moves end.
    pub got: Vec<String>,
}
