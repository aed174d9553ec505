//! The closed list of points at which a hook takes part in the game.
//!
//! No hook knows another. They meet in events ([`Mechanic::removed`]), in questions that all of them answer
//! ([`Mechanic::spread`], [`Mechanic::zone`]), and in what is on the table: lists of units, pools, flags.

use super::action::{Action, Step, Steps};
use super::movements::Movements;
use super::perform::Work;
use super::state::State;
use super::{Mechanics, Setup};
use crate::board::{Bits as _, Square};
use crate::engine::beyond::{Choice, Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::{CompileError, PositionError};
use crate::rules::Side;
use std::fmt::Debug;

/// The number of the rules themselves where a mechanic's number is asked for.
pub(crate) const RULES: u8 = u8::MAX;

/// The rules' own word: a proposal is accepted.
pub(crate) const ACCEPT: u8 = 0;

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Points(pub(crate) u32);

impl Points {
    /// [`Mechanic::movements`] of a single unit.
    pub(crate) const MOVEMENTS: Self = Self(1);
    /// [`Mechanic::actions`] that belong to no single unit, and [`Mechanic::free_actions`].
    pub(crate) const ACTIONS: Self = Self(1 << 1);
    /// [`Mechanic::removed`].
    pub(crate) const REMOVED: Self = Self(1 << 2);
    /// [`Mechanic::spread`] and [`Mechanic::zone`].
    pub(crate) const THREATS: Self = Self(1 << 3);
    /// [`Mechanic::arrivals`] and [`Mechanic::arrives`].
    pub(crate) const ARRIVALS: Self = Self(1 << 4);
    /// [`Mechanic::turn_ends`].
    pub(crate) const TURN_ENDS: Self = Self(1 << 5);
    /// [`Mechanic::forced`], [`Mechanic::excuse`], [`Mechanic::excused`]: what makes a movement legal.
    pub(crate) const LEGALITY: Self = Self(1 << 6);
    /// [`Mechanic::intercept`], [`Mechanic::carrying_out`], [`Mechanic::turn_over`], [`Mechanic::game_over`]: whose
    /// decision comes next.
    pub(crate) const TURNS: Self = Self(1 << 7);
    /// [`Mechanic::print`] and [`Mechanic::parse`].
    pub(crate) const KEYS: Self = Self(1 << 8);
    /// [`Mechanic::survives`], [`Mechanic::endangered`].
    pub(crate) const OUTCOME: Self = Self(1 << 9);

    /// How many there are.
    pub(crate) const COUNT: usize = 10;

    /// Those in either.
    #[must_use]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A quiet way of a unit: where it would stand if the square at the end let it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// The end.
    pub(crate) to: Square,
    /// The square that it passes and on which it can be captured in the next turn.
    pub(crate) middle: Option<Square>,
    /// Whether that square is part of the text.
    pub(crate) shown: bool,
}

/// A unit that has left the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Removal {
    /// Which.
    pub(crate) unit: Unit,
    /// From where.
    pub(crate) square: Square,
    /// Whether it was exiled, not captured.
    pub(crate) exiled: bool,
}

/// Which movements are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All that the rules allow, safe or not.
    All,
    /// All that could bring about the loss of a royal: conditions that only ask for the safety of the own one are
    /// ignored (`CR-17`).
    Threats,
}

/// A mechanic. Every method is a point; all do nothing unless the hook defines them and names them in
/// [`Mechanic::points`].
pub(crate) trait Mechanic<L: FullLayout>: Debug + Send + Sync {
    /// The points at which it takes part.
    fn points(&self) -> Points;

    /// Once, when the variant is compiled: what the table has to know.
    ///
    /// # Errors
    /// When the rules cannot be combined with it.
    fn set_up(&mut self, _number: u8, _setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        Ok(())
    }

