//! The points at which a hook takes part in the game. No hook knows another.

use super::action::{Action, Step};
use super::perform::Work;
use super::state::{Choice, Place, State, Unit};
use super::table::{Setup, Table};
use crate::board::Square;
use crate::position::Kind;
use ferz::rules::Side;
use std::fmt::Debug;

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
#[derive(Clone, Debug)]
pub struct Removal {
    /// The unit.
    pub unit: Unit,
    /// The former square.
    pub square: Square,
    /// Whether it was exiled, not captured.
    pub exiled: bool,
}

/// Which movements are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All that the rules allow, safe or not.
    All,
    /// All that could bring about the loss of a royal: conditions that only ask for the safety of
    /// the side's own royals are ignored (`CR-17`).
    Threats,
}

/// A mechanic. Every method is a point; all do nothing unless the hook defines them.
pub trait EventHook: Debug {
    /// Once: what the table has to know.
    fn set_up(&mut self, _number: usize, _setup: &mut Setup<'_>) {}

    /// The movements of a unit of a kind that it has taken over ([`Setup::take_over`]), or further
    /// movements of any other.
    fn movements(
        &self,
        _table: &Table,
        _state: &State,
        _unit: &Unit,
        _place: Place,
        _wanted: Wanted,
        _out: &mut Vec<Action>,
    ) {
    }

    /// The quiet ways of a unit of a kind that it has taken over.
    fn ways(&self, _table: &Table, _state: &State, _unit: &Unit, _place: Place) -> Vec<Way> {
        Vec::new()
    }

    /// Movements that belong to no single unit.
    fn actions(&self, _table: &Table, _state: &State, _out: &mut Vec<Action>) {}

    /// The actions of the side to move before its movement.
    fn free_actions(&self, _table: &Table, _state: &State, _out: &mut Vec<Action>) {}

    /// A unit has been captured or exiled.
    fn removed(&self, _table: &Table, _state: &mut State, _work: &mut Work, _removal: Removal) {}

    /// Whether a unit that has moved to the ground of a square may choose what it becomes, outside
    /// its promotion zone.
    fn arrives(&self, _table: &Table, _state: &State, _unit: &Unit, _square: Square) -> bool {
        false
    }

    /// The kinds that a unit of that kind and side may become. Returns whether they replace the
    /// ruleset's own promotions.
    fn arrivals(
        &self,
        _table: &Table,
        _state: &State,
        _side: Side,
        _kind: Kind,
        _out: &mut Vec<Step>,
    ) -> bool {
        false
    }

    /// The turn ends, nothing is left to decide but promotions.
    fn turn_ends(&self, _table: &Table, _state: &mut State, _work: &mut Work) {}

    /// The side whose royal has to be lost by the movement that comes now.
    fn forced(&self, _state: &State) -> Option<Side> {
        None
    }

    /// Whether the side to move may leave its royal in check, so far as the position before the
    /// movement tells.
    fn excuse(&self, _table: &Table, _state: &State) -> bool {
        false
    }

    /// Whether the side, whose turn is over and whose royal is in check, is excused by the
    /// position.
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

    /// Whether it can propose movements instead of carrying them out.
    fn proposes(&self) -> bool {
        false
    }

    /// Whether a movement that was chosen is only proposed. `others`: whether the side has another
    /// one.
    fn intercept(&self, _table: &Table, _state: &State, _others: bool) -> bool {
        false
    }

    /// Answers to a proposal that carry it out; if a hook has any, there is no plain `accept`.
    fn acceptances(&self, _table: &Table, _state: &State, _out: &mut Vec<Action>) {}

    /// Answers to a proposal that take it back.
    fn refusals(&self, _table: &Table, _state: &State, _out: &mut Vec<Action>) {}

    /// The answer [`Step::Say`] or [`Step::Name`] of this hook to a proposal, with the proposal
    /// still in place. Returns whether the proposal is now carried out.
    fn reply(&self, _table: &Table, _state: &mut State, _step: Step) -> bool {
        false
    }

    /// A movement is about to be carried out in earnest. `before` is the position before it (and
    /// before the answer that accepted it).
    fn carrying_out(&self, _table: &Table, _before: &State, _action: &Action, _state: &mut State) {}

    /// The turn is over; the other side is to move next.
    fn turn_over(&self, _table: &Table, _state: &mut State) {}

    /// The game is over: nothing more happens.
    fn game_over(&self, _state: &mut State) {}

    /// Answers to a choice that this hook has opened; none if it is void.
    fn answers(&self, _table: &Table, _state: &State, _choice: Choice) -> Vec<Action> {
        Vec::new()
    }

    /// An answer to a choice that this hook has opened; the choice is no longer in the list.
    fn answered(&self, _table: &Table, _state: &mut State, _work: &mut Work, _choice: Choice, _word: usize) {}

    /// The name of its choices in the position text: `raise`.
    fn choice_name(&self) -> &'static str {
        ""
    }

    /// The words in action texts, by number.
    fn word(&self, _word: usize) -> &'static str {
        ""
    }

    /// Whether a side without a royal on the board has not lost.
    fn survives(&self, _table: &Table, _state: &State, _side: Side) -> bool {
        false
    }

    /// The fields of the position text.
    fn print(&self, _table: &Table, _state: &State, _out: &mut Vec<(String, String)>) {}

    /// The keys.
    fn keys(&self) -> &'static [&'static str] {
        &[]
    }

    /// Reads the field of one of its keys, empty if there is none; `None` if it cannot be read.
    fn parse(&self, _table: &Table, _key: &str, _value: &str, _state: &mut State) -> Option<()> {
        Some(())
    }
}

/// A field that names a side.
pub fn side_field(value: &str) -> Option<Side> {
    match value {
        "w" => Some(Side::White),
        "b" => Some(Side::Black),
        _ => None,
    }
}

/// `w` or `b`.
pub fn side_letter(side: Side) -> &'static str {
    match side {
        Side::White => "w",
        Side::Black => "b",
    }
}
