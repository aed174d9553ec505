//! Castling.

use super::Generator;
use super::sink::Sink;
use crate::board::{Bits, Square};
use crate::engine::layout::Layout;
use crate::engine::position::{Deed, Move};

impl<L: Layout> Generator<'_, L> {
    pub(super) fn castling<S: Sink<L>>(&self, sink: &mut S) {
        let (core, pos) = (self.core, self.pos);
        let them = self.us.other();
        let occupancy = pos.occupancy();
        let theirs = pos.sides[them.index()];
        let make =
            self.safety.make_all || self.safety.make_royals || core.restrictions.no_check[self.us.index()];
        let mut rights = pos.castling & core.castling_of[self.us.index()];
        while rights != 0 {
            let index = rights.trailing_zeros() as usize;
            rights &= rights - 1;
            let castle = &core.castlings[index];
            if castle.empty.meets(occupancy) || (L::RICH && !self.only.has(castle.king_from)) {
                continue;
            }
            if L::RICH && self.safety.untested {
                sink.one(Move::new(
                    castle.king_from,
                    castle.king_to,
                    Deed::Castle(index as u8),
                ));
                continue;
            }
            if core.is_rich() && core.holds_still(pos, castle.king_from) {
                continue;
            }
            let counted = core.is_counted(castle.king) || core.is_counted(castle.rook);
            let make = make || counted;
            let king = L::B::bit(castle.king_from);
            let rest = occupancy & !king;
            let mut safe = castle.safe;
            if !make && safe.meets(king) {
                if self.safety.attacked {
                    continue;
                }
                safe &= !king;
            }
            let powers = &self.safety.powers;
            let attacked =
                |s: Square, occupancy: L::B| core.attacked(pos, them, s, occupancy, theirs, false, powers);
            if core.is_rich() && (!core.ties.is_empty() || core.by_turns) {
                // Who attacks may depend on where the king stands.
                let (us, them) = (self.us, them);
                let passing = |s: Square| {
                    let mut there = *pos;
                    there.remove(core, castle.king_from);
                    there.remove(core, s);
                    there.put(core, castle.king, us, s);
                    core.attacks_square(&there, them, s, false)
                };
                if safe.squares().any(passing) {
                    continue;
                }
            } else if !make && self.safety.royals == king {
                let threatened = |s| core.threatened(pos, them, s, rest | L::B::bit(s), theirs, powers);
                if self.danger(castle.king_from).meets(safe)
                    || (core.has_threats[them.index()] && safe.squares().any(threatened))
                {
                    continue;
                }
            } else if safe.squares().any(|s| attacked(s, rest | L::B::bit(s))) {
                continue;
            }
            let mv = Move::new(castle.king_from, castle.king_to, Deed::Castle(index as u8));
            let legal = if make {
                self.is_legal(mv)
            } else if !self.safety.royals.meets(king) || !castle.end_is_judged {
                let (rook, to) = (
                    L::B::bit(castle.rook_from),
                    L::B::bit(castle.king_to) | L::B::bit(castle.rook_to),
                );
                let after = (rest & !rook) | to;
                let royal = if self.safety.royals.meets(king) {
                    Some(castle.king_to)
                } else {
                    self.safety.royals.squares().next()
                };
                royal.is_none_or(|s| !attacked(s, after))
            } else {
                true
            };
            if legal {
                sink.one(mv);
            }
        }
    }
}
