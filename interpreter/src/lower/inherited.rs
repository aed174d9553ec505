//! Mistakes in an ancestor's text that are none there: what this file changes no longer fits what it takes over.

use super::collect::Files;
use super::{Library, Source, lower};
use ferz_grammar::diagnostic::{Diagnostic, Label, Severity};
use ferz_grammar::span::{SourceId, Span};
use std::collections::HashSet;

/// Puts such errors at the `extends` of the file, one of each kind.
pub(super) fn explain(files: &Files, library: &dyn Library, diagnostics: &mut Vec<Diagnostic>) {
    let own = SourceId(0);
    let extends = files.trees[0]
        .header
        .as_ref()
        .and_then(|h| h.extends.as_ref())
        .map(|e| e.span);
    let parent = files
        .layers
        .len()
        .checked_sub(2)
        .and_then(|i| files.layers.get(i))
        .map(|l| l.source);
    let (Some(extends), Some(parent)) = (extends, parent) else {
        return;
    };
    let is_foreign = |d: &Diagnostic| {
        d.severity == Severity::Error && d.labels.first().is_some_and(|main| main.source != own)
    };
    if !diagnostics.iter().any(is_foreign) {
        return;
    }
    // What is wrong with the ancestor alone stays where it is.
    let alone = lower(files.sources[parent.0 as usize].clone(), library);
    let place = |sources: &[Source], label: &Label| -> Option<(String, Span)> {
        Some((sources.get(label.source.0 as usize)?.name.clone(), label.span))
    };
    let known: HashSet<(&str, Option<(String, Span)>)> = alone
        .diagnostics
        .iter()
        .map(|d| {
            (
                d.code,
                d.labels.first().and_then(|main| place(&alone.sources, main)),
            )
        })
        .collect();
    let mut seen = HashSet::new();
    diagnostics.retain_mut(|d| {
        let main = d.labels.first().and_then(|main| place(&files.sources, main));
        if !is_foreign(d) || known.contains(&(d.code, main)) {
            return true;
        }
        if !seen.insert(d.code) {
            return false;
        }
        for label in d.labels.iter_mut().take(1).filter(|l| l.text.is_empty()) {
            label.text.clone_from(&d.message);
        }
        d.message = format!("this file no longer fits what it takes over: {}", d.message);
        d.labels.insert(
            0,
            Label {
                source: own,
                span: extends,
                text: String::new(),
            },
        );
        d.help = Some("declare it anew in this file, or take it back with `without`".to_owned());
        true
    });
}
