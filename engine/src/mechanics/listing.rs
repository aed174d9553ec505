//! The actions of the player who decides next, and whether the game is decided. Does not carry
//! actions out: that is `play`.

use super::action::{Action, Step};
use super::events::{Excuse, Occasion};
use super::mechanic::{Mechanics, Movements};
use super::pending::LossScope;
use super::points::{ACCEPT, Points, RULES, Wanted};
use super::state::State;
use super::verdict::Legality;
use crate::board::Square;
use crate::engine::extra_state::Unit;
use crate::engine::goals::GoalTest;
use crate::engine::layout::FullLayout;
use crate::engine::position::{Pos, turns};
use crate::engine::{ahead, legality, outcome, targets};
use crate::mechanics::{aftermath, consult, generate, goer, legal, royals, threat, turn, verdict};
use crate::rules::{Score, Side};

/// All legal actions of the player who decides next.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Listing {
    /// The actions, in a fixed order.
    pub(crate) actions: Vec<Action>,
    /// The number of actions that are movements.
    pub(crate) movements: usize,
}

/// Whether the side to move has a legal movement or free action.
pub(crate) fn has_action<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> bool {
    has_action_but(table, state, &mut Vec::new())
}

/// [`has_action`]; positions in `tried` have none. Free actions may be legal only in some orders,
/// so all orders are tried, each position once.
fn has_action_but<L: FullLayout>(table: &Mechanics<L>, state: &State<L>, tried: &mut Vec<State<L>>) -> bool {
    // Most checks are answered by movements that give no check.
    let mates =
        table.core.restrictions.bans[state.side_to_move.index()].asks_mates && state.refused.is_none();
    if mates && ahead::without_mates(|| has_found_action(table, state, true, &mut tried.clone())) {
        return true;
    }
    has_found_action(table, state, !mates, tried)
}

/// The same. If `units` is set, the movements of units are tested one by one first.
fn has_found_action<L: FullLayout>(
    table: &Mechanics<L>,
    state: &State<L>,
    units: bool,
    tried: &mut Vec<State<L>>,
) -> bool {
    let _open = ahead::open();
    let mut found = Movements::new();
    let free =
        units && !legality::must_part(&table.core, &state.pos) && !goer::is_going_on(table, &state.pos);
    let plain = table.core.walls.is_none() && turns::kinds_of_moves(&table.core).is_none() && free;
    if plain && state.refused.is_none() && consult::forced(table, state).is_none() {
        // The first legal one is enough.
        for (place, unit) in state.units(state.side_to_move) {
            found.list().clear();
            generate::movements_of(table, state, unit, place, Wanted::All, &mut found);
            // The square that a movement must choose is part of the test.
            let actions = aftermath::with_choices(table, state, std::mem::take(found.list()));
            if actions
                .iter()
                .any(|action| verdict::is_legal(table, state, action))
            {
                return true;
            }
        }
    }
    if !legal::legal_movements(table, state).is_empty() {
        return true;
    }
    let free = consult::free_actions(table, state);
    let may_be_in_check = !free.is_empty() && may_be_in_check(table, state);
    free.iter()
        .any(|action| is_legal_free(table, state, action, may_be_in_check, tried))
}

fn may_be_in_check<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>) -> bool {
    consult::forced(table, state).is_some() || threat::is_threatened(table, state, state.side_to_move)
}

/// Whether a free action wins; or else whether it neither loses a royal of its own side nor puts it
/// in check, and leaves a further action.
fn is_legal_free<L: FullLayout>(
    table: &Mechanics<L>,
    state: &State<L>,
    action: &Action,
    may_be_in_check: bool,
    tried: &mut Vec<State<L>>,
) -> bool {
    let side = state.side_to_move;
    let mut after = state.clone();
    if !turn::execute_free(table, &mut after, action, LossScope::Both) {
        return false;
    }
    if royals::is_lost(table, &after, side.other()) {
        return true;
    }
    let safe = !royals::is_lost(table, &after, side)
        && (may_be_in_check || !threat::is_threatened(table, &after, side));
    if !safe || tried.contains(&after) {
        return false;
    }
    let found = has_action_but(table, &after, tried);
    if !found {
        tried.push(after);
    }
    found
}

