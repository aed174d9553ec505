//! The contents of a position: pieces on squares and in hand, walls, and everything else that can
//! be seen. Does not make moves.

use super::engines::Play as _;
use super::{Engine, Flat, Position, Variant};
use crate::board::{Square, U256, convert};
use crate::rules::Side;

impl Variant {
    /// The piece on a square: its index in the ruleset's pieces and its side; `None` on an empty
    /// square, and off the board.
    #[doc(hidden)]
    pub fn piece_at(&self, position: &Position, square: Square) -> Option<(usize, Side)> {
        if !self.has_square(square) {
            return None;
        }
        ask!(self, position, |play, state| play.piece_at(state, square))
    }

    /// Whether the board has a square of that number.
    pub(super) fn has_square(&self, square: Square) -> bool {
        usize::from(square) < self.topology().size()
    }

    /// The pieces that a side has in hand, in the order of the rules: the kind (its index in the
    /// ruleset's pieces) and the number.
    #[doc(hidden)]
    pub fn hand(&self, position: &Position, side: Side) -> Vec<(usize, u8)> {
        let mut list = Vec::new();
        self.each_in_hand(position, |kind, whose, count| {
            if whose == side {
                list.push((kind, count));
            }
        });
        list
    }

    /// Calls `f` for the pieces in both hands, with the kind (its index in the ruleset's pieces),
    /// the side and the number.
    #[doc(hidden)]
    pub fn each_in_hand(&self, position: &Position, mut f: impl FnMut(usize, Side, u8)) {
        let mut each = |held: &[u8], side: Side| {
            let held = held.iter().copied().enumerate();
            for (kind, count) in held.filter(|&(_, count)| count > 0) {
                f(kind, side, count);
            }
        };
        for side in Side::ALL {
            flat!(self, position, |_core, pos| each(pos.held(side), side));
        }
    }

    /// Calls `f` for every piece on the board, with its square, kind (its index in the ruleset's
    /// pieces) and side. Pieces above others are included; the order has no meaning.
    #[doc(hidden)]
    pub fn each_piece(&self, position: &Position, f: impl FnMut(Square, usize, Side)) {
        ask!(self, position, |play, state| play.each_piece(state, f));
    }

    /// The squares that are closed.
    #[doc(hidden)]
    pub fn walls(&self, position: &Position) -> U256 {
        flat!(self, position, |_core, pos| convert(pos.closed()))
    }

    /// Whether royals of both sides face each other on an open file or rank, if the rules depend on
    /// it.
    pub fn royals_face(&self, position: &Position) -> bool {
        flat!(self, position, |core, pos| pos.royals_face(core))
    }

    /// The number of passes that have just followed each other, as far as the rules count them.
    pub fn passes(&self, position: &Position) -> u8 {
        flat!(self, position, |_core, pos| pos.passes)
    }
}
