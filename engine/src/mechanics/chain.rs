//! Turns that go on with a unit: its movements, whether it has to go on, when it is done.

use super::action::{Action, Mode, Step};
use super::arrival::Arrival;
use super::mechanic::{Mechanics, Movements};
use super::pending::{LossScope, Pending};
use super::points::Wanted;
use super::state::State;
use crate::board::{Bits, Square};
use crate::engine::ahead;
use crate::engine::chain::{Chain as _, Continuation};
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::movegen::chain;
use crate::engine::position::Pos;
use crate::engine::program::Reach;
use crate::engine::tagging::PROMOTED;
use crate::rules::{Further, Side};

/// For how many of the flat engine's positions one counts here.
pub(super) const COST: u32 = 4;

/// The place of the unit with which a turn goes on.
fn place_of<B: Bits>(continuation: &Continuation<B>) -> Place {
    Place {
        square: continuation.square(),
        index: continuation.index,
    }
}

impl<L: FullLayout> Mechanics<L> {
    /// Whether a turn goes on with one unit.
    #[inline]
    pub(super) fn is_going_on(&self, pos: &Pos<L>) -> bool {
        !self.core.program.chains.is_empty() && pos.chain.continuation().is_some()
    }

    /// Appends the movements of the unit with which the turn goes on, safe or not.
    pub(super) fn going_on(
        &self,
        pos: &Pos<L>,
        continuation: &Continuation<L::B>,
        wanted: Wanted,
        out: &mut Movements<'_, L>,
    ) {
        let (rule, place) = (self.core.chain_rule(continuation), place_of(continuation));
        let unit = pos.unit(place);
        if !unit.exists() {
            return;
        }
        match &rule.ways {
            Some(ways) => self.by_ways(pos, &ways[pos.side_to_move.index()], (unit, place), out),
            None => {
                self.movements_of(pos, unit, place, wanted, out);
                self.exchanges(pos, out);
            }
        }
        let barred = chain::barred(&self.core, rule, continuation);
        out.list().retain(|action| {
            let captures = action.captures() || action.fires();
            let meant = match rule.rule.what {
                Further::Any => true,
                Further::Captures => captures,
                Further::Quiet => !captures,
            };
            let castles = |step: &Step| matches!(step, Step::Castle(_));
            let target = action.hits().or(action.to());
            meant
                && action.actor() == Some(place)
                && !action.steps.iter().any(castles)
                && !target.is_some_and(|to| barred.has(to))
        });
        self.spare(pos.side_to_move, wanted, out);
    }

    /// Movements of a unit that goes as an effect says.
    fn by_ways(
        &self,
        pos: &Pos<L>,
        ways: &Reach<L::B>,
        (unit, place): (Unit, Place),
        out: &mut Movements<'_, L>,
    ) {
        if unit.has(Unit::FIXED) {
            return;
        }
        let ends = ways.from(&self.core.pool, place.square, pos.occupancy()) & !L::B::bit(place.square);
        for to in (ends & self.core.board).squares() {
            for mode in self.reception(pos, to, pos.side_to_move).modes() {
                let steps = [Step::Lift(place), Step::Land(to, mode)];
                let arrival = Arrival {
                    from: place.square,
                    to,
                    captures: mode == Mode::Capture,
                };
                match mode {
                    Mode::Enter => out.push(&steps),
                    _ => self.arriving(pos, &steps, L::B::EMPTY, unit, &arrival, None, out),
                }
            }
        }
    }

    /// Whether the side to move may stop where its turn goes on.
    pub(super) fn may_end_turn(&self, pos: &Pos<L>) -> bool {
        let continuation = pos.chain.continuation();
        continuation.is_some_and(|continuation| chain::may_stop(&self.core, &continuation))
    }

    /// Whether a turn goes on that must be able to, and if so, whether it can.
    pub(super) fn owes(&self, after: &Pos<L>) -> Option<bool> {
        let continuation = after.chain.continuation()?;
        self.core.is_owed(&continuation).then(|| self.can_go_on(after))
    }

    /// Whether a turn that is going on can do so.
    pub(super) fn can_go_on(&self, pos: &Pos<L>) -> bool {
        let owed = pos
            .chain
            .continuation()
            .is_some_and(|continuation| self.core.is_owed(&continuation));
        ahead::is_followed(owed, COST, || self.key_of(pos), || self.has_way_on(pos))
    }

