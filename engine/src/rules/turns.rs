//! Turns of several moves.

use super::{PerSide, Side};
use serde::{Deserialize, Serialize};

/// A turn has at most so many moves, however it grows.
pub const MAX_PARTS: u8 = 99;

/// A turn is several moves of the same side, one after the other, each legal by itself. A pass ends it; so does a side
/// that has no legal move left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Turns {
    /// How many moves a turn of each side has, at least 1.
    pub moves: PerSide<u8>,
    /// How many the first turn of the game has, if it is another number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u8>,
    /// By how many each turn of the game is longer than it would have been one turn, of either side, before.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub grows: u8,
    /// Whether a move that gives check ends the turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub check_ends: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl Turns {
    /// One move for each side, always.
    pub fn new() -> Self {
        Self {
            moves: PerSide::both(1),
            first: None,
            grows: 0,
            check_ends: false,
        }
    }

    /// How many moves a turn has that is as many turns after the first one of the game, `1..=`[`MAX_PARTS`].
    pub fn length(&self, side: Side, turns_before: u32) -> u8 {
        match self.first {
            Some(first) if turns_before == 0 => first.clamp(1, MAX_PARTS),
            _ => {
                let grown = u32::from(self.grows).saturating_mul(turns_before);
                let all = grown.saturating_add(self.moves[side].into());
                all.clamp(1, MAX_PARTS.into()) as u8
            }
        }
    }

    /// Whether any turn can have more than one move.
    pub fn are_several(&self) -> bool {
        let longest = self
            .moves
            .white
            .max(self.moves.black)
            .max(self.first.unwrap_or(1));
        longest > 1 || self.grows > 0
    }
}

impl Default for Turns {
    fn default() -> Self {
        Self::new()
    }
}
