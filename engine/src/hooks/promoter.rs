//! `promoter`: a piece that promotes pawns on its square colour to exiled pieces.
//!
//! As a movement, any own pawn (inside a tower or not, not a statue) on the colour of such a piece becomes a piece of the
//! own exile pool, the royal included. Which piece does it is not part of the movement: `d3=q^`, `f5.1=q^` (`CR-11`).
//!
//! Points: actions.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::engine::CompileError;
use crate::engine::beyond::{Place, Pool, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::{Mechanic, Mechanics, Movements, Points, Setup, Source, Step};
use crate::rules::PieceName;
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Promoter {
    /// The kind that promotes others.
    pub by: PieceName,
    /// The kind that is promoted.
    pub piece: PieceName,
    #[serde(skip)]
    promoter: u8,
    #[serde(skip)]
    kind: u8,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "promoter",
    summary: "a piece may promote pawns on its square colour to exiled pieces",
    doc: "As a movement, an own pawn that stands on the same square colour as such a piece becomes a piece of the own \
          exile pool, a royal included. Any such piece will do, and which one is not part of the movement.",
    parameters: &[
        ParameterInfo {
            name: "by",
            kind: ParameterKind::Piece,
            default: Some("bishop"),
            doc: "the piece that promotes others",
        },
        ParameterInfo {
            name: "piece",
            kind: ParameterKind::Piece,
            default: Some("pawn"),
            doc: "the piece that is promoted",
        },
    ],
    example: "use promoter(by: bishop, piece: pawn)",
    position_key: Some("exile"),
    repeatable: false,
    effects: None,
    event: Some(super::Event::new(event, event)),
    adds_moves: true,
    remarks: no_remarks,
};

fn event<L: FullLayout>(parameters: &Parameters) -> Result<Box<dyn Mechanic<L>>, serde_json::Error> {
    Ok(Box::new(super::read::<Promoter>(parameters)?))
}

/// 0 or 1; squares outside the grid have no colour.
fn colour<L: FullLayout>(table: &Mechanics<L>, place: Place) -> Option<usize> {
    table
        .topology()
        .coordinates(place.square)
        .map(|(file, rank)| usize::from((file ^ rank) & 1))
}

impl<L: FullLayout> Mechanic<L> for Promoter {
    fn points(&self) -> Points {
        Points::ACTIONS
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        self.promoter = setup.kind(&self.by)?;
        self.kind = setup.kind(&self.piece)?;
        setup.keep_pools();
        Ok(())
    }

    fn actions(&self, table: &Mechanics<L>, state: &Pos<L>, out: &mut Movements<'_, L>) {
        let side = state.turn;
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
