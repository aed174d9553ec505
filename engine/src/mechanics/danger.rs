//! Squares on which a removal endangers a royal, judged without making movements. Does not know
//! whether a movement reaches such a square: that is `reach` and `threat`.

use super::mechanic::Mechanics;
use super::points::Points;
use crate::board::{Bits, Square};
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::rules::Side;

/// Squares on which a removal by the opponent could lead to that of a side's unit.
pub(crate) fn danger_to<L: FullLayout>(
    table: &Mechanics<L>,
    state: &Pos<L>,
    place: Place,
    side: Side,
) -> L::B {
    let Place { square, index } = place;
    let mut squares = L::B::bit(square);
    // A carrier of the opponent below the unit can carry it to squares on which others fall.
    for below in 0..index {
        let unit = state.unit(Place { square, index: below });
        if unit.side() != side && table.carries(unit) {
            squares |= table.zones.all[unit.side().index()][usize::from(unit.kind())][usize::from(square)];
        }
    }
    danger(table, state, squares)
}

/// Squares on which a removal could lead to one on the given ones.
pub(crate) fn danger<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>, squares: L::B) -> L::B {
    let chain_kinds = table.alarm_squares(state);
    let mut danger = squares;
    loop {
        let before = danger;
        // A capture en passant removes a unit on another square than its end.
        if !state.en_passant_squares.is_empty() && danger.has(state.en_passant_victim) {
            danger |= state.en_passant_squares;
        }
        for &(middle, victim) in state.extra.passed.iter() {
            if danger.has(victim) {
                danger |= L::B::bit(middle);
            }
        }
        for hook in table.at(Points::THREATS) {
            hook.extend_danger(table, state, chain_kinds, &mut danger);
        }
        if danger == before {
            return danger;
        }
    }
}

/// The units of a side whose capture costs it the royal on the ground, if nothing else does. No
/// mechanic may be near them, and a removed royal must be lost.
pub(super) fn guarded<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    royal: Place,
    side: Side,
) -> Option<L::B> {
    let danger = danger_to(table, pos, royal, side);
    if chains(table, table.alarm_squares(pos), L::B::bit(royal.square), danger) {
        return None;
    }
    let guarded = danger & pos.bases(side);
    let alone = danger == L::B::bit(royal.square);
    let passes = pos.extra.passed.iter().any(|&(_, victim)| danger.has(victim));
    let in_passing = passes || danger.meets(pos.en_passant_squares);
    let told = table.numbers(Points::OUTCOME).is_empty() && !table.core.has_shots();
    let plain = alone || (told && !in_passing);
    (plain && !is_near(table, pos, danger, side.other())).then_some(guarded)
}

/// Whether a unit whose removal leads to others endangers a royal only by removing another such
/// unit. That one may be exiled, and then nothing follows.
pub(super) fn chains<L: FullLayout>(
    table: &Mechanics<L>,
    chain_kinds: L::B,
    royal: L::B,
    danger: L::B,
) -> bool {
    let chain_kinds = danger & chain_kinds & !royal;
    !chain_kinds.is_empty() && {
        let near = |all, s| all | table.within(s, table.removals.alarm_range);
        !(chain_kinds & !royal.squares().fold(L::B::EMPTY, near)).is_empty()
    }
}

/// Whether a mechanic lets a side remove something on some squares.
pub(super) fn is_near<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, squares: L::B, foe: Side) -> bool {
    let zones = &table.zones.extra[foe.index()];
    let others = table.ground_of(pos, table.zones.extra_kinds) & pos.bases(foe) & !pos.marked(Unit::FIXED);
    let near = |kind: u8, s: Square| zones[usize::from(kind)][usize::from(s)].meets(squares);
    others
        .squares()
        .any(|s| near(pos.board.as_ref()[usize::from(s)] >> 1, s))
        || pos
            .above()
            .iter()
            .any(|&(s, unit)| unit.side() == foe && near(unit.kind(), s))
}
