//! Errors as JSON: `kind`, `message`, and the data of the kind.

use ferz::diagnostic::{Diagnostic, Severity};
use ferz::lower::Source;
use ferz::why::Reason;
use serde_json::{Value, json};
use std::fmt::Display;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    pub(crate) fn report(text: &str);
}

/// An error of a kind that needs no more than its message.
pub(crate) fn error(kind: &str, message: impl Display) -> String {
    json!({ "kind": kind, "message": message.to_string() }).to_string()
}

/// This build is for smaller boards: the loader takes the other one.
pub(crate) fn too_large() -> String {
    error("too-large", "this build is for boards of up to 64 squares")
}

/// A text with errors.
pub(crate) fn rules(diagnostics: &[Diagnostic], sources: &[Source]) -> String {
    let first = diagnostics.iter().find(|d| d.severity == Severity::Error);
    let message = first.map_or("the text is a library, not a variant", |d| d.message.as_str());
    json!({ "kind": "rules", "message": message, "diagnostics": list(diagnostics, sources) }).to_string()
}

/// A move that cannot be played.
pub(crate) fn refused(reason: &Reason) -> String {
    let squares: Vec<String> = reason.squares().iter().map(ToString::to_string).collect();
    json!({ "kind": "illegal", "reason": reason.kind(), "message": reason.to_string(), "squares": squares })
        .to_string()
}

/// Diagnostics with their places: lines and columns from 1, columns in characters as JavaScript
/// counts them (UTF-16).
pub(crate) fn list(diagnostics: &[Diagnostic], sources: &[Source]) -> Value {
    let one = |diagnostic: &Diagnostic| {
        let place = diagnostic.place().and_then(|(source, start, end)| {
            let source = sources.get(source.0 as usize)?;
            let (line, column) = place(&source.text, start)?;
            let (end_line, end_column) = place(&source.text, end)?;
            Some(json!({
                "file": source.name, "line": line, "column": column,
                "endLine": end_line, "endColumn": end_column,
            }))
        });
        json!({
            "code": diagnostic.code,
            "severity": diagnostic.severity,
            "message": diagnostic.message,
            "help": diagnostic.help,
            "label": diagnostic.labels.first().map(|label| &label.text).filter(|text| !text.is_empty()),
            "place": place,
        })
    };
    diagnostics.iter().map(one).collect()
}

fn place(text: &str, at: usize) -> Option<(usize, usize)> {
    let before = text.get(..at)?;
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    let column = before[start..].encode_utf16().count() + 1;
    Some((before.matches('\n').count() + 1, column))
}
