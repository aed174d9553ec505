//! The legal moves of a position, listed once.

use crate::engine::{Move, Position, Variant};
use crate::rules::Side;

/// The legal moves of a position, with their texts.
#[derive(Clone, Copy, Debug)]
pub struct Legal<'a> {
    /// The variant.
    pub variant: &'a Variant,
    /// The position.
    pub position: &'a Position,
    /// All its legal moves.
    pub moves: &'a [Move],
    /// The texts of the moves, in the same order.
    pub texts: &'a [String],
}

impl Legal<'_> {
    /// The piece that moves.
    pub(super) fn mover(&self, mv: Move) -> Option<(usize, Side)> {
        if usize::from(mv.start()) >= self.variant.topology().size() {
            return None;
        }
        self.variant.piece_at(self.position, mv.start())
    }
}
