//! Weapons, as compiled: captures by firing, in which the shooter stays where it is, what it hits is removed, and the
//! shooter gains its weapons.
//!
//! A weapon against a piece is resisted, effective or neither, by the kinds of piece alone. A resisted shot needs a
//! second piece that could hit the same target.

use super::layout::Layout;
use super::tables::Conditionals;

/// The weapons of a variant, in the order of their tags.
#[derive(Debug)]
pub(crate) struct Arsenal<L: Layout> {
    pub(crate) weapons: Vec<Weapon<L>>,
}

/// One weapon.
#[derive(Debug)]
pub(crate) struct Weapon<L: Layout> {
    /// Kinds against which it needs a second piece, as bits.
    pub(crate) resisted: u64,
    /// Kinds against which it is effective, as bits: several of them can be hit at once.
    pub(crate) beaten: u64,
    /// How each side fires it.
    pub(crate) barrels: [Vec<Barrel<L>>; 2],
}

/// How some kinds of pieces fire a weapon.
#[derive(Debug)]
pub(crate) struct Barrel<L: Layout> {
    /// Which kinds, as bits.
    pub(crate) kinds: u64,
    /// Squares that it always reaches, by start square. Empty if there are none.
    pub(crate) leap: Vec<L::B>,
    /// Squares that it reaches depending on occupancy.
    pub(crate) rays: Option<Conditionals<L>>,
}
