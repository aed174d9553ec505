//! The units that leave a square: captured, exiled, swept away or swapped, with the units that fall
//! after them. This file knows no actions and no turns.

use super::mechanic::Mechanics;
use super::pending::Pending;
use super::points::{Points, Removal};
use crate::board::{Bits, Square};
use crate::engine::extra_state::{Place, Pool, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::rules::Side;

/// Removes the rights that depend on the lowest unit of a square, which leaves it.
#[inline]
pub(crate) fn lose_rights<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>, square: Square) {
    state.lose_rights(&table.core, table.core.castling.loss[usize::from(square)]);
}

/// Handles the removal of a unit from a square by a side: puts it into a pool and tells the hooks.
fn gone<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    unit: Unit,
    square: Square,
    by: Side,
    work: &mut Pending,
) {
    let exiled = unit.side() == by && table.removals.never_exiled >> unit.kind() & 1 == 0;
    retire(table, state, unit, exiled, work);
    for hook in table.at(Points::REMOVED) {
        hook.removed(table, state, work, Removal { unit, square, exiled });
    }
}

/// Puts a unit that has left the board into a pool, without telling the hooks.
pub(crate) fn retire<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    unit: Unit,
    exiled: bool,
    work: &mut Pending,
) {
    work.stirred = true;
    if table.keeps_pools {
        let pool = if exiled { Pool::Exile } else { Pool::Captured };
        let count = state.pooled(pool, unit.side(), unit.kind());
        *count = count.saturating_add(1);
    }
}

/// Removes one unit of a list, with nothing moving in. Units that lose their support fall (`CR-6`).
pub(crate) fn take<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    place: Place,
    by: Side,
    work: &mut Pending,
) {
    let Place { square, index } = place;
    let mut list = state.take_list(&table.core, square);
    let i = usize::from(index);
    if i >= list.len() {
        state.set_list(&table.core, square, &list);
        return;
    }
    let unit = list[i];
    if i == 0 {
        ground_lost(table, state, square);
        gone(table, state, unit, square, by, work);
        drop(table, state, square, &list[1..], work);
    } else if table.carries(unit) {
        state.set_list(&table.core, square, &list[..i]);
        gone(table, state, unit, square, by, work);
        drop(table, state, square, &list[i + 1..], work);
    } else {
        list.remove(i);
        state.set_list(&table.core, square, &list);
        gone(table, state, unit, square, by, work);
    }
}

/// Takes a unit off the board; the units above it move down.
pub(crate) fn lift_off<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>, place: Place) -> Unit {
    if place.index == 0 {
        ground_lost(table, state, place.square);
    }
    state.pull(&table.core, place)
}

/// Takes a unit off the board for a pool, without telling the hooks. Units that it carried fall.
pub(crate) fn send_off<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    place: Place,
    exiled: bool,
    work: &mut Pending,
) {
    let Place { square, index } = place;
    let unit = state.unit(place);
    if !unit.exists() {
        return;
    }
    if !table.carries(unit) {
        lift_off(table, state, place);
        return retire(table, state, unit, exiled, work);
    }
    let list = state.take_list(&table.core, square);
    if index == 0 {
        ground_lost(table, state, square);
    }
    let (below, above) = list.split_at(usize::from(index));
    state.set_list(&table.core, square, below);
    retire(table, state, unit, exiled, work);
    drop(table, state, square, &above[1..], work);
    settle(table, state, work);
}

/// Two units change places.
pub(crate) fn exchange<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>, first: Place, second: Place) {
    let (one, other) = (state.unit(first), state.unit(second));
    if !one.exists() || !other.exists() || first == second {
        return;
    }
    for place in [first, second] {
        if place.index == 0 {
            ground_lost(table, state, place.square);
        }
    }
    state.replace(&table.core, first, other.without(Unit::UNMOVED));
    state.replace(&table.core, second, one.without(Unit::UNMOVED));
}

