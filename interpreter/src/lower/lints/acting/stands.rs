//! The squares on which pieces may stand between moves.

use super::super::Facts;
use super::world::World;
use crate::board::{Bits, U256};
use crate::rules::{Act, Goer, PieceName, Ruleset, Side};
use std::collections::BTreeMap;

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
        self.played.effects.iter().flat_map(|effect| &effect.acts)
    }
}

/// Whether pieces may come, by other means than their own moves, to where they would have to
/// promote, and stay what they are.
pub(super) fn stay_unpromoted(played: &Ruleset) -> bool {
    let joins = |act: &Act| matches!(act, Act::Again(again) if again.who == Goer::Victim);
    !played.restrictions.late_promotions.is_default()
        || played.restrictions.beyond.takes_part()
        || played.promotions.iter().any(|promotion| promotion.hand.is_some())
        || played.effects.iter().flat_map(|effect| &effect.acts).any(joins)
}

/// The squares on which the pieces of a side stand in one of the starts.
pub(super) fn starts_of(facts: &Facts<'_, '_>, side: Side) -> BTreeMap<PieceName, U256> {
    let mut found: BTreeMap<PieceName, U256> = BTreeMap::new();
    let pieces = facts.start.pieces.iter();
    for (&square, (_, name)) in pieces.filter(|(_, piece)| piece.0 == side) {
        *found.entry(name.clone()).or_default() |= U256::bit(square);
    }
    if let Some(shuffle) = &facts.rules.shuffle {
        for (name, square) in shuffle.places(&facts.rules.board, side) {
            if let Some(square) = facts.topology.square(&square) {
                *found.entry(name).or_default() |= U256::bit(square);
            }
        }
    }
    found
}
