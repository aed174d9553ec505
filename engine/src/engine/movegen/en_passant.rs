//! Captures en passant. Does not know how squares become exposed: that is `apply`.

use super::Generator;
use super::sink::{List, Sink};
use crate::board::{Bits, Square};
use crate::engine::compiled::Mover;
use crate::engine::core::Core;
use crate::engine::delta::Delta;
use crate::engine::layout::Layout;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;

impl<L: Layout> Generator<'_, L> {
    pub(super) fn en_passant(&self, mover: &Mover<L::B>, pieces: L::B, sink: &mut dyn Sink<L>) {
        let (core, pos) = (self.core, self.pos);
        let theirs = pos.enemies(self.us);
        let several = L::RICH && core.tracks_passers;
        if !several && !theirs.has(pos.en_passant_victim) {
            return;
        }
        let open = pos.en_passant_squares & core.moving.en_passant[self.us.index()] & !pos.occupancy();
        for to in open.squares() {
            let victim = if several {
                pos.victim_at(to)
            } else {
                pos.en_passant_victim
            };
            if several && !theirs.has(victim) {
                continue;
            }
            for from in (mover.en_passant[usize::from(to)] & pieces).squares() {
                let mv = Move::new(from, to, MoveType::EnPassant);
                let powers_change = L::RICH && (core.has_powers() || core.attacking.filter_kinds);
                if self.safety.makes_all()
                    || self.safety.makes_royals()
                    || core.is_followed(self.us, mover.kind)
                    || mover.royal
                    || core.restrictions.bans_any(self.us)
                    || powers_change
                {
                    self.with_promotions(mover, mv, true, &mut |mv| {
                        if self.is_legal(mv) {
                            sink.one(mv);
                        }
                    });
                    continue;
                }
                if self.is_safe_en_passant(from, to, victim) {
                    self.with_promotions(mover, mv, true, &mut |mv| {
                        if self.is_safe_promotion(mv) {
                            sink.one(mv);
                        }
                    });
                }
            }
        }
    }

    /// Whether the royals are not attacked once a pawn has captured another one en passant.
    #[inline(always)]
    fn is_safe_en_passant(&self, from: Square, to: Square, victim: Square) -> bool {
        let gone = L::B::bit(from) | L::B::bit(victim);
        let delta = Delta::of(self.pos, self.us, self.safety.royals).without(gone);
        self.leaves_safe(delta.with(L::B::bit(to)))
    }
}

/// Whether there is a legal en passant capture.
pub(crate) fn can_capture_en_passant<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    let us = pos.side_to_move.index();
    let open = pos.en_passant_squares & core.moving.en_passant[us];
    let near = |mover: &Mover<L::B>| {
        let pieces = pos.kind(mover.kind) & pos.sides[us];
        let mut squares = open.squares();
        !mover.special.is_empty()
            || (!mover.en_passant.is_empty()
                && squares.any(|to| mover.en_passant[usize::from(to)].meets(pieces)))
    };
    if pos.en_passant_squares.is_empty() || !(L::RICH || core.moving.movers[us].iter().any(near)) {
        return false;
    }
    let mut moves = Vec::new();
    super::generate(core, pos, &mut List::new(&mut moves));
    moves.iter().any(Move::is_en_passant)
}