/// Moves the partner of a castling to its end, with all that it carries.
pub(crate) fn move_partner<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>, index: u8) -> bool {
    let castle = &table.core.castling.all[usize::from(index)];
    let mut partner = state.take_list(&table.core, castle.rook_from);
    lose_rights(table, state, castle.rook_from);
    state.lose_rights(&table.core, castle.bars);
    if partner.is_empty() || !state.is_empty(castle.rook_to) {
        return false;
    }
    for unit in &mut partner {
        *unit = unit.without(Unit::UNMOVED);
    }
    state.set_list(&table.core, castle.rook_to, &partner);
    true
}

/// The fixed units of a side that are the farthest from its last row in their files, in order.
pub(crate) fn front_fixed<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>, side: Side) -> Vec<Place> {
    let mut front: Vec<(u8, u8, Square)> = Vec::new();
    for &square in &table.texts.ordered {
        let unit = state.base(square);
        if !unit.exists() || unit.side() != side || !unit.has(Unit::FIXED) {
            continue;
        }
        let Some((file, rank)) = table.core.topology.coordinates(square) else {
            continue;
        };
        let height = if side == Side::White {
            rank
        } else {
            table.core.topology.ranks() - rank
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

/// Handles the loss of a square's lowest unit.
pub(super) fn ground_lost<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>, square: Square) {
    lose_rights(table, state, square);
    if !state.extra.passed.is_empty() {
        state.extra.passed.retain(|&(_, victim)| victim != square);
    }
    if state.en_passant_victim == square {
        state.clear_en_passant(&table.core);
    }
}

/// Drops a list on a square, group by group; each removes the lowest unit there (`CR-5`).
pub(crate) fn drop<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    square: Square,
    list: &[Unit],
    work: &mut Pending,
) {
    let mut rest = list;
    while let Some(&first) = rest.first() {
        let size = if table.carries(first) { rest.len() } else { 1 };
        let (group, later) = rest.split_at(size);
        crush(table, state, square, group, work);
        rest = later;
    }
}

/// A group lands on a square in place of the lowest unit there, and units that fall land on the
/// group.
pub(super) fn crush<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    square: Square,
    group: &[Unit],
    work: &mut Pending,
) {
    let Some(first) = group.first() else { return };
    let old = state.take_list(&table.core, square);
    let Some((&lowest, above)) = old.split_first() else {
        state.set_list(&table.core, square, group);
        return;
    };
    ground_lost(table, state, square);
    state.set_list(&table.core, square, group);
    gone(table, state, lowest, square, first.side(), work);
    drop(table, state, square, above, work);
}

/// Removes the lowest unit of every square within that many steps of one, and of that square if
/// `own` is set. Fixed units stay (`CR-8`).
pub(super) fn sweep<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut Pos<L>,
    (square, range): (Square, u8),
    own: bool,
    by: Side,
    work: &mut Pending,
) {
    let near = (table.within(square, range) | L::B::bit(square)) & state.pieces();
    if near.is_empty() {
        return;
    }
    for &target in table
        .texts
        .ordered
        .iter()
        .filter(|&&s| near.has(s) && (own || s != square))
    {
        let unit = state.base(target);
        if unit.exists() && !unit.has(Unit::FIXED) {
            take(table, state, Place::ground(target), by, work);
        }
    }
}

/// Carries out the sweeps that have waited until everything has fallen, one by one. A sweep may add
/// others.
pub(crate) fn settle<L: FullLayout>(table: &Mechanics<L>, state: &mut Pos<L>, work: &mut Pending) {
    while !work.sweeps.is_empty() {
        let (square, range, side) = work.sweeps.remove(0);
        sweep(table, state, (square, range), true, side, work);
    }
}

/// Closes a square on which nothing stands. A piece that has passed the square can no longer be
/// captured there.
pub(super) fn close<L: FullLayout>(table: &Mechanics<L>, pos: &mut Pos<L>, square: Square) {
    pos.close(&table.core, square);
    cover(table, pos, square);
}

/// A unit has come to a square to stay: a unit that has passed the square can no longer be captured
/// there.
pub(super) fn cover<L: FullLayout>(table: &Mechanics<L>, pos: &mut Pos<L>, square: Square) {
    pos.cover(&table.core, square);
    if !pos.extra.passed.is_empty() {
        pos.extra.passed.retain(|&(middle, _)| middle != square);
    }
}
