//! Facts of the rules that never change: where pieces start, and whether they may stay unpromoted.
//! Knows nothing of where they go.

use super::super::Facts;
use crate::board::{Bits, U256};
use crate::rules::{PieceName, Ruleset, Side};
use std::collections::BTreeMap;

/// Whether pieces may come, by other means than their own moves, to where they would have to
/// promote, and stay what they are.
pub(super) fn stay_unpromoted(played: &Ruleset) -> bool {
    !played.restrictions.late_promotions.is_default()
        || played.restrictions.beyond.takes_part()
        || played.promotions.iter().any(|promotion| promotion.hand.is_some())
        || played.victims_go_on()
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