    /// The movements of a unit of a kind that it has taken over ([`Setup::take_over`]), or further movements of one to
    /// which it gives some ([`Setup::give_movements`]).
    fn movements(
        &self,
        _table: &Mechanics<L>,
        _state: &Pos<L>,
        _unit: Unit,
        _place: Place,
        _wanted: Wanted,
        _out: &mut Movements<'_, L>,
    ) {
    }

    /// The quiet ways of a unit of a kind that it has taken over.
    fn ways(&self, _table: &Mechanics<L>, _state: &Pos<L>, _unit: Unit, _place: Place, _out: &mut Vec<Way>) {}

    /// Movements that belong to no single unit.
    fn actions(&self, _table: &Mechanics<L>, _state: &Pos<L>, _out: &mut Movements<'_, L>) {}

    /// What the side to move may do before its movement.
    fn free_actions(&self, _table: &Mechanics<L>, _state: &Pos<L>, _out: &mut Vec<Action>) {}

    /// Whether the side may have free actions, were it to move; when in doubt, yes.
    fn has_free_actions(&self, _table: &Mechanics<L>, _state: &Pos<L>, _side: Side) -> bool {
        false
    }

    /// A unit has been captured or exiled.
    fn removed(&self, _table: &Mechanics<L>, _state: &mut Pos<L>, _work: &mut Work, _removal: Removal) {}

    /// `danger` is a set of squares on which no removal may happen. Adds those where a removal could lead to one on
    /// them; `alarms` are the squares of units whose removal leads to others ([`Setup::alarm`]). When in doubt, more.
    fn spread(&self, _table: &Mechanics<L>, _state: &Pos<L>, _alarms: L::B, _danger: &mut L::B) {}

    /// Once, when the variant is compiled: all squares on which movements that the hook gives to a unit could remove
    /// something, whatever stands on the board. When in doubt, more.
    fn zone(&self, _table: &Mechanics<L>, _side: Side, _kind: u8, _square: Square) -> L::B {
        L::B::EMPTY
    }

    /// Once, when the variant is compiled: all squares to which [`Mechanic::ways`] of a kind that it has taken over could
    /// lead, whatever stands on the board. When in doubt, more.
    fn landings(&self, table: &Mechanics<L>, _side: Side, _kind: u8, _square: Square) -> L::B {
        table.core.board
    }

    /// Whether a unit that has moved to the ground of a square may choose what it becomes, outside its promotion
    /// zone.
    fn arrives(&self, _table: &Mechanics<L>, _state: &Pos<L>, _unit: Unit, _square: Square) -> bool {
        false
    }

    /// What a unit of that kind and side may become. Returns whether the ruleset's own promotions are replaced.
    fn arrivals(
        &self,
        _table: &Mechanics<L>,
        _state: &Pos<L>,
        _side: Side,
        _kind: u8,
        _out: &mut Steps,
    ) -> bool {
        false
    }

    /// Carries out [`Step::Own`] of this hook on a unit, which is still where it arrived. Returns whether it was possible.
    fn carry_out(
        &self,
        _table: &Mechanics<L>,
        _state: &mut Pos<L>,
        _place: Place,
        _argument: u8,
        _work: &mut Work,
    ) -> bool {
        false
    }

    /// The text of [`Step::Own`] of this hook.
    fn own_text(&self, _table: &Mechanics<L>, _argument: u8) -> String {
        String::new()
    }

    /// The turn ends, nothing is left to decide but promotions.
    fn turn_ends(&self, _table: &Mechanics<L>, _state: &mut Pos<L>, _work: &mut Work) {}

    /// Units that it would remove at the end of a turn; none of them is there when the next one begins.
    fn condemned(&self, _state: &Pos<L>) -> L::B {
        L::B::EMPTY
    }

    /// Whether nothing happens at the end of a turn in which nothing is removed.
    fn rests(&self, _table: &Mechanics<L>, _state: &Pos<L>) -> bool {
        true
    }

    /// The side whose royal has to be lost by the movement that comes now.
    fn forced(&self, _state: &Pos<L>) -> Option<Side> {
        None
    }

    /// Whether the side to move may leave its royal in check, so far as the position before the movement tells.
    fn excuse(&self, _table: &Mechanics<L>, _state: &Pos<L>) -> bool {
        false
    }

    /// Whether the side, whose turn is over and whose royal is in check, is excused by the position.
    fn excused(&self, _table: &Mechanics<L>, _state: &Pos<L>, _side: Side) -> bool {
        false
    }

    /// How many movements of one side there must be that only an excuse makes legal.
    fn excuses_needed(&self) -> usize {
        0
    }

    /// Whether the excuse holds while choices of the turn are open.
    fn excuse_holds(&self, _state: &Pos<L>) -> bool {
        false
    }

    /// Whether a movement that was chosen is only proposed. `others`: whether the side has another one.
    fn intercept(&self, _table: &Mechanics<L>, _state: &Pos<L>, _others: bool) -> bool {
        false
    }

    /// Whether the mechanic leaves the turn alone: nothing is only proposed, and it has nothing to do when a movement is
    /// carried out or the turn is over. Asked where the side to move is not in check. When in doubt, no.
    fn is_idle(&self, _state: &Pos<L>) -> bool {
        false
    }

    /// Answers to a proposal that carry it out; if a hook has any, there is no plain `accept`.
    fn acceptances(&self, _table: &Mechanics<L>, _state: &Pos<L>, _out: &mut Vec<Action>) {}

    /// Answers to a proposal that take it back.
    fn refusals(&self, _table: &Mechanics<L>, _state: &State<L>, _out: &mut Vec<Action>) {}

    /// The answer [`Step::Say`] or [`Step::Name`] of this hook to a proposal, with the proposal still in place.
    /// Returns whether the proposal is now carried out.
    fn reply(&self, _table: &Mechanics<L>, _state: &mut State<L>, _step: Step) -> bool {
        false
    }

    /// A movement is about to be carried out in earnest. `before` is the position before it (and before the answer
    /// that accepted it).
    fn carrying_out(
        &self,
        _table: &Mechanics<L>,
        _before: &State<L>,
        _action: &Action,
        _state: &mut State<L>,
    ) {
    }

    /// The turn is over; the other side is to move next.
    fn turn_over(&self, _table: &Mechanics<L>, _state: &mut Pos<L>) {}

    /// A royal has been lost: nothing more happens.
    fn game_over(&self, _state: &mut Pos<L>) {}

    /// Answers to a choice that this hook has opened; none if it is void.
    fn answers(&self, _table: &Mechanics<L>, _state: &Pos<L>, _choice: Choice, _out: &mut Vec<Action>) {}

    /// An answer to a choice that this hook has opened; the choice is no longer in the list.
    fn answered(
        &self,
        _table: &Mechanics<L>,
        _state: &mut Pos<L>,
        _work: &mut Work,
        _choice: Choice,
        _word: u8,
    ) {
    }

    /// The name of its choices in the position text: `raise`.
    fn choice_name(&self) -> &'static str {
        ""
    }

    /// Its words in action texts, by number.
    fn word(&self, _word: u8) -> &'static str {
        ""
    }

    /// Whether a side without a royal on the board has not lost.
    fn survives(&self, _table: &Mechanics<L>, _state: &Pos<L>, _side: Side) -> bool {
        false
    }

    /// Whether a royal that is off the board, but not lost, could be lost in one turn of the other side, in which it has
    /// no free actions. When in doubt, yes.
    fn endangered(&self, _table: &Mechanics<L>, _state: &Pos<L>, _side: Side) -> bool {
        true
    }

    /// Whether its rules can leave the side that is not to move in check.
    fn leaves_check(&self) -> bool {
        false
    }

    /// Its fields of the position text.
    fn print(&self, _table: &Mechanics<L>, _state: &Pos<L>, _out: &mut Vec<(&'static str, String)>) {}

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
        _table: &Mechanics<L>,
        _key: &str,
        _value: &str,
        _state: &mut Pos<L>,
    ) -> Result<(), PositionError> {
        Ok(())
    }
}
