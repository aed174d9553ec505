//! `ferz list`: the bundled variants.

use super::check::board_words;
use super::hooks;
use crate::args::List;
use crate::json::ListReport;
use crate::load;
use std::io::{Write as _, stdout};
use std::process::ExitCode;

pub(crate) fn run(args: &List) -> anyhow::Result<ExitCode> {
    if let Some(hook) = &args.mechanic {
        hooks::find(hook)?;
    }
    let mut list = Vec::new();
    for bundled in ferz_rulesets::all() {
        let rules = load::ruleset(bundled.name)?;
        let mut mechanics: Vec<String> = rules.hooks.iter().map(|hook| hook.name.clone()).collect();
        mechanics.dedup();
        let report = ListReport {
            name: bundled.name,
            board: board_words(&rules.board),
            title: rules.title,
            source: rules.source,
            mechanics,
        };
        if is_wanted(args, &report, &rules.about) {
            list.push(report);
        }
    }
    let mut out = stdout().lock();
    if list.is_empty() && !args.json {
        writeln!(out, "no bundled variant is like that; `ferz list` names them all")?;
    }
    if args.json {
        serde_json::to_writer_pretty(&mut out, &list)?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let longest = |words: &dyn Fn(&ListReport) -> &str| {
        list.iter().map(|l| words(l).chars().count()).max().unwrap_or(0)
    };
    let (name, title) = (longest(&|l| l.name), longest(&|l| &l.title));
    for line in &list {
        writeln!(out, "{:name$}  {:title$}  {}", line.name, line.title, line.board)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether a variant has the word and the mechanic that are asked for.
fn is_wanted(args: &List, report: &ListReport, about: &str) -> bool {
    let has_word = args.word.as_ref().is_none_or(|word| {
        let word = word.to_lowercase();
        let texts = [report.name, &report.title, about, &report.board];
        texts.iter().any(|text| text.to_lowercase().contains(&word))
    });
    let has_mechanic = |mechanic| report.mechanics.contains(mechanic);
    has_word && args.mechanic.as_ref().is_none_or(has_mechanic)
}
