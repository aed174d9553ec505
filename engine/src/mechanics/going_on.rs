//! Continued turns: whether they can and must continue, by the movements that the unit would have.
//! Does not keep the unit itself: that is `goer`.

use super::action::Action;
use super::goer::COST;
use super::mechanic::{Mechanics, Movements};
use super::pending::LossScope;
use super::points::Wanted;
use super::state::State;
use crate::board::Bits;
use crate::engine::ahead;
use crate::engine::chain::Chain as _;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::mechanics::{aftermath, consult, generate, goer, keys, legal, royals, verdict};
use crate::order::sort_by_key;

/// Whether a continued turn that must be able to continue can do so; `None` if it need not.
pub(super) fn owes<L: FullLayout>(table: &Mechanics<L>, after: &Pos<L>) -> Option<bool> {
    let continuation = after.chain.continuation()?;
    table.core.is_owed(&continuation).then(|| can_go_on(table, after))
}

/// Whether a continued turn has a further movement.
pub(super) fn can_go_on<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> bool {
    let owed = pos
        .chain
        .continuation()
        .is_some_and(|continuation| table.core.is_owed(&continuation));
    ahead::is_followed(owed, COST, || keys::key_of(table, pos), || has_way_on(table, pos))
}

fn has_way_on<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> bool {
    let Some(continuation) = pos.chain.continuation() else {
        return false;
    };
    if consult::forced(table, pos).is_some() || consult::has_excuse(table, pos) {
        return !legal::legal_movements(table, &State::new(*pos))
            .iter()
            .all(Action::is_pass);
    }
    let mut found = Movements::new();
    generate::going_on(table, pos, &continuation, Wanted::All, &mut found);
    let mut actions = aftermath::with_choices(table, pos, found.into_list());
    // Captures may depend on further captures.
    sort_by_key(&mut actions, Action::captures);
    actions.iter().any(|action| verdict::is_legal(table, pos, action))
}

/// Whether the turn continues when all consequences of a movement have been carried out.
pub(super) fn goes_on<L: FullLayout>(table: &Mechanics<L>, pos: &mut Pos<L>, watch: LossScope) -> bool {
    let Some(continuation) = pos.chain.continuation() else {
        return false;
    };
    if goer::has_lost_goer(pos) || royals::is_over(table, pos) {
        goer::stop(table, pos);
        return false;
    }
    let owed = table.core.is_owed(&continuation);
    let asked = watch == LossScope::Both || (watch == LossScope::Judged && table.core.program.ends);
    let goes_on = owed || (asked && can_go_on(table, pos));
    if !goes_on {
        goer::stop(table, pos);
        return false;
    }
    // Squares passed in the middle of a turn are not exposed.
    let own = pos.bases(pos.side_to_move);
    if table.core.turns.is_some() {
        pos.extra.passed.retain(|&(_, victim)| !own.has(victim));
    } else {
        pos.extra.passed.clear();
        pos.clear_en_passant(&table.core);
    }
    true
}
