//! `pool`: pieces wait beside the board, and promotion is only to those. Does not fill the pools:
//! that is `removal`.
//!
//! Captured pieces go to their owner's captured pool, exiled ones to the exile pool. Kinds that do
//! not come back are never exiled but captured (`CR-7`). A pawn that promotes is replaced by a
//! piece of its side's pools (`=q`, `=q^`). Instead it may capture a piece in the enemy's exile and
//! be captured itself (`xq^`). The pawn leaves the game (`CR-12`, `CR-28`). If neither is possible,
//! it stays a pawn. Position keys: `captured=QRpp`, `exile=K`.
//!
//! Points: arrivals.

use super::super::action::{Source, Step, Steps};
use super::super::mechanic::{Mechanic, Mechanics, Setup};
use super::super::pending::Pending;
use super::super::points::Points;
use crate::engine::CompileError;
use crate::engine::extra_state::{Place, Pool};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::perform;
use crate::mechanics::removal;
use crate::mechanics::text;
use crate::rules::{Kinds, Side};

/// The kinds that come back.
#[derive(Debug)]
pub(super) struct Kept {
    kinds: Kinds,
    number: u8,
    /// Kinds that are captured instead of exiled, and that nothing can become.
    never: u64,
}

impl Kept {
    pub(super) fn new(kinds: &Kinds) -> Self {
        Self {
            kinds: kinds.clone(),
            number: 0,
            never: 0,
        }
    }
}

impl<L: FullLayout> Mechanic<L> for Kept {
    fn points(&self) -> Points {
        Points::ARRIVALS
    }

    fn set_up(&mut self, number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        self.number = number;
        setup.keep_pools();
        setup.rename();
        for (kind, name) in setup.rules.pieces.keys().enumerate() {
            if !self.kinds.has(name) {
                setup.never_exile(kind as u8);
                self.never |= 1 << kind;
            }
        }
        Ok(())
    }

    fn arrivals(&self, _: &Mechanics<L>, state: &Pos<L>, side: Side, kind: u8, out: &mut Steps) -> bool {
        for source in [Source::Captured, Source::Exile] {
            let pool = source.pool().map_or(&[][..], |pool| state.pool(pool, side));
            for (k, _) in pool.iter().enumerate().filter(|(_, n)| **n > 0) {
                let k = k as u8;
                if k != kind && self.never >> k & 1 == 0 {
                    out.push(Step::Become(k, source));
                }
            }
        }
        let prey = state
            .pool(Pool::Exile, side.other())
            .iter()
            .enumerate()
            .filter(|(_, n)| **n > 0);
        out.extend(prey.map(|(k, _)| Step::Own(self.number, k as u8)));
        true
    }

    /// The pawn captures a unit of that kind in the enemy's exile, and is captured itself.
    fn carry_out(
        &self,
        table: &Mechanics<L>,
        state: &mut Pos<L>,
        place: Place,
        kind: u8,
        work: &mut Pending,
    ) -> bool {
        let unit = state.unit(place);
        let enemy = unit.side().other();
        if !perform::withdraw(state, kind, enemy, Source::Exile) {
            return false;
        }
        let count = state.pooled(Pool::Captured, enemy, kind);
        *count = count.saturating_add(1);
        removal::lift_off(table, state, place);
        removal::retire(table, state, unit, false, work);
        true
    }

    fn own_text(&self, table: &Mechanics<L>, kind: u8) -> String {
        format!("x{}^", text::small(table, kind))
    }
}
