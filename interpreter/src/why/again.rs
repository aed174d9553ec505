//! Why a piece cannot move in the middle of a turn that goes on, or a move cannot be made because
//! the turn could not go on after it.

use super::asker::Asker;
use super::reason::Reason;
use crate::board::Square;
use crate::engine::{Move, Variant};
use crate::rules::{Act, Duty, Effect, Further, Goer, Ruleset};
use crate::text;

/// The same effects without turns that go on, and without moves that they make impossible.
pub(super) fn without(effects: &mut Vec<Effect>) {
    for effect in effects.iter_mut() {
        let keeps = |act: &Act| act.facts().again.is_none() && !act.facts().forbids;
        effect.acts.retain(keeps);
    }
    effects.retain(|effect| !effect.acts.is_empty());
}

impl Asker<'_> {
    /// Why a piece does not move so while a turn goes on with one; nothing if none does.
    pub(super) fn not_going_on(&self, from: Square) -> Option<Reason> {
        let (square, rule) = self.variant.going_on(self.position)?;
        let goer = self.occupant(square)?;
        if from != square {
            let words = format!("only {goer} may continue the turn");
            return Some(Reason::told("again", words, vec![self.name(square)]));
        }
        let rules = self.variant.played();
        let again = rules.agains().get(rule).copied()?;
        let duty = match again.what {
            Further::Captures => "it has to capture",
            Further::Quiet => "it captures nothing now",
            Further::Any => "not in this way",
        };
        let words = format!(
            "{goer} continues the turn, but {duty}: `again: {}`",
            text::again(again, &rules.board)
        );
        Some(Reason::told("again", words, vec![self.name(square)]))
    }

    /// Whether a move would be possible if the turn need not go on after it.
    pub(super) fn cannot_go_on(&self, mv: Move, text: &str) -> Option<Reason> {
        let owed = |rules: &Ruleset| rules.agains().iter().any(|again| again.is_owed());
        let played = self.variant.played();
        if !owed(played) || self.variant.going_on(self.position).is_some() {
            return None;
        }
        let mut rules = played.clone();
        rules.hooks.clear();
        // A side still may get more pieces than it had.
        let acts = rules.effects.iter_mut().flat_map(|effect| &mut effect.acts);
        for act in acts {
            if let Act::Again(again) = act {
                (again.who, again.what, again.duty) = (Goer::Mover, Further::Quiet, Duty::May);
            }
        }
        let variant = Variant::new(rules).ok()?;
        let there = variant.position(&self.variant.fen(self.position)).ok()?;
        variant.find_move(&there, text)?;
        let mover = self.occupant(mv.start())?;
        let to = self.name(mv.to());
        let words = format!("the turn would have to continue from {to} and cannot");
        Some(Reason::told(
            "again",
            format!("{mover} cannot do that: {words}"),
            vec![to],
        ))
    }
}
