//! The texts of positions and moves. Knows no notation: that is `engine::fen`, `engine::notation`
//! and `engine::san`.

use super::engines::Play as _;
use super::{Engine, Flat, Position, Variant};
use crate::engine::Move;

impl Variant {
    /// The text of a position: extended FEN.
    ///
    /// # Panics
    /// Like all methods here, if the position has another layout than those of this variant
    /// ([`Variant::knows`]).
    pub fn fen(&self, position: &Position) -> String {
        let mut out = String::with_capacity(96);
        self.fen_into(position, &mut out);
        out
    }

    /// Appends the text of a position to `out`.
    pub fn fen_into(&self, position: &Position, out: &mut String) {
        ask!(self, position, |play, state| play.fen_into(state, out))
    }

    /// The texts of `moves`, which must be all legal moves of the position; no two are equal.
    pub fn move_texts(&self, position: &Position, moves: &[Move]) -> Vec<String> {
        ask!(self, position, |play, state| play.move_texts(state, moves))
    }

    /// The text of a legal move; `None` if it is not legal in the position. For many moves,
    /// [`Self::move_texts`] is faster.
    pub fn move_text(&self, position: &Position, mv: Move) -> Option<String> {
        let moves = self.legal_moves(position);
        let i = moves.iter().position(|&legal| legal == mv)?;
        Some(self.move_texts(position, &moves).swap_remove(i))
    }

    /// A legal move in standard algebraic notation; `None` if it is not legal in the position. For
    /// many moves, [`Self::sans`] is faster.
    pub fn san(&self, position: &Position, mv: Move) -> Option<String> {
        let moves = self.legal_moves(position);
        let i = moves.iter().position(|&legal| legal == mv)?;
        Some(self.sans(position, &moves).swap_remove(i))
    }

    /// The legal move with that text.
    pub fn find_move(&self, position: &Position, text: &str) -> Option<Move> {
        ask!(self, position, |play, state| play.find_move(state, text))
    }

    /// Standard algebraic notation of `moves`, which must be all legal moves of the position.
    pub fn sans(&self, position: &Position, moves: &[Move]) -> Vec<String> {
        ask!(self, position, |play, state| play.sans(state, moves))
    }
}
