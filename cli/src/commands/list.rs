//! `ferz list`: the bundled variants.

use super::check::board_words;
use super::hooks;
use crate::args::List;
use crate::failure::Failure;
use crate::json::ListReport;
use crate::{load, terminal};
use ferz_grammar::suggest::closest;
use ferz_rulesets::Bundled;
use rayon::prelude::*;
use std::io::{StdoutLock, Write as _, stdout};
use std::process::ExitCode;

pub(crate) fn run(args: &List) -> anyhow::Result<ExitCode> {
    if let Some(hook) = &args.mechanic {
        hooks::find(hook)?;
    }
    if let Some(family) = &args.family {
        find_family(family)?;
    }
    if let Some(ancestor) = args
        .extends
        .as_ref()
        .filter(|name| ferz_rulesets::get(name).is_none())
    {
        return Err(load::not_bundled(ancestor).into());
    }
    let list: Vec<ListReport> = ferz_rulesets::all()
        .par_iter()
        .filter_map(|bundled| {
            let report = report(bundled)?;
            is_wanted(args, &report).then_some(report)
        })
        .collect();
    let mut out = stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &list)?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    if list.is_empty() {
        eprintln!("{}; `ferz list` names them all", none_matches(args));
        return Ok(ExitCode::from(1));
    }
    // A search looks into the sentence about each variant, too, so its results show it. The whole
    // list would be too long with it.
    write_families(&mut out, &list, args.word.is_some())?;
    Ok(ExitCode::SUCCESS)
}

/// That there is nothing to list.
fn none_matches(args: &List) -> String {
    match &args.word {
        Some(word) => format!("no bundled variant matches `{}`", terminal::visible(word)),
        None => "no bundled variant matches".to_owned(),
    }
}

/// That there is a family of the name.
fn find_family(name: &str) -> Result<(), Failure> {
    let names = || ferz_rulesets::families().iter().map(|(name, _)| *name);
    if names().any(|known| known == name) {
        return Ok(());
    }
    let hint = match closest(name, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
    };
    let message = format!("there is no family `{name}`; {hint}");
    Err(Failure::Usage(match ferz_rulesets::get(name) {
        Some(_) => format!("{message} `--extends {name}` lists the relatives of the variant `{name}`"),
        None => message,
    }))
}

/// The variants, those of a family together, below its name; with their descriptions, if wanted.
fn write_families(out: &mut StdoutLock<'_>, list: &[ListReport], with_about: bool) -> std::io::Result<()> {
    let called = |line: &ListReport| match line.aliases.is_empty() {
        true => line.title.clone(),
        false => format!("{} (also {})", line.title, line.aliases.join(", ")),
    };
    let longest = |words: &dyn Fn(&ListReport) -> usize| list.iter().map(words).max().unwrap_or(0);
    let name = longest(&|line| line.name.chars().count());
    let title = longest(&|line| called(line).chars().count());
    let mut is_first = true;
    for (family, about) in ferz_rulesets::families() {
        let of_it = || list.iter().filter(|line| line.family == *family);
        if of_it().next().is_none() {
            continue;
        }
        if !is_first {
            writeln!(out)?;
        }
        is_first = false;
        writeln!(out, "{family}: {about} ({})", of_it().count())?;
        for line in of_it() {
            writeln!(
                out,
                "  {:name$}  {:title$}  {}",
                line.name,
                called(line),
                line.board
            )?;
            if with_about && !line.about.is_empty() {
                let about = terminal::wrapped(&line.about, terminal::width().saturating_sub(6));
                about.lines().try_for_each(|row| writeln!(out, "      {row}"))?;
            }
        }
    }
    Ok(())
}

/// A line of the list.
fn report(bundled: &Bundled) -> Option<ListReport> {
    let head = ferz_rulesets::head(bundled)?;
    let aliases = ferz_rulesets::aliases().iter();
    let aliases = aliases.filter(|(_, name)| *name == bundled.name);
    Some(ListReport {
        name: bundled.name,
        aliases: aliases.map(|(alias, _)| *alias).collect(),
        family: bundled.family,
        board: board_words(&head.board),
        title: head.title,
        about: head.about,
        source: head.source,
        extends: head.extends,
        mechanics: head.mechanics,
    })
}

/// Whether a variant has the word and the mechanic that are asked for.
fn is_wanted(args: &List, report: &ListReport) -> bool {
    let has_word = args.word.as_ref().is_none_or(|word| {
        let word = word.to_lowercase();
        let texts = [report.name, &report.title, &report.about, &report.board];
        let mut texts = texts.iter().chain(&report.aliases);
        texts.any(|text| text.to_lowercase().contains(&word))
    });
    let has_mechanic = |mechanic| report.mechanics.contains(mechanic);
    let is_of = |family: &String| report.family == family;
    let is_like = |ancestor: &String| {
        let ancestor = ferz_rulesets::canonical(ancestor);
        report.name == ancestor || report.extends.iter().any(|name| name == ancestor)
    };
    has_word
        && args.mechanic.as_ref().is_none_or(has_mechanic)
        && args.family.as_ref().is_none_or(is_of)
        && args.extends.as_ref().is_none_or(is_like)
}
