//! Counts of moves after which a game is drawn. Knows no positions: the counts are kept by
//! `engine::counting`.

use super::{PieceName, Score};
use serde::{Deserialize, Serialize};

/// Counts of moves at whose end the game is drawn. The side that is short of pieces counts; the
/// other side must have mated by then (makruk).
///
/// A side may count while its count holds, as long as the opponent has more than one piece on the
/// board. A count begins when a side to move may count and none runs. It begins again in two cases.
/// A capture or a promotion leaves the side to move with one piece; or its only piece captures the
/// last piece that prevented a count. It grows by one with each turn of either side. The game is
/// drawn once the count has passed the limit, unless it has ended before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counting {
    /// The count of a side that has one piece on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alone: Option<Count>,
    /// The count of a side that has several pieces on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub several: Option<Count>,
}

impl Counting {
    /// Whether neither side ever counts.
    pub fn is_empty(&self) -> bool {
        self.alone.is_none() && self.several.is_none()
    }

    /// The counts that exist.
    pub fn counts(&self) -> impl Iterator<Item = &Count> {
        self.alone.iter().chain(&self.several)
    }
}

/// When a side counts, and how far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// The limits; the first one that holds applies. If none holds, the side does not count.
    pub limits: Vec<CountLimit>,
    /// The side counts only if neither side has one of these on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<PieceName>,
    /// The side counts only if it has at most this number of pieces on the board; 0 if that does
    /// not matter.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub at_most: u32,
    /// Whether the count begins with the number of all pieces on the board, in moves, and not with
    /// 0.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_pieces: bool,
}

/// The limit of a side's count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountLimit {
    /// Moves of each side.
    pub moves: u16,
    /// The limit applies only if the opponent has pieces of these kinds; empty if that does not
    /// matter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub against: Vec<PieceName>,
    /// The least number of such pieces.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub at_least: u32,
}

/// The score of a side that moves one piece to and fro between two squares in turns that follow
/// each other. The piece has come to one of them and has then moved to the other or back that many
/// times. Nothing has been captured since, and no such move has answered a check. The last move but
/// one may have been a pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToAndFro {
    /// The number of times.
    pub count: u16,
    /// The score of the side.
    pub score: Score,
    /// The kinds that count; empty if all do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceName>,
}

/// The score of a side to move that is not in check, has few pieces on the board, and can only
/// promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnlyPromotions {
    /// The most pieces.
    pub pieces: u16,
    /// The score of the side.
    pub score: Score,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}
