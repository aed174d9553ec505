//! `again`: a turn that goes on.

use super::effects::Reader;
use super::report::{At, Place, error, list_or};
use super::values::{terms, word};
use crate::rules::{Again, Duty, Event, Further, Goer};
use crate::vocabulary::{AGAIN, AgainWord, GOERS};
use ferz_grammar::ast::{Entry, Expr, ExprKind};
use ferz_grammar::suggest::closest;

/// How it is written.
const FORM: &str = "write `again: mover`, `again: mover by step forward, quiet, must`, `again: victim`";

/// A movement of several legs is one value only in parentheses.
const FORM_OF_CHAINS: &str =
    "put a movement of several legs in parentheses: `again: mover by (MOVEMENT then MOVEMENT)`";

impl Reader<'_, '_> {
    /// `mover by MOVEMENT, captures, must`.
    pub(super) fn again(&self, entry: At<'_, Entry>, event: Event) -> Option<Again> {
        let whole = entry.place(entry.node.span);
        let Some((first, options)) = entry.node.values.split_first() else {
            self.report.add(error("F0266", whole, "who goes on?").help(FORM));
            return None;
        };
        let mut again = self.goer(first, whole, event)?;
        let mut seen: Vec<(AgainWord, &Expr)> = Vec::new();
        for option in options {
            let value = At::new(self.source, option);
            let word = self.report.choose(value, AGAIN)?;
            let against = seen.iter().find(|(known, _)| known.excludes(word));
            if let Some(&(known, other)) = against {
                let (one, two) = (AGAIN.word(&known), AGAIN.word(&word));
                let message = if one == two {
                    format!("`{one}` stands here twice")
                } else {
                    format!("`{one}` and `{two}` contradict each other")
                };
                self.report.add(
                    error("F0266", Place::new(self.source, option.span), message)
                        .also(self.source, other.span, "here")
                        .help("keep one of them"),
                );
                return None;
            }
            seen.push((word, option));
            match word {
                AgainWord::Captures => again.what = Further::Captures,
                AgainWord::Quiet => again.what = Further::Quiet,
                AgainWord::May => again.duty = Duty::May,
                AgainWord::Must => again.duty = Duty::Must,
                AgainWord::Once => again.once = true,
                AgainWord::Turning => again.turning = true,
            }
        }
        let must = seen.iter().find(|(word, _)| *word == AgainWord::Must);
        if let Some((_, option)) = must.filter(|_| event != Event::Capture) {
            let place = Place::new(self.source, option.span);
            let diagnostic = error("F0266", place, "the piece would have to go on for ever");
            self.report
                .add(diagnostic.help("write `on capture { ... }`, or leave `must` out"));
            return None;
        }
        if again.who == Goer::Victim {
            let may = seen.iter().find(|(word, _)| *word == AgainWord::May);
            if let Some((_, option)) = may {
                let place = Place::new(self.source, option.span);
                let diagnostic = error(
                    "F0266",
                    place,
                    "a captured piece cannot stay on the square of its captor",
                );
                self.report.add(diagnostic.help("leave `may` out"));
                return None;
            }
            again.duty = Duty::Must;
        }
        Some(again)
    }

    /// `mover by MOVEMENT`.
    fn goer(&self, value: &Expr, whole: Place, event: Event) -> Option<Again> {
        let list = terms(value);
        let here = Place::new(self.source, value.span);
        let who = list
            .first()
            .and_then(word)
            .and_then(|word| GOERS.get(word))
            .copied();
        let Some(who) = who else {
            let likely = list
                .first()
                .and_then(word)
                .and_then(|w| closest(w, GOERS.words()));
            let help = match &value.kind {
                ExprKind::Then(_) => FORM_OF_CHAINS.to_owned(),
                _ => format!("the first word of `again` is {}", list_or(GOERS.words())),
            };
            self.report
                .add(error("F0266", here, "who goes on?").suggest_or(likely, help));
            return None;
        };
        if who == Goer::Victim && event != Event::Capture {
            let diagnostic = error("F0292", here, "`victim` is the captured piece");
            self.report.add(diagnostic.help("write `on capture { ... }`"));
            return None;
        }
        let by = match &list[1..] {
            [] => None,
            [by, way @ ..] if word(by) == Some("by") && !way.is_empty() => Some(self.movement(way, whole)?),
            [first, ..] => {
                let here = Place::new(self.source, first.span);
                self.report
                    .add(error("F0266", here, "expected `by` and a movement").help(FORM));
                return None;
            }
        };
        Some(Again {
            who,
            by,
            what: Further::Any,
            duty: Duty::IfPossible,
            once: false,
            turning: false,
        })
    }
}
