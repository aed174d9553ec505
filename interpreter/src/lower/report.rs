//! Places in several source texts, and where diagnostics go.

use super::Source;
use ferz_grammar::diagnostic::{Diagnostic, Sink};
use ferz_grammar::span::{SourceId, Span};
use std::cell::RefCell;

/// A place in one of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) source: SourceId,
    pub(super) span: Span,
}

impl Place {
    pub(super) const fn new(source: SourceId, span: Span) -> Self {
        Self { source, span }
    }
}

/// A node of a syntax tree and the text it stands in.
#[derive(Debug)]
pub(super) struct At<'a, T> {
    pub(super) source: SourceId,
    pub(super) node: &'a T,
}

impl<T> Clone for At<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for At<'_, T> {}

impl<'a, T> At<'a, T> {
    pub(super) const fn new(source: SourceId, node: &'a T) -> Self {
        Self { source, node }
    }

    /// The place of something inside the node.
    pub(super) const fn place(&self, span: Span) -> Place {
        Place::new(self.source, span)
    }
}

/// An error at a place.
pub(super) fn error(code: &'static str, place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, message, place.source, place.span)
}

/// A warning at a place.
pub(super) fn warning(code: &'static str, place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(code, message, place.source, place.span)
}

/// Collects what the passes find.
pub(super) struct Report<'a> {
    sources: &'a [Source],
    sink: RefCell<Sink>,
}

impl<'a> Report<'a> {
    pub(super) fn new(sources: &'a [Source], sink: Sink) -> Self {
        Self {
            sources,
            sink: RefCell::new(sink),
        }
    }

    pub(super) fn add(&self, diagnostic: Diagnostic) {
        self.sink.borrow_mut().report(diagnostic);
    }

    pub(super) fn has_errors(&self) -> bool {
        self.sink.borrow().has_errors()
    }

    /// Whether something was reported with one of these codes, or a piece of text could not be read at all.
    pub(super) fn has_any(&self, codes: &[&str]) -> bool {
        self.sink
            .borrow()
            .list()
            .iter()
            .any(|d| d.code < "F0100" || codes.contains(&d.code))
    }

    pub(super) fn into_sink(self) -> Sink {
        self.sink.into_inner()
    }

    /// The place of `offset..offset + len` of a string's value, if the string was written without escapes;
    /// otherwise the whole string.
    pub(super) fn inside(&self, string: Place, value: &str, offset: usize, len: usize) -> Place {
        let written = self
            .sources
            .get(string.source.0 as usize)
            .and_then(|s| s.text.get(string.span.start..string.span.end))
            .unwrap_or("");
        match written.find(value) {
            Some(at) if !value.is_empty() => {
                let start = string.span.start + at + offset.min(value.len());
                let end = (start + len).min(string.span.start + at + value.len());
                Place::new(string.source, Span::new(start, end.max(start)))
            }
            _ => string,
        }
    }
}

/// `a`, `a or b`, `a, b or c`, each in backquotes.
pub(super) fn list_or<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let words: Vec<String> = words.into_iter().map(|w| format!("`{w}`")).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} or {end}", most.join(", ")),
    }
}
