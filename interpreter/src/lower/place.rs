//! Places in several source texts.

use ferz_grammar::diagnostic::Diagnostic;
use ferz_grammar::span::{SourceId, Span};

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
