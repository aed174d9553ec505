//! The reception of a unit on a square: whether it may stand there, enter a tower, or capture.
//! Knows no movements.

use super::action::Mode;
use super::mechanic::Mechanics;
use crate::board::Square;
use crate::engine::extra_state::{ABOVE, Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::targets;
use crate::rules::Side;

/// The ways in which a unit may act on a square that it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reception {
    /// It may stand there, because the square is empty.
    pub(crate) quiet: bool,
    /// It may enter the list there.
    pub(crate) enter: bool,
    /// It may capture the lowest unit there.
    pub(crate) capture: bool,
}

impl Reception {
    /// The ways of landing that are possible.
    pub(crate) fn modes(self) -> impl Iterator<Item = Mode> {
        [
            (self.quiet, Mode::Quiet),
            (self.enter, Mode::Enter),
            (self.capture, Mode::Capture),
        ]
        .into_iter()
        .filter_map(|(may, mode)| may.then_some(mode))
    }
}

/// Whether there is room for one more unit above others. A carrier that enters another one takes
/// units along that already stand above others.
pub(super) fn has_room<L: FullLayout>(pos: &Pos<L>) -> bool {
    pos.above().len() < ABOVE
}

/// The ways in which a unit of the side may act on a square.
#[inline]
pub(crate) fn reception<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    square: Square,
    side: Side,
) -> Reception {
    let base = pos.base(square);
    if !base.exists() {
        return Reception {
            quiet: pos.is_empty(square),
            enter: false,
            capture: false,
        };
    }
    let fixed = base.has(Unit::FIXED);
    Reception {
        quiet: false,
        enter: !fixed && table.carries(base) && has_room(pos),
        capture: !fixed && base.side() != side,
    }
}

/// Whether a unit may change places with one on the ground of a square by its movement.
pub(super) fn swaps_along<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    (unit, place): (Unit, Place),
    to: Square,
) -> bool {
    table.core.traits.swaps && table.takeovers.by[usize::from(unit.kind())].is_none() && {
        let seen = as_if_on_ground(table, pos, unit, place);
        targets::swaps_along(&table.core, &seen, place.square, to)
    }
}

/// Whether nothing stands on a unit, so that another may replace it.
pub(super) fn is_alone<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, place: Place) -> bool {
    let below = place.index == 0 || table.carries(pos.unit(place));
    !below || pos.len(place.square) == usize::from(place.index) + 1
}

/// The position with a unit of a list in place of the lowest one.
pub(super) fn as_if_on_ground<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    place: Place,
) -> Pos<L> {
    let mut there = *pos;
    there.take_list(&table.core, place.square);
    there.set_list(&table.core, place.square, &[unit]);
    there.side_to_move = unit.side();
    there
}
