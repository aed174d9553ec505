//! Carries out the steps of an action one by one. Knows neither which actions are possible nor
//! their consequences; units that leave their squares are passed to `removal`.

use super::action::{Mode, Source, Step};
use super::mechanic::Mechanics;
use super::pending::Pending;
use super::state::List;
use crate::board::{Bits, Square};
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::tagging::PROMOTED;
use crate::rules::Side;

/// An action while its steps are carried out.
struct Continuation {
    /// The side that acts.
    side: Side,
    /// The lifted units.
    hand: List,
    /// The place of the moving unit.
    at: Place,
    /// The place from which it was lifted.
    origin: Place,
    /// Whether something has fallen on it.
    fallen: bool,
}

impl<L: FullLayout> Mechanics<L> {
    /// Whether a unit could enter the list on a square.
    #[inline]
    pub(crate) fn is_open(&self, state: &Pos<L>, square: Square) -> bool {
        let base = state.base(square);
        base.exists() && self.carries(base)
    }

    /// Carries out the steps of an action. Returns whether they were possible to the end; the generator only makes
    /// impossible ones where it says so.
    pub(crate) fn perform(&self, state: &mut Pos<L>, steps: &[Step], side: Side, work: &mut Pending) -> bool {
        let possible = self.run(state, steps, side, work).is_some();
        self.unmark(state);
        possible
    }

    /// [`Self::perform`]; returns where the unit that moved is, or was, and leaves it marked.
    pub(crate) fn run(
        &self,
        state: &mut Pos<L>,
        steps: &[Step],
        side: Side,
        work: &mut Pending,
    ) -> Option<Place> {
        let mut continuation = Continuation {
            side,
            hand: List::new(),
            at: Place::ground(0),
            origin: Place::ground(0),
            fallen: false,
        };
        for &step in steps {
            self.step(state, step, &mut continuation, work)?;
        }
        Some(continuation.at)
    }

    /// Carries out one step; `None` if it is not possible.
    fn step(
        &self,
        state: &mut Pos<L>,
        step: Step,
        continuation: &mut Continuation,
        work: &mut Pending,
    ) -> Option<()> {
        match step {
            Step::Pass(_) | Step::Note(_) | Step::Say(..) | Step::Name(..) | Step::Choose(_) => {}
            Step::Drop(kind, square) => {
                self.unmark(state);
                continuation.at = self.drop_in(state, kind, square, continuation.side, work)?;
            }
            Step::LetIn(kind, square) => self.come_in(state, kind, square, continuation.side)?,
            Step::Lift(place) => {
                self.unmark(state);
                continuation.origin = place;
                self.lift(state, place, &mut continuation.hand);
                if continuation.hand.is_empty() {
                    return None;
                }
            }
            Step::Land(square, mode) => self.land(state, square, mode, continuation, work),
            Step::Visit(square, Mode::Capture) => {
                self.capture(state, Place::ground(square), continuation, work)
            }
            Step::Visit(..) => {}
            Step::Take(place, _) => self.capture(state, place, continuation, work),
            Step::Inside(place) => self.land_inside(state, place, continuation, work)?,
            Step::Exchange(place, _) => self.exchange_with(state, place, continuation)?,
            // Unless what it carried has fallen on it.
            Step::Expose(_) if continuation.fallen => {}
            Step::Expose(middle) => self.expose(state, middle, continuation.at.square),
            Step::Swap(first, second) => {
                self.exchange(state, first, second);
                continuation.at = second;
                self.mark(state, second);
            }
            Step::Castle(index) => {
                if !self.move_partner(state, index) {
                    return None;
                }
            }
            Step::Sweep(place, range) => self.sweep_from(state, place, range, continuation, work),
            Step::At(place) => {
                continuation.at = place;
                self.mark(state, place);
            }
            Step::Become(kind, source) => self.becomes(state, kind, source, continuation, work)?,
            Step::Own(number, argument) => {
                let unit = state.unit(continuation.at);
                let here = unit.exists() && unit.has(Unit::MOVER);
                let hook = &self.hooks[usize::from(number)];
                if !here || !hook.carry_out(self, state, continuation.at, argument, work) {
                    return None;
                }
            }
        }
        Some(())
    }

