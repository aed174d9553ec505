//! The squares on which pieces may stand between moves.

use super::world::World;
use crate::board::{Bits, U256};
use crate::rules::{Act, Side};

impl World<'_, '_> {
    /// The squares on which pieces of a kind may stand when a move is over.
    pub(super) fn places(&self, side: Side, name: &str) -> U256 {
        let all = self.raw(side, name);
        let mut drops = self.played.drops.iter();
        let slides = drops.any(|drop| drop.side == side && drop.piece == name && drop.slides.is_some());
        if self.open || slides || self.stay_unpromoted {
            return all;
        }
        let drops = self.played.drops.iter();
        let dropped = drops.filter(|drop| drop.side == side && drop.piece == name);
        let dropped = dropped.fold(U256::EMPTY, |set, drop| {
            set | self.set(&drop.zone) | self.set(&drop.gate) | self.set(&drop.first)
        });
        let kept = dropped | self.starts[side].get(name).copied().unwrap_or(U256::EMPTY);
        all & !(self.promoted_at(side, name) & !kept)
    }

    /// All acts of all effects.
    pub(super) fn acts(&self) -> impl Iterator<Item = &Act> {
        self.played.acts()
    }
}
