//! Endings that depend on the pieces on the board. Does not know whether one is reached: that is
//! `engine::goals`.

use super::{PieceName, Score, Side, Squares};
use serde::{Deserialize, Serialize};

/// An ending that depends on the pieces on the board, tested after every move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goal {
    /// The word in outcomes: `campmate`, `extinction`, ...
    pub reason: String,
    /// The side whose pieces decide; the score is for this side.
    pub side: Side,
    /// The condition of the goal.
    pub condition: GoalCondition,
    /// The score of `side`.
    pub score: Score,
}

/// The condition of a [`Goal`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoalCondition {
    /// A piece on a square.
    Reach(Reach),
    /// Few pieces left.
    Extinct(Extinct),
    /// Checks given.
    Checks(Checks),
    /// Pieces in a row.
    Line(Line),
    /// Pieces that fill a square.
    Square(SquareOf),
    /// A chain of pieces between two edges, or other regions.
    Join(Join),
    /// The side with more pieces.
    Most(Most),
    /// No right to castle.
    Barred(Barred),
}

/// A piece stands in the zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reach {
    /// Kinds of pieces.
    pub pieces: Vec<PieceName>,
    /// The zone.
    pub zone: Squares,
    /// Whether it is tested only at the end of the side's own move (`EM-8`), not after a move of
    /// either side.
    pub own_move: bool,
    /// Whether the opponent, if it has had fewer turns, may still reach its own goal with the next
    /// move. If it does, the game is drawn (Racing Kings).
    pub reply: bool,
    /// The number of pieces that must stand there, from 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub at_least: u32,
    /// Whether one piece is enough if the zone has no empty square.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub filled: bool,
    /// Whether only pieces count that the opponent could not capture there by a capture that takes
    /// nothing else. The opponent's own safety does not matter.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub safe: bool,
    /// Whether it is tested only when the side is to move again. By then the opponent has had a
    /// turn to prevent it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
}

fn one() -> u32 {
    1
}

fn is_one(number: &u32) -> bool {
    *number == 1
}

/// Several of the side's pieces stand in a row (gomoku).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Kinds of pieces; they may be mixed.
    pub pieces: Vec<PieceName>,
    /// The number, from 2.
    pub count: u32,
    /// The directions of rows.
    #[serde(default, skip_serializing_if = "Rows::is_all")]
    pub rows: Rows,
    /// Whether anything may stand between them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub apart: bool,
}

/// The side's pieces fill a square of `size` files and ranks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SquareOf {
    /// Kinds of pieces; they may be mixed.
    pub pieces: Vec<PieceName>,
    /// Files and ranks, from 2.
    pub size: u32,
}

/// A chain of the side's pieces, each next to the one before, connects a square of one set with a
/// square of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Join {
    /// Kinds of pieces; they may be mixed.
    pub pieces: Vec<PieceName>,
    /// The zone in which it begins.
    pub zone: Squares,
    /// The zone in which it ends.
    pub with: Squares,
    /// The directions from one piece of the chain to the next.
    #[serde(default, skip_serializing_if = "Rows::is_all")]
    pub rows: Rows,
    /// Whether instead a piece in one set is a neighbour of a piece in the other set, with no chain
    /// between the sets. This is asked before all other goals, after a move of either side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub touch: bool,
}

/// The pieces on the board are counted. The side with more of them has reached the goal, the side
/// with fewer gets the opposite score, and with equal numbers the game is drawn. The count takes
/// place as soon as one of the four conditions holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Most {
    /// Kinds of pieces, counted together.
    pub pieces: Vec<PieceName>,
    /// Condition: no square of the board is empty.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub full: bool,
    /// Condition: the side to move is not in check and has no legal move. It precedes `stalemate`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stuck: bool,
    /// Condition: this number of passes have followed each other; 0 if that does not matter. The
    /// number of passes so far is part of the position: key `passes=1`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub passes: u8,
    /// Condition: royals of both sides face each other on an open file or rank, and the last move
    /// was a pass.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub facing: bool,
    /// Whether each piece counts its [`super::Piece::value`] in hundredths, and not 1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_value: bool,
    /// The handicap that is subtracted from the side's own count, in hundredths.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub less: u32,
}

impl Most {
    /// The number of passes in a row that it looks at.
    pub fn passes_seen(&self) -> u8 {
        self.passes.max(u8::from(self.facing))
    }

    /// The weight of a piece of that value, in hundredths.
    pub fn weight(&self, value: Option<u32>) -> u32 {
        if self.by_value { value.unwrap_or(0) } else { 100 }
    }
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

fn is_nothing(number: &u32) -> bool {
    *number == 0
}

/// The directions of rows of pieces, at least one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rows {
    /// Along files.
    pub vertical: bool,
    /// Along ranks.
    pub sideways: bool,
    /// Along both diagonals.
    pub diagonal: bool,
}

impl Rows {
    /// All directions.
    pub const ALL: Self = Self {
        vertical: true,
        sideways: true,
        diagonal: true,
    };

    /// Whether it has all directions.
    pub fn is_all(&self) -> bool {
        *self == Self::ALL
    }

    /// Directions of the compass, from 0 (north) clockwise to 3 (south-east); each stands for
    /// itself and its opposite.
    pub fn directions(self) -> impl Iterator<Item = usize> {
        let all = [self.vertical, self.diagonal, self.sideways, self.diagonal];
        let mut found = Vec::new();
        for (direction, wanted) in all.into_iter().enumerate() {
            if wanted {
                found.push(direction);
            }
        }
        found.into_iter()
    }
}

impl Default for Rows {
    fn default() -> Self {
        Self::ALL
    }
}

/// The side has at most `at_most` of the pieces, counted together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extinct {
    /// Kinds of pieces.
    pub pieces: Vec<PieceName>,
    /// The largest number that counts as extinct.
    pub at_most: u32,
    /// The least number of the same kinds that the opponent must have. It is 2 for a bare king: the
    /// opponent has more than its own king.
    pub opponent_at_least: u32,
    /// Whether the side may still answer in kind: while it is to move, the opponent must have one
    /// piece more.
    pub reply: bool,
    /// Whether it is tested only when the side is to move again, so that losses by its own last
    /// turn do not count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
}

/// The side no longer has a right to a castling whose first piece, the king, ends in the zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Barred {
    /// The zone.
    pub zone: Squares,
}

/// The side has given check `count` times (three-check). The remaining numbers of both sides are
/// part of the position: key `checks=3+3`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checks {
    /// The number, from 1.
    pub count: u8,
}
