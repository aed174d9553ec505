//! Declarations of other bundled variants, with pieces of this one.

use super::mix::Form;
use super::words::Words;
use ferz_grammar::ast::Declaration;
use ferz_grammar::diagnostic::Sink;
use ferz_grammar::span::SourceId;
use std::collections::BTreeSet;

/// A declaration of another bundled variant; nothing if it has none that could stand elsewhere.
pub(super) fn harvested(words: &mut Words) -> Option<Form> {
    let all = ferz_rulesets::all();
    let donor = &all[words.random.below(all.len())];
    let text = donor.text;
    let tree = ferz_grammar::parse(text, SourceId(0), &mut Sink::new());
    let fits = |found: &&Declaration| {
        matches!(
            found,
            Declaration::Section(_) | Declaration::Use(_) | Declaration::Movement(_) | Declaration::Piece(_)
        )
    };
    let fitting: Vec<&Declaration> = tree.declarations.iter().filter(fits).collect();
    if fitting.is_empty() {
        return None;
    }
    let chosen = fitting[words.random.below(fitting.len())].span();
    let strange: BTreeSet<String> = tree.declarations.iter().flat_map(kinds).collect();
    Form::read(&with_own_kinds(&text[chosen.start..chosen.end], &strange, words))
}

/// The kinds of pieces that a declaration names first.
fn kinds(declaration: &Declaration) -> Vec<String> {
    match declaration {
        Declaration::Army(army) => army.pieces.iter().map(|piece| piece.name.value.clone()).collect(),
        Declaration::Piece(piece) => vec![piece.name.value.clone()],
        _ => Vec::new(),
    }
}

/// The text with kinds of this variant in the place of those that it does not know.
fn with_own_kinds(text: &str, strange: &BTreeSet<String>, words: &mut Words) -> String {
    let mut out = String::new();
    let mut rest = text;
    let is_sign = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    while !rest.is_empty() {
        let length = rest.find(|c| !is_sign(c)).unwrap_or(rest.len());
        if length == 0 {
            let sign = rest.chars().next().map_or(1, char::len_utf8);
            out += &rest[..sign];
            rest = &rest[sign..];
            continue;
        }
        let word = &rest[..length];
        rest = &rest[length..];
        if strange.contains(word) && !words.kinds.iter().any(|kind| kind == word) {
            out += &words.kind();
        } else {
            out += word;
        }
    }
    out
}
