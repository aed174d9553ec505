//! From pest's pairs to expressions.

use super::grammar::{Builder, Rule};
use crate::ast::{Argument, Expr, ExprKind, Name};
use crate::quoting::unquote;
use crate::span::Span;
use pest::iterators::Pair;

impl Builder<'_, '_> {
    /// Any of the rules that stand for an expression. A level of the grammar that joins nothing
    /// leaves no trace in the tree.
    pub(super) fn expr(&mut self, pair: Pair<Rule>) -> Option<Expr> {
        let (rule, span, text) = (pair.as_rule(), self.span(&pair), pair.as_str());
        let kind = match rule {
            Rule::number => {
                let largest = if text.starts_with('-') { i64::MIN } else { i64::MAX };
                ExprKind::Number(self.integer(text, span, largest))
            }
            Rule::decimal => ExprKind::Decimal(text.to_owned()),
            Rule::range => self.range(text, span),
            Rule::text => ExprKind::Text(unquote(text)),
            Rule::bare => ExprKind::Name(text.to_owned()),
            Rule::call => self.call(pair)?,
            Rule::group => ExprKind::Group(Box::new(self.operands(pair).pop()?)),
            Rule::list => ExprKind::List(self.operands(pair)),
            Rule::difference => return self.difference(pair),
            _ => return self.joined(rule, pair),
        };
        Some(Expr { kind, span })
    }

    /// `a except b except c` is `(a except b) except c`.
    fn difference(&mut self, pair: Pair<Rule>) -> Option<Expr> {
        self.operands(pair).into_iter().reduce(|left, right| {
            let span = left.span.to(right.span);
            Expr {
                kind: ExprKind::Except(Box::new(left), Box::new(right)),
                span,
            }
        })
    }

    /// The other levels that join.
    fn joined(&mut self, rule: Rule, pair: Pair<Rule>) -> Option<Expr> {
        let mut operands = self.operands(pair);
        if operands.len() < 2 {
            return operands.pop();
        }
        // Pest counts the spaces before an operator that does not come; the tree does not.
        let span = operands.first()?.span.to(operands.last()?.span);
        let kind = match rule {
            Rule::phrase => ExprKind::Phrase(operands),
            Rule::chain => ExprKind::Then(operands),
            Rule::intersection => ExprKind::Intersection(operands),
            _ => ExprKind::Union(operands),
        };
        Some(Expr { kind, span })
    }

    /// The expressions inside a pair, without the operators and brackets between them.
    fn operands(&mut self, pair: Pair<Rule>) -> Vec<Expr> {
        pair.into_inner()
            .filter(|part| !is_punctuation(part.as_rule()))
            .filter_map(|part| self.expr(part))
            .collect()
    }

    /// `name(...)`
    fn call(&mut self, pair: Pair<Rule>) -> Option<ExprKind> {
        let mut parts = pair.into_inner();
        let name = self.name(&parts.next()?);
        let arguments = self.arguments(parts.next()?);
        Some(ExprKind::Call { name, arguments })
    }

    /// `( ... )` after a name.
    pub(super) fn arguments(&mut self, pair: Pair<Rule>) -> Vec<Argument> {
        let arguments = pair.into_inner().filter(|part| part.as_rule() == Rule::argument);
        arguments.filter_map(|part| self.argument(part)).collect()
    }

    fn argument(&mut self, pair: Pair<Rule>) -> Option<Argument> {
        let (mut key, mut value) = (None::<Name>, None::<Expr>);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::key => key = Some(self.name(&part)),
                Rule::colon => {}
                _ => value = self.expr(part),
            }
        }
        let value = value?;
        let span = key.as_ref().map_or(value.span, |key| key.span.to(value.span));
        Some(Argument { key, value, span })
    }

    /// `1..3`, `2..`, `..3`, `1-3`
    fn range(&mut self, text: &str, span: Span) -> ExprKind {
        let (from, to) = text
            .split_once("..")
            .or_else(|| text.split_once('-'))
            .unwrap_or((text, ""));
        let mut bound = |digits: &str| (!digits.is_empty()).then(|| self.integer(digits, span, u32::MAX));
        ExprKind::Range {
            min: bound(from),
            max: bound(to),
        }
    }
}

/// Whether a rule is a token that only joins or encloses.
pub(super) fn is_punctuation(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::pipe
            | Rule::ampersand
            | Rule::then
            | Rule::except
            | Rule::comma
            | Rule::colon
            | Rule::equals
            | Rule::lparen
            | Rule::rparen
            | Rule::lbracket
            | Rule::rbracket
            | Rule::EOI
    )
}
