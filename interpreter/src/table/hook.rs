//! The closed list of points at which a hook takes part in the game.
//!
//! No hook knows another. They meet in events ([`EventHook::removed`]), in questions that all of them answer
//! ([`EventHook::spread`], [`EventHook::zone`]), and in what is on the table: lists of units, pools, flags.

use super::action::{Action, Step};
use super::perform::Work;
use super::state::{Choice, State};
use super::unit::{Place, Unit};
use super::{Setup, Table};
use crate::board::{Bits as _, Square, U256};
use crate::engine::{CompileError, PositionError};
use crate::rules::Side;
use std::fmt::Debug;

/// The number of the table itself where a hook's number is asked for.
pub const TABLE: u8 = u8::MAX;

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points(pub u32);

impl Points {
    /// [`EventHook::movements`] of a single unit.
    pub const MOVEMENTS: Self = Self(1);
    /// [`EventHook::actions`] that belong to no single unit, and [`EventHook::free_actions`].
    pub const ACTIONS: Self = Self(1 << 1);
    /// [`EventHook::removed`].
    pub const REMOVED: Self = Self(1 << 2);
    /// [`EventHook::spread`] and [`EventHook::zone`].
    pub const THREATS: Self = Self(1 << 3);
    /// [`EventHook::arrivals`] and [`EventHook::arrives`].
    pub const ARRIVALS: Self = Self(1 << 4);
    /// [`EventHook::turn_ends`].
    pub const TURN_ENDS: Self = Self(1 << 5);
    /// [`EventHook::forced`], [`EventHook::excuse`], [`EventHook::excused`]: what makes a movement legal.
    pub const LEGALITY: Self = Self(1 << 6);
    /// [`EventHook::intercept`], [`EventHook::carrying_out`], [`EventHook::turn_over`], [`EventHook::game_over`]: whose
    /// decision comes next.
    pub const TURNS: Self = Self(1 << 7);
    /// [`EventHook::print`] and [`EventHook::parse`].
    pub const KEYS: Self = Self(1 << 8);
    /// [`EventHook::survives`], [`EventHook::endangered`].
    pub const OUTCOME: Self = Self(1 << 9);

    /// How many there are.
    pub const COUNT: usize = 10;

    /// Those in either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A quiet way of a unit: where it would stand if the square at the end let it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The end.
    pub to: Square,
    /// The square that it passes and on which it can be captured in the next turn.
    pub middle: Option<Square>,
    /// Whether that square is part of the text.
    pub shown: bool,
}

/// A unit that has left the board.
#[derive(Clone, Copy, Debug)]
pub struct Removal {
    /// Which.
    pub unit: Unit,
    /// From where.
    pub square: Square,
    /// Whether it was exiled, not captured.
    pub exiled: bool,
}

/// Which movements are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All that the rules allow, safe or not.
    All,
    /// All that could bring about the loss of a royal: conditions that only ask for the safety of the own one are
    /// ignored (`CR-17`).
    Threats,
}

/// A mechanic. Every method is a point; all do nothing unless the hook defines them and names them in
/// [`EventHook::points`].
pub trait EventHook: Debug + Send + Sync {
    /// The points at which it takes part.
    fn points(&self) -> Points;

    /// Once, when the variant is compiled: what the table has to know.
    ///
    /// # Errors
    /// When the rules cannot be combined with it.
    fn set_up(&mut self, _number: u8, _setup: &mut Setup<'_>) -> Result<(), CompileError> {
        Ok(())
    }

    /// The movements of a unit of a kind that it has taken over ([`Setup::take_over`]), or further movements of any
    /// other.
    fn movements(
        &self,
        _table: &Table,
        _state: &State,
        _unit: Unit,
        _place: Place,
        _wanted: Wanted,
        _out: &mut Vec<Action>,
    ) {
    }

    /// The quiet ways of a unit of a kind that it has taken over.
    fn ways(&self, _table: &Table, _state: &State, _unit: Unit, _place: Place, _out: &mut Vec<Way>) {}

    /// Movements that belong to no single unit.
    fn actions(&self, _table: &Table, _state: &State, _out: &mut Vec<Action>) {}

    /// What the side to move may do before its movement.
    fn free_actions(&self, _table: &Table, _state: &State, _out: &mut Vec<Action>) {}

    /// Whether the side may have free actions, were it to move; when in doubt, yes.
    fn has_free_actions(&self, _table: &Table, _state: &State, _side: Side) -> bool {
        false
    }

    /// A unit has been captured or exiled.
    fn removed(&self, _table: &Table, _state: &mut State, _work: &mut Work, _removal: Removal) {}

