//! The squares that units can reach, in doubt too many: a test before anything is tried.

use super::courses::Course;
use super::mechanic::Mechanics;
use super::points::Way;
use crate::board::{Bits, Square};
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::powers;
use crate::engine::targets;
use crate::rules::{Modes, Side};

impl<L: FullLayout> Mechanics<L> {
    /// Whether a quiet way of a unit on the ground could end where something stands; when in doubt, yes.
    pub(crate) fn can_meet(&self, pos: &Pos<L>, unit: Unit, square: Square) -> bool {
        let ends = &self.quiet_zones[unit.side().index()][usize::from(unit.kind())];
        // A unit is not in its own way. Movements by powers are in no table.
        self.core.has_powers() || ends[usize::from(square)].meets(pos.occupied() & !L::B::bit(square))
    }

    /// Whether a quiet way of a unit on the ground could lead from one square to another; when in doubt, yes.
    pub(crate) fn can_come(&self, side: Side, kind: u8, from: Square, to: Square) -> bool {
        let ends = &self.quiet_zones[side.index()][usize::from(kind)];
        self.core.has_powers() || ends[usize::from(from)].has(to)
    }

    /// Appends the quiet ways of a unit: the squares to which its movement leads without capturing,
    /// over all contents of the squares.
    pub(crate) fn ways(&self, pos: &Pos<L>, unit: Unit, place: Place, out: &mut Vec<Way>) {
        if unit.has(Unit::FIXED) {
            return;
        }
        if let Some(number) = self.taken_over[usize::from(unit.kind())] {
            return self.hooks[usize::from(number)].ways(self, pos, unit, place, out);
        }
        let seen = self.as_if_on_ground(pos, unit, place);
        if !self.core.has_powers() && self.core.tagging.is_none() {
            for course in self.courses(unit.side(), unit.kind(), place.square) {
                if course.modes.has(Modes::QUIET) && course.is_open(pos.occupied()) {
                    out.push(Way {
                        to: course.to,
                        middle: course.middle,
                        shown: false,
                    });
                }
            }
        } else {
            for to in targets::quiet_reach(&self.core, &seen, place.square).squares() {
                let exposed =
                    powers::exposed_by(&self.core, &seen, Move::new(place.square, to, MoveType::Plain));
                out.push(Way {
                    to,
                    middle: exposed.squares().next(),
                    shown: false,
                });
            }
        }
        for path in self.special_ways(&seen, place.square) {
            let way = Way {
                to: path.to,
                middle: path.exposed.squares().next(),
                shown: false,
            };
            if path.captures.is_empty() && !out.contains(&way) {
                out.push(way);
            }
        }
    }

    /// Whether a unit's movement could remove something on the squares; when in doubt, yes.
    #[inline]
    pub(crate) fn reaches(&self, pos: &Pos<L>, unit: Unit, square: Square, danger: L::B) -> bool {
        let (side, kind) = (unit.side().index(), usize::from(unit.kind()));
        if !self.zones[side][kind][usize::from(square)].meets(danger) || unit.has(Unit::FIXED) {
            return false;
        }
        let strikes = self.strikes(unit.side(), unit.kind(), square);
        if self.taken_over[kind].is_some()
            || self.extra_zones[side][kind][usize::from(square)].meets(danger)
            || !strikes.meets(danger)
        {
            return true;
        }
        let others = self.zones[side][kind][usize::from(square)] & !strikes;
        let open =
            |c: &Course<L>| c.modes.has(Modes::CAPTURE) && danger.has(c.to) && c.is_open(pos.occupied());
        others.meets(danger)
            || self.odd_zones[side][kind][usize::from(square)].meets(danger)
            || self.core.has_powers()
            || self.courses(unit.side(), unit.kind(), square).iter().any(open)
    }

    /// Whether any unit of the side could remove something on the squares; when in doubt, yes.
    pub(crate) fn any_reaches(&self, pos: &Pos<L>, side: Side, danger: L::B) -> bool {
        for square in pos.bases(side).squares() {
            if self.reaches(pos, pos.base(square), square, danger) {
                return true;
            }
        }
        let mut above = pos.above().iter();
        above.any(|&(square, unit)| unit.side() == side && self.reaches(pos, unit, square, danger))
    }

    /// Whether a unit of the side that promotes could come into its promotion zone in one turn, by moving or by falling;
    /// when in doubt, yes.
    pub(crate) fn could_arrive(&self, pos: &Pos<L>, side: Side) -> bool {
        let mut ways = Vec::new();
        pos.units(side).any(|(place, unit)| {
            let Some(mover) = self.core.mover(side, unit.kind()) else {
                return false;
            };
            if mover.promotions.is_empty() {
                return false;
            }
            if place.index > 0 || unit.has(Unit::FIXED) {
                return true;
            }
            let zone = mover.promotions.iter().fold(L::B::EMPTY, |all, p| all | p.zone);
            ways.clear();
            self.ways(pos, unit, place, &mut ways);
            zone.has(place.square)
                || self.zones[side.index()][usize::from(unit.kind())][usize::from(place.square)].meets(zone)
                || ways.iter().any(|way| zone.has(way.to))
        })
    }
}
