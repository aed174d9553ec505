//! Moves that effects make impossible, and captures where more could be captured.

use super::asker::Asker;
use super::mechanics;
use super::reason::Reason;
use super::spoken::Speaker;
use super::words::join;
use crate::board::Square;
use crate::engine::{Move, Variant};
use crate::rules::{Act, Effect, Group, Ruleset};
use crate::text;
use crate::vocabulary::{SidesRule, sides_rules};
use ferz_engine::Objection;
use std::fmt::Write as _;

impl Asker<'_> {
    /// The effect that makes a move impossible, if one does.
    pub(super) fn not_possible(&self, (from, to): (Square, Square), text: &str) -> Option<Reason> {
        let played = self.variant.played();
        let forbids = |effect: &&Effect| effect.acts.contains(&Act::Forbid);
        if !played.effects.iter().any(|effect| forbids(&effect)) {
            return None;
        }
        let allows = |effect: Option<usize>| {
            let variant = self.explainer.allowing(effect);
            variant.is_some_and(|variant| self.is_legal_in(variant, text))
        };
        if !allows(None) {
            return None;
        }
        let mut all = played.effects.iter().enumerate();
        let which = all.find(|&(i, effect)| forbids(&effect) && allows(Some(i)));
        let words = match which {
            Some((number, _)) => self.prohibition(number, text),
            None => {
                let needed = self.prohibitions(text).into_iter();
                let all: Vec<String> = needed.map(|number| self.prohibition(number, text)).collect();
                all.join("; and ")
            }
        };
        // A drop and a pass begin on no piece.
        let mover = self
            .occupant(from)
            .map_or_else(|| self.us.to_string(), |mover| mover.to_string());
        let culprits = self.culprits([from, to], text);
        let because = super::culprits::because_of(&culprits);
        let squares = culprits.iter().map(|culprit| culprit.square.clone());
        Some(Reason::told(
            "possible",
            format!("{mover} cannot do that{because}: {words}"),
            std::iter::once(self.name(to)).chain(squares).collect(),
        ))
    }

    /// The numbers of the effects of which each makes a move impossible, even without the others.
    fn prohibitions(&self, text: &str) -> Vec<usize> {
        let effects = &self.variant.played().effects;
        let forbids = |effect: &Effect| effect.acts.contains(&Act::Forbid);
        let numbers = (0..effects.len()).filter(|&number| forbids(&effects[number]));
        numbers
            .filter(|&number| self.forbids_alone(number, &effects[number], text))
            .collect()
    }

    /// Whether an effect in the place of the one of this number forbids a move, even if no other
    /// does.
    fn forbids_alone(&self, number: usize, effect: &Effect, text: &str) -> bool {
        let mut rules = self.variant.played().clone();
        rules.effects[number] = effect.clone();
        for (other, effect) in rules.effects.iter_mut().enumerate() {
            effect.acts.retain(|act| *act != Act::Forbid || other == number);
        }
        rules.effects.retain(|effect| !effect.acts.is_empty());
        !self.is_legal_by(rules, text)
    }

    /// When an effect makes a move impossible: its condition, or the rule itself if it has none.
    fn prohibition(&self, number: usize, text: &str) -> String {
        let effect = self.narrowed(number, text);
        conditional(&effect, self.speaker()).unwrap_or_else(|| {
            let rule = text::effect(&effect, &self.rules().board);
            format!("the rules forbid it: `{rule}`")
        })
    }

    /// An effect with only those of its pieces that make a move impossible, if it asks for one of
    /// several.
    fn narrowed(&self, number: usize, text: &str) -> Effect {
        let effect = &self.variant.played().effects[number];
        let (now, before) = (&effect.condition.present, &effect.before.present);
        let alone = |now: &[Group], before: &[Group]| {
            let mut alone = effect.clone();
            (alone.condition.present, alone.before.present) = (now.to_vec(), before.to_vec());
            alone
        };
        let matters = |effect: &Effect| self.forbids_alone(number, effect, text);
        let some = |list: &[Group], with: &dyn Fn(&[Group]) -> Effect| -> Vec<Group> {
            let mut some = list.to_vec();
            some.retain(|group| list.len() < 2 || matters(&with(std::slice::from_ref(group))));
            if some.is_empty() { list.to_vec() } else { some }
        };
        let (first, second) = (
            some(now, &|now| alone(now, before)),
            some(before, &|before| alone(now, before)),
        );
        alone(&first, &second)
    }

    /// The objection that is left to a move if no effect made it impossible.
    pub(super) fn objection_if_possible(&self, text: &str) -> Option<Objection> {
        let played = self.variant.played();
        if !played.acts().any(|act| act.facts().forbids) {
            return None;
        }
        let variant = self.explainer.allowing(None)?;
        let there = variant.position(&self.variant.fen(self.position)).ok()?;
        variant.objection(&there, text)
    }

    /// The rule for both sides, one or neither without which the move could be played.
    pub(super) fn ruled_out(&self, mv: Move, text: &str) -> Option<Reason> {
        let played = self.variant.played();
        let forbids = |rule: &SidesRule| {
            let mut rules = played.clone();
            let mut sides = (rule.rule.get)(&played.restrictions);
            let held = std::mem::take(&mut sides[self.us]);
            (rule.rule.set)(&mut rules.restrictions, sides);
            held && self.is_legal_by(rules, text)
        };
        let told = |rule: &&SidesRule| rule.kind.is_some();
        let rule = sides_rules().map(|(_, rule)| rule).filter(told);
        let rule = rule.into_iter().find(|rule| forbids(rule))?;
        let (kind, mut words) = (rule.kind?, rule.says?.to_owned());
        let captures = |&m: &Move| self.variant.is_capture(self.position, m);
        let other = self.legal.iter().position(captures).filter(|_| rule.prefers);
        if let Some(i) = other {
            let _ = write!(words, ", for example with `{}`", self.texts[i]);
        }
        let reason = Reason::told(kind, words, vec![self.name(mv.to())]);
        Some(mechanics::named(self, reason, |rules| {
            (rule.rule.get)(rules)[self.us]
        }))
    }

    /// Whether a move is legal by other rules, in the same position.
    fn is_legal_by(&self, rules: Ruleset, text: &str) -> bool {
        Variant::new(rules).is_ok_and(|variant| self.is_legal_in(&variant, text))
    }

    /// Whether a move is legal in another variant, in the same position.
    fn is_legal_in(&self, variant: &Variant, text: &str) -> bool {
        let there = variant.position(&self.variant.fen(self.position));
        there.is_ok_and(|there| variant.find_move(&there, text).is_some())
    }
}

