//! Draws diagnostics.

use crate::terminal;
use ferz::lower::Source;
use ferz_grammar::diagnostic::{Diagnostic, Label, Severity};
use ferz_grammar::span::SourceId;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};
use std::fmt;
use std::sync::Arc;

/// So many diagnostics of one ruleset are drawn.
const MOST: usize = 300;

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
    let texts: Vec<Text> = sources
        .iter()
        .map(|s| Arc::new(NamedSource::new(&s.name, Arc::new(s.text.clone()))))
        .collect();
    let mut out = String::new();
    let mut left = 0usize;
    for (i, diagnostic) in diagnostics.enumerate() {
        if i >= MOST {
            left += 1;
            continue;
        }
        for page in Page::all(diagnostic, sources, &texts) {
            if handler.render_report(&mut out, &page).is_err() {
                // Only a place outside its text could do this.
                out.push_str(&format!("{}: {}\n", diagnostic.code, diagnostic.message));
            }
        }
        out.push('\n');
    }
    if left > 0 {
        out.push_str(&format!("... and {left} more\n\n"));
    }
    out
}

type Text = Arc<NamedSource<Arc<String>>>;

/// A diagnostic as miette wants it: with labels in one text.
struct Page<'d> {
    message: &'d str,
    code: Option<String>,
    severity: miette::Severity,
    help: Option<&'d str>,
    labels: Vec<LabeledSpan>,
    text: Option<Text>,
}

impl<'d> Page<'d> {
    /// A page for the text of the main label, and one for each other text that has labels.
    fn all(diagnostic: &'d Diagnostic, sources: &[Source], texts: &[Text]) -> Vec<Self> {
        let mut places: Vec<SourceId> = Vec::new();
        for label in &diagnostic.labels {
            if !places.contains(&label.source) {
                places.push(label.source);
            }
        }
        let (severity, word) = match diagnostic.severity {
            Severity::Error => (miette::Severity::Error, "error"),
            Severity::Warning => (miette::Severity::Warning, "warning"),
        };
        let mut main = Self {
            message: &diagnostic.message,
            code: Some(format!("{word} {}", diagnostic.code)),
            severity,
            help: diagnostic.help.as_deref(),
            labels: Vec::new(),
            text: None,
        };
        let mut pages = Vec::new();
        for (i, &place) in places.iter().enumerate() {
            let here = diagnostic.labels.iter().filter(|label| label.source == place);
            let labels = here
                .enumerate()
                .map(|(j, label)| span(label, sources, i == 0 && j == 0))
                .collect();
            let text = texts.get(place.0 as usize).cloned();
            if i == 0 {
                (main.labels, main.text) = (labels, text);
            } else {
                let severity = miette::Severity::Advice;
                pages.push(Self {
                    message: "the other place",
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

/// A label inside its text, whatever the span says.
fn span(label: &Label, sources: &[Source], main: bool) -> LabeledSpan {
    let length = sources
        .get(label.source.0 as usize)
        .map_or(0, |source| source.text.len());
    let (start, end) = (label.span.start.min(length), label.span.end.min(length));
    let words = (!label.text.is_empty()).then(|| label.text.clone());
    let place = (start, end.saturating_sub(start));
    if main {
        LabeledSpan::new_primary_with_span(words, place)
    } else {
        LabeledSpan::new_with_span(words, place)
    }
}

impl fmt::Debug for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message)
    }
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message)
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
        self.help.map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.text.as_deref().map(|text| text as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty())
            .then(|| Box::new(self.labels.iter().cloned()) as Box<dyn Iterator<Item = _>>)
    }
}
