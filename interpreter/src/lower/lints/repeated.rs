//! Declarations and entries that repeat the extended variant.

use super::super::report::{Place, warning};
use super::Lints;
use ferz_grammar::ast::{Declaration, SectionDecl, SourceFile};
use ferz_grammar::span::{SourceId, Span};
use std::collections::HashMap;

/// Sections whose entries are replaced one by one.
const BY_ENTRY: [&str; 3] = ["end", "rules", "royalty"];

/// Sections that are replaced as a whole.
const WHOLE: [&str; 6] = ["castling", "turn", "walls", "control", "shuffle", "power"];

/// The subject of a declaration, and its text.
type Told = HashMap<String, (Span, String)>;

impl Lints<'_, '_> {
    /// Declarations that replace something by the same.
    pub(super) fn same_as_before(&self) {
        let files = self.facts.files;
        let mut layers = files.layers.iter().rev().map(|layer| layer.source);
        let Some(own) = layers.next() else { return };
        let Some(tree) = files.trees.get(own.0 as usize) else {
            return;
        };
        let mut mine = self.told(own, tree);
        let mut above = tree;
        for source in layers {
            // A declaration that was taken away before may have to be repeated.
            if mine.is_empty() || takes_away(above) {
                return;
            }
            let Some(tree) = files.trees.get(source.0 as usize) else {
                return;
            };
            for (key, (other, text)) in self.told(source, tree) {
                let Some((span, own_text)) = mine.remove(&key) else {
                    continue;
                };
                if own_text == text {
                    self.says_the_same(Place::new(own, span), Place::new(source, other));
                }
            }
            above = tree;
        }
    }

    fn says_the_same(&self, own: Place, other: Place) {
        let message = "this changes nothing: the variant that is extended says the same";
        let diagnostic = warning("F0368", own, message)
            .also(other.source, other.span, "it is said here")
            .help("leave it out, or change it");
        self.facts.report.add(diagnostic);
    }

    /// The declarations that a file makes once. A start position is often repeated for the reader.
    fn told(&self, source: SourceId, tree: &SourceFile) -> Told {
        let text = |span: Span| {
            let all = self.facts.files.sources.get(source.0 as usize);
            let part = all
                .and_then(|all| all.text.get(span.start..span.end))
                .unwrap_or("");
            part.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let mut found: Vec<(String, Span, String)> = Vec::new();
        for declaration in &tree.declarations {
            match declaration {
                Declaration::Zone(d) => {
                    let side = d.side.as_ref().map_or("", |side| side.value.as_str());
                    found.push((
                        format!("zone {side} {}", d.name.value),
                        d.span,
                        text(d.value.span),
                    ));
                }
                Declaration::Piece(d) => {
                    let side = d.side.as_ref().map_or("", |side| side.value.as_str());
                    found.push(piece(side, &d.name.value, d.span, &text(d.span)));
                }
                Declaration::Army(d) if d.side.value == "both" => {
                    let pieces = d.pieces.iter();
                    found.extend(pieces.map(|p| piece("", &p.name.value, p.span, &text(p.span))));
                }
                Declaration::Section(d) => found.extend(section(d, &text)),
                Declaration::Use(d) => found.push((format!("use {}", d.hook.value), d.span, text(d.span))),
                _ => {}
            }
        }
        let mut told = Told::new();
        let mut twice = Vec::new();
        for (key, span, text) in found {
            if told.insert(key.clone(), (span, text)).is_some() {
                twice.push(key);
            }
        }
        told.retain(|key, _| !twice.contains(key));
        told
    }
}

fn piece(side: &str, name: &str, span: Span, text: &str) -> (String, Span, String) {
    let text = text.strip_prefix("piece ").unwrap_or(text);
    (format!("piece {side} {name}"), span, text.to_owned())
}

fn section(section: &SectionDecl, text: &dyn Fn(Span) -> String) -> Vec<(String, Span, String)> {
    let keyword = section.keyword.value.as_str();
    let arguments: Vec<&str> = section.arguments.iter().map(|name| name.value.as_str()).collect();
    let arguments = arguments.join(" ");
    let entries = section.entries.iter();
    if BY_ENTRY.contains(&keyword) {
        let entry = |key: &str| format!("{keyword} {arguments} {key}");
        return entries
            .map(|e| {
                (
                    entry(&e.key.value),
                    e.span,
                    text(e.span).trim_end_matches(';').to_owned(),
                )
            })
            .collect();
    }
    if WHOLE.contains(&keyword) {
        let all: Vec<String> = entries
            .map(|e| text(e.span).trim_end_matches(';').trim().to_owned())
            .collect();
        return vec![(format!("{keyword} {arguments}"), section.span, all.join("; "))];
    }
    Vec::new()
}

/// Whether a file takes something away, so that it may say the same again.
fn takes_away(tree: &SourceFile) -> bool {
    let taken = |d: &Declaration| {
        matches!(
            d,
            Declaration::Army(_) | Declaration::Without(_) | Declaration::Board(_)
        )
    };
    tree.declarations.iter().any(taken)
}
