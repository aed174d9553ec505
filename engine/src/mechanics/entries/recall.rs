//! `recall`: a piece by which pawns on its square colour become exiled pieces. Does not know
//! whether that is legal: the result is judged like any movement.
//!
//! As a movement, any own pawn on the colour of such a piece becomes a piece of its side's exile
//! pool, the royal included. The pawn may stand inside a tower, but must not be a statue. The piece
//! itself is not part of the movement: `d3=q^`, `f5.1=q^` (`CR-11`).
//!
//! Points: actions.

use super::super::action::{Source, Step};
use super::super::mechanic::{Mechanic, Mechanics, Movements, Setup};
use super::super::points::{Points, Wanted};
use crate::engine::CompileError;
use crate::engine::extra_state::{Place, Pool, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::rules;

/// The pieces that allow it, and the price of the exiled piece.
#[derive(Debug)]
pub(super) struct Recall {
    names: rules::Recall,
    promoter: u8,
    kind: u8,
}

impl Recall {
    pub(super) fn new(names: &rules::Recall) -> Self {
        Self {
            names: names.clone(),
            promoter: 0,
            kind: 0,
        }
    }
}

/// The colour of a square, 0 or 1; squares outside the grid have none.
fn colour<L: FullLayout>(table: &Mechanics<L>, place: Place) -> Option<usize> {
    table
        .topology()
        .coordinates(place.square)
        .map(|(file, rank)| usize::from((file ^ rank) & 1))
}

impl<L: FullLayout> Mechanic<L> for Recall {
    fn points(&self) -> Points {
        Points::ACTIONS
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        self.promoter = setup.kind(&self.names.by)?;
        self.kind = setup.kind(&self.names.of)?;
        setup.keep_pools();
        Ok(())
    }

    fn movements(
        &self,
        table: &Mechanics<L>,
        state: &Pos<L>,
        of: Option<(Unit, Place)>,
        _: Wanted,
        out: &mut Movements<'_, L>,
    ) {
        if of.is_some() {
            return;
        }
        let side = state.side_to_move;
        let exiled = state.pool(Pool::Exile, side);
        if exiled.iter().all(|&n| n == 0) {
            return;
        }
        let mut colours = [false; 2];
        for (place, _) in state.units(side).filter(|(_, unit)| unit.kind() == self.promoter) {
            if let Some(colour) = colour(table, place) {
                colours[colour] = true;
            }
        }
        for (place, unit) in state.units(side) {
            let fits = unit.kind() == self.kind && !unit.has(Unit::FIXED);
            if !fits || !colour(table, place).is_some_and(|c| colours[c]) {
                continue;
            }
            for (kind, _) in exiled
                .iter()
                .enumerate()
                .filter(|&(k, n)| *n > 0 && k != usize::from(self.kind))
            {
                out.push(&[Step::At(place), Step::Become(kind as u8, Source::Exile)]);
            }
        }
    }
}
