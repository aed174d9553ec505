//! Hands: pieces beside the board, and where they may be dropped.

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
    /// On which squares, if they are empty.
    pub zone: Squares,
    /// Squares on which it may also enter at the end of a move. A piece of its side must leave the
    /// square with that move, and must have stood there since the start. In castling this may be
    /// either of the two pieces. A promoting piece lets nothing in.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub gate: Squares,
    /// It is pushed in from an edge along one of these ways, over empty squares and as far as it goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slides: Option<Rows>,
    /// Only on files with fewer pieces of the kind and side; no limit if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_file: Option<u8>,
    /// It may not give check.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_check: bool,
    /// It may not checkmate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_mate: bool,
    /// As long as the drop is possible, nothing else is, except other such drops.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub must: bool,
    /// The piece that is taken from the hand for it, if that is another one: the dropped piece is its other face.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<PieceName>,
    /// The hand is filled from outside, too, as from another board.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outside: bool,
    /// The hand never empties: no piece is taken from it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
    /// As long as one of these squares is empty, only there, in spite of the condition.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub first: Squares,
    /// The condition once the piece is on its square; it is the mover, and its square origin and
    /// target.
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
