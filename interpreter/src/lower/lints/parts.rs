//! Parts of movements that never apply, and parts that add nothing.

use super::super::movement::normal;
use super::super::reach::targets_of_all;
use super::super::report::{At, Place, warning};
use super::super::values::capital;
use super::contained::contained;
use super::members::Member;
use super::{Lints, OWN};
use crate::board::{Bits, U256};
use crate::rules::{Condition, Kinds, Modes, Movement, Side};
use crate::vocabulary::{POWERS, PowerKey};
use ferz_grammar::ast::{Expr, ExprKind};
use std::collections::HashSet;

impl Lints<'_, '_> {
    pub(super) fn parts(&self) {
        self.idle();
        self.repeated();
    }

    /// Parts of a piece's movement that no piece can ever use.
    fn idle(&self) {
        if self.moves_added {
            return;
        }
        let mut terms: Vec<&Movement> = Vec::new();
        for term in self.members.iter().flat_map(|m| normal::terms(m.movement())) {
            if is_conditional(term) && !terms.contains(&term) {
                terms.push(term);
            }
        }
        // One piece may have dozens of them, each for both sides: they are reported once.
        let mut found: Vec<(Place, &str, String, Vec<String>)> = Vec::new();
        for term in terms {
            for (member, subject) in self.named(|m| self.is_idle(m, term)) {
                let text = self.movement_text(term);
                let mut told = found.iter_mut();
                if let Some(told) = told.find(|told| told.0 == member.place() && told.1 == member.name) {
                    if !told.3.contains(&text) {
                        told.3.push(text);
                    }
                    continue;
                }
                let message = format!(
                    "{subject} can never move by `{text}`: {}",
                    self.reason(member, term)
                );
                found.push((member.place(), member.name, message, vec![text]));
            }
        }
        for (place, _, message, texts) in found {
            let message = match texts.len() - 1 {
                0 => message,
                1 => format!("{message}; nor by `{}`", texts[1]),
                more => format!("{message}; nor by {more} other parts of its movement"),
            };
            let help = "change the condition, or leave this part of the movement out";
            self.add(warning("F0325", place, message).help(help), &self.causes());
        }
    }

    /// Whether the piece has the term, goes in other ways, and never in this one.
    fn is_idle(&self, member: &Member<'_, '_>, term: &Movement) -> bool {
        let has_term = member.appears() && normal::terms(member.movement()).contains(term);
        // A set with squares of the other side alone is not meant for this one.
        let of_others = from_squares(term, member.side).is_some_and(|squares| squares.0.is_empty());
        if !has_term || of_others || !self.moves(member) {
            return false;
        }
        let never_first = begins_initial(term) && member.starts.is_empty();
        never_first
            || self.is_without_prey(member, term)
            || self.term_targets(member, term, self.reached(member)).is_empty()
    }

    /// Whether a term captures only kinds that the side whose pieces it captures does not have.
    fn is_without_prey(&self, member: &Member<'_, '_>, term: &Movement) -> bool {
        let Some(kinds) = prey(term) else {
            return false;
        };
        let modes = normal::modes(term);
        let theirs =
            modes.has(Modes::CAPTURE) || modes.has(Modes::EN_PASSANT) || modes.has(Modes::SWAP_ENEMY);
        let ours = modes.has(Modes::CAPTURE_OWN) || modes.has(Modes::SWAP);
        let has = |side: Side| {
            let mut names = self.facts.declared.armies[side].pieces.keys();
            names.any(|name| kinds.has(name))
        };
        !(theirs && has(member.side.other()) || ours && has(member.side))
    }

    fn term_targets(&self, member: &Member<'_, '_>, term: &Movement, from: U256) -> U256 {
        targets_of_all(self.facts.topology, term, member.side, from, Modes(!0))
    }

    fn reason(&self, member: &Member<'_, '_>, term: &Movement) -> String {
        let name = member.name;
        if begins_initial(term) && member.starts.is_empty() {
            return format!("no `{name}` is in the start position");
        }
        if self.is_without_prey(member, term) {
            let own = normal::modes(term).has(Modes::CAPTURE_OWN) || normal::modes(term).has(Modes::SWAP);
            let side = if own { member.side } else { member.side.other() };
            return format!("{} has no such piece", capital(side));
        }
        let Some(squares) = from_squares(term, member.side) else {
            return "there is no such way on this board".to_owned();
        };
        let squares = self.set(squares);
        if squares.meets(self.reached(member)) {
            format!("from {} there is no such way", self.squares_text(squares))
        } else {
            format!("it never stands on {}", self.squares_text(squares))
        }
    }

