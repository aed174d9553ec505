//! The squares that more pieces of one side attack than of the other. Does not know the effects
//! that depend on them.

use super::core::Core;
use super::effect_board::BoardQuery;
use super::layout::Layout;
use super::position::Pos;
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
    let weight = |from: Square| weight_on(stage.pos(), weights, from);
    let mut sums = [0i64; 256];
    let mut found = L::B::EMPTY;
    stage.each_attacked(pieces[by.index()], within, &mut |from, attacked| {
        let weight = weight(from);
        if weight > 0 {
            attacked
                .squares()
                .for_each(|square| sums[usize::from(square)] += weight);
            found |= attacked;
        }
    });
    if found.is_empty() {
        return found;
    }
    // The other side matters only on squares that the side attacks itself.
    stage.each_attacked(pieces[by.other().index()], found, &mut |from, guarded| {
        let weight = weight(from);
        guarded
            .squares()
            .for_each(|square| sums[usize::from(square)] -= weight);
    });
    found.keep(|&square| sums[usize::from(square)] > 0)
}

/// The weight of the piece on a square.
fn weight_on<L: Layout>(pos: &Pos<L>, weights: &[u32], from: Square) -> i64 {
    pos.piece(from)
        .map_or(0, |(kind, _)| i64::from(weights[usize::from(kind)]))
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
    let pos = stage.pos();
    let (mut direct, mut sums) = ([L::B::EMPTY; 256], [0i64; 256]);
    let mut reached = L::B::EMPTY;
    for side in Side::ALL {
        stage.each_attacked(pos.sides[side.index()], within, &mut |from, attacked| {
            let weight = weight_on(pos, weights, from);
            if weight > 0 {
                for square in attacked.squares() {
                    direct[usize::from(square)] |= L::B::bit(from);
                    sums[usize::from(square)] += if side == by { weight } else { -weight };
                }
                reached |= attacked;
            }
        });
    }
    for square in reached.squares() {
        for side in Side::ALL {
            let first = direct[usize::from(square)] & pos.sides[side.index()];
            if !first.is_empty() {
                let behind = attackers_behind(core, side, weights, (square, first), stage);
                sums[usize::from(square)] += if side == by { behind } else { -behind };
            }
        }
    }
    reached.keep(|&square| sums[usize::from(square)] > 0)
}

/// The total weight of the pieces of a side that could capture on a square once others were gone:
/// those of `first`, then all that could capture there after them.
fn attackers_behind<L: Layout>(
    core: &Core<L>,
    side: Side,
    weights: &[u32],
    (square, first): (Square, L::B),
    stage: &dyn BoardQuery<L>,
) -> i64 {
    let pos = stage.pos();
    let here = L::B::bit(square);
    let others = pos.sides[side.index()] & !here & !first;
    let mut near = others.keep(|&from| stage.may_attack(from, square));
    if near.is_empty() {
        return 0;
    }
    let (mut there, mut gone, mut sum) = (*pos, first, 0);
    loop {
        for square in gone.squares() {
            there.remove(core, square);
        }
        gone = L::B::EMPTY;
        for from in near.squares() {
            let weight = weight_on(&there, weights, from);
            if weight > 0 && targets::attacked_next(core, &there, L::B::bit(from), here).has(square) {
                gone |= L::B::bit(from);
                sum += weight;
            }
        }
        if gone.is_empty() {
            return sum;
        }
        near &= !gone;
    }
}
