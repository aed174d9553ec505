//! The endings that depend on the moves before a position.

use super::{PerSide, PieceName, Score, Squares};
use serde::{Deserialize, Serialize};

/// The score for chasing one piece with each move, if a position is repeated.
///
/// A piece is chased by a move if a piece of `by` attacks it that did not attack it before, and if
/// it is not guarded, or is stronger than its attacker. Two of a kind that could capture each other
/// do not chase each other. A piece that is pinned guards nothing and captures nothing.
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
    /// The squares on which these are chased, for each side; `None`: everywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<PerSide<Squares>>,
}

/// The result of a mate by the pieces that give it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mate {
    /// The score of the mated side.
    pub score: Score,
    /// The pieces.
    pub pieces: Vec<PieceName>,
}
