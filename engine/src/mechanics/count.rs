//! The number of legal movements, counted without listing those that sets judge. Does not judge
//! movements: that is `by_sets` and `verdict`.

use super::action::Action;
use super::flat_view::FlatView;
use super::mechanic::{Mechanics, Movements};
use super::state::State;
use crate::engine::layout::FullLayout;
use crate::engine::movegen::Count;
use crate::engine::position::{Pos, turns};
use crate::mechanics::{by_sets, consult, listing, royals};
use crate::rules::Pass;

/// The number of legal actions, if they can be counted without listing them.
pub(crate) fn count_of<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> Option<u64> {
    (state.proposal.is_none() && state.refused.is_none())
        .then(|| count_in(table, &state.pos))
        .flatten()
}

/// [`count_of`], if nothing is proposed.
pub(super) fn count_in<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> Option<u64> {
    let side = pos.side_to_move.index();
    if table.core.restrictions.must_capture[side]
        || table.core.restrictions.pass[side] != Pass::Never
        || turns::kinds_of_moves(&table.core).is_some()
        || royals::is_over(table, pos)
        || !table.core.ending.goals.is_empty() && listing::has_reached_goal(table, &State::new(*pos))
        || consult::forced(table, pos).is_some()
        || !consult::free_actions(table, pos).is_empty()
    {
        return None;
    }
    let mut flat_view = FlatView::new();
    let by_sets = by_sets::by_sets(table, pos, &mut flat_view)?;
    let mut count = Count::all();
    by_sets::guarded_moves(table, pos, &by_sets, &flat_view, &mut count);
    if table.repeats {
        let mut others = Movements::new();
        by_sets::other_movements(table, pos, &by_sets, &flat_view, &mut others);
        let legal = |action: &&Action| by_sets::is_legal_when_calm(table, pos, &by_sets, &flat_view, action);
        return Some(count.found() + others.list().iter().filter(legal).count() as u64);
    }
    let mut others = Movements::counting(table, pos, &by_sets, &flat_view);
    by_sets::other_movements(table, pos, &by_sets, &flat_view, &mut others);
    Some(count.found() + others.count())
}
