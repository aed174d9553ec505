//! Castling: which castlings are legal. Does not know the rights: those are in `position::rights`.

use super::Generator;
use super::sink::Sink;
use crate::board::{Bits, Square};
use crate::engine::attacks;
use crate::engine::castlings::Castle;
use crate::engine::layout::Layout;
use crate::engine::movegen::relay;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::position::rights;
use crate::engine::powers;
use crate::engine::trial;

impl<L: Layout> Generator<'_, L> {
    pub(super) fn castling(&self, sink: &mut dyn Sink<L>) {
        let (core, pos) = (self.core, self.pos);
        let (places, numbers) = rights::castlings_of(core, pos, self.us);
        for place in places.squares() {
            let index = numbers.get(usize::from(place)).copied().unwrap_or(place);
            let castle = &core.castling.all[usize::from(index)];
            if castle.empty.meets(pos.occupancy()) || (L::RICH && !self.only.has(castle.king_from)) {
                continue;
            }
            let mv = Move::new(castle.king_from, castle.king_to, MoveType::Castle(index));
            let legal = if self.is_judged_by_squares(castle) {
                self.is_way_safe(castle)
            } else {
                (L::RICH && self.safety.purpose.is_untested()) || self.is_castling_legal(castle, mv)
            };
            if legal {
                sink.one(mv);
            }
        }
    }

    /// Whether a castling is legal exactly if the king, the only royal, is safe where it must be.
    #[inline(always)]
    fn is_judged_by_squares(&self, castle: &Castle<L::B>) -> bool {
        let (attacking, safety) = (&self.core.attacking, self.safety);
        !L::RICH
            && self.is_simple()
            && !safety.makes_royals()
            && castle.is_royal
            && castle.end_is_judged
            && safety.royals == L::B::bit(castle.king_from)
            && !attacking.filter_kinds
            && !attacking.has_threats[self.us.other().index()]
    }

    /// Whether the king is safe where it must be.
    #[inline(always)]
    fn is_way_safe(&self, castle: &Castle<L::B>) -> bool {
        let (king, safe) = (self.safety.royals, castle.safe);
        if self.safety.attacked && safe.meets(king) {
            return false;
        }
        !self.danger(castle.king_from).meets(safe & !king)
    }

    /// Whether a castling that nothing blocks is legal.
    fn is_castling_legal(&self, castle: &Castle<L::B>, mv: Move) -> bool {
        let (core, pos, safety) = (self.core, self.pos, self.safety);
        if core.is_rich() && powers::holds_still(core, pos, castle.king_from) {
            return false;
        }
        let make = safety.makes_all()
            || safety.makes_royals()
            || core.is_followed(self.us, castle.king)
            || core.attacking.filter_kinds
            || core.restrictions.bans_any(self.us)
            || powers::is_counted(core, castle.king)
            || powers::is_counted(core, castle.rook);
        let king = L::B::bit(castle.king_from);
        let mut safe = castle.safe;
        if castle.chains
            && core.is_rich()
            && castle
                .watched()
                .squares()
                .any(|s| relay::is_captured_in_chain(core, pos, castle, s))
        {
            return false;
        }
        if core.is_rich() && !castle.is_royal {
            let (safe, ends_safe) = castle.apart();
            if safe.squares().any(|s| self.is_ordinary_hit(castle, s, false))
                || (ends_safe && self.is_ordinary_hit(castle, castle.king_to, true))
            {
                return false;
            }
            return if make {
                self.is_legal(mv)
            } else {
                self.is_safe_after(castle)
            };
        }
        let by_position =
            core.is_rich() && (core.attacking.change_with_powers || core.attacking.by_any_means);
        // A piece that is not royal is not tested again on its new square.
        if make || by_position || !castle.is_royal {
            let (safe, ends_safe) = castle.apart();
            if self.castles_through_attack(castle, safe, make) || (ends_safe && self.ends_attacked(castle)) {
                return false;
            }
            return if make {
                self.is_legal(mv)
            } else {
                self.is_safe_after(castle)
            };
        }
        if safety.royals == king && safe.meets(king) {
            if safety.attacked {
                return false;
            }
            safe &= !king;
        }
        !self.castles_through_attack(castle, safe, false) && self.is_safe_after(castle)
    }

    /// Whether no royal is attacked after a castling without consequences.
    fn is_safe_after(&self, castle: &Castle<L::B>) -> bool {
        let safety = self.safety;
        let king = L::B::bit(castle.king_from);
        if safety.royals.meets(king) && castle.end_is_judged {
            return true;
        }
        let after = self.occupied_after(castle);
        // Each of the two may be royal or not.
        let end = |s: Square| match s {
            s if s == castle.king_from => castle.king_to,
            s if s == castle.rook_from => castle.rook_to,
            s => s,
        };
        !safety.royals.squares().any(|s| self.is_attacked(end(s), after))
    }

    /// The occupied squares after a castling.
    fn occupied_after(&self, castle: &Castle<L::B>) -> L::B {
        let left = L::B::bit(castle.king_from) | L::B::bit(castle.rook_from);
        let entered = L::B::bit(castle.king_to) | L::B::bit(castle.rook_to);
        (self.pos.occupancy() & !left) | entered
    }

    /// The position in which both pieces of a castling have arrived, before any consequences.
    fn arrived(&self, castle: &Castle<L::B>) -> Pos<L> {
        let (core, mut there) = (self.core, *self.pos);
        for gone in [castle.king_from, castle.rook_from] {
            there.remove(core, gone);
        }
        there.put(core, castle.king, self.us, castle.king_to);
        there.put(core, castle.rook, self.us, castle.rook_to);
        there
    }

    /// Whether the king is attacked on its end square.
    fn ends_attacked(&self, castle: &Castle<L::B>) -> bool {
        if !self.core.is_rich() {
            return self.is_attacked(castle.king_to, self.occupied_after(castle));
        }
        let there = self.arrived(castle);
        attacks::is_attacked(self.core, &there, self.us, castle.king_to, false)
    }

    /// Whether a square that must be safe is attacked. If the castling is not made afterwards, a
    /// single castling royal has already been judged on its own square.
    fn castles_through_attack(&self, castle: &Castle<L::B>, safe: L::B, made: bool) -> bool {
        let (core, pos) = (self.core, self.pos);
        let them = self.us.other();
        let king = L::B::bit(castle.king_from);
        let rest = pos.occupancy() & !king;
        if core.is_rich() && (core.attacking.change_with_powers || core.attacking.by_any_means) {
            // The attackers may depend on the king's square.
            let passing = |s: Square| {
                let there = relay::castling_on(core, pos, castle, s);
                attacks::attacks_square(core, &there, them, s, false)
            };
            return safe.squares().any(passing);
        }
        if !made && self.safety.royals == king {
            let (theirs, powers) = (pos.sides[them.index()], &self.safety.powers);
            let threatened = |s| attacks::threatened(core, pos, them, s, rest | L::B::bit(s), theirs, powers);
            return self.danger(castle.king_from).meets(safe)
                || (core.attacking.has_threats[them.index()] && safe.squares().any(threatened));
        }
        safe.squares().any(|s| self.is_attacked(s, rest | L::B::bit(s)))
    }

    /// Whether the opponent attacks a square, given which squares are occupied.
    fn is_attacked(&self, square: Square, occupancy: L::B) -> bool {
        let them = self.us.other();
        let (theirs, powers) = (self.pos.sides[them.index()], &self.safety.powers);
        attacks::attacked(
            self.core, self.pos, them, square, occupancy, theirs, false, powers,
        )
    }

    /// Whether a castling piece that is not royal could be captured on a square, or would part
    /// royals there from pieces that must not threaten them. `arrived`: the square is its end, with
    /// its partner on its own end. Pieces that capture only some kinds are tested for the castling
    /// piece's kind.
    #[inline(never)]
    fn is_ordinary_hit(&self, castle: &Castle<L::B>, square: Square, arrived: bool) -> bool {
        let (core, them) = (self.core, self.us.other());
        let there = if arrived {
            self.arrived(castle)
        } else {
            relay::castling_on(core, self.pos, castle, square)
        };
        let theirs = there.sides[them.index()];
        let exposed = |royal: Square| {
            let powers = powers::powers(core, &there, them);
            attacks::threatened(core, &there, them, royal, there.occupancy(), theirs, &powers)
        };
        (core.attacking.has_threats[them.index()] && there.royals(core, self.us).squares().any(exposed))
            || trial::is_captured(core, there, them, square, theirs)
    }
}
