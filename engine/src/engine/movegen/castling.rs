//! Castling.

use super::Generator;
use super::sink::Sink;
use crate::board::{Bits, Square};
use crate::engine::castlings::Castle;
use crate::engine::layout::Layout;
use crate::engine::position::{Deed, Move};

impl<L: Layout> Generator<'_, L> {
    pub(super) fn castling(&self, sink: &mut dyn Sink<L>) {
        let (core, pos) = (self.core, self.pos);
        let (places, numbers) = core.castlings_of(pos, self.us);
        for place in places.squares() {
            let index = numbers.get(usize::from(place)).copied().unwrap_or(place);
            let castle = &core.castlings[usize::from(index)];
            if castle.empty.meets(pos.occupancy()) || (L::RICH && !self.only.has(castle.king_from)) {
                continue;
            }
            let mv = Move::new(castle.king_from, castle.king_to, Deed::Castle(index));
            if (L::RICH && self.safety.untested) || self.is_castling_legal(castle, mv) {
                sink.one(mv);
            }
        }
    }

    /// Whether a castling that nothing blocks is legal.
    fn is_castling_legal(&self, castle: &Castle<L>, mv: Move) -> bool {
        let (core, pos, safety) = (self.core, self.pos, self.safety);
        if core.is_rich() && core.holds_still(pos, castle.king_from) {
            return false;
        }
        let make = safety.make_all
            || safety.make_royals
            || core.picky
            || core.restrictions.no_check[self.us.index()]
            || core.is_counted(castle.king)
            || core.is_counted(castle.rook);
        let king = L::B::bit(castle.king_from);
        let mut safe = castle.safe;
        if castle.chains
            && core.is_rich()
            && safe.squares().any(|s| core.is_captured_in_chain(pos, castle, s))
        {
            return false;
        }
        if core.is_rich() && !castle.is_royal {
            if safe.squares().any(|s| self.is_ordinary_hit(castle, s)) {
                return false;
            }
            safe = L::B::EMPTY;
        }
        if !make && safety.royals == king && safe.meets(king) {
            if safety.attacked {
                return false;
            }
            safe &= !king;
        }
        if self.castles_through_attack(castle, safe, make) {
            return false;
        }
        if make {
            return self.is_legal(mv);
        }
        if safety.royals.meets(king) && castle.end_is_judged {
            return true;
        }
        let entered = L::B::bit(castle.king_to) | L::B::bit(castle.rook_to);
        let after = (pos.occupancy() & !king & !L::B::bit(castle.rook_from)) | entered;
        // Either of the two may be a royal, or neither.
        let end = |s: Square| match s {
            s if s == castle.king_from => castle.king_to,
            s if s == castle.rook_from => castle.rook_to,
            s => s,
        };
        !safety.royals.squares().any(|s| self.is_attacked(end(s), after))
    }

    /// Whether one of the squares that must be safe is not. Where the castling is not made afterwards, a single royal that castles has
    /// been judged where it stands.
    fn castles_through_attack(&self, castle: &Castle<L>, safe: L::B, made: bool) -> bool {
        let (core, pos) = (self.core, self.pos);
        let them = self.us.other();
        let king = L::B::bit(castle.king_from);
        let rest = pos.occupancy() & !king;
        if core.is_rich() && (core.tied || core.by_turns) {
            // Who attacks may depend on where the king stands.
            let passing = |s: Square| {
                let there = core.castling_on(pos, castle, s);
                core.attacks_square(&there, them, s, false)
            };
            return safe.squares().any(passing);
        }
        if !made && self.safety.royals == king {
            let (theirs, powers) = (pos.sides[them.index()], &self.safety.powers);
            let threatened = |s| core.threatened(pos, them, s, rest | L::B::bit(s), theirs, powers);
            return self.danger(castle.king_from).meets(safe)
                || (core.has_threats[them.index()] && safe.squares().any(threatened));
        }
        safe.squares().any(|s| self.is_attacked(s, rest | L::B::bit(s)))
    }

    /// Whether the opponent attacks a square, given which squares are occupied.
    fn is_attacked(&self, square: Square, occupancy: L::B) -> bool {
        let them = self.us.other();
        let (theirs, powers) = (self.pos.sides[them.index()], &self.safety.powers);
        self.core
            .attacked(self.pos, them, square, occupancy, theirs, false, powers)
    }

    /// Whether a piece that castles and is no royal could be captured on a square, or would part royals there from what must
    /// not threaten them. What captures some kinds only is asked about its own.
    #[inline(never)]
    fn is_ordinary_hit(&self, castle: &Castle<L>, square: Square) -> bool {
        let (core, them) = (self.core, self.us.other());
        let there = core.castling_on(self.pos, castle, square);
        let theirs = there.sides[them.index()];
        let exposed = |royal: Square| {
            let powers = core.powers(&there, them);
            core.threatened(&there, them, royal, there.occupancy(), theirs, &powers)
        };
        (core.has_threats[them.index()] && there.royals(core, self.us).squares().any(exposed))
            || core.is_captured(there, them, square, theirs)
    }
}
