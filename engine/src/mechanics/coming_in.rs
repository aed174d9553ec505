//! Units that come to the board: from the hand, and at gates. Knows neither when that is possible
//! nor its consequences.

use super::mechanic::Mechanics;
use super::pending::Pending;
use crate::board::Square;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::{FullLayout, Hands as _};
use crate::engine::position::Pos;
use crate::mechanics::removal;
use crate::rules::Side;

/// Puts a unit from the hand on a square. Returns its place, if it was in the hand and the square
/// is empty.
pub(super) fn drop_in<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    kind: u8,
    square: Square,
    side: Side,
    work: &mut Pending,
) -> Option<Place> {
    let held = state.hands.count(side, table.core.face(side, kind)) > 0
        || table.core.reserve.endless[side.index()] >> kind & 1 == 1;
    if !held || !state.is_empty(square) {
        return None;
    }
    state.drop(&table.core, side, kind, square);
    state.gain_rights(&table.core, side, square);
    let place = Place::ground(square);
    if table.has_aftermath() {
        let unit = state.unit(place);
        state.replace(&table.core, place, unit.with(Unit::MOVER));
    }
    work.mark_irreversible();
    Some(place)
}

/// Puts a unit from the hand on a square that another has left. `None` if it is not in the hand, or
/// if the square is occupied.
pub(super) fn come_in<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &mut Pos<L>,
    kind: u8,
    square: Square,
    side: Side,
) -> Option<()> {
    let held = pos.hands.count(side, table.core.face(side, kind)) > 0
        || table.core.reserve.endless[side.index()] >> kind & 1 == 1;
    if !held || !pos.is_empty(square) {
        return None;
    }
    pos.drop(&table.core, side, kind, square);
    removal::cover(table, pos, square);
    Some(())
}
