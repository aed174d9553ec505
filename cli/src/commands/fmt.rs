//! `ferz fmt`: the layout of files.

use crate::args::Fmt;
use crate::failure::Failure;
use crate::load::{Text, files_below};
use crate::{report, save, terminal};
use anyhow::Context as _;
use std::io::{Read as _, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

pub(crate) fn run(args: &Fmt) -> anyhow::Result<ExitCode> {
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
        let text = Text::read(&path)?;
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
            writeln!(out, "{}: would be laid out anew", terminal::visible(&text.name))?;
        } else {
            save::write(&path, new.as_bytes())?;
            writeln!(out, "{}: laid out anew", terminal::visible(&text.name))?;
        }
    }
    Ok(if wrong || (args.check && differ) {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    })
}

fn files(args: &Fmt) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in &args.paths {
        if path.is_dir() {
            files.extend(files_below(path, "ferz")?);
        } else if path.exists() {
            files.push(path.clone());
        } else {
            let message = format!("there is no file or folder `{}`", path.display());
            return Err(Failure::Usage(message).into());
        }
    }
    Ok(files)
}

/// The new text. What keeps it from being read is shown.
fn laid_out(text: &Text) -> Option<String> {
    let diagnostics = match text.utf8() {
        Some(utf8) => match ferz_grammar::format(utf8) {
            Ok(new) => return Some(new),
            Err(diagnostics) => diagnostics,
        },
        None => text.parse().1.into_sorted(),
    };
    report::show(diagnostics.iter(), &[text.source()]);
    eprintln!("{}: left as it is", terminal::visible(&text.name));
    None
}

/// The lines that go, marked `-`, and those that come, marked `+`, with some lines around them.
fn diff(text: &Text, new: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let old = text.utf8().unwrap_or_default();
    let changes = similar::TextDiff::from_lines(old, new);
    let name = &text.name;
    write!(out, "{}", changes.unified_diff().header(name, name))?;
    Ok(())
}
