//! Declarations and entries without which the rules are the same: the extended variant says them,
//! or they stand there twice.

use super::super::collect::Files;
use super::super::report::{Place, warning};
use super::super::{Lints, Source, examine};
use super::OWN;
use crate::lower::values::word;
use crate::rules::Ruleset;
use crate::vocabulary::SIDES;
use ferz_grammar::ast::{Declaration, Expr, ExprKind};
use ferz_grammar::diagnostic::{Diagnostic, Label};
use ferz_grammar::span::Span;
use std::collections::HashSet;

/// Attributes that only silence warnings.
const SILENCING: [&str; 2] = ["confined", "harmless"];

/// Declarations that are examined: each is left out once, and few files change more.
const EXAMINED: usize = 40;

/// Sections in which the same word counts as often as it stands there.
const COUNTED: [&str; 2] = ["turn", "shuffle"];

/// Values that stand in an entry twice, and declarations that replace something by the same. Only
/// those are examined of which nothing else is told.
pub(in crate::lower) fn same_as_before(files: &Files, rules: &Ruleset, diagnostics: &mut Vec<Diagnostic>) {
    let told = |span: Span, label: &Label| {
        label.source == OWN && label.span.start < span.end && span.start < label.span.end
    };
    let untold = |span: &Span| {
        let mut labels = diagnostics.iter().flat_map(|d| &d.labels);
        !labels.any(|label| told(*span, label))
    };
    let own = &files.sources[0];
    let declarations = &files.trees[0].declarations;
    let idle = |span: &Span| {
        let source = Source {
            name: own.name.clone(),
            text: without(&own.text, *span),
        };
        examine(source, files, Lints::Skip).ruleset.as_ref() == Some(rules)
    };
    let replacing = match files.layers.len() {
        0 | 1 => Vec::new(),
        _ => {
            let arms = declarations.iter().any(|d| matches!(d, Declaration::Army(_)));
            let alone = declarations.iter().filter(|d| !has_counterpart(d, declarations));
            alone.flat_map(|d| replacing(d, arms)).collect::<Vec<Span>>()
        }
    };
    let few = replacing.len() <= EXAMINED;
    let replacing = replacing.into_iter().filter(|_| few).filter(untold).filter(idle);
    let found: Vec<(Span, &str)> = twice(&own.text, declarations)
        .into_iter()
        .filter(untold)
        .map(|span| (span, "this stands here already"))
        .chain(replacing.map(|span| (span, "this changes nothing: without it the rules are the same")))
        .collect();
    diagnostics.extend(found.into_iter().map(|(span, message)| {
        warning("F0368", Place::new(OWN, span), message).help("leave it out, or change it")
    }));
}

/// The values of entries, and their parts, that stand there twice.
fn twice(text: &str, declarations: &[Declaration]) -> Vec<Span> {
    let sections = declarations.iter().filter_map(|declaration| match declaration {
        Declaration::Section(section) => Some(section),
        _ => None,
    });
    let sections = sections.filter(|section| !COUNTED.contains(&section.keyword.value.as_str()));
    let mut found = Vec::new();
    for (section, entry) in sections.flat_map(|section| section.entries.iter().map(move |e| (section, e))) {
        // A goal may have the same option for each side.
        if section.keyword.value != "end" {
            repeated(text, &entry.values, &mut found);
        }
        entry
            .values
            .iter()
            .for_each(|value| within(text, value, &mut found));
    }
    found
}

/// The repeated parts of sets and lists in an expression.
fn within(text: &str, expr: &Expr, found: &mut Vec<Span>) {
    match &expr.kind {
        ExprKind::Union(list) | ExprKind::List(list) | ExprKind::Intersection(list) => {
            repeated(text, list, found);
        }
        ExprKind::Phrase(list) => {
            let words = list.windows(2);
            let same = |pair: &&[Expr]| pair[0].kind == pair[1].kind && word(&pair[0]).is_some();
            found.extend(words.filter(same).map(|pair| pair[1].span));
        }
        _ => {}
    }
    expr.kind
        .parts()
        .into_iter()
        .for_each(|part| within(text, part, found));
}

/// Those of some expressions that are written as one before them.
fn repeated(text: &str, list: &[Expr], found: &mut Vec<Span>) {
    let told = |expr: &Expr| -> Vec<&str> {
        let part = text.get(expr.span.start..expr.span.end).unwrap_or("");
        part.split_whitespace().collect()
    };
    let mut seen: HashSet<Vec<&str>> = HashSet::new();
    found.extend(
        list.iter()
            .filter(|expr| !seen.insert(told(expr)))
            .map(|expr| expr.span),
    );
}

/// A declaration for one side: its words without the side, and the side.
fn of_one_side(declaration: &Declaration) -> Option<(Vec<&str>, &str)> {
    match declaration {
        Declaration::Piece(piece) => Some((vec!["piece", &piece.name.value], &piece.side.as_ref()?.value)),
        Declaration::Section(section) => {
            let words = section.arguments.iter().map(|word| word.value.as_str());
            let side = words.clone().find(|word| SIDES.has(word))?;
            let others = words.filter(|word| !SIDES.has(word));
            Some((
                std::iter::once(&*section.keyword.value).chain(others).collect(),
                side,
            ))
        }
        _ => None,
    }
}

/// Whether a second declaration says this of the other side: then both stand there for the reader.
fn has_counterpart(declaration: &Declaration, all: &[Declaration]) -> bool {
    let Some((what, side)) = of_one_side(declaration) else {
        return false;
    };
    let mut others = all.iter().filter_map(of_one_side);
    others.any(|(other, whose)| other == what && whose != side)
}

/// The parts of a declaration that replace something by themselves. A start position, and an army
/// with its promotions and castlings, are often repeated for the reader; some words are there for
/// the warnings that they silence.
fn replacing(declaration: &Declaration, arms: bool) -> Vec<Span> {
    let silences = |attribute: &Expr| word(attribute).is_some_and(|word| SILENCING.contains(&word));
    match declaration {
        Declaration::Text(_) | Declaration::Without(_) | Declaration::Army(_) => Vec::new(),
        Declaration::Piece(piece) if piece.attributes.iter().any(silences) => Vec::new(),
        Declaration::Section(section) => match section.keyword.value.as_str() {
            "royalty" => Vec::new(),
            "promotion" | "castling" if arms => Vec::new(),
            "end" | "rules" if section.entries.len() > 1 => {
                section.entries.iter().map(|entry| entry.span).collect()
            }
            _ => vec![section.span],
        },
        other => vec![other.span()],
    }
}

/// A text without one part, and everything else where it was.
fn without(text: &str, span: Span) -> String {
    let behind = text.get(span.end..).unwrap_or("");
    let space = behind.len() - behind.trim_start_matches([' ', '\t']).len();
    let separator = usize::from(behind[space..].starts_with([';', ',']));
    let end = match separator {
        0 => span.end,
        _ => span.end + space + separator,
    };
    let blank = |c: char| {
        if c == '\n' {
            "\n".to_owned()
        } else {
            " ".repeat(c.len_utf8())
        }
    };
    let before = text.get(..span.start).unwrap_or("");
    let part: String = text
        .get(span.start..end)
        .unwrap_or("")
        .chars()
        .map(blank)
        .collect();
    format!("{before}{part}{}", text.get(end..).unwrap_or(""))
}