fn legal_free_actions<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> Vec<Action> {
    let mut actions = consult::free_actions(table, state);
    if !actions.is_empty() {
        let may_be_in_check = may_be_in_check(table, state);
        let mut tried = Vec::new();
        actions.retain(|action| is_legal_free(table, state, action, may_be_in_check, &mut tried));
    }
    actions
}

/// All legal actions of the player who decides next; none if the game is over.
pub(crate) fn listing<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> Listing {
    let open = state.proposal.is_some() || !state.choices().is_empty();
    if royals::is_over(table, state) || (!open && has_reached_goal(table, state)) {
        return Listing::default();
    }
    if state.proposal.is_some() {
        return Listing {
            actions: replies(table, state),
            movements: 0,
        };
    }
    if let Some(choice) = state.extra.choices.first() {
        let answers = turn::answers(table, state);
        let actions = if choice.side == state.side_to_move {
            good_answers(table, state, answers)
        } else {
            answers
        };
        return Listing {
            actions,
            movements: 0,
        };
    }
    let mut actions = legal_free_actions(table, state);
    let movements = legal::legal_movements(table, state);
    let count = movements.len();
    actions.extend(movements);
    Listing {
        actions,
        movements: count,
    }
}

/// Whether a goal has ended the game. No decision may be open.
pub(crate) fn has_reached_goal<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> bool {
    goal_reached(table, state).is_some()
}

/// The goal that has ended the game. No decision may be open.
pub(super) fn goal_reached<'a, L: FullLayout>(
    table: &'a Mechanics<L>,
    state: &State<L>,
) -> Option<(&'a GoalTest<L::B>, Score)> {
    if table.core.ending.goals.is_empty() {
        return None;
    }
    let can_capture = |pos: &Pos<L>, goal: &GoalTest<L::B>, square: Square| {
        could_capture(table, pos, goal.side.other(), square)
    };
    let can_answer = |answer: &GoalTest<L::B>| {
        legal::legal_movements(table, state).iter().any(|action| {
            let mut after = state.pos;
            turn::execute(table, state, &mut after, action, LossScope::Judged);
            answer.is_there(&after.full_scene(&table.core), &|square| {
                can_capture(&after, answer, square)
            })
        })
    };
    outcome::goal_in(
        &table.core.ending.goals,
        &state.full_scene(&table.core),
        &can_answer,
        &|goal, square| can_capture(&state.pos, goal, square),
    )
}

/// Whether a side could capture on a square by a plain movement of a unit on the ground, over
/// all contents of the square.
pub(crate) fn could_capture<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    by: Side,
    square: Square,
) -> bool {
    let able = pos.bases(by) & !pos.marked(Unit::FIXED);
    targets::could_capture(&table.core, pos, able, square)
}

/// The answers that keep the movement legal; if there is none, all answers (`CR-18`).
fn good_answers<L: FullLayout>(table: &Mechanics<L>, state: &State<L>, answers: Vec<Action>) -> Vec<Action> {
    if consult::forced(table, state).is_some() {
        return answers;
    }
    let excuse = consult::is_excused_by(table, state, Excuse::Choosing);
    let least = if excuse {
        Legality::Excused
    } else {
        Legality::Legal
    };
    let good: Vec<Action> = answers
        .iter()
        .filter(|answer| {
            let mut after = state.pos;
            turn::answer(table, &mut after, answer, LossScope::Judged);
            verdict::verdict(table, &after, None, state.side_to_move, excuse) >= least
        })
        .cloned()
        .collect();
    if good.is_empty() { answers } else { good }
}

/// Answers to a proposal: first those of hooks that carry it out, or `accept`; then those that take
/// it back.
fn replies<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> Vec<Action> {
    let mut actions = Vec::new();
    for hook in table.at(Points::TURNS) {
        hook.offers(table, state, Occasion::Acceptance, &mut actions);
    }
    if actions.is_empty() {
        actions.push(Action::answer([Step::Say(RULES, ACCEPT)]));
    }
    let has_several = || legal::has_several(table, state);
    for hook in table.at(Points::TURNS) {
        hook.offers(table, state, Occasion::Refusal(&has_several), &mut actions);
    }
    actions
}
