//! The values of a test file, and the words for wrong ones.

use ferz_grammar::diagnostic::{Diagnostic, Sink};
use ferz_grammar::span::{SourceId, Span};
use ferz_grammar::suggest::closest;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value with its place.
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// The value behind a key.
pub(super) struct Field<'f, 't> {
    /// The place of the key.
    pub(super) key: Range<usize>,
    /// The value.
    pub(super) value: &'f Value<'t>,
}

/// The fields of a table that it may have, by their keys.
pub(super) type Fields<'f, 't> = BTreeMap<&'f str, Field<'f, 't>>;

/// Collects what is wrong with a test file.
pub(super) struct Remarks {
    sink: Sink,
}

pub(super) fn place(range: &Range<usize>) -> Span {
    Span::new(range.start, range.end)
}

impl Remarks {
    pub(super) fn new() -> Self {
        Self { sink: Sink::new() }
    }

    pub(super) fn add(
        &mut self,
        code: &'static str,
        span: &Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.report(Diagnostic::error(code, message, SourceId(0), place(span)).help(help));
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.sink.report(diagnostic);
    }

    /// All of them, sorted by place.
    pub(super) fn into_sorted(self) -> Vec<Diagnostic> {
        self.sink.into_sorted()
    }

    /// The fields of a table; reports those that it cannot have.
    pub(super) fn fields<'f, 't>(
        &mut self,
        table: &'f DeTable<'t>,
        what: &str,
        known: &[&str],
    ) -> Fields<'f, 't> {
        let mut fields = Fields::new();
        for (key, value) in table {
            let (name, span) = (key.get_ref().as_ref(), key.span());
            if known.contains(&name) {
                fields.insert(name, Field { key: span, value });
                continue;
            }
            let message = format!("{what} has no `{name}`");
            let error = Diagnostic::error("F0601", message, SourceId(0), place(&span));
            self.report(if name == "variant" {
                error.help("the line `variant = \"...\"` stands before the first section")
            } else {
                let all: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
                error.suggest_or(
                    closest(name, known.iter().copied()),
                    format!("it may have {}", all.join(", ")),
                )
            });
        }
        fields
    }

    /// Reports a value of the wrong kind.
    pub(super) fn wrong(&mut self, value: &Value<'_>, expected: &str, help: &str) {
        let message = format!("expected {expected}, found {}", found(value.get_ref()));
        self.add("F0601", &value.span(), message, help);
    }

    /// A text.
    pub(super) fn text<'v>(&mut self, value: &'v Value<'_>, help: &str) -> Option<&'v str> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong(value, "a text in quotes", help);
        }
        text
    }

    /// A list, which is not empty.
    pub(super) fn list<'v, 't>(&mut self, field: &Field<'v, 't>, help: &str) -> Vec<&'v Value<'t>> {
        match field.value.get_ref() {
            DeValue::Array(list) if list.is_empty() => {
                self.add("F0603", &field.value.span(), "an empty list tests nothing", help);
                Vec::new()
            }
            DeValue::Array(list) => list.iter().collect(),
            _ => {
                self.wrong(field.value, "a list", help);
                Vec::new()
            }
        }
    }

    /// A table.
    pub(super) fn table<'v, 't>(&mut self, value: &'v Value<'t>, help: &str) -> Option<&'v DeTable<'t>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong(value, "a table", help);
        }
        table
    }
}

/// The type of a value.
fn found(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
