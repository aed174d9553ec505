//! Counting legal lines.

use super::core::Core;
use super::layout::Layout;
use super::movegen::{Count, List};
use super::mv::Move;
use super::position::Pos;
use std::sync::atomic::{AtomicBool, Ordering};

/// How leaves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// The moves of the last ply are counted as sets, without making them.
    Bulk,
    /// Every move is made.
    Made,
}

impl<L: Layout> Core<L> {
    /// Number of legal lines of `depth` plies; 0 is one line. Stops early, with a meaningless number, when
    /// `stop` is set.
    pub(crate) fn perft(&self, pos: &Pos<L>, depth: u32, leaves: Leaves, stop: &AtomicBool) -> u64 {
        self.lines(pos, depth, leaves, stop, &mut Vec::with_capacity(1024))
    }

    fn lines(
        &self,
        pos: &Pos<L>,
        depth: u32,
        leaves: Leaves,
        stop: &AtomicBool,
        stack: &mut Vec<Move>,
    ) -> u64 {
        match (depth, leaves) {
            (0, _) => 1,
            (1, Leaves::Bulk) => {
                if self.is_over(pos) {
                    return 0;
                }
                let mut count = Count::all();
                self.generate(pos, &mut count);
                count.found()
            }
            _ => {
                // A listing that looks ahead takes long enough to ask before each.
                if self.is_over(pos) || ((L::RICH || depth > 3) && stop.load(Ordering::Relaxed)) {
                    return 0;
                }
                let start = stack.len();
                self.generate(pos, &mut List::new(stack));
                let mut nodes = 0;
                for i in start..stack.len() {
                    if L::RICH && depth == 2 && stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let mut next = *pos;
                    next.advance(self, stack[i], pos);
                    nodes += self.lines(&next, depth - 1, leaves, stop, stack);
                }
                stack.truncate(start);
                nodes
            }
        }
    }

    /// All legal moves, in the order of generation; none if a goal has ended the game.
    pub(crate) fn legal_moves(&self, pos: &Pos<L>) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.legal_moves_into(pos, &mut moves);
        moves
    }

    /// Appends them to a list.
    pub(crate) fn legal_moves_into(&self, pos: &Pos<L>, moves: &mut Vec<Move>) {
        if !self.is_over(pos) {
            self.generate(pos, &mut List::new(moves));
        }
    }
}
