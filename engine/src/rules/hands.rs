//! Hands: pieces beside the board, and where they may be dropped. Does not list drops: that is
//! `engine::movegen::drops`.

use super::{PieceName, Proviso, Rows, Side, Squares};
use serde::{Deserialize, Serialize};

/// The squares on which a side may drop a kind of piece from its hand, instead of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Drop {
    /// The kind.
    pub piece: PieceName,
    /// The side that drops.
    pub side: Side,
    /// The squares on which it may be dropped, if they are empty.
    pub zone: Squares,
    /// Squares on which it may also enter at the end of a move. A piece of its side must leave the
    /// square with that move, and must have stood there since the start. In castling this may be
    /// either of the two pieces. A promoting piece lets nothing in.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub gate: Squares,
    /// The directions in which it may be pushed in from an edge, over empty squares and as far as
    /// possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slides: Option<Rows>,
    /// The limit of pieces of the kind and side on a file; `None` if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_file: Option<u8>,
    /// Whether it may not give check.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_check: bool,
    /// Whether it may not checkmate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_mate: bool,
    /// Whether every other move is illegal while the drop is possible, except other such drops.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub must: bool,
    /// The piece that is taken from the hand for it, if that is another one. The dropped piece is
    /// its other face.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<PieceName>,
    /// Whether the hand is also filled from outside, as from another board.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outside: bool,
    /// Whether the hand never empties: no piece is taken from it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
    /// As long as one of these squares is empty, it may be dropped only there, in spite of the
    /// condition.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub first: Squares,
    /// The condition once the piece is on its square. The piece is the mover, and its square origin
    /// and target.
    #[serde(default, skip_serializing_if = "Proviso::is_none")]
    pub condition: Proviso,
}

fn is_empty(squares: &Squares) -> bool {
    squares.0.is_empty()
}

impl Drop {
    /// A drop without further conditions.
    pub fn new(piece: &str, side: Side, zone: Squares) -> Self {
        Self {
            piece: piece.to_owned(),
            side,
            zone,
            gate: Squares::default(),
            slides: None,
            per_file: None,
            no_check: false,
            no_mate: false,
            must: false,
            hand: None,
            outside: false,
            endless: false,
            first: Squares::default(),
            condition: Proviso::default(),
        }
    }
}
