//! The sizes of positions for which the engine is compiled. Does not choose among them: that is
//! `variant::compile`.

use super::chain::{Chain, Continuation};
use super::extra_state::{ExtraState, Pools};
use super::narrow::Fit;
use super::passed_squares::{Passed, Trail};
use super::tagging::MAX_TAGS;
use super::whose::{Anybody, Owners, Whose};
use super::width::Width;
#[cfg(not(ferz_small_boards))]
use crate::board::U256;
use crate::board::{Bits, Square};
use crate::rules::{BySide, Side};
use std::fmt::Debug;

/// A fixed-size array of plain values.
pub(crate) trait Array<T>:
    Copy + Send + Sync + Debug + PartialEq + AsRef<[T]> + AsMut<[T]> + 'static
{
}
impl<T: Copy + Send + Sync + Debug + PartialEq + 'static, const N: usize> Array<T> for [T; N] {}

/// The sizes of one compiled form of the engine. A variant runs in the smallest that holds it.
pub(crate) trait Layout: Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// Sets of squares.
    type B: Fit<Rights = Self::Rights>;
    /// One set for each kind of piece.
    type PerKind: Array<Self::B>;
    /// One byte for each square.
    type PerSquare: Array<u8>;
    /// The number of kinds of pieces that fit.
    const KINDS: usize;
    /// Sets of pieces by their tags (weapons, absorbed movements); none in the plain layouts.
    type Tags: Array<Self::B>;
    /// The conditions of a line besides empty and occupied squares.
    type Whose: Whose<Self::B>;
    /// The number of pieces of each kind that the sides have in hand; nothing in plain layouts.
    type Hands: Hands;
    /// Castling rights, as in compiled rules.
    type Rights: Bits;
    /// Squares that are closed; none in plain layouts.
    type Walls: Walls<Self::B>;
    /// Squares passed in a turn of several moves; none in plain layouts.
    type Trail: Trail;
    /// The continuation of a turn; none in plain layouts.
    type Chain: Chain<Self::B>;
    /// The state of a position beyond one piece on each square: towers, marks, pools, open
    /// decisions. Empty except in full layouts.
    type ExtraState: Copy + Debug + PartialEq + Send + Sync + 'static;
    /// [`Self::ExtraState`] with nothing in it.
    const NO_EXTRA_STATE: Self::ExtraState;
    /// Whether the layout has parts for which only some variants pay: powers, tags, attacks that
    /// depend on the owners of pieces, effects after a move.
    const RICH: bool;
    /// Whether the layout has everything: a [`FullLayout`].
    const FULL: bool;
    /// No sets.
    const NO_KINDS: Self::PerKind;
    /// No tags.
    const NO_TAGS: Self::Tags;
    /// The same byte for every square.
    fn fill(byte: u8) -> Self::PerSquare;
}

/// A layout of positions in which mechanics take part.
pub(crate) trait FullLayout:
    Layout<ExtraState = ExtraState<<Self as Layout>::B, <Self as FullLayout>::Pools>>
{
    /// The number of units of each kind beside the board.
    type Pools: Pools;
}

/// Pieces in hand, by side and kind.
pub(crate) trait Hands: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// Neither side has pieces in hand.
    const EMPTY: Self;
    /// The number of pieces of a kind that a side has in hand.
    fn count(&self, side: Side, kind: u8) -> u8;
    /// The number of pieces of each kind that a side has in hand; empty if there are no hands.
    fn of(&self, side: Side) -> &[u8];
    /// Sets the number of pieces of a kind that a side has in hand.
    fn set(&mut self, side: Side, kind: u8, count: u8);
}

impl Hands for () {
    const EMPTY: Self = ();
    #[inline(always)]
    fn count(&self, _: Side, _: u8) -> u8 {
        0
    }
    #[inline(always)]
    fn of(&self, _: Side) -> &[u8] {
        &[]
    }
    #[inline(always)]
    fn set(&mut self, _: Side, _: u8, _: u8) {}
}

impl<const N: usize> Hands for BySide<[u8; N]> {
    const EMPTY: Self = [[0; N]; Side::COUNT];
    #[inline(always)]
    fn count(&self, side: Side, kind: u8) -> u8 {
        self[side.index()][usize::from(kind) & (N - 1)]
    }
    #[inline(always)]
    fn of(&self, side: Side) -> &[u8] {
        &self[side.index()]
    }
    #[inline(always)]
    fn set(&mut self, side: Side, kind: u8, count: u8) {
        self[side.index()][usize::from(kind) & (N - 1)] = count;
    }
}

