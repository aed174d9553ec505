//! The unit with which a turn continues: its place, and the end of the continuation. Does not know
//! whether the unit has a movement left: that is `going_on`.

use super::action::Action;
use super::mechanic::Mechanics;
use super::pending::{LossScope, Pending};
use crate::board::{Bits, Square};
use crate::engine::chain::{Chain as _, Continuation};
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::movegen::chain;
use crate::engine::position::Pos;
use crate::engine::tagging::PROMOTED;
use crate::mechanics::{perform, removal};
use crate::rules::Side;

/// The number of the flat engine's positions for which one counts here.
pub(super) const COST: u32 = 4;

/// The place of the unit with which a turn continues.
pub(super) fn place_of<B: Bits>(continuation: &Continuation<B>) -> Place {
    Place {
        square: continuation.square(),
        index: continuation.index,
    }
}

/// Whether a turn continues with one unit.
#[inline]
pub(super) fn is_going_on<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> bool {
    !table.core.program.chains.is_empty() && pos.chain.continuation().is_some()
}

/// Whether the side to move may end its continued turn.
pub(super) fn may_end_turn<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>) -> bool {
    let continuation = pos.chain.continuation();
    continuation.is_some_and(|continuation| chain::may_stop(&table.core, &continuation))
}

/// Ends the continuation, because a movement is carried out. Returns the former continuation.
pub(super) fn interrupt<L: FullLayout>(table: &Mechanics<L>, pos: &mut Pos<L>) -> Option<Continuation<L::B>> {
    let continuation = pos.chain.continuation()?;
    pos.set_going(&table.core, None);
    Some(continuation)
}

/// Puts the unit that waited below another one at the end of its turn on that square, if nothing
/// else stands there.
pub(super) fn step_off<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &mut Pos<L>,
    continuation: Option<Continuation<L::B>>,
) {
    let Some((continuation, unit)) =
        continuation.and_then(|continuation| Some((continuation, continuation.below()?)))
    else {
        return;
    };
    if pos.is_empty(continuation.square()) {
        pos.set_list(&table.core, continuation.square(), &[unit]);
        removal::cover(table, pos, continuation.square());
    }
}

/// Ends the continuation, for any reason.
pub(super) fn stop<L: FullLayout>(table: &Mechanics<L>, pos: &mut Pos<L>) {
    let continuation = interrupt(table, pos);
    step_off(table, pos, continuation);
}

/// Remembers the squares of the unit with which the turn continues after a movement from a square.
pub(super) fn keep_way<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &mut Pos<L>,
    before: &Pos<L>,
    from: Option<Square>,
    watch: LossScope,
) {
    let Some(mut continuation) = pos.chain.continuation() else {
        return;
    };
    let Some(from) = from.filter(|_| watch.is_of_both()) else {
        // One movement may have several possible results; this is a trial of them.
        return stop(table, pos);
    };
    let rule = table.core.chain_rule(&continuation);
    if rule.rule.once {
        let seen = before
            .chain
            .continuation()
            .map_or(L::B::EMPTY, |before| before.seen);
        continuation.seen = seen | L::B::bit(from);
    }
    if rule.rule.turning {
        continuation.last = Some(from);
    }
    pos.set_going(&table.core, Some(continuation));
}

/// Whether the unit with which the turn continues has gone.
pub(super) fn has_lost_goer<L: FullLayout>(pos: &Pos<L>) -> bool {
    pos.chain.continuation().is_some_and(|continuation| {
        let unit = pos.unit(place_of(&continuation));
        !unit.exists() || unit.side() != pos.side_to_move
    })
}

/// By a rule the turn continues with a unit of a captured kind, which stands above its captor. This
/// is left out if the captor stands above others, or has others above it.
pub(super) fn rise<L: FullLayout>(table: &Mechanics<L>, pos: &mut Pos<L>, rule: u8, place: Place, kind: u8) {
    let captor = pos.unit(place);
    if !captor.exists() || captor.has(Unit::FIXED) || place.index > 0 || pos.len(place.square) > 1 {
        return;
    }
    let side: Side = captor.side();
    removal::ground_lost(table, pos, place.square);
    let mut new = Unit::new(kind, side);
    if captor.has(Unit::MOVER) {
        new = new.with(Unit::MOVER);
    }
    pos.replace(&table.core, place, new);
    let continuation =
        Continuation::new(rule, place.square).above(captor.kind(), side, captor.tags & !PROMOTED);
    pos.set_going(&table.core, Some(continuation));
}

/// Carries out the steps of a movement without its consequences. A unit that has waited below is
/// put on the square. Returns the place of the unit that has moved.
pub(super) fn arrive_at<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &mut Pos<L>,
    action: &Action,
    work: &mut Pending,
) -> Option<Place> {
    let (side, continuation) = (pos.side_to_move, interrupt(table, pos));
    let end = perform::run(table, pos, &action.steps, side, work);
    step_off(table, pos, continuation);
    end
}
