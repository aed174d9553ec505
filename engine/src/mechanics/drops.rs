//! Drops: units that come from the hand.

use super::action::{Action, Step};
use super::mechanic::{Mechanics, Movements};
use super::pending::{LossScope, Pending};
use super::state::State;
use crate::board::{Bits, Square};
use crate::engine::compiled::Drop;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::{FullLayout, Hands as _};
use crate::engine::movegen::drops;
use crate::engine::mv::Move;
use crate::engine::position::Pos;
use crate::rules::Side;

impl<L: FullLayout> Mechanics<L> {
    /// Appends all drops of the side to move, safe or not.
    pub(super) fn drops(&self, pos: &Pos<L>, out: &mut Movements<'_, L>) {
        for drop in &self.core.reserve.drops[pos.side_to_move.index()] {
            for square in drops::drop_squares(&self.core, pos, drop).squares() {
                let mv = Move::drop(drop.kind, square);
                out.push_as(Some(mv), &[Step::Drop(drop.kind, square)]);
            }
        }
    }

    /// Puts a unit from the hand on a square. Returns where it is, if it was in the hand and the square is empty.
    pub(super) fn drop_in(
        &self,
        state: &mut Pos<L>,
        kind: u8,
        square: Square,
        side: Side,
        work: &mut Pending,
    ) -> Option<Place> {
        let held = state.hands.count(side, self.core.face(side, kind)) > 0
            || self.core.reserve.endless[side.index()] >> kind & 1 == 1;
        if !held || !state.is_empty(square) {
            return None;
        }
        state.drop(&self.core, side, kind, square);
        state.gain_rights(&self.core, side, square);
        let place = Place::ground(square);
        if self.has_aftermath() {
            let unit = state.unit(place);
            state.replace(&self.core, place, unit.with(Unit::MOVER));
        }
        work.mark_irreversible();
        Some(place)
    }

    /// The rule of a drop, if an action is one.
    fn rule_of(&self, action: &Action, side: Side) -> Option<&Drop<L::B>> {
        let (kind, _) = action.dropped()?;
        self.core.reserve.drops[side.index()]
            .iter()
            .find(|drop| drop.kind == kind)
    }

    /// Takes out drops that give a forbidden check or mate, and actions that are no duty while
    /// there is one. Returns whether there is.
    pub(super) fn restrict_drops(&self, pos: &Pos<L>, actions: &mut Vec<Action>) -> bool {
        if !self.core.reserve.has_hands {
            return false;
        }
        let side = pos.side_to_move;
        actions.retain(|action| {
            self.rule_of(action, side)
                .is_none_or(|rule| self.is_allowed(pos, rule, action))
        });
        let is_duty = |action: &Action| self.rule_of(action, side).is_some_and(|rule| rule.must);
        let bound = self.core.reserve.must_drop[side.index()] && actions.iter().any(is_duty);
        if bound {
            actions.retain(is_duty);
        }
        bound
    }

    fn is_allowed(&self, pos: &Pos<L>, rule: &Drop<L::B>, action: &Action) -> bool {
        if !rule.no_check && !rule.no_mate {
            return true;
        }
        let mut after = *pos;
        self.execute(pos, &mut after, action, LossScope::Judged);
        let foe = pos.side_to_move.other();
        !self.is_threatened(&after, foe) || (!rule.no_check && self.has_action(&State::new(after)))
    }
}
