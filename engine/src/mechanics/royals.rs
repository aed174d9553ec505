//! The royals that are left: whether a side has lost, and the game is over. Knows no movements.

use super::mechanic::Mechanics;
use super::points::Points;
use crate::engine::extra_state::Unit;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::rules::Side;

/// The unit whose loss is asked about: a side's royals, one of several, or another unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Victim {
    /// The side.
    pub(crate) side: Side,
    /// Whether it is the one that is watched.
    pub(crate) watched: bool,
    /// Whether that unit is not royal: the loss of royals does not count then.
    pub(super) ordinary: bool,
    /// The kinds that may bring about the loss, as bits.
    pub(crate) by: u64,
}

impl Victim {
    /// The only royal of a side, wherever it is.
    pub(crate) const fn of(side: Side) -> Self {
        Self::watched(side, false)
    }

    /// The only royal of a side, or the watched one.
    pub(super) const fn watched(side: Side, watched: bool) -> Self {
        Self {
            side,
            watched,
            ordinary: false,
            by: u64::MAX,
        }
    }

    /// Whether a unit may bring about the loss.
    pub(super) fn counts(self, unit: Unit) -> bool {
        self.by >> unit.kind() & 1 == 1
    }
}

/// Whether a side has lost its royals.
pub(crate) fn is_lost<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, side: Side) -> bool {
    table.has_royal[side.index()] && table.count_royals(pos, side) == 0 && !survives(table, pos, side)
}

pub(super) fn survives<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, side: Side) -> bool {
    table.at(Points::OUTCOME).any(|h| h.survives(table, pos, side))
}

/// Whether the victim is lost.
pub(super) fn is_gone<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, victim: Victim) -> bool {
    let taken = victim.watched && !pos.is_watching() && !survives(table, pos, victim.side);
    taken || (!victim.ordinary && is_lost(table, pos, victim.side))
}

/// Whether any royal is lost.
pub(crate) fn is_over<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> bool {
    Side::ALL.iter().any(|&side| is_lost(table, pos, side))
}
