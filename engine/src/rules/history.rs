//! The endings that depend on the moves before a position. Does not know those moves: the game they
//! belong to is `past`.

use super::{PerSide, PieceName, Score, Squares};
use serde::{Deserialize, Serialize};

/// The score of a side that chases one piece with each move, if a position is repeated.
///
/// A move chases a piece if a piece of `by` attacks it that did not attack it before. The chased
/// piece must be unguarded, or stronger than its attacker. Two pieces of a kind that could capture
/// each other do not chase each other. A pinned piece guards nothing and captures nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chase {
    /// The score of the side that has chased; a draw if both have.
    pub score: Score,
    /// The kinds that chase and may be chased: sets of kinds that are equally strong, the strongest
    /// first.
    pub by: Vec<Vec<PieceName>>,
    /// The other kinds that may be chased.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<PieceName>,
    /// The squares on which these are chased, for each side; `None` stands for all squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<PerSide<Squares>>,
}

/// The result of a mate, by the pieces that give it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mate {
    /// The score of the mated side.
    pub score: Score,
    /// The pieces.
    pub pieces: Vec<PieceName>,
}
