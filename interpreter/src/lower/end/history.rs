//! `perpetual-chase: loss, by rook, by cannon horse`, `mate-by: win, of knight`: facts that only
//! the game knows, and the mating pieces.

use super::super::report::{At, Place};
use super::super::values::{terms, word};
use super::condition;
use super::counting::{Reader, begins_with};
use crate::rules::{Chase, Mate, PerSide, Squares};
use crate::vocabulary::{BY, OF, SCORES};
use ferz_engine::order::sort;
use ferz_grammar::ast::Expr;

impl Reader<'_, '_> {
    /// `win, of knight`; nothing if all of the pieces are gone.
    pub(super) fn mate(&self) -> Option<Mate> {
        let key = &self.at.node.key.value;
        let help = format!("write, for example, `{key}: draw, of knight`");
        let [first, of] = &self.at.node.values[..] else {
            if let [one] = &self.at.node.values[..]
                && let [_, of, _, ..] = terms(one)
                && word(of).is_some_and(|word| OF.has(word))
            {
                return self.wrong(of, "a comma is missing before `of`", &help);
            }
            return self.wrong(
                &self.at.node.values[0],
                "expected a result, then `of` and pieces",
                &help,
            );
        };
        let score = self.report.choose(At::new(self.at.source, first), SCORES)?;
        if !begins_with(of, OF) {
            let of = terms(of).first().unwrap_or(of);
            return self.wrong(of, "behind the result stand `of` and pieces", &help);
        }
        let pieces = self.sorted(&terms(of)[1..], of)?;
        (!pieces.is_empty()).then_some(Mate { score, pieces })
    }

    /// `loss, by rook, by cannon horse, of soldier on ranks 6-10`
    pub(super) fn chase(&self) -> Option<Chase> {
        let (first, rest) = self.at.node.values.split_first()?;
        let score = self.report.choose(At::new(self.at.source, first), SCORES)?;
        let (of, by) = match rest.split_last() {
            Some((last, by)) if begins_with(last, OF) => (Some(last), by),
            _ => (None, rest),
        };
        let mut chase = Chase {
            score,
            by: Vec::new(),
            of: Vec::new(),
            on: None,
        };
        let help = "write, for example, `perpetual-chase: loss, by rook, by cannon horse`";
        if by.is_empty() {
            return self.wrong(first, "which pieces chase?", help);
        }
        let mut good = true;
        for part in by {
            if !begins_with(part, BY) {
                good = false;
                let _: Option<()> = self.wrong(
                    part,
                    "expected `by` and the pieces that chase, then `of` and the pieces that can be chased",
                    help,
                );
                continue;
            }
            let Some(pieces) = self.sorted(&terms(part)[1..], part) else {
                good = false;
                continue;
            };
            if let Some(twice) = pieces
                .iter()
                .find(|name| chase.by.iter().flatten().any(|known| known == *name))
            {
                let message = format!("`{twice}` is as strong as others already");
                good = false;
                let _: Option<()> = self.wrong(part, &message, "name each piece once");
            }
            if !pieces.is_empty() {
                chase.by.push(pieces);
            }
        }
        if let Some(of) = of {
            (chase.of, chase.on) = self.also_chased(of)?;
        }
        (good && !chase.by.is_empty()).then_some(chase)
    }

    /// `of soldier on ranks 6-10`
    fn also_chased(&self, of: &Expr) -> Option<(Vec<String>, Option<PerSide<Squares>>)> {
        let (condition, _) = condition::read(std::slice::from_ref(of), |_| false)?;
        let names: Vec<Expr> = condition.words.into_iter().skip(1).collect();
        if let Some(again) = names.iter().find(|name| word(name).is_none()) {
            return self.wrong(
                again,
                "expected the name of a piece",
                "write, for example, `of soldier on ranks 6-10`",
            );
        }
        let mut pieces = self.pieces(&names, of)?;
        sort(&mut pieces);
        pieces.dedup();
        let on = match condition.set {
            Some(set) if !pieces.is_empty() => {
                let grounds = self.grounds?;
                let place = Place::new(self.at.source, set.span);
                Some(grounds.names_per_side(grounds.some_of(place, std::slice::from_ref(&set))?))
            }
            _ => None,
        };
        Some((pieces, on))
    }
}
