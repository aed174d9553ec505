//! Castlings: the pieces and their squares, the squares that must be free and safe, and the loss of
//! the right. Knows no positions: whether one is legal is decided in `movegen::castling`.

use super::narrow::Narrow;
use super::width::{Wide, Width};
use crate::board::{Bits, Square, convert, union};
use crate::rules::{BySide, Side};

/// One castling move.
#[derive(Clone, Debug)]
pub(crate) struct Castle<B: Width> {
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
    pub(crate) empty: B,
    /// Squares on which the king may not be attacked, with the rook still on its start.
    pub(crate) safe: B,
    /// Whether the end of the king is in `safe` and the rook's move changes nothing about attacks
    /// on it, provided that the king may castle at all.
    pub(crate) end_is_judged: bool,
    /// Whether captures later in a continued turn count as attacks, too.
    pub(crate) chains: bool,
    /// Whether the king may not be attacked on its end, with the rook on its own end.
    pub(crate) ends_safe: bool,
    /// Whether the right comes with a drop.
    pub(crate) by_drop: bool,
    /// Whether the right comes with an effect.
    pub(crate) by_effect: bool,
    /// The rights of the opponent that it removes.
    pub(crate) bars: B::Rights,
    /// The marks whose loss ends the right: a piece leaves the square of the king or of its
    /// partner, or is captured there. Mostly it is one bit for the castling, otherwise one for each
    /// square. A position with all of them has the right.
    pub(crate) marks: BySide<B::Rights>,
    /// Whether the two may start anywhere on their rank. This castling is then one of several.
    pub(crate) anywhere: bool,
}

impl Narrow for Castle<Wide> {
    type To<B: Width> = Castle<B>;

    fn narrow<B: Width>(self) -> Castle<B> {
        Castle {
            empty: self.empty.narrow(),
            safe: self.safe.narrow(),
            bars: convert(self.bars),
            marks: self.marks.map(convert),
            side: self.side,
            letter: self.letter,
            king: self.king,
            king_from: self.king_from,
            king_to: self.king_to,
            rook: self.rook,
            rook_from: self.rook_from,
            rook_to: self.rook_to,
            is_royal: self.is_royal,
            end_is_judged: self.end_is_judged,
            chains: self.chains,
            ends_safe: self.ends_safe,
            by_drop: self.by_drop,
            by_effect: self.by_effect,
            anywhere: self.anywhere,
        }
    }
}

/// By square, the castlings that are lost when a piece leaves it or is captured on it, as bits.
pub(super) fn loss<B: Width>(castlings: &[Castle<B>], size: usize) -> Vec<B::Rights> {
    let mut loss = vec![B::Rights::EMPTY; size];
    for castle in castlings {
        let [king, rook] = castle.marks;
        loss[usize::from(castle.king_from)] |= king;
        loss[usize::from(castle.rook_from)] |= rook;
    }
    loss
}

impl<B: Width> Castle<B> {
    /// All squares that must be safe.
    pub(crate) fn watched(&self) -> B {
        let end = if self.ends_safe {
            B::bit(self.king_to)
        } else {
            B::EMPTY
        };
        self.safe | end
    }

    /// The squares that must be safe while the rook is on its start. Also whether the king's end
    /// must be safe with both pieces on their ends.
    pub(crate) fn apart(&self) -> (B, bool) {
        if !self.end_is_judged {
            return (self.safe, self.ends_safe);
        }
        (self.safe & !self.only_end(), true)
    }

    /// The end of the king, unless it is also its start: there the king must be safe before and
    /// after.
    pub(crate) fn only_end(&self) -> B {
        if self.king_to == self.king_from {
            B::EMPTY
        } else {
            B::bit(self.king_to)
        }
    }

    /// The marks that a position must have for the right.
    #[inline(always)]
    pub(crate) fn right(&self) -> B::Rights {
        self.marks[0] | self.marks[1]
    }
}

/// By square, the castlings whose king starts there, if rights are those of squares; otherwise
/// empty.
pub(super) fn homes<B: Width>(castlings: &[Castle<B>], size: usize) -> Vec<Vec<u8>> {
    if castlings.iter().all(|castle| castle.marks[0] == castle.marks[1]) {
        return Vec::new();
    }
    let mut homes = vec![Vec::new(); size];
    for (number, castle) in (0..=u8::MAX).zip(castlings) {
        homes[usize::from(castle.king_from)].push(number);
    }
    homes
}

/// The rights of the castlings that meet a condition.
fn of_those<B: Width>(castlings: &[Castle<B>], f: impl Fn(&Castle<B>) -> bool) -> B::Rights {
    let found = castlings.iter().filter(|castle| f(castle));
    union(found, |castle| castle.right())
}

/// The castlings whose rights may come with a drop, as bits.
pub(super) fn by_drop<B: Width>(castlings: &[Castle<B>]) -> B::Rights {
    of_those(castlings, |castle| castle.by_drop)
}

/// The castlings whose rights may come with an effect, as bits.
pub(super) fn by_effect<B: Width>(castlings: &[Castle<B>]) -> B::Rights {
    of_those(castlings, |castle| castle.by_effect)
}

/// The castlings of a side, as bits.
pub(super) fn of_side<B: Width>(castlings: &[Castle<B>], side: Side) -> B::Rights {
    of_those(castlings, |castle| castle.side == side)
}
