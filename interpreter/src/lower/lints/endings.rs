//! Counts and scores of endings that are surely meant otherwise, and games without an end.

use super::super::reach::targets_of_all;
use super::super::report::{At, warning};
use super::members::Member;
use super::{Lints, OWN};
use crate::board::{Bits, U256};
use crate::rules::{CountLimit, Limit, Modes, Pass, RoyalRule, Score, Side};
use crate::vocabulary::Prospects as _;
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
        self.perpetual_draw();
        self.mates();
        self.counts();
        self.to_and_fro();
        self.clock_at_the_start();
        self.endless();
    }

    /// A perpetual check that is a draw, as every repetition is.
    fn perpetual_draw(&self) {
        let end = &self.facts.rules.end;
        let drawn = |limit: Limit| limit.score == Score::Draw && !limit.counted;
        if end.perpetual_check == Some(Score::Draw)
            && end.perpetual_chase.is_none()
            && end.repetition.is_some_and(drawn)
            && let Some(at) = self.own_entry("perpetual-check")
        {
            let message = "this changes nothing: every repetition is a draw";
            let help = "name another result, or leave it out";
            let diagnostic = warning("F0368", at.place(at.node.span), message);
            self.facts.report.add(diagnostic.help(help));
        }
    }

    /// Mates by pieces of which none ever gives check.
    fn mates(&self) {
        let end = &self.facts.rules.end;
        for (key, mate) in [("mate-by", &end.mate_by), ("mate-without", &end.mate_without)] {
            let (Some(mate), Some(at)) = (mate, self.own_entry(key)) else {
                continue;
            };
            let alone = end.mate_by.is_none() || end.mate_without.is_none();
            if alone && mate.score == end.checkmate {
                let message = format!("`{key}` changes nothing: `checkmate` says the same of every mate");
                let help = "name another result, or leave it out";
                let diagnostic = warning("F0368", at.place(at.node.span), message);
                self.facts.report.add(diagnostic.help(help));
                continue;
            }
            let mut members = self
                .members
                .iter()
                .filter(|m| mate.pieces.iter().any(|n| n == m.name));
            let gives = |m: &Member<'_, '_>| {
                let royal = m.piece.royal[m.side] && self.facts.rules.royalty.rule[m.side] == RoyalRule::All;
                m.appears() && self.captures(m) && !(royal && self.meets_its_like(m))
            };
            if !self.moves_added && !members.any(gives) {
                let message = format!("`{key}` changes nothing: none of these pieces ever gives check");
                let help = "name pieces that give check, or leave it out";
                let diagnostic = warning("F0368", at.place(at.node.span), message);
                self.facts.report.add(diagnostic.help(help));
            }
        }
    }

    /// Counts that never begin, since a piece that must be gone stays on the board.
    fn counts(&self) {
        let counting = &self.facts.rules.end.counting;
        for (key, count) in [("count", &counting.several), ("count-alone", &counting.alone)] {
            let (Some(count), Some(at)) = (count, self.own_entry(key)) else {
                continue;
            };
            let mut sides = Side::ALL.into_iter();
            let stays = sides.find_map(|side| {
                let (royals, kept) = self.kept(side, &count.without);
                (kept > 0).then(|| royals.into_iter().next())?
            });
            let sure = |limit: &CountLimit| {
                let on_board = |side| self.kept(side, &limit.against).1 >= limit.at_least as usize;
                !limit.against.is_empty() && Side::ALL.into_iter().all(on_board)
            };
            let limits = &count.limits;
            if let Some(first) = limits.iter().position(sure).filter(|&at| at + 1 < limits.len()) {
                let message = format!(
                    "no limit behind {} ever applies: there always is a `{}`",
                    limits[first].moves, limits[first].against[0]
                );
                let help = "name other pieces behind `against`, or leave the later limits out";
                let diagnostic = warning("F0368", at.place(at.node.span), message);
                self.facts.report.add(diagnostic.help(help));
            }
            if let Some(royal) = stays {
                let message = format!("no count ever begins: the `{royal}` is royal and stays on the board");
                let help = "name other pieces behind `no`";
                let diagnostic = warning("F0368", at.place(at.node.span), message);
                self.facts.report.add(diagnostic.help(help));
            }
        }
    }

    /// Whether all royals of the other side are of the same kind and move alike, so that one that
    /// attacks another is attacked by it.
    fn meets_its_like(&self, member: &Member<'_, '_>) -> bool {
        let pieces = &self.facts.rules.pieces;
        let mut royals = pieces
            .iter()
            .filter(|(_, piece)| piece.royal[member.side.other()]);
        let alike = royals.all(|(name, _)| name == member.name);
        alike
            && self.facts.topology.squares().squares().all(|from| {
                let led = |side: Side, from| {
                    let movement = &member.piece.movement[side];
                    targets_of_all(
                        self.facts.topology,
                        movement,
                        side,
                        U256::bit(from),
                        Modes::CAPTURE,
                    )
                };
                led(member.side, from)
                    .squares()
                    .all(|to| led(member.side.other(), to).has(from))
            })
    }

    /// Moves to and fro of pieces that never come back.
    fn to_and_fro(&self) {
        let (Some(rule), Some(at)) = (&self.facts.rules.end.to_and_fro, self.own_entry("to-and-fro")) else {
            return;
        };
        let named = |m: &&Member<'_, '_>| rule.pieces.is_empty() || rule.pieces.iter().any(|n| n == m.name);
        let returns = |m: &Member<'_, '_>| {
            let stands = self.reached(m);
            stands.squares().any(|from| {
                let led = self.targets(m, U256::bit(from), Modes(!0));
                led.squares()
                    .any(|to| self.targets(m, U256::bit(to), Modes(!0)).has(from))
            })
        };
        if !self.moves_added && !self.members.iter().filter(named).any(returns) {
            let message = "this changes nothing: no such piece ever comes back to where it was";
            let help = "name pieces that move back as well, or leave it out";
            let diagnostic = warning("F0368", at.place(at.node.span), message);
            self.facts.report.add(diagnostic.help(help));
        }
    }

    fn own_entry(&self, key: &str) -> Option<At<'_, Entry>> {
        self.end_entry(key).filter(|at| at.source == OWN)
    }

    fn plies(&self, limit: Limit, at: At<'_, Entry>) {
        if limit.count <= 2 {
            let message = "the game ends with its first quiet moves: `move-rule` counts plies";
            let help = "write how many plies may pass without a capture: `move-rule: 100 draw claim`";
            let diagnostic = warning("F0336", at.place(at.node.span), message);
            self.facts.report.add(diagnostic.help(help));
        }
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
            let message = "the side that brings the repetition about wins";
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
        // If a count stands in field 4, the next is no clock.
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