    /// `danger` is a set of squares on which no removal may happen. Adds those where a removal could lead to one on
    /// them. When in doubt, more.
    fn spread(&self, _table: &Table, _state: &State, _danger: &mut U256) {}

    /// Once, when the variant is compiled: all squares on which movements that the hook gives to a unit could remove
    /// something, whatever stands on the board. When in doubt, more.
    fn zone(&self, _table: &Table, _side: Side, _kind: u8, _square: Square) -> U256 {
        U256::EMPTY
    }

    /// Whether a unit that has moved to the ground of a square may choose what it becomes, outside its promotion
    /// zone.
    fn arrives(&self, _table: &Table, _state: &State, _unit: Unit, _square: Square) -> bool {
        false
    }

    /// What a unit of that kind and side may become. Returns whether the ruleset's own promotions are replaced.
    fn arrivals(&self, _table: &Table, _state: &State, _side: Side, _kind: u8, _out: &mut Vec<Step>) -> bool {
        false
    }

    /// The turn ends, nothing is left to decide but promotions.
    fn turn_ends(&self, _table: &Table, _state: &mut State, _work: &mut Work) {}

    /// The side whose royal has to be lost by the movement that comes now.
    fn forced(&self, _state: &State) -> Option<Side> {
        None
    }

    /// Whether the side to move may leave its royal in check, so far as the position before the movement tells.
    fn excuse(&self, _table: &Table, _state: &State) -> bool {
        false
    }

    /// Whether the side, whose turn is over and whose royal is in check, is excused by the position.
    fn excused(&self, _table: &Table, _state: &State, _side: Side) -> bool {
        false
    }

    /// How many movements of one side there must be that only an excuse makes legal.
    fn excuses_needed(&self) -> usize {
        0
    }

    /// Whether the excuse holds while choices of the turn are open.
    fn excuse_holds(&self, _state: &State) -> bool {
        false
    }

    /// Whether a movement that was chosen is only proposed. `others`: whether the side has another one.
    fn intercept(&self, _table: &Table, _state: &State, _others: bool) -> bool {
        false
    }

    /// Answers to a proposal that carry it out; if a hook has any, there is no plain `accept`.
    fn acceptances(&self, _table: &Table, _state: &State, _out: &mut Vec<Action>) {}

    /// Answers to a proposal that take it back.
    fn refusals(&self, _table: &Table, _state: &State, _out: &mut Vec<Action>) {}

    /// The answer [`Step::Say`] or [`Step::Name`] of this hook to a proposal, with the proposal still in place.
    /// Returns whether the proposal is now carried out.
    fn reply(&self, _table: &Table, _state: &mut State, _step: Step) -> bool {
        false
    }

    /// A movement is about to be carried out in earnest. `before` is the position before it (and before the answer
    /// that accepted it).
    fn carrying_out(&self, _table: &Table, _before: &State, _action: &Action, _state: &mut State) {}

    /// The turn is over; the other side is to move next.
    fn turn_over(&self, _table: &Table, _state: &mut State) {}

    /// A royal has been lost: nothing more happens.
    fn game_over(&self, _state: &mut State) {}

    /// Answers to a choice that this hook has opened; none if it is void.
    fn answers(&self, _table: &Table, _state: &State, _choice: Choice, _out: &mut Vec<Action>) {}

    /// An answer to a choice that this hook has opened; the choice is no longer in the list.
    fn answered(&self, _table: &Table, _state: &mut State, _work: &mut Work, _choice: Choice, _word: u8) {}

    /// The name of its choices in the position text: `raise`.
    fn choice_name(&self) -> &'static str {
        ""
    }

    /// Its words in action texts, by number.
    fn word(&self, _word: u8) -> &'static str {
        ""
    }

    /// Whether a side without a royal on the board has not lost.
    fn survives(&self, _table: &Table, _state: &State, _side: Side) -> bool {
        false
    }

    /// Whether a royal that is off the board, but not lost, could be lost in one turn of the other side, in which it has
    /// no free actions. When in doubt, yes.
    fn endangered(&self, _table: &Table, _state: &State, _side: Side) -> bool {
        true
    }

    /// Whether its rules can leave the side that is not to move in check.
    fn leaves_check(&self) -> bool {
        false
    }

    /// Its fields of the position text.
    fn print(&self, _table: &Table, _state: &State, _out: &mut Vec<(&'static str, String)>) {}

    /// Its keys.
    fn keys(&self) -> &'static [&'static str] {
        &[]
    }

    /// Reads the field of one of its keys. Board, and keys that sort before, have been read.
    ///
    /// # Errors
    /// When the value cannot be read or does not fit.
    fn parse(
        &self,
        _table: &Table,
        _key: &str,
        _value: &str,
        _state: &mut State,
    ) -> Result<(), PositionError> {
        Ok(())
    }
}
