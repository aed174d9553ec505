//! `ferz diff`: the differences between two variants, in their rules and in the possible moves.

mod git;

use crate::args::Diff;
use crate::draw::{self, Look, Mark, Marks};
use crate::failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::load;
use crate::{progress, terminal};
use anstyle::{AnsiColor, Style};
use ferz::diff::{Change, Difference, Ended, Found, Pair, PieceBoard, Topic, changes, search};
use ferz::engine::Variant;
use ferz::rules::Ruleset;
use ferz::why::squares_of;
use indicatif::ProgressBar;
use serde::Serialize;
use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The exit code if there are differences.
const DIFFERENT: u8 = 1;
/// The exit code if the two cannot be compared.
const TROUBLE: u8 = 2;
/// How often progress is shown.
const TICK: Duration = Duration::from_millis(500);

/// At most this many moves of a list are written out.
const MOST: usize = 40;

/// Lines up to this length are written out.
const LONG: usize = 12;

const GREEN: Style = AnsiColor::Green.on_default();
const RED: Style = AnsiColor::Red.on_default();
const BOLD: Style = Style::new().bold();

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// `ferz diff --json`.
#[derive(Serialize)]
struct Report<'a> {
    old: &'a str,
    new: &'a str,
    /// Whether anything but texts is different.
    different: bool,
    changes: &'a [Change],
    difference: Option<&'a Difference>,
    positions: u64,
    interrupted: bool,
}

pub(crate) fn run(args: &Diff) -> anyhow::Result<ExitCode> {
    compare(args, pair(args), &|_| Vec::new())
}

/// Tells what is different between two variants. A position is sought by the pairs in `instead`, in
/// order, or by the two themselves if there are none: those lack differences in every game.
pub(super) fn compare(
    args: &Diff,
    pair: anyhow::Result<Pair>,
    instead: &dyn Fn(&Pair) -> Vec<Pair>,
) -> anyhow::Result<ExitCode> {
    let pair = match pair {
        Ok(pair) => pair,
        Err(error) => {
            if args.json {
                failure::print_json(&error);
            } else {
                failure::print(&error);
            }
            return Ok(ExitCode::from(TROUBLE));
        }
    };
    let changes = changes(&pair);
    let rules_differ = changes.iter().any(|change| change.topic != Topic::Text);
    // The same rules are played in the same way; nothing is to be looked for.
    let found = if rules_differ {
        interrupt::heed(|| STOP.store(true, Ordering::Relaxed))?;
        let found = look_by(&pair, &instead(&pair), args.positions);
        interrupt::ended();
        found
    } else {
        Found::same()
    };
    let interrupted = STOP.load(Ordering::Relaxed) && found.difference.is_none();
    let different = rules_differ || found.difference.is_some();
    if args.json {
        let mut out = stdout().lock();
        let report = Report {
            old: &args.old,
            new: &args.new,
            different,
            changes: &changes,
            difference: found.difference.as_ref(),
            positions: found.positions,
            interrupted,
        };
        serde_json::to_writer_pretty(&mut out, &report)?;
        writeln!(out)?;
    } else {
        print(args, &pair, &changes, &found, interrupted)?;
    }
    Ok(if different {
        ExitCode::from(DIFFERENT)
    } else if interrupted {
        ExitCode::from(INTERRUPTED)
    } else {
        ExitCode::SUCCESS
    })
}

/// Prints what differs, for a person.
fn print(
    args: &Diff,
    pair: &Pair,
    changes: &[Change],
    found: &Found,
    interrupted: bool,
) -> anyhow::Result<()> {
    let look = Look {
        ascii: args.ascii,
        colours: terminal::colours(),
        diagram: false,
        flip: false,
    };
    let page = Page { pair, look };
    page.all(args, changes, found, interrupted, &mut stdout().lock())?;
    Ok(())
}

/// Both variants.
fn pair(args: &Diff) -> anyhow::Result<Pair> {
    let rules = |argument: &str| -> anyhow::Result<Ruleset> {
        let known = Path::new(argument).exists() || ferz_rulesets::get(argument).is_some();
        match argument.split_once(':') {
            Some((revision, path)) if !known => git::ruleset(revision, path),
            _ => load::ruleset(argument),
        }
    };
    Ok(Pair::new(rules(&args.old)?, rules(&args.new)?)?)
}

/// Searches for a difference, with progress on a terminal.
fn look_by(pair: &Pair, instead: &[Pair], most: u64) -> Found {
    let mut last = None;
    for other in instead {
        let found = look(other, most);
        if found.difference.is_some() || STOP.load(Ordering::Relaxed) {
            return found;
        }
        last = Some(found);
    }
    last.unwrap_or_else(|| look(pair, most))
}

