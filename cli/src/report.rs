//! Draws diagnostics.

use crate::excerpt::Excerpt;
use crate::terminal;
use ferz::lower::Source;
use ferz_grammar::diagnostic::{Diagnostic, Label, Severity};
use ferz_grammar::span::Span;
use indexmap::IndexMap;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};
use std::fmt;
use std::hash::Hash;

/// At most this many diagnostics of one ruleset are drawn, and of one kind.
const MOST: usize = 300;
const MOST_OF_A_KIND: usize = 20;

/// The number of reports, and for each kind the numbers of shown and of left out ones.
struct Kinds<K> {
    told: usize,
    left: IndexMap<K, (usize, usize)>,
}

impl<K> Default for Kinds<K> {
    fn default() -> Self {
        Self {
            told: 0,
            left: IndexMap::new(),
        }
    }
}

impl<K: Hash + Eq + fmt::Display> Kinds<K> {
    /// Counts one more; returns whether to show it.
    fn count(&mut self, kind: K) -> bool {
        let of_kind = self.left.entry(kind).or_insert((0, 0));
        let tells = of_kind.0 < MOST_OF_A_KIND && self.told < MOST;
        if tells {
            of_kind.0 += 1;
            self.told += 1;
        } else {
            of_kind.1 += 1;
        }
        tells
    }

    /// A line for each kind of which some were left out.
    fn left(&self) -> String {
        let left = self.left.iter().filter(|(_, (_, left))| *left > 0);
        let mut lines: Vec<String> = left
            .map(|(kind, (_, left))| format!("... and {left} more of {kind}\n"))
            .collect();
        if !lines.is_empty() {
            lines.push("\n".to_owned());
        }
        lines.concat()
    }
}

/// Draws diagnostics on standard error, with colours if it is a terminal.
pub(crate) fn show<'d>(diagnostics: impl Iterator<Item = &'d Diagnostic>, sources: &[Source]) {
    eprint!(
        "{}",
        draw(
            diagnostics,
            sources,
            terminal::error_colours(),
            terminal::error_width()
        )
    );
}

/// Diagnostics as a page of text.
pub(crate) fn draw<'d>(
    diagnostics: impl Iterator<Item = &'d Diagnostic>,
    sources: &[Source],
    colours: bool,
    width: usize,
) -> String {
    let theme = if colours {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_width(width)
        .with_wrap_lines(true);
    let texts: Vec<Excerpt> = sources.iter().map(|s| Excerpt::new(&s.name, &s.text)).collect();
    let mut out = String::new();
    let mut kinds = Kinds::default();
    for diagnostic in diagnostics {
        if !kinds.count(diagnostic.code) {
            continue;
        }
        for page in Page::all(diagnostic, &texts) {
            if handler.render_report(&mut out, &page).is_err() {
                // Only a place outside its text could do this.
                out.push_str(&format!("{}: {}\n", diagnostic.code, page.message));
            }
        }
        out.push('\n');
    }
    out.push_str(&kinds.left());
    out
}

/// Something about a place in a text that is no ferz file.
pub(crate) struct Remark<'r> {
    pub(crate) warning: bool,
    pub(crate) message: &'r str,
    pub(crate) help: Option<&'r str>,
    /// In bytes.
    pub(crate) place: std::ops::Range<usize>,
}

