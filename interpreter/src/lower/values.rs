//! Plain values: words, numbers, choices, one for each side.

use super::report::{At, Place, Report, error, list_or};
use crate::rules::{PerSide, Side};
use crate::vocabulary::{SIDES, Table, YES_NO};
use ferz_grammar::ast::{Declaration, Entry, Expr, ExprKind, SectionDecl, SourceFile};
use ferz_grammar::span::Span;
use ferz_grammar::suggest::{closest, closest_of_few};
use indexmap::IndexMap;
use std::hash::Hash;

/// The kind of an expression, for messages.
pub(super) fn describe(expr: &Expr) -> &'static str {
    match &expr.kind {
        ExprKind::Name(_) => "a name",
        ExprKind::Number(_) | ExprKind::Decimal(_) => "a number",
        ExprKind::Range { .. } => "a range",
        ExprKind::Text(_) => "a text",
        ExprKind::Call { .. } => "a call",
        ExprKind::Group(_) => "an expression in parentheses",
        ExprKind::List(_) => "a list",
        ExprKind::Phrase(_) => "several words",
        ExprKind::Then(_) => "a chain with `then`",
        ExprKind::Intersection(_) => "an expression with `&`",
        ExprKind::Except(..) => "an expression with `except`",
        ExprKind::Union(_) => "an expression with `|`",
    }
}

/// The word an expression is, if it is one.
pub(super) fn word(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

/// The words of a phrase that has nothing else.
pub(super) fn words(expr: &Expr) -> Option<Vec<&str>> {
    match &expr.kind {
        ExprKind::Phrase(terms) => terms.iter().map(word).collect(),
        _ => None,
    }
}

/// The side a word names.
pub(super) fn side(word: &str) -> Option<Side> {
    SIDES.get(word).copied()
}

/// The terms of a phrase; a single term is a phrase of one.
pub(super) fn terms(expr: &Expr) -> &[Expr] {
    match &expr.kind {
        ExprKind::Phrase(terms) => terms,
        _ => std::slice::from_ref(expr),
    }
}

/// The members of `a | b`, `[a, b]` or `(a | b)`; anything else is its own only member.
pub(super) fn alternatives(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Union(list) | ExprKind::List(list) => list.iter().flat_map(alternatives).collect(),
        ExprKind::Group(inner) if !matches!(inner.kind, ExprKind::Phrase(_)) => alternatives(inner),
        _ => vec![expr],
    }
}

/// The place of several expressions side by side.
pub(super) fn place_of(source: ferz_grammar::span::SourceId, terms: &[Expr], otherwise: Place) -> Place {
    match (terms.first(), terms.last()) {
        (Some(first), Some(last)) => Place::new(source, first.span.to(last.span)),
        _ => otherwise,
    }
}

/// The place at which a file gives the size of the board.
pub(super) fn place_of_board(tree: &SourceFile) -> Option<Span> {
    tree.declarations
        .iter()
        .find_map(|declaration| match declaration {
            Declaration::Board(board) => Some(board.files.span.to(board.ranks.span)),
            _ => None,
        })
}

