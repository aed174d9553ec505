//! Finds and reads rulesets: the only code that opens files.

use crate::report;
use anyhow::Context as _;
use ferz::check::check;
use ferz::engine::{Position, Variant};
use ferz::lower::{Library, Lowered, Source, lower};
use ferz::rules::Ruleset;
use ferz_grammar::ast::SourceFile;
use ferz_grammar::diagnostic::{Diagnostic, Severity, Sink};
use ferz_grammar::span::SourceId;
use ferz_grammar::suggest::closest;
use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

/// Longer files are cut here; the parser refuses them anyway (F0001).
const MAX_BYTES: u64 = 2 << 20;

/// Why a command ends early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The ruleset is wrong, and the diagnostics have been shown.
    #[error("the ruleset has errors")]
    Reported,
    /// The command line is wrong.
    #[error("{0}")]
    Usage(String),
}

/// A compiled variant.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// Its name as given on the command line, without folder and extension.
    pub(crate) name: String,
    /// The rules, ready to play.
    pub(crate) variant: Variant,
}

/// A text before it is understood.
pub(crate) struct Text {
    /// What diagnostics call it: a path, or `<name>` if it is bundled.
    pub(crate) name: String,
    /// Its bytes; diagnostics say so if they are not UTF-8.
    bytes: Vec<u8>,
}

/// The parents and libraries of rulesets: beside the file that asks for them, and bundled.
pub(crate) struct Shelf;

impl Library for Shelf {
    fn load(&self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let from = from.filter(|origin| bundled_name(origin).is_none());
        if is_bare(name) {
            let beside = from.map(|origin| beside(origin, &format!("{name}.ferz")));
            // A file that extends a bundled one may have its name.
            let beside = beside.filter(|path| Some(path.as_str()) != from && Path::new(path).is_file());
            return match (beside, ferz_rulesets::get(name)) {
                (Some(path), _) => read_source(path),
                (None, Some(_)) => bundled_source(name).ok_or_else(|| "it is not bundled".to_owned()),
                (None, None) if from.is_some() => Err(format!(
                    "it is not bundled, and there is no file {name}.ferz beside this one"
                )),
                (None, None) => Err("it is not bundled".to_owned()),
            };
        }
        match from {
            Some(origin) => read_source(beside(origin, name)),
            None => Err("bundled files name no paths".to_owned()),
        }
    }

    fn names(&self) -> Vec<String> {
        let bundled = ferz_rulesets::all().iter().chain(ferz_rulesets::libraries());
        bundled.map(|file| file.name.to_owned()).collect()
    }
}

/// A bundled file.
pub(crate) fn bundled_source(name: &str) -> Option<Source> {
    Some(Source {
        name: format!("<{name}>"),
        text: ferz_rulesets::get(name)?.to_owned(),
    })
}

/// A bundled file's own name from what diagnostics call it.
fn bundled_name(name: &str) -> Option<&str> {
    name.strip_prefix('<')?.strip_suffix('>')
}

fn is_bare(name: &str) -> bool {
    name.bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// A path relative to the folder of a file, without needless `.` and `..`.
fn beside(file: &str, path: &str) -> String {
    let joined = Path::new(file).parent().unwrap_or(Path::new("")).join(path);
    let mut clean = PathBuf::new();
    for part in joined.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(clean.components().next_back(), Some(Component::Normal(_))) => {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean.display().to_string()
}

fn read_source(path: String) -> Result<Source, String> {
    let bytes = read(Path::new(&path)).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => format!("there is no file {path}"),
        _ => e.to_string(),
    })?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source { name: path, text }),
        Err(_) => Err(format!("{path} is not UTF-8 text")),
    }
}

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Text {
    /// The text that a command line means: the name of a bundled file, or else a path.
    pub(crate) fn find(argument: &str) -> anyhow::Result<Self> {
        if let Some(text) = ferz_rulesets::get(argument) {
            return Ok(Self {
                name: format!("<{argument}>"),
                bytes: text.as_bytes().to_vec(),
            });
        }
        let path = Path::new(argument);
        if path.is_dir() {
            return Err(Failure::Usage(format!("{argument} is a folder, not a file")).into());
        }
        if !path.exists() {
            let names = ferz_rulesets::all().iter().map(|bundled| bundled.name);
            let hint = match closest(argument, names) {
                Some(name) => format!("; did you mean `{name}`?"),
                None => "; `ferz list` shows the bundled variants".to_owned(),
            };
            let message = format!("there is no bundled variant and no file `{argument}`{hint}");
            return Err(Failure::Usage(message).into());
        }
        Self::read(path)
    }

    /// The text of a file.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = beside("", &path.to_string_lossy());
        Ok(Self { name, bytes })
    }

    /// A text that came from elsewhere than a file.
    pub(crate) fn new(name: &str, bytes: Vec<u8>) -> Self {
        Self {
            name: name.to_owned(),
            bytes,
        }
    }

    /// The text, if it is UTF-8.
    pub(crate) fn utf8(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }

    /// The syntax tree alone.
    pub(crate) fn parse(&self) -> (SourceFile, Sink) {
        let mut sink = Sink::new();
        let tree = ferz_grammar::parse_bytes(&self.bytes, SourceId(0), &mut sink);
        (tree, sink)
    }

    /// The rules.
    pub(crate) fn lower(&self) -> Lowered {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => lower(
                Source {
                    name: self.name.clone(),
                    text: text.to_owned(),
                },
                &Shelf,
            ),
            Err(_) => Lowered {
                ruleset: None,
                sources: vec![self.source()],
                diagnostics: self.parse().1.into_sorted(),
            },
        }
    }

    /// The text as diagnostics show it: what is not UTF-8 as spaces.
    pub(crate) fn source(&self) -> Source {
        let mut text = String::with_capacity(self.bytes.len());
        for chunk in self.bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(std::iter::repeat_n(' ', chunk.invalid().len()));
        }
        Source {
            name: self.name.clone(),
            text,
        }
    }
}

