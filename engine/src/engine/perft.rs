//! Counts of legal lines. Does not know how moves are listed or made: that is `movegen` and
//! `apply`.

use super::core::Core;
use super::layout::Layout;
use super::movegen::{Count, List};
use super::mv::Move;
use super::position::Pos;
use crate::engine::apply;
use crate::engine::movegen;
use crate::engine::outcome;
use std::sync::atomic::{AtomicBool, Ordering};

/// The ways of counting leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// The moves of the last ply are counted as sets, without making them.
    Bulk,
    /// Every move is made.
    Made,
}

/// The number of legal lines of `depth` plies; 0 plies are one line. Stops early, with a
/// meaningless number, when `stop` is set.
pub(crate) fn perft<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    depth: u32,
    leaves: Leaves,
    stop: &AtomicBool,
) -> u64 {
    lines(core, pos, depth, leaves, stop, &mut Vec::with_capacity(1024))
}

fn lines<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    depth: u32,
    leaves: Leaves,
    stop: &AtomicBool,
    stack: &mut Vec<Move>,
) -> u64 {
    match (depth, leaves) {
        (0, _) => 1,
        (1, Leaves::Bulk) => {
            if outcome::is_over(core, pos) {
                return 0;
            }
            let mut count = Count::all();
            movegen::generate(core, pos, &mut count);
            count.found()
        }
        _ => {
            // A listing that looks ahead takes long enough to test `stop` before each.
            if outcome::is_over(core, pos) || ((L::RICH || depth > 3) && stop.load(Ordering::Relaxed)) {
                return 0;
            }
            let start = stack.len();
            movegen::generate(core, pos, &mut List::new(stack));
            let mut nodes = 0;
            for i in start..stack.len() {
                if L::RICH && depth == 2 && stop.load(Ordering::Relaxed) {
                    break;
                }
                let mut next = *pos;
                apply::advance(core, &mut next, stack[i], pos);
                nodes += lines(core, &next, depth - 1, leaves, stop, stack);
            }
            stack.truncate(start);
            nodes
        }
    }
}

/// All legal moves, in the order of generation; none if a goal has ended the game.
pub(crate) fn legal_moves<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> Vec<Move> {
    let mut moves = Vec::with_capacity(64);
    legal_moves_into(core, pos, &mut moves);
    moves
}

/// Appends all legal moves to a list.
pub(crate) fn legal_moves_into<L: Layout>(core: &Core<L>, pos: &Pos<L>, moves: &mut Vec<Move>) {
    if !outcome::is_over(core, pos) {
        movegen::generate(core, pos, &mut List::new(moves));
    }
}
