//! `all-round`: a piece that removes everything around it instead of moving. Does not know whether
//! the removal is legal: that is `mechanics::legal`.
//!
//! Text `d1*`. Enemies are captured, friends exiled; statues stay. At least one other piece must be
//! there (`CR-8`).
//!
//! Points: movements, threats.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::board::{Bits, Square};
use crate::engine::CompileError;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::{Mechanic, Mechanics, Movements, Points, RANGES, Setup, Step, Wanted};
use crate::rules::{PieceName, Side};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AllRound {
    /// The kinds that can do it.
    pub piece: Vec<PieceName>,
    /// The number of steps that it reaches.
    pub range: u8,
    #[serde(skip)]
    kinds: u64,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "all-round",
    summary: "instead of moving, a piece removes the lowest piece of every neighbouring square",
    doc: "Instead of moving, the piece removes the lowest piece of every square around it at once: enemies are captured, \
          friends exiled. At least one must be there; statues are not touched. Pieces above the removed ones fall.",
    parameters: &[
        ParameterInfo {
            name: "piece",
            kind: ParameterKind::Pieces,
            default: Some("queen"),
            doc: "the pieces that can do it",
        },
        ParameterInfo {
            name: "range",
            kind: ParameterKind::Number {
                min: 1,
                max: RANGES as i64,
            },
            default: Some("1"),
            doc: "how many steps around the piece it reaches",
        },
    ],
    example: "use all-round(piece: queen)",
    position_key: None,
    turn_keys: &[],
    repeatable: false,
    effects: None,
    event: Some(super::Event::new(event, event)),
    adds_moves: true,
    chains: false,
    signs: &["*"],
    remarks: no_remarks,
};

fn event<L: FullLayout>(parameters: &Parameters) -> Result<Box<dyn Mechanic<L>>, serde_json::Error> {
    Ok(Box::new(super::read::<AllRound>(parameters)?))
}

impl AllRound {
    fn has(&self, unit: Unit) -> bool {
        self.kinds >> unit.kind() & 1 == 1
    }
}

/// Whether something can be removed around a place.
fn has_around<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>, place: Place, range: u8) -> bool {
    let near = table.within(place.square, range) & state.pieces();
    near.squares().any(|s| !state.base(s).has(Unit::FIXED))
}

impl<L: FullLayout> Mechanic<L> for AllRound {
    fn points(&self) -> Points {
        Points::MOVEMENTS.or(Points::THREATS)
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        for name in &self.piece {
            let kind = setup.kind(name)?;
            setup.give_movements(kind);
            self.kinds |= 1 << kind;
        }
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
        let Some((unit, place)) = of else { return };
        if self.has(unit) && has_around(table, state, place, self.range) {
            out.push(&[Step::Sweep(place, self.range)]);
        }
    }

    fn zone(&self, table: &Mechanics<L>, _: Side, kind: u8, square: Square) -> L::B {
        if self.kinds >> kind & 1 == 1 {
            table.within(square, self.range)
        } else {
            L::B::EMPTY
        }
    }
}
