//! What comes next: carrying out actions, choices, the end of a turn, the end of the game.

use super::action::{Action, Nature, Step};
use super::compile::Table;
use super::hook::{Points, TABLE};
use super::legality::Listing;
use super::perform::{Watch, Work};
use super::state::{Choice, State};
use super::unit::{Place, Unit};
use crate::board::Bits;
use crate::engine::Outcome;
use crate::rules::Side;
use std::sync::Arc;

/// The table's own word: a proposal is accepted.
pub(crate) const ACCEPT: u8 = 0;

impl Table {
    /// The position after an action of the listing.
    #[must_use]
    pub fn after(&self, state: &State, listing: &Listing, action: &Action) -> State {
        let mut next = state.clone();
        match action.nature {
            Nature::Free => {
                self.execute_free(&mut next, action, Watch::Both);
            }
            Nature::Answer if state.proposal.is_some() => self.reply(state, &mut next, action),
            Nature::Answer => self.answer(&mut next, action, Watch::Both),
            Nature::Movement => {
                let others = listing.movements > 1;
                if self.at(Points::TURNS).any(|h| h.intercept(self, state, others)) {
                    next.proposal = Some(Arc::new(action.clone()));
                } else {
                    self.carry_out(state, &mut next, action);
                }
            }
        }
        next
    }

    fn reply(&self, before: &State, next: &mut State, action: &Action) {
        let accepted = match action.steps.first() {
            Some(&step @ (Step::Say(number, _) | Step::Name(number, _))) if number != TABLE => {
                self.hooks[usize::from(number)].reply(self, next, step)
            }
            _ => true,
        };
        let Some(proposal) = next.proposal.take() else {
            return;
        };
        if accepted {
            let mut asked = before.clone();
            asked.proposal = None;
            self.carry_out(&asked, next, &proposal);
        }
    }

    /// Carries out a movement in earnest. `before` is the position in which it was chosen.
    fn carry_out(&self, before: &State, next: &mut State, action: &Action) {
        for hook in self.at(Points::TURNS) {
            hook.carrying_out(self, before, action, next);
        }
        self.execute(next, action, Watch::Both);
    }

    /// Carries out a movement and what follows by itself, up to the next decision. Returns whether it was possible.
    pub(crate) fn execute(&self, state: &mut State, action: &Action, watch: Watch) -> bool {
        let side = state.turn;
        let resets = action.steps.iter().any(|step| {
            let (Step::Lift(place) | Step::At(place)) = *step else {
                return false;
            };
            let unit = state.unit(place);
            unit.exists() && self.resets_clock >> unit.kind() & 1 == 1
        });
        state.refused = None;
        state.passed.clear();
        let mut work = Work::default();
        let possible = self.perform(state, &action.steps, side, &mut work);
        state.passed.sort_by_key(|&(middle, victim)| {
            (self.order[usize::from(middle)], self.order[usize::from(victim)])
        });
        state.halfmove = if resets || work.is_stirred() {
            0
        } else {
            state.halfmove.saturating_add(1)
        };
        state.choices.extend(work.take_choices());
        self.proceed(state, watch);
        possible
    }

    /// Carries out a free action. Returns whether it was possible.
    pub(crate) fn execute_free(&self, state: &mut State, action: &Action, watch: Watch) -> bool {
        let side = state.turn;
        let mut work = Work::default();
        let possible = self.perform(state, &action.steps, side, &mut work);
        if work.is_stirred() {
            state.halfmove = 0;
        }
        if self.ends(state, watch) {
            self.conclude(state);
        }
        possible
    }

    /// Carries out the answer to the first open choice, and what follows up to the next decision.
    pub(crate) fn answer(&self, state: &mut State, action: &Action, watch: Watch) {
        if state.choices.is_empty() {
            return;
        }
        let choice = state.choices.remove(0);
        let mut work = Work::default();
        match action.steps.first() {
            Some(&Step::Say(number, word)) if number != TABLE => {
                self.hooks[usize::from(number)].answered(self, state, &mut work, choice, word);
                self.settle(state, &mut work);
            }
            _ => {
                self.perform(state, &action.steps, choice.side, &mut work);
            }
        }
        if work.is_stirred() {
            state.halfmove = 0;
        }
        state.choices.extend(work.take_choices());
        self.proceed(state, watch);
    }

    /// All answers to the first open choice.
    pub(crate) fn answers(&self, state: &State) -> Vec<Action> {
        let mut out = Vec::new();
        if let Some(&choice) = state.choices.first() {
            self.answers_to(state, choice, &mut out);
        }
        out
    }