/// Draws remarks about a text on standard error.
pub(crate) fn remarks(list: &[Remark<'_>], name: &str, text: &str) {
    let theme = if terminal::error_colours() {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_width(terminal::error_width())
        .with_wrap_lines(true);
    let excerpt = Excerpt::new(name, text);
    let mut out = String::new();
    let mut kinds = Kinds::default();
    for remark in list {
        if !kinds.count(kind(remark.message)) {
            continue;
        }
        let (severity, word) = if remark.warning {
            (miette::Severity::Warning, "warning")
        } else {
            (miette::Severity::Error, "error")
        };
        let span = Span::new(remark.place.start, remark.place.end);
        let page = Page {
            message: terminal::told(remark.message).into_owned(),
            code: Some(word.to_owned()),
            severity,
            help: remark.help.map(|help| terminal::told(help).into_owned()),
            labels: vec![LabeledSpan::new_primary_with_span(None, excerpt.place(span))],
            text: Some(&excerpt),
        };
        if handler.render_report(&mut out, &page).is_err() {
            out.push_str(&format!("{word}: {}\n", page.message));
        }
        out.push('\n');
    }
    out.push_str(&kinds.left());
    eprint!("{out}");
}

/// A message without what it quotes and counts: what messages of a kind share.
fn kind(message: &str) -> String {
    let mut shared = String::new();
    for (i, part) in message.split('`').enumerate() {
        if i % 2 == 1 {
            shared.push_str("`...`");
            continue;
        }
        for piece in part.split_inclusive(|c: char| !c.is_ascii_digit()) {
            let word = piece.trim_start_matches(|c: char| c.is_ascii_digit());
            if word.len() < piece.len() {
                shared.push_str("...");
            }
            shared.push_str(word);
        }
    }
    format!("this kind: {}", terminal::told(&shared))
}

/// A diagnostic as miette wants it: with labels in one text.
struct Page<'t> {
    message: String,
    code: Option<String>,
    severity: miette::Severity,
    help: Option<String>,
    labels: Vec<LabeledSpan>,
    text: Option<&'t Excerpt>,
}

impl<'t> Page<'t> {
    /// A page for the text of the main label, and one for each other text that has labels, and for
    /// labels that are far away in one very long line.
    fn all(diagnostic: &Diagnostic, texts: &'t [Excerpt]) -> Vec<Self> {
        let text = |label: &Label| texts.get(label.source.0 as usize);
        let together = |a: &Label, b: &Label| {
            a.source == b.source && text(a).is_none_or(|text| !text.is_far(a.span, b.span))
        };
        let mut places: Vec<Vec<&Label>> = Vec::new();
        for label in &diagnostic.labels {
            match places.iter_mut().find(|place| together(place[0], label)) {
                Some(place) => place.push(label),
                None => places.push(vec![label]),
            }
        }
        let (severity, word) = match diagnostic.severity {
            Severity::Error => (miette::Severity::Error, "error"),
            Severity::Warning => (miette::Severity::Warning, "warning"),
        };
        let mut main = Self {
            message: terminal::told(&diagnostic.message).into_owned(),
            code: Some(format!("{word} {}", diagnostic.code)),
            severity,
            help: diagnostic
                .help
                .as_deref()
                .map(|help| terminal::told(help).into_owned()),
            labels: Vec::new(),
            text: None,
        };
        let mut pages = Vec::new();
        for (i, place) in places.iter().enumerate() {
            let text = text(place[0]);
            let labels = place
                .iter()
                .enumerate()
                .map(|(j, label)| span(label, text, i == 0 && j == 0))
                .collect();
            if i == 0 {
                (main.labels, main.text) = (labels, text);
            } else {
                let severity = miette::Severity::Advice;
                pages.push(Self {
                    message: "the other place".to_owned(),
                    code: None,
                    severity,
                    help: None,
                    labels,
                    text,
                });
            }
        }
        pages.insert(0, main);
        pages
    }
}

/// A label inside its text, for any span.
fn span(label: &Label, text: Option<&Excerpt>, main: bool) -> LabeledSpan {
    let words = (!label.text.is_empty()).then(|| terminal::told(&label.text).into_owned());
    let place = text.map_or((0, 0), |text| text.place(label.span));
    if main {
        LabeledSpan::new_primary_with_span(words, place)
    } else {
        LabeledSpan::new_with_span(words, place)
    }
}

impl fmt::Debug for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Page<'_> {}

impl miette::Diagnostic for Page<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code
            .as_ref()
            .map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help
            .as_ref()
            .map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.text.map(|text| text as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty())
            .then(|| Box::new(self.labels.iter().cloned()) as Box<dyn Iterator<Item = _>>)
    }
}
