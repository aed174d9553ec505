//! Two own pieces that change places as a move.

use super::Generator;
use super::sink::Sink;
use crate::board::{Bits, Square};
use crate::engine::attacks;
use crate::engine::compiled::Mover;
use crate::engine::layout::Layout;
use crate::engine::mv::{Move, MoveType};
use crate::engine::powers;
use crate::engine::powers::Change;
use crate::engine::targets;

impl<L: Layout> Generator<'_, L> {
    /// Pieces of one kind change places with others of their side, wherever they stand.
    pub(super) fn exchanges(&self, mover: &Mover<L::B>, pieces: L::B, sink: &mut dyn Sink<L>) {
        let (core, pos, us) = (self.core, self.pos, self.us);
        let (ours, kind) = (pos.sides[us.index()], mover.kind);
        if mover.partners.is_empty() || self.bars_swaps() {
            return;
        }
        for with in mover.partners.squares() {
            for from in pieces.squares() {
                for to in (pos.kind(with) & ours).squares() {
                    let resets =
                        |square: Square| powers::mover_at(core, pos, square).is_some_and(|m| m.resets_clock);
                    let along = targets::swaps_along(core, pos, from, to)
                        || (targets::swaps_along(core, pos, to, from) && resets(from) == resets(to));
                    if along || !self.can_stand(from, to) || !self.can_stand(to, from) {
                        continue;
                    }
                    let mv = Move::new(from, to, MoveType::Exchange);
                    let (from, to) = (L::B::bit(from), L::B::bit(to));
                    let one_counted = powers::is_counted(core, kind) != powers::is_counted(core, with);
                    let legal = if self.safety.makes_all()
                        || core.has_shots()
                        || core.disturbs(us, kind)
                        || core.attacking.change_with_powers
                        || attacks::asks_of_real_positions(core)
                        || (powers::is_counted(core, kind) && powers::is_counted(core, with))
                    {
                        self.is_legal(mv)
                    } else {
                        let mut royals = self.safety.royals;
                        if royals.meets(from) != royals.meets(to) {
                            royals ^= from | to;
                        }
                        let (come, gone) = if powers::is_counted(core, kind) {
                            (to, from)
                        } else {
                            (from, to)
                        };
                        let counted = if powers::is_counted(core, kind) {
                            kind
                        } else {
                            with
                        };
                        let changed = one_counted && self.safety.power_sensitive.meets(from | to);
                        let change = changed.then_some(Change {
                            gone,
                            come,
                            kind: counted,
                            side: us,
                        });
                        self.none_attacked(royals, pos.occupancy(), pos.sides[us.other().index()], change)
                    };
                    if legal {
                        sink.one(mv);
                    }
                }
            }
        }
    }

    /// Whether none of some royals would be attacked in a position with other occupied squares, other attackers and
    /// perhaps other powers.
    pub(super) fn none_attacked(
        &self,
        royals: L::B,
        occupancy: L::B,
        attackers: L::B,
        change: Option<Change<L::B>>,
    ) -> bool {
        let (core, pos, them) = (self.core, self.pos, self.us.other());
        let after;
        let powers = match change {
            Some(change) => {
                after = powers::powers_after(core, pos, them, change);
                &after
            }
            None => &self.safety.powers,
        };
        !royals
            .squares()
            .any(|s| attacks::attacked(core, pos, them, s, occupancy, attackers, false, powers))
    }
}
