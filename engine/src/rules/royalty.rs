//! The safety of royal pieces as data: the rule of each side, and the definition of an attack.
//! Knows no position.

use super::PerSide;
use serde::{Deserialize, Serialize};

/// The conditions under which the safety of royal pieces allows a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Royalty {
    /// The rule.
    pub rule: PerSide<RoyalRule>,
    /// The definition of an attack on a royal.
    #[serde(default, skip_serializing_if = "RoyalAttack::is_by_paths")]
    pub attack: RoyalAttack,
    /// Whether the consequences of a move may cost its own side a royal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sacrifice: bool,
    /// Whether a move that takes the opponent's last royal must still leave its own royals safe.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_trade: bool,
}

/// The definition of an attack on a royal piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoyalAttack {
    /// A piece attacks a royal if it could capture it.
    #[default]
    Paths,
    /// The same, and any piece that could take the royal off the board in one move with its
    /// consequences, if its side were to move. That move is no castling and costs its own side no
    /// royal. It need not leave its own royals safe.
    Turns,
}

impl RoyalAttack {
    /// Whether only captures attack.
    pub fn is_by_paths(&self) -> bool {
        *self == Self::Paths
    }
}

/// The condition that a side's royal pieces must meet after its own move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoyalRule {
    /// None of them is attacked. Check: any of them is.
    All,
    /// Not all of them are attacked. Check: all of them are (Spartan Chess's duple check).
    Any,
    /// The last one is not attacked; as long as there are several, all may be. Check: the last one
    /// is attacked.
    Last,
    /// The last one of each kind is not attacked; if there are several of a kind, all of them may
    /// be. Check: one that is the last of its kind is attacked.
    LastOfEach,
    /// None is attacked, or fewer than before (`EN-15`). Royals can be captured; the side that
    /// loses the last one loses.
    Fewer,
}
