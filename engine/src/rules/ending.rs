//! The end of the game as data: mates, stalemate, clocks, repetition. The goals that depend on the
//! board have a file of their own. Does not know whether a game has ended: that is
//! `engine::outcome`.

use super::{Chase, Counting, Goal, Limit, Mate, OnlyPromotions, PerSide, Score, ToAndFro};
use serde::{Deserialize, Serialize};

/// How the game ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// The score of a side to move that is in check and has no legal move.
    pub checkmate: Score,
    /// The score of a side that is mated by check of these kinds alone. It precedes `checkmate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate_by: Option<Mate>,
    /// The score of a side that is mated after an unbroken series of checks, none of them by these
    /// kinds. It precedes `checkmate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate_without: Option<Mate>,
    /// The score of a side to move that is not in check and has no legal move.
    pub stalemate: PerSide<Score>,
    /// Endings that depend on the board, in the order in which they are tested.
    pub goals: Vec<Goal>,
    /// The halfmove clock's limit in plies and its score.
    pub move_rule: Option<Limit>,
    /// The number of occurrences of a position and the score.
    pub repetition: Option<Limit>,
    /// At a repetition: the result of a side that has given check with each of its moves since the
    /// position first occurred. It is a draw if both sides have. It precedes `repetition`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perpetual_check: Option<Score>,
    /// At a repetition without perpetual check: the score of a side that has chased one piece with
    /// each of its moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perpetual_chase: Option<Chase>,
    /// The score for moving one piece to and fro again and again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_and_fro: Option<ToAndFro>,
    /// The score of a side that has no other moves than promotions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_promotions: Option<OnlyPromotions>,
    /// Counts of moves at whose end the game is drawn.
    #[serde(default, skip_serializing_if = "Counting::is_empty")]
    pub counting: Counting,
}
