//! Castling rights and their letters in positions.

use super::castlings::Castle;
use super::core::Core;
use super::layout::Layout;
use super::position::Pos;
use crate::board::Bits;
use crate::rules::Side;

impl<L: Layout> Core<L> {
    /// The castlings to which a position gives the right, with their numbers.
    pub(crate) fn rights<'a>(&'a self, pos: &'a Pos<L>) -> impl Iterator<Item = (u8, &'a Castle<L::B>)> + 'a {
        let all = (0..=u8::MAX).zip(&self.castlings);
        all.filter(|(_, castle)| self.has_right(pos, pos.castling, castle))
    }

    /// Where each side's kings end by the castlings to which a position gives the right.
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
        (castle.right() & !rights).is_empty() && (self.castling_homes.is_empty() || self.stand(pos, castle))
    }

    /// The castlings to which a side has the right: places in a list of numbers, or numbers where there is no list.
    #[inline(always)]
    pub(crate) fn castlings_of(&self, pos: &Pos<L>, side: Side) -> (L::Rights, &[u8]) {
        let rights = pos.castling & self.castling_of[side.index()];
        if L::RICH || self.castling_homes.is_empty() {
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
        let list = &self.castling_homes[usize::from(king)];
        for (place, &number) in (0..=u8::MAX).zip(list) {
            if self.has_right(pos, rights, &self.castlings[usize::from(number)]) {
                found |= L::Rights::bit(place);
            }
        }
        (found, list)
    }

    /// What is lost of the rights of a position together with some of them: of those of squares all that lead to no castling any more.
    #[inline(never)]
    pub(super) fn lost_with(&self, pos: &Pos<L>, lost: L::Rights) -> L::Rights {
        let rest = pos.castling & !lost;
        let kept = |kept: L::Rights, side: Side| {
            let (found, list) = self.castlings_at_home(pos, side, rest & self.castling_of[side.index()]);
            let castle = |place: u8| &self.castlings[usize::from(list[usize::from(place)])];
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

    /// How many squares the two pieces of a castling stand apart.
    fn distance(castle: &Castle<L::B>) -> u8 {
        castle.king_from.abs_diff(castle.rook_from)
    }

    /// The castlings that a letter among the rights may mean: those of that letter, and those whose partner starts on the
    /// file of that name, where it may start anywhere.
    fn named(&self, letter: char) -> impl Iterator<Item = (u8, &Castle<L::B>)> {
        let all = (0..=u8::MAX).zip(&self.castlings);
        all.filter(move |(_, castle)| castle.letter == letter || self.file_letter(castle) == Some(letter))
    }

    /// The file of the partner of a castling that may start anywhere, upper case for White.
    fn file_letter(&self, castle: &Castle<L::B>) -> Option<char> {
        let (file, _) = self
            .topology
            .coordinates(castle.rook_from)
            .filter(|_| castle.anywhere)?;
        let letter = char::from(b'a' + file);
        Some(match castle.side {
            Side::White => letter.to_ascii_uppercase(),
            Side::Black => letter,
        })
    }

    /// Whether a letter may stand among the rights, and which right of a position it means. Without both pieces at home there is
    /// none (`EN-25`); of several partners the outermost is meant.
    pub(crate) fn right_of(&self, pos: &Pos<L>, letter: char) -> Option<Option<u8>> {
        let mut named = self.named(letter).peekable();
        named.peek()?;
        let standing = named.filter(|(_, castle)| self.stand(pos, castle));
        Some(
            standing
                .max_by_key(|(_, castle)| Self::distance(castle))
                .map(|(right, _)| right),
        )
    }

    /// The letters of the rights of a position, in the order of the rules; the outermost partner's castling has its own letter, others
    /// that of its file.
    pub(crate) fn right_letters(&self, pos: &Pos<L>) -> Vec<(char, u8)> {
        let letter = |(right, castle): (u8, &Castle<L::B>)| {
            let outermost = !castle.anywhere || self.right_of(pos, castle.letter) == Some(Some(right));
            let letter = if outermost {
                Some(castle.letter)
            } else {
                self.file_letter(castle)
            };
            (letter.unwrap_or(castle.letter), right)
        };
        self.rights(pos).map(letter).collect()
    }
}
