//! The texts of positions and moves. Knows no notation: that is `engine::fen`, `engine::notation`
//! and `engine::san`.

use super::engines::Play as _;
use super::{Engine, Flat, Position, Variant};
use crate::engine::Move;

impl Variant {
    /// The text of a position: extended FEN.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let text = "4k3/8/8/8/8/8/8/4K2R w K - 3 20";
    /// assert_eq!(chess.fen(&chess.position(text)?), text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let position = chess.position("7k/P7/8/8/8/8/8/K7 w - - 0 1")?;
    /// let mv = chess.find_move(&position, "a7a8n").expect("the move is legal");
    /// assert_eq!(chess.move_text(&position, mv).as_deref(), Some("a7a8n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_text(&self, position: &Position, mv: Move) -> Option<String> {
        let moves = self.legal_moves(position);
        let i = moves.iter().position(|&legal| legal == mv)?;
        Some(self.move_texts(position, &moves).swap_remove(i))
    }

    /// A legal move in standard algebraic notation; `None` if it is not legal in the position. For
    /// many moves, [`Self::sans`] is faster.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let position = chess.position("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1")?;
    /// let mv = chess.find_move(&position, "b1d2").expect("the move is legal");
    /// assert_eq!(chess.san(&position, mv).as_deref(), Some("Nbd2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn san(&self, position: &Position, mv: Move) -> Option<String> {
        let moves = self.legal_moves(position);
        let i = moves.iter().position(|&legal| legal == mv)?;
        Some(self.sans(position, &moves).swap_remove(i))
    }

    /// The legal move with that text.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let start = chess.start();
    /// assert!(chess.find_move(&start, "g1f3").is_some());
    /// assert!(chess.find_move(&start, "g1g3").is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_move(&self, position: &Position, text: &str) -> Option<Move> {
        ask!(self, position, |play, state| play.find_move(state, text))
    }

    /// Standard algebraic notation of `moves`, which must be all legal moves of the position.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let position = chess.position("7k/8/8/8/8/8/7P/K7 b - - 0 1")?;
    /// let moves = chess.legal_moves(&position);
    /// let mut sans = chess.sans(&position, &moves);
    /// sans.sort();
    /// assert_eq!(sans, ["Kg7", "Kg8", "Kh7"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sans(&self, position: &Position, moves: &[Move]) -> Vec<String> {
        ask!(self, position, |play, state| play.sans(state, moves))
    }
}
