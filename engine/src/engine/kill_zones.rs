//! The moves whose consequences may take a royal off the board, as tables of squares. When in doubt
//! they contain more. Does not decide whether a move is legal.

use super::narrow::narrow;
use crate::board::{Bits, Square, union};
use crate::rules::{BySide, Side};

/// The ways in which consequences of moves may take royals of the other side off the board, by side
/// and kind. When in doubt, more.
#[derive(Debug)]
pub(crate) struct RoyalKillFilter<B: Bits> {
    pub(crate) zones: BySide<Vec<Vec<KillZone<B>>>>,
    /// Kinds of each side that make other moves than plain ones, after which they need not stand on
    /// the move's end, as bits.
    pub(crate) loose: BySide<u64>,
}

narrow!(RoyalKillFilter { zones; loose });

/// One consequence of moves of a kind, by the square of the royal: the squares on which a plain
/// move must end and start.
#[derive(Clone, Debug)]
pub(crate) struct KillZone<B: Bits> {
    /// Whether only captures have it.
    pub(crate) captures: bool,
    pub(crate) targets: Vec<B>,
    pub(crate) origins: Vec<B>,
}

narrow!(KillZone { targets, origins; captures });

impl<B: Bits> KillZone<B> {
    /// The ends of plain moves from a square that take the royal on another one, as far as is
    /// known.
    #[inline(always)]
    fn targets(&self, from: Square, royal: Square, enemies: B) -> B {
        if !self.origins[usize::from(royal)].has(from) {
            return B::EMPTY;
        }
        let targets = self.targets[usize::from(royal)];
        if self.captures { targets & enemies } else { targets }
    }
}

impl<B: Bits> RoyalKillFilter<B> {
    /// The squares on which plain moves of a kind from a square must end to take the royal on
    /// another one.
    #[inline]
    pub(crate) fn targets(&self, side: Side, kind: u8, from: Square, royal: Square, enemies: B) -> B {
        let zones = self.zones[side.index()].get(usize::from(kind));
        let zones = zones.map_or(&[][..], |zones| zones);
        union(zones, |aim| aim.targets(from, royal, enemies))
    }

    /// Kinds of a side whose moves may have consequences that take a royal of the other side, as
    /// bits. With `quiet`, moves without a capture.
    pub(crate) fn kinds(&self, side: Side, quiet: bool) -> u64 {
        let mut kinds = 0;
        for (kind, zones) in self.zones[side.index()].iter().enumerate() {
            let able = zones.iter().any(|zone| !(quiet && zone.captures));
            kinds |= u64::from(able) << kind;
        }
        kinds
    }

    /// The pieces of a side that may take the royal on a square; `of_kind` gives the squares of
    /// each kind.
    pub(crate) fn pieces(&self, side: Side, royal: Square, of_kind: impl Fn(u8) -> B) -> B {
        let kinds = self.zones[side.index()].iter().enumerate();
        kinds.fold(B::EMPTY, |all, (kind, zones)| {
            if zones.is_empty() {
                return all;
            }
            let able = zones
                .iter()
                .filter(|aim| !aim.targets[usize::from(royal)].is_empty());
            let mut from = union(able, |aim| aim.origins[usize::from(royal)]);
            if self.loose[side.index()] >> kind & 1 == 1 {
                from = !B::EMPTY;
            }
            if from.is_empty() {
                all
            } else {
                all | (from & of_kind(kind as u8))
            }
        })
    }
}

/// The straight winds from one square to another on the empty board, as bits: by start square, then
/// by end square.
#[derive(Clone, Debug)]
pub(crate) struct Winds(pub(crate) Vec<Vec<u8>>);

impl Winds {
    /// The winds from one square to another.
    pub(crate) fn between(&self, from: Square, to: Square) -> impl Iterator<Item = usize> {
        u64::from(self.bits(from, to)).squares().map(usize::from)
    }

    /// The same as bits.
    pub(crate) fn bits(&self, from: Square, to: Square) -> u8 {
        self.0[usize::from(from)][usize::from(to)]
    }
}
