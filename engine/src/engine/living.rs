//! The pieces that must be left, where games end by the loss of pieces only. Knows no positions:
//! it is asked with their pieces.

use super::goals::{GoalTest, Test};
use crate::board::Bits;
use crate::rules::BySide;

/// The pieces with which no goal is reached that asks for the loss of pieces.
#[derive(Debug)]
pub(crate) struct Living {
    /// Kinds of each side of which one must be left.
    pub(crate) kinds: BySide<Vec<u8>>,
    /// How many must be left of a side's pieces of some kinds, which are given as bits.
    pub(crate) groups: Vec<(usize, u64, u32)>,
}

impl Living {
    /// The pieces that must be left for no goal to be reached, if goals ask for nothing else.
    pub(super) fn of<B: Bits>(goals: &[GoalTest<B>]) -> Option<Self> {
        let mut living = Self {
            kinds: [Vec::new(), Vec::new()],
            groups: Vec::new(),
        };
        for goal in goals {
            let (kinds, at_most) = match &goal.test {
                Test::Extinct { kinds, at_most, .. } => (kinds, *at_most),
                Test::Bereft { kinds } => (kinds, 0),
                _ => return None,
            };
            let side = goal.side.index();
            match &kinds[..] {
                [kind] if at_most == 0 => {
                    if !living.kinds[side].contains(kind) {
                        living.kinds[side].push(*kind);
                    }
                }
                _ => {
                    let mask = kinds.iter().fold(0, |mask, kind| mask | 1u64 << kind);
                    living.groups.push((side, mask, at_most + 1));
                }
            }
        }
        Some(living)
    }
}
