//! What a person at the table wants to know: what is to be decided, and why a movement is not legal.

use super::action::Action;
use super::compile::Table;
use super::hook::{TABLE, Wanted};
use super::legality::Worth;
use super::perform::Watch;
use super::state::State;
use crate::board::Square;
use crate::rules::Side;

/// What is to be decided in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// What to play.
    Move,
    /// What to answer to a movement that the opponent proposes.
    Proposal {
        /// The movement's text.
        movement: String,
    },
    /// A choice that a movement has opened.
    Choice {
        /// The name of the choice: `promote`, or the word of a hook, such as `raise`.
        name: &'static str,
        /// Where.
        square: Square,
    },
}

/// Why a movement is not legal: what would follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The actions of both sides, in order, that cost the mover his royal; the movement itself is not among them.
    /// Empty if the movement loses it by itself.
    pub line: Vec<String>,
}

impl Table {
    /// What is to be decided in a position.
    pub fn decision(&self, state: &State) -> Decision {
        if let Some(proposal) = &state.proposal {
            return Decision::Proposal {
                movement: self.text(proposal),
            };
        }
        match state.choices.first() {
            Some(choice) if choice.hook == TABLE => Decision::Choice {
                name: "promote",
                square: choice.square,
            },
            Some(choice) => {
                let name = self.hooks[usize::from(choice.hook)].choice_name();
                Decision::Choice {
                    name,
                    square: choice.square,
                }
            }
            None => Decision::Move,
        }
    }

    /// Why the pieces could make the movement of that text, but the rules do not allow it; `None` if the pieces cannot
    /// make it, or nothing bad follows from it.
    pub fn refutation(&self, state: &State, text: &str) -> Option<Refutation> {
        if state.proposal.is_some() || !state.choices.is_empty() || self.is_over(state) {
            return None;
        }
        let mut actions = Vec::new();
        self.movements(state, Wanted::All, &mut actions);
        let action = actions.iter().find(|action| self.text(action) == text)?;
        let mut after = state.clone();
        if !self.execute(&mut after, action, Watch::Both) {
            return None;
        }
        let mut line = Vec::new();
        self.bad_end(&after, state.turn, &mut line)
            .then_some(Refutation { line })
    }

    /// Follows the worst answers for the mover to the loss of his royal.
    fn bad_end(&self, state: &State, mover: Side, line: &mut Vec<String>) -> bool {
        if self.is_lost(state, mover.other()) {
            return false;
        }
        if self.is_lost(state, mover) {
            return true;
        }
        if state.choices.is_empty() {
            return self.is_threatened(state, mover) && self.threat(&self.asked(state, mover), mover, line);
        }
        for answer in self.answers(state) {
            let mut after = state.clone();
            self.answer(&mut after, &answer, Watch::Both);
            if self.worth(&after, mover, false) == Worth::Illegal {
                line.push(self.text(&answer));
                return self.bad_end(&after, mover, line);
            }
        }
        false
    }

    /// Appends a turn of the side to move that costs the other side its royal.
    fn threat(&self, probe: &State, victim: Side, line: &mut Vec<String>) -> bool {
        let mut actions = Vec::new();
        self.movements(probe, Wanted::Threats, &mut actions);
        if let Some(action) = actions.iter().find(|action| self.costs(probe, action, victim)) {
            line.push(self.text(action));
            let mut after = probe.clone();
            self.execute(&mut after, action, Watch::Only(victim));
            self.choices_of_threat(&after, victim, line);
            return true;
        }
        for action in self.free_actions(probe) {
            let mut after = probe.clone();
            if !self.execute_free(&mut after, &action, Watch::Only(victim)) {
                continue;
            }
            line.push(self.text(&action));
            if self.is_lost(&after, victim) || self.threat(&after, victim, line) {
                return true;
            }
            line.pop();
        }
        false
    }

    /// Appends the choices that a threat leads to.
    fn choices_of_threat(&self, state: &State, victim: Side, line: &mut Vec<String>) {
        if self.is_lost(state, victim) {
            return;
        }
        let costly = |answer: &Action| {
            let mut after = state.clone();
            self.answer(&mut after, answer, Watch::Only(victim));
            self.is_costly(&after, victim).then_some(after)
        };
        for answer in self.answers(state) {
            if let Some(after) = costly(&answer) {
                line.push(self.text(&answer));
                return self.choices_of_threat(&after, victim, line);
            }
        }
    }
}
