//! `royal-exile`: a royal piece that is exiled is not lost as long as its side has pawns.
//!
//! An exiled royal is lost when its owner has no pawn and no statue left, or when it is captured in exile (`CR-16`).
//!
//! Points: outcome.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::engine::CompileError;
use crate::engine::beyond::{Place, Pool, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::{Mechanic, Mechanics, Points, Setup};
use crate::rules::{PieceName, Side};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RoyalExile {
    /// The kinds of which one must be left.
    pub lifeline: Vec<PieceName>,
    #[serde(skip)]
    kinds: u64,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "royal-exile",
    summary: "a side whose royal is exiled goes on playing as long as it has pawns",
    doc: "A royal piece that is exiled, not captured, is not lost as long as its side has a piece of the given kinds on \
          the board. It can come back by promotion; it is lost when the last of these pieces goes, or when it is \
          captured in exile.",
    parameters: &[ParameterInfo {
        name: "lifeline",
        kind: ParameterKind::Pieces,
        default: Some("pawn"),
        doc: "the pieces of which one must be left",
    }],
    example: "use royal-exile(lifeline: pawn)",
    position_key: Some("exile"),
    repeatable: false,
    effects: None,
    event: Some(super::Event::new(event, event)),
    adds_moves: false,
    remarks: no_remarks,
};

fn event<L: FullLayout>(parameters: &Parameters) -> Result<Box<dyn Mechanic<L>>, serde_json::Error> {
    Ok(Box::new(super::read::<RoyalExile>(parameters)?))
}

impl<L: FullLayout> Mechanic<L> for RoyalExile {
    fn points(&self) -> Points {
        Points::OUTCOME
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        for name in &self.lifeline {
            self.kinds |= 1 << setup.kind(name)?;
        }
        setup.keep_pools();
        Ok(())
    }

    /// Not if one of the pieces is out of reach and nothing can arrive in its promotion zone, where it could capture in
    /// exile.
    fn endangered(&self, table: &Mechanics<L>, state: &Pos<L>, side: Side) -> bool {
        let foe = side.other();
        let is_safe = |(place, unit): (Place, Unit)| {
            self.kinds >> unit.kind() & 1 == 1
                && (unit.has(Unit::FIXED)
                    || !table.any_reaches(state, foe, table.danger_to(state, place, side)))
        };
        table.could_arrive(state, foe) || !state.units(side).any(is_safe)
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
