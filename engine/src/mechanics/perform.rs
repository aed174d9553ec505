//! Carrying out steps: landing, capturing, falling, and what follows by itself.

use super::action::{Mode, Source, Step};
use super::mechanic::Mechanics;
use super::pending::Pending;
use super::points::{Points, Removal};
use super::state::List;
use crate::board::{Bits, Square};
use crate::engine::extra_state::{Place, Pool, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::tagging::PROMOTED;
use crate::rules::Side;

/// An action while its steps are carried out.
struct Continuation {
    /// Who acts.
    side: Side,
    /// What has been lifted.
    hand: List,
    /// Where the unit that moves is.
    at: Place,
    /// From where it was lifted.
    origin: Place,
    /// Whether something has fallen on it.
    fallen: bool,
}

impl<L: FullLayout> Mechanics<L> {
    /// The rights that go when the lowest unit of a square leaves it.
    #[inline]
    pub(crate) fn lose_rights(&self, state: &mut Pos<L>, square: Square) {
        state.lose_rights(&self.core, self.core.castling.loss[usize::from(square)]);
    }

    /// A unit has been removed from a square by a side: into the pools, and the hooks hear of it.
    fn gone(&self, state: &mut Pos<L>, unit: Unit, square: Square, by: Side, work: &mut Pending) {
        let exiled = unit.side() == by && self.never_exiled >> unit.kind() & 1 == 0;
        self.retire(state, unit, exiled, work);
        for hook in self.at(Points::REMOVED) {
            hook.removed(self, state, work, Removal { unit, square, exiled });
        }
    }

    /// Puts a unit that has left the board into a pool; no hook hears of it.
    pub(crate) fn retire(&self, state: &mut Pos<L>, unit: Unit, exiled: bool, work: &mut Pending) {
        work.stirred = true;
        if self.keeps_pools {
            let pool = if exiled { Pool::Exile } else { Pool::Captured };
            let count = state.pooled(pool, unit.side(), unit.kind());
            *count = count.saturating_add(1);
        }
    }

    /// Removes one unit of a list, nothing moving in; what loses its support falls (`CR-6`).
    pub(crate) fn take(&self, state: &mut Pos<L>, place: Place, by: Side, work: &mut Pending) {
        let Place { square, index } = place;
        let mut list = state.take_list(&self.core, square);
        let i = usize::from(index);
        if i >= list.len() {
            state.set_list(&self.core, square, &list);
            return;
        }
        let unit = list[i];
        if i == 0 {
            self.ground_lost(state, square);
            self.gone(state, unit, square, by, work);
            self.drop(state, square, &list[1..], work);
        } else if self.carries(unit) {
            state.set_list(&self.core, square, &list[..i]);
            self.gone(state, unit, square, by, work);
            self.drop(state, square, &list[i + 1..], work);
        } else {
            list.remove(i);
            state.set_list(&self.core, square, &list);
            self.gone(state, unit, square, by, work);
        }
    }

    /// Takes a unit off the board; those above it close up.
    pub(crate) fn lift_off(&self, state: &mut Pos<L>, place: Place) -> Unit {
        if place.index == 0 {
            self.ground_lost(state, place.square);
        }
        state.pull(&self.core, place)
    }

    /// Takes a unit off the board for a pool; what it carried falls. No hook hears of the unit itself.
    pub(crate) fn send_off(&self, state: &mut Pos<L>, place: Place, exiled: bool, work: &mut Pending) {
        let Place { square, index } = place;
        let unit = state.unit(place);
        if !unit.exists() {
            return;
        }
        if !self.carries(unit) {
            self.lift_off(state, place);
            return self.retire(state, unit, exiled, work);
        }
        let list = state.take_list(&self.core, square);
        if index == 0 {
            self.ground_lost(state, square);
        }
        let (below, above) = list.split_at(usize::from(index));
        state.set_list(&self.core, square, below);
        self.retire(state, unit, exiled, work);
        self.drop(state, square, &above[1..], work);
        self.settle(state, work);
    }

    /// A copy of the position without a unit and all that it carries.
    pub(crate) fn without(&self, state: &Pos<L>, place: Place) -> Pos<L> {
        let mut lifted = *state;
        self.lift(&mut lifted, place, &mut List::new());
        lifted
    }

    /// Two units change places.
    pub(crate) fn exchange(&self, state: &mut Pos<L>, first: Place, second: Place) {
        let (one, other) = (state.unit(first), state.unit(second));
        if !one.exists() || !other.exists() || first == second {
            return;
        }
        for place in [first, second] {
            if place.index == 0 {
                self.ground_lost(state, place.square);
            }
        }
        state.replace(&self.core, first, other.without(Unit::UNMOVED));
        state.replace(&self.core, second, one.without(Unit::UNMOVED));
    }

    /// The partner of a castling move goes where it belongs, with all it carries.
    pub(crate) fn move_partner(&self, state: &mut Pos<L>, index: u8) -> bool {
        let castle = &self.core.castling.all[usize::from(index)];
        let mut partner = state.take_list(&self.core, castle.rook_from);
        self.lose_rights(state, castle.rook_from);
        state.lose_rights(&self.core, castle.bars);
        if partner.is_empty() || !state.is_empty(castle.rook_to) {
            return false;
        }
        for unit in &mut partner {
            *unit = unit.without(Unit::UNMOVED);
        }
        state.set_list(&self.core, castle.rook_to, &partner);
        true
    }

    /// The fixed units of a side that are the farthest from its last row in their files, in order.
    pub(crate) fn front_fixed(&self, state: &Pos<L>, side: Side) -> Vec<Place> {
        let mut front: Vec<(u8, u8, Square)> = Vec::new();
        for &square in &self.ordered {
            let unit = state.base(square);
            if !unit.exists() || unit.side() != side || !unit.has(Unit::FIXED) {
                continue;
            }
            let Some((file, rank)) = self.core.topology.coordinates(square) else {
                continue;
            };
            let height = if side == Side::White {
                rank
            } else {
                self.core.topology.ranks() - rank
            };
            match front.iter_mut().find(|(f, _, _)| *f == file) {
                Some(entry) if height < entry.1 => *entry = (file, height, square),
                Some(_) => {}
                None => front.push((file, height, square)),
            }
        }
        front
            .into_iter()
            .map(|(_, _, square)| Place::ground(square))
            .collect()
    }

    /// The lowest unit of a square has gone.
    pub(super) fn ground_lost(&self, state: &mut Pos<L>, square: Square) {
        self.lose_rights(state, square);
        if !state.extra.passed.is_empty() {
            state.extra.passed.retain(|&(_, victim)| victim != square);
        }
        if state.en_passant_victim == square {
            state.clear_en_passant(&self.core);
        }
    }

    /// Drops a list on a square: group by group, each removing the lowest unit of what stands there (`CR-5`).
    pub(crate) fn drop(&self, state: &mut Pos<L>, square: Square, list: &[Unit], work: &mut Pending) {
        let mut rest = list;
        while let Some(&first) = rest.first() {
            let size = if self.carries(first) { rest.len() } else { 1 };
            let (group, later) = rest.split_at(size);
            self.crush(state, square, group, work);
            rest = later;
        }
    }

    /// A group lands on a square in place of the lowest unit there, and what was above that falls on it.
    fn crush(&self, state: &mut Pos<L>, square: Square, group: &[Unit], work: &mut Pending) {
        let Some(first) = group.first() else { return };
        let old = state.take_list(&self.core, square);
        let Some((&lowest, above)) = old.split_first() else {
            state.set_list(&self.core, square, group);
            return;
        };
        self.ground_lost(state, square);
        state.set_list(&self.core, square, group);
        self.gone(state, lowest, square, first.side(), work);
        self.drop(state, square, above, work);
    }

    /// Removes the lowest unit of every square within so many steps of one, and on it if `own`, fixed units excepted
    /// (`CR-8`).
    fn sweep(
        &self,
        state: &mut Pos<L>,
        (square, range): (Square, u8),
        own: bool,
        by: Side,
        work: &mut Pending,
    ) {
        let near = (self.within(square, range) | L::B::bit(square)) & state.pieces();
        if near.is_empty() {
            return;
        }
        for &target in self
            .ordered
            .iter()
            .filter(|&&s| near.has(s) && (own || s != square))
        {
            let unit = state.base(target);
            if unit.exists() && !unit.has(Unit::FIXED) {
                self.take(state, Place::ground(target), by, work);
            }
        }
    }

    /// Carries out what has been put off until everything has fallen, until nothing is left.
    pub(crate) fn settle(&self, state: &mut Pos<L>, work: &mut Pending) {
        while !work.sweeps.is_empty() {
            let (square, range, side) = work.sweeps.remove(0);
            self.sweep(state, (square, range), true, side, work);
        }
    }

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

    /// What is in the hand lands. The mode is what the generator saw. After an exchange that came between (`CR-33`) the square may
    /// have changed: then the unit lands as it can.
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
            // It is what lands that captures, whoever moves it.
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

    /// What is in the hand captures a unit in a list and takes its place in it.
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

    /// What is in the hand changes places with a unit.
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

    /// What has come to a square can be captured on another.
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
        // What comes from outside counts as the piece that promotes does (`CH-5`).
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

    /// No unit is the one that moves any more.
    pub(super) fn unmark(&self, state: &mut Pos<L>) {
        state.extra.marks[Unit::MOVER.trailing_zeros() as usize] = L::B::EMPTY;
        for (_, unit) in state.extra.above.iter_mut() {
            *unit = unit.without(Unit::MOVER);
        }
    }

    /// What a unit is that becomes another kind: it keeps what it carries.
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

    /// What a unit is that something makes another kind: it has not promoted.
    pub(super) fn replaced(&self, unit: Unit, kind: u8) -> Unit {
        let mut new = self.promoted(unit, kind);
        new.tags &= !PROMOTED;
        if unit.has(Unit::MOVER) {
            new
        } else {
            new.without(Unit::MOVER)
        }
    }

    /// What a unit carried falls if it carries nothing any more (`CR-6`).
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
