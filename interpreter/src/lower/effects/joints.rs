//! Words that join others: a wrong one in the place of the right one, or none at all.

use super::{GROUPS, Reader};
use crate::lower::report::{Place, error};
use crate::lower::values::word;
use crate::rules::{Kinds, Owner};
use crate::vocabulary::{LINKS, OWNERS};
use ferz_grammar::ast::Expr;
use ferz_grammar::diagnostic::Diagnostic;
use ferz_grammar::suggest::closest;

/// Words with which authors join others. The language itself has some of them.
const JOINING: [&str; 17] = [
    "along", "as", "at", "away", "by", "for", "from", "in", "into", "of", "off", "on", "to", "toward",
    "towards", "using", "with",
];

/// Words of so few letters are like too many others.
const SHORT: usize = 3;

impl Reader<'_, '_> {
    /// The kinds between the owner and where the pieces stand.
    pub(super) fn kinds_between(&self, list: &[Expr], owner: Owner, place: Place) -> Option<Kinds> {
        match list {
            [] if owner == Owner::Any => {
                let diagnostic = error("F0294", place, "which pieces?");
                self.report.add(diagnostic.help(GROUPS));
                None
            }
            [] => Some(Kinds::All),
            [one] => self.kinds(one),
            [first, second, ..] => {
                let likely = word(first).and_then(|w| closest(w, OWNERS.words()));
                let unknown = |w: &str| !self.is_piece(w);
                let link = word(first)
                    .filter(|w| unknown(w))
                    .and_then(|w| closest(w, LINKS.words().filter(|link| link.len() > SHORT)));
                let diagnostic = match likely.filter(|_| word(first).is_some_and(unknown)) {
                    None if link.is_some() => {
                        let here = Place::new(self.source, first.span);
                        let message = format!("`{}` has no meaning here", word(first).unwrap_or_default());
                        error("F0294", here, message).suggest(link)
                    }
                    Some(_) => {
                        let here = Place::new(self.source, first.span);
                        error("F0294", here, "expected `friend`, `enemy` or a piece").suggest(likely)
                    }
                    None => {
                        let here = Place::new(self.source, second.span);
                        error("F0294", here, "expected `on`, `attacked` or `between`").help(GROUPS)
                    }
                };
                self.report.add(diagnostic);
                None
            }
        }
    }

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
