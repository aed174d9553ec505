//! The explanations for a person at the table: the open decision, and the reason why a movement is
//! not legal.

use super::action::Action;
use super::legality::Legality;
use super::mechanic::{Mechanics, Movements};
use super::pending::LossScope;
use super::points::Wanted;
use super::state::State;
use super::threat::Victim;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::rules::Side;
use std::fmt;

/// The open decision in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A move to play.
    Move,
    /// An answer to a movement that the opponent proposes.
    Proposal {
        /// The movement's text.
        movement: String,
    },
    /// A choice that a movement has opened.
    Choice {
        /// The name of the choice: `promote`, or the word of a hook, such as `raise`.
        name: &'static str,
        /// The name of the square where.
        square: String,
        /// Whether what it is about is in exile.
        exiled: bool,
    },
}

/// Why something that a player may otherwise do is not legal now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// Something else is to be decided first.
    Unanswered {
        /// The decision.
        about: Decision,
        /// The side that decides.
        side: Side,
        /// The texts of all answers.
        answers: Vec<String>,
    },
    /// The movement was just denied.
    Denied,
    /// The movement must bring about the loss of that side's royal, and it does not.
    MustTake(Side),
    /// The side would lose its royal.
    Loses {
        /// The side.
        side: Side,
        /// The moves of both sides until it is lost, in order; empty if it is lost at once.
        line: Vec<(Side, String)>,
    },
    /// Nothing that is legal would be left to do after it.
    NothingLeft,
    /// The turn would have to go on after it, and could not.
    CannotGoOn,
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unanswered { about, side, answers } => {
                let answers: Vec<String> = answers.iter().map(|a| format!("`{a}`")).collect();
                write!(f, "{side} decides {about} first: {}", answers.join(", "))
            }
            Self::Denied => f.write_str("it was denied; another movement must be chosen"),
            Self::MustTake(side) => write!(
                f,
                "{side} baits: the next movement must capture {side}'s royal piece"
            ),
            Self::Loses { side, line } if line.is_empty() => {
                write!(f, "{side} would lose its royal piece by it")
            }
            Self::Loses { side, line } => {
                write!(f, "{side} would lose its royal piece: ")?;
                for (i, (who, text)) in line.iter().enumerate() {
                    let then = if i == 0 { "" } else { ", then " };
                    write!(f, "{then}{who} `{text}`")?;
                }
                Ok(())
            }
            Self::NothingLeft => f.write_str("no legal movement would be left after it"),
            Self::CannotGoOn => f.write_str("after it the turn would have to go on, and cannot"),
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move => f.write_str("what to play"),
            Self::Proposal { movement } => write!(f, "about the movement `{movement}`"),
            Self::Choice { name, square, exiled } => {
                let exiled = if *exiled { ", in exile" } else { "" };
                write!(f, "on {square} ({name}{exiled})")
            }
        }
    }
}

impl<L: FullLayout> Mechanics<L> {
    /// The open decision in a position.
    pub(crate) fn decision(&self, state: &State<L>) -> Decision {
        if let Some(proposal) = &state.proposal {
            return Decision::Proposal {
                movement: self.text(state, proposal),
            };
        }
        match state.choices().first() {
            Some(choice) => Decision::Choice {
                name: self.choice_name(choice.mechanic),
                square: self.core.topology.name(choice.square).to_owned(),
                exiled: choice.exiled,
            },
            None => Decision::Move,
        }
    }

    /// Why what a text means, though the pieces could do it, is not legal; `None` if the pieces cannot do it or nothing
    /// is the matter with it.
    pub(crate) fn objection(&self, state: &State<L>, text: &str) -> Option<Objection> {
        if self.is_over(state) || self.has_reached_goal(state) {
            return None;
        }
        let about = self.decision(state);
        if about != Decision::Move {
            return Some(Objection::Unanswered {
                about,
                side: state.decider(),
                answers: self.texts(state, &self.listing(state).actions),
            });
        }
        let mover = state.side_to_move;
        if let Some(free) = self
            .free_actions(state)
            .iter()
            .find(|a| self.text(state, a) == text)
        {
            let mut after = state.pos;
            self.execute_free(&mut after, free, LossScope::Both);
            let mut line = Vec::new();
            return Some(if self.bad_end(&after, mover, &mut line) {
                Objection::Loses { side: mover, line }
            } else {
                Objection::NothingLeft
            });
        }
        let mut found = Movements::new();
        self.movements(state, Wanted::All, &mut found);
        let actions = found.into_list();
        let texts = self.texts(state, &actions);
        let action = &actions[texts.iter().position(|t| t == text)?];
        if state.refused.as_deref() == Some(text) {
            return Some(Objection::Denied);
        }
        if let Some(side) = self.forced(state) {
            return Some(Objection::MustTake(side));
        }
        let mut after = state.pos;
        if !self.execute(&state.pos, &mut after, action, LossScope::Judged) {
            return None;
        }
        if after.choices().is_empty() && self.owes(&after) == Some(false) {
            return Some(Objection::CannotGoOn);
        }
        let mut line = Vec::new();
        self.bad_end(&after, mover, &mut line)
            .then_some(Objection::Loses { side: mover, line })
    }

    /// Follows the worst answers for the mover to the loss of his royal.
    fn bad_end(&self, state: &Pos<L>, mover: Side, line: &mut Vec<(Side, String)>) -> bool {
        if self.is_lost(state, mover.other()) {
            return false;
        }
        if self.is_lost(state, mover) {
            return true;
        }
        if state.choices().is_empty() {
            return self.is_threatened(state, mover) && self.threat(&self.asked(state, mover), mover, line);
        }
        for answer in self.answers(state) {
            let mut after = *state;
            self.answer(&mut after, &answer, LossScope::Judged);
            if self.worth(&after, None, mover, false) == Legality::Illegal {
                line.push((state.choices()[0].side, self.text(state, &answer)));
                return self.bad_end(&after, mover, line);
            }
        }
        false
    }

    /// Appends a turn of the side to move that costs the other side its royal.
    fn threat(&self, probe: &Pos<L>, victim: Side, line: &mut Vec<(Side, String)>) -> bool {
        let mut found = Movements::new();
        self.movements(probe, Wanted::Threats, &mut found);
        let actions = found.into_list();
        if let Some(action) = actions.iter().find(|action| self.costs(probe, action, victim)) {
            line.push((probe.side_to_move, self.text(probe, action)));
            let mut after = *probe;
            self.execute(probe, &mut after, action, LossScope::Asked(victim));
            self.choices_of_threat(&after, victim, line);
            return true;
        }
        for action in self.free_actions(probe) {
            let mut after = *probe;
            if !self.execute_free(&mut after, &action, LossScope::Only(victim)) {
                continue;
            }
            line.push((probe.side_to_move, self.text(probe, &action)));
            if self.is_lost(&after, victim) || self.threat(&after, victim, line) {
                return true;
            }
            line.pop();
        }
        false
    }

    /// Appends the choices that a threat leads to.
    fn choices_of_threat(&self, state: &Pos<L>, victim: Side, line: &mut Vec<(Side, String)>) {
        if self.is_lost(state, victim) {
            return;
        }
        let costly = |answer: &Action| {
            let mut after = *state;
            self.answer(&mut after, answer, LossScope::Only(victim));
            self.is_costly(&after, Victim::of(victim)).then_some(after)
        };
        for answer in self.answers(state) {
            if let Some(after) = costly(&answer) {
                line.push((state.choices()[0].side, self.text(state, &answer)));
                return self.choices_of_threat(&after, victim, line);
            }
        }
    }
}
