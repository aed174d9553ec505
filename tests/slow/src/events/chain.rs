//! Turns that go on with the unit that has moved, or with its victim.

use super::action::{Action, Mode, Step};
use super::perform::Watch;
use super::state::{Place, State};
use super::table::Table;
use crate::areas::lies;
use crate::board::Square;
use crate::chain::{self, Going, is_followed};
use crate::effects::Facts;
use crate::walk::Walk;
use crate::{Position, effects, turns};
use ferz::rules::{Again, Further, Side};
use std::collections::BTreeSet;

/// The place of the unit with which a turn goes on.
fn place_of(going: &Going) -> Place {
    Place {
        square: going.square,
        index: going.index,
    }
}

impl Table {
    fn again_of(&self, going: &Going) -> Again {
        chain::rules(&self.flat).swap_remove(going.rule)
    }

    /// Of all movements those of the unit with which the turn goes on.
    pub fn further(&self, state: &State, going: &Going, all: Vec<Action>) -> Vec<Action> {
        let (again, place) = (self.again_of(going), place_of(going));
        let mut list = match &again.by {
            None => all,
            Some(by) => self.by_ways(state, by, place),
        };
        let straight = |to: Square| {
            let on = |last: Square, wind: u8| {
                lies(&self.flat, last, going.square, wind) && lies(&self.flat, going.square, to, wind)
            };
            let mut winds = (0..16).step_by(2);
            going.last.is_some_and(|last| winds.any(|wind| on(last, wind)))
        };
        list.retain(|action| {
            let volley = |step: &Step| matches!(step, Step::Volley(_));
            let captures = action.removes() || action.steps.iter().any(volley);
            let meant = match again.what {
                Further::Any => true,
                Further::Captures => captures,
                Further::Quiet => !captures,
            };
            let castles = |step: &Step| matches!(step, Step::Castle(_));
            let ends = action.steps.iter().rev().find_map(|step| match *step {
                Step::Shoot(square) | Step::Past(square) | Step::Land(square, _) => Some(square),
                Step::Inside(end) | Step::Exchange(end, _) | Step::At(end) | Step::Sweep(end, _) => {
                    Some(end.square)
                }
                Step::Swap(_, end) => Some(end.square),
                _ => None,
            });
            let barred = |to: Square| going.seen.contains(&to) || (again.turning && straight(to));
            meant
                && action.from() == Some(place)
                && action.dropped().is_none()
                && !action.steps.iter().any(castles)
                && !ends.is_some_and(barred)
        });
        list
    }

    /// Movements of a unit that goes as an effect says.
    fn by_ways(&self, state: &State, by: &ferz::rules::Movement, place: Place) -> Vec<Action> {
        let mut list = Vec::new();
        let Some(unit) = state.unit(place).filter(|unit| !unit.statue) else {
            return list;
        };
        let paths = Walk::paths(&self.board, &self.view(state), state.turn, by, place.square);
        let ends: BTreeSet<Square> = paths.iter().map(|path| path.to).collect();
        let none = self.rules.restrictions.no_captures[state.turn];
        for to in ends.into_iter().filter(|&to| to != place.square) {
            let landings = self.landings(state, to, state.turn).into_iter();
            for mode in landings.filter(|mode| !none || *mode != Mode::Capture) {
                let steps = [Step::Lift(place), Step::Land(to, mode)];
                if mode == Mode::Enter {
                    list.push(Action::movement(steps));
                } else {
                    self.arrive(state, &steps, &[], unit, Place::ground(to), &mut list);
                }
            }
        }
        list
    }

    /// How the turn goes on after a movement, as an effect says; what was captured then stands
    /// above its captor.
    pub fn begin(&self, state: &mut State, again: &Again, facts: &Facts, (at, seen): (Place, &Position)) {
        let Some((mut going, piece)) = chain::begin(&self.flat, again, facts, seen) else {
            return;
        };
        let place = Self::place_on(state, going.square, at);
        if going.below.is_none() {
            going.index = place.index;
            state.going = Some(going);
            return;
        }
        let Some(captor) = state.unit(place).filter(|unit| !unit.statue).cloned() else {
            return;
        };
        if place.index > 0 || state.len(place.square) > 1 {
            return;
        }
        self.ground_lost(state, place.square);
        let mut new = self.make(piece.kind, piece.side);
        new.mover = captor.mover;
        state.replace(place, new);
        going.below = Some((captor.kind, captor.tags));
        state.going = Some(going);
    }