    /// The lifted units land. The mode is the one that the generator saw. After an exchange that
    /// came between (`CR-33`) the square may have changed: then the unit lands as it can.
    fn land(
        &self,
        state: &mut Pos<L>,
        square: Square,
        mode: Mode,
        continuation: &mut Continuation,
        work: &mut Pending,
    ) {
        let mut index = 0;
        if mode == Mode::Enter && self.is_open(state, square) {
            index = state.len(square) as u8;
            state.push(&self.core, square, &continuation.hand);
        } else {
            // The landing unit is the captor, with any mover.
            let captor = continuation
                .hand
                .first()
                .map_or(continuation.side, |unit| unit.side());
            self.note_prey(state, Place::ground(square), captor, work);
            self.crush(state, square, &continuation.hand, work);
            self.settle(state, work);
        }
        continuation.at = Place { square, index };
        continuation.hand.clear();
    }

    /// The movement captures the unit at a place.
    fn capture(&self, state: &mut Pos<L>, place: Place, continuation: &Continuation, work: &mut Pending) {
        self.note_prey(state, place, continuation.side, work);
        self.take(state, place, continuation.side, work);
        self.settle(state, work);
    }

    /// The lifted unit captures a unit in a list and takes its place in it.
    fn land_inside(
        &self,
        state: &mut Pos<L>,
        place: Place,
        continuation: &mut Continuation,
        work: &mut Pending,
    ) -> Option<()> {
        self.capture(state, place, continuation, work);
        continuation.at = Place {
            square: place.square,
            index: state.len(place.square) as u8,
        };
        if self.is_open(state, place.square) {
            state.push(&self.core, place.square, &continuation.hand);
        } else if state.is_empty(place.square) {
            state.set_list(&self.core, place.square, &continuation.hand);
        } else {
            return None;
        }
        continuation.hand.clear();
        Some(())
    }

    /// The lifted unit changes places with another.
    fn exchange_with(&self, state: &mut Pos<L>, place: Place, continuation: &mut Continuation) -> Option<()> {
        let &unit = continuation.hand.first()?;
        let other = state.replace(&self.core, place, unit);
        if !other.exists() {
            return None;
        }
        if place.index == 0 {
            self.ground_lost(state, place.square);
        }
        state.insert(&self.core, continuation.origin, other.without(Unit::UNMOVED));
        continuation.hand.clear();
        continuation.at = place;
        Some(())
    }

    /// Exposes the unit that has come to one square to capture on another.
    fn expose(&self, state: &mut Pos<L>, middle: Square, at: Square) {
        if self.passed_key {
            self.keep_passed(state, (middle, at));
        } else {
            let exposed = state.en_passant_squares | L::B::bit(middle);
            state.clear_en_passant(&self.core);
            state.expose(&self.core, exposed, at);
        }
    }

    /// The unit at a place removes what is around it.
    fn sweep_from(
        &self,
        state: &mut Pos<L>,
        place: Place,
        range: u8,
        continuation: &mut Continuation,
        work: &mut Pending,
    ) {
        continuation.at = place;
        self.mark(state, place);
        for square in (self.within(place.square, range) & state.pieces()).squares() {
            if !state.base(square).has(Unit::FIXED) {
                self.note_prey(state, Place::ground(square), continuation.side, work);
            }
        }
        self.sweep(state, (place.square, range), false, continuation.side, work);
        self.settle(state, work);
    }

    /// The unit that has moved becomes another.
    fn becomes(
        &self,
        state: &mut Pos<L>,
        kind: u8,
        source: Source,
        continuation: &mut Continuation,
        work: &mut Pending,
    ) -> Option<()> {
        let at = continuation.at;
        let unit = state.unit(at);
        if !unit.exists() || !unit.has(Unit::MOVER) || !self.withdraw(state, kind, unit.side(), source) {
            return None;
        }
        // A unit from outside counts as the piece that promotes does (`CH-5`).
        work.stirred |= source != Source::Free;
        let new = self.promoted(unit, kind);
        if source == Source::Free && self.core.reserve.promotes {
            state.take_promoted(&self.core, unit.side(), unit.kind(), kind);
        }
        if at.index == 0 {
            self.lose_rights(state, at.square);
        }
        state.replace(&self.core, at, new);
        self.unload(state, at, new, work);
        let there = state.unit(at);
        continuation.fallen = !there.exists() || !there.has(Unit::MOVER);
        Some(())
    }

    /// The movement is about to capture the unit at a place.
    fn note_prey(&self, state: &Pos<L>, place: Place, side: Side, work: &mut Pending) {
        let unit = state.unit(place);
        if !unit.exists() {
            return;
        }
        if let Some(tagging) = &self.core.tagging
            && unit.side() != side
        {
            work.gained |= (unit.tags & !PROMOTED) | tagging.leaves[usize::from(unit.kind())];
        }
        // Fewer are captured than fit.
        let _ = work.captured.try_push((place.square, unit));
    }

