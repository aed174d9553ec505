//! Moves made with their counts. Knows no game.

use crate::engine::Move;
use crate::engine::apply;
use crate::engine::core::Core;
use crate::engine::gates;
use crate::engine::layout::Layout;
use crate::engine::position::Pos;

/// The position after a move, with its counts.
pub(super) fn played<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> Pos<L> {
    let mut next = *pos;
    advance(core, &mut next, mv, pos);
    next
}

/// Makes a move in a copy of the position `before`, and counts it.
pub(super) fn advance<L: Layout>(core: &Core<L>, next: &mut Pos<L>, mv: Move, before: &Pos<L>) {
    apply::advance(core, next, mv, before);
    if let Some(counts) = &core.counts {
        let promoted = gates::promotes_to(core, mv).is_some();
        let scenes = [&before.scene(core), &next.scene(core)];
        let counted = counts.after(before.counted, scenes, before.side_to_move, promoted);
        next.halfmove = counts.halfmove_beside(counted, next.halfmove);
        next.counted = counted;
    }
}
