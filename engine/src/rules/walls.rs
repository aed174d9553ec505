//! Walls: squares that are closed in the course of a game. Does not list the squares for a wall:
//! that is `engine::movegen::walls`.

use super::Area;
use serde::{Deserialize, Serialize};

/// The largest number of squares, holes included, of a board with walls that moves put.
#[doc(hidden)]
pub const MAX_WALLED: usize = 255;

/// Each move puts a wall on a square at its end. No piece stands or moves there afterwards. A wall
/// stops rides like a piece that cannot be captured, and hops lead over it as over any piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Walls {
    /// The squares for it, among those that are empty when the move is made and after its
    /// consequences. The moved piece is the mover. Without such a square the move is illegal.
    pub on: Area,
    /// Whether there is one wall: the next one replaces it, and must stand elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one: bool,
    /// Whether a wall is a turn of its own, instead of a move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub instead: bool,
    /// Whether none is put while the side to move is in check, if a wall is a turn of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_in_check: bool,
    /// The players' name for a wall, such as `duck`; `None` for a plain wall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
}

impl Walls {
    /// A wall on any empty square after each move.
    pub fn new() -> Self {
        Self {
            on: Area::All,
            one: false,
            instead: false,
            not_in_check: false,
            called: None,
        }
    }

    /// The players' name for a wall.
    pub fn name(&self) -> &str {
        self.called.as_deref().unwrap_or("wall")
    }

    /// Walls that stand from the start; no more are put.
    pub fn standing() -> Self {
        Self {
            on: Area::Either(Vec::new()),
            instead: true,
            ..Self::new()
        }
    }
}

impl Default for Walls {
    fn default() -> Self {
        Self::new()
    }
}
