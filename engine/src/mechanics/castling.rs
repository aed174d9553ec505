//! Castling of units.

use super::mechanic::Mechanics;
use super::points::Wanted;
use crate::board::{Bits, Square};
use crate::engine::castlings::Castle;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::movegen::relay;
use crate::engine::position::Pos;
use crate::engine::powers;

impl<L: FullLayout> Mechanics<L> {
    /// Castling moves of a unit that may go on: their numbers and where it arrives. Whether it could stay there is not asked.
    pub(crate) fn castlings(
        &self,
        pos: &Pos<L>,
        unit: Unit,
        place: Place,
        wanted: Wanted,
    ) -> Vec<(u8, Square)> {
        if pos.castling.is_empty() || place.index > 0 {
            return Vec::new();
        }
        let all = self.core.castling.all.iter().enumerate();
        let own = all
            .filter(|(_, c)| c.side == unit.side() && c.king == unit.kind() && c.king_from == place.square);
        own.filter(|(i, c)| {
            pos.castling.has(*i as u8)
                && !c.empty.meets(pos.occupied())
                && self.can_castle(pos, c)
                && (wanted == Wanted::Threats
                    || self.is_safe_way(pos, unit, c, c.safe & !L::B::bit(c.king_to)))
        })
        .map(|(i, c)| (i as u8, c.king_to))
        .collect()
    }

    /// Whether a castling move whose way is free is possible.
    pub(super) fn may_castle(&self, pos: &Pos<L>, index: u8, wanted: Wanted) -> bool {
        let castle = &self.core.castling.all[usize::from(index)];
        let unit = pos.base(castle.king_from);
        self.can_castle(pos, castle)
            && (wanted == Wanted::Threats || {
                let (safe, ends_safe) = castle.apart();
                self.is_safe_way(pos, unit, castle, safe)
                    && (!ends_safe || self.is_safe_end(pos, unit, castle))
            })
    }

    /// Whether both pieces are there and can move.
    fn can_castle(&self, pos: &Pos<L>, castle: &Castle<L::B>) -> bool {
        let king = pos.base(castle.king_from);
        let partner = pos.base(castle.rook_from);
        pos.len(castle.king_from) == 1
            && !king.has(Unit::FIXED)
            && !partner.has(Unit::FIXED)
            && !powers::holds_still(&self.core, pos, castle.king_from)
            && partner.exists()
            && partner.kind() == castle.rook
            && partner.side() == castle.side
    }

    /// Whether what castles is attacked on none of some squares, its partner still at home.
    fn is_safe_way(&self, pos: &Pos<L>, unit: Unit, castle: &Castle<L::B>, safe: L::B) -> bool {
        let reached = |s: Square| relay::is_captured_in_chain(&self.core, pos, castle, s);
        if castle.chains && castle.safe.squares().any(reached) {
            return false;
        }
        safe.squares().all(|square| {
            let mut there = *pos;
            if square != castle.king_from {
                there.take_list(&self.core, castle.king_from);
                there.take_list(&self.core, square);
                there.set_list(&self.core, square, &[unit]);
            }
            !self.is_attacked(&there, Place::ground(square)) && !self.is_exposed(&there, unit.side())
        })
    }

    /// Whether what castles is not attacked where it ends, its partner where that ends.
    fn is_safe_end(&self, pos: &Pos<L>, unit: Unit, castle: &Castle<L::B>) -> bool {
        let (mut there, partner) = (*pos, pos.base(castle.rook_from));
        there.take_list(&self.core, castle.king_from);
        there.take_list(&self.core, castle.rook_from);
        there.set_list(&self.core, castle.king_to, &[unit]);
        there.set_list(&self.core, castle.rook_to, &[partner]);
        !self.is_attacked(&there, Place::ground(castle.king_to)) && !self.is_exposed(&there, unit.side())
    }
}
