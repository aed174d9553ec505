//! The machine interface: what `--json` prints. Keys and their order are stable.

use ferz::engine::{Outcome, Position, Variant};
use ferz::lower::Source;
use ferz::rules::Side;
use ferz_grammar::diagnostic::{Diagnostic, Severity};
use indexmap::IndexMap;
use serde::Serialize;

/// `ferz moves`: one position.
#[derive(Serialize)]
pub(crate) struct PositionReport<'a> {
    pub(crate) variant: &'a str,
    pub(crate) fen: String,
    pub(crate) turn: Side,
    pub(crate) check: bool,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) moves: Vec<MoveReport>,
}

/// One legal move and the position after it.
#[derive(Serialize)]
pub(crate) struct MoveReport {
    #[serde(rename = "move")]
    pub(crate) text: String,
    pub(crate) fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) san: Option<String>,
}

impl<'a> PositionReport<'a> {
    pub(crate) fn new(name: &'a str, variant: &Variant, position: &Position, san: bool) -> Self {
        let moves = variant.legal_moves(position);
        let texts = variant.move_texts(position, &moves);
        let mut sans = if san {
            variant.sans(position, &moves)
        } else {
            Vec::new()
        }
        .into_iter();
        let report = |(text, mv)| {
            let fen = variant.fen(&variant.play(position, mv));
            MoveReport {
                text,
                fen,
                san: sans.next(),
            }
        };
        Self {
            variant: name,
            fen: variant.fen(position),
            turn: variant.turn(position),
            check: variant.in_check(position),
            outcome: variant.outcome(position),
            moves: texts.into_iter().zip(moves).map(report).collect(),
        }
    }
}

/// A line of `ferz moves --stdin` that is no position.
#[derive(Serialize)]
pub(crate) struct ErrorReport {
    pub(crate) error: String,
}

/// `ferz perft`.
#[derive(Serialize)]
pub(crate) struct PerftReport<'a> {
    pub(crate) variant: &'a str,
    pub(crate) fen: String,
    pub(crate) depth: u32,
    /// Absent if the count was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) interrupted: bool,
    pub(crate) seconds: f64,
    pub(crate) nodes_per_second: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) moves: Option<&'a IndexMap<String, u64>>,
}

/// `ferz list`: one bundled variant.
#[derive(Serialize)]
pub(crate) struct ListReport {
    pub(crate) name: &'static str,
    pub(crate) title: String,
    pub(crate) board: String,
    pub(crate) source: String,
}

/// `ferz check`.
#[derive(Serialize)]
pub(crate) struct CheckReport {
    pub(crate) files: Vec<FileReport>,
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
}

/// One file: what is wrong with it and, if nothing is, what it defines.
#[derive(Serialize)]
pub(crate) struct FileReport {
    pub(crate) path: String,
    pub(crate) diagnostics: Vec<DiagnosticReport>,
    pub(crate) variant: Option<VariantReport>,
}

/// What a variant consists of.
#[derive(Serialize)]
pub(crate) struct VariantReport {
    pub(crate) title: String,
    pub(crate) board: String,
    pub(crate) squares: usize,
    pub(crate) armies: IndexMap<Side, ArmyReport>,
    pub(crate) moves: usize,
    pub(crate) hooks: Vec<String>,
}

/// One side's army.
#[derive(Serialize)]
pub(crate) struct ArmyReport {
    pub(crate) title: String,
    /// Names by letter.
    pub(crate) pieces: IndexMap<char, String>,
}

/// One error or warning.
#[derive(Serialize)]
pub(crate) struct DiagnosticReport {
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) message: String,
    pub(crate) labels: Vec<LabelReport>,
    pub(crate) help: Option<String>,
}

/// A place in a text. Lines and columns (in characters) begin at 1, offsets (in bytes) at 0.
#[derive(Serialize)]
pub(crate) struct LabelReport {
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) text: String,
}

impl DiagnosticReport {
    pub(crate) fn new(diagnostic: &Diagnostic, sources: &[Source]) -> Self {
        let label = |label: &ferz_grammar::diagnostic::Label| {
            let source = sources.get(label.source.0 as usize);
            let text = source.map_or("", |source| source.text.as_str());
            let before = text.get(..label.span.start).unwrap_or(text);
            let line = before.rsplit('\n').next().unwrap_or("");
            LabelReport {
                path: source.map_or_else(String::new, |source| source.name.clone()),
                line: before.bytes().filter(|&b| b == b'\n').count() + 1,
                column: line.chars().count() + 1,
                start: label.span.start,
                end: label.span.end,
                text: label.text.clone(),
            }
        };
        Self {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            labels: diagnostic.labels.iter().map(label).collect(),
            help: diagnostic.help.clone(),
        }
    }
}
