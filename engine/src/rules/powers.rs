//! Powers: pieces that move differently while a condition holds.
//!
//! Conditions look at plain movements: the movement by a piece's own declaration, without its
//! present powers. So no power depends on another one, and their order does not matter.

use super::{Kinds, Movement};
use serde::{Deserialize, Serialize};

/// Pieces of certain kinds move differently while a condition on them holds. Several changes add
/// up: a piece moves by the last one that replaces its movement, and besides by all movements that
/// it gains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Power {
    /// The name in answers.
    pub name: String,
    /// The kinds of pieces that can have the power, of both sides.
    #[serde(default, skip_serializing_if = "Kinds::is_all")]
    pub of: Kinds,
    /// The condition on a piece.
    pub condition: Tie,
    /// How it moves then.
    pub change: Change,
}

/// The relation of a piece to another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Tie {
    /// How the two are placed.
    pub how: How,
    /// Whether the other may be a friend.
    pub friends: bool,
    /// Whether it may be an enemy.
    pub enemies: bool,
    /// Of which kinds it is.
    #[serde(default, skip_serializing_if = "Kinds::is_all")]
    pub kinds: Kinds,
    /// Whether it must be of the same kind as the piece.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same: bool,
    /// Whether they are counted: there are more of them than of the other side's; either `friends` or `enemies`, not both.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// Whether there must be two of them or more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub several: bool,
}

/// How two pieces are placed to each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// The other one could capture on the piece's square by a plain capture, were an enemy there.
    Attacked,
    /// The piece could capture the other one so, were it an enemy.
    Attacks,
    /// This movement, which asks at most which squares are occupied, leads from the piece to the other one.
    Beside(Movement),
    /// They are neighbours: an edge of the board leads from one to the other.
    Next,
}

/// How a piece moves while it has a power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Not at all: it neither moves nor attacks nor castles.
    None,
    /// In this way instead of its own.
    Moves(Movement),
    /// In this way, too.
    Gains(Movement),
    /// As the other piece moves by itself, too.
    GainsTheirs,
}

impl Power {
    /// The movements that it speaks of.
    pub fn movements(&self) -> impl Iterator<Item = &Movement> {
        let beside = match &self.condition.how {
            How::Beside(movement) => Some(movement),
            How::Attacked | How::Attacks | How::Next => None,
        };
        let change = match &self.change {
            Change::Moves(movement) | Change::Gains(movement) => Some(movement),
            Change::None | Change::GainsTheirs => None,
        };
        beside.into_iter().chain(change)
    }
}
