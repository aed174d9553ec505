//! A text becomes a variant in one call.

use crate::check::check;
use crate::engine::Variant;
use crate::lower::{Library, Source, lower};
use ferz_grammar::diagnostic::{Diagnostic, Severity};
use std::fmt;

/// The faults of a variant's text, with the texts that their places are in.
///
/// It prints as one line for each error and warning: `FILE:LINE:COLUMN: error[F0112]: MESSAGE`.
/// Lines and columns count from 1, columns in characters.
#[derive(Clone)]
pub struct RulesError {
    diagnostics: Vec<Diagnostic>,
    sources: Vec<Source>,
}

impl RulesError {
    /// Errors and warnings, in the order of the text. At least one is an error, unless the text is
    /// a library.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The texts that were read, by the `SourceId` of the places: first the variant's own, then
    /// those of its parents and libraries.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The place to which a diagnostic points: the name of the text, the line and the column, both
    /// from 1. `None` if it has no place.
    pub fn place(&self, diagnostic: &Diagnostic) -> Option<(&str, usize, usize)> {
        let (source, start, _) = diagnostic.place()?;
        let source = self.sources.get(source.0 as usize)?;
        let before = source.text.get(..start).unwrap_or(&source.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Some((&source.name, line, column))
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.diagnostics.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            if let Some((name, line, column)) = self.place(diagnostic) {
                write!(f, "{name}:{line}:{column}: ")?;
            }
            let severity = match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            write!(f, "{severity}[{}]: {}", diagnostic.code, diagnostic.message)?;
            if let Some(help) = &diagnostic.help {
                write!(f, " ({help})")?;
            }
        }
        if self.diagnostics.is_empty() {
            f.write_str("the text is a library, not a variant")?;
        }
        Ok(())
    }
}

/// As it is displayed: what a `main` that returns it prints.
impl fmt::Debug for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for RulesError {}

/// Reads the text of a variant and compiles it. `library` finds the variants and libraries that the
/// text names.
///
/// Warnings are no errors; callers that want to see them call [`lower`] and [`check`].
///
/// # Errors
/// If the text has errors, with all of them, or if it is a library and no variant.
pub fn parse(source: Source, library: &dyn Library) -> Result<Variant, RulesError> {
    let lowered = lower(source, library);
    let Some(rules) = lowered.ruleset else {
        return Err(RulesError {
            diagnostics: lowered.diagnostics,
            sources: lowered.sources,
        });
    };
    let checked = check(rules, &lowered.sources);
    checked.variant.ok_or(RulesError {
        diagnostics: checked.diagnostics,
        sources: lowered.sources,
    })
}
