//! Goals: what ends the game between two turns.

use super::state::State;
use super::table::Table;
use crate::{Outcome, areas, hooks as flat_hooks, outcome};
use ferz::rules::{Extinct, Goal, GoalCondition, Reach, Score, Side};

/// How many checks a side must give to win, if that is a goal of it.
pub fn checks_to_give(table: &Table, side: Side) -> Option<u8> {
    outcome::checks_to_give(&table.flat, side)
}

impl Table {
    /// The first goal that is reached: those of the side that has just moved come before the
    /// other's, each in the order of the rules; what a hook adds comes before all (`SH-2`). None
    /// while something is open.
    pub fn goal(&self, state: &State) -> Option<Outcome> {
        if state.proposal.is_some() || !state.choices.is_empty() || state.ending {
            return None;
        }
        let reached = |goal: &Goal| {
            let score = self.score(state, goal, false)?;
            Some(Outcome::new(goal.side, score, &goal.reason))
        };
        outcome::in_order(&self.rules.end.goals, self.moved(state)).find_map(reached)
    }

    /// The units of a side that wait below another unit: square and kind.
    fn waiting(&self, state: &State, side: Side) -> Vec<(usize, usize)> {
        let going = state.going.iter().filter(|_| state.turn == side);
        going
            .filter_map(|going| Some((going.square, going.below.as_ref()?.0)))
            .collect()
    }

    /// How many units of the kinds a side has on the board, in towers, and in hand.
    fn count(&self, state: &State, side: Side, names: &[String]) -> usize {
        let kinds = self.kinds(names);
        let units = state.units(side);
        let held = state.hands[side.index()].iter();
        let held = held
            .filter(|(kind, _)| kinds.contains(kind))
            .map(|(_, count)| count);
        let there = units.iter().filter(|(_, unit)| kinds.contains(&unit.kind));
        let waits = self.waiting(state, side);
        let waits = waits.iter().filter(|(_, kind)| kinds.contains(kind)).count();
        there.count() + waits + held.sum::<usize>()
    }

    /// The outcome where a side has nothing to do and is not in check, if pieces are counted then.
    pub fn counted_if_stuck(&self, state: &State) -> Option<Outcome> {
        let mut goals = self.rules.end.goals.iter();
        let goal = goals.find(|goal| outcome::counts_if_stuck(goal))?;
        let score = self.score(state, goal, true)?;
        Some(Outcome::new(goal.side, score, &goal.reason))
    }

    /// The score of a goal for its side, if it is reached.
    pub fn score(&self, state: &State, goal: &Goal, stuck: bool) -> Option<Score> {
        let (side, other) = (goal.side, goal.side.other());
        match &goal.condition {
            GoalCondition::Reach(Reach {
                own_move,
                reply,
                held,
                ..
            }) => {
                let moved = self.moved(state);
                let right_time = (!own_move || moved == side) && (!held || moved == other);
                if !right_time || !self.has_reached(state, goal) {
                    return None;
                }
                let same_for_other = |g: &&Goal| g.side == other && g.reason == goal.reason;
                match self.rules.end.goals.iter().find(same_for_other) {
                    Some(theirs) if *reply => {
                        if self.has_reached(state, theirs) {
                            return Some(Score::Draw);
                        }
                        // Black has had one turn less right after White's move.
                        let may_answer = side == Side::White && state.turn == Side::Black;
                        let answered = may_answer && self.can_reach(state, theirs);
                        if answered { None } else { Some(goal.score) }
                    }
                    _ => Some(goal.score),
                }
            }
            GoalCondition::Extinct(Extinct {
                pieces,
                at_most,
                opponent_at_least,
                reply,
                held,
            }) => {
                let needed = *opponent_at_least as usize + usize::from(*reply && state.turn == side);
                let right_time = !held || self.moved(state) == other;
                let extinct = right_time
                    && self.count(state, side, pieces) <= *at_most as usize
                    && self.count(state, other, pieces) >= needed;
                extinct.then_some(goal.score)
            }
            GoalCondition::Most(most) => {
                let full = most.full && (0..self.board.size()).all(|square| !state.is_empty(square));
                let passed = most.passes > 0 && state.passes >= most.passes;
                let faced = most.facing
                    && state.passes > 0
                    && flat_hooks::royals_face_each_other(&self.flat, &self.view(state));
                let count = |side: Side| -> usize {
                    let units = state.units(side);
                    let each = most.pieces.iter().map(|name| {
                        let kinds = self.kinds(std::slice::from_ref(name));
                        let of_kind = units.iter().filter(|(_, unit)| kinds.contains(&unit.kind));
                        let waits = self.waiting(state, side);
                        let waits = waits.iter().filter(|(_, kind)| kinds.contains(kind));
                        (of_kind.count() + waits.count())
                            * most.weight(self.rules.pieces[name].value) as usize
                    });
                    each.sum()
                };
                let counts = full || passed || faced || (stuck && most.stuck);
                counts.then(|| outcome::compared(goal.score, count(side), count(other) + most.less as usize))
            }
            GoalCondition::Barred(barred) => {
                let mut rights = state.rights.iter().map(|&number| &self.rules.castling[number]);
                let left =
                    rights.any(|castling| castling.side == side && barred.zone.0.contains(&castling.king_to));
                (!left).then_some(goal.score)
            }
            GoalCondition::Checks(_) => (state.checks[side.index()] == 0).then_some(goal.score),
            GoalCondition::Line(_) | GoalCondition::Square(_) | GoalCondition::Join(_) => {
                let stands = |square, names: &[String]| {
                    let kinds = self.kinds(names);
                    let units = state.units(side);
                    let mut there = units.iter().filter(|(place, _)| place.square == square);
                    let waits = self.waiting(state, side);
                    let mut waits = waits.iter().filter(|(at, _)| *at == square);
                    there.any(|(_, unit)| kinds.contains(&unit.kind))
                        || waits.any(|(_, kind)| kinds.contains(kind))
                };
                outcome::has_formation(&self.board, &goal.condition, &stands).then_some(goal.score)
            }
        }
    }

    /// Whether a movement of the side to move reaches a goal of it.
    fn can_reach(&self, state: &State, goal: &Goal) -> bool {
        self.legal_movements(state).iter().any(|action| {
            let mut after = state.clone();
            self.execute(&mut after, action, super::perform::Watch::Both);
            self.has_reached(&after, goal)
        })
    }

    fn has_reached(&self, state: &State, goal: &Goal) -> bool {
        let there = |names: &[String]| {
            let kinds = self.kinds(names);
            let units = state.units(goal.side);
            let of_kind = units.iter().filter(|(_, unit)| kinds.contains(&unit.kind));
            let mut squares: Vec<usize> = of_kind.map(|(place, _)| place.square).collect();
            let waits = self.waiting(state, goal.side).into_iter();
            squares.extend(
                waits
                    .filter(|(_, kind)| kinds.contains(kind))
                    .map(|(square, _)| square),
            );
            squares
        };
        let view = self.view(state);
        // A fixed unit captures nothing.
        let fixed = |square: usize| state.lists[square].first().is_some_and(|unit| unit.statue);
        let attacked = |square| {
            let enemies = view.of(goal.side.other()).map(|(from, _)| from);
            let mut able = enemies.filter(|&from| !fixed(from));
            able.any(|from| areas::attacks_from(&self.flat, &view, from, square))
        };
        let empty = |square: usize| state.is_empty(square);
        outcome::is_reached(&self.board, goal, there, attacked, empty)
    }
}
