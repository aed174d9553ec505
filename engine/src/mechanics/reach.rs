//! The squares that units can reach, at least: a test before anything is tried. Does not know
//! whether a movement that reaches them is possible.

use super::courses::Course;
use super::mechanic::Mechanics;
use super::points::Way;
use crate::board::{Bits, Square, union};
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::{powers, targets};
use crate::mechanics::{generate, reception};
use crate::rules::{Modes, Side};

/// Whether a quiet way of a unit on the ground could end on an occupied square; when in doubt, yes.
pub(crate) fn can_meet<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    square: Square,
) -> bool {
    let ends = &table.zones.quiet[unit.side().index()][usize::from(unit.kind())];
    // A unit does not block itself. Movements by powers are in no table.
    table.core.has_powers() || ends[usize::from(square)].meets(pos.occupied() & !L::B::bit(square))
}

/// Whether a quiet way of a unit on the ground could lead from one square to another; when in
/// doubt, yes.
pub(crate) fn can_come<L: FullLayout>(
    table: &Mechanics<L>,
    side: Side,
    kind: u8,
    from: Square,
    to: Square,
) -> bool {
    let ends = &table.zones.quiet[side.index()][usize::from(kind)];
    table.core.has_powers() || ends[usize::from(from)].has(to)
}

/// Appends the quiet ways of a unit: the squares to which its movement leads without capturing,
/// over all contents of the squares.
pub(crate) fn ways<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    place: Place,
    out: &mut Vec<Way<L::B>>,
) {
    if unit.has(Unit::FIXED) {
        return;
    }
    if let Some(number) = table.takeovers.by[usize::from(unit.kind())] {
        return table.hooks[usize::from(number)].ways(table, pos, unit, place, out);
    }
    let seen = reception::as_if_on_ground(table, pos, unit, place);
    if !table.core.has_powers() && table.core.tagging.is_none() {
        for course in table.courses(unit.side(), unit.kind(), place.square) {
            if course.modes.has(Modes::QUIET) && course.is_open(pos.occupied()) {
                out.push(Way {
                    to: course.to,
                    passed: course.exposed,
                    shown: false,
                });
            }
        }
    } else {
        for to in targets::quiet_reach(&table.core, &seen, place.square).squares() {
            let exposed =
                powers::exposed_by(&table.core, &seen, Move::new(place.square, to, MoveType::Plain));
            out.push(Way {
                to,
                passed: exposed,
                shown: false,
            });
        }
    }
    for path in generate::special_ways(table, &seen, place.square) {
        let way = Way {
            to: path.to,
            passed: path.exposed,
            shown: false,
        };
        if path.captures.is_empty() && !out.contains(&way) {
            out.push(way);
        }
    }
}

/// Whether a unit's movement could remove something on the squares; when in doubt, yes.
#[inline]
pub(crate) fn reaches<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    square: Square,
    danger: L::B,
) -> bool {
    let (side, kind) = (unit.side().index(), usize::from(unit.kind()));
    if !table.zones.all[side][kind][usize::from(square)].meets(danger) || unit.has(Unit::FIXED) {
        return false;
    }
    let strikes = table.strikes(unit.side(), unit.kind(), square);
    if table.takeovers.by[kind].is_some()
        || table.zones.extra[side][kind][usize::from(square)].meets(danger)
        || !strikes.meets(danger)
    {
        return true;
    }
    let others = table.zones.all[side][kind][usize::from(square)] & !strikes;
    let open = |c: &Course<L>| c.modes.has(Modes::CAPTURE) && danger.has(c.to) && c.is_open(pos.occupied());
    others.meets(danger)
        || table.zones.odd[side][kind][usize::from(square)].meets(danger)
        || table.core.has_powers()
        || table.courses(unit.side(), unit.kind(), square).iter().any(open)
}

/// Whether any unit of the side could remove something on the squares; when in doubt, yes.
pub(crate) fn any_reaches<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    side: Side,
    danger: L::B,
) -> bool {
    for square in pos.bases(side).squares() {
        if reaches(table, pos, pos.base(square), square, danger) {
            return true;
        }
    }
    let mut above = pos.above().iter();
    above.any(|&(square, unit)| unit.side() == side && reaches(table, pos, unit, square, danger))
}

/// Whether a unit of the side that promotes could reach its promotion zone in one turn, by moving
/// or by falling; when in doubt, yes.
pub(crate) fn could_arrive<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, side: Side) -> bool {
    let mut found = Vec::new();
    pos.units(side).any(|(place, unit)| {
        let Some(mover) = table.core.mover(side, unit.kind()) else {
            return false;
        };
        if mover.promotions.is_empty() {
            return false;
        }
        if place.index > 0 || unit.has(Unit::FIXED) {
            return true;
        }
        let zone = union(mover.promotions.iter(), |p| p.zone);
        found.clear();
        ways(table, pos, unit, place, &mut found);
        zone.has(place.square)
            || table.zones.all[side.index()][usize::from(unit.kind())][usize::from(place.square)].meets(zone)
            || found.iter().any(|way| zone.has(way.to))
    })
}