    /// Takes a unit and all it carries into the hand. A unit that may promote, or that something follows from, is marked,
    /// so that it is known whether it is still there when it has arrived.
    pub(super) fn lift(&self, state: &mut Pos<L>, place: Place, hand: &mut List) {
        hand.clear();
        let unit = state.unit(place);
        if !unit.exists() {
            return;
        }
        let moving = if self.promotes(unit) || self.has_aftermath() {
            unit.with(Unit::MOVER)
        } else {
            unit
        };
        let moving = moving.without(Unit::UNMOVED);
        if place.index == 0 {
            self.ground_lost(state, place.square);
        }
        let from = usize::from(place.index);
        if self.carries(unit) {
            let list = state.take_list(&self.core, place.square);
            state.set_list(&self.core, place.square, &list[..from]);
            hand.push(moving);
            hand.extend(list[from + 1..].iter().map(|u| u.without(Unit::UNMOVED)));
        } else {
            state.pull(&self.core, place);
            hand.push(moving);
        }
    }

    /// Takes a unit of a kind out of a pool, if one is there.
    pub(crate) fn withdraw(&self, state: &mut Pos<L>, kind: u8, side: Side, source: Source) -> bool {
        let Some(pool) = source.pool() else {
            return true;
        };
        let count = state.pooled(pool, side, kind);
        if *count == 0 {
            return false;
        }
        *count -= 1;
        true
    }

    /// The squares on which the steps remove something directly.
    pub(crate) fn removes(&self, steps: &[Step]) -> L::B {
        steps.iter().fold(L::B::EMPTY, |all, step| match *step {
            Step::Land(square, Mode::Capture) | Step::Visit(square, Mode::Capture) => all | L::B::bit(square),
            Step::Take(place, _) | Step::Inside(place) => all | L::B::bit(place.square),
            Step::Sweep(place, range) => all | self.within(place.square, range),
            _ => all,
        })
    }

    /// The unit at a place is the one that moves.
    fn mark(&self, state: &mut Pos<L>, place: Place) {
        let unit = state.unit(place);
        if unit.exists() {
            state.replace(&self.core, place, unit.with(Unit::MOVER));
        }
    }

    /// No unit is marked as the mover from here on.
    pub(super) fn unmark(&self, state: &mut Pos<L>) {
        state.extra.marks[Unit::MOVER.trailing_zeros() as usize] = L::B::EMPTY;
        for (_, unit) in state.extra.above.iter_mut() {
            *unit = unit.without(Unit::MOVER);
        }
    }

    /// A unit that promotes to another kind: it keeps its tags.
    pub(super) fn promoted(&self, unit: Unit, kind: u8) -> Unit {
        let mut new = Unit::new(kind, unit.side()).with(Unit::MOVER);
        new.tags = self
            .core
            .kept(self.core.grown(unit.tags, kind), unit.side(), kind);
        if let Some(tagging) = &self.core.tagging {
            new.tags &= !tagging.leaves[usize::from(kind)];
        }
        new
    }

    /// A unit that another rule turns into another kind: it has not promoted.
    pub(super) fn replaced(&self, unit: Unit, kind: u8) -> Unit {
        let mut new = self.promoted(unit, kind);
        new.tags &= !PROMOTED;
        if unit.has(Unit::MOVER) {
            new
        } else {
            new.without(Unit::MOVER)
        }
    }

    /// The units that a unit carried fall if it is no longer a carrier (`CR-6`).
    pub(super) fn unload(&self, state: &mut Pos<L>, at: Place, unit: Unit, work: &mut Pending) {
        let above = usize::from(at.index) + 1;
        if self.carriers == 0 || self.carries(unit) || state.len(at.square) <= above {
            return;
        }
        // Inside another carrier they stand in its list.
        if at.index > 0 {
            return;
        }
        let list = state.take_list(&self.core, at.square);
        state.set_list(&self.core, at.square, &list[..above]);
        self.drop(state, at.square, &list[above..], work);
        self.settle(state, work);
    }

    /// Whether units of the kind can become another.
    #[inline]
    pub(crate) fn promotes(&self, unit: Unit) -> bool {
        let mover = self.core.mover(unit.side(), unit.kind());
        mover.is_some_and(|m| !m.promotions.is_empty())
    }
}
