//! `ferz import`: ferz files of other programs' files.

mod engine;

use crate::args::{Import as Args, ImportFormat};
use crate::failure::{Failure, io_words};
use crate::report::{Remark, remarks};
use crate::{load, save, terminal};
use ferz_import::{Finding, Format, Import, Section, Status, Verdict};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{Read as _, Write as _, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// At most this many names and keys are listed, and of remarks on keys and lost rules at most so
/// many; `--json` has all of them.
const LISTED: usize = 60;
const TOLD: usize = 20;

/// `ferz import --json`: what the library says, and the files that were written.
#[derive(Serialize)]
struct Report<'a> {
    complete: bool,
    sections: Vec<Judged<'a>>,
    findings: &'a [Finding],
    files: Vec<String>,
}

/// A section with its verdict.
#[derive(Serialize)]
struct Judged<'a> {
    verdict: Verdict,
    #[serde(flatten)]
    section: &'a Section,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let source = Source::of(args)?;
    let text = &source.text;
    let format = match args.from {
        None => Format::Guess,
        Some(ImportFormat::Ini) => Format::Ini,
        Some(ImportFormat::Diagram) => Format::Diagram,
        Some(ImportFormat::Sjaak) => Format::Sjaak,
        Some(ImportFormat::FairyMax) => Format::FairyMax,
        Some(ImportFormat::XBoard) => Format::XBoard,
        Some(ImportFormat::Bishop) => Format::Bishop,
    };
    let format = match format {
        _ if args.engine.is_some() => Format::XBoard,
        Format::Guess => Format::guessed(text),
        known => known,
    };
    let asks_for_one = args.output.is_none() && !args.json;
    if asks_for_one && source.names.is_empty() && format == Format::Ini {
        // A long file is not converted only to be refused.
        let names = ferz_import::names(text);
        if names.len() > TOLD {
            return Err(several(&source, &names));
        }
    }
    let mut import = ferz_import::import(text, format, &source.names);
    if args.partial {
        import.sections.iter_mut().for_each(Section::settle);
    }
    let whole = import.sections.iter().filter(|section| section.ferz.is_some());
    if asks_for_one && whole.count() > 1 {
        let names = import.sections.iter().map(|section| section.name.clone());
        return Err(several(&source, &names.collect::<Vec<_>>()));
    }
    let files = match &args.output {
        Some(folder) => write(folder, &import, args.force)?,
        None => Vec::new(),
    };
    if args.json {
        let report = Report {
            complete: import.complete(),
            sections: import.sections.iter().map(judged).collect(),
            findings: &import.findings,
            files: files.iter().map(|path| path.display().to_string()).collect(),
        };
        let mut out = stdout().lock();
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
    } else {
        tell(args, &source, &import, &files)?;
    }
    Ok(if import.complete() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

fn judged(section: &Section) -> Judged<'_> {
    Judged {
        verdict: section.verdict(),
        section,
    }
}

/// The message that only one section goes to standard output.
fn several(source: &Source, names: &[String]) -> anyhow::Error {
    let message = format!(
        "{} has {} sections; name one, or a folder for all of them with -o: {}",
        source.name,
        names.len(),
        shortened(names, LISTED, ", ")
    );
    Failure::Usage(message).into()
}

/// A text with its name, and the variants of it that are asked for.
struct Source {
    name: String,
    text: String,
    names: Vec<String>,
}

impl Source {
    /// The file, or an engine's lines.
    fn of(args: &Args) -> anyhow::Result<Self> {
        let sections = args.sections.iter().cloned();
        let Some(command) = &args.engine else {
            let (file, name) = parted(args.file.as_deref().unwrap_or(Path::new("-")));
            return Ok(Self {
                text: read(&file)?,
                name: terminal::path(&file).to_string(),
                names: name.into_iter().chain(sections).collect(),
            });
        };
        let first = args.file.as_ref().map(|name| name.display().to_string());
        let names: Vec<String> = first.into_iter().chain(sections).collect();
        Ok(Self {
            text: engine::ask(command, &names)?,
            name: terminal::visible(command).to_string(),
            names,
        })
    }
}

/// A file, and the name of the variant behind its colon.
pub(super) fn parted(path: &Path) -> (PathBuf, Option<String>) {
    let whole = path.to_str().filter(|_| !path.exists());
    match whole.and_then(|text| text.rsplit_once(':')) {
        Some((file, name)) if Path::new(file).exists() => (PathBuf::from(file), Some(name.to_owned())),
        _ => (path.to_owned(), None),
    }
}

pub(super) fn read(path: &Path) -> anyhow::Result<String> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        let read = stdin().lock().read_to_end(&mut bytes);
        read.map_err(|error| anyhow::anyhow!("cannot read standard input: {}", io_words(&error)))?;
        return Ok(load::decoded(bytes));
    }
    load::read_text(path)
        .map_err(|error| anyhow::anyhow!("cannot read {}: {}", path.display(), io_words(&error)))
}

