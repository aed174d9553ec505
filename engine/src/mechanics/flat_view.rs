//! The facts about positions that sets judge, and the flat engine's view of them. Does not find
//! them: that is `by_sets`.

use crate::board::Square;
use crate::engine::layout::FullLayout;
use crate::engine::movegen::Guard;
use crate::engine::position::Pos;

/// The facts about a position in which the flat engine judges most moves.
pub(crate) struct SetJudged<L: FullLayout> {
    /// Units whose moves are judged by sets.
    pub(super) ordinary: L::B,
    /// Enemies to whose removal mechanics react.
    pub(super) reactive_kinds: L::B,
    /// Units of both sides whose moves or removal have further consequences: mechanics react to
    /// them, or they are royal.
    pub(super) special: L::B,
    /// The units that must not be left attacked: the royal, and those whose capture costs the
    /// royal.
    pub(super) guarded: L::B,
    /// The royal.
    pub(super) royal: L::B,
    /// The royal, if its removal has no other consequence than its loss.
    pub(super) mortal: L::B,
    /// Own units whose moves matter to the safety of guarded units.
    pub(super) anchors: L::B,
    /// Whether a movement that leaves a guarded unit attacked is certainly illegal; if not, it may
    /// be legal.
    pub(super) sure: bool,
    /// Squares with units above others.
    pub(super) towers: L::B,
    /// The squares on which a unit whose removal leads to others would put the royal in danger.
    pub(super) alarmed: L::B,
    /// Whether the flat engine may carry out a movement: no mechanic affects the course of the
    /// turn.
    pub(super) flat: bool,
}

/// The flat engine's view of a position.
pub(crate) struct FlatView<L: FullLayout> {
    /// The requirements of the royal's safety.
    pub(super) guard: Guard<L>,
    /// The position in which fixed units and towers are replaced by equivalents, if it has any.
    pub(super) projected: Option<Pos<L>>,
}

impl<L: FullLayout> FlatView<L> {
    /// The view before anything has been examined.
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            guard: Guard::new(),
            projected: None,
        }
    }

    /// The position in the flat engine's view.
    #[inline]
    pub(super) fn of<'a>(&'a self, pos: &'a Pos<L>) -> &'a Pos<L> {
        self.projected.as_ref().unwrap_or(pos)
    }

    /// The squares to which a piece that is not royal may move from a square without leaving a
    /// guarded unit attacked.
    #[inline]
    pub(super) fn allowed(&self, pos: &Pos<L>, from: Square) -> L::B {
        self.guard.allowed(pos, from)
    }
}
