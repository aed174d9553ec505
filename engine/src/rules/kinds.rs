//! Kinds of pieces.

use super::PieceName;
use serde::{Deserialize, Serialize};

/// Kinds of pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kinds {
    /// All.
    #[default]
    All,
    /// All but these.
    Except(Vec<PieceName>),
    /// These.
    Only(Vec<PieceName>),
}

impl Kinds {
    /// All but some.
    pub fn except(names: Vec<PieceName>) -> Self {
        if names.is_empty() {
            Self::All
        } else {
            Self::Except(names)
        }
    }

    /// Whether they are all.
    pub fn is_all(&self) -> bool {
        *self == Self::All
    }

    /// Whether none is.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::Only(names) if names.is_empty())
    }

    /// Those that are in both, in the order of the alphabet.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let (mut names, only) = match (self, other) {
            (Self::All, kinds) | (kinds, Self::All) => return kinds.clone(),
            (Self::Except(a), Self::Except(b)) => (a.iter().chain(b).cloned().collect::<Vec<_>>(), false),
            (Self::Only(names), kinds) | (kinds, Self::Only(names)) => {
                let both = names.iter().filter(|name| kinds.has(name));
                (both.cloned().collect(), true)
            }
        };
        names.sort();
        names.dedup();
        if only {
            Self::Only(names)
        } else {
            Self::except(names)
        }
    }

    /// Whether a kind is among them.
    pub fn has(&self, name: &str) -> bool {
        let named = |names: &[PieceName]| names.iter().any(|n| n == name);
        match self {
            Self::All => true,
            Self::Except(names) => !named(names),
            Self::Only(names) => named(names),
        }
    }
}
