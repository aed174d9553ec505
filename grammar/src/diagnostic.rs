//! Faults of a source text, and the sink that collects them.

use crate::span::{SourceId, Span};
use serde::Serialize;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The rules can be used, but surely do not have the intended meaning.
    Warning,
    /// The rules cannot be used.
    Error,
}

/// A place with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Label {
    /// The text.
    pub source: SourceId,
    /// The bytes of it.
    pub span: Span,
    /// The words at that place; may be empty.
    pub text: String,
}

/// One error or warning.
///
/// Messages are lower case and name the fault; `help` names the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Stable code, such as `F0012`; documented by `ferz explain F0012`.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// The message, in the author's terms.
    pub message: String,
    /// The places. The first label is the main one; others are places that conflict with it.
    pub labels: Vec<Label>,
    /// The cure, if one is known.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at one place.
    pub fn error(code: &'static str, message: impl Into<String>, source: SourceId, span: Span) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: vec![Label {
                source,
                span,
                text: String::new(),
            }],
            help: None,
        }
    }

    /// A warning at one place.
    pub fn warning(code: &'static str, message: impl Into<String>, source: SourceId, span: Span) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, message, source, span)
        }
    }

    /// The main place, to sort by: the text, the first byte and the one past the last.
    pub fn place(&self) -> Option<(SourceId, usize, usize)> {
        self.labels.first().map(|l| (l.source, l.span.start, l.span.end))
    }

    /// Words under the main label.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Some(main) = self.labels.first_mut() {
            main.text = text.into();
        }
        self
    }

    /// A second place that matters.
    #[must_use]
    pub fn also(mut self, source: SourceId, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            source,
            span,
            text: text.into(),
        });
        self
    }

    /// Adds the cure.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds "did you mean `x`?" when there is a likely fix.
    #[must_use]
    pub fn suggest(self, suggestion: Option<&str>) -> Self {
        match suggestion {
            Some(s) => self.help(format!("did you mean `{s}`?")),
            None => self,
        }
    }

    /// Adds "did you mean `x`?" if there is a likely fix, and another remedy if there is none.
    #[must_use]
    pub fn suggest_or(self, suggestion: Option<&str>, otherwise: impl Into<String>) -> Self {
        match suggestion {
            Some(_) => self.suggest(suggestion),
            None => self.help(otherwise),
        }
    }
}

/// Collects diagnostics; a pass reports all it finds and goes on.
#[derive(Clone, Debug, Default)]
pub struct Sink {
    list: Vec<Diagnostic>,
    has_errors: bool,
}

impl Sink {
    /// An empty sink.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.has_errors |= diagnostic.severity == Severity::Error;
        self.list.push(diagnostic);
    }

    /// Whether an error (not only warnings) was reported.
    pub fn has_errors(&self) -> bool {
        self.has_errors
    }

    /// The diagnostics reported so far, in order.
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }

    /// All diagnostics, sorted by source and place.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(Diagnostic::place);
        self.list
    }
}
