//! Rules of `royalty` and `rules` that never apply.

use super::super::report::{At, warning};
use super::super::values::capital;
use super::Lints;
use crate::rules::{Act, Fate, Ground, Group, Pass, PerSide, RoyalAttack, RoyalRule, Side};
use crate::vocabulary::{Need, sides_rules};
use ferz_grammar::ast::Entry;

impl Lints<'_, '_> {
    pub(super) fn restrictions(&self) {
        let rules = self.facts.rules;
        if let Some(&at) = self.facts.declared.royalty.get("rule") {
            let sides = Side::ALL
                .into_iter()
                .filter(|&s| rules.royalty.rule[s] != RoyalRule::All);
            let help = "these rules are about several royal pieces of a side: `all` is the same for one";
            self.of_single_royals(at, sides.collect(), "this rule changes nothing", help);
        }
        if let Some(at) = self.rules_entry("pass") {
            let sides = Side::ALL
                .into_iter()
                .filter(|&s| rules.restrictions.pass[s] == Pass::Forced);
            let sides: Vec<Side> = sides.collect();
            let help = "a forced pass is for a side of whose royal pieces some, not all, are attacked; `allowed` lets it pass";
            if !sides.is_empty() && sides.iter().all(|&s| rules.royalty.rule[s] == RoyalRule::All) {
                let message = "nobody is ever forced to pass: all royal pieces must be safe anyway";
                let help = "with `royalty { rule: all }` a side without moves is mated; `pass: allowed` lets it pass";
                self.add(
                    warning("F0333", at.place(at.node.span), message).help(help),
                    &self.causes(),
                );
            } else {
                self.of_single_royals(at, sides, "nobody is ever forced to pass", help);
            }
        }
        self.sacrifice();
        self.attack();
        let rules = &rules.restrictions;
        for (word, rule) in sides_rules() {
            for need in rule.needs {
                match need {
                    Need::RoyalsOfBoth => self.royals_of_both(word, !(rule.rule.get)(rules).is_default()),
                    Need::Captors => self.captors(word, (rule.rule.get)(rules)),
                    _ => {}
                }
            }
        }
        self.royals_of_both("apart", !rules.apart.is_default());
        self.exchange();
        self.regents();
    }

    /// Reports rules about royals lost as a consequence of a move, if none ever is.
    fn sacrifice(&self) {
        let rules = self.facts.rules;
        let said = |key: &str, is_so: bool| self.facts.declared.royalty.get(key).filter(|_| is_so);
        let entries = [
            said("sacrifice", rules.royalty.sacrifice),
            said("trade", rules.royalty.no_trade),
        ];
        let played = rules.dissolved();
        let is_royal = |name: &str| {
            played
                .pieces
                .get(name)
                .is_some_and(|piece| piece.royal.white || piece.royal.black)
        };
        let royal = |group: &Group| {
            played
                .pieces
                .keys()
                .any(|name| group.kinds.has(name) && is_royal(name))
        };
        let takes = |act: &Act| {
            let facts = act.facts();
            let loses = matches!(facts.fate, Fate::Gone | Fate::OtherKind);
            loses && facts.pieces.iter().any(royal) || facts.ground == Ground::Closed
        };
        let hooks = rules.hooks.iter().any(|used| used.says.is_none());
        if hooks || played.acts().any(takes) {
            return;
        }
        for at in entries.into_iter().flatten() {
            let message = "this has no effect: nothing that follows from a move takes a royal piece";
            let help = "leave it out, or say what takes one: `on turn { remove: all on edge }`";
            self.add(
                warning("F0355", at.place(at.node.span), message).help(help),
                &self.causes(),
            );
        }
    }

    /// Reports attacks by whole turns, where a turn is a plain move and nothing follows from it.
    fn attack(&self) {
        let rules = self.facts.rules.dissolved();
        let said = self.facts.declared.royalty.get("attack");
        let plain = rules.hooks.is_empty()
            && rules.effects.is_empty()
            && rules.turns.is_none()
            && rules.control.is_none()
            && rules.walls.is_none()
            && !rules.restrictions.beyond.takes_part();
        if let Some(at) = said.filter(|_| plain && rules.royalty.attack == RoyalAttack::Turns) {
            let message = "this has no effect: nothing follows from a move that could take a royal piece";
            let help =
                "leave it out, or say what takes one: `on capture { remove: all on step all at mover }`";
            self.add(
                warning("F0355", at.place(at.node.span), message).help(help),
                &self.causes(),
            );
        }
    }

