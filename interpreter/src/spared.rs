//! A variant without single entries of its text, to see whether they ever matter.
//!
//! Every entry and every part of a list is left out once, and the rest is read again. Parts without
//! which the text is wrong are passed over. So are those that leave the rules as they are.

use crate::engine::Variant;
use crate::lower::{Library, Source, rules};
use crate::vocabulary::END;
use ferz_grammar::ast::{Declaration, Entry, Expr, ExprKind, FileKind, PieceDecl, SectionDecl};
use ferz_grammar::diagnostic::Sink;
use ferz_grammar::span::{SourceId, Span};

/// Texts with more parts are examined up to here.
const MOST: usize = 120;

/// The longest excerpt of an entry, in characters.
const EXCERPT: usize = 72;

/// Sections whose entries are examined: the subjects of the others are found in the rules. So are
/// the goals of `end` as a whole, but not their parts; games at random hardly come to its other
/// entries.
const SECTIONS: [&str; 10] = [
    "rules",
    "walls",
    "turn",
    "control",
    "royalty",
    "drop",
    "castling",
    "on",
    "promotion",
    "end",
];

/// The section of goals.
const GOALS: &str = "end";

/// Entries that only give a name.
const NAMES: [(&str, &str); 1] = [("walls", "called")];

/// An entry, or a part of one, and the variant without it.
#[derive(Debug)]
pub struct Spared {
    /// The part as it is written, with its section and key.
    pub words: String,
    /// The place of the part in the variant's own text.
    pub span: Span,
    /// The variant without it.
    pub without: Variant,
}

/// The parts of a variant's own text, the first of `sources`, that can be left out.
pub fn spared(sources: &[Source], library: &dyn Library) -> Vec<Spared> {
    let Some(own) = sources.first() else {
        return Vec::new();
    };
    let tree = ferz_grammar::parse(&own.text, SourceId(0), &mut Sink::new());
    let is_variant = tree.header.as_ref().is_some_and(|h| h.kind == FileKind::Variant);
    let Some(whole) = rules(own.clone(), library).ok().filter(|_| is_variant) else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    for declaration in &tree.declarations {
        match declaration {
            Declaration::Section(section) => of_section(&own.text, section, &mut parts),
            Declaration::Piece(piece) => of_piece(&own.text, piece, &mut parts),
            Declaration::Army(army) => {
                let pieces = army.pieces.iter();
                pieces.for_each(|piece| of_piece(&own.text, piece, &mut parts));
            }
            _ => {}
        }
    }
    let without = |(words, span): (String, Span)| {
        let text = without(&own.text, span);
        let source = Source { text, ..own.clone() };
        let rules = rules(source, library).ok().filter(|rules| *rules != whole)?;
        let without = Variant::new(rules).ok()?;
        Some(Spared { words, span, without })
    };
    parts.into_iter().take(MOST).filter_map(without).collect()
}

/// The entries of a section. A block that consists of one act is found in the rules.
fn of_section(text: &str, section: &SectionDecl, parts: &mut Vec<(String, Span)>) {
    if !SECTIONS.contains(&section.keyword.value.as_str()) {
        return;
    }
    let head = section.arguments.iter().map(|word| word.value.as_str());
    let head: Vec<&str> = std::iter::once(&*section.keyword.value).chain(head).collect();
    let head = head.join(" ");
    for entry in &section.entries {
        let (keyword, key) = (section.keyword.value.as_str(), entry.key.value.as_str());
        let ends = keyword == GOALS;
        if NAMES.contains(&(keyword, key)) || ends && END.has(key) {
            continue;
        }
        if !ends && (section.entries.len() > 1 || keyword != "on") {
            parts.push((excerpt(text, &head, entry.span), entry.span));
        }
        for value in listed(entry) {
            let written = text.get(value.start..value.end).unwrap_or_default();
            let words = format!("{head} {{ {}: {written} }}", entry.key.value);
            parts.push((shortened(&words), value));
        }
    }
}

/// The values of an entry with several, and the parts of a union.
fn listed(entry: &Entry) -> Vec<Span> {
    match entry.values.as_slice() {
        [one] => union(one),
        several => several.iter().map(|value| value.span).collect(),
    }
}

fn union(expr: &Expr) -> Vec<Span> {
    match &expr.kind {
        ExprKind::Union(list) => list.iter().map(|part| part.span).collect(),
        _ => Vec::new(),
    }
}

/// The ways of a piece, if it has several.
fn of_piece(text: &str, piece: &PieceDecl, parts: &mut Vec<(String, Span)>) {
    let ways = piece.movement.as_ref().map(union).unwrap_or_default();
    for span in ways {
        let written = text.get(span.start..span.end).unwrap_or_default();
        parts.push((shortened(&format!("{} moves {written}", piece.name.value)), span));
    }
}

fn excerpt(text: &str, head: &str, span: Span) -> String {
    let written = text.get(span.start..span.end).unwrap_or_default();
    shortened(&format!("{head} {{ {written} }}"))
}

/// The beginning of a text in one line.
fn shortened(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((cut, _)) = line.char_indices().nth(EXCERPT) {
        line.truncate(cut);
        line.push('…');
    }
    line
}

/// A text with spaces in place of a part and of the sign that joins it to the next one or the one
/// before.
pub fn without(text: &str, span: Span) -> String {
    let joins = |sign: &str| matches!(sign, "," | "|" | ";");
    let mut cut = span;
    let behind = text.get(span.end..).unwrap_or_default();
    let space = behind.len() - behind.trim_start().len();
    let before = text.get(..span.start).unwrap_or_default().trim_end();
    if behind.get(space..=space).is_some_and(joins) {
        cut.end = span.end + space + 1;
    } else if before.get(before.len().saturating_sub(1)..).is_some_and(joins) {
        cut.start = before.len() - 1;
    }
    let part = text.get(cut.start..cut.end).unwrap_or_default();
    let blank: String = part.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
    let (front, rest) = (text.get(..cut.start), text.get(cut.end..));
    format!("{}{blank}{}", front.unwrap_or_default(), rest.unwrap_or_default())
}
