//! The receiver of diagnostics, and the facts about lines that could not be read.

use super::Source;
use super::collect::Files;
pub(super) use super::place::{At, Place, error, warning};
use ferz_grammar::ast::Unread;
use ferz_grammar::diagnostic::{Diagnostic, Label, Severity, Sink};
use ferz_grammar::span::{SourceId, Span};
use std::cell::RefCell;

/// Collects what the passes find.
pub(super) struct Report<'a> {
    sources: &'a [Source],
    sink: RefCell<Sink>,
    /// The mistakes in mechanics that nothing uses.
    unused: RefCell<Vec<Diagnostic>>,
    /// The lines that could not be read, text by text.
    unread: Vec<(SourceId, &'a Unread)>,
    /// Whether an ancestor, or a library, could not be read at all.
    parent_missing: bool,
    library_missing: bool,
}

/// A line that could not be read may declare a name that seems to be missing: no error is reported
/// for such a name.
impl Report<'_> {
    /// Whether a piece, a square, an entry or a whole declaration of that name may be in lines that
    /// could not be read.
    pub(super) fn may_exist(&self, name: &str) -> bool {
        self.parent_missing || self.mentions(name)
    }

    /// The same for a movement or a zone, which libraries have, too.
    pub(super) fn may_be_included(&self, name: &str) -> bool {
        self.library_missing || self.may_exist(name)
    }

    /// Whether a line that could not be read has the word.
    pub(super) fn mentions(&self, word: &str) -> bool {
        self.unread.iter().any(|(_, unread)| unread.mentions(word))
    }

    /// Whether something at this place could not be read.
    pub(super) fn has_unread_in(&self, place: Place) -> bool {
        let inside = |span: Span| place.span.start <= span.start && span.end <= place.span.end;
        self.unread
            .iter()
            .any(|&(source, unread)| source == place.source && inside(unread.span))
    }

    /// Whether anything could not be read.
    pub(super) fn has_gaps(&self) -> bool {
        self.parent_missing || self.library_missing || !self.unread.is_empty()
    }
}

impl<'a> Report<'a> {
    pub(super) fn new(files: &'a Files, sink: Sink) -> Self {
        let trees = files.trees.iter().zip(0u32..);
        let unread =
            trees.flat_map(|(tree, id)| tree.unread.iter().map(move |unread| (SourceId(id), unread)));
        Self {
            sources: &files.sources,
            sink: RefCell::new(sink),
            unused: RefCell::default(),
            unread: unread.collect(),
            parent_missing: files.parent_missing,
            library_missing: files.library_missing,
        }
    }

    /// A report about the same texts that is empty.
    pub(super) fn aside(&self) -> Self {
        Self {
            sources: self.sources,
            sink: RefCell::default(),
            unused: RefCell::default(),
            unread: self.unread.clone(),
            parent_missing: self.parent_missing,
            library_missing: self.library_missing,
        }
    }

    /// One of the texts.
    pub(super) fn text(&self, source: SourceId) -> &'a str {
        self.sources
            .get(source.0 as usize)
            .map_or("", |source| source.text.as_str())
    }

    pub(super) fn add(&self, diagnostic: Diagnostic) {
        self.sink.borrow_mut().report(diagnostic);
    }

    /// Notes mistakes in a mechanic that nothing uses.
    pub(super) fn add_unused(&self, slips: Vec<Diagnostic>) {
        self.unused.borrow_mut().extend(slips);
    }

    /// The mistakes in mechanics that nothing uses.
    pub(super) fn take_unused(&self) -> Vec<Diagnostic> {
        self.unused.take()
    }

    /// The first report.
    pub(super) fn first(&self) -> Option<String> {
        self.sink
            .borrow()
            .list()
            .first()
            .map(|found| found.message.clone())
    }

    pub(super) fn has_errors(&self) -> bool {
        self.sink.borrow().has_errors()
    }

    /// Whether an error was reported at something inside a place.
    pub(super) fn has_error_in(&self, place: Place) -> bool {
        let inside = |label: &Label| {
            label.source == place.source
                && place.span.start <= label.span.start
                && label.span.end <= place.span.end
        };
        let sink = self.sink.borrow();
        let mut errors = sink
            .list()
            .iter()
            .filter(|found| found.severity == Severity::Error);
        errors.any(|found| found.labels.first().is_some_and(inside))
    }

    /// Whether something was reported with one of these codes, or something could not be read.
    pub(super) fn has_any(&self, codes: &[&str]) -> bool {
        let sink = self.sink.borrow();
        self.has_gaps()
            || sink
                .list()
                .iter()
                .any(|d| d.code < "F0100" || codes.contains(&d.code))
    }

    pub(super) fn into_sink(self) -> Sink {
        self.sink.into_inner()
    }

    /// The place of `offset..offset + len` of a string's value, if the string was written without
    /// escapes; otherwise the whole string.
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
    list(&mut words.into_iter(), "or")
}

/// `a`, `a and b`, `a, b and c`, each in backquotes.
pub(super) fn list_and<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    list(&mut words.into_iter(), "and")
}

fn list(words: &mut dyn Iterator<Item = &str>, last: &str) -> String {
    let words: Vec<String> = words.map(|w| format!("`{w}`")).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}
