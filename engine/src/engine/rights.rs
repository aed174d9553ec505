//! Castling rights.

use super::castlings::Castle;
use super::core::Core;
use super::layout::Layout;
use super::position::Pos;
use crate::board::Bits;
use crate::rules::Side;

impl<L: Layout> Core<L> {
    /// The castlings to which a position gives the right, with their numbers.
    pub(crate) fn rights<'a>(&'a self, pos: &'a Pos<L>) -> impl Iterator<Item = (u8, &'a Castle<L::B>)> + 'a {
        let all = (0..=u8::MAX).zip(&self.castling.all);
        all.filter(|(_, castle)| self.has_right(pos, pos.castling, castle))
    }

    /// The end squares of each side's kings by the castlings to which a position gives the right.
    #[inline(never)]
    pub(crate) fn castling_ends(&self, pos: &Pos<L>) -> [L::B; 2] {
        let mut ends = [L::B::EMPTY; 2];
        for (_, castle) in self.rights(pos) {
            ends[castle.side.index()] |= L::B::bit(castle.king_to);
        }
        ends
    }

    /// Whether some rights are those to a castling. Those of squares are if its pieces stand there.
    fn has_right(&self, pos: &Pos<L>, rights: L::Rights, castle: &Castle<L::B>) -> bool {
        (castle.right() & !rights).is_empty() && (self.castling.homes.is_empty() || self.stand(pos, castle))
    }

    /// The castlings to which a side has the right: places in a list of numbers, or numbers where there is no list.
    #[inline(always)]
    pub(crate) fn castlings_of(&self, pos: &Pos<L>, side: Side) -> (L::Rights, &[u8]) {
        let rights = pos.castling & self.castling.of_side[side.index()];
        if L::RICH || self.castling.homes.is_empty() {
            (rights, &[])
        } else {
            self.castlings_at_home(pos, side, rights)
        }
    }

    /// [`Self::castlings_of`], where rights are those of squares.
    #[inline(never)]
    fn castlings_at_home(&self, pos: &Pos<L>, side: Side, rights: L::Rights) -> (L::Rights, &[u8]) {
        let mut found = L::Rights::EMPTY;
        let Some(king) = pos.royals(self, side).squares().next() else {
            return (found, &[]);
        };
        let list = &self.castling.homes[usize::from(king)];
        for (place, &number) in (0..=u8::MAX).zip(list) {
            if self.has_right(pos, rights, &self.castling.all[usize::from(number)]) {
                found |= L::Rights::bit(place);
            }
        }
        (found, list)
    }

    /// The rights that a position loses together with some of them: among the rights of squares,
    /// all that no longer lead to a castling.
    #[inline(never)]
    pub(super) fn lost_with(&self, pos: &Pos<L>, lost: L::Rights) -> L::Rights {
        let rest = pos.castling & !lost;
        let kept = |kept: L::Rights, side: Side| {
            let (found, list) = self.castlings_at_home(pos, side, rest & self.castling.of_side[side.index()]);
            let castle = |place: u8| &self.castling.all[usize::from(list[usize::from(place)])];
            found
                .squares()
                .fold(kept, |kept, place| kept | castle(place).right())
        };
        pos.castling & !Side::ALL.into_iter().fold(L::Rights::EMPTY, kept)
    }

    /// Whether both pieces of a castling stand where they start.
    fn stand(&self, pos: &Pos<L>, castle: &Castle<L::B>) -> bool {
        let home = |kind, square| pos.piece(square) == Some((kind, castle.side));
        home(castle.king, castle.king_from) && home(castle.rook, castle.rook_from)
    }
}
