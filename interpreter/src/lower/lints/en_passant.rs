//! En passant that can never happen.

use super::super::reach::targets_of_all;
use super::super::report::{Place, warning};
use super::Lints;
use super::members::Member;
use crate::board::{Bits, U256};
use crate::rules::{Modes, Movement, Range, Side};
use ferz_engine::order::sort_by_key;

impl Lints<'_, '_> {
    pub(super) fn en_passant(&self) {
        if self.moves_added {
            return;
        }
        let captors = self.playing(|m| super::has_mode(m.movement(), Modes::EN_PASSANT));
        let exposed = self.playing(|m| self.exposes(m));
        match (captors.first(), exposed.first()) {
            // An exposed way that no piece can go is reported as such.
            (Some(_), None)
                if self
                    .members
                    .iter()
                    .any(|m| m.appears() && mentions_exposed(m.movement())) => {}
            (Some(captor), None) => {
                let message = format!(
                    "the `{}` can never capture en passant: no move can be captured so",
                    captor.name
                );
                let help =
                    "leave `en-passant` out, or write `exposed` before the double step that it answers";
                self.add(
                    warning("F0330", captor.place(), message).help(help),
                    &self.causes(),
                );
            }
            (None, Some(mover)) => {
                let message = format!(
                    "nothing captures en passant, so `exposed` changes nothing for the `{}`",
                    mover.name
                );
                let help = "leave `exposed` out, or give a piece `en-passant step forward-diagonal`";
                self.add(
                    warning("F0330", mover.place(), message).help(help),
                    &self.causes(),
                );
            }
            (None, None) => self.en_passant_rule(true),
            (Some(_), Some(_)) => self.en_passant_rule(self.is_rule_idle(&captors)),
        }
    }

    /// The kinds that appear and satisfy the test, those of this file first.
    fn playing(&self, test: impl Fn(&Member<'_, '_>) -> bool) -> Vec<&Member<'_, '_>> {
        let mut list: Vec<&Member<'_, '_>> = self.members.iter().filter(|m| m.appears() && test(m)).collect();
        sort_by_key(&mut list, |m| !m.is_own());
        list
    }

    /// Reports the rule that names squares, if it has no effect.
    fn en_passant_rule(&self, idle: bool) {
        let Some(entry) = self.rules_entry("en-passant").filter(|_| idle) else {
            return;
        };
        let place: Place = entry.place(entry.node.span);
        let message = "no piece can be captured en passant on these squares";
        let help =
            "the squares are those that the opponent's pieces pass: `rank 6` for White on a chess board";
        self.add(warning("F0330", place, message).help(help), &self.causes());
    }

    /// Whether nothing that is passed lies on the squares of the rule. Ways whose squares are not
    /// plain count as all.
    fn is_rule_idle(&self, captors: &[&Member<'_, '_>]) -> bool {
        let Some(allowed) = &self.facts.rules.en_passant else {
            return false;
        };
        let meets = |side: Side| {
            let mut passed = U256::EMPTY;
            for member in self.members.iter().filter(|m| m.side != side && m.appears()) {
                let mut ways = Vec::new();
                if !passings(member.movement(), &mut ways) {
                    return true;
                }
                for way in ways {
                    let from = self.reached(member);
                    passed |= targets_of_all(self.facts.topology, &way, member.side, from, Modes(!0));
                }
            }
            passed.meets(self.set(&allowed[side]))
        };
        !captors.iter().any(|m| meets(m.side))
    }

    fn exposes(&self, member: &Member<'_, '_>) -> bool {
        let mut ways = Vec::new();
        let known = passings(member.movement(), &mut ways);
        let from = self.reached(member);
        let t = self.facts.topology;
        !known
            || ways
                .iter()
                .any(|way| !targets_of_all(t, way, member.side, from, Modes(!0)).is_empty())
    }
}

fn mentions_exposed(movement: &Movement) -> bool {
    match movement {
        Movement::Exposed(_) => true,
        Movement::Union(list) => list.iter().any(mentions_exposed),
        Movement::When { movement, .. } => mentions_exposed(movement),
        _ => false,
    }
}

/// For each exposed way of a movement the ways to the squares that it passes; whether all are
/// known.
fn passings(movement: &Movement, found: &mut Vec<Movement>) -> bool {
    match movement {
        Movement::Union(list) => list.iter().all(|m| passings(m, found)),
        Movement::When { condition, movement } => {
            let before = found.len();
            let known = passings(movement, found);
            for way in &mut found[before..] {
                *way = Movement::When {
                    condition: condition.clone(),
                    movement: Box::new(way.clone()),
                };
            }
            known
        }
        Movement::Exposed(movement) => match passed(movement) {
            Some(way) => {
                found.push(way);
                true
            }
            None => false,
        },
        // Anywhere else nothing is exposed.
        _ => true,
    }
}

/// A ride that ends where this one passes.
fn passed(movement: &Movement) -> Option<Movement> {
    match movement {
        Movement::Only { movement, .. } => passed(movement),
        Movement::When { condition, movement } => Some(Movement::When {
            condition: condition.clone(),
            movement: Box::new(passed(movement)?),
        }),
        Movement::Leap(leap) if leap.range.max != Some(1) => {
            let mut shorter = leap.clone();
            shorter.range = Range {
                min: 1,
                max: leap.range.max.map(|most| most - 1),
            };
            Some(Movement::Leap(shorter))
        }
        _ => None,
    }
}
