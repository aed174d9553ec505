//! The state while an action is carried out. Does not decide anything: it keeps the events so far.

use crate::board::{Bits, Square, union};
use crate::engine::compiled::NONE;
use crate::engine::extra_state::{Choice, Unit};
use crate::order::sort_by_key;
use crate::rules::Side;
use arrayvec::ArrayVec;
use smallvec::SmallVec;

/// The sides whose loss of a royal ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LossScope {
    /// Either side's.
    Both,
    /// Either side's. This is a trial of whether the movement is legal; the answer does not depend
    /// on an optional continuation of the turn.
    Judged,
    /// Only that side's. This is a trial of threats against it (`CR-17`).
    Only(Side),
    /// Only that side's. This is a trial of whether its royals are attacked: the consequences of a
    /// movement attack nothing.
    Asked(Side),
}

impl LossScope {
    /// Whether everything happens as in the game.
    pub(crate) const fn is_real(self) -> bool {
        !matches!(self, Self::Asked(_))
    }

    /// Whether the loss of either side's royal counts.
    pub(crate) const fn is_of_both(self) -> bool {
        matches!(self, Self::Both | Self::Judged)
    }
}

/// The state while an action is carried out; hooks add to it.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    /// Sweeps that happen when everything has fallen, in order: the square, the range and the side
    /// that sweeps.
    pub(super) sweeps: ArrayVec<(Square, u8, Side), 64>,
    /// Choices that open when everything automatic is done, in order.
    pub(super) choices: ArrayVec<Choice, 64>,
    /// Whether a unit has left or entered the board.
    pub(super) stirred: bool,
    /// The tags that the captured enemies carried and leave, as bits. Only those captured by the
    /// movement itself count.
    pub(super) gained: u8,
    /// Whether a consequence makes the movement impossible.
    pub(super) forbidden: bool,
    /// The units captured by the movement itself, with their squares.
    pub(super) captured: ArrayVec<(Square, Unit), 32>,
}

impl Pending {
    /// Adds a sweep for after the present event: a side removes the lowest units on a square and
    /// within that many steps of it.
    pub(crate) fn sweep(&mut self, square: Square, range: u8, side: Side) {
        // There are never more than fit: each belongs to another unit.
        let _ = self.sweeps.try_push((square, range, side));
    }

    /// Opens a choice, for when everything automatic is done.
    pub(crate) fn open(&mut self, choice: Choice) {
        let _ = self.choices.try_push(choice);
    }

    /// Takes the choices that were opened.
    pub(crate) fn take_choices(&mut self) -> ArrayVec<Choice, 64> {
        std::mem::take(&mut self.choices)
    }

    /// The tags that the captured enemies carried and leave, as bits. Only those captured by the
    /// movement itself count.
    pub(crate) fn gained(&self) -> u8 {
        self.gained
    }

    /// The kinds that the movement itself has captured, as bits: of the side's own units, and of
    /// the other side's. Also the kind of the captured unit on `target`, or else of the first one
    /// in board order, or [`NONE`].
    pub(crate) fn captured(&self, target: Square, side: Side) -> ([u64; 2], u8) {
        let kinds = |of: Side| {
            let units = self.captured.iter().filter(|(_, unit)| unit.side() == of);
            units.fold(0, |kinds, (_, unit)| kinds | 1 << unit.kind())
        };
        let main = self
            .captured
            .iter()
            .min_by_key(|(square, _)| (*square != target, *square));
        (
            [kinds(side), kinds(side.other())],
            main.map_or(NONE, |(_, unit)| unit.kind()),
        )
    }

    /// The squares of the captured pieces.
    pub(crate) fn hit<B: Bits>(&self) -> B {
        let squares = self.captured.iter();
        union(squares, |(square, _)| B::bit(*square))
    }

    /// The number of units that the movement itself has captured.
    pub(crate) fn count_captured(&self) -> u32 {
        self.captured.len() as u32
    }

    /// The units that the movement itself has captured, in board order.
    pub(crate) fn taken(&self) -> SmallVec<[Unit; 2]> {
        let mut list = self.captured.clone();
        sort_by_key(&mut list, |(square, _)| *square);
        list.iter().map(|(_, unit)| *unit).collect()
    }

    /// Notes that a unit has left or entered the board.
    pub(crate) fn mark_irreversible(&mut self) {
        self.stirred = true;
    }

    /// Whether a unit has left or entered the board.
    pub(crate) fn is_stirred(&self) -> bool {
        self.stirred
    }
}
