//! Turns that continue with a piece that has captured, or with its victim. Does not decide whether
//! they do: that is `trial`.

use super::extra_state::Unit;
use super::narrow::narrow;
use super::width::Wide;
use crate::board::{Bits, Square, convert};
use crate::rules::Side;
use std::fmt::Debug;

/// The continuation of a turn by the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Continuation<B> {
    /// The number of the rule by which the turn continues.
    pub(crate) rule: u8,
    /// The number of units below it in a list; 0 in flat positions.
    pub(crate) index: u8,
    /// The previous square, if that matters.
    pub(crate) last: Option<Square>,
    /// The squares it has visited in this turn, if that matters.
    pub(crate) seen: B,
    /// The square of the piece that continues, and the piece that waits below it until it has left,
    /// if there is one.
    waiting: [(Square, Unit); 1],
}

impl<B: Bits> Continuation<B> {
    /// The continuation with a piece on a square.
    pub(crate) fn new(rule: u8, square: Square) -> Self {
        Self {
            rule,
            index: 0,
            last: None,
            seen: B::EMPTY,
            waiting: [(square, Unit::NONE)],
        }
    }

    /// The same with a piece that waits below, and its tags.
    pub(crate) fn above(self, kind: u8, side: Side, tags: u8) -> Self {
        let mut unit = Unit::new(kind, side);
        unit.tags = tags;
        Self {
            waiting: [(self.square(), unit)],
            ..self
        }
    }

    /// The square of the piece that continues.
    pub(crate) fn square(&self) -> Square {
        self.waiting[0].0
    }

    /// The piece that waits below, if there is one.
    pub(crate) fn below(&self) -> Option<Unit> {
        let (_, unit) = self.waiting[0];
        unit.exists().then_some(unit)
    }
}

narrow!(Continuation { seen; rule, index, last, waiting });

impl<B: Bits> Continuation<B> {
    /// The same in the widest sets.
    pub(crate) fn wide(self) -> Continuation<Wide> {
        Continuation {
            seen: convert(self.seen),
            rule: self.rule,
            index: self.index,
            last: self.last,
            waiting: self.waiting,
        }
    }
}

/// Whether a turn is being continued; never in plain layouts.
pub(crate) trait Chain<B: Bits>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// No continuation.
    const NONE: Self;
    /// Whether there is a continuation.
    fn is_on(&self) -> bool;
    /// The continuation, if there is one.
    fn continuation(&self) -> Option<Continuation<B>>;
    /// Sets or removes the continuation.
    fn set(&mut self, continuation: Option<Continuation<B>>);
    /// Pieces below others, with their squares.
    fn waiting(&self) -> &[(Square, Unit)];
}

impl<B: Bits> Chain<B> for () {
    const NONE: Self = ();
    #[inline(always)]
    fn is_on(&self) -> bool {
        false
    }
    #[inline(always)]
    fn continuation(&self) -> Option<Continuation<B>> {
        None
    }
    #[inline(always)]
    fn set(&mut self, _: Option<Continuation<B>>) {}
    #[inline(always)]
    fn waiting(&self) -> &[(Square, Unit)] {
        &[]
    }
}

impl<B: Bits> Chain<B> for Option<Continuation<B>> {
    const NONE: Self = None;
    #[inline(always)]
    fn is_on(&self) -> bool {
        self.is_some()
    }
    #[inline(always)]
    fn continuation(&self) -> Self {
        *self
    }
    #[inline(always)]
    fn set(&mut self, continuation: Self) {
        *self = continuation;
    }
    #[inline(always)]
    fn waiting(&self) -> &[(Square, Unit)] {
        match self {
            Some(continuation) if continuation.below().is_some() => &continuation.waiting,
            _ => &[],
        }
    }
}
