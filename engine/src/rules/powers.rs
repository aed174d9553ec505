//! Powers: pieces that move differently while a condition holds.
//!
//! Conditions look at plain movements: the movement by a piece's own declaration, without its
//! present powers. So no power depends on another one, and their order does not matter. Which
//! pieces have a power in a position is not known here, but in `engine::powers`.

use super::{Kinds, Movement};
use serde::{Deserialize, Serialize};

/// Pieces of certain kinds move differently while a condition on them holds. Several changes add
/// up: a piece moves by the last one that replaces its movement, and also by all movements that it
/// gains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Power {
    /// The name in answers.
    pub name: String,
    /// The kinds of pieces that can have the power, of both sides.
    #[serde(default, skip_serializing_if = "Kinds::is_all")]
    pub of: Kinds,
    /// The condition on a piece.
    pub condition: Relation,
    /// The change of its movement.
    pub change: Change,
}

/// The relation of a piece to another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Relation {
    /// How the two are placed.
    pub how: How,
    /// Whether the other may be a friend.
    pub friends: bool,
    /// Whether the other may be an enemy.
    pub enemies: bool,
    /// The kinds of the other piece.
    #[serde(default, skip_serializing_if = "Kinds::is_all")]
    pub kinds: Kinds,
    /// Whether it must be of the same kind as the piece.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same: bool,
    /// Whether such pieces are counted: there must be more of them than of the other side's. Either
    /// `friends` or `enemies` is set, not both.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// Whether there must be at least two of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub several: bool,
}

/// The placement of two pieces to each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// The other one could capture on the piece's square by a plain capture, if an enemy stood
    /// there.
    Attacked,
    /// The piece could capture the other one by a plain capture, if it were an enemy.
    Attacks,
    /// This movement leads from the piece to the other one. Apart from occupied squares, it asks
    /// for nothing.
    Beside(Movement),
    /// They are neighbours: an edge of the board leads from one to the other.
    Next,
}

/// The movement of a piece while it has a power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// None: it neither moves nor attacks nor castles.
    None,
    /// This movement instead of its own.
    Moves(Movement),
    /// This movement besides its own.
    Gains(Movement),
    /// The other piece's own movement besides its own.
    GainsTheirs,
}

impl Power {
    /// The movements that it names.
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
