//! `ferz check`: all errors and warnings of files, and the variants they define.

mod speed;
mod thorough;

use crate::args::Check;
use crate::interrupt::INTERRUPTED;
use crate::json::{ArmyReport, CheckReport, DiagnosticReport, FileReport, VariantReport};
use crate::load::{Text, rulesets_below};
use crate::{failure, report, terminal};
use ferz::engine::Variant;
use ferz::rules::{Board, Side};
use ferz_grammar::diagnostic::Severity;
use rayon::prelude::*;
use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(args: &Check) -> anyhow::Result<ExitCode> {
    if args.thorough {
        thorough::heed()?;
    }
    let mut out = stdout().lock();
    let (mut errors, mut warnings) = (0, 0);
    let mut files = Vec::new();
    let one = |found: &Result<Text, Unread>| match found {
        Ok(text) => check(text, args),
        Err(unread) => unread.told(args.json),
    };
    let texts = texts(args)?;
    // Times are given for one variant at a time.
    let checked: Vec<(FileReport, String)> = match args.speed {
        true => texts.iter().map(one).collect(),
        false => texts.par_iter().map(one).collect(),
    };
    for (file, drawn) in checked {
        eprint!("{drawn}");
        errors += usize::from(file.error.is_some());
        let count = |severity| file.diagnostics.iter().filter(|d| d.severity == severity).count();
        errors += count(Severity::Error);
        warnings += count(Severity::Warning);
        if args.json {
            files.push(file);
        } else {
            summary(&file, &mut out)?;
        }
    }
    if args.json {
        serde_json::to_writer_pretty(
            &mut out,
            &CheckReport {
                files,
                errors,
                warnings,
            },
        )?;
        writeln!(out)?;
    } else if errors + warnings > 0 {
        writeln!(
            out,
            "{}, {}",
            number(errors, "error"),
            number(warnings, "warning")
        )?;
    }
    let fails = errors > 0 || (args.deny_warnings && warnings > 0);
    Ok(if thorough::interrupted() {
        ExitCode::from(INTERRUPTED)
    } else if fails {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    })
}

/// A file that cannot be read; the others are checked.
struct Unread {
    path: String,
    words: String,
}

impl Unread {
    fn told(&self, machine: bool) -> (FileReport, String) {
        let report = FileReport {
            path: self.path.clone(),
            error: Some(self.words.clone()),
            diagnostics: Vec::new(),
            variant: None,
            played: None,
            speed: None,
        };
        let drawn = match machine {
            true => String::new(),
            false => format!("error: {}\n\n", terminal::visible(&self.words)),
        };
        (report, drawn)
    }
}

/// Everything that is to be checked, in order.
fn texts(args: &Check) -> anyhow::Result<Vec<Result<Text, Unread>>> {
    let mut texts = Vec::new();
    let read = |path: &Path| {
        Text::read(path).map_err(|error| Unread {
            path: path.display().to_string(),
            words: failure::words(&error),
        })
    };
    for path in &args.paths {
        if path.is_dir() {
            texts.extend(rulesets_below(path)?.iter().map(|file| read(file)));
        } else if path.exists() {
            texts.push(read(path));
        } else {
            texts.push(Ok(Text::find(&path.to_string_lossy())?));
        }
    }
    if args.bundled || args.paths.is_empty() {
        for bundled in ferz_rulesets::all() {
            texts.push(Ok(Text::find(bundled.name)?));
        }
    }
    Ok(texts)
}

/// Checks one file, and draws what is wrong unless a machine will read it.
fn check(text: &Text, args: &Check) -> (FileReport, String) {
    let lowered = text.lower();
    let mut diagnostics = lowered.diagnostics;
    let (mut variant, mut played, mut speed) = (None, None, None);
    if let Some(rules) = lowered.ruleset {
        if args.site.is_some() && !diagnostics.iter().any(|d| d.severity == Severity::Error) {
            diagnostics.extend(ferz_import::refused_by_pychess(&rules, &lowered.sources));
        }
        let checked = ferz::check::check(rules, &lowered.sources);
        diagnostics.extend(checked.diagnostics);
        variant = checked.variant.as_ref().map(describe);
        let games = checked.variant.as_ref().filter(|_| args.thorough);
        played = games.map(|variant| thorough::play(variant, &text.name, &lowered.sources, args.games));
        let measured = checked.variant.as_ref().filter(|_| args.speed);
        speed = measured.map(|variant| speed::measure(variant, &lowered.sources));
    }
    let drawn = if args.json {
        String::new()
    } else {
        let (colours, width) = (terminal::error_colours(), terminal::error_width());
        report::draw(diagnostics.iter(), &lowered.sources, colours, width)
    };
    let report = |d| DiagnosticReport::new(d, &lowered.sources);
    let report = FileReport {
        path: text.name.clone(),
        error: None,
        diagnostics: diagnostics.iter().map(report).collect(),
        variant,
        played,
        speed,
    };
    (report, drawn)
}

