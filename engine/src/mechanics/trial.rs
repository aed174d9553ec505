//! A door through which lower files ask about further movements: whether a royal is
//! threatened, whether a turn continues, whether there is a legal action. Does not answer anything
//! itself.

use super::mechanic::Mechanics;
use super::pending::LossScope;
use super::state::State;
use crate::engine::extra_state::Place;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::{going_on, listing, threat};
use crate::rules::Side;

/// [`threat::threatens`].
pub(super) fn threatens<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, side: Side) -> bool {
    threat::threatens(table, pos, side)
}

/// [`threat::is_exposed`].
pub(super) fn is_exposed<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, side: Side) -> bool {
    threat::is_exposed(table, pos, side)
}

/// [`threat::is_attacked`].
pub(super) fn is_attacked<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, place: Place) -> bool {
    threat::is_attacked(table, pos, place)
}

/// [`going_on::owes`].
pub(super) fn owes<L: FullLayout>(table: &Mechanics<L>, after: &Pos<L>) -> Option<bool> {
    going_on::owes(table, after)
}

/// [`going_on::goes_on`].
pub(super) fn goes_on<L: FullLayout>(table: &Mechanics<L>, pos: &mut Pos<L>, watch: LossScope) -> bool {
    going_on::goes_on(table, pos, watch)
}

/// [`listing::has_action`].
pub(super) fn has_action<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> bool {
    listing::has_action(table, state)
}
