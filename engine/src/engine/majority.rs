//! The squares that more pieces of one side attack than of the other. Does not know the effects
//! that depend on them.

use super::core::Core;
use super::effect_board::BoardQuery;
use super::layout::Layout;
use crate::board::{Bits, Square};
use crate::engine::targets;
use crate::rules::Side;

/// The squares, among some, that pieces of a side could capture next with more weight than the
/// pieces of the other side.
pub(super) fn attacked_more<L: Layout>(
    by: Side,
    weights: &[u32],
    within: L::B,
    stage: &dyn BoardQuery<L>,
) -> L::B {
    let pieces = stage.pos().sides;
    let mut sums = [0i64; 256];
    let mut found = L::B::EMPTY;
    for (from, weight) in weighed(pieces[by.index()], weights, stage) {
        let attacked = stage.attacked_of(L::B::bit(from), within) & within;
        attacked
            .squares()
            .for_each(|square| sums[usize::from(square)] += weight);
        found |= attacked;
    }
    if found.is_empty() {
        return found;
    }
    // The other side matters only on squares that the side attacks itself.
    for (from, weight) in weighed(pieces[by.other().index()], weights, stage) {
        let guarded = stage.attacked_of(L::B::bit(from), found) & found;
        guarded
            .squares()
            .for_each(|square| sums[usize::from(square)] -= weight);
    }
    found.keep(|&square| sums[usize::from(square)] > 0)
}

/// The pieces, among some, that have a weight, each with its weight.
fn weighed<L: Layout>(
    pieces: L::B,
    weights: &[u32],
    stage: &dyn BoardQuery<L>,
) -> impl Iterator<Item = (Square, i64)> {
    let pos = stage.pos();
    pieces.squares().filter_map(move |from| {
        let (kind, _) = pos.piece(from)?;
        let weight = i64::from(weights[usize::from(kind)]);
        (weight > 0).then_some((from, weight))
    })
}

/// The same for some squares. Pieces also count that stand behind others of their side which could
/// capture there.
pub(super) fn attacked_more_in_line<L: Layout>(
    core: &Core<L>,
    by: Side,
    weights: &[u32],
    within: L::B,
    stage: &dyn BoardQuery<L>,
) -> L::B {
    let more = |square: &Square| {
        let sums = Side::each(|side| attackers_in_line(core, side, weights, *square, stage));
        sums[by.index()] > sums[by.other().index()]
    };
    within.keep(more)
}

/// The total weight of the pieces of a side that could capture on a square, directly or once others
/// before them were gone.
fn attackers_in_line<L: Layout>(
    core: &Core<L>,
    side: Side,
    weights: &[u32],
    square: Square,
    stage: &dyn BoardQuery<L>,
) -> u64 {
    let mut there = *stage.pos();
    let (here, mut sum, mut first) = (L::B::bit(square), 0, true);
    let near = there.sides[side.index()] & !here;
    let mut near = near.keep(|&from| stage.may_attack(from, square));
    loop {
        let mut found = L::B::EMPTY;
        for from in near.squares() {
            let weight = there
                .piece(from)
                .map_or(0, |(kind, _)| weights[usize::from(kind)]);
            let able = || {
                let from = L::B::bit(from);
                let attacked = if first {
                    stage.attacked_of(from, here)
                } else {
                    targets::attacked_next(core, &there, from, here)
                };
                attacked.has(square)
            };
            if weight > 0 && able() {
                found |= L::B::bit(from);
                sum += u64::from(weight);
            }
        }
        if found.is_empty() {
            return sum;
        }
        for gone in found.squares() {
            there.remove(core, gone);
        }
        near &= !found;
        first = false;
    }
}
