//! Movements with which a unit comes from the hand behind another one that leaves its square for
//! the first time. Does not know which are legal: the caller decides.

use super::action::{Action, Step};
use super::mechanic::Mechanics;
use crate::board::Bits;
use crate::engine::layout::{FullLayout, Hands as _};
use crate::engine::position::Pos;
use crate::mechanics::aftermath;

/// Adds to legal movements the same movements with the units that may come in behind them. `may`
/// says which of those are legal.
pub(super) fn let_in<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    actions: &mut Vec<Action>,
    may: impl Fn(&Action) -> bool,
) {
    let side = pos.side_to_move;
    if !table.core.has_gates() || !table.core.may_gate(pos.held(side), side) {
        return;
    }
    let gates = pos.unmoved & table.core.reserve.gates[side.index()] & pos.bases(side);
    let mut guests = Vec::new();
    for action in &*actions {
        for square in left_by(table, pos, action, gates).squares() {
            for drop in &table.core.reserve.drops[side.index()] {
                let held = drop.endless || pos.hands.count(side, drop.held_as) > 0;
                if !held || !drop.gate.has(square) {
                    continue;
                }
                let mut guest = action.clone();
                let end = guest.steps.len() - usize::from(guest.choice().is_some());
                guest.steps.insert(end, Step::LetIn(drop.kind, square));
                if aftermath::may_still_choose(table, pos, &guest) && may(&guest) {
                    guests.push(guest);
                }
            }
        }
    }
    actions.extend(guests);
}

/// The squares, among those of `gates`, that units leave by a movement and to which no unit comes.
/// A unit that becomes another kind lets nothing in.
fn left_by<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, action: &Action, gates: L::B) -> L::B {
    let left = action.steps.iter().fold(L::B::EMPTY, |all, step| match *step {
        Step::Lift(place) if place.index == 0 => all | L::B::bit(place.square),
        Step::Castle(index) => all | L::B::bit(table.core.castling.all[usize::from(index)].rook_from),
        _ => all,
    });
    let becomes = |step: &Step| matches!(step, Step::Become(..) | Step::Own(..));
    if !left.meets(gates) || action.steps.iter().any(becomes) {
        return L::B::EMPTY;
    }
    let Some((after, ..)) = aftermath::before_effects(table, pos, action) else {
        return L::B::EMPTY;
    };
    left & gates & !after.occupied()
}
