//! Sets of kinds of pieces, as texts name them. Does not know which kinds exist: a
//! [`super::Ruleset`] has the list.

use super::PieceName;
use crate::order::sort;
use serde::{Deserialize, Serialize};

/// A set of kinds of pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kinds {
    /// All kinds.
    #[default]
    All,
    /// All kinds but these.
    Except(Vec<PieceName>),
    /// These kinds.
    Only(Vec<PieceName>),
}

impl Kinds {
    /// All kinds except some.
    pub fn except(names: Vec<PieceName>) -> Self {
        if names.is_empty() {
            Self::All
        } else {
            Self::Except(names)
        }
    }

    /// Whether the set has all kinds.
    pub fn is_all(&self) -> bool {
        *self == Self::All
    }

    /// Whether the set is empty.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::Only(names) if names.is_empty())
    }

    /// The kinds that are in both sets, in the order of the alphabet.
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
        sort(&mut names);
        names.dedup();
        if only {
            Self::Only(names)
        } else {
            Self::except(names)
        }
    }

    /// Whether a kind is in the set.
    pub fn has(&self, name: &str) -> bool {
        let named = |names: &[PieceName]| names.iter().any(|n| n == name);
        match self {
            Self::All => true,
            Self::Except(names) => !named(names),
            Self::Only(names) => named(names),
        }
    }
}
