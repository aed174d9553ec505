//! `ferz publish`: a folder with all that a place where people play wants to have.

use super::test;
use crate::args::Publish;
use crate::load::Text;
use crate::{failure, report, save, terminal};
use ferz::check::check;
use ferz::engine::Variant;
use ferz_desk::upload;
use ferz_grammar::diagnostic::Diagnostic;
use ferz_import::Publication;
use ferz_play::study::{Mechanics, Played, Setup, Summary, play};
use ferz_play::{Control, Engine, Settings};
use serde::Serialize;
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// `ferz publish --json`.
#[derive(Serialize)]
struct Report<'a> {
    written: &'a [PathBuf],
    tests: Option<(usize, usize)>,
    balance: Option<&'a str>,
    lost: &'a [ferz_import::Loss],
    refused: &'a [ferz_import::Loss],
}

pub(crate) fn run(args: &Publish) -> anyhow::Result<ExitCode> {
    let text = Text::find(&args.variant)?;
    let lowered = text.lower();
    let Some(rules) = lowered.ruleset else {
        return Err(failure::wrong(lowered.diagnostics, lowered.sources));
    };
    let checked = check(rules, &lowered.sources);
    let Some(variant) = checked.variant else {
        return Err(failure::wrong(checked.diagnostics, lowered.sources));
    };
    let mut tests = None;
    if !args.no_tests {
        tests = test::tally(Path::new(&args.variant))?;
        if !args.json {
            eprintln!("{}", told(tests));
        }
    }
    let (name, title) = (args.name.as_deref(), args.title.as_deref());
    let mut publication = ferz_import::publication(variant.rules(), &text.name, name, title);
    let files = upload::files(&variant, &mut publication);
    let findings = ferz_import::refusals(&text.parse().0, &publication);
    if !args.json {
        let (colours, width) = (terminal::error_colours(), terminal::error_width());
        eprint!(
            "{}",
            report::draw(findings.iter(), &lowered.sources, colours, width)
        );
    }
    let good = tests.is_none_or(|(_, failed)| failed == 0) && findings.is_empty();
    let balance = (good || args.force)
        .then(|| balance(&variant, args.games))
        .flatten();
    let mut written = Vec::new();
    if good || args.force {
        let files = files
            .into_iter()
            .chain([upload::page(&variant, &publication, balance.as_deref())]);
        for (path, text) in files {
            let path = args.output.join(path);
            save::write(&path, text.as_bytes())?;
            written.push(path);
        }
    }
    let all = Report {
        written: &written,
        tests,
        balance: balance.as_deref(),
        lost: &publication.lost,
        refused: &publication.refused,
    };
    tell(args, &all, &publication, &findings)?;
    Ok(if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

/// Reports all results, to people or programs.
fn tell(
    args: &Publish,
    report: &Report<'_>,
    publication: &Publication,
    findings: &[Diagnostic],
) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, report)?;
        writeln!(out)?;
        return Ok(());
    }
    if let Some(balance) = report.balance {
        writeln!(out, "{balance}")?;
    }
    if report.written.is_empty() {
        let why = match findings.len() {
            0 => "tests fail".to_owned(),
            1 => "1 rule is not taken".to_owned(),
            n => format!("{n} rules are not taken"),
        };
        writeln!(out, "nothing is written: {why}; --force writes what there is")?;
        return Ok(());
    }
    let (number, folder) = (report.written.len(), args.output.display());
    let (title, key) = (&publication.title, &publication.key);
    writeln!(out, "{title}: [{key}], {number} files in {folder}")?;
    let next = args.output.join(upload::NAME);
    writeln!(out, "{} lists the next steps", next.display())?;
    Ok(())
}

fn told(tests: Option<(usize, usize)>) -> String {
    match tests {
        None => "the file has no tests".to_owned(),
        Some((all, 0)) => format!("tests: all {all} pass"),
        Some((all, failed)) => format!("tests: {failed} of {all} fail; `ferz test` says why"),
    }
}

/// The side that the rules favour, in one line.
fn balance(variant: &Variant, games: usize) -> Option<String> {
    let setup = Setup {
        nodes: 300,
        seed: 1,
        random_plies: 4,
        against: None,
    };
    let settings = Settings {
        hash: 2,
        ..Settings::default()
    };
    let mut engine = Engine::new(variant, settings);
    let (mechanics, control) = (Mechanics::new(variant), Control::default());
    let played: Vec<Played> = (0..games)
        .map_while(|game| play(&mut engine, &mechanics, &setup, game, &control))
        .collect();
    (!played.is_empty()).then(|| Summary::new(variant, &played).line())
}