/// The longest condition, in letters, that is told as an exception.
const LONG: usize = 160;

/// When an effect makes a move impossible, by its condition; `None` if that cannot be told.
fn conditional(effect: &Effect, speaker: Speaker<'_>) -> Option<String> {
    let (now, before) = (&effect.condition, &effect.before);
    // One piece of each list must be there, before the move and after it.
    let lists = [&before.present, &now.present].into_iter();
    let told: Option<Vec<String>> = lists
        .filter(|list| !list.is_empty())
        .map(|list| speaker.holds(&list.iter().collect::<Vec<_>>()))
        .collect();
    let some = !(before.present.is_empty() && now.present.is_empty());
    let absent: Vec<&Group> = before.absent.iter().chain(&now.absent).collect();
    match (told.map(|told| join(&told, "and")), speaker.holds(&absent)) {
        (Some(present), _) if absent.is_empty() && some => {
            Some(format!("the rules forbid it while {present}"))
        }
        (_, Some(absent)) if !some && !absent.is_empty() => {
            Some(format!("the rules allow it only while {absent}"))
        }
        (Some(present), Some(absent)) if some => {
            // A long exception would not be read.
            let unless = if absent.len() > LONG {
                "with an exception that does not hold here".to_owned()
            } else {
                format!("unless {absent}")
            };
            Some(format!("the rules forbid it while {present}, {unless}"))
        }
        _ => None,
    }
}
