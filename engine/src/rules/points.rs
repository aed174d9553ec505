//! Boards of lines, on whose crossings pieces stand: how a variant is drawn, not how it is played.

use super::{PerSide, Squares};
use serde::{Deserialize, Serialize};

/// A board of lines, on whose crossings pieces stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// White's bank of a river: lines along files stop where it ends. Empty without a river.
    #[serde(default, skip_serializing_if = "PerSide::is_default")]
    pub river: PerSide<Squares>,
    /// The squares of each side whose two diagonals are drawn, such as palaces.
    #[serde(default, skip_serializing_if = "PerSide::is_default")]
    pub diagonals: PerSide<Squares>,
}
