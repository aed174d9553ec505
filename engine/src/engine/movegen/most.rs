//! Turns in which as many pieces must be captured as possible.

use super::sink::{List, Sink};
use crate::board::Bits;
use crate::engine::ahead;
use crate::engine::apply;
use crate::engine::chain::Chain as _;
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::engine::mv::Move;
use crate::engine::position::Pos;

/// Which of some moves capture the most pieces in the turn, given how many each captures, and those that capture none. `further` counts
/// what can be captured after a move, and is asked only where that matters.
pub(crate) fn longest(taken: &[u32], mut further: impl FnMut(usize) -> u32) -> Vec<bool> {
    let captures = taken.iter().filter(|&&count| count > 0).count();
    if captures < 2 {
        return vec![true; taken.len()];
    }
    let totals: Vec<u32> = taken
        .iter()
        .enumerate()
        .map(|(i, &count)| if count == 0 { 0 } else { count + further(i) })
        .collect();
    let most = totals.iter().max().copied().unwrap_or(0);
    let kept = totals.iter().zip(taken);
    kept.map(|(&total, &count)| count == 0 || total == most).collect()
}

/// Generates all legal moves; of captures those with which the most pieces can be captured in the turn.
#[inline(never)]
pub(super) fn with_most<L: Layout>(core: &Core<L>, pos: &Pos<L>, sink: &mut dyn Sink<L>) {
    let _open = ahead::open();
    let moves = all_moves(core, pos);
    let taken: Vec<u32> = moves.iter().map(|&mv| count_taken(core, pos, mv)).collect();
    let kept = longest(&taken, |i| takes_further(core, pos, moves[i]));
    for (mv, kept) in moves.into_iter().zip(kept) {
        if kept {
            sink.one(mv);
        }
    }
}

/// All legal moves, with any number of captures.
fn all_moves<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> Vec<Move> {
    let mut moves = Vec::new();
    super::generate_through(core, pos, &mut List::new(&mut moves));
    moves
}

/// How many pieces a move captures; what it captures as one of the opponent's pieces does not count.
fn count_taken<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> u32 {
    if mv.is_control() {
        return 0;
    }
    apply::captured(core, pos, mv).count()
}

/// How many pieces can be captured after a move in the same turn.
fn takes_further<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> u32 {
    let after = apply::after(core, pos, mv);
    if after.side_to_move != pos.side_to_move || after.chain.continuation().is_none() {
        return 0;
    }
    ahead::captures(after.hash, 1, || {
        let moves = all_moves(core, &after).into_iter();
        let takes = moves
            .map(|mv| (mv, count_taken(core, &after, mv)))
            .filter(|&(_, count)| count > 0);
        let totals = takes.map(|(mv, count)| count + takes_further(core, &after, mv));
        totals.max().unwrap_or(0)
    })
}
