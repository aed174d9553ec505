//! `regents`: an exiled royal is not lost as long as its side has one of these pieces. Does not
//! know how the royal is exiled.
//!
//! An exiled royal is lost if its owner has neither such a piece nor a statue of one left, or if it
//! is captured in exile (`CR-16`).
//!
//! Points: outcome.

use super::super::mechanic::{Mechanic, Mechanics, Setup};
use super::super::points::Points;
use crate::engine::CompileError;
use crate::engine::extra_state::{Place, Pool, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::danger;
use crate::mechanics::reach;
use crate::rules::{PieceName, Side};

/// The kinds of which one must be left.
#[derive(Debug)]
pub(super) struct Regents {
    names: Vec<PieceName>,
    kinds: u64,
}

impl Regents {
    pub(super) fn new(names: &[PieceName]) -> Self {
        Self {
            names: names.to_vec(),
            kinds: 0,
        }
    }
}

impl<L: FullLayout> Mechanic<L> for Regents {
    fn points(&self) -> Points {
        Points::OUTCOME
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        for name in &self.names {
            self.kinds |= 1 << setup.kind(name)?;
        }
        setup.keep_pools();
        Ok(())
    }

    /// The royal is not endangered if one of the pieces is out of reach, and nothing can arrive in
    /// its promotion zone and capture in exile from there.
    fn endangers(&self, table: &Mechanics<L>, state: &Pos<L>, foe: Side) -> bool {
        let side = foe.other();
        let is_safe = |(place, unit): (Place, Unit)| {
            self.kinds >> unit.kind() & 1 == 1
                && (unit.has(Unit::FIXED)
                    || !reach::any_reaches(table, state, foe, danger::danger_to(table, state, place, side)))
        };
        reach::could_arrive(table, state, foe) || !state.units(side).any(is_safe)
    }

    fn survives(&self, table: &Mechanics<L>, state: &Pos<L>, side: Side) -> bool {
        let exiled = state.pool(Pool::Exile, side).iter().enumerate();
        let royal = exiled
            .filter(|(_, n)| **n > 0)
            .any(|(k, _)| table.is_royal(Unit::new(k as u8, side)));
        royal
            && state
                .units(side)
                .any(|(_, unit)| self.kinds >> unit.kind() & 1 == 1)
    }
}
