//! Events in the course of the game of which hooks are told, and their questions and answers. Knows
//! nothing of the points at which they occur.

use super::action::Step;
use super::pending::Pending;
use super::state::State;
use crate::engine::extra_state::Choice;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::rules::Side;

/// An occasion for actions besides movements.
#[derive(Clone, Copy)]
pub(crate) enum Occasion<'a> {
    /// Before the movement of the side to move.
    Free,
    /// A proposal is open, and may be carried out. If a hook offers that, there is no plain
    /// `accept`.
    Acceptance,
    /// A proposal is open, and may be taken back. The function says whether its side has another
    /// movement.
    Refusal(&'a dyn Fn() -> bool),
    /// A choice of this hook is open.
    Choice(Choice),
}

/// An event in the course of the game.
pub(crate) enum Event<'a> {
    /// The turn ends: nothing is left to decide but promotions.
    TurnEnds(&'a mut Pending),
    /// The turn is over; the other side is to move next.
    TurnOver,
    /// A royal has been lost: nothing more happens.
    GameOver,
}

/// The known part of a movement when hooks are asked whether a royal may be left in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excuse {
    /// The position before it; the side to move makes it.
    Before,
    /// The position after the turn of a side, whose royal is in check.
    After(Side),
    /// The position in which choices of the turn are open.
    Choosing,
}

/// An answer to a hook.
pub(crate) enum Answer<'a, L: FullLayout> {
    /// [`Step::Say`] or [`Step::Name`] of the hook, with the proposal still in place.
    Proposal(&'a mut State<L>, Step),
    /// A word, by its number, in answer to a choice that the hook has opened. The choice is no
    /// longer in the list.
    Choice(&'a mut Pos<L>, &'a mut Pending, Choice, u8),
}
