//! Moves that effects make impossible, and captures where more could be captured.

use super::asker::Asker;
use super::reason::Reason;
use crate::board::Square;
use crate::engine::{Move, Variant};
use crate::rules::{Act, Effect, PerSide, Ruleset};
use crate::text;

impl Asker<'_> {
    /// The effect that makes a move impossible, if one does.
    pub(super) fn not_possible(&self, (from, to): (Square, Square), text: &str) -> Option<Reason> {
        let played = self.variant.played();
        let forbids = |effect: &&Effect| effect.acts.contains(&Act::Forbid);
        if !played.effects.iter().any(|effect| forbids(&effect)) {
            return None;
        }
        let without = |which: &dyn Fn(usize) -> bool| {
            let mut rules = played.clone();
            for (i, effect) in rules.effects.iter_mut().enumerate() {
                effect.acts.retain(|act| *act != Act::Forbid || !which(i));
            }
            rules.effects.retain(|effect| !effect.acts.is_empty());
            self.is_legal_by(rules, text)
        };
        if !without(&|_| true) {
            return None;
        }
        let all = played.effects.iter().enumerate();
        let alone = |&(i, _): &(usize, &Effect)| without(&|other| other == i);
        let which = all.filter(|(_, effect)| forbids(effect)).find(alone);
        let words = match which {
            Some((_, effect)) => format!("the rules forbid it: `{}`", text::effect(effect, &played.board)),
            None => "several rules forbid it".to_owned(),
        };
        let mover = self.occupant(from)?;
        let culprits = self.culprits([from, to], text);
        let because = super::culprits::because_of(&culprits);
        let squares = culprits.iter().map(|culprit| culprit.square.clone());
        Some(Reason::told(
            "possible",
            format!("{mover} cannot do that{because}: {words}"),
            std::iter::once(self.name(to)).chain(squares).collect(),
        ))
    }

    /// Whether a capture is not possible because more can be captured otherwise.
    pub(super) fn not_most(&self, mv: Move, text: &str) -> Option<Reason> {
        let played = self.variant.played();
        if !played.restrictions.most_captures[self.us] {
            return None;
        }
        let mut rules = played.clone();
        rules.restrictions.most_captures = PerSide::default();
        if !self.is_legal_by(rules, text) {
            return None;
        }
        let captures = |&m: &Move| self.variant.is_capture(self.position, m);
        let i = self.legal.iter().position(captures)?;
        let words = format!(
            "as many pieces as possible must be captured, for example with `{}`",
            self.texts[i]
        );
        Some(Reason::told("most-captures", words, vec![self.name(mv.to())]))
    }

    /// Whether a move is legal by other rules, in the same position.
    fn is_legal_by(&self, rules: Ruleset, text: &str) -> bool {
        let Ok(variant) = Variant::new(rules) else {
            return false;
        };
        let there = variant.position(&self.variant.fen(self.position));
        there.is_ok_and(|there| variant.find_move(&there, text).is_some())
    }
}