/// Squares that are closed.
pub(crate) trait Walls<B: Bits>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// No closed squares.
    const NONE: Self;
    /// All closed squares.
    fn all(self) -> B;
    /// Closes an open square, or opens a closed one.
    fn toggle(&mut self, square: Square);
}

impl<B: Bits> Walls<B> for () {
    const NONE: Self = ();
    #[inline(always)]
    fn all(self) -> B {
        B::EMPTY
    }
    #[inline(always)]
    fn toggle(&mut self, _: Square) {}
}

/// Squares that may be closed in the course of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Closed<B>(B);

impl<B: Bits> Walls<B> for Closed<B> {
    const NONE: Self = Self(B::EMPTY);
    #[inline(always)]
    fn all(self) -> B {
        self.0
    }
    #[inline(always)]
    fn toggle(&mut self, square: Square) {
        self.0 ^= B::bit(square);
    }
}

macro_rules! layout {
    ($(#[$doc:meta])* $name:ident, $bits:ty, $squares:literal, $kinds:literal, $tags:expr, $whose:ty, $rich:literal, $hands:ty, $walls:ty, $passed_squares:ty, $chain:ty, $extra:ty, $nothing:expr, $full:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub(crate) struct $name;
        impl Layout for $name {
            type B = $bits;
            type PerKind = [$bits; $kinds];
            type PerSquare = [u8; $squares];
            type Tags = [$bits; $tags];
            type Whose = $whose;
            type Hands = $hands;
            type Rights = <$bits as Width>::Rights;
            type Walls = $walls;
            type Trail = $passed_squares;
            type Chain = $chain;
            type ExtraState = $extra;
            const NO_EXTRA_STATE: Self::ExtraState = $nothing;
            const RICH: bool = $rich;
            const FULL: bool = $full;
            const KINDS: usize = $kinds;
            const NO_KINDS: Self::PerKind = [<$bits>::EMPTY; $kinds];
            const NO_TAGS: Self::Tags = [<$bits>::EMPTY; $tags];
            #[inline(always)]
            fn fill(byte: u8) -> Self::PerSquare {
                [byte; $squares]
            }
        }
    };
}

layout!(
    /// Up to 64 squares and 16 kinds of pieces: chess and most variants.
    Small, u64, 64, 16, 0, Anybody, false, (), (), (), (), (), (), false
);
#[cfg(not(ferz_small_boards))]
layout!(
    /// Up to 128 squares and 32 kinds: ten by ten, twelve by eight, xiangqi.
    Medium, u128, 128, 32, 0, Anybody, false, (), (), (), (), (), (), false
);
layout!(
    /// [`Small`] with everything for which only some variants pay.
    RichSmall, u64, 64, 16, MAX_TAGS, Owners<u64>, true, BySide<[u8; 16]>, Closed<u64>, Passed, Option<Continuation<u64>>, (), (), false
);
#[cfg(not(ferz_small_boards))]
layout!(
    /// [`Medium`] with everything for which only some variants pay.
    RichMedium, u128, 128, 32, MAX_TAGS, Owners<u128>, true, BySide<[u8; 32]>, Closed<u128>, Passed, Option<Continuation<u128>>, (), (), false
);
layout!(
    /// [`RichSmall`] with the parts for mechanics.
    FullSmall, u64, 64, 16, MAX_TAGS, Owners<u64>, true, BySide<[u8; 16]>, Closed<u64>, Passed, Option<Continuation<u64>>,
    ExtraState<u64, [BySide<[u8; 16]>; 2]>, ExtraState::EMPTY, true
);
#[cfg(not(ferz_small_boards))]
layout!(
    /// Up to 256 squares and 64 kinds, with everything, and room for a castling right for each two
    /// squares of a rank. Plain variants of such boards run in it, too.
    /// such boards run in it, too.
    FullLarge, U256, 256, 64, MAX_TAGS, Owners<U256>, true, BySide<[u8; 64]>, Closed<U256>, Passed, Option<Continuation<U256>>,
    ExtraState<U256, [BySide<[u8; 64]>; 2]>, ExtraState::EMPTY, true
);

impl FullLayout for FullSmall {
    type Pools = [BySide<[u8; 16]>; 2];
}

#[cfg(not(ferz_small_boards))]
impl FullLayout for FullLarge {
    type Pools = [BySide<[u8; 64]>; 2];
}

/// A build for small boards has no larger layouts: their names mean the small one, and cost nothing
/// more. [`crate::variant::holds`] rejects larger boards.
#[cfg(ferz_small_boards)]
mod small {
    pub(crate) type Medium = super::Small;
    pub(crate) type RichMedium = super::RichSmall;
    pub(crate) type FullLarge = super::FullSmall;
}
#[cfg(ferz_small_boards)]
pub(crate) use small::{FullLarge, Medium, RichMedium};
