//! The points at which hooks take part in the game, with their questions and events. Does not know
//! who asks them.

use crate::board::Square;
use crate::engine::extra_state::Unit;

/// The rules themselves, in place of a mechanic's number.
pub(crate) const RULES: u8 = u8::MAX;

/// The rules' own word, by which a proposal is accepted.
pub(crate) const ACCEPT: u8 = 0;

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Points(pub(crate) u32);

impl Points {
    /// [`super::Mechanic::movements`] of a single unit.
    pub(crate) const MOVEMENTS: Self = Self(1);
    /// [`super::Mechanic::movements`] that belong to no single unit, [`super::Mechanic::offers`] of
    /// free actions, and [`super::Mechanic::endangers`] by them.
    pub(crate) const ACTIONS: Self = Self(1 << 1);
    /// [`super::Mechanic::removed`].
    pub(crate) const REMOVED: Self = Self(1 << 2);
    /// [`super::Mechanic::extend_danger`] and [`super::Mechanic::zone`].
    pub(crate) const THREATS: Self = Self(1 << 3);
    /// [`super::Mechanic::arrivals`] and [`super::Mechanic::arrives`].
    pub(crate) const ARRIVALS: Self = Self(1 << 4);
    /// [`super::Mechanic::happens`] with [`super::Event::TurnEnds`],
    /// [`super::Mechanic::condemned`].
    pub(crate) const TURN_ENDS: Self = Self(1 << 5);
    /// [`super::Mechanic::forced`] and [`super::Mechanic::excuses`], which decide whether a
    /// movement is legal.
    pub(crate) const LEGALITY: Self = Self(1 << 6);
    /// [`super::Mechanic::intercept`], [`super::Mechanic::offers`] of answers,
    /// [`super::Mechanic::carrying_out`], [`super::Mechanic::happens`] with other events: they
    /// decide whose decision comes next.
    pub(crate) const TURNS: Self = Self(1 << 7);
    /// [`super::Mechanic::print`] and [`super::Mechanic::parse`].
    pub(crate) const KEYS: Self = Self(1 << 8);
    /// [`super::Mechanic::survives`], and [`super::Mechanic::endangers`] royals off the board.
    pub(crate) const OUTCOME: Self = Self(1 << 9);

    /// The number of points.
    pub(crate) const COUNT: usize = 10;

    /// The points in either set.
    #[must_use]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A quiet way of a unit: its end, if the square there admits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way<B> {
    /// The end.
    pub(crate) to: Square,
    /// The passed squares on which it can be captured in the next turn.
    pub(crate) passed: B,
    /// Whether the passed square is part of the text.
    pub(crate) shown: bool,
}

/// A unit that has left the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Removal {
    /// The unit.
    pub(crate) unit: Unit,
    /// The former square.
    pub(crate) square: Square,
    /// Whether it was exiled, not captured.
    pub(crate) exiled: bool,
}

/// The movements that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All that the rules allow, safe or not.
    All,
    /// All movements that could bring about the loss of a royal. Conditions that only protect a
    /// side's own royals are ignored (`CR-17`).
    Threats,
    /// Those of the same movements that capture something.
    Captures,
}
