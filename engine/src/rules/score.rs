//! The score of an ending for a side, and counts that bring it about. Knows no endings.

use super::Side;
use serde::{Deserialize, Serialize};

/// The score of an ending, seen from the side that the rule speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// That side wins.
    Win,
    /// Neither side wins.
    Draw,
    /// That side loses.
    Loss,
}

impl Score {
    /// The winner, if this is the score of `side`; `None` is a draw.
    pub fn winner(self, side: Side) -> Option<Side> {
        match self {
            Self::Win => Some(side),
            Self::Draw => None,
            Self::Loss => Some(side.other()),
        }
    }
}

/// A count at which the game ends or may be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// Plies of the halfmove clock, or occurrences of a position.
    pub count: u16,
    /// The score of the side that made the last move, or of `side`.
    pub score: Score,
    /// The side that gets the score, after a move of either side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Whether a player must claim it. If so, it never ends the game by itself (`CH-3`).
    pub claim: bool,
    /// Whether pieces are counted at the end, by the first goal that counts them. If no goal does,
    /// `score` is used.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub counted: bool,
}
