//! Trees to compare: as JSON, without places.

use ferz_grammar::ast::SourceFile;
use ferz_grammar::diagnostic::{Diagnostic, Sink};
use ferz_grammar::span::SourceId;
use serde_json::Value;

/// A file with one of everything.
pub(crate) const EXAMPLE: &str = r#"# All of it.
variant "Shocking \"Chess\"" extends chess
about """
Robots,
and more."""
source "here"
include robotic
include "../lib/more.ferz"

board 10x8 {
  holes: a1, j8    # two of them
  wrap: files; note: "a cylinder"
}
square x0 { north-east: e1; north-west: d1 }
zone camp = ranks 1-3 except (a1 | h1)
zone white fort = rank 1 & files a-d
movement robotic(m, n,) = m
  | m over any

  # a comment between
  | n then ride outward ..3
army black "Robots" {
  missile M = robotic(rook, ferz), value 3.5
  core    C = king,
    royal
  plain   P
}
piece white soldier S = step forward left right | betza "fW", value -1
promotion black turret { to: rover, drone, missile; on: last rank }
castling {
  K: king e1 g1, rook h1 f1
  safe: path
}
use adjacency-loss(side: black, between: files a-d, and: [1, 2..], deep(x),)
use plain
without piece queen
"#;

/// The tree and the reports.
pub(crate) fn parse(text: &str) -> (SourceFile, Vec<Diagnostic>) {
    let mut sink = Sink::new();
    let file = ferz_grammar::parse(text, SourceId(0), &mut sink);
    (file, sink.into_sorted())
}

/// The tree of a text without mistakes.
#[track_caller]
pub(crate) fn sound(text: &str) -> SourceFile {
    let (file, diagnostics) = parse(text);
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:#?}");
    file
}

/// Codes of all that was reported, by place.
pub(crate) fn codes(text: &str) -> Vec<&'static str> {
    parse(text).1.iter().map(|d| d.code).collect()
}

/// The tree without places.
pub(crate) fn shape(file: &SourceFile) -> Value {
    let mut value = serde_json::to_value(file).expect("a tree is data");
    without(&mut value, false);
    value
}

/// The tree without places and without parentheses.
pub(crate) fn ungrouped(file: &SourceFile) -> Value {
    let mut value = serde_json::to_value(file).expect("a tree is data");
    without(&mut value, true);
    value
}

fn without(value: &mut Value, groups: bool) {
    match value {
        Value::Object(map) => {
            map.remove("span");
            if groups && let Some(inner) = map.remove("group") {
                *value = inner;
                without(value, groups);
            } else {
                map.values_mut().for_each(|inner| without(inner, groups));
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|inner| without(inner, groups)),
        _ => {}
    }
}
