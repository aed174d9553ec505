//! `ferz fmt`: the layout of files.

use crate::args::Fmt;
use crate::failure::Failure;
use crate::json::{DiagnosticReport, FormatReport, FormattedReport};
use crate::load::{Text, rulesets_below};
use crate::{failure, report, save, terminal};
use anyhow::Context as _;
use ferz_grammar::diagnostic::Diagnostic;
use std::io::{Read as _, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

pub(crate) fn run(args: &Fmt) -> anyhow::Result<ExitCode> {
    if args.json {
        return told(args);
    }
    let mut out = stdout().lock();
    let (mut wrong, mut differ) = (false, false);
    if args.stdin {
        let mut bytes = Vec::new();
        stdin()
            .lock()
            .read_to_end(&mut bytes)
            .context("cannot read standard input")?;
        let text = Text::new("<stdin>", bytes);
        match laid_out(&text) {
            None => wrong = true,
            Some(new) => {
                differ = text.utf8() != Some(&new);
                if args.diff {
                    diff(&text, &new, &mut out)?;
                } else if !args.check {
                    out.write_all(new.as_bytes())?;
                }
            }
        }
    }
    for path in files(args)? {
        let text = match Text::read(&path) {
            Ok(text) => text,
            // The others can be read.
            Err(error) => {
                failure::print(&error);
                wrong = true;
                continue;
            }
        };
        let Some(new) = laid_out(&text) else {
            wrong = true;
            continue;
        };
        if text.utf8() == Some(&new) {
            continue;
        }
        differ = true;
        if args.diff {
            diff(&text, &new, &mut out)?;
        } else if args.check {
            writeln!(out, "{}: would be laid out again", terminal::visible(&text.name))?;
        } else {
            save::write(&path, new.as_bytes())?;
            writeln!(out, "{}: laid out again", terminal::visible(&text.name))?;
        }
    }
    Ok(if wrong || (args.check && differ) {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    })
}

/// The same for a program: the files that differ from their layout, and the errors that keep some
/// from being read.
fn told(args: &Fmt) -> anyhow::Result<ExitCode> {
    let mut report = FormatReport::default();
    for path in files(args)? {
        let text = match Text::read(&path) {
            Ok(text) => text,
            Err(error) => {
                report.files.push(FormattedReport {
                    path: path.display().to_string(),
                    error: Some(failure::words(&error)),
                    changed: false,
                    diagnostics: Vec::new(),
                });
                continue;
            }
        };
        let sources = [text.source()];
        let (changed, diagnostics) = match formatted(&text) {
            Ok(new) if text.utf8() == Some(&new) => (false, Vec::new()),
            Ok(new) => {
                if !args.check {
                    save::write(&path, new.as_bytes())?;
                }
                (true, Vec::new())
            }
            Err(diagnostics) => (false, diagnostics),
        };
        report.files.push(FormattedReport {
            path: text.name.clone(),
            error: None,
            changed,
            diagnostics: diagnostics
                .iter()
                .map(|d| DiagnosticReport::new(d, &sources))
                .collect(),
        });
    }
    let mut out = stdout().lock();
    serde_json::to_writer(&mut out, &report)?;
    writeln!(out)?;
    let fails = |file: &FormattedReport| {
        file.error.is_some() || !file.diagnostics.is_empty() || (args.check && file.changed)
    };
    Ok(ExitCode::from(u8::from(report.files.iter().any(fails))))
}

fn files(args: &Fmt) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in &args.paths {
        if path.is_dir() {
            files.extend(rulesets_below(path)?);
        } else if path.exists() {
            files.push(path.clone());
        } else {
            let message = format!("there is no file or folder `{}`", path.display());
            return Err(Failure::Usage(message).into());
        }
    }
    Ok(files)
}

/// The new text. Errors that keep the text from being read are shown.
fn laid_out(text: &Text) -> Option<String> {
    let diagnostics = match formatted(text) {
        Ok(new) => return Some(new),
        Err(diagnostics) => diagnostics,
    };
    report::show(diagnostics.iter(), &[text.source()]);
    eprintln!("{}: left as it is", terminal::visible(&text.name));
    None
}

/// The new text, or the errors that keep it from being read.
fn formatted(text: &Text) -> Result<String, Vec<Diagnostic>> {
    match text.utf8() {
        Some(utf8) => ferz_grammar::format(utf8),
        None => Err(text.parse().1.into_sorted()),
    }
}

/// The lines that go, marked `-`, and those that come, marked `+`, with some lines around them.
fn diff(text: &Text, new: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let old = text.utf8().unwrap_or_default();
    let changes = similar::TextDiff::from_lines(old, new);
    let name = &text.name;
    write!(out, "{}", changes.unified_diff().header(name, name))?;
    Ok(())
}
