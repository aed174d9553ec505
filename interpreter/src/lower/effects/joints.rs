//! Words that join others: a wrong one in the place of the right one, or none at all.

use super::Reader;
use crate::lower::values::word;
use ferz_grammar::ast::Expr;
use ferz_grammar::diagnostic::Diagnostic;

/// Words with which authors join others. The language itself has some of them.
const JOINING: [&str; 13] = [
    "along", "as", "at", "by", "for", "from", "in", "into", "of", "on", "to", "using", "with",
];

impl Reader<'_, '_> {
    /// Reports words that one word should join: at the word that stands there in its place, else
    /// at the second word, before which it is missing.
    pub(in crate::lower) fn unjoined(&self, list: &[Expr], joint: &str, mut wrong: Diagnostic) {
        let other = list
            .iter()
            .find(|term| word(term).is_some_and(|w| JOINING.contains(&w) && w != joint));
        let path = |term: &&Expr| matches!(word(term), Some("step" | "ride" | "leap"));
        let culprit = other.or(list.iter().skip(1).find(path)).or(list.get(1));
        if let (Some(culprit), Some(main)) = (culprit, wrong.labels.first_mut()) {
            main.span = culprit.span;
        }
        self.report.add(match other {
            Some(_) => wrong.suggest(Some(joint)),
            None => wrong,
        });
    }
}
