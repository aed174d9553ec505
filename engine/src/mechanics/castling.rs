//! Castling of units. Does not know whether a square is attacked: that is `trial`.

use super::mechanic::Mechanics;
use super::points::Wanted;
use crate::board::{Bits, Square};
use crate::engine::castlings::Castle;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::movegen::relay;
use crate::engine::position::Pos;
use crate::engine::powers;
use crate::mechanics::trial;

/// The castling moves of a unit that may then move on: their numbers and its end squares. The
/// safety of the end square is not tested.
pub(crate) fn castlings<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    place: Place,
    wanted: Wanted,
) -> Vec<(u8, Square)> {
    if pos.castling.is_empty() || place.index > 0 {
        return Vec::new();
    }
    let all = table.core.castling.all.iter().enumerate();
    let own =
        all.filter(|(_, c)| c.side == unit.side() && c.king == unit.kind() && c.king_from == place.square);
    own.filter(|(i, c)| {
        pos.castling.has(*i as u8)
            && !c.empty.meets(pos.occupied())
            && can_castle(table, pos, c)
            && (wanted == Wanted::Threats || is_safe_way(table, pos, unit, c, c.safe & !L::B::bit(c.king_to)))
    })
    .map(|(i, c)| (i as u8, c.king_to))
    .collect()
}

/// Whether a castling move whose way is free is possible.
pub(super) fn may_castle<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    index: u8,
    wanted: Wanted,
) -> bool {
    let castle = &table.core.castling.all[usize::from(index)];
    let unit = pos.base(castle.king_from);
    can_castle(table, pos, castle)
        && (wanted == Wanted::Threats || {
            let (safe, ends_safe) = castle.apart();
            is_safe_way(table, pos, unit, castle, safe)
                && (!ends_safe || is_safe_end(table, pos, unit, castle))
        })
}

/// Whether both pieces are there and can move.
fn can_castle<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, castle: &Castle<L::B>) -> bool {
    let king = pos.base(castle.king_from);
    let partner = pos.base(castle.rook_from);
    pos.len(castle.king_from) == 1
        && !king.has(Unit::FIXED)
        && !partner.has(Unit::FIXED)
        && !powers::holds_still(&table.core, pos, castle.king_from)
        && partner.exists()
        && partner.kind() == castle.rook
        && partner.side() == castle.side
}

/// Whether the castling unit is attacked on none of some squares, with its partner still on its
/// start.
fn is_safe_way<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    unit: Unit,
    castle: &Castle<L::B>,
    safe: L::B,
) -> bool {
    let reached = |s: Square| relay::is_captured_in_chain(&table.core, pos, castle, s);
    if castle.chains && castle.safe.squares().any(reached) {
        return false;
    }
    safe.squares().all(|square| {
        let mut there = *pos;
        if square != castle.king_from {
            there.take_list(&table.core, castle.king_from);
            there.take_list(&table.core, square);
            there.set_list(&table.core, square, &[unit]);
        }
        !trial::is_attacked(table, &there, Place::ground(square))
            && !trial::is_exposed(table, &there, unit.side())
    })
}

/// Whether the castling unit is safe on its end square, with its partner on its own end square.
fn is_safe_end<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, unit: Unit, castle: &Castle<L::B>) -> bool {
    let (mut there, partner) = (*pos, pos.base(castle.rook_from));
    there.take_list(&table.core, castle.king_from);
    there.take_list(&table.core, castle.rook_from);
    there.set_list(&table.core, castle.king_to, &[unit]);
    there.set_list(&table.core, castle.rook_to, &[partner]);
    !trial::is_attacked(table, &there, Place::ground(castle.king_to))
        && !trial::is_exposed(table, &there, unit.side())
}
