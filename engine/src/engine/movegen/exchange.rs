//! Exchanges: two own pieces that change places as a move. Does not know changes of places along a
//! movement: those are in `special`.

use super::Generator;
use super::sink::Sink;
use crate::board::{Bits, Square};
use crate::engine::compiled::Mover;
use crate::engine::delta::Delta;
use crate::engine::layout::Layout;
use crate::engine::mv::{Move, MoveType};
use crate::engine::powers;
use crate::engine::powers::Counted;
use crate::engine::targets;
use crate::rules::Side;

impl<L: Layout> Generator<'_, L> {
    /// The moves by which pieces of one kind change places with others of their side, wherever they
    /// stand.
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
                    if self.is_safe_exchange(mv, kind, with) {
                        sink.one(mv);
                    }
                }
            }
        }
    }
    /// Whether the royals are safe when a piece of one kind has changed places with one of another.
    fn is_safe_exchange(&self, mv: Move, kind: u8, with: u8) -> bool {
        let (core, pos, us) = (self.core, self.pos, self.us);
        let (from, to) = (L::B::bit(mv.from), L::B::bit(mv.to));
        let counted = [powers::is_counted(core, kind), powers::is_counted(core, with)];
        if self.safety.makes_all()
            || core.has_shots()
            || core.disturbs(us, kind)
            || core.attacking.change_with_powers
            || core.asks_of_real_positions()
            || counted == [true; Side::COUNT]
        {
            return self.is_legal(mv);
        }
        let mut royals = self.safety.royals;
        if royals.meets(from) != royals.meets(to) {
            royals ^= from | to;
        }
        let counted = match counted {
            [true, _] => Some((to, from, kind)),
            [_, true] => Some((from, to, with)),
            _ => None,
        };
        let counted = counted.filter(|_| self.safety.power_sensitive.meets(from | to));
        self.leaves_safe(Delta {
            counted: counted.map(|(come, gone, kind)| Counted {
                gone,
                come,
                kind,
                side: us,
            }),
            ..Delta::of(pos, us, royals)
        })
    }
}
