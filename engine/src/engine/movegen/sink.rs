//! The receivers of moves: a list, or a counter. They know no rules.

use crate::board::{Bits, Square};
use crate::engine::layout::Layout;
use crate::engine::mv::{Move, MoveType};
use crate::rules::Part;

/// Receives moves; it may only count them.
pub(crate) trait Sink<L: Layout> {
    /// Plain moves of one piece to each of the targets.
    #[inline(always)]
    fn targets(&mut self, from: Square, targets: L::B) {
        for to in targets.squares() {
            self.one(Move::new(from, to, MoveType::Plain));
        }
    }
    /// Plain moves by the same jump of `by` squares up, to each of the targets.
    #[inline(always)]
    fn jumps(&mut self, by: u8, targets: L::B) {
        for to in targets.squares() {
            self.one(Move::new(jump_start::<L>(to, by), to, MoveType::Plain));
        }
    }
    /// Shots of one piece at each of the targets.
    #[inline(always)]
    fn shots(&mut self, from: Square, targets: L::B) {
        for to in targets.squares() {
            self.one(Move::new(from, to, MoveType::Shot));
        }
    }
    /// Drops of a kind from the hand, to each of the targets.
    fn drops(&mut self, kind: u8, targets: L::B) {
        for to in targets.squares() {
            self.one(Move::drop(kind, to));
        }
    }
    /// One move.
    fn one(&mut self, mv: Move);
    /// One move with each of some squares that it may choose.
    fn choices(&mut self, mv: Move, squares: L::B);
    /// Whether nothing was received.
    fn is_empty(&self) -> bool;
    /// Whether no more moves are wanted.
    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }
    /// Whether moves of that kind may be wanted. Others need not be listed.
    #[inline(always)]
    fn wants(&self, _part: Part) -> bool {
        true
    }
    /// The receiver behind this one, if it is known only at run time: code that lists moves for
    /// such receivers need not be compiled for each of them.
    #[inline(always)]
    fn through(&mut self) -> Option<&mut dyn Sink<L>> {
        None
    }
    /// Whether moves are only counted, so that their identity does not matter.
    #[inline(always)]
    fn counts(&self) -> bool {
        false
    }
}

/// Passes moves on to a sink that is known only at run time: code that generates moves for it is
/// compiled once.
impl<L: Layout> Sink<L> for &mut dyn Sink<L> {
    fn targets(&mut self, from: Square, targets: L::B) {
        (**self).targets(from, targets);
    }
    fn jumps(&mut self, by: u8, targets: L::B) {
        (**self).jumps(by, targets);
    }
    fn shots(&mut self, from: Square, targets: L::B) {
        (**self).shots(from, targets);
    }
    fn drops(&mut self, kind: u8, targets: L::B) {
        (**self).drops(kind, targets);
    }
    fn one(&mut self, mv: Move) {
        (**self).one(mv);
    }
    fn choices(&mut self, mv: Move, squares: L::B) {
        (**self).choices(mv, squares);
    }
    fn is_empty(&self) -> bool {
        (**self).is_empty()
    }
    fn is_full(&self) -> bool {
        (**self).is_full()
    }
    fn wants(&self, part: Part) -> bool {
        (**self).wants(part)
    }
    #[inline(always)]
    fn through(&mut self) -> Option<&mut dyn Sink<L>> {
        Some(&mut **self)
    }
    fn counts(&self) -> bool {
        (**self).counts()
    }
}

/// Counts moves; it may stop at one if that is enough for the caller.
pub(crate) struct Count {
    found: u64,
    enough: u64,
}

impl Count {
    /// Counts all moves.
    pub(crate) fn all() -> Self {
        Self {
            found: 0,
            enough: u64::MAX,
        }
    }

    /// Counts until there is a move.
    pub(crate) fn any() -> Self {
        Self { found: 0, enough: 1 }
    }

    /// The number of moves counted.
    pub(crate) fn found(&self) -> u64 {
        self.found
    }
}

impl<L: Layout> Sink<L> for Count {
    #[inline(always)]
    fn targets(&mut self, _: Square, targets: L::B) {
        self.found += u64::from(targets.count());
    }
    #[inline(always)]
    fn jumps(&mut self, _: u8, targets: L::B) {
        self.found += u64::from(targets.count());
    }
    #[inline(always)]
    fn shots(&mut self, _: Square, targets: L::B) {
        self.found += u64::from(targets.count());
    }
    #[inline(always)]
    fn drops(&mut self, _: u8, targets: L::B) {
        self.found += u64::from(targets.count());
    }
    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.found += 1;
    }
    fn choices(&mut self, _: Move, squares: L::B) {
        self.found += u64::from(squares.count());
    }
    fn is_empty(&self) -> bool {
        self.found == 0
    }
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.found >= self.enough
    }
    #[inline(always)]
    fn counts(&self) -> bool {
        true
    }
}

/// Appends moves to a list.
pub(crate) struct List<'a> {
    moves: &'a mut Vec<Move>,
    start: usize,
}

impl<'a> List<'a> {
    pub(crate) fn new(moves: &'a mut Vec<Move>) -> Self {
        let start = moves.len();
        Self { moves, start }
    }
}

impl<L: Layout> Sink<L> for List<'_> {
    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.moves.push(mv);
    }
    fn choices(&mut self, mv: Move, squares: L::B) {
        for square in squares.squares() {
            self.moves.push(mv.choosing(square));
        }
    }
    fn is_empty(&self) -> bool {
        self.moves.len() == self.start
    }
}

/// The start of a jump of `by` places that ends on `to`.
#[inline(always)]
pub(super) fn jump_start<L: Layout>(to: Square, by: u8) -> Square {
    to.wrapping_sub(by) & (L::B::WIDTH - 1) as u8
}
