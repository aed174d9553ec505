//! The results of tests as a page of text.

use super::{FileResults, Results};
use crate::draw::{self, Look, Mark, Marks};
use crate::terminal;
use anstyle::{AnsiColor, Style};
use ferz::engine::Variant;
use ferz::suite::{CaseReport, Failure, Kind};
use std::fmt::Write as _;

/// At most this many moves of a list are written out.
const MOST: usize = 60;
/// At most this many failures of a file are shown.
const SHOWN: usize = 20;

const GREEN: Style = AnsiColor::Green.on_default();
const RED: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();

struct Page {
    out: String,
    colours: bool,
}

/// All results: a line for each file, a paragraph for each failure, the sum.
pub(super) fn page(results: &Results, colours: bool) -> String {
    let mut page = Page {
        out: String::new(),
        colours,
    };
    for file in &results.files {
        page.file(file);
    }
    page.sum(results);
    page.out
}

impl Page {
    fn paint(&self, style: Style, text: &str) -> String {
        if self.colours {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    fn file(&mut self, file: &FileResults) {
        let (all, failed) = (file.cases.len(), file.failed());
        if file.is_broken() {
            let word = self.paint(RED, "cannot be run");
            return self.line(&format!("{}: {word}", terminal::visible(&file.path)));
        }
        if all == 0 {
            return;
        }
        let word = if failed == 0 {
            self.paint(GREEN, "passed")
        } else {
            self.paint(RED, &format!("{failed} failed"))
        };
        self.line(&format!(
            "{}: {}, {word}",
            terminal::visible(&file.path),
            number(all, "test")
        ));
        if let Some(variant) = &file.compiled {
            let failed = file.cases.iter().filter(|case| !case.passed());
            for case in failed.clone().take(SHOWN) {
                self.case(file, variant, case);
            }
            match failed.count().saturating_sub(SHOWN) {
                0 => {}
                more => self.line(&format!("\n... and {more} more failed; --json has all of them")),
            }
        }
    }

    fn case(&mut self, file: &FileResults, variant: &Variant, case: &CaseReport) {
        let word = self.paint(RED, "FAIL");
        let (name, path) = (terminal::visible(&case.name), terminal::visible(&file.path));
        self.line(&format!("\n{word} {name} ({path}:{})", case.line));
        for (i, failure) in case.failures.iter().enumerate() {
            self.failure(failure);
            // Failures of one position come together, before its drawing.
            let next = case.failures.get(i + 1).filter(|_| failure.targets.is_none());
            if next.is_none_or(|next| next.fen != failure.fen || next.targets.is_some()) {
                self.position(variant, case.kind, failure);
            }
        }
    }

    fn failure(&mut self, failure: &Failure) {
        self.line(&format!(
            "  {} (line {})",
            terminal::told(&failure.what),
            failure.line
        ));
        let (missing, extra) = (failure.missing(), failure.extra());
        if failure.is_list {
            self.list("missing", &missing);
            self.list("extra", &extra);
        } else {
            self.line(&format!(
                "    expected  {}",
                terminal::told(&failure.expected.join(" "))
            ));
            self.line(&format!(
                "    got       {}",
                terminal::told(&failure.got.join(" "))
            ));
        }
    }

    fn position(&mut self, variant: &Variant, kind: Kind, failure: &Failure) {
        if kind != Kind::Perft {
            self.boards(variant, failure);
        }
        let fen = self.paint(DIM, &terminal::visible(&failure.fen));
        self.line(&format!("    {fen}"));
    }

    fn list(&mut self, what: &str, moves: &[&str]) {
        if moves.is_empty() {
            return;
        }
        let shown = terminal::visible(&moves[..moves.len().min(MOST)].join(" ")).into_owned();
        let more = if moves.len() > MOST {
            format!(" and {} more", moves.len() - MOST)
        } else {
            String::new()
        };
        self.line(&format!("    {what:8}  {shown}{more}"));
    }

    /// The position; for a piece's moves twice, as expected and as it is.
    fn boards(&mut self, variant: &Variant, failure: &Failure) {
        let Ok(position) = variant.position(&failure.fen) else {
            return;
        };
        let look = Look {
            ascii: false,
            colours: self.colours,
            diagram: false,
            flip: false,
        };
        let marks = |names: &[String]| -> Marks {
            let squares = names.iter().filter_map(|name| variant.topology().square(name));
            squares
                .map(|square| {
                    let taken = variant.piece_at(&position, square).is_some();
                    (square, if taken { Mark::Capture } else { Mark::Quiet })
                })
                .collect()
        };
        let board = |marks: Marks| draw::board(variant, &position, &marks, look);
        let Some(targets) = &failure.targets else {
            for line in board(Marks::new()).lines() {
                self.line(&format!("    {line}"));
            }
            return;
        };
        let (left, right) = (board(marks(&targets.expected)), board(marks(&targets.got)));
        let width = left.lines().map(visible).max().unwrap_or(0) + 4;
        let heading = format!("    {:width$}{}", "  expected", "  got");
        self.line(&heading);
        for (a, b) in left.lines().zip(right.lines()) {
            let pad = " ".repeat(width.saturating_sub(visible(a)));
            self.line(&format!("    {a}{pad}{b}"));
        }
    }

    fn sum(&mut self, results: &Results) {
        let all: usize = results.files.iter().map(|file| file.cases.len()).sum();
        let failed: usize = results.files.iter().map(FileResults::failed).sum();
        let broken = results.files.iter().filter(|file| file.is_broken()).count();
        let files = results.files.iter().filter(|file| !file.cases.is_empty()).count();
        let mut text = format!("\n{} in {}: ", number(all, "test"), number(files, "file"));
        if all == 0 {
            text.push_str("nothing to do");
        } else if failed == 0 {
            text.push_str(&self.paint(GREEN, "all passed"));
        } else {
            let _ = write!(
                text,
                "{} passed, {}",
                all - failed,
                self.paint(RED, &format!("{failed} failed"))
            );
        }
        if broken > 0 {
            let _ = write!(
                text,
                ", {}",
                self.paint(RED, &format!("{} cannot be run", number(broken, "file")))
            );
        }
        self.line(&format!("{text} ({:.1} s)", results.seconds));
    }
}

/// Width of a line on the screen, colours aside.
fn visible(line: &str) -> usize {
    let mut width = 0;
    let mut inside = false;
    for c in line.chars() {
        match c {
            '\x1b' => inside = true,
            'm' if inside => inside = false,
            _ if !inside => width += 1,
            _ => {}
        }
    }
    width
}

fn number(n: usize, word: &str) -> String {
    if n == 1 {
        format!("1 {word}")
    } else {
        format!("{n} {word}s")
    }
}
