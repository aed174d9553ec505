//! The pieces for which a rule forbids a move: without one of them it could be played.

use super::asker::Asker;
use super::occupant::Occupant;
use super::words::and;
use crate::board::{Bits as _, Square};

impl Asker<'_> {
    /// The pieces without any one of which the move would be legal. Neither what moves nor what is
    /// captured is among them, nor a royal of the side itself.
    pub(super) fn culprits(&self, but: [Square; 2], text: &str) -> Vec<Occupant> {
        let squares = self.topology().squares();
        let others = squares.squares().filter(|square| !but.contains(square));
        let found = others.filter_map(|square| {
            let piece = self.occupant(square)?;
            let royal = self.rules().pieces.get(&piece.piece)?.royal[piece.side];
            if royal && piece.side == self.us {
                return None;
            }
            let there = self.variant.with_piece(self.position, square, None);
            self.variant.find_move(&there, text)?;
            Some(piece)
        });
        found.collect()
    }
}

/// `, because of the black bishop on b8`; nothing if it is not a matter of a few pieces.
pub(super) fn because_of(culprits: &[Occupant]) -> String {
    match culprits.len() {
        1..=3 => format!(", because of {}", and(culprits)),
        _ => String::new(),
    }
}