    /// Parts of a union, written in this file, that the other parts contain.
    fn repeated(&self) {
        let facts = self.facts;
        let mut seen = HashSet::new();
        for member in &self.members {
            if let Some(body) = member.entry.movement.filter(|m| m.source == OWN)
                && seen.insert(body.node.span)
            {
                self.repeated_in(body, None);
            }
        }
        for (&name, definitions) in &facts.declared.movements {
            for (index, definition) in definitions.iter().enumerate().filter(|(_, d)| d.own) {
                let at = definition.at;
                if at.source == OWN && at.node.parameters.is_empty() {
                    self.repeated_in(At::new(OWN, &at.node.body), Some((name, index)));
                }
            }
        }
        for power in facts.declared.powers.values().filter(|at| at.source == OWN) {
            let gives = |key: &str| matches!(POWERS.get(key), Some(PowerKey::Moves | PowerKey::Gains));
            for entry in power.node.entries.iter().filter(|entry| gives(&entry.key.value)) {
                if let [value] = entry.values.as_slice() {
                    self.repeated_in(At::new(OWN, value), None);
                }
            }
        }
    }
}

impl<'a> Lints<'a, '_> {
    fn repeated_in(&self, body: At<'_, Expr>, definition: Option<(&'a str, usize)>) {
        let ExprKind::Union(parts) = &body.node.kind else {
            return;
        };
        let read = |part| self.facts.movements.part(At::new(body.source, part), definition);
        let Some(mut movements) = parts.iter().map(read).collect::<Option<Vec<Movement>>>() else {
            return;
        };
        // Each is held against all others.
        if parts.len() > MOST_PARTS {
            return;
        }
        let whole = normal::union(movements.iter().cloned());
        for index in (0..parts.len()).rev() {
            let without = movements.iter().enumerate().filter(|(i, _)| *i != index);
            if movements.len() > 1 && normal::union(without.map(|(_, m)| m.clone())) == whole {
                movements[index] = Movement::none();
                let place = body.place(parts[index].span);
                let message = "this part of the movement adds nothing: the others contain it";
                let help = "leave it out, or write what is really meant";
                self.facts.report.add(warning("F0326", place, message).help(help));
            }
        }
        while let Some(index) = contained(&movements) {
            movements[index] = Movement::none();
            let place = body.place(parts[index].span);
            let message = "this part of the movement adds nothing: another one has all its paths";
            let help = "leave it out, or write what is really meant";
            self.facts.report.add(warning("F0326", place, message).help(help));
        }
    }
}

/// Of how many parts a movement is asked whether each adds something.
const MOST_PARTS: usize = 64;

/// Whether a condition of squares or of the first move is around the term.
fn is_conditional(term: &Movement) -> bool {
    match term {
        Movement::When { condition, movement } => {
            !matches!(condition, Condition::Side(_)) || is_conditional(movement)
        }
        Movement::Exposed(movement) | Movement::Rifle(movement) => is_conditional(movement),
        _ => false,
    }
}

fn begins_initial(term: &Movement) -> bool {
    match term {
        Movement::When { condition, movement } => {
            *condition == Condition::Initial || begins_initial(movement)
        }
        Movement::Exposed(movement) | Movement::Rifle(movement) => begins_initial(movement),
        _ => false,
    }
}

/// Which kinds a term captures or changes places with, if it says that.
fn prey(term: &Movement) -> Option<&Kinds> {
    match term {
        Movement::When {
            condition: Condition::Of(kinds),
            ..
        } => Some(kinds),
        Movement::When { movement, .. } | Movement::Exposed(movement) | Movement::Rifle(movement) => {
            prey(movement)
        }
        Movement::Then { next, .. } => prey(next),
        _ => None,
    }
}

fn from_squares(term: &Movement, side: crate::rules::Side) -> Option<&crate::rules::Squares> {
    match term {
        Movement::When {
            condition: Condition::From(sets),
            ..
        } => Some(&sets[side]),
        Movement::When { movement, .. } | Movement::Exposed(movement) | Movement::Rifle(movement) => {
            from_squares(movement, side)
        }
        _ => None,
    }
}
