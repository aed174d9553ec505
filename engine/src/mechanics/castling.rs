//! Castling of units.

use super::mechanic::Mechanics;
use super::points::Wanted;
use crate::board::{Bits, Square};
use crate::engine::beyond::{Place, Unit};
use crate::engine::castlings::Castle;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;

impl<L: FullLayout> Mechanics<L> {
    /// Castling moves of a unit: their numbers and where it arrives.
    pub(crate) fn castlings(
        &self,
        pos: &Pos<L>,
        unit: Unit,
        place: Place,
        wanted: Wanted,
    ) -> Vec<(u8, Square)> {
        if pos.castling == 0 || place.index > 0 {
            return Vec::new();
        }
        let all = self.core.castlings.iter().enumerate();
        let own = all
            .filter(|(_, c)| c.side == unit.side() && c.king == unit.kind() && c.king_from == place.square);
        own.filter(|(i, c)| {
            pos.castling >> i & 1 == 1
                && !c.empty.meets(pos.occupied())
                && self.may_castle(pos, *i as u8, wanted)
        })
        .map(|(i, c)| (i as u8, c.king_to))
        .collect()
    }

    /// Whether a castling move whose way is free is possible.
    pub(super) fn may_castle(&self, pos: &Pos<L>, index: u8, wanted: Wanted) -> bool {
        let castle = &self.core.castlings[usize::from(index)];
        let king = pos.base(castle.king_from);
        let partner = pos.base(castle.rook_from);
        pos.len(castle.king_from) == 1
            && !king.has(Unit::FIXED)
            && !partner.has(Unit::FIXED)
            && !self.core.holds_still(pos, castle.king_from)
            && partner.exists()
            && partner.kind() == castle.rook
            && partner.side() == castle.side
            && (wanted == Wanted::Threats || self.is_safe_way(pos, king, castle))
    }

    /// Whether what castles is attacked on none of the squares that must be safe, its partner still at home.
    fn is_safe_way(&self, pos: &Pos<L>, unit: Unit, castle: &Castle<L>) -> bool {
        castle.safe.squares().all(|square| {
            let mut there = *pos;
            if square != castle.king_from {
                there.take_list(&self.core, castle.king_from);
                there.take_list(&self.core, square);
                there.set_list(&self.core, square, &[unit]);
            }
            !self.is_attacked(&there, Place::ground(square)) && !self.is_exposed(&there, unit.side())
        })
    }
}
