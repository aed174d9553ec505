//! The units that leave a square: captured, exiled, swept away or swapped, with the units that fall
//! after them. This file knows no actions and no turns.

use super::mechanic::Mechanics;
use super::pending::Pending;
use super::points::{Points, Removal};
use super::state::List;
use crate::board::{Bits, Square};
use crate::engine::extra_state::{Place, Pool, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::rules::Side;

impl<L: FullLayout> Mechanics<L> {
    /// The rights that go when the lowest unit of a square leaves it.
    #[inline]
    pub(crate) fn lose_rights(&self, state: &mut Pos<L>, square: Square) {
        state.lose_rights(&self.core, self.core.castling.loss[usize::from(square)]);
    }

    /// A unit has been removed from a square by a side: into the pools, and the hooks hear of it.
    fn gone(&self, state: &mut Pos<L>, unit: Unit, square: Square, by: Side, work: &mut Pending) {
        let exiled = unit.side() == by && self.never_exiled >> unit.kind() & 1 == 0;
        self.retire(state, unit, exiled, work);
        for hook in self.at(Points::REMOVED) {
            hook.removed(self, state, work, Removal { unit, square, exiled });
        }
    }

    /// Puts a unit that has left the board into a pool; no hook hears of it.
    pub(crate) fn retire(&self, state: &mut Pos<L>, unit: Unit, exiled: bool, work: &mut Pending) {
        work.stirred = true;
        if self.keeps_pools {
            let pool = if exiled { Pool::Exile } else { Pool::Captured };
            let count = state.pooled(pool, unit.side(), unit.kind());
            *count = count.saturating_add(1);
        }
    }

    /// Removes one unit of a list, nothing moving in; what loses its support falls (`CR-6`).
    pub(crate) fn take(&self, state: &mut Pos<L>, place: Place, by: Side, work: &mut Pending) {
        let Place { square, index } = place;
        let mut list = state.take_list(&self.core, square);
        let i = usize::from(index);
        if i >= list.len() {
            state.set_list(&self.core, square, &list);
            return;
        }
        let unit = list[i];
        if i == 0 {
            self.ground_lost(state, square);
            self.gone(state, unit, square, by, work);
            self.drop(state, square, &list[1..], work);
        } else if self.carries(unit) {
            state.set_list(&self.core, square, &list[..i]);
            self.gone(state, unit, square, by, work);
            self.drop(state, square, &list[i + 1..], work);
        } else {
            list.remove(i);
            state.set_list(&self.core, square, &list);
            self.gone(state, unit, square, by, work);
        }
    }

    /// Takes a unit off the board; those above it close up.
    pub(crate) fn lift_off(&self, state: &mut Pos<L>, place: Place) -> Unit {
        if place.index == 0 {
            self.ground_lost(state, place.square);
        }
        state.pull(&self.core, place)
    }

    /// Takes a unit off the board for a pool; what it carried falls. No hook hears of the unit itself.
    pub(crate) fn send_off(&self, state: &mut Pos<L>, place: Place, exiled: bool, work: &mut Pending) {
        let Place { square, index } = place;
        let unit = state.unit(place);
        if !unit.exists() {
            return;
        }
        if !self.carries(unit) {
            self.lift_off(state, place);
            return self.retire(state, unit, exiled, work);
        }
        let list = state.take_list(&self.core, square);
        if index == 0 {
            self.ground_lost(state, square);
        }
        let (below, above) = list.split_at(usize::from(index));
        state.set_list(&self.core, square, below);
        self.retire(state, unit, exiled, work);
        self.drop(state, square, &above[1..], work);
        self.settle(state, work);
    }

    /// A copy of the position without a unit and all that it carries.
    pub(crate) fn without(&self, state: &Pos<L>, place: Place) -> Pos<L> {
        let mut lifted = *state;
        self.lift(&mut lifted, place, &mut List::new());
        lifted
    }

    /// Two units change places.
    pub(crate) fn exchange(&self, state: &mut Pos<L>, first: Place, second: Place) {
        let (one, other) = (state.unit(first), state.unit(second));
        if !one.exists() || !other.exists() || first == second {
            return;
        }
        for place in [first, second] {
            if place.index == 0 {
                self.ground_lost(state, place.square);
            }
        }
        state.replace(&self.core, first, other.without(Unit::UNMOVED));
        state.replace(&self.core, second, one.without(Unit::UNMOVED));
    }

    /// The partner of a castling move goes where it belongs, with all it carries.
    pub(crate) fn move_partner(&self, state: &mut Pos<L>, index: u8) -> bool {
        let castle = &self.core.castling.all[usize::from(index)];
        let mut partner = state.take_list(&self.core, castle.rook_from);
        self.lose_rights(state, castle.rook_from);
        state.lose_rights(&self.core, castle.bars);
        if partner.is_empty() || !state.is_empty(castle.rook_to) {
            return false;
        }
        for unit in &mut partner {
            *unit = unit.without(Unit::UNMOVED);
        }
        state.set_list(&self.core, castle.rook_to, &partner);
        true
    }

    /// The fixed units of a side that are the farthest from its last row in their files, in order.
    pub(crate) fn front_fixed(&self, state: &Pos<L>, side: Side) -> Vec<Place> {
        let mut front: Vec<(u8, u8, Square)> = Vec::new();
        for &square in &self.ordered {
            let unit = state.base(square);
            if !unit.exists() || unit.side() != side || !unit.has(Unit::FIXED) {
                continue;
            }
            let Some((file, rank)) = self.core.topology.coordinates(square) else {
                continue;
            };
            let height = if side == Side::White {
                rank
            } else {
                self.core.topology.ranks() - rank
            };
            match front.iter_mut().find(|(f, _, _)| *f == file) {
                Some(entry) if height < entry.1 => *entry = (file, height, square),
                Some(_) => {}
                None => front.push((file, height, square)),
            }
        }
        front
            .into_iter()
            .map(|(_, _, square)| Place::ground(square))
            .collect()
    }

    /// The lowest unit of a square has gone.
    pub(super) fn ground_lost(&self, state: &mut Pos<L>, square: Square) {
        self.lose_rights(state, square);
        if !state.extra.passed.is_empty() {
            state.extra.passed.retain(|&(_, victim)| victim != square);
        }
        if state.en_passant_victim == square {
            state.clear_en_passant(&self.core);
        }
    }

    /// Drops a list on a square: group by group, each removing the lowest unit there (`CR-5`).
    pub(crate) fn drop(&self, state: &mut Pos<L>, square: Square, list: &[Unit], work: &mut Pending) {
        let mut rest = list;
        while let Some(&first) = rest.first() {
            let size = if self.carries(first) { rest.len() } else { 1 };
            let (group, later) = rest.split_at(size);
            self.crush(state, square, group, work);
            rest = later;
        }
    }

    /// A group lands on a square in place of the lowest unit there, and the units above that fall
    /// on it.
    pub(super) fn crush(&self, state: &mut Pos<L>, square: Square, group: &[Unit], work: &mut Pending) {
        let Some(first) = group.first() else { return };
        let old = state.take_list(&self.core, square);
        let Some((&lowest, above)) = old.split_first() else {
            state.set_list(&self.core, square, group);
            return;
        };
        self.ground_lost(state, square);
        state.set_list(&self.core, square, group);
        self.gone(state, lowest, square, first.side(), work);
        self.drop(state, square, above, work);
    }

    /// Removes the lowest unit of every square within that many steps of one, and on it if `own`,
    /// fixed units excepted (`CR-8`).
    pub(super) fn sweep(
        &self,
        state: &mut Pos<L>,
        (square, range): (Square, u8),
        own: bool,
        by: Side,
        work: &mut Pending,
    ) {
        let near = (self.within(square, range) | L::B::bit(square)) & state.pieces();
        if near.is_empty() {
            return;
        }
        for &target in self
            .ordered
            .iter()
            .filter(|&&s| near.has(s) && (own || s != square))
        {
            let unit = state.base(target);
            if unit.exists() && !unit.has(Unit::FIXED) {
                self.take(state, Place::ground(target), by, work);
            }
        }
    }

    /// Carries out what has been put off until everything has fallen, until nothing is left.
    pub(crate) fn settle(&self, state: &mut Pos<L>, work: &mut Pending) {
        while !work.sweeps.is_empty() {
            let (square, range, side) = work.sweeps.remove(0);
            self.sweep(state, (square, range), true, side, work);
        }
    }
}
