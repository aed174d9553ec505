//! Diagnostics as the page an author sees, without colours.

use ferz::lower::{Lowered, Source};
use ferz_grammar::diagnostic::{Diagnostic, Severity};
use ferz_grammar::span::SourceId;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource};
use std::fmt;

/// All diagnostics, one below the other.
pub fn page(lowered: &Lowered) -> String {
    let mut out = String::new();
    for diagnostic in &lowered.diagnostics {
        out.push_str(&draw(diagnostic, &lowered.sources));
        out.push('\n');
    }
    // Trailing blanks would be lost in editors.
    out.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn draw(diagnostic: &Diagnostic, sources: &[Source]) -> String {
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .with_links(false)
        .with_width(100)
        .with_wrap_lines(true);
    let mut out = String::new();
    handler
        .render_report(&mut out, &Report::new(diagnostic, sources))
        .expect("writing to a string works");
    out
}

/// A report as miette draws it: labels in one text; labels in other texts follow as reports of
/// their own.
struct Report {
    message: String,
    code: Option<&'static str>,
    severity: miette::Severity,
    help: Option<String>,
    source: Option<NamedSource<String>>,
    labels: Vec<LabeledSpan>,
    elsewhere: Vec<Report>,
}

impl Report {
    fn new(diagnostic: &Diagnostic, sources: &[Source]) -> Self {
        let mut ids: Vec<SourceId> = Vec::new();
        for label in &diagnostic.labels {
            if !ids.contains(&label.source) {
                ids.push(label.source);
            }
        }
        let part = |id: &SourceId| Self::part(diagnostic, sources, *id);
        let mut parts = ids.iter().map(part);
        let first = parts.next().expect("a diagnostic has a place");
        Self {
            message: diagnostic.message.clone(),
            code: Some(diagnostic.code),
            severity: match diagnostic.severity {
                Severity::Error => miette::Severity::Error,
                Severity::Warning => miette::Severity::Warning,
            },
            help: diagnostic.help.clone(),
            elsewhere: parts.collect(),
            ..first
        }
    }

    fn part(diagnostic: &Diagnostic, sources: &[Source], id: SourceId) -> Self {
        let source = &sources[id.0 as usize];
        let label = |label: &ferz_grammar::diagnostic::Label| {
            let text = (!label.text.is_empty()).then(|| label.text.clone());
            LabeledSpan::new(text, label.span.start, label.span.len())
        };
        Self {
            message: "see also".to_owned(),
            code: None,
            severity: miette::Severity::Advice,
            help: None,
            source: Some(NamedSource::new(&source.name, source.text.clone())),
            labels: diagnostic
                .labels
                .iter()
                .filter(|l| l.source == id)
                .map(label)
                .collect(),
            elsewhere: Vec::new(),
        }
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help
            .as_ref()
            .map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.source
            .as_ref()
            .map(|source| source as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        Some(Box::new(
            self.elsewhere.iter().map(|r| r as &dyn miette::Diagnostic),
        ))
    }
}