impl Report<'_> {
    /// Reports that something else was expected.
    pub(super) fn wrong_type(&self, place: Place, expected: &str, found: &Expr, help: &str) {
        let message = format!("expected {expected}, found {}", describe(found));
        self.add(error("F0112", place, message).help(help));
    }

    /// A word.
    pub(super) fn word<'e>(&self, at: At<'e, Expr>, expected: &str) -> Option<&'e str> {
        let found = word(at.node);
        if found.is_none() {
            let help = match (&at.node.kind, words(at.node)) {
                (_, Some(words)) => format!(
                    "one name stands here; commas separate several: `{}`",
                    words.join(", ")
                ),
                (ExprKind::Text(_), None) => "leave the quotes away".to_owned(),
                _ => format!("write {expected} here"),
            };
            self.wrong_type(at.place(at.node.span), expected, at.node, &help);
        }
        found
    }

    /// The only value of an entry.
    pub(super) fn single<'e>(&self, entry: At<'e, Entry>) -> Option<At<'e, Expr>> {
        match entry.node.values.as_slice() {
            [value] => Some(At::new(entry.source, value)),
            [_, second, ..] => {
                let message = format!("`{}` has one value", entry.node.key.value);
                self.add(
                    error("F0113", entry.place(second.span), message)
                        .label("this is one too many")
                        .help("keep one of them"),
                );
                None
            }
            [] => None,
        }
    }

    /// One of the words of a table.
    pub(super) fn choose<T: Copy>(&self, at: At<'_, Expr>, table: Table<T>) -> Option<T> {
        let index = self.one_of(at, table.words().as_slice())?;
        table.iter().nth(index).map(|entry| entry.means)
    }

    /// One of some words.
    pub(super) fn choice<T: Copy>(&self, at: At<'_, Expr>, choices: &[(&str, T)]) -> Option<T> {
        let words: Vec<&str> = choices.iter().map(|&(word, _)| word).collect();
        let index = self.one_of(at, &words)?;
        choices.get(index).map(|&(_, value)| value)
    }

    /// The index of the first of some words that stands there.
    fn one_of(&self, at: At<'_, Expr>, words: &[&str]) -> Option<usize> {
        let help = match words {
            [only] => format!("write `{only}`"),
            _ => "write one of these words".to_owned(),
        };
        let Some(found) = word(at.node) else {
            let expected = list_or(words.iter().copied());
            self.wrong_type(at.place(at.node.span), &expected, at.node, &help);
            return None;
        };
        let index = words.iter().position(|&word| word == found);
        if index.is_none() {
            let message = format!("expected {}, found `{found}`", list_or(words.iter().copied()));
            let likely = closest_of_few(found, words.iter().copied());
            self.add(error("F0114", at.place(at.node.span), message).suggest_or(likely, help));
        }
        index
    }

    /// A whole number within bounds.
    pub(super) fn number(&self, at: At<'_, Expr>, what: &str, min: i64, max: i64) -> Option<i64> {
        let place = at.place(at.node.span);
        match at.node.kind {
            ExprKind::Number(n) if (min..=max).contains(&n) => Some(n),
            ExprKind::Number(n) => {
                let message = format!("{what} is from {min} to {max}, not {n}");
                self.add(error("F0115", place, message).help(format!("write a number from {min} to {max}")));
                None
            }
            _ => {
                let help = format!("write a whole number from {min} to {max}");
                self.wrong_type(place, &format!("{what}, a whole number"), at.node, &help);
                None
            }
        }
    }

    /// A choice for both sides or for each: `any`, or `white any, black all`.
    pub(super) fn choice_per_side<T: Copy>(
        &self,
        entry: At<'_, Entry>,
        choices: Table<T>,
        default: T,
    ) -> Option<PerSide<T>> {
        let found = self.places_per_side(entry, choices.words().as_slice())?;
        let value = |place: Option<usize>| {
            let entry = place.and_then(|place| choices.iter().nth(place));
            entry.map_or(default, |entry| entry.means)
        };
        Some(PerSide::new(value(found.white), value(found.black)))
    }

    /// The places in a list of the words that are chosen for both sides or for each.
    fn places_per_side(&self, entry: At<'_, Entry>, choices: &[&str]) -> Option<PerSide<Option<usize>>> {
        let mut values = PerSide::both(None);
        for value in entry.node.values.iter().flat_map(alternatives) {
            let at = At::new(entry.source, value);
            let (sides, choice) = match terms(value) {
                [first, second] if word(first).and_then(side).is_some() => {
                    let side = word(first).and_then(side)?;
                    (vec![side], self.one_of(At::new(entry.source, second), choices)?)
                }
                [first, second] if word(first).is_some() => {
                    let name = word(first).unwrap_or_default();
                    let message = format!("expected `white` or `black`, found `{name}`");
                    let diagnostic = error("F0116", entry.place(first.span), message);
                    self.add(match choices.contains(&name) {
                        true => diagnostic.help(format!(
                            "`{name}` comes after the side, if a side is named at all: remove `{}`",
                            word(second).unwrap_or("what follows")
                        )),
                        false => diagnostic.suggest_or(
                            closest(name, SIDES.words()),
                            "write one value for both sides, or `white VALUE, black VALUE`",
                        ),
                    });
                    return None;
                }
                _ => (Side::ALL.to_vec(), self.one_of(at, choices)?),
            };
            for side in sides {
                if values[side].is_some() {
                    let message = format!("`{}` is said twice for {}", entry.node.key.value, capital(side));
                    self.add(
                        error("F0111", entry.place(value.span), message)
                            .help("write one value for both sides, or `white VALUE, black VALUE`"),
                    );
                    return None;
                }
                values[side] = Some(choice);
            }
        }
        Some(values)
    }

    /// `yes`, `no`, `white` or `black`, or a choice for each side: `white yes, black no`.
    pub(super) fn sides_that(&self, entry: At<'_, Entry>) -> Option<PerSide<bool>> {
        let values = entry.node.values.iter().flat_map(alternatives);
        if values.clone().any(|value| terms(value).len() > 1) {
            return self.choice_per_side(entry, YES_NO, false);
        }
        if values.clone().count() == 2 && values.clone().all(|v| word(v).and_then(side).is_some()) {
            return Some(PerSide::both(true));
        }
        let value = self.single(entry)?;
        let all = YES_NO.iter().map(|word| (word.word, PerSide::both(word.means)));
        let one = SIDES.iter().map(|side| {
            let mut sides = PerSide::both(false);
            sides[side.means] = true;
            (side.word, sides)
        });
        self.choice(value, &all.chain(one).collect::<Vec<_>>())
    }

    /// The entries of a section by their keys. Reports keys that it does not have, and entries that
    /// occur twice.
    pub(super) fn entries<'e, K: Copy + Eq + Hash>(
        &self,
        section: At<'e, SectionDecl>,
        name: &str,
        keys: Table<K>,
    ) -> IndexMap<K, At<'e, Entry>> {
        let mut entries: IndexMap<K, At<'e, Entry>> = IndexMap::new();
        for entry in &section.node.entries {
            let entry = At::new(section.source, entry);
            let Some(&key) = keys.get(&entry.node.key.value) else {
                self.unknown_key(entry, name, keys);
                continue;
            };
            if let Some(&first) = entries.get(&key) {
                let message = format!("`{}` stands here twice", entry.node.key.value);
                self.add(
                    error("F0111", entry.place(entry.node.key.span), message)
                        .label("again here")
                        .also(first.source, first.node.key.span, "first here")
                        .help("keep one of them"),
                );
            } else {
                entries.insert(key, entry);
            }
        }
        entries
    }

    /// Reports a key that the section does not have.
    pub(super) fn unknown_key<T>(&self, entry: At<'_, Entry>, section: &str, keys: Table<T>) {
        let key = entry.node.key.value.as_str();
        let diagnostic = error(
            "F0110",
            entry.place(entry.node.key.span),
            format!("{section} has no `{key}`"),
        );
        self.add(match closest(key, keys.words()) {
            Some(word) => diagnostic.suggest(Some(word)),
            None => diagnostic.help(format!("it may have {}", list_or(keys.words()))),
        });
    }
}

/// `White` or `Black`, for messages.
pub(super) const fn capital(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}
