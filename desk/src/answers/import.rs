//! Definitions of other programs, pasted into the page, as texts in the ferz language.

use super::Desk;
use crate::rpc::{Answer, Failure};
use ferz_import::{Finding, Format, Import, KeyReport, Loss, Section};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The pasted text.
#[derive(Deserialize)]
pub(super) struct Asked {
    text: String,
    /// The texts that are open in the page, by path.
    #[serde(default)]
    taken: Vec<String>,
}

/// The result for one variant.
#[derive(Serialize)]
struct Imported<'i> {
    name: &'i str,
    line: usize,
    extends: Option<&'i str>,
    /// In the ferz language; `null` if it cannot be a variant, which `findings` explain, or lacks
    /// rules.
    text: Option<&'i str>,
    /// A text that lacks the rules that are lost.
    partial: Option<&'i str>,
    complete: bool,
    keys: Vec<Key<'i>>,
    lost: &'i [Loss],
    findings: &'i [Finding],
}

/// A key, and in words what became of it.
#[derive(Serialize)]
struct Key<'i> {
    #[serde(flatten)]
    report: &'i KeyReport,
    words: &'static str,
}

/// The variants of a text, with a report about every key.
pub(super) fn import(desk: &Desk, asked: &Asked) -> Answer {
    let most = desk.limits.import;
    if asked.text.len() > most {
        let message = format!(
            "the text is longer than the {} KB that can be imported",
            most >> 10
        );
        return Err(Failure::asked(message));
    }
    let import = ferz_import::import(&asked.text, Format::Guess, &[]);
    let found: Vec<Imported<'_>> = import
        .sections
        .iter()
        .map(|section| imported(desk, &asked.taken, &import, section))
        .collect();
    Ok(json!({ "sections": found, "findings": import.findings, "complete": import.complete() }))
}

fn imported<'i>(desk: &Desk, taken: &[String], import: &'i Import, section: &'i Section) -> Imported<'i> {
    // A text of the parent's name would be taken for the parent.
    let hidden = |parent: &String| {
        let path = format!("/{parent}.ferz");
        let beside = import.sections.iter().any(|other| other.name == *parent);
        *parent != section.name && (beside || taken.contains(&path) || desk.folder.has(&path))
    };
    let alone = section.extends.as_ref().is_some_and(hidden);
    let extends = section.extends.as_deref().filter(|_| !alone);
    // Either text may have to stand alone.
    let text = |short: &'i Option<String>| {
        let alone = section.whole.as_ref().filter(|_| alone);
        short.as_ref().map(|short| alone.unwrap_or(short).as_str())
    };
    Imported {
        name: &section.name,
        line: section.line,
        extends,
        text: text(&section.ferz),
        partial: text(&section.partial),
        complete: section.complete(),
        keys: section
            .keys
            .iter()
            .map(|report| Key {
                report,
                words: report.status.words(),
            })
            .collect(),
        lost: &section.lost,
        findings: &section.findings,
    }
}
