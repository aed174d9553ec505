//! Variants from a `variants.ini`: a program names the file, and each is imported when it is
//! chosen.

use super::options::Options;
use super::{complain, note};
use crate::commands::import::summary;
use crate::load::{self, Loaded};
use ferz_import::{Format, import, names};
use std::path::Path;
use std::rc::Rc;

/// Takes the sections of a file as variants, and returns their names.
pub(super) fn learn(options: &mut Options, path: &str) -> Vec<String> {
    let text: Rc<str> = match load::read_input(Path::new(path)) {
        Ok(text) => text.into(),
        Err(error) => {
            complain(&error);
            return Vec::new();
        }
    };
    let names = names(&text);
    if names.is_empty() {
        for finding in import(&text, Format::Ini, &[]).findings {
            note(&format!("{path}: {}", finding.message));
        }
        return names;
    }
    for name in &names {
        options.learn_section(name, &text);
    }
    let known = match names.len() {
        1 => "1 variant".to_owned(),
        number => format!("{number} variants"),
    };
    note(&format!("{path}: {known}; UCI_Variant chooses one"));
    names
}

/// Imports the section of a file, and reports the rules that are lost.
pub(super) fn variant(name: &str, text: &str) -> anyhow::Result<Loaded> {
    let import = import(text, Format::Ini, &[name.to_owned()]);
    let section = import.sections.last();
    let section = section.ok_or_else(|| anyhow::anyhow!("there is no section `{name}`"))?;
    for finding in &section.findings {
        note(&format!("line {}: {}", finding.line, finding.message));
    }
    if !section.complete() {
        summary(section).lines().for_each(note);
    }
    match section.whole.as_ref().or(section.ferz.as_ref()) {
        Some(text) => load::from_text(name, text),
        None => Err(anyhow::anyhow!("the section `{name}` is no variant")),
    }
}
