//! `ferz snap`: the behaviour of rules as texts beside them, and its changes.

use crate::args::Snap;
use crate::failure::{self, Failure};
use crate::json::{DiagnosticReport, PrintedReport, SnapshotReport, SnapshotsReport};
use crate::load::{self, Text, rulesets_below};
use crate::{save, terminal};
use anstyle::{AnsiColor, Style};
use anyhow::Context as _;
use ferz::engine::Variant;
use ferz::snapshot::{FORMAT, format_of, snapshot};
use rayon::prelude::*;
use similar::{ChangeTag, TextDiff};
use std::io::{self, BufRead as _, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const GREEN: Style = AnsiColor::Green.on_default();
const RED: Style = AnsiColor::Red.on_default();
const DIM: Style = Style::new().dimmed();

/// Number of unchanged lines shown around what has changed.
const AROUND: usize = 2;

pub(crate) fn run(args: &Snap) -> anyhow::Result<ExitCode> {
    if args.print {
        return print(args);
    }
    let files = files(args)?;
    let take = |rules: PathBuf| Snapped::take(rules.clone()).map_err(|error| (rules, error));
    let snaps: Vec<Result<Snapped, (PathBuf, anyhow::Error)>> = files.into_par_iter().map(take).collect();
    let mut out = stdout().lock();
    let mut tally = Tally::default();
    let mut answer = None;
    for snapped in snaps {
        let mut snapped = match snapped {
            Ok(snapped) => snapped,
            // One file that cannot be read keeps no other from being looked at.
            Err((rules, error)) if !error.is::<Failure>() => {
                tally.unread(&rules, &error, args);
                continue;
            }
            Err((_, error)) => return Err(error),
        };
        let Some(new) = snapped.new.take() else {
            tally.wrong(&snapped, args, &mut out)?;
            continue;
        };
        if snapped.old.as_deref() == Some(new.as_str()) {
            if !args.check {
                discard(&snapped.pending())?;
            }
            tally.same(&snapped);
            continue;
        }
        let report = tally.changed(&snapped, &new);
        if args.check {
            if !args.json {
                show(&snapped, &new, &mut out)?;
            }
            continue;
        }
        let choice = choose(args, &snapped, &new, &mut answer, &mut out)?;
        let (done, path) = carry_out(choice, &snapped, &new)?;
        report.done = Some(done);
        if args.json {
            continue;
        }
        if !args.review {
            show(&snapped, &new, &mut out)?;
        }
        let more = if choice == Answer::Reject {
            " stays as it was"
        } else {
            ""
        };
        writeln!(out, "{done}: {}{more}\n", terminal::path(&path))?;
    }
    tally.tell(args, &mut out)
}

/// Decides about a change, as the command line says or the reader answers; after "quit" no more
/// questions are asked.
fn choose(
    args: &Snap,
    snapped: &Snapped,
    new: &str,
    answer: &mut Option<Answer>,
    out: &mut impl Write,
) -> anyhow::Result<Answer> {
    if args.accept {
        return Ok(Answer::Accept);
    }
    if !args.review {
        return Ok(Answer::Skip);
    }
    show(snapped, new, out)?;
    Ok(match answer {
        Some(Answer::Quit) => Answer::Skip,
        _ => *answer.insert(ask(out)?),
    })
}

/// The counts, for the last line and for programs.
#[derive(Default)]
struct Tally {
    reports: Vec<SnapshotReport>,
}

impl Tally {
    fn add(&mut self, snapped: &Snapped, state: &'static str) -> &mut SnapshotReport {
        let at = self.reports.len();
        self.reports.push(SnapshotReport {
            path: snapped.snap.display().to_string(),
            state,
            error: None,
            sections: Vec::new(),
            done: None,
            diagnostics: Vec::new(),
        });
        &mut self.reports[at]
    }

    /// Says what keeps a file from being read.
    fn unread(&mut self, rules: &Path, error: &anyhow::Error, args: &Snap) {
        self.reports.push(SnapshotReport {
            path: rules.with_extension("snap").display().to_string(),
            state: "wrong",
            error: Some(failure::words(error)),
            sections: Vec::new(),
            done: None,
            diagnostics: Vec::new(),
        });
        if !args.json {
            failure::print(error);
        }
    }

    fn same(&mut self, snapped: &Snapped) {
        self.add(snapped, "unchanged");
    }

    fn changed(&mut self, snapped: &Snapped, new: &str) -> &mut SnapshotReport {
        let state = if snapped.old.is_some() { "changed" } else { "new" };
        let report = self.add(snapped, state);
        report.sections = changed(snapped.old.as_deref().unwrap_or_default(), new);
        report
    }

    /// Says what is wrong with a ruleset; one ruleset at a time.
    fn wrong(&mut self, snapped: &Snapped, args: &Snap, out: &mut impl Write) -> anyhow::Result<()> {
        let report = self.add(snapped, "wrong");
        if let Err(error) = load::variant(&snapped.rules.to_string_lossy()) {
            match error.downcast_ref::<Failure>() {
                Some(Failure::Wrong { diagnostics, sources }) if args.json => {
                    let diagnostics = diagnostics.iter().map(|d| DiagnosticReport::new(d, sources));
                    report.diagnostics = diagnostics.collect();
                }
                Some(Failure::Wrong { .. }) => failure::print(&error),
                _ => return Err(error),
            }
        }
        if !args.json {
            writeln!(out, "{}: wrong", terminal::path(&snapped.rules))?;
        }
        Ok(())
    }

    fn count(&self, states: &[&str]) -> usize {
        let counted = |report: &&SnapshotReport| states.contains(&report.state);
        self.reports.iter().filter(counted).count()
    }

    /// How many snapshots are in which state.
    fn sum(&self) -> String {
        let states = ["unchanged", "changed", "new", "wrong"];
        let counted = states.map(|state| (state, self.count(&[state])));
        // The first two are told even where there are none.
        let told = counted.iter().enumerate().filter(|(i, (_, n))| *i < 2 || *n > 0);
        let words: Vec<String> = told.map(|(_, (state, n))| format!("{n} {state}")).collect();
        words.join(", ")
    }

    /// The last words, and the exit code.
    fn tell(self, args: &Snap, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let changed = self.count(&["changed", "new"]);
        let failed = self.count(&["wrong"]);
        if args.json {
            serde_json::to_writer(
                &mut *out,
                &SnapshotsReport {
                    snapshots: self.reports,
                },
            )?;
            writeln!(out)?;
        } else {
            writeln!(out, "{}", self.sum())?;
            if changed > 0 && !(args.accept || args.review || args.check) {
                writeln!(
                    out,
                    "`ferz snap --review` goes through the changes, `--accept` accepts them all"
                )?;
            }
        }
        Ok(if failed > 0 || (args.check && changed > 0) {
            ExitCode::from(1)
        } else {
            ExitCode::SUCCESS
        })
    }
}

/// Does what was chosen. Returns what that is called, and the file that it was done to.
fn carry_out(choice: Answer, snapped: &Snapped, new: &str) -> anyhow::Result<(&'static str, PathBuf)> {
    let (snap, pending) = (snapped.snap.clone(), snapped.pending());
    Ok(match choice {
        Answer::Accept => {
            save::write(&snap, new.as_bytes())?;
            discard(&pending)?;
            ("accepted", snap)
        }
        Answer::Reject => {
            discard(&pending)?;
            ("rejected", snap)
        }
        Answer::Skip | Answer::Quit => {
            save::write(&pending, new.as_bytes())?;
            ("written", pending)
        }
    })
}

/// Prints snapshots instead of writing them.
fn print(args: &Snap) -> anyhow::Result<ExitCode> {
    if args.paths.is_empty() {
        return Err(Failure::Usage("which variant? for example: ferz snap --print chess".to_owned()).into());
    }
    let mut out = stdout().lock();
    for path in &args.paths {
        let loaded = load::variant(&path.to_string_lossy())?;
        let text = snapshot(&loaded.variant);
        if args.json {
            let variant = &loaded.name;
            serde_json::to_writer(&mut out, &PrintedReport { variant, text })?;
            writeln!(out)?;
        } else {
            out.write_all(text.as_bytes())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The rulesets that are meant. Below folders, libraries are left out.
fn files(args: &Snap) -> anyhow::Result<Vec<PathBuf>> {
    let here = [PathBuf::from(".")];
    let paths = if args.paths.is_empty() {
        &here[..]
    } else {
        &args.paths
    };
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            for file in rulesets_below(path)? {
                let file = file.strip_prefix(".").map_or(file.clone(), Path::to_owned);
                // Unreadable files are reported with the others.
                let is_library = Text::read(&file).is_ok_and(|text| {
                    let lowered = text.lower();
                    lowered.ruleset.is_none() && !lowered.has_errors()
                });
                if !is_library {
                    files.push(file);
                }
            }
        } else if path.is_file() {
            files.push(path.clone());
        } else {
            let name = path.to_string_lossy();
            return Err(Failure::Usage(match ferz_rulesets::get(&name) {
                Some(_) => format!(
                    "a snapshot stands beside its ruleset, and `{name}` is bundled: `ferz snap --print {name}` prints it"
                ),
                None => format!("there is no file or folder {name}"),
            })
            .into());
        }
    }
    Ok(files)
}

/// A ruleset and its snapshots.
struct Snapped {
    rules: PathBuf,
    /// The path of the accepted snapshot.
    snap: PathBuf,
    old: Option<String>,
    /// The present behaviour of the rules; `None` if they have errors.
    new: Option<String>,
}

impl Snapped {
    fn take(rules: PathBuf) -> anyhow::Result<Self> {
        let snap = rules.with_extension("snap");
        let old = match load::read_text(&snap) {
            Ok(text) => Some(text.replace("\r\n", "\n")),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(e).with_context(|| format!("cannot read {}", snap.display())),
        };
        let lowered = Text::read(&rules)?.lower();
        let library = lowered.ruleset.is_none() && !lowered.has_errors();
        if library {
            let message = format!("{} is a library, not a variant", rules.display());
            return Err(Failure::Usage(message).into());
        }
        let variant = lowered.ruleset.and_then(|rules| Variant::new(rules).ok());
        Ok(Self {
            rules,
            snap,
            old,
            new: variant.as_ref().map(snapshot),
        })
    }

    /// The path of a snapshot that waits to be accepted.
    fn pending(&self) -> PathBuf {
        self.snap.with_extension("snap.new")
    }
}

/// Removes a file that may be there.
fn discard(path: &Path) -> anyhow::Result<()> {
    match std::fs::remove_file(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
            Err(e).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// Says what has changed.
fn show(snapped: &Snapped, new: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let name = terminal::path(&snapped.snap);
    let Some(old) = &snapped.old else {
        writeln!(out, "{name}: new, {} lines", new.lines().count())?;
        return Ok(());
    };
    match format_of(old) {
        Some(FORMAT) => {}
        Some(other) => {
            writeln!(
                out,
                "{name}: written in format {other}, this ferz writes format {FORMAT}: not compared"
            )?;
            return Ok(());
        }
        None => {
            writeln!(
                out,
                "{name}: not a snapshot, its first line is not `ferz snapshot {FORMAT}`"
            )?;
            return Ok(());
        }
    }
    writeln!(out, "{name}: changed")?;
    changes(old, new, out)
}

/// Writes the changes from one snapshot to another, section by section.
fn changes(old: &str, new: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let colours = terminal::colours();
    let paint = |style: Style, text: &str| {
        if colours {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    };
    let (before, after) = (sections(old), sections(new));
    for (heading, now) in &after {
        let was = before
            .iter()
            .find(|(other, _)| other == heading)
            .map_or("", |(_, text)| *text);
        if was == *now {
            continue;
        }
        // Every change of the rules shows there; what has changed is said above.
        if *heading == RANDOM_GAMES {
            writeln!(out, "{}", paint(DIM, "  random games differ"))?;
            continue;
        }
        let diff = TextDiff::from_lines(was, now);
        for (index, group) in diff.grouped_ops(AROUND).iter().enumerate() {
            let line = if index == 0 {
                format!("  in {heading}:")
            } else {
                "  ...".to_owned()
            };
            writeln!(out, "{}", paint(DIM, &line))?;
            for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
                let line = &terminal::visible(change.value().trim_end_matches('\n'));
                match change.tag() {
                    ChangeTag::Equal => writeln!(out, "    {}", paint(DIM, line))?,
                    ChangeTag::Insert => writeln!(out, "  {}", paint(GREEN, &format!("+ {line}")))?,
                    ChangeTag::Delete => writeln!(out, "  {}", paint(RED, &format!("- {line}")))?,
                }
            }
        }
    }
    Ok(())
}

/// The headings of changed, removed and new parts.
fn changed(old: &str, new: &str) -> Vec<String> {
    let (before, after) = (sections(old), sections(new));
    let differs = |list: &[(&str, &str)], part: &(&str, &str)| !list.contains(part);
    let mut found: Vec<String> = Vec::new();
    let gone = before.iter().filter(|part| differs(&after, part));
    for (heading, _) in after.iter().filter(|part| differs(&before, part)).chain(gone) {
        if !found.iter().any(|known| known == heading) {
            found.push((*heading).to_owned());
        }
    }
    found
}

/// The section that holds what was played at random.
const RANDOM_GAMES: &str = "random games";

/// The parts of a snapshot, each with its heading.
fn sections(text: &str) -> Vec<(&str, &str)> {
    let parts = text.split("\n== ").skip(1);
    parts.filter_map(|part| part.split_once(" ==\n")).collect()
}

/// The answer to a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Accept,
    Reject,
    Skip,
    Quit,
}

/// Asks until there is an answer; the end of the input is `quit`.
fn ask(out: &mut impl Write) -> anyhow::Result<Answer> {
    loop {
        write!(out, "accept, reject, skip or quit? [a/r/s/q] ")?;
        out.flush()?;
        let mut line = String::new();
        if stdin().lock().read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(Answer::Quit);
        }
        match line.trim() {
            "a" | "accept" => return Ok(Answer::Accept),
            "r" | "reject" => return Ok(Answer::Reject),
            "s" | "skip" => return Ok(Answer::Skip),
            "q" | "quit" => return Ok(Answer::Quit),
            _ => {}
        }
    }
}
