//! The rules that a playing site does not accept, at their places in an author's file.

use crate::load::Text;
use ferz::rules::Ruleset;
use ferz_grammar::ast::SourceFile;
use ferz_grammar::diagnostic::Diagnostic;
use ferz_grammar::span::{SourceId, Span};
use ferz_import::{Loss, Publication};
use std::path::Path;

/// Rules as PyChess takes them; name and title are those of the file unless others are given.
pub(crate) fn of(rules: &Ruleset, file: &str, name: Option<&str>, title: Option<&str>) -> Publication {
    let bare = file.trim_matches(['<', '>']);
    let stem = Path::new(bare)
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.unwrap_or_else(|| bare.to_owned());
    ferz_import::pychess(rules, name.unwrap_or(&stem), title.unwrap_or(&rules.title))
}

/// The losses and refusals, each at its place in the text.
pub(crate) fn findings(text: &Text, publication: &Publication) -> Vec<Diagnostic> {
    let (file, _) = text.parse();
    let lost = publication.lost.iter().map(|loss| lost(&file, loss));
    let refused = publication.refused.iter().map(|loss| refused(&file, loss));
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
    if let Some(span) = ferz_import::place(file, what) {
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
