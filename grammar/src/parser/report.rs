//! The parser's way to the sink: one source, and not more than a hundred errors.

use crate::diagnostic::{Diagnostic, Sink};
use crate::span::{SourceId, Span};

/// Number of errors after which the rest of the file is not read.
pub(crate) const MAX_ERRORS: usize = 100;

pub(super) struct Report<'s> {
    sink: &'s mut Sink,
    source: SourceId,
    count: usize,
    /// A line with the sign of a block of code was reported.
    fenced: bool,
}

impl<'s> Report<'s> {
    pub(super) fn new(sink: &'s mut Sink, source: SourceId) -> Self {
        Self {
            sink,
            source,
            count: 0,
            fenced: false,
        }
    }

    /// Whether there were too many errors to read on.
    pub(super) fn is_full(&self) -> bool {
        self.count >= MAX_ERRORS
    }

    /// Whether this was asked before: of the two ends of a block of code only the first is
    /// reported.
    pub(super) fn is_fenced(&mut self) -> bool {
        std::mem::replace(&mut self.fenced, true)
    }

    /// How many errors there were so far.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Starts an error that [`Report::add`] will take.
    pub(super) fn error(&self, code: &'static str, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic::error(code, message, self.source, span)
    }

    pub(super) fn source(&self) -> SourceId {
        self.source
    }

    pub(super) fn add(&mut self, diagnostic: Diagnostic) {
        if !self.is_full() {
            self.sink.report(diagnostic);
        }
        self.count += 1;
    }

    /// The closing note if reading stopped before the end.
    pub(super) fn stopped(&mut self, at: Span) {
        let message = format!("{MAX_ERRORS} errors so far: the rest of the file was not read");
        let note = self.error("F0007", message, at);
        self.sink
            .report(note.help("repair the errors above and check again"));
    }
}
