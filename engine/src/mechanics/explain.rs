//! Explanations for a person at the table: the open decision, and the reason why a movement is
//! illegal. Does not decide what is legal: it repeats the tests of `verdict` and `listing`.

use super::action::Action;
use super::mechanic::{Mechanics, Movements};
use super::pending::LossScope;
use super::points::Wanted;
use super::royals::Victim;
use super::state::State;
use super::verdict::Legality;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::{consult, generate, going_on, listing, print, royals, text, threat, turn, verdict};
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
        /// The name of its square.
        square: String,
        /// Whether the unit to choose for is in exile.
        exiled: bool,
    },
}

/// The reason why a possible action of a player is illegal now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// Another decision comes first.
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
    /// The movement must cost that side its royal, and it does not.
    MustTake(Side),
    /// The side would lose its royal.
    Loses {
        /// The side.
        side: Side,
        /// The moves of both sides until it is lost, in order; empty if it is lost at once.
        line: Vec<(Side, String)>,
    },
    /// No legal action would be left after it.
    NothingLeft,
    /// The turn would have to continue after it, and could not.
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

/// The open decision in a position.
pub(crate) fn decision<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> Decision {
    if let Some(proposal) = &state.proposal {
        return Decision::Proposal {
            movement: text::text(table, state, proposal),
        };
    }
    match state.choices().first() {
        Some(choice) => Decision::Choice {
            name: print::choice_name(table, choice.mechanic),
            square: table.core.topology.name(choice.square).to_owned(),
            exiled: choice.exiled,
        },
        None => Decision::Move,
    }
}

/// The reason why the action with a text is illegal, though the pieces could do it. `None` if the
/// pieces cannot do it, or if it is legal.
pub(crate) fn objection<L: FullLayout>(
    table: &Mechanics<L>,
    state: &State<L>,
    text: &str,
) -> Option<Objection> {
    if royals::is_over(table, state) || listing::has_reached_goal(table, state) {
        return None;
    }
    let about = decision(table, state);
    if about != Decision::Move {
        return Some(Objection::Unanswered {
            about,
            side: state.decider(),
            answers: text::texts(table, state, &listing::listing(table, state).actions),
        });
    }
    let mover = state.side_to_move;
    if let Some(free) = consult::free_actions(table, state)
        .iter()
        .find(|a| text::text(table, state, a) == text)
    {
        let mut after = state.pos;
        turn::execute_free(table, &mut after, free, LossScope::Both);
        let mut line = Vec::new();
        return Some(if bad_end(table, &after, mover, &mut line) {
            Objection::Loses { side: mover, line }
        } else {
            Objection::NothingLeft
        });
    }
    let mut found = Movements::new();
    generate::movements(table, state, Wanted::All, &mut found);
    let actions = found.into_list();
    let texts = text::texts(table, state, &actions);
    let action = &actions[texts.iter().position(|t| t == text)?];
    if state.refused.as_deref() == Some(text) {
        return Some(Objection::Denied);
    }
    if let Some(side) = consult::forced(table, state) {
        return Some(Objection::MustTake(side));
    }
    let mut after = state.pos;
    if !turn::execute(table, &state.pos, &mut after, action, LossScope::Judged) {
        return None;
    }
    if after.choices().is_empty() && going_on::owes(table, &after) == Some(false) {
        return Some(Objection::CannotGoOn);
    }
    let mut line = Vec::new();
    bad_end(table, &after, mover, &mut line).then_some(Objection::Loses { side: mover, line })
}

/// Follows the worst answers for the mover up to the loss of its royal.
fn bad_end<L: FullLayout>(
    table: &Mechanics<L>,
    state: &Pos<L>,
    mover: Side,
    line: &mut Vec<(Side, String)>,
) -> bool {
    if royals::is_lost(table, state, mover.other()) {
        return false;
    }
    if royals::is_lost(table, state, mover) {
        return true;
    }
    if state.choices().is_empty() {
        return threat::is_threatened(table, state, mover) && threat_to(table, state, mover, line);
    }
    for answer in turn::answers(table, state) {
        let mut after = *state;
        turn::answer(table, &mut after, &answer, LossScope::Judged);
        if verdict::verdict(table, &after, None, mover, false) == Legality::Illegal {
            line.push((state.choices()[0].side, text::text(table, state, &answer)));
            return bad_end(table, &after, mover, line);
        }
    }
    false
}

/// Appends a turn of the opponent that costs a side its royal, or one of several.
fn threat_to<L: FullLayout>(
    table: &Mechanics<L>,
    state: &Pos<L>,
    mover: Side,
    line: &mut Vec<(Side, String)>,
) -> bool {
    let probe = threat::asked(state, mover);
    let places = table.royal_places(state, mover);
    if places.is_empty() || !threat::is_one_of_several(table, state, mover) {
        return threat(table, &probe, Victim::of(mover), line);
    }
    places.into_iter().any(|place| {
        let mut watching = probe;
        watching.watch(place);
        threat(table, &watching, Victim::watched(mover, true), line)
    })
}

/// Appends a turn of the side to move that costs the other side its royal.
fn threat<L: FullLayout>(
    table: &Mechanics<L>,
    probe: &Pos<L>,
    victim: Victim,
    line: &mut Vec<(Side, String)>,
) -> bool {
    let mut found = Movements::new();
    generate::movements(table, probe, Wanted::Threats, &mut found);
    let actions = found.into_list();
    if let Some(action) = actions
        .iter()
        .find(|action| threat::costs_it(table, probe, action, victim, LossScope::Only(victim.side)))
    {
        line.push((probe.side_to_move, text::text(table, probe, action)));
        let mut after = *probe;
        turn::execute(table, probe, &mut after, action, LossScope::Asked(victim.side));
        choices_of_threat(table, &after, victim, line);
        return true;
    }
    for action in consult::free_actions(table, probe) {
        let mut after = *probe;
        if !turn::execute_free(table, &mut after, &action, LossScope::Only(victim.side)) {
            continue;
        }
        line.push((probe.side_to_move, text::text(table, probe, &action)));
        if royals::is_gone(table, &after, victim) || threat(table, &after, victim, line) {
            return true;
        }
        line.pop();
    }
    false
}

/// Appends the choices that a threat leads to.
fn choices_of_threat<L: FullLayout>(
    table: &Mechanics<L>,
    state: &Pos<L>,
    victim: Victim,
    line: &mut Vec<(Side, String)>,
) {
    if royals::is_gone(table, state, victim) {
        return;
    }
    let costly = |answer: &Action| {
        let mut after = *state;
        turn::answer(table, &mut after, answer, LossScope::Only(victim.side));
        threat::is_costly(table, &after, victim).then_some(after)
    };
    for answer in turn::answers(table, state) {
        if let Some(after) = costly(&answer) {
            line.push((state.choices()[0].side, text::text(table, state, &answer)));
            return choices_of_threat(table, &after, victim, line);
        }
    }
}
