//! `ferz list`: the bundled variants.

use super::check::board_words;
use super::hooks;
use crate::args::List;
use crate::json::ListReport;
use crate::load;
use ferz::lower::{Source, head};
use ferz_rulesets::Bundled;
use rayon::prelude::*;
use std::io::{Write as _, stdout};
use std::process::ExitCode;

pub(crate) fn run(args: &List) -> anyhow::Result<ExitCode> {
    if let Some(hook) = &args.mechanic {
        hooks::find(hook)?;
    }
    if let Some(family) = args
        .family
        .as_ref()
        .filter(|name| ferz_rulesets::get(name).is_none())
    {
        return Err(load::not_bundled(family).into());
    }
    let list: Vec<ListReport> = ferz_rulesets::all()
        .par_iter()
        .filter_map(|bundled| {
            let (report, about) = report(bundled)?;
            is_wanted(args, &report, &about).then_some(report)
        })
        .collect();
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

/// A line of the list, and what the variant is about.
fn report(bundled: &Bundled) -> Option<(ListReport, String)> {
    let source = Source {
        name: bundled.name.to_owned(),
        text: bundled.text.to_owned(),
    };
    let head = head(source, &ferz_rulesets::Library)?;
    let report = ListReport {
        name: bundled.name,
        board: board_words(&head.board),
        title: head.title,
        source: head.source,
        extends: head.extends,
        mechanics: head.mechanics,
    };
    Some((report, head.about))
}

/// Whether a variant has the word and the mechanic that are asked for.
fn is_wanted(args: &List, report: &ListReport, about: &str) -> bool {
    let has_word = args.word.as_ref().is_none_or(|word| {
        let word = word.to_lowercase();
        let texts = [report.name, &report.title, about, &report.board];
        texts.iter().any(|text| text.to_lowercase().contains(&word))
    });
    let has_mechanic = |mechanic| report.mechanics.contains(mechanic);
    let is_of = |family: &String| report.name == family || report.extends.contains(family);
    has_word && args.mechanic.as_ref().is_none_or(has_mechanic) && args.family.as_ref().is_none_or(is_of)
}