fn look(pair: &Pair, most: u64) -> Found {
    let done = AtomicU64::new(0);
    let (end, ended) = channel::<()>();
    let line = progress::line(
        most as usize,
        "{pos} of {len} positions, no difference yet; Ctrl-C stops",
    );
    let found = std::thread::scope(|scope| {
        if !line.is_hidden() {
            scope.spawn(|| show(ended, &done, &line));
        }
        let found = search(pair, most, &STOP, &done);
        drop(end);
        found
    });
    line.finish_and_clear();
    found
}

/// Shows how far the search is until the sender is gone.
fn show(ended: Receiver<()>, done: &AtomicU64, line: &ProgressBar) {
    while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        line.set_position(done.load(Ordering::Relaxed));
    }
}

struct Page<'p> {
    pair: &'p Pair,
    look: Look,
}

impl Page<'_> {
    fn paint(&self, style: Style, text: &str) -> String {
        if self.look.colours {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    fn all(
        &self,
        args: &Diff,
        changes: &[Change],
        found: &Found,
        interrupted: bool,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        if !changes.is_empty() {
            let title = |variant: &Variant| variant.rules().title.clone();
            let (old, new) = (title(&self.pair.old), title(&self.pair.new));
            writeln!(out, "{}", self.paint(RED, &format!("--- {} ({old})", args.old)))?;
            writeln!(out, "{}", self.paint(GREEN, &format!("+++ {} ({new})", args.new)))?;
        }
        for change in changes {
            self.change(change, out)?;
        }
        if !changes.is_empty() {
            writeln!(out)?;
        }
        let positions = match found.positions {
            1 => "1 position".to_owned(),
            n => format!("{n} positions"),
        };
        match &found.difference {
            Some(difference) => self.difference(difference, &positions, out)?,
            None if found.same => writeln!(out, "The rules are the same.")?,
            None if !found.comparable => {
                writeln!(
                    out,
                    "The two have no position in common to begin with; nothing was played."
                )?;
            }
            None => {
                let stopped = if interrupted { "; interrupted" } else { "" };
                if found.starts {
                    writeln!(
                        out,
                        "The games start from different positions. From either of them:"
                    )?;
                }
                writeln!(out, "No difference in behaviour found in {positions}{stopped}.")?;
            }
        }
        Ok(())
    }

    fn change(&self, change: &Change, out: &mut impl Write) -> anyhow::Result<()> {
        let what = match (&change.before, &change.after) {
            (None, Some(_)) => " (added)",
            (Some(_), None) => " (removed)",
            _ => "",
        };
        writeln!(out, "\n{}{what}", self.paint(BOLD, &change.subject))?;
        let lines = [(&change.before, RED, '-'), (&change.after, GREEN, '+')];
        for (text, colour, sign) in lines {
            if let Some(text) = text {
                for line in terminal::wrapped(text, terminal::width().max(60) - 6).lines() {
                    writeln!(out, "  {}", self.paint(colour, &format!("{sign} {line}")))?;
                }
            }
        }
        for board in &change.boards {
            self.piece(change, board, out)?;
        }
        if change.topic == Topic::Setup {
            self.starts(out)?;
        }
        Ok(())
    }

    /// A piece alone on the board, where it goes and no longer goes.
    fn piece(&self, change: &Change, board: &PieceBoard, out: &mut impl Write) -> anyhow::Result<()> {
        let name = change.subject.rsplit(' ').next().unwrap_or("");
        let has = |variant: &Variant| {
            let piece = variant.rules().pieces.get_full(name);
            piece
                .filter(|(_, _, piece)| piece.letter[board.side].is_some())
                .map(|(kind, ..)| kind)
        };
        let (new, old) = (&self.pair.new, &self.pair.old);
        let (variant, kind) = match (has(new), has(old)) {
            (Some(kind), _) if new.topology().square(&board.square).is_some() => (new, kind),
            (_, Some(kind)) => (old, kind),
            _ => return Ok(()),
        };
        let Some(square) = variant.topology().square(&board.square) else {
            return Ok(());
        };
        let mut marks = Marks::new();
        let lists = [
            (&board.same, Mark::Both),
            (&board.gained, Mark::Gained),
            (&board.lost, Mark::Lost),
            (&board.otherwise, Mark::Otherwise),
        ];
        for (names, mark) in lists {
            let squares = names.iter().filter_map(|name| variant.topology().square(name));
            marks.extend(squares.map(|square| (square, mark)));
        }
        let position = variant.lone_piece(kind, board.side, square);
        writeln!(out, "  the {} {name} alone on {}:", board.side, board.square)?;
        self.indented(&draw::board(variant, &position, &marks, self.look), out)?;
        let mut words = Vec::new();
        let signs = [
            (&board.gained, '+', "gained"),
            (&board.lost, '-', "lost"),
            (&board.otherwise, '~', "in another way"),
        ];
        for (_, sign, word) in signs.iter().filter(|(names, ..)| !names.is_empty()) {
            words.push(format!("{sign} {word}"));
        }
        if !board.same.is_empty() {
            words.push(format!("{} as before", if self.look.ascii { '*' } else { '•' }));
        }
        writeln!(out, "  {}", words.join("   "))?;
        Ok(())
    }

    /// Both start positions, the squares that differ marked.
    fn starts(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let (old, new) = (&self.pair.old, &self.pair.new);
        let letter = |variant: &Variant, name: &str| {
            let square = variant.topology().square(name)?;
            let (kind, side) = variant.piece_at(&variant.start(), square)?;
            variant.rules().pieces[kind].letter[side]
        };
        let marks = |variant: &Variant| -> Marks {
            use ferz::board::Bits as _;
            let squares = variant.topology().squares();
            let differs = |square: &ferz::board::Square| {
                let name = variant.topology().name(*square);
                letter(old, name) != letter(new, name)
            };
            squares
                .squares()
                .filter(differs)
                .map(|square| (square, Mark::Here))
                .collect()
        };
        for (word, variant) in [("old", old), ("new", new)] {
            let marks = marks(variant);
            if marks.is_empty() {
                return Ok(());
            }
            writeln!(out, "  {word}:")?;
            self.indented(&draw::board(variant, &variant.start(), &marks, self.look), out)?;
        }
        Ok(())
    }

    fn difference(
        &self,
        difference: &Difference,
        positions: &str,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let place = match &difference.line {
            Some(line) if line.is_empty() => "at the start".to_owned(),
            Some(line) if line.len() > LONG => format!("after {} moves of a random game", line.len()),
            Some(line) => format!("after {}", line.join(" ")),
            None => "in a made-up position".to_owned(),
        };
        let from = match &difference.from {
            Some(fen) => format!(", from the made-up position {fen}"),
            None => String::new(),
        };
        let words = format!("The first difference ({positions} looked at), {place}{from}:");
        writeln!(
            out,
            "{}",
            terminal::wrapped(&words, terminal::width().max(60)).trim_end()
        )?;
        let old = &self.pair.old;
        let mut marks = Marks::new();
        for (texts, mark) in [(&difference.lost, Mark::Lost), (&difference.gained, Mark::Gained)] {
            for text in texts {
                // Moves of either variant; their squares have the same names.
                marks.extend(squares_of(old, text).last().map(|&square| (square, mark)));
            }
        }
        if let Ok(position) = old.position(&difference.fen) {
            self.indented(&draw::board(old, &position, &marks, self.look), out)?;
        }
        writeln!(out, "  {} to move", difference.turn)?;
        self.allowed(&difference.lost, RED, "- only old allows", out)?;
        self.allowed(&difference.gained, GREEN, "+ only new allows", out)?;
        if difference.old_outcome != difference.new_outcome {
            let words = |ended: &Option<Ended>| {
                ended
                    .as_ref()
                    .map_or_else(|| "goes on".to_owned(), Ended::to_string)
            };
            let (was, is) = (words(&difference.old_outcome), words(&difference.new_outcome));
            writeln!(out, "  {}", self.paint(RED, &format!("- old: {was}")))?;
            writeln!(out, "  {}", self.paint(GREEN, &format!("+ new: {is}")))?;
        }
        if let Some(leads) = &difference.leads {
            writeln!(out, "  {} leads to", leads.text)?;
            writeln!(out, "  {}", self.paint(RED, &format!("- {}", leads.old)))?;
            writeln!(out, "  {}", self.paint(GREEN, &format!("+ {}", leads.new)))?;
        }
        writeln!(out, "  {}", difference.fen)?;
        if difference.new_fen != difference.fen {
            writeln!(out, "  {} (as new writes it)", difference.new_fen)?;
        }
        Ok(())
    }

    /// Moves that only one of the two allows.
    fn allowed(
        &self,
        texts: &[String],
        colour: Style,
        word: &str,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        if texts.is_empty() {
            return Ok(());
        }
        let shown = texts[..texts.len().min(MOST)].join(" ");
        let more = match texts.len().saturating_sub(MOST) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        let text = format!("{word}: {shown}{more}");
        for line in terminal::wrapped(&text, terminal::width().max(60) - 4).lines() {
            writeln!(out, "  {}", self.paint(colour, line))?;
        }
        Ok(())
    }

    fn indented(&self, text: &str, out: &mut impl Write) -> anyhow::Result<()> {
        for line in text.lines() {
            writeln!(out, "    {line}")?;
        }
        Ok(())
    }
}
