//! Answers that the compiled rules give directly. Does not ask any mechanic: it only reads tables.

use super::courses::Course;
use super::mechanic::{Mechanic, Mechanics};
use super::points::Points;
use crate::board::{Bits, Square, Topology};
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::rules::{Letter, Side};

impl<L: FullLayout> Mechanics<L> {
    /// The mechanics at a point.
    #[inline]
    pub(crate) fn at(&self, point: Points) -> impl Iterator<Item = &dyn Mechanic<L>> + '_ {
        self.numbers(point).iter().map(|&n| &*self.hooks[usize::from(n)])
    }

    /// The numbers of the mechanics at a point.
    #[inline]
    pub(crate) fn numbers(&self, point: Points) -> &[u8] {
        &self.at[point.0.trailing_zeros() as usize]
    }

    /// Whether the unit carries others.
    #[inline]
    pub(crate) fn carries(&self, unit: Unit) -> bool {
        unit.exists() && self.carriers >> unit.kind() & 1 == 1
    }

    /// Whether the unit is royal.
    #[inline]
    pub(crate) fn is_royal(&self, unit: Unit) -> bool {
        unit.exists() && self.core.royalty.kinds[unit.side().index()].contains(&unit.kind())
    }

    /// Whether its removal leads to others.
    #[inline]
    pub(crate) fn is_alarm(&self, unit: Unit) -> bool {
        unit.exists() && self.removals.chain_kinds >> unit.kind() & 1 == 1
    }

    /// The squares whose lowest unit belongs to one of some kinds, given as bits.
    pub(crate) fn ground_of(&self, pos: &Pos<L>, kinds: u64) -> L::B {
        if kinds == 0 {
            return L::B::EMPTY;
        }
        pos.of_kinds(&self.core, kinds)
    }

    /// The squares with a unit whose removal leads to others.
    pub(crate) fn alarm_squares(&self, pos: &Pos<L>) -> L::B {
        let above = pos.above().iter().filter(|(_, u)| self.is_alarm(*u));
        above.fold(self.ground_of(pos, self.removals.chain_kinds), |all, (s, _)| {
            all | L::B::bit(*s)
        })
    }

    /// Whether the flat rules add consequences to a movement.
    pub(super) fn has_aftermath(&self) -> bool {
        self.core.tagging.is_some() || !self.core.program.is_empty() || self.core.walls.is_some()
    }

    /// The places of a side's royals.
    pub(crate) fn royal_places(&self, pos: &Pos<L>, side: Side) -> arrayvec::ArrayVec<Place, 16> {
        let mut places = arrayvec::ArrayVec::new();
        let ground = pos.royals(&self.core, side).squares().map(Place::ground);
        places.extend(ground.take(16));
        let above = pos.riders(side).filter(|(_, u)| self.is_royal(*u));
        places.extend(above.map(|(place, _)| place).take(places.remaining_capacity()));
        places
    }

    /// The number of a side's royals.
    pub(crate) fn count_royals(&self, pos: &Pos<L>, side: Side) -> usize {
        let above = pos.riders(side).filter(|(_, unit)| self.is_royal(*unit)).count();
        pos.royals(&self.core, side).count() as usize + above
    }

    /// The square of a side's first royal, at any height in its list.
    pub(crate) fn royal(&self, pos: &Pos<L>, side: Side) -> Option<Square> {
        self.royal_places(pos, side).first().map(|p| p.square)
    }

    /// The plain ways of moving of a kind from a square, by the ruleset.
    #[inline]
    pub(crate) fn courses(&self, side: Side, kind: u8, square: Square) -> &[Course<L>] {
        &self.zones.courses[side.index()][usize::from(kind)][usize::from(square)]
    }

    /// The squares on which a kind could capture from a square on an empty board.
    #[inline]
    pub(crate) fn strikes(&self, side: Side, kind: u8, square: Square) -> L::B {
        self.zones.strikes[side.index()][usize::from(kind)][usize::from(square)]
    }

    /// The ends of castling moves of a kind that start on a square.
    pub(crate) fn castling_ends(
        &self,
        side: Side,
        kind: u8,
        from: Square,
    ) -> impl Iterator<Item = Square> + '_ {
        let castlings = self.core.castling.all.iter();
        castlings
            .filter(move |c| c.side == side && c.king == kind && c.king_from == from)
            .map(|c| c.king_to)
    }

    /// The squares within that many steps of one, from 1 to [`super::courses::RANGES`], without
    /// that square.
    #[inline]
    pub(crate) fn within(&self, square: Square, range: u8) -> L::B {
        let longest = self.within.len() - 1;
        self.within[usize::from(range).saturating_sub(1).min(longest)][usize::from(square)]
    }

    /// The board.
    pub(crate) fn topology(&self) -> &Topology {
        &self.core.topology
    }

    /// The place of a square in the order of texts, then the place in its list. Used for sorting.
    pub(crate) fn rank_of(&self, place: Place) -> (u8, u8) {
        (self.texts.order[usize::from(place.square)], place.index)
    }

    /// The letter of a kind for a side.
    pub(crate) fn letter(&self, kind: u8, side: Side) -> Letter {
        self.core.naming.letter(side, kind)
    }
}
