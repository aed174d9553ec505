//! The compiled restrictions and duties of a side, other than the safety of its royals. Does not
//! apply them: that is `movegen` and `mechanics::legal`.

use crate::rules::{self, Late, Pass, Side};

/// The restrictions for each side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restrictions {
    /// Whether it must capture if it can.
    pub(crate) must_capture: [bool; 2],
    /// Whether it must capture as many pieces in its turn as it can.
    pub(crate) most_captures: [bool; 2],
    /// Whether it may capture.
    pub(crate) captures: [bool; 2],
    /// Whether it may not give check, or only if that mates.
    pub(crate) no_check: [bool; 2],
    /// Whether it may give check if that mates.
    pub(crate) only_mate: [bool; 2],
    /// Whether its captures expose the squares that they pass.
    pub(crate) exposed_captures: [bool; 2],
    /// Whether its pieces promote late, if they arrive on a mandatory square by other means than
    /// their own move.
    pub(crate) late_promotions: [Late; 2],
    /// Whether none of its pieces changes places while it is in check.
    pub(crate) no_swaps_in_check: [bool; 2],
    /// Whether it must part royals that face each other, or pass.
    pub(crate) bikjang: [bool; 2],
    /// When it may pass.
    pub(crate) pass: [Pass; 2],
}

impl Restrictions {
    pub(crate) fn new(rules: &rules::Restrictions) -> Self {
        Self {
            must_capture: Side::each(|side| rules.must_capture[side]),
            most_captures: Side::each(|side| rules.most_captures[side]),
            captures: Side::each(|side| !rules.no_captures[side]),
            no_check: Side::each(|side| rules.no_check[side] || rules.only_mate[side]),
            only_mate: Side::each(|side| rules.only_mate[side] && !rules.no_check[side]),
            exposed_captures: Side::each(|side| rules.exposed_captures[side]),
            late_promotions: Side::each(|side| rules.late_promotions[side]),
            no_swaps_in_check: Side::each(|side| rules.no_swaps_in_check[side]),
            bikjang: Side::each(|side| rules.bikjang[side]),
            pass: Side::each(|side| rules.pass[side]),
        }
    }
}
