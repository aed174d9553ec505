//! Rules of which one can never apply because of the other.

use super::super::report::{At, warning};
use super::goals::LOOKED_AT;
use super::{Lints, OWN};
use crate::rules::{Goal, GoalCondition, Pass, Side};
use crate::vocabulary::goal_kind;
use ferz_grammar::ast::Entry;

impl Lints<'_, '_> {
    pub(super) fn contradictions(&self) {
        let rules = self.facts.rules;
        for (index, goal) in rules.end.goals.iter().enumerate() {
            let Some(at) = self.end_entry(&goal.reason) else {
                continue;
            };
            let same =
                |g: &&Goal| g.side == goal.side && g.condition == goal.condition && g.score != goal.score;
            let before = &rules.end.goals[index.saturating_sub(LOOKED_AT)..index];
            if let Some(first) = before.iter().find(same) {
                let message = format!(
                    "`{}` contradicts `{}`: the same condition, another result",
                    goal.reason, first.reason
                );
                let other = self.end_entry(&first.reason);
                self.contradict(at, other, message, "the one that is written first counts");
            }
            if goal_kind(&goal.condition).is_about_check() && rules.restrictions.no_check[goal.side] {
                let message = format!("`{}` can never be: no move may give check", goal.reason);
                self.contradict(at, self.rules_entry("no-check"), message, "this forbids it");
            }
        }
        if Side::ALL
            .into_iter()
            .all(|side| rules.restrictions.no_check[side])
        {
            for key in ["checkmate", "mate-by", "mate-without", "perpetual-check"] {
                if let Some(at) = self.end_entry(key).filter(|at| at.source == OWN) {
                    let message = format!("`{key}` can never be: no move may give check");
                    self.contradict(at, self.rules_entry("no-check"), message, "this forbids it");
                }
            }
        }
        let passes = Side::ALL
            .iter()
            .all(|&side| matches!(rules.restrictions.pass[side], Pass::Allowed | Pass::Stuck));
        let stalemate = self.end_entry("stalemate");
        let counted = rules
            .end
            .goals
            .iter()
            .find(|goal| matches!(&goal.condition, GoalCondition::Most(most) if most.stuck));
        if let (Some(at), Some(goal)) = (stalemate.filter(|at| at.source == OWN), counted) {
            let message = format!("stalemate never decides: `{}` counts pieces then", goal.reason);
            let other = self.end_entry(&goal.reason);
            self.contradict(at, other, message, "this is tested before it");
        }
        if let Some(at) = stalemate.filter(|at| passes && at.source == OWN) {
            let message = "there can be no stalemate: a side without moves may pass".to_owned();
            self.contradict(at, self.rules_entry("pass"), message, "this allows it");
        }
    }

    fn contradict(&self, at: At<'_, Entry>, other: Option<At<'_, Entry>>, message: String, words: &str) {
        let is_own = at.source == OWN || other.is_some_and(|other| other.source == OWN);
        let Some(other) = other.filter(|_| is_own) else {
            return;
        };
        // The place in this file is the main one.
        let (main, second) = if at.source == OWN {
            (at, other)
        } else {
            (other, at)
        };
        self.facts.report.add(
            warning("F0316", main.place(main.node.span), message)
                .also(second.source, second.node.span, words)
                .help("keep one of the two"),
        );
    }
}
