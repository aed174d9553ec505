//! Castling.

use super::Generator;
use super::sink::Sink;
use crate::board::{Bits, Square};
use crate::engine::castlings::Castle;
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
            if core.is_rich() && !castle.is_royal {
                if safe.squares().any(|s| self.is_ordinary_hit(castle, s)) {
                    continue;
                }
                safe = L::B::EMPTY;
            }
            if !make && self.safety.royals == king && safe.meets(king) {
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
                // Either of the two may be a royal, or neither.
                let end = |s: Square| match s {
                    s if s == castle.king_from => castle.king_to,
                    s if s == castle.rook_from => castle.rook_to,
                    s => s,
                };
                !self.safety.royals.squares().any(|s| attacked(end(s), after))
            } else {
                true
            };
            if legal {
                sink.one(mv);
            }
        }
    }

    /// Whether a piece that castles and is no royal could be captured on a square, or would part royals there from what must
    /// not threaten them. What captures some kinds only is asked about its own.
    #[inline(never)]
    fn is_ordinary_hit(&self, castle: &Castle<L>, square: Square) -> bool {
        let (core, them) = (self.core, self.us.other());
        let mut there = *self.pos;
        for gone in [castle.king_from, square] {
            there.remove(core, gone);
        }
        there.put(core, castle.king, self.us, square);
        let theirs = there.sides[them.index()];
        let exposed = |royal: Square| {
            let powers = core.powers(&there, them);
            core.threatened(&there, them, royal, there.occupancy(), theirs, &powers)
        };
        (core.has_threats[them.index()] && there.royals(core, self.us).squares().any(exposed))
            || core.is_captured(there, them, square, theirs)
    }
}
