//! Promotions as data: zones, choices and the events that allow them. Does not say how a move is
//! made.

use super::{Area, Owner, PieceName, Proviso, Side, Squares};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The moves that can promote: all, captures only, or quiet moves only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    /// Any event, however the piece arrives.
    #[default]
    Any,
    /// Only its own moves that capture.
    Capture,
    /// Only its own moves that do not capture.
    Quiet,
}

impl Occasion {
    /// Whether any move can promote.
    pub fn is_any(&self) -> bool {
        *self == Self::Any
    }

    /// Whether a move that captures, or one that does not, can promote.
    pub fn suits(self, captures: bool) -> bool {
        match self {
            Self::Any => true,
            Self::Capture => captures,
            Self::Quiet => !captures,
        }
    }
}

/// The promotion of a kind: its zone and the kinds to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promotion {
    /// The kind.
    pub piece: PieceName,
    /// The side that promotes.
    pub side: Side,
    /// The zone.
    pub zone: Squares,
    /// The event that allows it.
    pub trigger: Trigger,
    /// The moves that bring it about.
    #[serde(default, skip_serializing_if = "Occasion::is_any")]
    pub only: Occasion,
    /// The kinds to which it may promote.
    pub to: Vec<PieceName>,
    /// Whether it must promote. An optional promotion may also be declined; the piece then stays as
    /// it is.
    pub mandatory: Mandatory,
    /// The largest number of pieces of a kind that the side may have. A kind with this number
    /// cannot be chosen.
    pub limits: IndexMap<PieceName, u32>,
    /// The owner of the hand from which a kind must be taken: a friend or an enemy. If one
    /// promotion of a piece takes a kind from there, all others of the piece do, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<Owner>,
    /// In place: the empty squares to which the piece may go with the same move, as seen before it.
    /// The piece is the mover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goes: Option<Area>,
    /// In place: whether it may not give check.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_check: bool,
    /// In place: the condition on the board once it is done. The promoted piece is the mover.
    #[serde(default, skip_serializing_if = "Proviso::is_none")]
    pub condition: Proviso,
}

impl Promotion {
    /// Whether it depends on more than the square of the piece.
    pub fn is_conditional(&self) -> bool {
        self.goes.is_some() || self.no_check || !self.condition.is_none()
    }
}

/// The event that allows a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// A move that ends in the zone.
    Enter,
    /// A move that starts or ends in the zone.
    Touch,
    /// A move that starts in the zone.
    Leave,
    /// A move of its own: the piece stands in the zone and changes on its square (text `d8d8q`).
    InPlace,
}

impl Trigger {
    /// Whether the promoted piece stands in the zone.
    pub const fn is_inside(self) -> bool {
        matches!(self, Self::Enter | Self::InPlace)
    }

    /// Whether it is enough that a move ends in the zone.
    pub const fn is_by_entering(self) -> bool {
        matches!(self, Self::Enter | Self::Touch)
    }
}

/// The squares on which a promotion cannot be declined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mandatory {
    /// Always.
    Always,
    /// Never.
    Never,
    /// Only on these squares. If no kind can be chosen there, the move is impossible.
    On(Squares),
}