fn describe(variant: &Variant) -> VariantReport {
    let rules = variant.rules();
    let army = |side: Side| {
        let pieces = rules
            .pieces
            .iter()
            .filter_map(|(name, piece)| Some((piece.letter[side]?, name.clone())));
        ArmyReport {
            title: rules.armies[side].clone(),
            pieces: pieces.collect(),
        }
    };
    VariantReport {
        title: rules.title.clone(),
        board: board_words(&rules.board),
        squares: ferz::board::Bits::count(variant.topology().squares()) as usize,
        armies: Side::ALL.into_iter().map(|side| (side, army(side))).collect(),
        moves: variant.legal_moves(&variant.start()).len(),
        hooks: rules
            .hooks
            .iter()
            .map(|hook| ferz::text::hook(hook, &rules.board))
            .collect(),
    }
}

/// More holes than these are counted, not named.
const MOST_HOLES: usize = 8;

/// A board in words: `8x8, extra squares x0 x9`.
pub(crate) fn board_words(board: &Board) -> String {
    let mut words = format!("{}x{}", board.files, board.ranks);
    match (board.wrap_files, board.wrap_ranks) {
        (true, true) => words.push_str(", a torus"),
        (true, false) => words.push_str(", a cylinder"),
        (false, true) => words.push_str(", a cylinder over the ranks"),
        (false, false) => {}
    }
    match board.holes.0.len() {
        0 => {}
        1..=MOST_HOLES => words.push_str(&format!(", without {}", board.holes.0.join(" "))),
        holes => words.push_str(&format!(", {holes} holes")),
    }
    if !board.extra.is_empty() {
        let names: Vec<&str> = board.extra.keys().map(String::as_str).collect();
        words.push_str(&format!(", extra squares {}", names.join(" ")));
    }
    words
}

/// A use of a hook as it is written in the language, but for its values, which are JSON.
fn summary(file: &FileReport, out: &mut impl Write) -> anyhow::Result<()> {
    let Some(variant) = &file.variant else {
        let wrong = file.diagnostics.iter().any(|d| d.severity == Severity::Error);
        let words = match (&file.error, wrong) {
            (Some(_), _) => "not read",
            (None, true) => "wrong",
            (None, false) => "a library, fine",
        };
        writeln!(out, "{}: {words}\n", terminal::visible(&file.path))?;
        return Ok(());
    };
    let (path, title) = (terminal::visible(&file.path), terminal::visible(&variant.title));
    writeln!(out, "{path}: {title}")?;
    writeln!(out, "  board  {}", variant.board)?;
    for (side, army) in &variant.armies {
        let pieces: Vec<String> = army
            .pieces
            .iter()
            .map(|(letter, name)| format!("{name} {letter}"))
            .collect();
        let title = if army.title.is_empty() {
            String::new()
        } else {
            format!("{}: ", army.title)
        };
        let line = terminal::wrapped(
            &terminal::visible(&format!("{title}{}", pieces.join(", "))),
            terminal::width().max(40) - 9,
        );
        writeln!(out, "  {side}  {}", line.trim_end().replace('\n', "\n         "))?;
    }
    writeln!(out, "  start  {}", number(variant.moves, "move"))?;
    for hook in &variant.hooks {
        writeln!(out, "  use    {hook}")?;
    }
    if let Some(played) = &file.played {
        thorough::told(played, out)?;
    }
    if let Some(speed) = &file.speed {
        speed::told(speed, out)?;
    }
    writeln!(out)?;
    Ok(())
}

fn number(n: usize, word: &str) -> String {
    if n == 1 {
        format!("1 {word}")
    } else {
        format!("{n} {word}s")
    }
}
