//! Moves of royals: the squares on which they are not attacked. Does not know lines, on which other
//! pieces are judged: that is `legality`.

use super::Generator;
use crate::board::{Bits, Square};
use crate::engine::attacks;
use crate::engine::fire;
use crate::engine::layout::Layout;
use crate::engine::position::rights;

impl<L: Layout> Generator<'_, L> {
    /// Whether the way of a castling is free, so that all attacked squares must be known anyway.
    #[inline(always)]
    pub(super) fn may_castle(&self) -> bool {
        let (places, numbers) = rights::castlings_of(self.core, self.pos, self.us);
        let occupancy = self.pos.occupancy();
        let free = |place: u8| {
            let number = numbers.get(usize::from(place)).copied().unwrap_or(place);
            !self.core.castling.all[usize::from(number)].empty.meets(occupancy)
        };
        places.squares().any(free)
    }

    /// The squares open to the only royal: those that are not attacked once it has left its square.
    #[inline]
    pub(super) fn royal_targets(&self, from: Square, targets: L::B) -> L::B {
        let (core, them) = (self.core, self.us.other());
        let each = !core.is_rich() || (core.royalty.kinds[self.us.index()].len() == 1 && !core.has_shots());
        let few = each && !targets.without_lowest().several() && !self.may_castle();
        let rest = self.pos.occupancy() & !L::B::bit(from);
        let theirs = self.pos.sides[them.index()];
        let legal = if few && !L::RICH {
            attacks::unattacked(core, self.pos, them, targets, rest, &self.safety.powers)
        } else if few {
            let attacked = |to: Square| {
                let here = L::B::bit(to);
                attacks::attacked(
                    core,
                    self.pos,
                    them,
                    to,
                    rest | here,
                    theirs & !here,
                    true,
                    &self.safety.powers,
                )
            };
            targets
                .squares()
                .filter(|&s| !attacked(s))
                .fold(L::B::EMPTY, |all, s| all | L::B::bit(s))
        } else {
            targets & !self.danger_on(from, targets)
        };
        if !core.attacking.has_threats[them.index()] || legal.is_empty() {
            return legal;
        }
        let threatened = |to: Square| {
            let here = L::B::bit(to);
            attacks::threatened(
                core,
                self.pos,
                them,
                to,
                rest | here,
                theirs & !here,
                &self.safety.powers,
            )
        };
        legal
            .squares()
            .filter(|&s| !threatened(s))
            .fold(L::B::EMPTY, |all, s| all | L::B::bit(s))
    }

    /// The squares, among some, that the opponent attacks once the royal on `royal` has left its
    /// square; in doubt, more.
    #[inline(always)]
    fn danger_on(&self, royal: Square, squares: L::B) -> L::B {
        if L::RICH && self.memo.danger.get().is_none() && !self.may_castle() {
            return self.attacked_without(royal, squares);
        }
        self.danger(royal)
    }

    /// All squares that the opponent attacks once the royal on `royal` has left its square.
    #[inline(always)]
    pub(super) fn danger(&self, royal: Square) -> L::B {
        match self.memo.danger.get() {
            Some(known) => known,
            None => {
                let danger = self.attacked_without(royal, !L::B::EMPTY);
                self.memo.danger.set(Some(danger));
                danger
            }
        }
    }

    /// Squares that the opponent attacks once the royal on `royal` has left its square: all of
    /// those in `at`, and perhaps others.
    #[inline(always)]
    fn attacked_without(&self, royal: Square, at: L::B) -> L::B {
        let occupancy = self.pos.occupancy() & !L::B::bit(royal);
        let (core, pos, them) = (self.core, self.pos, self.us.other());
        let mut danger = attacks::attacked_squares(core, pos, them, occupancy, at, &self.safety.powers);
        if L::RICH && core.has_shots() {
            let kind = pos.board.as_ref()[usize::from(royal)] >> 1;
            danger |= fire::shot_squares(core, pos, them, occupancy, kind, at);
        }
        danger
    }
}