    fn answers_to(&self, state: &State, choice: Choice, out: &mut Vec<Action>) {
        if choice.hook != TABLE {
            return self.hooks[usize::from(choice.hook)].answers(self, state, choice, out);
        }
        let place = Place::ground(choice.square);
        let unit = state.unit(place);
        if unit.exists() && unit.side() == choice.side && !unit.has(Unit::STATUE) {
            let options = self.options(state, choice.side, unit.kind());
            out.extend(
                options
                    .into_iter()
                    .map(|option| Action::answer([Step::At(place), option])),
            );
        }
    }

    /// Goes on to the next decision: open choices, the end of the turn, the next turn.
    fn proceed(&self, state: &mut State, watch: Watch) {
        loop {
            if self.ends(state, watch) {
                return self.conclude(state);
            }
            if !state.choices.is_empty() {
                self.drop_void_choices(state);
            }
            if !state.choices.is_empty() {
                return;
            } else if state.ending {
                return self.pass_turn(state);
            } else {
                self.end_turn(state);
            }
        }
    }

    /// Takes out the choices in which there is nothing to choose. What hooks ask is void for good; in the table's own
    /// choices more may become possible by those before.
    fn drop_void_choices(&self, state: &mut State) {
        let mut i = 0;
        while let Some(&choice) = state.choices.get(i) {
            let mut answers = Vec::new();
            if i == 0 || choice.hook != TABLE {
                self.answers_to(state, choice, &mut answers);
            }
            if answers.is_empty() && (i == 0 || choice.hook != TABLE) {
                state.choices.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Whether the loss of a royal ends what is being played.
    fn ends(&self, state: &State, watch: Watch) -> bool {
        match watch {
            Watch::Both => self.is_over(state),
            Watch::Only(side) => self.is_lost(state, side),
        }
    }

    /// The end of a turn: what hooks do then, and choices for pieces that came into their promotion zone otherwise
    /// than by moving.
    fn end_turn(&self, state: &mut State) {
        state.ending = true;
        let mut work = Work::default();
        for hook in self.at(Points::TURN_ENDS) {
            hook.turn_ends(self, state, &mut work);
        }
        if work.is_stirred() {
            state.halfmove = 0;
        }
        let there = |side: Side| state.bases(side) & self.promotion_squares[side.index()];
        if there(Side::White).is_empty() && there(Side::Black).is_empty() {
            return;
        }
        for &square in &self.ordered {
            let unit = state.base(square);
            if !unit.exists() || unit.has(Unit::STATUE) {
                continue;
            }
            let promote = &self.promotes[unit.side().index()][usize::from(unit.kind())];
            if promote
                .as_ref()
                .is_some_and(|p| p.zone.has(square) && !p.optional.has(square))
            {
                state.choices.push(Choice {
                    hook: TABLE,
                    square,
                    side: unit.side(),
                    exiled: false,
                });
            }
        }
    }

    fn pass_turn(&self, state: &mut State) {
        for hook in self.at(Points::TURNS) {
            hook.turn_over(self, state);
        }
        self.flip(state);
    }

    /// A royal is lost: nothing more happens.
    fn conclude(&self, state: &mut State) {
        state.choices.clear();
        state.refused = None;
        state.proposal = None;
        for hook in self.at(Points::TURNS) {
            hook.game_over(state);
        }
        self.flip(state);
    }

    fn flip(&self, state: &mut State) {
        state.ending = false;
        if state.turn == Side::Black {
            state.fullmove = state.fullmove.saturating_add(1);
        }
        state.turn = state.turn.other();
    }

    /// Whether the player about to move is in check; not while a movement or a choice is open.
    pub fn in_check(&self, state: &State) -> bool {
        state.proposal.is_none()
            && state.choices.is_empty()
            && !self.is_over(state)
            && self.is_threatened(state, state.turn)
    }

    /// Whether and how the game is over. If both royals are lost, the player whose turn it was has won.
    pub fn outcome(&self, state: &State) -> Option<Outcome> {
        let waiting = state.turn.other();
        if self.is_lost(state, state.turn) {
            return Some(Outcome {
                winner: Some(waiting),
                reason: "king-lost".to_owned(),
            });
        }
        if self.is_lost(state, waiting) {
            return Some(Outcome {
                winner: Some(state.turn),
                reason: "king-lost".to_owned(),
            });
        }
        if state.proposal.is_some() || !state.choices.is_empty() || self.has_action(state) {
            return None;
        }
        Some(if self.is_threatened(state, state.turn) {
            Outcome::new(state.turn, self.checkmate, "checkmate")
        } else {
            Outcome::new(state.turn, self.stalemate[state.turn.index()], "stalemate")
        })
    }
}
