//! `ferz compare`: the differences between two files of one game, in any formats.

use super::import::{parted, read, summary};
use crate::args::Diff;
use crate::{load, terminal};
use ferz::diff::Pair;
use ferz::rules::{Goal, Ruleset};
use ferz_import::{Format, Section};
use std::mem::discriminant;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(args: &Diff) -> anyhow::Result<ExitCode> {
    super::diff::compare(args, pair(args), &counted_alike)
}

/// The pair with the same repetition and move rule, and with the same names for goals of a kind:
/// programs have conventions and names of their own for them, which show in every game. If there
/// are no other differences, the pair with the same names.
fn counted_alike(pair: &Pair) -> Vec<Pair> {
    let old = pair.old.rules();
    let mut named = pair.new.rules().clone();
    let mut free: Vec<&Goal> = old.end.goals.iter().collect();
    for goal in &mut named.end.goals {
        let kind = discriminant(&goal.condition);
        let like = |other: &&Goal| {
            (discriminant(&other.condition), other.side, other.score) == (kind, goal.side, goal.score)
        };
        if let Some(at) = free.iter().position(like) {
            goal.reason.clone_from(&free.remove(at).reason);
        }
    }
    let mut counted = named.clone();
    (counted.end.repetition, counted.end.move_rule) = (old.end.repetition, old.end.move_rule);
    let pairs = [counted, named].map(|new| Pair::new(old.clone(), new));
    pairs.into_iter().flatten().collect()
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
    // The short text may extend a variant of its own name.
    let text = section.ferz.as_ref().and(section.whole.as_ref());
    let Some(text) = text.or(section.ferz.as_ref()) else {
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
