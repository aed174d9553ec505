//! Units that come from the hand behind others that leave their squares for the first time.

use super::action::{Action, Step};
use super::mechanic::Mechanics;
use crate::board::{Bits, Square};
use crate::engine::layout::{FullLayout, Hands as _};
use crate::engine::position::Pos;
use crate::rules::Side;

impl<L: FullLayout> Mechanics<L> {
    /// Adds to legal movements the same ones with the units they may let in; `may` says which of
    /// those are legal.
    pub(super) fn let_in(&self, pos: &Pos<L>, actions: &mut Vec<Action>, may: impl Fn(&Action) -> bool) {
        let side = pos.side_to_move;
        if !self.core.has_gates() || !self.core.may_gate(pos.held(side), side) {
            return;
        }
        let gates = pos.unmoved & self.core.reserve.gates[side.index()] & pos.bases(side);
        let mut guests = Vec::new();
        for action in &*actions {
            for square in self.left_by(pos, action, gates).squares() {
                for drop in &self.core.reserve.drops[side.index()] {
                    let held = drop.endless || pos.hands.count(side, drop.held_as) > 0;
                    if !held || !drop.gate.has(square) {
                        continue;
                    }
                    let mut guest = action.clone();
                    let end = guest.steps.len() - usize::from(guest.choice().is_some());
                    guest.steps.insert(end, Step::LetIn(drop.kind, square));
                    if self.may_still_choose(pos, &guest) && may(&guest) {
                        guests.push(guest);
                    }
                }
            }
        }
        actions.extend(guests);
    }

    /// Those of some squares that units leave by a movement and that no unit has come to. A unit
    /// that becomes something else lets nothing in.
    fn left_by(&self, pos: &Pos<L>, action: &Action, gates: L::B) -> L::B {
        let left = action.steps.iter().fold(L::B::EMPTY, |all, step| match *step {
            Step::Lift(place) if place.index == 0 => all | L::B::bit(place.square),
            Step::Castle(index) => all | L::B::bit(self.core.castling.all[usize::from(index)].rook_from),
            _ => all,
        });
        let becomes = |step: &Step| matches!(step, Step::Become(..) | Step::Own(..));
        if !left.meets(gates) || action.steps.iter().any(becomes) {
            return L::B::EMPTY;
        }
        let Some((after, ..)) = self.before_effects(pos, action) else {
            return L::B::EMPTY;
        };
        left & gates & !after.occupied()
    }

    /// Puts a unit from the hand on a square that another has left; `None` if it is not in the hand, or the square is not empty.
    pub(super) fn come_in(&self, pos: &mut Pos<L>, kind: u8, square: Square, side: Side) -> Option<()> {
        let held = pos.hands.count(side, self.core.face(side, kind)) > 0
            || self.core.reserve.endless[side.index()] >> kind & 1 == 1;
        if !held || !pos.is_empty(square) {
            return None;
        }
        pos.drop(&self.core, side, kind, square);
        self.cover(pos, square);
        Some(())
    }
}
