//! The compiled restrictions and duties of a side, other than the safety of its royals. Does not
//! apply them: that is `movegen` and `mechanics::legal`.

use crate::rules::{self, BySide, Late, Pass, Side};

/// The restrictions for each side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restrictions {
    /// Whether it must capture if it can.
    pub(crate) must_capture: BySide<bool>,
    /// Whether it must capture as many pieces in its turn as it can.
    pub(crate) most_captures: BySide<bool>,
    /// Whether it may capture.
    pub(crate) captures: BySide<bool>,
    /// The rules that forbid it single moves.
    pub(crate) bans: BySide<Bans>,
    /// Whether its captures expose the squares that they pass.
    pub(crate) exposed_captures: BySide<bool>,
    /// Whether its pieces promote late, if they arrive on a mandatory square by other means than
    /// their own move.
    pub(crate) late_promotions: BySide<Late>,
    /// When it may pass.
    pub(crate) pass: BySide<Pass>,
}

/// The rules that forbid a side single moves besides the safety of its royals: `bans` has their
/// tests.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bans {
    /// Those that hold, as bits.
    pub(crate) held: u16,
    /// The first one that may forbid any moves, by the name of its rule.
    pub(crate) any: Option<&'static str>,
    /// The first one that only forbids changes of places.
    pub(crate) swaps: Option<&'static str>,
    /// The first one that only forbids moves where royals face each other.
    pub(crate) facing: Option<&'static str>,
    /// Whether the answers to a move are listed.
    pub(crate) asks_mates: bool,
}

impl Restrictions {
    /// Whether a side's moves are judged by more than the safety of its royals.
    #[inline(always)]
    pub(crate) fn bans_any(&self, side: Side) -> bool {
        self.bans[side.index()].any.is_some()
    }

    pub(crate) fn new(rules: &rules::Restrictions, bans: BySide<Bans>) -> Self {
        Self {
            must_capture: Side::each(|side| rules.must_capture[side]),
            most_captures: Side::each(|side| rules.most_captures[side]),
            captures: Side::each(|side| !rules.no_captures[side]),
            bans,
            exposed_captures: Side::each(|side| rules.exposed_captures[side]),
            late_promotions: Side::each(|side| rules.late_promotions[side]),
            pass: Side::each(|side| rules.pass[side]),
        }
    }
}
