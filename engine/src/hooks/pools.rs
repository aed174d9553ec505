//! `pools`: pieces beside the board, and promotion to them only.
//!
//! Captured pieces go to their owner's captured pool, exiled ones to the exile pool; some kinds are never exiled but
//! captured (`CR-7`). A piece that promotes takes what it becomes out of its side's pools (`=q`, `=q^`), or captures a
//! piece in the enemy's exile and is captured itself (`xq^`); the pawn leaves the game (`CR-12`, `CR-28`). Without anything
//! to become it stays what it is. Position keys: `captured=QRpp`, `exile=K`.
//!
//! Points: arrivals.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::engine::CompileError;
use crate::engine::beyond::{Place, Pool};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::{Mechanic, Mechanics, Points, Setup, Source, Step, Steps, Work};
use crate::rules::{PieceName, Side};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Pools {
    /// Kinds that are captured where others are exiled, and that nothing can become.
    pub never_exiled: Vec<PieceName>,
    #[serde(skip)]
    number: u8,
    #[serde(skip)]
    never: u64,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "pools",
    summary: "captured and exiled pieces wait beside the board; promotion is to them only",
    doc: "Captured pieces go to their owner's captured pool; exiled ones (removed by an effect of their own side) to \
          the exile pool. Promotion is to a piece of the own pools, which leaves the pool, or to no piece at all: the \
          pawn captures a piece in the enemy's exile, which goes to its owner's captured pool, and is captured itself. \
          A pawn that can do none of this stays a pawn, and promotes at the end of the turn, be it the enemy's, that \
          gives it something to become.",
    parameters: &[ParameterInfo {
        name: "never-exiled",
        kind: ParameterKind::Pieces,
        default: Some("pawn"),
        doc: "pieces that are captured where others are exiled; nothing is promoted to them",
    }],
    example: "use pools(never-exiled: pawn)",
    position_key: Some("captured"),
    repeatable: false,
    effects: None,
    event: Some(super::Event::new(event, event)),
    adds_moves: true,
    remarks: no_remarks,
};

fn event<L: FullLayout>(parameters: &Parameters) -> Result<Box<dyn Mechanic<L>>, serde_json::Error> {
    Ok(Box::new(super::read::<Pools>(parameters)?))
}

impl<L: FullLayout> Mechanic<L> for Pools {
    fn points(&self) -> Points {
        Points::ARRIVALS
    }

    fn set_up(&mut self, number: u8, setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        self.number = number;
        setup.keep_pools();
        setup.rename();
        for name in &self.never_exiled {
            let kind = setup.kind(name)?;
            setup.never_exile(kind);
            self.never |= 1 << kind;
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

    /// It captures a unit of that kind in the enemy's exile, and is captured itself.
    fn carry_out(
        &self,
        table: &Mechanics<L>,
        state: &mut Pos<L>,
        place: Place,
        kind: u8,
        work: &mut Work,
    ) -> bool {
        let unit = state.unit(place);
        let enemy = unit.side().other();
        if !table.withdraw(state, kind, enemy, Source::Exile) {
            return false;
        }
        let count = state.pooled(Pool::Captured, enemy, kind);
        *count = count.saturating_add(1);
        table.lift_off(state, place);
        table.retire(state, unit, false, work);
        true
    }

    fn own_text(&self, table: &Mechanics<L>, kind: u8) -> String {
        format!("x{}^", table.small(kind))
    }
}
