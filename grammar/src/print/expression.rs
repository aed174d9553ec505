//! Expressions as text.

use crate::ast::{Argument, Expr, ExprKind};
use crate::quoting::quote;
use std::fmt::Write;

/// How tightly a form binds; a looser one inside a tighter one needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Union,
    Except,
    Intersection,
    Then,
    Phrase,
    Term,
}

fn level(kind: &ExprKind) -> Level {
    match kind {
        ExprKind::Union(_) => Level::Union,
        ExprKind::Except(..) => Level::Except,
        ExprKind::Intersection(_) => Level::Intersection,
        ExprKind::Then(_) => Level::Then,
        ExprKind::Phrase(_) => Level::Phrase,
        ExprKind::Name(_)
        | ExprKind::Number(_)
        | ExprKind::Decimal(_)
        | ExprKind::Range { .. }
        | ExprKind::Text(_)
        | ExprKind::Call { .. }
        | ExprKind::Group(_)
        | ExprKind::List(_) => Level::Term,
    }
}

/// One expression on one line.
pub(super) fn expr(out: &mut String, expr: &Expr) {
    match &expr.kind {
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::Number(number) => put(out, number),
        ExprKind::Decimal(number) => out.push_str(number),
        ExprKind::Range { min, max } => {
            if let Some(min) = min {
                put(out, min);
            }
            out.push_str("..");
            if let Some(max) = max {
                put(out, max);
            }
        }
        ExprKind::Text(text) => out.push_str(&quote(text)),
        ExprKind::Call {
            name,
            arguments: list,
        } => {
            out.push_str(&name.value);
            arguments(out, list);
        }
        ExprKind::Group(inner) => group(out, inner),
        ExprKind::List(values) => {
            out.push('[');
            joined(out, values, ", ", Level::Union);
            out.push(']');
        }
        ExprKind::Phrase(terms) => joined(out, terms, " ", Level::Term),
        ExprKind::Then(legs) => joined(out, legs, " then ", Level::Phrase),
        ExprKind::Intersection(parts) => joined(out, parts, " & ", Level::Then),
        ExprKind::Except(left, right) => {
            operand(out, left, Level::Except);
            out.push_str(" except ");
            operand(out, right, Level::Intersection);
        }
        ExprKind::Union(parts) => joined(out, parts, " | ", Level::Except),
    }
}

fn put(out: &mut String, value: impl std::fmt::Display) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{value}");
}

fn group(out: &mut String, inner: &Expr) {
    out.push('(');
    expr(out, inner);
    out.push(')');
}

fn joined(out: &mut String, parts: &[Expr], separator: &str, at_least: Level) {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        operand(out, part, at_least);
    }
}

/// Part of a larger expression, in parentheses if it would be read otherwise without. The parser
/// makes no tree that needs them: it keeps those that were written.
pub(super) fn operand(out: &mut String, part: &Expr, at_least: Level) {
    if level(&part.kind) < at_least {
        group(out, part)
    } else {
        expr(out, part)
    }
}

/// `(key: value, value)`
pub(super) fn arguments(out: &mut String, arguments: &[Argument]) {
    out.push('(');
    for (index, argument) in arguments.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        if let Some(key) = &argument.key {
            out.push_str(&key.value);
            out.push_str(": ");
        }
        expr(out, &argument.value);
    }
    out.push(')');
}
