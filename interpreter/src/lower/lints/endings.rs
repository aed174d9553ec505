//! Counts and scores of endings that are surely meant otherwise, and games without an end.

use super::super::report::{At, warning};
use super::{Lints, OWN};
use crate::rules::{Limit, Pass, Score, Side};
use ferz_grammar::ast::Entry;

/// Numbers of moves after which rules of the field end a game; as plies they are half as long.
const IN_MOVES: [u16; 2] = [50, 75];

impl Lints<'_, '_> {
    pub(super) fn endings(&self) {
        let end = &self.facts.rules.end;
        if let (Some(limit), Some(at)) = (end.move_rule, self.own_entry("move-rule")) {
            self.plies(limit, at);
            self.claimed_loss(limit, at);
        }
        if let (Some(limit), Some(at)) = (end.repetition, self.own_entry("repetition")) {
            self.repetition(limit, at);
            self.claimed_loss(limit, at);
        }
        for (key, what) in [
            ("perpetual-check", "perpetual check"),
            ("perpetual-chase", "perpetual chase"),
        ] {
            if let (None, Some(at)) = (end.repetition, self.own_entry(key)) {
                let message =
                    format!("{what} is judged when a position is repeated, and no repetition ends the game");
                let help = "say after how many times: `repetition: 4 draw`";
                let diagnostic = warning("F0346", at.place(at.node.span), message);
                self.facts.report.add(diagnostic.help(help));
            }
        }
        self.clock_at_the_start();
        self.endless();
    }

    fn own_entry(&self, key: &str) -> Option<At<'_, Entry>> {
        self.end_entry(key).filter(|at| at.source == OWN)
    }

    fn plies(&self, limit: Limit, at: At<'_, Entry>) {
        if IN_MOVES.contains(&limit.count) {
            let (n, double) = (limit.count, limit.count * 2);
            let message = format!(
                "`move-rule` counts plies: {n} plies are {} moves of each side",
                n / 2
            );
            let help = format!("for {n} moves of each side write {double}");
            self.facts
                .report
                .add(warning("F0336", at.place(at.node.span), message).help(help));
        }
    }

    fn repetition(&self, limit: Limit, at: At<'_, Entry>) {
        if limit.score == Score::Win && limit.side.is_none() {
            let message = "whoever brings the repetition about wins";
            let help =
                "the score is for the side that moved last: `loss` forbids repeating, `draw` ends the game";
            self.facts
                .report
                .add(warning("F0337", at.place(at.node.span), message).help(help));
        }
    }

    fn claimed_loss(&self, limit: Limit, at: At<'_, Entry>) {
        if limit.claim && limit.score == Score::Loss && limit.side.is_none() {
            let message = "nobody claims a loss of their own";
            let help = "leave `claim` out: then the rule ends the game by itself";
            self.facts
                .report
                .add(warning("F0337", at.place(at.node.span), message).help(help));
        }
    }

    /// A halfmove clock that has run out before the first move.
    fn clock_at_the_start(&self) {
        let facts = self.facts;
        let mut fields = facts.start.text.split(' ').filter(|f| !f.contains('=')).skip(3);
        // Where a count stands in field 4, the next is no clock.
        let counted = fields.next().is_some_and(|field| field.parse::<u16>().is_ok());
        let clock = fields.next().filter(|_| !counted);
        let clock: Option<u32> = clock.and_then(|field| field.parse().ok());
        let (Some(start), Some(clock), Some(limit)) =
            (facts.declared.start, clock, facts.rules.end.move_rule)
        else {
            return;
        };
        let Some(at) = self.end_entry("move-rule") else {
            return;
        };
        if clock >= u32::from(limit.count) && (start.source == OWN || at.source == OWN) {
            let message = format!("the halfmove clock is {clock} at the start: the move rule has run out");
            let (rule, help) = (
                at,
                "the fifth field of the position counts plies without a capture or a pawn's move: write 0",
            );
            let diagnostic = warning("F0339", start.place(start.node.span), message)
                .also(rule.source, rule.node.span, "the move rule")
                .help(help);
            self.add(diagnostic, &[rule.place(rule.node.span)]);
        }
    }

    /// Both sides may pass for ever.
    fn endless(&self) {
        let rules = self.facts.rules;
        let may_pass = |side: &Side| rules.restrictions.pass[*side] == Pass::Allowed;
        let ends = rules.end.repetition.is_some() || rules.end.move_rule.is_some();
        let Some(at) = self.rules_entry("pass") else {
            return;
        };
        if !ends && Side::ALL.iter().all(may_pass) {
            let message = "both sides may pass for ever: nothing ends the game";
            let help = "add `repetition: 3 draw claim` or `move-rule: 100 draw claim` to `end`";
            self.add(
                warning("F0334", at.place(at.node.span), message).help(help),
                &self.causes(),
            );
        }
    }
}
