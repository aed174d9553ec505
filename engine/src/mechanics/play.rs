//! Actions in the game: carried out, answered or proposed; and the outcome of a game. Does not list
//! actions: that is `listing`.

use super::action::{Action, Nature, Step};
use super::events::Answer;
use super::listing::Listing;
use super::mechanic::Mechanics;
use super::pending::LossScope;
use super::points::{Points, RULES};
use super::state::State;
use crate::board::Bits;
use crate::engine::extra_state::Pool;
use crate::engine::layout::FullLayout;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::{EndReason, Outcome, apply, outcome};
use crate::mechanics::{goer, legal, listing, passed, royals, text, threat, turn};
use crate::rules::Side;
use std::sync::Arc;

/// The position after an action of the listing.
#[must_use]
pub(crate) fn after<L: FullLayout>(
    table: &Mechanics<L>,
    state: &State<L>,
    listing: &Listing,
    action: &Action,
) -> State<L> {
    if let Some(mv) = action.flat {
        let mut next = State::new(state.pos);
        advance_flat(table, &mut next.pos, mv, &state.pos);
        return next;
    }
    let mut next = state.clone();
    match action.nature {
        Nature::Free => {
            turn::execute_free(table, &mut next, action, LossScope::Both);
            if royals::is_over(table, &next) {
                next.refused = None;
            }
        }
        Nature::Answer if state.proposal.is_some() => reply(table, state, &mut next, action),
        Nature::Answer => turn::answer(table, &mut next, action, LossScope::Both),
        Nature::Movement => {
            let others = listing.movements > 1;
            if table.at(Points::TURNS).any(|h| h.intercept(table, state, others)) {
                next.proposal = Some(Arc::new(text::proposed(
                    table,
                    &state.pos,
                    &listing.actions,
                    action,
                )));
            } else {
                carry_out(table, state, &mut next, action);
            }
        }
    }
    let parted = goer::is_going_on(table, &next) && next.choices().is_empty() && next.proposal.is_none();
    if next.side_to_move != state.side_to_move || (parted && next.refused.is_none()) {
        count_check(table, &mut next, state.side_to_move);
    }
    next
}

/// Makes a movement that the flat engine can carry out, in a copy of the position `pos`. At most
/// one ordinary enemy is captured.
pub(super) fn advance_flat<L: FullLayout>(table: &Mechanics<L>, next: &mut Pos<L>, mv: Move, pos: &Pos<L>) {
    apply::advance(&table.core, next, mv, pos);
    next.extra.passed.clear();
    if table.texts.passed_key && !next.en_passant_squares.is_empty() {
        for middle in next.en_passant_squares.squares() {
            let victim = next.victim_at(middle);
            passed::keep_passed(table, next, (middle, victim));
        }
        next.clear_en_passant(&table.core);
    }
    if table.keeps_pools {
        let taken = if mv.move_type == MoveType::EnPassant {
            pos.en_passant_victim
        } else {
            mv.to
        };
        if let Some((kind, side)) = pos.piece(taken).filter(|&(_, side)| side != pos.side_to_move) {
            let count = next.pooled(Pool::Captured, side, kind);
            *count = count.saturating_add(1);
        }
    }
}

/// Counts a check that a side has given in its turn, if checks are counted.
fn count_check<L: FullLayout>(table: &Mechanics<L>, pos: &mut Pos<L>, by: Side) {
    let i = by.index();
    if table.core.check_goal[i].is_some() && !royals::is_over(table, pos) && threat::threatens(table, pos, by)
    {
        let left = pos.checks[i];
        pos.checks[i] = left.saturating_sub(1);
        pos.hash ^= table.core.keys.checks(i, left) ^ table.core.keys.checks(i, pos.checks[i]);
    }
}

fn reply<L: FullLayout>(table: &Mechanics<L>, before: &State<L>, next: &mut State<L>, action: &Action) {
    let accepted = match action.steps.first() {
        Some(&step @ (Step::Say(number, _) | Step::Name(number, _))) if number != RULES => {
            table.hooks[usize::from(number)].answered(table, Answer::Proposal(next, step))
        }
        _ => true,
    };
    let Some(proposal) = next.proposal.take() else {
        return;
    };
    if accepted {
        let mut asked = before.clone();
        asked.proposal = None;
        carry_out(table, &asked, next, &proposal);
    }
}

/// Carries out a movement in the game. `before` is the position in which it was chosen.
fn carry_out<L: FullLayout>(table: &Mechanics<L>, before: &State<L>, next: &mut State<L>, action: &Action) {
    for hook in table.at(Points::TURNS) {
        hook.carrying_out(table, before, action, next);
    }
    next.refused = None;
    let pos = next.pos;
    turn::execute(table, &pos, next, action, LossScope::Both);
    apply::count_passes(&table.core, &mut next.pos, action.mv == Some(Move::PASS));
}

/// Whether the player to move is in check; false while a movement or a choice is open.
pub(crate) fn in_check<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> bool {
    state.proposal.is_none()
        && state.extra.choices.is_empty()
        && !royals::is_over(table, state)
        && threat::is_threatened(table, state, state.side_to_move)
}

/// The end of the game, if it is over. If both royals are lost, the player whose turn it was has
/// won.
pub(crate) fn outcome<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> Option<Outcome> {
    if let Some(outcome) = outcome_by_pieces(table, state) {
        return Some(outcome);
    }
    let open = state.proposal.is_some() || !state.choices().is_empty();
    if open || listing::has_action(table, state) {
        return None;
    }
    Some(if legal::is_mated_if_stuck(table, state) {
        outcome::mated(&table.core, state.side_to_move, |kinds| {
            threat::is_checked_by(table, state, kinds)
        })
    } else {
        let stalemate = table.core.ending.stalemate[state.side_to_move.index()];
        outcome::counted_if_stuck(&table.core, &state.full_scene(&table.core))
            .unwrap_or_else(|| Outcome::new(state.side_to_move, stalemate, EndReason::Stalemate))
    })
}

/// The same as far as the pieces tell it, whatever can be done: a goal, or the loss of royals.
pub(crate) fn outcome_by_pieces<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> Option<Outcome> {
    let waiting = state.side_to_move.previous();
    let open = state.proposal.is_some() || !state.choices().is_empty();
    if !open && let Some((goal, score)) = listing::goal_reached(table, state) {
        return Some(Outcome::new(goal.side, score, goal.reason.clone()));
    }
    let lost = |winner: Side| Outcome {
        winner: Some(winner),
        reason: EndReason::KingLost,
    };
    if royals::is_lost(table, state, state.side_to_move) {
        return Some(lost(waiting));
    }
    royals::is_lost(table, state, waiting).then(|| lost(state.side_to_move))
}
