//! Warnings about what an ancestor declares: they belong to this file only if it is the one that
//! made them true.

use super::super::collect::Files;
use super::super::{Lints, Source, examine};
use super::OWN;
use ferz_grammar::diagnostic::{Diagnostic, Label, Severity};
use ferz_grammar::span::Span;
use std::collections::HashSet;

/// A warning without the numbers of the texts: code, message and main place.
type Key = (&'static str, String, Option<(String, Span)>);

/// Drops the warnings that the ancestor has by itself, and puts the others at `extends`.
pub(in crate::lower) fn place_in_file(files: &Files, diagnostics: &mut Vec<Diagnostic>) {
    let is_foreign = |d: &Diagnostic| {
        d.severity == Severity::Warning && d.labels.first().is_some_and(|main| main.source != OWN)
    };
    if !diagnostics.iter().any(is_foreign) {
        return;
    }
    let header = files.trees[0].header.as_ref();
    let extends = header.and_then(|h| h.extends.as_ref()).map(|e| e.span);
    let parent = files.layers.iter().rev().nth(1).map(|layer| layer.source);
    let (Some(extends), Some(parent)) = (extends, parent) else {
        return;
    };
    let alone = examine(files.sources[parent.0 as usize].clone(), files, Lints::Run);
    let sources = &alone.files.sources;
    let known: HashSet<Key> = alone
        .diagnostics
        .iter()
        .flat_map(|d| d.labels.iter().map(move |label| key(d, Some(label), sources)))
        .collect();
    diagnostics.retain_mut(|d| {
        if !is_foreign(d) {
            return true;
        }
        if known.contains(&key(d, d.labels.first(), &files.sources)) {
            return false;
        }
        if let Some(main) = d.labels.first_mut().filter(|main| main.text.is_empty()) {
            "this is taken over".clone_into(&mut main.text);
        }
        d.labels.insert(
            0,
            Label {
                source: OWN,
                span: extends,
                text: String::new(),
            },
        );
        true
    });
}

fn key(diagnostic: &Diagnostic, label: Option<&Label>, sources: &[Source]) -> Key {
    let place =
        label.and_then(|label| Some((sources.get(label.source.0 as usize)?.name.clone(), label.span)));
    (diagnostic.code, diagnostic.message.clone(), place)
}
