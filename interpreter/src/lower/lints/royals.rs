//! Royal pieces that are missing, and rules that need some.

use super::super::report::{Place, warning};
use super::super::values::capital;
use super::{Lints, OWN};
use crate::rules::{PieceName, Side};
use crate::vocabulary::goal_kind;

impl Lints<'_, '_> {
    pub(super) fn royals(&self) {
        for side in Side::ALL {
            self.absent(side);
        }
        self.without_effect();
    }

    /// A side that has a royal kind, but no such piece at the start.
    fn absent(&self, side: Side) {
        let rules = self.facts.rules;
        let on_board = |(s, name): &(Side, PieceName)| {
            *s == side && rules.pieces.get(name).is_some_and(|p| p.royal[side])
        };
        let in_hand = |name: &str| rules.pieces.get(name).is_some_and(|p| p.royal[side]);
        if let Some(start) = self.facts.declared.start
            && self.has_royal_kind(side)
            && !self.facts.start.pieces.values().any(on_board)
            && !self.held(side).any(in_hand)
            && !self.moves_added
        {
            let message = format!("{} has no royal piece in the start position", capital(side));
            let help = "put it on the board, or make another piece `royal`";
            let diagnostic = warning("F0314", start.place(start.node.span), message).help(help);
            self.add(diagnostic, &self.causes());
        }
    }

    /// Rules about check for a side that cannot be in check.
    fn without_effect(&self) {
        let (rules, declared) = (self.facts.rules, self.facts.declared);
        if let Some(entry) = self.rules_entry("no-check") {
            let useless = Side::ALL
                .into_iter()
                .find(|&s| rules.restrictions.no_check[s] && !self.has_royal_kind(s.other()));
            self.no_royals(entry.place(entry.node.span), useless.map(Side::other));
        }
        for goal in &rules.end.goals {
            if let (true, Some(at)) = (
                goal_kind(&goal.condition).is_about_check(),
                self.end_entry(&goal.reason),
            ) {
                let other = goal.side.other();
                self.no_royals(
                    at.place(at.node.span),
                    (!self.has_royal_kind(other)).then_some(other),
                );
            }
        }
        for at in declared.royalty.values() {
            let none = !Side::ALL.into_iter().any(|side| self.has_royal_kind(side));
            self.no_royals(at.place(at.node.span), none.then_some(Side::White));
        }
    }

    fn no_royals(&self, place: Place, side: Option<Side>) {
        let Some(side) = side else { return };
        let message = format!("this has no effect: {} has no royal piece", capital(side));
        let help = "make a piece `royal`, or leave this out";
        let mut royals = self.members.iter().filter(|m| m.side == side && m.is_own());
        let own = royals.next().map(|m| m.place());
        let causes: Vec<Place> = own.filter(|p| p.source == OWN).into_iter().collect();
        self.add(warning("F0315", place, message).help(help), &causes);
    }
}