/// The rules that a command line means. Errors are shown here.
pub(crate) fn ruleset(argument: &str) -> anyhow::Result<Ruleset> {
    Ok(rules_and_sources(argument)?.0)
}

/// The variant that a command line means, compiled. Errors are shown here.
pub(crate) fn variant(argument: &str) -> anyhow::Result<Loaded> {
    let (rules, sources) = rules_and_sources(argument)?;
    let checked = check(rules, &sources);
    match checked.variant {
        Some(variant) => Ok(Loaded {
            name: short_name(argument),
            variant,
        }),
        None => Err(refuse(&checked.diagnostics, &sources)),
    }
}

/// The rules of the variant that another extends, if it extends one. Errors are shown here.
pub(crate) fn parent(argument: &str) -> anyhow::Result<Option<Ruleset>> {
    let text = Text::find(argument)?;
    let (tree, _) = text.parse();
    let Some(name) = tree.header.and_then(|header| header.extends) else {
        return Ok(None);
    };
    let source = Shelf
        .load(&name.value, Some(&text.name))
        .map_err(|message| anyhow::anyhow!("cannot read {}: {message}", name.value))?;
    let lowered = lower(source, &Shelf);
    match lowered.ruleset {
        Some(rules) => Ok(Some(rules)),
        None => Err(refuse(&lowered.diagnostics, &lowered.sources)),
    }
}

fn rules_and_sources(argument: &str) -> anyhow::Result<(Ruleset, Vec<Source>)> {
    let lowered = Text::find(argument)?.lower();
    match lowered.ruleset {
        Some(rules) => Ok((rules, lowered.sources)),
        None if lowered.has_errors() => Err(refuse(&lowered.diagnostics, &lowered.sources)),
        None => Err(Failure::Usage(format!("{argument} is a library, not a variant")).into()),
    }
}

/// Shows the errors, and not the warnings, of a ruleset that cannot be used.
pub(crate) fn refuse(diagnostics: &[Diagnostic], sources: &[Source]) -> anyhow::Error {
    report::show(
        diagnostics.iter().filter(|d| d.severity == Severity::Error),
        sources,
    );
    Failure::Reported.into()
}

/// A position of the variant: the start, unless a FEN is given.
pub(crate) fn position(variant: &Variant, fen: Option<&str>) -> anyhow::Result<Position> {
    match fen {
        None => Ok(variant.start()),
        Some(fen) => variant
            .position(fen)
            .context("this FEN is not a position of the variant"),
    }
}

/// A variant's name without folder and extension.
fn short_name(argument: &str) -> String {
    let path = Path::new(argument);
    match path.extension() {
        Some(extension) if extension == "ferz" => path.file_stem(),
        _ => path.file_name(),
    }
    .map_or_else(|| argument.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// All files with an extension below a folder, in order of their paths. Hidden folders and links to folders are left
/// out.
pub(crate) fn files_below(folder: &Path, extension: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries =
            std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let entry = entry.with_context(|| format!("cannot read {}", folder.display()))?;
            let path = entry.path();
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            if entry.file_type()?.is_dir() {
                if !hidden {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
