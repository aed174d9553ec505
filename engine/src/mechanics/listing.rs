//! The actions of the player who decides next, and whether the game is decided.

use super::action::{Action, Step};
use super::events::{Excuse, Occasion};
use super::legality::Legality;
use super::mechanic::{Mechanics, Movements};
use super::pending::LossScope;
use super::points::{ACCEPT, Points, RULES, Wanted};
use super::state::State;
use crate::board::Square;
use crate::engine::ahead;
use crate::engine::extra_state::Unit;
use crate::engine::goals::GoalTest;
use crate::engine::layout::FullLayout;
use crate::engine::legality;
use crate::engine::outcome;
use crate::engine::position::Pos;
use crate::engine::position::turns;
use crate::engine::targets;
use crate::rules::{Part, Score, Side};

/// All legal actions of the player who decides next.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Listing {
    /// The actions, in a fixed order.
    pub(crate) actions: Vec<Action>,
    /// How many of them are movements.
    pub(crate) movements: usize,
}

impl<L: FullLayout> Mechanics<L> {
    /// Whether the side to move has a legal movement or free action.
    pub(crate) fn has_action(&self, state: &State<L>) -> bool {
        self.has_action_but(state, &mut Vec::new())
    }

    /// [`Self::has_action`]; positions in `tried` have none. Free actions are legal in some orders only, so all are
    /// tried, each position once.
    fn has_action_but(&self, state: &State<L>, tried: &mut Vec<State<L>>) -> bool {
        // Most checks are answered by movements that give none.
        let mates = self.core.restrictions.only_mate[state.side_to_move.index()] && state.refused.is_none();
        if mates && ahead::without_mates(|| self.has_found_action(state, true, &mut tried.clone())) {
            return true;
        }
        self.has_found_action(state, !mates, tried)
    }

    /// The same; if `units` is said, the movements of units are looked at one by one first.
    fn has_found_action(&self, state: &State<L>, units: bool, tried: &mut Vec<State<L>>) -> bool {
        let mut found = Movements::new();
        let free = units && !legality::must_part(&self.core, &state.pos) && !self.is_going_on(&state.pos);
        // A movement that gives check may have choices that give none: they are only listed together.
        let chosen = self.core.restrictions.no_check[state.side_to_move.index()]
            && self.core.program.chooses.is_some();
        let plain =
            self.core.walls.is_none() && turns::kinds_of_moves(&self.core).is_none() && free && !chosen;
        if plain && state.refused.is_none() && self.forced(state).is_none() {
            // The first good one is enough.
            for (place, unit) in state.units(state.side_to_move) {
                found.list().clear();
                self.movements_of(state, unit, place, Wanted::All, &mut found);
                if found
                    .list()
                    .iter()
                    .any(|action| self.worth_of(state, action, false) == Legality::Legal)
                {
                    return true;
                }
            }
        }
        if !self.legal_movements(state).is_empty() {
            return true;
        }
        let free = self.free_actions(state);
        let may_be_in_check = !free.is_empty() && self.may_be_in_check(state);
        free.iter()
            .any(|action| self.is_legal_free(state, action, may_be_in_check, tried))
    }

    pub(crate) fn free_actions(&self, state: &Pos<L>) -> Vec<Action> {
        let mut actions = Vec::new();
        // In the middle of a turn that goes on it is one unit's; and it comes before a movement that may be any.
        let asked = turns::kinds_of_moves(&self.core).map(|rule| state.part(rule));
        if self.is_going_on(state) || asked.is_some_and(|part| part != Part::Move) {
            return actions;
        }
        for hook in self.at(Points::ACTIONS) {
            hook.offers(self, state, Occasion::Free, &mut actions);
        }
        actions
    }

    /// The file in which an action begins.
    pub(super) fn file_of(&self, action: &Action) -> u8 {
        let coordinates = action.from().and_then(|s| self.core.topology.coordinates(s));
        coordinates.map_or(u8::MAX, |(file, _)| file)
    }

    fn may_be_in_check(&self, state: &Pos<L>) -> bool {
        self.forced(state).is_some() || self.is_threatened(state, state.side_to_move)
    }

