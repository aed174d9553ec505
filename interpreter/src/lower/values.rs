//! Plain values: words, numbers, choices, one for each side.

use super::report::{At, Place, Report, error, list_or};
use crate::rules::{PerSide, Side};
use ferz_grammar::ast::{Entry, Expr, ExprKind};
use ferz_grammar::suggest::closest;

/// What an expression is, for messages.
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

/// The side a word names.
pub(super) fn side(word: &str) -> Option<Side> {
    match word {
        "white" => Some(Side::White),
        "black" => Some(Side::Black),
        _ => None,
    }
}

/// The terms of a phrase; a single term is a phrase of one.
pub(super) fn terms(expr: &Expr) -> &[Expr] {
    match &expr.kind {
        ExprKind::Phrase(terms) => terms,
        _ => std::slice::from_ref(expr),
    }
}

/// The place of several expressions side by side.
pub(super) fn place_of(source: ferz_grammar::span::SourceId, terms: &[Expr], otherwise: Place) -> Place {
    match (terms.first(), terms.last()) {
        (Some(first), Some(last)) => Place::new(source, first.span.to(last.span)),
        _ => otherwise,
    }
}

impl Report<'_> {
    /// Reports that something else was expected.
    pub(super) fn wrong_type(&self, place: Place, expected: &str, found: &Expr) {
        let message = format!("expected {expected}, found {}", describe(found));
        self.add(error("F0112", place, message));
    }

    /// A word.
    pub(super) fn word<'e>(&self, at: At<'e, Expr>, expected: &str) -> Option<&'e str> {
        let found = word(at.node);
        if found.is_none() {
            self.wrong_type(at.place(at.node.span), expected, at.node);
        }
        found
    }

    /// The only value of an entry.
    pub(super) fn single<'e>(&self, entry: At<'e, Entry>) -> Option<At<'e, Expr>> {
        match entry.node.values.as_slice() {
            [value] => Some(At::new(entry.source, value)),
            [_, second, ..] => {
                let message = format!("`{}` has one value", entry.node.key.value);
                self.add(error("F0113", entry.place(second.span), message).label("this is one too many"));
                None
            }
            [] => None,
        }
    }

    /// One of some words.
    pub(super) fn choice<T: Copy>(&self, at: At<'_, Expr>, choices: &[(&str, T)]) -> Option<T> {
        let words = || choices.iter().map(|&(word, _)| word);
        let Some(found) = word(at.node) else {
            self.wrong_type(at.place(at.node.span), &list_or(words()), at.node);
            return None;
        };
        let choice = choices
            .iter()
            .find(|&&(word, _)| word == found)
            .map(|&(_, value)| value);
        if choice.is_none() {
            let message = format!("expected {}, found `{found}`", list_or(words()));
            self.add(error("F0114", at.place(at.node.span), message).suggest(closest(found, words())));
        }
        choice
    }

    /// A whole number within bounds.
    pub(super) fn number(&self, at: At<'_, Expr>, what: &str, min: i64, max: i64) -> Option<i64> {
        let place = at.place(at.node.span);
        match at.node.kind {
            ExprKind::Number(n) if (min..=max).contains(&n) => Some(n),
            ExprKind::Number(n) => {
                let message = format!("{what} is from {min} to {max}, not {n}");
                self.add(error("F0115", place, message));
                None
            }
            _ => {
                self.wrong_type(place, &format!("{what}, a whole number"), at.node);
                None
            }
        }
    }

    /// A choice for both sides or for each: `any`, or `white any, black all`.
    pub(super) fn choice_per_side<T: Copy>(
        &self,
        entry: At<'_, Entry>,
        choices: &[(&str, T)],
        default: T,
    ) -> Option<PerSide<T>> {
        let mut values = PerSide::both(None);
        for value in &entry.node.values {
            let at = At::new(entry.source, value);
            let (sides, choice) = match terms(value) {
                [first, second] if word(first).and_then(side).is_some() => {
                    let side = word(first).and_then(side)?;
                    (vec![side], self.choice(At::new(entry.source, second), choices)?)
                }
                [first, second] if word(first).is_some() => {
                    let name = word(first).unwrap_or_default();
                    let message = format!("expected `white` or `black`, found `{name}`");
                    let diagnostic = error("F0116", entry.place(first.span), message);
                    let choice = choices.iter().find(|&&(w, _)| w == name);
                    self.add(match choice {
                        Some(_) => diagnostic.help(format!(
                            "`{name}` comes after the side, if a side is named at all: remove `{}`",
                            word(second).unwrap_or("what follows")
                        )),
                        None => diagnostic.suggest(closest(name, ["white", "black"])),
                    });
                    return None;
                }
                _ => (Side::ALL.to_vec(), self.choice(at, choices)?),
            };
            for side in sides {
                if values[side].is_some() {
                    let message = format!("`{}` is said twice for {}", entry.node.key.value, capital(side));
                    self.add(error("F0111", entry.place(value.span), message));
                    return None;
                }
                values[side] = Some(choice);
            }
        }
        Some(PerSide::new(
            values.white.unwrap_or(default),
            values.black.unwrap_or(default),
        ))
    }

    /// `yes`, `no`, `white` or `black`.
    pub(super) fn sides_that(&self, entry: At<'_, Entry>) -> Option<PerSide<bool>> {
        let value = self.single(entry)?;
        self.choice(
            value,
            &[
                ("yes", PerSide::new(true, true)),
                ("no", PerSide::new(false, false)),
                ("white", PerSide::new(true, false)),
                ("black", PerSide::new(false, true)),
            ],
        )
    }

    /// Reports a key that the section does not have.
    pub(super) fn unknown_key(&self, entry: At<'_, Entry>, section: &str, keys: &[&str]) {
        let key = entry.node.key.value.as_str();
        let diagnostic = error(
            "F0110",
            entry.place(entry.node.key.span),
            format!("{section} has no `{key}`"),
        );
        self.add(match closest(key, keys.iter().copied()) {
            Some(word) => diagnostic.suggest(Some(word)),
            None => diagnostic.help(format!("it may have {}", list_or(keys.iter().copied()))),
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
