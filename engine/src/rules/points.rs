//! Boards of lines, on whose crossings pieces stand: how a variant is drawn. Does not change how it
//! is played.

use super::{PerSide, Squares};
use serde::{Deserialize, Serialize};

/// A board of lines, on whose crossings pieces stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// White's bank of a river, at which lines along files stop. It is empty without a river.
    #[serde(default, skip_serializing_if = "PerSide::is_default")]
    pub river: PerSide<Squares>,
    /// The squares of each side whose two diagonals are drawn, such as palaces.
    #[serde(default, skip_serializing_if = "PerSide::is_default")]
    pub diagonals: PerSide<Squares>,
}
