//! The entries of `rules` beyond one piece on each square: carriers, pieces that wait beside the
//! board and come back, and the consequences of their removal. Does not carry any of it out: that
//! is `mechanics/entries`.

use super::{Kinds, PieceName};
use serde::{Deserialize, Serialize};

/// The farthest that `within` reaches.
#[doc(hidden)]
pub const MAX_WITHIN: u8 = 3;

/// The rules by which pieces take part in turns together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beyond {
    /// Kinds that carry others. Pieces enter them, are safe inside, and are lost when the carrier
    /// is captured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carry: Vec<PieceName>,
    /// The kinds that come back. Captured and exiled pieces wait beside the board, and pieces
    /// promote only to these. `None` if nothing waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Kinds>,
    /// Pieces that promote others on their square colour to exiled pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recall: Vec<Recall>,
    /// Pieces that remove the pieces around them when they are captured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub avenge: Vec<Avenge>,
    /// While a piece of these kinds is left, the exile of a royal is not its loss.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regents: Vec<PieceName>,
}

/// A kind of piece that promotes others on its square colour to exiled pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recall {
    /// The piece that does it.
    pub by: PieceName,
    /// The kinds that become an exiled piece.
    pub of: PieceName,
}

/// Pieces that remove the pieces around them when they are captured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Avenge {
    /// The pieces that do it.
    pub of: Vec<PieceName>,
    /// The number of steps within which they remove pieces.
    pub within: u8,
}

impl Beyond {
    /// Whether some rule lets pieces take part in turns together.
    pub fn takes_part(&self) -> bool {
        *self != Self::default()
    }

    /// Whether it adds moves, or changes what moves do.
    pub fn adds_ways(&self) -> bool {
        self.ways().takes_part()
    }

    /// The part of it that concerns how pieces move.
    #[must_use]
    pub fn ways(&self) -> Self {
        Self {
            regents: Vec::new(),
            ..self.clone()
        }
    }

    /// The key of positions that belongs to it; the first one if there are several.
    pub fn position_key(&self) -> Option<&'static str> {
        let keys = [
            (!self.carry.is_empty(), TOWERS),
            (self.pool.is_some(), CAPTURED),
            (!self.recall.is_empty() || !self.regents.is_empty(), EXILE),
        ];
        keys.into_iter().find(|(has, _)| *has).map(|(_, key)| key)
    }

    /// Adds other rules behind these.
    pub fn join(&mut self, more: &Self) {
        fn add<T: Clone + PartialEq>(list: &mut Vec<T>, more: &[T]) {
            for one in more {
                if !list.contains(one) {
                    list.push(one.clone());
                }
            }
        }
        add(&mut self.carry, &more.carry);
        add(&mut self.recall, &more.recall);
        add(&mut self.avenge, &more.avenge);
        add(&mut self.regents, &more.regents);
        self.pool = match (self.pool.take(), &more.pool) {
            (Some(one), Some(other)) => Some(one.and(other)),
            (one, other) => one.or_else(|| other.clone()),
        };
    }
}

/// The key of positions for pieces inside others.
#[doc(hidden)]
pub const TOWERS: &str = "towers";
/// The key of positions for captured pieces that wait.
#[doc(hidden)]
pub const CAPTURED: &str = "captured";
/// The key of positions for exiled pieces.
#[doc(hidden)]
pub const EXILE: &str = "exile";
