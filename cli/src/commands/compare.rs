//! `ferz compare`: the differences between two files of one game, in any formats.

use super::import::{parted, read, summary};
use crate::args::Diff;
use crate::{load, terminal};
use ferz::diff::Pair;
use ferz::rules::Ruleset;
use ferz_import::{Format, Section};
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(args: &Diff) -> anyhow::Result<ExitCode> {
    super::diff::compare(args, pair(args))
}

fn pair(args: &Diff) -> anyhow::Result<Pair> {
    Ok(Pair::new(rules(&args.old)?, rules(&args.new)?)?)
}

/// The rules of a bundled variant, of a ferz file, or of a variant in another program's file.
fn rules(argument: &str) -> anyhow::Result<Ruleset> {
    let (file, name) = parted(Path::new(argument));
    let own = file.extension().is_some_and(|extension| extension == "ferz");
    if !file.is_file() || own {
        return load::ruleset(argument);
    }
    let text = read(&file)?;
    let names: Vec<String> = name.into_iter().collect();
    let mut import = ferz_import::import(&text, Format::Guess, &names);
    let place = terminal::path(&file);
    for finding in &import.findings {
        eprintln!("{place}:{}: {}", finding.line, finding.message);
    }
    anyhow::ensure!(
        import.sections.len() <= 1,
        "{place} has {} variants; name one behind a colon: {place}:NAME",
        import.sections.len()
    );
    let Some(section) = import.sections.first_mut() else {
        anyhow::bail!("{place} has no such variant");
    };
    section.settle();
    warn(section, &place);
    let Some(text) = &section.ferz else {
        anyhow::bail!("`{}` of {place} is no variant", section.name);
    };
    Ok(load::from_text(&section.name, text)?.variant.rules().clone())
}

/// Says which rules are not compared.
fn warn(section: &Section, place: &str) {
    for finding in &section.findings {
        eprintln!("{place}:{}: {}", finding.line, finding.message);
    }
    if !section.lost.is_empty() {
        eprint!("{}", summary(section));
    }
}
