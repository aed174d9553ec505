//! Conditions of powers in their compiled form: counts of neighbours, and relations of pieces to
//! others. Knows no positions.

use super::narrow::{Narrow, narrow};
use super::terms::Reach;
use super::width::{Wide, Width};
use crate::board::Bits;
use crate::rules::{BySide, Side};

/// The largest number of predicates of a variant: two for each count of neighbours, one for each
/// relation.
pub(crate) const MAX_PREDICATES: usize = 16;

/// Predicates that must hold, and others that must not, for pieces to have a movement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct PowerCondition {
    /// The predicates that matter, as bits.
    pub(crate) asks: u16,
    /// Those of them that must hold.
    pub(crate) holds: u16,
}

impl PowerCondition {
    /// The condition that always holds.
    pub(crate) const ALWAYS: Self = Self { asks: 0, holds: 0 };

    /// The same condition, with a further predicate that must hold or must not.
    #[must_use]
    pub(crate) fn and(self, fact: usize, holds: bool) -> Self {
        Self {
            asks: self.asks | 1 << fact,
            holds: self.holds | u16::from(holds) << fact,
        }
    }

    /// Whether the condition always holds.
    #[inline(always)]
    pub(crate) fn is_always(self) -> bool {
        self.asks == 0
    }
}

/// The relations of pieces to others.
#[derive(Clone, Debug)]
pub(crate) struct Relation<B: Bits> {
    /// The kinds of pieces that may have the relation, as bits.
    pub(crate) of: u64,
    pub(crate) how: How<B>,
    /// Whether the others may be friends, and whether enemies.
    pub(crate) owners: [bool; 2],
    /// Kinds of the others, as bits.
    pub(crate) kinds: u64,
    /// Whether both must be of the same kind.
    pub(crate) same: bool,
    /// Whether there must be more of them than of the other side's.
    pub(crate) more: bool,
    /// Whether there must be at least two of them.
    pub(crate) several: bool,
    /// Whether it can hold only for royals in check.
    pub(crate) in_check: bool,
}

narrow!(Relation { how; of, owners, kinds, same, more, several, in_check });

impl<B: Bits> Relation<B> {
    /// Whether the number of the others matters.
    pub(crate) fn counts(&self) -> bool {
        self.more || self.several
    }

    /// The side of the other pieces, for the pieces of a side. If one side must have more of them,
    /// it is this one.
    pub(crate) fn owner(&self, side: Side) -> Side {
        if self.owners[0] { side } else { side.other() }
    }
}

/// Neighbours that are counted. The count gives two predicates: there are more friends among them,
/// or more enemies. They depend only on the neighbours of a piece, so that the moves that change
/// them are known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NeighbourCount {
    /// The kinds of pieces whose neighbours are counted, as bits.
    pub(crate) of: u64,
    /// Kinds of the neighbours that are counted, as bits.
    pub(crate) kinds: u64,
}

/// The placement of two pieces to each other.
#[derive(Clone, Debug)]
pub(crate) enum How<B: Bits> {
    Attacked,
    Attacks,
    /// The reach of a movement, for each side's pieces; and the squares from which it reaches a
    /// square, if that never depends on pieces between.
    Beside(BySide<Reach<B>>, Option<BySide<Vec<B>>>),
}

impl Narrow for How<Wide> {
    type To<B: Width> = How<B>;

    fn narrow<B: Width>(self) -> How<B> {
        match self {
            Self::Attacked => How::Attacked,
            Self::Attacks => How::Attacks,
            Self::Beside(reach, from) => How::Beside(reach.narrow(), from.narrow()),
        }
    }
}

/// A power of the rules: the kinds that may have it as bits, and its relations.
#[derive(Clone, Debug)]
pub(crate) struct Power<B: Bits> {
    pub(crate) of: u64,
    pub(crate) relations: Vec<Relation<B>>,
}

narrow!(Power { relations; of });
