//! Pieces that come where they can never move again, or stand there from the start.

use super::super::report::{Place, warning};
use super::super::values::capital;
use super::Lints;
use super::members::Member;
use crate::board::{Bits, U256};
use crate::rules::{Condition, Frame, Modes, Movement, Trigger};
use crate::vocabulary::goal_kind;

impl Lints<'_, '_> {
    pub(super) fn stuck(&self) {
        if self.moves_added {
            return;
        }
        let judged = |m: &Member<'_, '_>| {
            m.appears() && !m.has("confined") && self.moves(m) && !self.promotes_in_vain(m)
        };
        for (member, subject) in self.named(|m| judged(m) && !self.stuck_on(m).is_empty()) {
            let squares = self.squares_text(self.stuck_on(member));
            let message = format!("{subject} gets stuck: from {squares} it can never move again");
            let help = "give it a way back, let it promote there, or say that it is meant: add `, confined`";
            self.add(
                warning("F0328", member.place(), message).help(help),
                &self.causes(),
            );
        }
        for member in self.members.iter().filter(|m| judged(m)) {
            let frozen = self.frozen(member);
            if frozen.is_empty() {
                continue;
            }
            let (side, name) = (capital(member.side), member.name);
            let squares = self.squares_text(frozen);
            let message = format!("{side}'s `{name}` on {squares} can never move from where it starts");
            let promotes = self
                .promotion_squares(member, Trigger::is_by_entering)
                .meets(frozen);
            let help = if promotes {
                "a piece promotes by a move into the zone, not by standing there; `when: in-place` would let it"
            } else {
                "put it on another square, or say that it is meant: add `, confined` to the piece"
            };
            let place = self.facts.declared.start.map(|s| s.place(s.node.span));
            let place: Place = place.unwrap_or_else(|| member.place());
            self.add(warning("F0328", place, message).help(help), &self.causes());
        }
    }

    /// Squares on which such a piece starts and from which it can never go.
    pub(super) fn frozen(&self, member: &Member<'_, '_>) -> U256 {
        let in_place = self.promotion_squares(member, |t| t == Trigger::InPlace);
        self.still(member, member.starts) & !in_place
    }

    /// Squares that it reaches, where it cannot move on and nothing happens to it.
    pub(super) fn stuck_on(&self, member: &Member<'_, '_>) -> U256 {
        if goes_round(member.movement()) || starts_are_named(member.movement()) {
            return U256::EMPTY;
        }
        let arrives = self.reached(member) & !member.starts;
        let promotes = self.promotion_squares(member, |t| t != Trigger::Leave);
        self.still(member, arrives) & !promotes & !self.goal_squares(member)
    }

    /// Those of the squares from which the piece cannot move, with any pieces around it.
    fn still(&self, member: &Member<'_, '_>, squares: U256) -> U256 {
        if goes_round(member.movement()) {
            return U256::EMPTY;
        }
        let is_still = |&s: &u8| self.targets(member, U256::bit(s), Modes(!0)).is_empty();
        squares
            .squares()
            .filter(is_still)
            .fold(U256::EMPTY, |set, s| set | U256::bit(s))
    }

    /// The zones in which the piece promotes in one of the ways.
    fn promotion_squares(&self, member: &Member<'_, '_>, way: impl Fn(Trigger) -> bool) -> U256 {
        let promotions = self.facts.rules.promotions.iter();
        promotions
            .filter(|p| p.side == member.side && p.piece == member.name && way(p.trigger))
            .fold(U256::EMPTY, |set, p| set | self.set(&p.zone))
    }

    /// Squares on which the piece decides the game.
    fn goal_squares(&self, member: &Member<'_, '_>) -> U256 {
        let goals = self.facts.rules.end.goals.iter();
        goals
            .filter(|goal| goal.side == member.side)
            .map(|goal| goal_kind(&goal.condition).written())
            .filter(|written| written.pieces.iter().any(|piece| piece == member.name))
            .fold(U256::EMPTY, |set, written| set | self.set(&written.zone))
    }
}

/// Whether the piece plainly steps or rides in four directions or more: such a piece is never
/// stuck.
fn goes_round(movement: &Movement) -> bool {
    match movement {
        Movement::Leap(leap) => leap.n == 1 && leap.winds.0.count_ones() >= 4 && leap.frame != Frame::Heading,
        Movement::Union(list) => list.iter().any(goes_round),
        Movement::Only { movement, .. } => goes_round(movement),
        _ => false,
    }
}

/// Whether every path names the squares from which it starts: then the author has thought of it.
fn starts_are_named(movement: &Movement) -> bool {
    match movement {
        Movement::Union(list) => !list.is_empty() && list.iter().all(starts_are_named),
        Movement::When { condition, movement } => {
            matches!(condition, Condition::From(_) | Condition::Initial) || starts_are_named(movement)
        }
        _ => false,
    }
}
