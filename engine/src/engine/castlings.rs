//! Castlings: which pieces go where, what must be free and safe, and when the right is lost.

use super::layout::Layout;
use crate::board::Square;
use crate::rules::Side;

/// One castling move.
#[derive(Clone, Debug)]
pub(crate) struct Castle<L: Layout> {
    pub(crate) side: Side,
    pub(crate) letter: char,
    pub(crate) king: u8,
    pub(crate) king_from: Square,
    pub(crate) king_to: Square,
    pub(crate) rook: u8,
    pub(crate) rook_from: Square,
    pub(crate) rook_to: Square,
    /// Whether the piece that stands for the king is a royal.
    pub(crate) is_royal: bool,
    pub(crate) empty: L::B,
    pub(crate) safe: L::B,
    /// Whether the end of the king is in `safe` and the rook's leaving changes nothing about attacks on it.
    pub(crate) end_is_judged: bool,
    /// Whether the right comes with a drop.
    pub(crate) by_drop: bool,
    /// Rights of the opponent that it takes.
    pub(crate) bars: u16,
}

/// By square, the castlings that are lost when a piece leaves it or is captured on it, as bits.
pub(super) fn loss<L: Layout>(castlings: &[Castle<L>], size: usize) -> Vec<u16> {
    let mut loss = vec![0u16; size];
    for (i, castle) in castlings.iter().enumerate() {
        loss[usize::from(castle.king_from)] |= 1 << i;
        loss[usize::from(castle.rook_from)] |= 1 << i;
    }
    loss
}

/// The castlings whose rights may come with a drop, as bits.
pub(super) fn by_drop<L: Layout>(castlings: &[Castle<L>]) -> u16 {
    let castlings = castlings.iter().enumerate();
    castlings.fold(0, |set, (i, castle)| set | u16::from(castle.by_drop) << i)
}

/// The castlings of a side, as bits.
pub(super) fn of_side<L: Layout>(castlings: &[Castle<L>], side: Side) -> u16 {
    let castlings = castlings.iter().enumerate();
    castlings.fold(0, |set, (i, castle)| set | u16::from(castle.side == side) << i)
}