    fn has_way_on(&self, pos: &Pos<L>) -> bool {
        let Some(continuation) = pos.chain.continuation() else {
            return false;
        };
        if self.forced(pos).is_some() || self.has_excuse(pos) {
            return !self
                .legal_movements(&State::new(*pos))
                .iter()
                .all(Action::is_pass);
        }
        let mut found = Movements::new();
        self.going_on(pos, &continuation, Wanted::All, &mut found);
        let mut actions = self.with_choices(pos, found.into_list());
        // Captures may hang on further captures.
        actions.sort_by_key(Action::captures);
        actions.iter().any(|action| self.is_legal(pos, action))
    }

    /// A movement is carried out: the turn goes on no longer. Returns how it did.
    pub(super) fn interrupt(&self, pos: &mut Pos<L>) -> Option<Continuation<L::B>> {
        let continuation = pos.chain.continuation()?;
        pos.set_going(&self.core, None);
        Some(continuation)
    }

    /// Puts the unit that waited below a unit at the end of its turn on that square, if nothing
    /// else stands there.
    pub(super) fn step_off(&self, pos: &mut Pos<L>, continuation: Option<Continuation<L::B>>) {
        let Some((continuation, unit)) =
            continuation.and_then(|continuation| Some((continuation, continuation.below()?)))
        else {
            return;
        };
        if pos.is_empty(continuation.square()) {
            pos.set_list(&self.core, continuation.square(), &[unit]);
            self.cover(pos, continuation.square());
        }
    }

    /// The turn does not go on, for any reason.
    pub(super) fn stop(&self, pos: &mut Pos<L>) {
        let continuation = self.interrupt(pos);
        self.step_off(pos, continuation);
    }

    /// Remembers where the unit has been with which the turn goes on after a movement from a square.
    pub(super) fn keep_way(&self, pos: &mut Pos<L>, before: &Pos<L>, from: Option<Square>, watch: LossScope) {
        let Some(mut continuation) = pos.chain.continuation() else {
            return;
        };
        let Some(from) = from.filter(|_| watch.is_of_both()) else {
            // This is a trial of the possible results of one movement.
            return self.stop(pos);
        };
        let rule = self.core.chain_rule(&continuation);
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
        pos.set_going(&self.core, Some(continuation));
    }

    /// Whether the unit with which the turn goes on has gone.
    pub(super) fn has_lost_goer(&self, pos: &Pos<L>) -> bool {
        pos.chain.continuation().is_some_and(|continuation| {
            let unit = pos.unit(place_of(&continuation));
            !unit.exists() || unit.side() != pos.side_to_move
        })
    }

    /// Whether the turn goes on when everything that follows from a movement is done.
    pub(super) fn goes_on(&self, pos: &mut Pos<L>, watch: LossScope) -> bool {
        let Some(continuation) = pos.chain.continuation() else {
            return false;
        };
        if self.has_lost_goer(pos) || self.is_over(pos) {
            self.stop(pos);
            return false;
        }
        let owed = self.core.is_owed(&continuation);
        let asked = watch == LossScope::Both || (watch == LossScope::Judged && self.core.program.ends);
        let goes_on = owed || (asked && self.can_go_on(pos));
        if !goes_on {
            self.stop(pos);
            return false;
        }
        // Squares passed in the middle of a turn are not exposed.
        let own = pos.bases(pos.side_to_move);
        if self.core.turns.is_some() {
            pos.extra.passed.retain(|&(_, victim)| !own.has(victim));
        } else {
            pos.extra.passed.clear();
            pos.clear_en_passant(&self.core);
        }
        true
    }

    /// By a rule the turn goes on with a unit of a kind that was captured, above its captor. Not where that is above others, or has
    /// others above it.
    pub(super) fn rise(&self, pos: &mut Pos<L>, rule: u8, place: Place, kind: u8) {
        let captor = pos.unit(place);
        if !captor.exists() || captor.has(Unit::FIXED) || place.index > 0 || pos.len(place.square) > 1 {
            return;
        }
        let side: Side = captor.side();
        self.ground_lost(pos, place.square);
        let mut new = Unit::new(kind, side);
        if captor.has(Unit::MOVER) {
            new = new.with(Unit::MOVER);
        }
        pos.replace(&self.core, place, new);
        let continuation =
            Continuation::new(rule, place.square).above(captor.kind(), side, captor.tags & !PROMOTED);
        pos.set_going(&self.core, Some(continuation));
    }

    /// Carries out the steps of a movement without its consequences; a unit that has waited below
    /// stands on the square. Returns the place of the unit that has moved.
    pub(super) fn arrive_at(&self, pos: &mut Pos<L>, action: &Action, work: &mut Pending) -> Option<Place> {
        let (side, continuation) = (pos.side_to_move, self.interrupt(pos));
        let end = self.run(pos, &action.steps, side, work);
        self.step_off(pos, continuation);
        end
    }
}
