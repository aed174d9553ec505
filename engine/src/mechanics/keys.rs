//! The hashes of positions with mechanics. Knows no rules: positions that differ have different
//! keys, whatever the rules.

use super::mechanic::Mechanics;
use super::state::State;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::text;
use crate::rules::Side;
use std::hash::{Hash, Hasher};

/// The key of a position within one question, in which nothing is refused or proposed.
pub(super) fn key_of<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> u64 {
    hash_with(table, &State::new(*pos), pos.hash)
}

/// A hash of everything but the clocks; `ground` is the hash of the flat part.
pub(super) fn hash_with<L: FullLayout>(table: &Mechanics<L>, state: &State<L>, ground: u64) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    let extra = &state.extra;
    for (square, unit) in state.above() {
        (square, unit).hash(&mut hasher);
    }
    for set in &extra.marks {
        set.hash(&mut hasher);
    }
    for pool in crate::engine::extra_state::Pool::ALL {
        for side in Side::ALL {
            state.pool(pool, side).hash(&mut hasher);
        }
    }
    for choice in state.choices() {
        (choice.mechanic, choice.square, choice.side as u8, choice.exiled).hash(&mut hasher);
    }
    for passed in extra.passed.iter() {
        passed.hash(&mut hasher);
    }
    (extra.ending, extra.notes).hash(&mut hasher);
    state.refused.hash(&mut hasher);
    if let Some(proposal) = &state.proposal {
        text::text(table, state, proposal).hash(&mut hasher);
    }
    ground ^ hasher.finish()
}

/// The hash as it is updated move by move, and the hash computed afresh.
pub(crate) fn hashes<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> (u64, u64) {
    let fresh = state.pos.fresh_hash(&table.core);
    (
        hash_with(table, state, state.pos.hash),
        hash_with(table, state, fresh),
    )
}
