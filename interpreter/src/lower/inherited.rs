//! Mistakes in an ancestor's text that are none there: what this file changes no longer fits what
//! it takes over.

use super::collect::Files;
use super::report::{Place, Report};
use super::values::place_of_board;
use ferz_grammar::ast::{Declaration, Name, SourceFile};
use ferz_grammar::diagnostic::{Diagnostic, Label, Severity, Sink};
use ferz_grammar::span::{SourceId, Span};
use std::collections::HashSet;

/// The file that is lowered.
const OWN: SourceId = SourceId(0);

/// A code and the main place of a diagnostic.
pub(super) type Mark = (&'static str, Option<Place>);

/// The key that tells one diagnostic from another.
pub(super) fn mark(diagnostic: &Diagnostic) -> Mark {
    let main = diagnostic.labels.first();
    (
        diagnostic.code,
        main.map(|label| Place::new(label.source, label.span)),
    )
}

/// Puts errors that only this file causes at their cause, or at its `extends`, one of each kind.
/// Errors found while reading the texts (`read`), and those of the parent alone, stay in place.
pub(super) fn explain(files: &mut Files, read: HashSet<Mark>, diagnostics: &mut Vec<Diagnostic>) {
    let header = files.trees[0].header.as_ref();
    let Some(extends) = header.and_then(|h| h.extends.as_ref()).map(|e| e.span) else {
        return;
    };
    let Some(own) = files.layers.pop() else { return };
    let inherited: HashSet<SourceId> = files
        .layers
        .iter()
        .flat_map(|layer| layer.libraries.iter().copied().chain([layer.source]))
        .collect();
    let is_foreign = |d: &Diagnostic| {
        let main = d.labels.first();
        d.severity == Severity::Error && main.is_some_and(|main| inherited.contains(&main.source))
    };
    if diagnostics
        .iter()
        .any(|d| is_foreign(d) && !read.contains(&mark(d)))
    {
        let mut known = read;
        let report = Report::new(files, Sink::new());
        let declared = super::merge::merge(files, &report);
        super::ruleset(files, &declared, super::Lints::Skip, &report);
        known.extend(report.into_sink().list().iter().map(mark));
        let mut seen = HashSet::new();
        diagnostics.retain_mut(|d| {
            if !is_foreign(d) || known.contains(&mark(d)) {
                return true;
            }
            if !seen.insert(d.code) {
                return false;
            }
            turn(d, files, extends);
            true
        });
    }
    files.layers.push(own);
}

/// Makes an error about an inherited text one about this file.
fn turn(diagnostic: &mut Diagnostic, files: &Files, extends: Span) {
    let main = diagnostic.labels.first().cloned();
    for label in diagnostic.labels.iter_mut().take(1).filter(|l| l.text.is_empty()) {
        label.text.clone_from(&diagnostic.message);
    }
    let about_squares = ("F0120"..="F0137").contains(&diagnostic.code)
        || ["F0178", "F0231", "F0233", "F0242", "F0252", "F0274"].contains(&diagnostic.code);
    let board = place_of_board(&files.trees[0]).filter(|_| about_squares);
    let inherited = main.and_then(|main| declaration_at(&files.trees[main.source.0 as usize], main.span));
    let what = inherited
        .as_ref()
        .map_or("what it takes over", |(what, _)| what.as_str());
    diagnostic.message = format!("this file no longer fits {what}: {}", diagnostic.message);
    diagnostic.labels.insert(
        0,
        Label {
            source: OWN,
            span: board.unwrap_or(extends),
            text: String::new(),
        },
    );
    diagnostic.help = Some(match inherited {
        Some((_, way_out)) => way_out,
        None => "declare it again in this file, or take it back with `without`".to_owned(),
    });
}

/// The name of an inherited declaration, and how this file can change it.
fn declaration_at(tree: &SourceFile, span: Span) -> Option<(String, String)> {
    let holds = |d: &&Declaration| d.span().start <= span.start && span.end <= d.span().end;
    let own = |what: &str, back: &str| {
        let inherited = format!("the {what} that it takes over");
        Some((
            inherited,
            format!("write a {what} of its own, or `without {back}`"),
        ))
    };
    let named = |what: &str, name: &Name| {
        own(
            &format!("{what} `{}`", name.value),
            &format!("{what} {}", name.value),
        )
    };
    let used = |what: &str, name: &Name| {
        let name = &name.value;
        own(&format!("`{what} {name}`"), &format!("use {name}"))
    };
    match tree.declarations.iter().find(holds)? {
        Declaration::Section(section) => match section.keyword.value.as_str() {
            "castling" => own("`castling`", "castling"),
            "promotion" => {
                let piece = section.arguments.last().map_or("", |piece| piece.value.as_str());
                own(&format!("`promotion {piece}`"), &format!("promotion {piece}"))
            }
            "on" => {
                let event = section.arguments.last()?.value.as_str();
                own(&format!("`on {event}`"), &format!("on {event}"))
            }
            keyword @ ("end" | "rules") => {
                let entry = section
                    .entries
                    .iter()
                    .find(|e| e.span.start <= span.start && span.end <= e.span.end)?;
                let key = &entry.key.value;
                own(&format!("`{key}`"), &format!("{keyword} {key}"))
            }
            _ => None,
        },
        Declaration::Zone(zone) => named("zone", &zone.name),
        Declaration::Square(square) => named("square", &square.name),
        Declaration::Use(hook) => used("use", &hook.hook),
        Declaration::Piece(piece) => named("piece", &piece.name),
        Declaration::Army(army) => {
            let piece = army
                .pieces
                .iter()
                .find(|p| p.span.start <= span.start && span.end <= p.span.end)?;
            named("piece", &piece.name)
        }
        Declaration::Movement(movement) => {
            let name = &movement.name.value;
            let (inherited, _) = own(&format!("movement `{name}`"), "")?;
            Some((inherited, format!("define `movement {name}` again in this file")))
        }
        Declaration::Mechanic(mechanic) => used("mechanic", &mechanic.name),
        Declaration::Text(_) | Declaration::Board(_) | Declaration::Without(_) => None,
    }
}
