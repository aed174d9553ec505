//! `ferz export`: a variant as another program's file says it.

mod games;
mod referee;

use crate::args::{Export as Args, ExportFormat};
use crate::commands::xboard;
use crate::failure::Failure;
use crate::load;
use ferz_import::Export;
use games::Checked;
use serde::Serialize;
use std::io::{Write as _, stdout};
use std::path::Path;
use std::process::ExitCode;

/// `ferz export --json`.
#[derive(Serialize)]
struct Report<'a> {
    complete: bool,
    #[serde(flatten)]
    export: &'a Export,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<&'a Checked>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let stem = Path::new(&args.variant)
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let name = args.name.clone().or(stem).unwrap_or_else(|| args.variant.clone());
    let export = match args.to {
        ExportFormat::Ini => ferz_import::export(&load::ruleset(&args.variant)?, &name),
        ExportFormat::Diagram => ferz_import::interactive_diagram(&load::ruleset(&args.variant)?, &name),
        ExportFormat::Sjaak => ferz_import::sjaak(&load::ruleset(&args.variant)?, &name),
        ExportFormat::Bishop => {
            let rules = load::ruleset(&args.variant)?;
            ferz_import::bishop(&rules, args.name.as_deref().unwrap_or(&rules.title))
        }
        ExportFormat::Xboard => xboard::lines(&load::variant(&args.variant)?.variant),
    };
    let complete = export.lost.is_empty();
    let checked = match args.check && (complete || args.force) {
        true => Some(check(args, &export)?),
        false => None,
    };
    show(args, &export, checked.as_ref())?;
    let same = checked.is_none_or(|checked| checked.difference.is_none());
    Ok(if complete && same {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

/// Prints the text, and its losses.
fn show(args: &Args, export: &Export, checked: Option<&Checked>) -> anyhow::Result<()> {
    let complete = export.lost.is_empty();
    let mut out = stdout().lock();
    if args.json {
        let report = Report {
            complete,
            export,
            checked,
        };
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
        return Ok(());
    }
    if complete || args.force {
        write!(out, "{}", export.text)?;
        for loss in &export.lost {
            let words = format!("not said: {}: {}", loss.what, loss.why);
            match args.to {
                ExportFormat::Ini | ExportFormat::Sjaak | ExportFormat::Xboard => writeln!(out, "# {words}")?,
                // They stand in the file.
                ExportFormat::Bishop => {}
                ExportFormat::Diagram => writeln!(out, "<!-- {} -->", words.replace("--", "- -"))?,
            }
        }
    }
    for loss in &export.lost {
        eprintln!("{}: {}", loss.what, loss.why);
    }
    let Some(checked) = checked else { return Ok(()) };
    match &checked.difference {
        None => eprintln!(
            "Fairy-Stockfish: {} games, {} positions, no difference",
            checked.games, checked.positions
        ),
        Some(difference) => {
            let moves = match difference.moves.len() {
                0 => "at the start".to_owned(),
                _ => format!("after {}", difference.moves.join(" ")),
            };
            eprintln!("{}\n{moves}\n{}", difference.what, difference.fen);
        }
    }
    Ok(())
}

/// Lets Fairy-Stockfish play the section against the rules.
fn check(args: &Args, export: &Export) -> anyhow::Result<Checked> {
    if args.to != ExportFormat::Ini {
        let words = "--check is for --to variants.ini: no other program is asked";
        return Err(Failure::Usage(words.to_owned()).into());
    }
    let loaded = load::variant(&args.variant)?;
    // Fairy-Stockfish does not read variants of its own from a file.
    let name = "ferz-export";
    let mut file = tempfile::Builder::new().suffix(".ini").tempfile()?;
    file.write_all(renamed(&export.text, name).as_bytes())?;
    file.flush()?;
    games::play(&loaded.variant, name, file.path(), args.games)
}

/// A section under another name, with its parent.
fn renamed(section: &str, name: &str) -> String {
    let (head, rest) = section.split_once('\n').unwrap_or((section, ""));
    let parent = head.trim_end_matches(']').split_once(':');
    let parent = parent.map_or_else(String::new, |(_, parent)| format!(":{parent}"));
    format!("[{name}{parent}]\n{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_keep_their_parents() {
        assert_eq!(renamed("[a:b]\nx = 1\n", "c"), "[c:b]\nx = 1\n");
        assert_eq!(renamed("[a]\nx = 1\n", "c"), "[c]\nx = 1\n");
    }
}
