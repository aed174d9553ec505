//! Work on rules: tests, a test made of a position, the behaviour of the rules.

use super::Desk;
use super::board::{Played, game};
use crate::compiled::Meant;
use crate::rpc::{Answer, Failure};
use ferz::suite::{Body, Case, Ending, Suite, run_case};
use ferz::why::Explainer;
use ferz_grammar::diagnostic::Diagnostic;
use serde::Deserialize;
use serde_json::{Value, json};
use similar::{ChangeTag, TextDiff};
use std::fmt::Write as _;

#[derive(Deserialize)]
pub(super) struct Tested {
    variant: Meant,
    /// The text of the test file.
    tests: String,
}

/// Runs tests.
pub(super) fn test(desk: &Desk, asked: Tested) -> Answer {
    let suite = match Suite::parse(&asked.tests) {
        Ok(suite) => suite,
        Err(wrong) => {
            return Ok(json!({ "wrong": wrong.iter().map(|d| told(d, &asked.tests)).collect::<Vec<_>>() }));
        }
    };
    let compiled = desk.compiler.get(&asked.variant)?;
    let explainer = Explainer::new(&compiled.variant);
    let cases: Vec<Value> = suite
        .cases
        .iter()
        .map(|case| {
            let report = run_case(&explainer, case);
            let passed = report.passed();
            json!({ "report": report, "passed": passed, "fen": fen(case), "moves": moves(case) })
        })
        .collect();
    Ok(json!({ "cases": cases }))
}

fn told(found: &Diagnostic, text: &str) -> Value {
    let start = found.labels.first().map_or(0, |label| label.span.start);
    let before = text.get(..start).unwrap_or("");
    json!({
        "line": before.bytes().filter(|b| *b == b'\n').count() + 1,
        "message": found.message,
        "help": found.help,
    })
}

/// The position with which a test begins.
fn fen(case: &Case) -> Option<&str> {
    let fen = case.fen.as_ref().map(|fen| fen.text.as_str());
    fen.filter(|fen| *fen != "startpos")
}

fn moves(case: &Case) -> Vec<&str> {
    match &case.body {
        Body::Game { moves, .. } => moves.iter().map(|mv| mv.text.as_str()).collect(),
        Body::Position(_) | Body::Rejected(_) | Body::Perft { .. } => Vec::new(),
    }
}

#[derive(Deserialize)]
pub(super) struct Kept {
    #[serde(flatten)]
    played: Played,
    name: String,
    /// Of the piece on this square; none: all moves.
    from: Option<String>,
}

/// A test of the position on the board, as the rules are now. Its text was run and passes.
pub(super) fn case(desk: &Desk, asked: Kept) -> Answer {
    let compiled = desk.compiler.get(&asked.played.variant)?;
    let variant = &compiled.variant;
    let game = game(variant, &asked.played)?;
    let position = game.position();
    let texts = variant.move_texts(position, &variant.legal_moves(position));
    let outcome = variant.outcome(position);
    let mut out = format!(
        "[[position]]\nname = {}\nfen = {}\n",
        quoted(&asked.name),
        quoted(&variant.fen(position))
    );
    if outcome.is_none() {
        let mut list: Vec<String> = match &asked.from {
            Some(from) => texts
                .iter()
                .filter_map(|t| t.strip_prefix(from.as_str()))
                .map(quoted)
                .collect(),
            None => texts.iter().map(|t| quoted(t)).collect(),
        };
        list.sort();
        let list = list.join(", ");
        let _ = match &asked.from {
            Some(from) => writeln!(out, "moves = {{ from = {}, to = [{list}] }}", quoted(from)),
            None => writeln!(out, "moves = {{ all = [{list}] }}"),
        };
        if variant.in_check(position) {
            out.push_str("check = true\n");
        }
    }
    let _ = writeln!(
        out,
        "outcome = {}",
        quoted(&Ending::of(outcome.as_ref()).to_string())
    );
    let suite = Suite::parse(&out).map_err(|_| Failure::ours())?;
    let explainer = Explainer::new(variant);
    let failed = suite
        .cases
        .iter()
        .flat_map(|case| run_case(&explainer, case).failures)
        .next();
    match failed {
        None => Ok(json!({ "test": out })),
        Some(failure) => Err(Failure::position(format!(
            "this position cannot be tested by itself: {}",
            failure.what
        ))),
    }
}

/// A text of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[derive(Deserialize)]
pub(super) struct Pinned {
    variant: Meant,
    /// The snapshot that was accepted; none if there is none yet.
    old: Option<String>,
}

/// The behaviour of the rules, and the changes in it.
pub(super) fn snapshot(desk: &Desk, asked: Pinned) -> Answer {
    let compiled = desk.compiler.get(&asked.variant)?;
    let new = ferz::snapshot::snapshot(&compiled.variant);
    let old = asked.old.as_deref().unwrap_or_default();
    Ok(json!({
        "snapshot": new,
        "same": asked.old.as_deref() == Some(new.as_str()),
        "changes": lines(old, &new),
    }))
}

/// The lines that differ, each with three around it.
fn lines(old: &str, new: &str) -> Vec<Value> {
    let diff = TextDiff::from_lines(old, new);
    let mut out = Vec::new();
    for group in diff.grouped_ops(3) {
        if !out.is_empty() {
            out.push(json!(["…", ""]));
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let sign = match change.tag() {
                ChangeTag::Equal => " ",
                ChangeTag::Delete => "-",
                ChangeTag::Insert => "+",
            };
            out.push(json!([sign, change.value().trim_end_matches('\n')]));
        }
    }
    out
}