    /// Whether a free action wins, or neither loses the own royal nor puts it in check, and an action is left after it.
    fn is_legal_free(
        &self,
        state: &State<L>,
        action: &Action,
        may_be_in_check: bool,
        tried: &mut Vec<State<L>>,
    ) -> bool {
        let side = state.side_to_move;
        let mut after = state.clone();
        if !self.execute_free(&mut after, action, LossScope::Both) {
            return false;
        }
        if self.is_lost(&after, side.other()) {
            return true;
        }
        let safe = !self.is_lost(&after, side) && (may_be_in_check || !self.is_threatened(&after, side));
        if !safe || tried.contains(&after) {
            return false;
        }
        let found = self.has_action_but(&after, tried);
        if !found {
            tried.push(after);
        }
        found
    }

    fn legal_free_actions(&self, state: &State<L>) -> Vec<Action> {
        let mut actions = self.free_actions(state);
        if !actions.is_empty() {
            let may_be_in_check = self.may_be_in_check(state);
            let mut tried = Vec::new();
            actions.retain(|action| self.is_legal_free(state, action, may_be_in_check, &mut tried));
        }
        actions
    }

    /// All legal actions of the player who decides next; none if the game is over.
    pub(crate) fn listing(&self, state: &State<L>) -> Listing {
        let open = state.proposal.is_some() || !state.choices().is_empty();
        if self.is_over(state) || (!open && self.has_reached_goal(state)) {
            return Listing::default();
        }
        if state.proposal.is_some() {
            return Listing {
                actions: self.replies(state),
                movements: 0,
            };
        }
        if let Some(choice) = state.extra.choices.first() {
            let answers = self.answers(state);
            let actions = if choice.side == state.side_to_move {
                self.good_answers(state, answers)
            } else {
                answers
            };
            return Listing {
                actions,
                movements: 0,
            };
        }
        let mut actions = self.legal_free_actions(state);
        let movements = self.legal_movements(state);
        let count = movements.len();
        actions.extend(movements);
        Listing {
            actions,
            movements: count,
        }
    }

    /// Whether a goal has ended the game. Nothing may be open.
    pub(crate) fn has_reached_goal(&self, state: &State<L>) -> bool {
        self.goal_reached(state).is_some()
    }

    /// The goal that has ended the game. Nothing may be open.
    pub(super) fn goal_reached(&self, state: &State<L>) -> Option<(&GoalTest<L::B>, Score)> {
        if self.core.ending.goals.is_empty() {
            return None;
        }
        let can_capture = |pos: &Pos<L>, goal: &GoalTest<L::B>, square: Square| {
            self.could_capture(pos, goal.side.other(), square)
        };
        let can_answer = |answer: &GoalTest<L::B>| {
            self.legal_movements(state).iter().any(|action| {
                let mut after = state.pos;
                self.execute(state, &mut after, action, LossScope::Judged);
                answer.is_there(&after.full_scene(&self.core), |square| {
                    can_capture(&after, answer, square)
                })
            })
        };
        outcome::goal_in(
            &self.core,
            &state.full_scene(&self.core),
            can_answer,
            |goal, square| can_capture(&state.pos, goal, square),
        )
    }

    /// Whether a side could capture on a square by a plain movement of a unit on the ground, over
    /// all contents of the square.
    pub(crate) fn could_capture(&self, pos: &Pos<L>, by: Side, square: Square) -> bool {
        let able = pos.bases(by) & !pos.marked(Unit::FIXED);
        targets::could_capture(&self.core, pos, able, square)
    }

    /// The answers that keep the movement legal; if none does, all (`CR-18`).
    fn good_answers(&self, state: &State<L>, answers: Vec<Action>) -> Vec<Action> {
        if self.forced(state).is_some() {
            return answers;
        }
        let excuse = self.is_excused_by(state, Excuse::Choosing);
        let least = if excuse {
            Legality::Excused
        } else {
            Legality::Legal
        };
        let good: Vec<Action> = answers
            .iter()
            .filter(|answer| {
                let mut after = state.pos;
                self.answer(&mut after, answer, LossScope::Judged);
                self.worth(&after, None, state.side_to_move, excuse) >= least
            })
            .cloned()
            .collect();
        if good.is_empty() { answers } else { good }
    }

    /// Answers to a proposal: those of hooks that carry it out, or `accept`; then those that take it back.
    fn replies(&self, state: &State<L>) -> Vec<Action> {
        let mut actions = Vec::new();
        for hook in self.at(Points::TURNS) {
            hook.offers(self, state, Occasion::Acceptance, &mut actions);
        }
        if actions.is_empty() {
            actions.push(Action::answer([Step::Say(RULES, ACCEPT)]));
        }
        let has_several = || self.has_several(state);
        for hook in self.at(Points::TURNS) {
            hook.offers(self, state, Occasion::Refusal(&has_several), &mut actions);
        }
        actions
    }
}
