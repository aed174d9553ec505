//! Questions of the rules to the hooks: which movements they ask for, excuse, or add. Knows no
//! hook.

use super::action::Action;
use super::events::{Excuse, Occasion};
use super::mechanic::Mechanics;
use super::points::Points;
use crate::engine::layout::FullLayout;
use crate::engine::position::{Pos, turns};
use crate::mechanics::goer;
use crate::rules::{Part, Side};

/// The free actions of the side to move before its movement, possible or not.
pub(crate) fn free_actions<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>) -> Vec<Action> {
    let mut actions = Vec::new();
    // In the middle of a continued turn free actions belong to one unit. They come before a
    // movement of any kind.
    let asked = turns::kinds_of_moves(&table.core).map(|rule| state.part(rule));
    if goer::is_going_on(table, state) || asked.is_some_and(|part| part != Part::Move) {
        return actions;
    }
    for hook in table.at(Points::ACTIONS) {
        hook.offers(table, state, Occasion::Free, &mut actions);
    }
    actions
}

/// Whether the side to move may leave its royal in check, if the position after the movement
/// excuses that.
pub(super) fn has_excuse<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>) -> bool {
    is_excused_by(table, state, Excuse::Before)
}

/// Whether a mechanic lets a royal be left in check.
pub(super) fn is_excused_by<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>, seen: Excuse) -> bool {
    table.at(Points::LEGALITY).any(|h| h.excuses(table, state, seen))
}

/// The side whose royal must be lost by the next movement.
pub(crate) fn forced<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>) -> Option<Side> {
    table.at(Points::LEGALITY).find_map(|h| h.forced(state))
}