    /// Reports pieces that stand in for a royal, if no side has such pieces.
    fn regents(&self) {
        let rules = self.facts.rules;
        let royal = |side: Side| rules.pieces.values().any(|piece| piece.royal[side]);
        if let Some(at) = self.rules_entry("regents")
            && !rules.restrictions.beyond.regents.is_empty()
            && !Side::ALL.into_iter().any(royal)
        {
            let message = "this has no effect: nobody has a royal piece";
            let help = "leave it out, or make a piece `royal`";
            self.add(
                warning("F0309", at.place(at.node.span), message).help(help),
                &self.causes(),
            );
        }
    }

    /// Reports a piece that changes places with its like.
    fn exchange(&self) {
        let mut pairs = self.facts.rules.restrictions.exchange.iter();
        if let (Some(at), true) = (
            self.rules_entry("exchange"),
            pairs.any(|pair| pair.of == pair.with),
        ) {
            let message = "two pieces of one kind that change places are the same position";
            let help = "name two kinds";
            self.add(
                warning("F0309", at.place(at.node.span), message).help(help),
                &self.causes(),
            );
        }
    }

    /// Reports a rule about royals of both sides where a side has none.
    fn royals_of_both(&self, key: &str, rules: bool) {
        let Some(at) = self.rules_entry(key).filter(|_| rules) else {
            return;
        };
        let mut sides = Side::ALL.into_iter();
        if let Some(side) = sides.find(|&side| self.most_royals(side) == Some(0)) {
            let message = format!("royal pieces never face each other: {} has none", capital(side));
            let help = "leave it out, or make a piece `royal`";
            self.add(
                warning("F0351", at.place(at.node.span), message).help(help),
                &self.causes(),
            );
        }
    }

    /// Reports a rule for several royals, if none of the sides has more than one. Sides without any
    /// are another matter.
    fn of_single_royals(&self, at: At<'_, Entry>, sides: Vec<Side>, what: &str, help: &str) {
        let counts: Option<Vec<usize>> = sides.iter().map(|&side| self.most_royals(side)).collect();
        let Some(counts) = counts.filter(|c| !c.is_empty()) else {
            return;
        };
        if counts.iter().all(|&n| n <= 1) && counts.contains(&1) {
            let whose = match sides.as_slice() {
                [side] => capital(*side).to_owned(),
                _ => "each side".to_owned(),
            };
            let message = format!("{what}: {whose} has one royal piece");
            self.add(
                warning("F0333", at.place(at.node.span), message).help(help),
                &self.causes(),
            );
        }
    }

    /// How many royal pieces a side can have; `None` if there is no end to it, or if hooks may add
    /// some.
    pub(super) fn most_royals(&self, side: Side) -> Option<usize> {
        let royal = |name: &str| self.facts.rules.pieces.get(name).is_some_and(|p| p.royal[side]);
        let promotions = &self.facts.rules.promotions;
        let gained = promotions
            .iter()
            .any(|p| p.side == side && p.to.iter().any(|to| royal(to)));
        if gained || self.moves_added {
            return None;
        }
        let start = self.facts.start.pieces.values();
        Some(start.filter(|(s, name)| *s == side && royal(name)).count())
    }

    /// Reports a rule about captures of a side that has no piece that can capture.
    fn captors(&self, key: &str, bound: PerSide<bool>) {
        let Some(at) = self.rules_entry(key) else {
            return;
        };
        let able = |side: Side| {
            let mut army = self.members.iter().filter(|m| m.side == side && m.appears());
            self.moves_added || army.any(|m| self.captures(m))
        };
        let mut idle = Side::ALL.into_iter().filter(|&side| bound[side] && !able(side));
        if let Some(side) = idle.next() {
            let message = format!(
                "{} has no piece that can capture, so it never must",
                capital(side)
            );
            let help = "bind the other side alone, or leave the rule out";
            self.add(
                warning("F0335", at.place(at.node.span), message).help(help),
                &self.causes(),
            );
        }
    }
}
