//! The hashes of positions with mechanics.

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

/// A hash of everything but the clocks; `ground` is that of the flat part.
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

/// The hash as it was kept up move by move, and computed from nothing.
pub(crate) fn hashes<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> (u64, u64) {
    let fresh = state.pos.fresh_hash(&table.core);
    (
        hash_with(table, state, state.pos.hash),
        hash_with(table, state, fresh),
    )
}
