//! The reason why a command ends early, and its form: words, or JSON if JSON was asked for.

use crate::json::{DiagnosticReport, ErrorReport};
use crate::{report, terminal};
use ferz::lower::Source;
use ferz_grammar::diagnostic::{Diagnostic, Severity};
pub(crate) use ferz_rulesets::io_words;
use std::io::{self, Write as _, stdout};
use std::process::ExitCode;

/// Why a command ends early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A ruleset is wrong.
    #[error("the ruleset has errors")]
    Wrong {
        /// The errors, without warnings.
        diagnostics: Vec<Diagnostic>,
        /// The texts that they are about.
        sources: Vec<Source>,
    },
    /// The command line is wrong.
    #[error("{0}")]
    Usage(String),
}

/// The failure of a ruleset that cannot be used.
pub(crate) fn wrong(diagnostics: Vec<Diagnostic>, sources: Vec<Source>) -> anyhow::Error {
    let errors = diagnostics.into_iter().filter(|d| d.severity == Severity::Error);
    Failure::Wrong {
        diagnostics: errors.collect(),
        sources,
    }
    .into()
}

/// Says what went wrong and chooses the exit code.
pub(crate) fn tell(error: &anyhow::Error, json: bool) -> ExitCode {
    // A broken pipe means that the reader has read enough.
    let pipe = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    let json_pipe = |e: &serde_json::Error| e.io_error_kind() == Some(io::ErrorKind::BrokenPipe);
    if error
        .chain()
        .any(|e| e.downcast_ref().is_some_and(pipe) || e.downcast_ref().is_some_and(json_pipe))
    {
        return ExitCode::SUCCESS;
    }
    if json {
        print_json(error);
    } else {
        print(error);
    }
    match error.downcast_ref::<Failure>() {
        Some(Failure::Usage(_)) => ExitCode::from(2),
        Some(Failure::Wrong { .. }) | None => ExitCode::from(1),
    }
}

/// Says what went wrong on standard error.
pub(crate) fn print(error: &anyhow::Error) {
    match error.downcast_ref::<Failure>() {
        Some(Failure::Wrong { diagnostics, sources }) => report::show(diagnostics.iter(), sources),
        Some(Failure::Usage(_)) | None => eprintln!("error: {}", terminal::visible(&words(error))),
    }
}

/// Says what went wrong as one JSON object on standard output.
pub(crate) fn print_json(error: &anyhow::Error) {
    let diagnostics = match error.downcast_ref::<Failure>() {
        Some(Failure::Wrong { diagnostics, sources }) => diagnostics
            .iter()
            .map(|d| DiagnosticReport::new(d, sources))
            .collect(),
        Some(Failure::Usage(_)) | None => Vec::new(),
    };
    let report = ErrorReport {
        error: words(error),
        diagnostics,
    };
    let mut out = stdout().lock();
    // An error here means that nobody reads the output.
    let _ = serde_json::to_writer(&mut out, &report).map(|()| writeln!(out));
}

/// An error with its causes, in words of our own.
pub(crate) fn words(error: &anyhow::Error) -> String {
    let words: Vec<String> = error
        .chain()
        .map(|cause| match cause.downcast_ref::<io::Error>() {
            Some(error) => io_words(error),
            None => cause.to_string(),
        })
        .collect();
    words.join(": ")
}
