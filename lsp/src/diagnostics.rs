//! The faults of a document, and the words that were likely meant.

use crate::document::{Document, Texts};
use crate::navigate;
use ferz_grammar::diagnostic::{Diagnostic as Found, Severity};
use ferz_grammar::span::Span;
use lsp_types::*;
use std::collections::HashMap;

/// All that is wrong with a document.
fn found<'d>(document: &'d Document, texts: &Texts<'_>) -> impl Iterator<Item = &'d Found> {
    let lowered = &document.analysis(texts).lowered;
    lowered
        .diagnostics
        .iter()
        .chain(document.checked.iter().flatten())
}

pub(crate) fn diagnostics(document: &Document, texts: &Texts<'_>) -> Vec<Diagnostic> {
    let sources = &document.analysis(texts).lowered.sources;
    let lines = document.lines();
    found(document, texts)
        .map(|found| {
            let mut message = found.message.clone();
            let own = found.labels.first().filter(|label| label.source.0 == 0);
            let range = match own {
                Some(label) => lines.range(label.span),
                None => {
                    let name = found.labels.first().and_then(|l| sources.get(l.source.0 as usize)).map(|s| s.name.as_str());
                    message = format!("{}: {message}", name.unwrap_or("another file"));
                    lines.range(extends(document, texts))
                }
            };
            for text in own.map(|label| &label.text).into_iter().chain(&found.help).filter(|text| !text.is_empty()) {
                message += "\n";
                message += text;
            }
            let related = found.labels.iter().skip(usize::from(own.is_some())).filter_map(|label| {
                let location = navigate::location(document, sources, label.source.0 as usize, label.span)?;
                let message = label.text.clone();
                Some(DiagnosticRelatedInformation { location, message })
            });
            let related: Vec<_> = related.collect();
            Diagnostic {
                range,
                severity: Some(match found.severity {
                    Severity::Error => DiagnosticSeverity::ERROR,
                    Severity::Warning => DiagnosticSeverity::WARNING,
                }),
                code: Some(NumberOrString::String(found.code.to_owned())),
                source: Some("ferz".to_owned()),
                message,
                related_information: (!related.is_empty()).then_some(related),
                data: ferz::codes::find(found.code).map(|info| {
                    serde_json::json!({ "title": info.title, "explanation": info.explanation, "suggestion": suggestion(found) })
                }),
                ..Diagnostic::default()
            }
        })
        .collect()
}

/// The place of a document's `extends`, or else its beginning.
fn extends(document: &Document, texts: &Texts<'_>) -> Span {
    let header = document.analysis(texts).trees()[0].header.as_ref();
    let extends = header.and_then(|header| header.extends.as_ref());
    extends
        .map(|name| name.span)
        .or(header.map(|h| h.span))
        .unwrap_or_default()
}

/// The intended word, if a diagnostic names one.
fn suggestion(found: &Found) -> Option<&str> {
    let help = found.help.as_deref()?.strip_prefix("did you mean `")?;
    help.strip_suffix("`?")
}

/// The words that were likely meant, as repairs.
pub(crate) fn code_actions(document: &Document, texts: &Texts<'_>, range: Range) -> Vec<CodeActionOrCommand> {
    let lines = document.lines();
    let wanted = lines.span(range);
    let drawn = diagnostics(document, texts);
    let repair = |(found, drawn): (&Found, Diagnostic)| {
        let label = found.labels.first().filter(|label| label.source.0 == 0)?;
        let new = suggestion(found)?;
        let written = document.text.get(label.span.start..label.span.end)?;
        // Only a single word can be replaced by another.
        let is_word = !written.is_empty() && !written.contains(|c: char| c.is_whitespace() || c == '"');
        if !is_word || label.span.start > wanted.end || label.span.end < wanted.start {
            return None;
        }
        let edit = TextEdit::new(lines.range(label.span), new.to_owned());
        // Addresses are compared as they are written.
        #[allow(clippy::mutable_key_type)]
        let changes = HashMap::from([(document.uri.clone(), vec![edit])]);
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: format!("Write `{new}`"),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![drawn]),
            edit: Some(WorkspaceEdit::new(changes)),
            is_preferred: Some(true),
            ..CodeAction::default()
        }))
    };
    found(document, texts).zip(drawn).filter_map(repair).collect()
}
