//! Castling rights. Knows neither the letters of rights, which are in `fen::rights`, nor whether a
//! castling is possible now.

use super::Pos;
use crate::board::Bits;
use crate::engine::castlings::Castle;
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::rules::{BySide, Side};

/// The castlings to which a position gives the right, with their numbers.
pub(crate) fn rights<'a, L: Layout>(
    core: &'a Core<L>,
    pos: &'a Pos<L>,
) -> impl Iterator<Item = (u8, &'a Castle<L::B>)> + 'a {
    let all = (0..=u8::MAX).zip(&core.castling.all);
    all.filter(|(_, castle)| has_right(core, pos, pos.castling, castle))
}

/// The end squares of each side's kings by the castlings to which a position gives the right.
#[inline(never)]
pub(crate) fn castling_ends<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> BySide<L::B> {
    let mut ends = [L::B::EMPTY; Side::COUNT];
    for (_, castle) in rights(core, pos) {
        ends[castle.side.index()] |= L::B::bit(castle.king_to);
    }
    ends
}

/// Whether some rights include that to a castling. Rights of squares do if its pieces stand there.
fn has_right<L: Layout>(core: &Core<L>, pos: &Pos<L>, rights: L::Rights, castle: &Castle<L::B>) -> bool {
    (castle.right() & !rights).is_empty() && (core.castling.homes.is_empty() || stand(pos, castle))
}

/// The castlings to which a side has the right: places in a list of numbers, or numbers if there is
/// no list.
#[inline(always)]
pub(crate) fn castlings_of<'a, L: Layout>(
    core: &'a Core<L>,
    pos: &Pos<L>,
    side: Side,
) -> (L::Rights, &'a [u8]) {
    let rights = pos.castling & core.castling.of_side[side.index()];
    if L::RICH || core.castling.homes.is_empty() {
        (rights, &[])
    } else {
        castlings_at_home(core, pos, side, rights)
    }
}

/// [`castlings_of`], if rights are those of squares.
#[inline(never)]
fn castlings_at_home<'a, L: Layout>(
    core: &'a Core<L>,
    pos: &Pos<L>,
    side: Side,
    rights: L::Rights,
) -> (L::Rights, &'a [u8]) {
    let mut found = L::Rights::EMPTY;
    let Some(king) = pos.royals(core, side).squares().next() else {
        return (found, &[]);
    };
    let list = &core.castling.homes[usize::from(king)];
    for (place, &number) in (0..=u8::MAX).zip(list) {
        if has_right(core, pos, rights, &core.castling.all[usize::from(number)]) {
            found |= L::Rights::bit(place);
        }
    }
    (found, list)
}

/// The rights that a position loses together with some of them: among the rights of squares, all
/// that no longer lead to a castling.
#[inline(never)]
pub(super) fn lost_with<L: Layout>(core: &Core<L>, pos: &Pos<L>, lost: L::Rights) -> L::Rights {
    let rest = pos.castling & !lost;
    let kept = |kept: L::Rights, side: Side| {
        let (found, list) = castlings_at_home(core, pos, side, rest & core.castling.of_side[side.index()]);
        let castle = |place: u8| &core.castling.all[usize::from(list[usize::from(place)])];
        found
            .squares()
            .fold(kept, |kept, place| kept | castle(place).right())
    };
    pos.castling & !Side::ALL.into_iter().fold(L::Rights::EMPTY, kept)
}

/// Whether both pieces of a castling stand on their start squares.
fn stand<L: Layout>(pos: &Pos<L>, castle: &Castle<L::B>) -> bool {
    let home = |kind, square| pos.piece(square) == Some((kind, castle.side));
    home(castle.king, castle.king_from) && home(castle.rook, castle.rook_from)
}
