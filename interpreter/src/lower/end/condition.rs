//! The words of a goal: which pieces, on which squares.

use super::super::values::{alternatives, terms, word};
use crate::vocabulary::{ON, Table, WITH};
use ferz_grammar::ast::{Expr, ExprKind};
use ferz_grammar::span::Span;

/// `white reach king | queen on last rank`, taken apart.
pub(super) struct Condition {
    /// The words before `on`, lists opened: side, verb and pieces.
    pub(super) words: Vec<Expr>,
    /// The set behind `on`.
    pub(super) set: Option<Expr>,
}

/// Reads the first value, and the next ones if commas separate the names of its pieces. Returns the
/// number of values read.
pub(super) fn read(values: &[Expr], is_piece: impl Fn(&str) -> bool) -> Option<(Condition, usize)> {
    let (first, rest) = values.split_first()?;
    let mut condition = split(first, ON);
    let mut count = 1;
    for value in rest {
        let next = split(value, ON);
        let named = matches!(next.words.as_slice(), [one] if word(one).is_some_and(&is_piece));
        if condition.set.is_some() || !(named || next.set.is_some()) {
            break;
        }
        condition.words.extend(next.words);
        condition.set = next.set;
        count += 1;
    }
    Some((condition, count))
}

/// The set of `with a | b`; nothing if the value is something else.
pub(super) fn with(value: &Expr) -> Option<Option<Expr>> {
    let begins = first_word(value).is_some_and(|word| WITH.has(word));
    begins.then(|| split(value, WITH).set)
}

/// `reach king on a | b` was read as a union whose first part holds the words; they are taken out
/// of it. A part joined to words without a set belongs to the last of them: `extinct all except
/// king`.
fn split(expr: &Expr, mark: Table<()>) -> Condition {
    match &expr.kind {
        ExprKind::Union(list) => {
            let mut words = Vec::new();
            for (index, part) in list.iter().enumerate() {
                let condition = split(part, mark);
                words.extend(condition.words);
                if let Some(first) = condition.set {
                    let rest = &list[index + 1..];
                    let set = joined(first, rest, expr.span, ExprKind::Union);
                    return Condition {
                        words,
                        set: Some(set),
                    };
                }
            }
            Condition { words, set: None }
        }
        ExprKind::Intersection(list) if !list.is_empty() => {
            let Condition { mut words, set } = split(&list[0], mark);
            let join = |first| joined(first, &list[1..], expr.span, ExprKind::Intersection);
            match set {
                Some(first) => Condition {
                    words,
                    set: Some(join(first)),
                },
                None => {
                    let last = words.pop().map(join);
                    words.extend(last);
                    Condition { words, set: None }
                }
            }
        }
        ExprKind::Except(from, what) => {
            let Condition { mut words, set } = split(from, mark);
            let less = |first: Expr| Expr {
                span: Span::new(first.span.start, expr.span.end),
                kind: ExprKind::Except(Box::new(first), what.clone()),
            };
            match set {
                Some(first) => Condition {
                    words,
                    set: Some(less(first)),
                },
                None => {
                    let last = words.pop().map(less);
                    words.extend(last);
                    Condition { words, set: None }
                }
            }
        }
        _ => phrase(expr, mark),
    }
}

fn joined(first: Expr, rest: &[Expr], whole: Span, join: impl Fn(Vec<Expr>) -> ExprKind) -> Expr {
    if rest.is_empty() {
        return first;
    }
    let span = Span::new(first.span.start, whole.end);
    let all = std::iter::once(first).chain(rest.iter().cloned()).collect();
    Expr {
        kind: join(all),
        span,
    }
}

fn phrase(expr: &Expr, mark: Table<()>) -> Condition {
    let all = terms(expr);
    let on = all
        .iter()
        .position(|w| word(w).is_some_and(|word| mark.has(word)));
    let (words, set) = all.split_at(on.unwrap_or(all.len()));
    let words = words
        .iter()
        .flat_map(alternatives)
        .flat_map(terms)
        .cloned()
        .collect();
    let set = match set {
        [] | [_] => None,
        [_, one] => Some(one.clone()),
        [_, several @ ..] => Some(Expr {
            span: several[0].span.to(several[several.len() - 1].span),
            kind: ExprKind::Phrase(several.to_vec()),
        }),
    };
    Condition { words, set }
}

/// The first word of a value.
pub(super) fn first_word(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Union(list) | ExprKind::Intersection(list) => list.first().and_then(first_word),
        ExprKind::Except(from, _) => first_word(from),
        _ => terms(expr).first().and_then(word),
    }
}
