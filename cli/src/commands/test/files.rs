//! Finds test files and the variants they are about.

use crate::args::Test;
use crate::failure::{self, Failure};
use crate::load::{self, Text, files_below};
use ferz::check::check;
use ferz::engine::Variant;
use ferz::lower::Source;
use ferz::suite::Suite;
use ferz_grammar::diagnostic::{Diagnostic, Severity};
use ferz_grammar::span::SourceId;
use std::path::{Path, PathBuf};

/// The folder that is searched for tests if no path is given and the folder exists.
const DEFAULT: &str = "rulesets";

/// A test file that was found.
pub(super) enum Found {
    /// On disk.
    File(PathBuf),
    /// The tests of a bundled variant.
    Bundled(&'static str, &'static str),
}

/// A test file that was read, with its variant.
#[derive(Default)]
pub(super) struct Job {
    /// The name for reports.
    pub(super) path: String,
    /// The variant as the file or its name has it.
    pub(super) name: String,
    /// All texts that belong to it; the diagnostics are about these.
    pub(super) sources: Vec<Source>,
    /// The message.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Any other error of the file.
    pub(super) error: Option<String>,
    /// The tests; none if something is wrong.
    pub(super) suite: Suite,
    /// The variant, unless something is wrong.
    pub(super) variant: Option<Variant>,
}

/// The test files that a command line means.
pub(super) fn find(args: &Test) -> anyhow::Result<Vec<Found>> {
    let mut found = Vec::new();
    for path in &args.paths {
        if path.is_dir() {
            let below = tests_below(path)?;
            if below.is_empty() {
                return Err(Failure::Usage(format!("there are no tests below {}", path.display())).into());
            }
            found.extend(below);
        } else if path.is_file() {
            let tests = path.with_extension("toml");
            if !tests.is_file() {
                return Err(Failure::Usage(format!("there is no file {}", tests.display())).into());
            }
            found.push(Found::File(tests));
        } else {
            let name = path.to_string_lossy();
            found.push(bundled(&name).ok_or_else(|| {
                let kind = if ferz_rulesets::get(&name).is_some() {
                    "it has no tests"
                } else {
                    "no such file or variant"
                };
                Failure::Usage(format!("{name}: {kind}"))
            })?);
        }
    }
    if args.bundled {
        found.extend(
            ferz_rulesets::all()
                .iter()
                .filter_map(|variant| bundled(variant.name)),
        );
    } else if args.paths.is_empty() {
        let folder = Path::new(DEFAULT);
        let folder = if folder.is_dir() { folder } else { Path::new(".") };
        found = tests_below(folder)?;
        if found.is_empty() {
            let message = "there are no tests here: name a folder, a test file, or use --bundled";
            return Err(Failure::Usage(message.to_owned()).into());
        }
    }
    Ok(found)
}

fn bundled(name: &str) -> Option<Found> {
    let variant = ferz_rulesets::all().iter().find(|variant| variant.name == name)?;
    Some(Found::Bundled(variant.name, ferz_rulesets::tests(name)?))
}

/// All test files below a folder: those beside a ruleset of the same name, and those that name a
/// variant.
fn tests_below(folder: &Path) -> anyhow::Result<Vec<Found>> {
    let is_tests = |path: &Path| {
        path.with_extension("ferz").is_file()
            || load::read_text(path).map_or(true, |text| Suite::names_variant(&text))
    };
    let files = files_below(folder, "toml")?
        .into_iter()
        .filter(|path| is_tests(path));
    Ok(files
        .map(|path| Found::File(path.strip_prefix(".").map_or(path.clone(), Path::to_owned)))
        .collect())
}

impl Found {
    /// The path, unless it is bundled.
    pub(super) fn path(&self) -> Option<String> {
        match self {
            Self::File(path) => Some(path.to_string_lossy().into_owned()),
            Self::Bundled(..) => None,
        }
    }

    /// Reads it and compiles its variant.
    pub(super) fn open(self) -> Job {
        match self {
            Self::File(path) => {
                let name = path.to_string_lossy().into_owned();
                match load::read_text(&path) {
                    Ok(text) => job(Source { name, text }, Some(&path)),
                    Err(error) => Job {
                        path: name,
                        error: Some(failure::io_words(&error)),
                        ..Job::default()
                    },
                }
            }
            Self::Bundled(name, text) => job(
                Source {
                    name: format!("<{name}.toml>"),
                    text: text.to_owned(),
                },
                None,
            ),
        }
    }
}

/// The text of the variant that tests are about, and its name.
fn text_of(tests: &Source, suite: &Suite, path: Option<&Path>, name: &mut String) -> anyhow::Result<Text> {
    let said = suite.variant.as_ref().map(|variant| variant.text.as_str());
    if let Some(path) = path {
        return on_disk(path, said, name);
    }
    let bundled = tests.name.trim_matches(['<', '>']);
    *name = bundled.trim_end_matches(".toml").to_owned();
    Text::find(said.unwrap_or(name))
}

fn job(tests: Source, path: Option<&Path>) -> Job {
    let mut job = Job {
        path: tests.name.clone(),
        ..Job::default()
    };
    let suite = match Suite::parse(&tests.text) {
        Ok(suite) => suite,
        Err(diagnostics) => {
            return Job {
                diagnostics,
                sources: vec![tests],
                ..job
            };
        }
    };
    let lowered = match text_of(&tests, &suite, path, &mut job.name) {
        Ok(text) => text.lower(),
        Err(error) => {
            let message = failure::words(&error);
            let help = match suite.variant {
                Some(_) => "name a file beside this one, or a variant that `ferz list` shows",
                None => "name the variant in the first line: `variant = \"...\"`",
            };
            let place = suite.variant_place;
            return Job {
                diagnostics: vec![Diagnostic::error("F0606", message, SourceId(0), place).help(help)],
                sources: vec![tests],
                ..job
            };
        }
    };
    job.sources = lowered.sources;
    let is_error = |d: &Diagnostic| d.severity == Severity::Error;
    match lowered.ruleset {
        None if lowered.diagnostics.iter().any(is_error) => {
            job.diagnostics = lowered.diagnostics.into_iter().filter(is_error).collect();
        }
        None => {
            let help = "tests are about a variant; name it in the first line: `variant = \"...\"`";
            let message = format!("{} is a library, not a variant", job.name);
            let error = Diagnostic::error("F0606", message, SourceId(0), suite.variant_place).help(help);
            (job.diagnostics, job.sources) = (vec![error], vec![tests]);
        }
        Some(rules) => {
            let checked = check(rules, &job.sources);
            match checked.variant {
                Some(variant) => (job.variant, job.suite) = (Some(variant), suite),
                None => job.diagnostics = checked.diagnostics,
            }
        }
    }
    job
}

/// The variant of a test file: the file of the same name, one that it names beside it, or a bundled
/// one.
fn on_disk(tests: &Path, variant: Option<&str>, name: &mut String) -> anyhow::Result<Text> {
    let beside = match variant {
        None => tests.with_extension("ferz"),
        Some(variant) if Path::new(variant).extension().is_some_and(|e| e == "ferz") => {
            tests.with_file_name(variant)
        }
        Some(variant) => tests.with_file_name(format!("{variant}.ferz")),
    };
    *name = beside
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    match variant {
        Some(variant) if !beside.is_file() => Text::find(variant),
        None if !beside.is_file() => {
            anyhow::bail!("there is no {}", beside.display())
        }
        _ => Text::read(&beside),
    }
}
