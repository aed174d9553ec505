//! Endings that depend on what is on the board.

use super::{PieceName, Score, Side, Squares};
use serde::{Deserialize, Serialize};

/// An ending that depends on what is on the board, tested after every move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goal {
    /// The word in outcomes: `campmate`, `extinction`, ...
    pub reason: String,
    /// Whose pieces it is about; the score is for this side.
    pub side: Side,
    /// What must be the case.
    pub condition: GoalCondition,
    /// What it brings to `side`.
    pub score: Score,
}

/// What must be the case for a [`Goal`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoalCondition {
    /// A piece on a square.
    Reach(Reach),
    /// Few pieces left.
    Extinct(Extinct),
    /// Checks given.
    Checks(Checks),
}

/// One of the pieces stands in the zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reach {
    /// Kinds of pieces.
    pub pieces: Vec<PieceName>,
    /// Where.
    pub zone: Squares,
    /// Only at the end of the side's own move (`EM-8`); otherwise whoever moved.
    pub own_move: bool,
    /// The opponent, if it has not had as many turns, may still reach its own goal with the next move;
    /// if it does, the game is drawn (Racing Kings).
    pub reply: bool,
}

/// The side has at most `at_most` of the pieces, counted together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extinct {
    /// Kinds of pieces.
    pub pieces: Vec<PieceName>,
    /// The largest number that counts as extinct.
    pub at_most: u32,
    /// How many of the same kinds the opponent must have at least (2 for a bare king: the opponent has
    /// more than its own).
    pub opponent_at_least: u32,
    /// The side may still answer in kind: while it is to move, the opponent must have one piece more.
    pub reply: bool,
}

/// The side has given check `count` times (three-check). The remaining number of each side is part of the
/// position: key `checks=3+3`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checks {
    /// How many, from 1.
    pub count: u8,
}
