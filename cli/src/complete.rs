//! The completions that a shell offers: names of variants, pieces, hooks and codes.
//!
//! The script of `ferz completions` asks ferz itself, which knows the files in the folder and the
//! contents of the named file.

use crate::load;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _};
use std::ffi::OsStr;

/// Bundled variants, and files of rules.
pub(crate) fn variants() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let names = ferz_rulesets::all().iter().map(|bundled| bundled.name);
        let names = names.chain(ferz_rulesets::aliases().iter().map(|(alias, _)| *alias));
        let mut found = beginning(current, names.map(|name| (name, title(name))));
        let files = PathCompleter::file().filter(|path| path.extension().is_some_and(|e| e == "ferz"));
        found.extend(files.complete(current));
        found
    })
}

/// The pieces of the variant that is named already.
pub(crate) fn pieces() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let words = std::env::args().skip_while(|word| word != "--").skip(2);
        let Some(rules) = words.filter_map(|word| load::ruleset(&word).ok()).next() else {
            return Vec::new();
        };
        beginning(current, rules.pieces.keys().map(|name| (name.as_str(), None)))
    })
}

/// Hooks.
pub(crate) fn hooks() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let hooks = load::mechanics();
        let named = hooks
            .iter()
            .map(|info| (info.name.as_str(), Some(info.summary.as_str())));
        beginning(current, named)
    })
}

/// Families of bundled variants.
pub(crate) fn families() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let families = ferz_rulesets::families().iter();
        beginning(current, families.map(|(name, about)| (*name, Some(*about))))
    })
}

/// Codes of errors and warnings.
pub(crate) fn codes() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        beginning(
            current,
            ferz::codes::all().map(|info| (info.code, Some(info.title))),
        )
    })
}

/// Words that begin with the typed text, each with a description.
fn beginning<'w>(
    current: &OsStr,
    words: impl Iterator<Item = (&'w str, Option<&'w str>)>,
) -> Vec<CompletionCandidate> {
    let begun = current.to_string_lossy();
    words
        .filter(|(word, _)| word.starts_with(&*begun))
        .map(|(word, about)| CompletionCandidate::new(word).help(about.map(|about| about.to_owned().into())))
        .collect()
}

/// The title of a bundled variant, as it stands in its first declaration.
fn title(name: &str) -> Option<&'static str> {
    let header = ferz_rulesets::get(name)?
        .lines()
        .find(|line| line.starts_with("variant "))?;
    header.split('"').nth(1)
}
