//! Counting legal lines.

use super::core::Core;
use super::layout::Layout;
use super::movegen::{Count, Each};
use super::position::{Move, Pos};
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
        match (depth, leaves) {
            (0, _) => 1,
            (1, Leaves::Bulk) => {
                if self.is_over(pos) {
                    return 0;
                }
                let mut count = Count::default();
                self.generate(pos, &mut count);
                count.0
            }
            _ => {
                if self.is_over(pos) || (depth > 3 && stop.load(Ordering::Relaxed)) {
                    return 0;
                }
                let mut nodes = 0;
                let mut each =
                    Each::new(|mv| nodes += self.perft(&pos.after(self, mv), depth - 1, leaves, stop));
                self.generate(pos, &mut each);
                nodes
            }
        }
    }

    /// All legal moves, in the order of generation; none if a goal has ended the game.
    pub(crate) fn legal_moves(&self, pos: &Pos<L>) -> Vec<Move> {
        let mut moves = Vec::new();
        if !self.is_over(pos) {
            self.generate(pos, &mut Each::new(|mv| moves.push(mv)));
        }
        moves
    }
}
