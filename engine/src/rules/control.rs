//! Control: moves of the opponent's pieces. Does not know which of these moves are legal: that is
//! `engine::movegen::control`.

use super::{Group, Movement};
use serde::{Deserialize, Serialize};

/// Instead of a move, a side may move one of the opponent's pieces. Such a move attacks nothing,
/// and captures no royal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Control {
    /// The pieces, as seen from the side to move.
    pub of: Vec<Group>,
    /// The movement for these pieces. By default it is their own, as far as it consists of moves to
    /// one square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Movement>,
    /// The pieces they capture.
    #[serde(default, skip_serializing_if = "Prey::is_enemies")]
    pub captures: Prey,
    /// Whether such a move may leave royals of the side attacked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exposes: bool,
}

/// The owner of the captured pieces, seen from the piece that moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prey {
    /// Pieces of the other side, which makes the move.
    #[default]
    Enemies,
    /// Pieces of its own side.
    Friends,
    /// Anybody's.
    Any,
    /// Of neither side.
    None,
}

impl Prey {
    /// Whether it is the default.
    pub fn is_enemies(&self) -> bool {
        *self == Self::Enemies
    }

    /// Whether pieces of its own side are captured, and whether the other side's are.
    pub fn sides(self) -> (bool, bool) {
        match self {
            Self::Enemies => (false, true),
            Self::Friends => (true, false),
            Self::Any => (true, true),
            Self::None => (false, false),
        }
    }
}

impl Control {
    /// Whether it asks about the piece just moved, which is unknown before a move.
    pub fn asks_for_move(&self) -> bool {
        self.of.iter().any(Group::asks_for_move)
    }
}
