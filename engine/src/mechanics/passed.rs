//! The squares that units have passed, and on which they can be captured. Knows no movements.

use super::mechanic::Mechanics;
use crate::board::{Bits, Square};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;

/// Forgets the squares that a unit has passed, once it has left the square on which that move
/// ended.
pub(super) fn forget_passed<L: FullLayout>(table: &Mechanics<L>, pos: &mut Pos<L>) {
    let pieces = pos.pieces();
    pos.extra.passed.retain(|&(_, victim)| pieces.has(victim));
    if !pos.en_passant_squares.is_empty() && !pieces.has(pos.en_passant_victim) {
        pos.clear_en_passant(&table.core);
    }
}

/// Keeps a passed square with the square of the unit that has passed it. The pairs stand in the
/// order of texts. If there are too many, the last ones are forgotten.
pub(super) fn keep_passed<L: FullLayout>(table: &Mechanics<L>, pos: &mut Pos<L>, pair: (Square, Square)) {
    let order = |pair: &(Square, Square)| {
        (
            table.texts.order[usize::from(pair.0)],
            table.texts.order[usize::from(pair.1)],
        )
    };
    let passed = &mut pos.extra.passed;
    let after = passed.iter().position(|other| order(other) > order(&pair));
    let is_kept = passed.insert(after.unwrap_or(passed.len()), pair);
    if let (false, Some(place)) = (is_kept, after) {
        passed.remove(passed.len() - 1);
        passed.insert(place, pair);
    }
}

/// Keeps the squares exposed by earlier moves of the turn, or by the opponent's, as the flat rules
/// do. `moved` are the squares on which a movement has begun and ended; `again` says whether it
/// captured en passant.
pub(super) fn keep_earlier<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &mut Pos<L>,
    before: &Pos<L>,
    moved: [Option<Square>; 2],
    again: bool,
) {
    let own = before.bases(before.side_to_move);
    let earlier = before.extra.passed.iter().copied();
    let stays = |square: Square| pos.base(square) == before.base(square) && !moved.contains(&Some(square));
    let kept = earlier.filter(|&(middle, victim)| {
        let known = pos.extra.passed.iter().any(|&(m, _)| m == middle);
        (own.has(victim) || again) && stays(victim) && !pos.closed().has(middle) && !known
    });
    let kept: Vec<(Square, Square)> = kept.collect();
    for pair in kept {
        keep_passed(table, pos, pair);
    }
}
