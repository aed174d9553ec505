//! `ferz test`: runs the tests of variants.

mod files;
mod junit;
mod page;
mod watch;

use crate::args::Test;
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::json::DiagnosticReport;
use crate::{report, save, terminal};
use ferz::engine::Variant;
use ferz::lower::Source;
use ferz::suite::{Case, CaseReport, run_until};
use ferz::why::Explainer;
use ferz_grammar::diagnostic::Diagnostic;
use files::{Found, Job};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::{Write as _, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(args: &Test) -> anyhow::Result<ExitCode> {
    let jobs = args.jobs.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(jobs).build()?;
    let once = || pool.install(|| round(args));
    if args.watch {
        watch::run(&args.paths, || {
            once().and_then(|results| results.show(args).map(|()| results.texts))
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    interrupt::heed(|| STOP.store(true, Ordering::Relaxed))?;
    let results = once()?;
    interrupt::ended();
    results.show(args)?;
    if results.skipped > 0 {
        if !args.json {
            let words = "of these tests did not run to their end";
            eprintln!("interrupted: {} {words}", results.skipped);
        }
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(if results.is_good() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

/// How many tests of a variant there are, and how many of them fail; a test file that cannot be
/// used counts as one that fails. `None`: it has no tests.
pub(crate) fn tally(variant: &Path) -> anyhow::Result<Option<(usize, usize)>> {
    let is_file = variant.is_file();
    let none = match is_file {
        true => !variant.with_extension("toml").is_file(),
        false => ferz_rulesets::tests(&variant.to_string_lossy()).is_none(),
    };
    if none {
        return Ok(None);
    }
    let results = round(&Test {
        paths: vec![variant.to_owned()],
        ..Test::default()
    })?;
    let broken = results.files.iter().filter(|file| file.is_broken()).count();
    let all: usize = results.files.iter().map(|file| file.cases.len()).sum();
    let failed: usize = results.files.iter().map(FileResults::failed).sum();
    Ok(Some((all + broken, failed + broken)))
}

/// The results of all test files.
struct Results {
    files: Vec<FileResults>,
    /// Paths of everything that was read.
    texts: Vec<String>,
    /// How many tests, and files of tests that were not opened, Ctrl-C kept from their end.
    skipped: usize,
    seconds: f64,
}

/// The results of one test file.
struct FileResults {
    path: String,
    variant: String,
    /// Texts that the diagnostics are about.
    sources: Vec<Source>,
    /// The faults of the test file or of the ruleset, if they could not be used.
    diagnostics: Vec<Diagnostic>,
    /// Any other error.
    error: Option<String>,
    compiled: Option<Variant>,
    cases: Vec<CaseReport>,
}

impl FileResults {
    fn is_broken(&self) -> bool {
        self.error.is_some() || !self.diagnostics.is_empty()
    }

    fn failed(&self) -> usize {
        self.cases.iter().filter(|case| !case.passed()).count()
    }
}

/// Finds the test files and runs what is in them.
fn round(args: &Test) -> anyhow::Result<Results> {
    let began = Instant::now();
    let found = files::find(args)?;
    let mut texts: Vec<String> = found.iter().filter_map(Found::path).collect();
    // After Ctrl-C no other variant is compiled.
    let unopened = AtomicUsize::new(0);
    let open = |found: Found| {
        let opens = !STOP.load(Ordering::Relaxed);
        unopened.fetch_add(usize::from(!opens), Ordering::Relaxed);
        opens.then(|| found.open())
    };
    let mut jobs: Vec<Job> = found.into_par_iter().filter_map(open).collect();
    let wanted = |job: &Job, case: &Case| {
        let contains = |text: &str| {
            args.filter
                .as_ref()
                .is_none_or(|f| text.to_lowercase().contains(&f.to_lowercase()))
        };
        contains(&case.name) || contains(&job.path)
    };
    for job in &mut jobs {
        let mut suite = std::mem::take(&mut job.suite);
        suite.cases.retain(|case| wanted(job, case));
        job.suite = suite;
    }
    // All tests of all files side by side: a long count of one file does not hold up the others.
    let (done, skipped) = run_all(&jobs);
    let skipped = skipped + unopened.into_inner();
    let mut files = Vec::new();
    for job in jobs {
        texts.extend(job.sources.iter().map(|source| source.name.clone()));
        files.push(FileResults {
            path: job.path,
            variant: job.name,
            sources: job.sources,
            diagnostics: job.diagnostics,
            error: job.error,
            compiled: job.variant,
            cases: Vec::new(),
        });
    }
    for (i, case) in done {
        files[i].cases.push(case);
    }
    Ok(Results {
        files,
        texts,
        skipped,
        seconds: began.elapsed().as_secs_f64(),
    })
}

/// Runs the tests of all files: the number of each file with its result, and the number of files
/// left out.
fn run_all(jobs: &[Job]) -> (Vec<(usize, CaseReport)>, usize) {
    let explainers = jobs.iter().map(|job| job.variant.as_ref().map(Explainer::new));
    let explainers: Vec<Option<Explainer<'_>>> = explainers.collect();
    let tests = jobs
        .iter()
        .enumerate()
        .flat_map(|(i, job)| job.suite.cases.iter().map(move |case| (i, case)));
    let tests: Vec<(usize, &Case)> = tests.collect();
    let skipped = AtomicUsize::new(0);
    let done = tests.into_par_iter().filter_map(|(i, case)| {
        let explainer = explainers[i].as_ref()?;
        let stopped = || STOP.load(Ordering::Relaxed);
        let report = (!stopped()).then(|| run_until(explainer, case, &STOP));
        if stopped() {
            skipped.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        Some((i, report?))
    });
    (done.collect(), skipped.into_inner())
}

impl Results {
    fn is_good(&self) -> bool {
        self.files
            .iter()
            .all(|file| !file.is_broken() && file.failed() == 0)
    }

    fn show(&self, args: &Test) -> anyhow::Result<()> {
        if let Some(path) = &args.junit {
            let text = junit::document(self);
            save::write(path, text.as_bytes())?;
        }
        if args.json {
            let mut out = stdout().lock();
            serde_json::to_writer_pretty(&mut out, &self.json())?;
            writeln!(out)?;
            return Ok(());
        }
        for file in self.files.iter().filter(|file| file.is_broken()) {
            report::show(file.diagnostics.iter(), &file.sources);
            if let Some(error) = &file.error {
                eprintln!(
                    "error: {}: {}\n",
                    terminal::visible(&file.path),
                    terminal::visible(error)
                );
            }
        }
        for file in &self.files {
            let warnings: BTreeSet<&str> = file
                .cases
                .iter()
                .filter_map(|case| case.warning.as_deref())
                .collect();
            for warning in warnings {
                let path = terminal::visible(&file.path);
                eprintln!("warning: {path}: {}", terminal::visible(warning));
            }
        }
        let none = self
            .files
            .iter()
            .all(|file| file.cases.is_empty() && !file.is_broken());
        if let Some(filter) = args.filter.as_ref().filter(|_| none && !args.watch) {
            return Err(Failure::Usage(format!("no test has `{filter}` in its name")).into());
        }
        let text = page::page(self, terminal::colours());
        Ok(stdout().lock().write_all(text.as_bytes())?)
    }

    fn json(&self) -> JsonResults<'_> {
        let files: Vec<JsonFile<'_>> = self.files.iter().map(JsonFile::new).collect();
        let failed = self.files.iter().map(FileResults::failed).sum();
        let all: usize = self.files.iter().map(|file| file.cases.len()).sum();
        JsonResults {
            files,
            passed: all - failed,
            failed,
            broken: self.files.iter().filter(|file| file.is_broken()).count(),
            interrupted: self.skipped,
            seconds: self.seconds,
        }
    }
}

/// `ferz test --json`
#[derive(Serialize)]
struct JsonResults<'r> {
    files: Vec<JsonFile<'r>>,
    passed: usize,
    failed: usize,
    /// How many files could not be used.
    broken: usize,
    /// How many tests Ctrl-C kept from running to their end.
    #[serde(skip_serializing_if = "is_zero")]
    interrupted: usize,
    seconds: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

#[derive(Serialize)]
struct JsonFile<'r> {
    path: &'r str,
    variant: &'r str,
    error: Option<&'r str>,
    diagnostics: Vec<DiagnosticReport>,
    tests: Vec<JsonCase<'r>>,
}

#[derive(Serialize)]
struct JsonCase<'r> {
    passed: bool,
    #[serde(flatten)]
    case: &'r CaseReport,
}

impl<'r> JsonFile<'r> {
    fn new(file: &'r FileResults) -> Self {
        Self {
            path: &file.path,
            variant: &file.variant,
            error: file.error.as_deref(),
            diagnostics: file
                .diagnostics
                .iter()
                .map(|d| DiagnosticReport::new(d, &file.sources))
                .collect(),
            tests: file
                .cases
                .iter()
                .map(|case| JsonCase {
                    passed: case.passed(),
                    case,
                })
                .collect(),
        }
    }
}