/// Writes every text that there is, or none.
fn write(folder: &Path, import: &Import, force: bool) -> anyhow::Result<Vec<PathBuf>> {
    let mut files: Vec<(PathBuf, &str)> = Vec::new();
    for section in &import.sections {
        // A file of the parent's name would be taken for the parent.
        let taken = |name: &String| {
            let written = import
                .sections
                .iter()
                .any(|other| other.name == *name && other.ferz.is_some());
            *name != section.name && (written || folder.join(format!("{name}.ferz")).exists())
        };
        let alone = section.extends.as_ref().is_some_and(taken);
        let text = if alone { &section.whole } else { &section.ferz };
        let Some(text) = text else { continue };
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        anyhow::ensure!(
            !section.name.is_empty() && section.name.chars().all(fits),
            "`{}` cannot be the name of a file: letters, digits, hyphens",
            section.name
        );
        files.push((folder.join(format!("{}.ferz", section.name)), text));
    }
    let there: Vec<String> = files
        .iter()
        .filter(|(path, _)| path.exists() && !force)
        .map(|(path, _)| path.display().to_string())
        .collect();
    anyhow::ensure!(
        there.is_empty(),
        "{} {} there already; nothing was written, --force writes over them",
        shortened(&there, LISTED, ", "),
        if there.len() == 1 { "is" } else { "are" }
    );
    for (path, text) in &files {
        save::write(path, text.as_bytes())?;
    }
    Ok(files.into_iter().map(|(path, _)| path).collect())
}

fn tell(args: &Args, source: &Source, import: &Import, files: &[PathBuf]) -> anyhow::Result<()> {
    let all = import
        .findings
        .iter()
        .chain(import.sections.iter().flat_map(|section| &section.findings));
    let list: Vec<Remark<'_>> = all.map(remark).collect();
    remarks(&list, &source.name, &source.text);
    for section in &import.sections {
        eprint!("{}", summary(section));
    }
    let mut out = stdout().lock();
    if args.output.is_none() {
        for section in &import.sections {
            write!(out, "{}", section.ferz.as_deref().unwrap_or_default())?;
        }
    }
    for path in files {
        writeln!(out, "wrote {}", terminal::path(path))?;
    }
    Ok(())
}

fn remark(finding: &Finding) -> Remark<'_> {
    Remark {
        warning: finding.warning,
        message: &finding.message,
        help: finding.help.as_deref(),
        place: finding.offset..finding.offset + finding.length,
    }
}

/// The first of a list, and how many more there are.
fn shortened(list: &[String], most: usize, between: &str) -> String {
    let few: Vec<String> = list
        .iter()
        .take(most)
        .map(|text| terminal::told(text).into())
        .collect();
    let few = few.join(between);
    match list.len().saturating_sub(most) {
        0 => few,
        more => format!("{few}{between}and {more} more"),
    }
}

/// The verdict in words.
fn state(section: &Section) -> String {
    let told = |status| section.keys.iter().filter(|key| key.status == status).count();
    match section.verdict() {
        Verdict::Whole => "every rule taken over".to_owned(),
        Verdict::Unstated => format!(
            "whole but for what the text does not state: {} {}, {} {}",
            told(Status::Assumed),
            Status::Assumed.words(),
            told(Status::Elsewhere),
            Status::Elsewhere.words()
        ),
        Verdict::Lacks if section.ferz.is_some() => "not every rule taken over".to_owned(),
        Verdict::Lacks => {
            let lost = match section.lost.len() {
                1 => "1 rule".to_owned(),
                many => format!("{many} rules"),
            };
            format!("whole but for {lost}; --partial writes the rest")
        }
        Verdict::Refused => "no variant".to_owned(),
    }
}

/// The fate of a section, in a few lines.
pub(super) fn summary(section: &Section) -> String {
    let mut out = String::new();
    let parent = section
        .extends
        .as_ref()
        .map_or_else(String::new, |name| format!(", extends {name}"));
    let state = state(section);
    let _ = writeln!(
        out,
        "{} (line {}){parent}: {state}",
        terminal::visible(&section.name),
        section.line
    );
    for status in Status::ALL {
        let keys = section.keys.iter().filter(|key| key.status == status);
        let mut plain = Vec::new();
        let mut noted = Vec::new();
        for key in keys {
            match &key.note {
                Some(note) => noted.push(format!("{}: {note}", key.key)),
                None => plain.push(key.key.clone()),
            }
        }
        if plain.is_empty() && noted.is_empty() {
            continue;
        }
        let plain = shortened(&plain, LISTED, ", ");
        let _ = writeln!(out, "{}", format!("  {}: {plain}", status.words()).trim_end());
        if !noted.is_empty() {
            let _ = writeln!(out, "    {}", shortened(&noted, TOLD, "\n    "));
        }
    }
    if !section.lost.is_empty() {
        let _ = writeln!(out, "  lost:");
        let lost: Vec<String> = section
            .lost
            .iter()
            .map(|loss| format!("{}: {}", loss.what, loss.why))
            .collect();
        let _ = writeln!(out, "    {}", shortened(&lost, TOLD, "\n    "));
    }
    out
}
