//! Movements of the opponent's units. Does not know which of them are legal: that is `legal`.

use super::action::{Action, Mode, Step};
use super::arrival::Arrival;
use super::mechanic::{Mechanics, Movements};
use crate::board::Bits;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::movegen::control;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::mechanics::arrival;

/// Appends all movements of the opponent's units that the side to move may move, safe or not. They
/// follow the ruleset; movements that mechanics add remain with the owner.
pub(super) fn led<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, out: &mut Movements<'_, L>) {
    control::led(&table.core, pos, pos.marked(Unit::FIXED), |from, targets| {
        let (unit, place) = (pos.base(from), Place::ground(from));
        for to in targets.squares() {
            let captures = !pos.is_empty(to);
            let mode = if captures { Mode::Capture } else { Mode::Quiet };
            let steps = [Step::Lift(place), Step::Land(to, mode)];
            let mv = Move::new(from, to, MoveType::Control);
            if table.core.restrictions.late_promotions[unit.side().index()].happens() {
                out.push_as(Some(mv), &steps);
                continue;
            }
            let arrival = Arrival::of(mv, captures);
            arrival::arriving(table, pos, &steps, L::B::EMPTY, unit, &arrival, Some(mv), out);
        }
    });
    out.list()
        .retain(|action| !action.is_control() || !dethrones(table, pos, action));
}

/// Whether the opponent's last royal would become another kind that is not royal.
fn dethrones<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, action: &Action) -> bool {
    let side = pos.side_to_move.other();
    let becomes = action.steps.iter().find_map(|step| match *step {
        Step::Become(kind, _) => Some(kind),
        _ => None,
    });
    let royal = |kind: u8| table.core.royalty.kinds[side.index()].contains(&kind);
    let mover = action.actor().map(|place| pos.unit(place).kind());
    mover.is_some_and(royal) && becomes.is_some_and(|kind| !royal(kind)) && table.count_royals(pos, side) == 1
}
