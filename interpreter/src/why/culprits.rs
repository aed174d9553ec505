//! The pieces for which a rule forbids a move: without one of them it could be played.

use super::asker::Asker;
use super::occupant::Occupant;
use super::words::and;
use crate::board::{Bits as _, Square};

/// Pieces are only looked for where the moves that have to be listed for it, one list for each
/// piece on the board, are about this many at most.
const MOST_MOVES: usize = 4000;

impl Asker<'_> {
    /// The pieces without any one of which the move would be legal. The mover, its victims and
    /// royals of the side itself are not among them. None if looking costs too much.
    pub(super) fn culprits(&self, but: [Square; 2], text: &str) -> Vec<Occupant> {
        let squares = self.topology().squares();
        let others: Vec<(Square, Occupant)> = squares
            .squares()
            .filter(|square| !but.contains(square))
            .filter_map(|square| Some((square, self.occupant(square)?)))
            .collect();
        if others.len() * self.legal.len() > MOST_MOVES {
            return Vec::new();
        }
        let found = others.into_iter().filter_map(|(square, piece)| {
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
