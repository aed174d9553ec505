//! The pieces because of which a rule forbids a move. Without one of them it would be legal.

use super::asker::Asker;
use super::occupant::Occupant;
use super::words::and;
use crate::board::{Bits as _, Square};
use crate::engine::Position;

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

impl Asker<'_> {
    /// Some pieces, few of them, without which the move would be legal, royals apart: no piece if
    /// the mover itself is the cause. Nothing if looking costs too much.
    pub(super) fn culprits_together(&self, but: [Square; 2], text: &str) -> Option<Vec<Occupant>> {
        let squares = self.topology().squares();
        let royal = |piece: &Occupant| {
            let kind = self.rules().pieces.get(&piece.piece);
            kind.is_none_or(|kind| kind.royal[piece.side])
        };
        let others: Vec<(Square, Occupant)> = squares
            .squares()
            .filter(|square| !but.contains(square))
            .filter_map(|square| Some((square, self.occupant(square)?)))
            .filter(|(_, piece)| !royal(piece))
            .collect();
        if others.len() * self.legal.len() > MOST_MOVES {
            return None;
        }
        let legal = |there: &Position| self.variant.find_move(there, text).is_some();
        let without = |there: Position, square: Square| self.variant.with_piece(&there, square, None);
        let all = others.iter().map(|(square, _)| *square);
        let mut sparse = all.fold(self.position.clone(), without);
        if !legal(&sparse) {
            return Some(Vec::new());
        }
        let mut found = Vec::new();
        for (square, piece) in others {
            let stands = self.variant.piece_at(self.position, square);
            let back = self.variant.with_piece(&sparse, square, stands);
            if legal(&back) {
                sparse = back;
            } else {
                found.push(piece);
            }
        }
        Some(found)
    }
}

/// `, because of the black bishop on b8`; nothing if it is not a matter of a few pieces.
pub(super) fn because_of(culprits: &[Occupant]) -> String {
    match culprits.len() {
        1..=3 => format!(", because of {}", and(culprits)),
        _ => String::new(),
    }
}
