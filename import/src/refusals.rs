//! The rules that a playing site does not accept, at their places in an author's file.

use crate::place;
use crate::pychess::{Publication, pychess};
use crate::report::Loss;
use ferz::lower::Source;
use ferz::rules::Ruleset;
use ferz_grammar::ast::SourceFile;
use ferz_grammar::diagnostic::{Diagnostic, Sink};
use ferz_grammar::span::{SourceId, Span};
use std::path::Path;

/// Rules as PyChess takes them, named like their file.
///
/// `name` and `title` replace the name of the file and the title of the rules.
pub fn publication(rules: &Ruleset, file: &str, name: Option<&str>, title: Option<&str>) -> Publication {
    let bare = file.trim_matches(['<', '>']);
    let stem = Path::new(bare)
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.unwrap_or_else(|| bare.to_owned());
    pychess(rules, name.unwrap_or(&stem), title.unwrap_or(&rules.title))
}

/// The rules that PyChess does not accept, at their places in the first of their sources.
pub fn refused_by_pychess(rules: &Ruleset, sources: &[Source]) -> Vec<Diagnostic> {
    let Some(own) = sources.first() else {
        return Vec::new();
    };
    // Mistakes of the text are reported by those that read it first.
    let file = ferz_grammar::parse(&own.text, SourceId(0), &mut Sink::new());
    refusals(&file, &publication(rules, &own.name, None, None))
}

/// The losses and refusals, each at its place in the text.
pub fn refusals(file: &SourceFile, publication: &Publication) -> Vec<Diagnostic> {
    let lost = publication.lost.iter().map(|loss| lost(file, loss));
    let refused = publication.refused.iter().map(|loss| refused(file, loss));
    lost.chain(refused).collect()
}

fn lost(file: &SourceFile, loss: &Loss) -> Diagnostic {
    let (span, words) = place(file, &loss.what);
    let message = format!("PyChess cannot say `{}`", loss.what);
    Diagnostic::error("F0701", message, SourceId(0), span)
        .label(words)
        .help(loss.why.clone())
}

fn refused(file: &SourceFile, loss: &Loss) -> Diagnostic {
    let (span, words) = place(file, &loss.what);
    let help = match loss.what.as_str() {
        "title" => "`ferz publish` takes other names; the file may stay as it is",
        _ => "leave the rule out: there is no other way to say it there",
    };
    Diagnostic::error("F0702", loss.why.clone(), SourceId(0), span)
        .label(words)
        .help(help)
}

/// The place in the file that says it; inherited rules are placed at `extends`.
fn place(file: &SourceFile, what: &str) -> (Span, &'static str) {
    if let Some(span) = place::place(file, what) {
        return (span, "");
    }
    let header = file.header.as_ref();
    let parent = header.and_then(|header| header.extends.as_ref());
    match (parent, header) {
        (Some(parent), _) => (parent.span, "it comes from here"),
        (None, Some(header)) => (header.title.span, ""),
        (None, None) => (Span::new(0, 0), ""),
    }
}