    /// Puts the unit that waited below a unit at the end of its turn on that square, if nothing
    /// else stands there.
    pub fn step_off(&self, state: &mut State, going: Option<Going>) {
        let Some(going) = going else { return };
        let Some((kind, tags)) = going.below.filter(|_| state.is_empty(going.square)) else {
            return;
        };
        let mut unit = self.make(kind, state.turn);
        unit.tags = tags;
        state.lists[going.square] = vec![unit];
        state.cover(going.square);
    }

    /// The turn does not go on, for any reason.
    pub fn stop(&self, state: &mut State) {
        let going = state.going.take();
        self.step_off(state, going);
    }

    /// Remembers where the unit has been with which the turn goes on.
    pub fn keep_way(&self, state: &mut State, before: &State, action: &Action, watch: Watch) {
        let Some(mut going) = state.going.take() else {
            return;
        };
        if matches!(watch, Watch::Only(_) | Watch::Asked(_)) {
            state.going = Some(going);
            return self.stop(state);
        }
        let from = action.from().map(|place| place.square);
        let from = from.or(action.dropped().map(|(_, square)| square));
        let again = self.again_of(&going);
        if again.once {
            let seen = before.going.iter().flat_map(|going| going.seen.clone());
            going.seen = seen.chain(from).collect();
        }
        if again.turning {
            going.last = from;
        }
        state.going = Some(going);
    }

    /// Whether the unit with which the turn goes on has gone.
    pub fn has_lost_goer(&self, state: &State) -> bool {
        let Some(going) = &state.going else { return false };
        state
            .unit(place_of(going))
            .is_none_or(|unit| unit.side != state.turn)
    }

    /// Whether the turn goes on when everything that follows from a movement is done.
    pub fn goes_on(&self, state: &mut State, watch: Watch) -> bool {
        let Some(going) = state.going.clone() else {
            return false;
        };
        let side = state.turn;
        let asked = watch == Watch::Both || (watch == Watch::Judged && effects::ends(&self.flat));
        let able = !self.has_lost_goer(state) && !self.is_over(state) && {
            self.again_of(&going).is_owed() || (asked && self.can_go_on(state))
        };
        if !able {
            self.stop(state);
            return false;
        }
        let mut passed = std::mem::take(&mut state.passed);
        let whose = |victim: Square| state.base(victim).map(|unit| unit.side);
        passed.retain(|&(_, victim)| turns::exist(&self.rules) && whose(victim) != Some(side));
        state.passed = passed;
        true
    }

    /// Whether a turn that is going on can do so.
    pub fn can_go_on(&self, state: &State) -> bool {
        let going = state.going.as_ref();
        let owed = going.is_some_and(|going| self.again_of(going).is_owed());
        is_followed(owed, || self.has_way_on(state))
    }

    fn has_way_on(&self, state: &State) -> bool {
        let mut free = state.clone();
        free.refused = None;
        if self.has_legal_movement(&free, Action::is_pass) {
            return true;
        }
        !self.legal_movements(&free).iter().all(Action::is_pass)
    }

    /// Whether a turn goes on that must be able to, and if so, whether it can.
    pub fn owes(&self, after: &State) -> Option<bool> {
        let going = after.going.as_ref()?;
        self.again_of(going).is_owed().then(|| self.can_go_on(after))
    }

    /// Whether the side to move may stop where its turn goes on.
    pub fn may_stop(&self, going: &Going) -> bool {
        chain::may_stop(&self.flat, going)
    }

    /// Writes how the turn goes on.
    pub fn again_text(&self, state: &State) -> String {
        chain::text(&self.flat, state.turn, state.going.as_ref()).unwrap_or_default()
    }

    /// Reads how a side's turn goes on.
    pub fn read_again(&self, side: Side, text: &str) -> Option<Going> {
        chain::read(&self.flat, side, text)
    }

    /// All movements, or those with which the turn goes on.
    pub fn may_go_on(&self, state: &State, all: Vec<Action>) -> Vec<Action> {
        match &state.going {
            Some(going) => self.further(state, going, all),
            None => all,
        }
    }
}
