//! Positions in which mechanics take part: the flat position with its units above others
//! (`engine/position/units`), and proposals. They know no rules.

use super::action::Action;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::rules::Side;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A position, the state inside a turn included.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State<L: FullLayout> {
    /// The flat part, which is all that is needed while possibilities are searched.
    pub(crate) pos: Pos<L>,
    /// A movement that was chosen but is not carried out yet.
    pub(crate) proposal: Option<Arc<Action>>,
    /// The text of the movement that the side to move may not choose.
    pub(crate) refused: Option<Arc<str>>,
}

impl<L: FullLayout> Deref for State<L> {
    type Target = Pos<L>;
    #[inline(always)]
    fn deref(&self) -> &Pos<L> {
        &self.pos
    }
}

impl<L: FullLayout> DerefMut for State<L> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Pos<L> {
        &mut self.pos
    }
}

impl<L: FullLayout> State<L> {
    /// A position in which nothing is proposed.
    pub(crate) fn new(pos: Pos<L>) -> Self {
        Self {
            pos,
            proposal: None,
            refused: None,
        }
    }

    /// The side that decides next.
    pub(crate) fn decider(&self) -> Side {
        if self.proposal.is_some() {
            return self.side_to_move.next();
        }
        self.extra.choices.first().map_or(self.side_to_move, |c| c.side)
    }
}
