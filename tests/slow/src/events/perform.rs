//! Carrying out steps: landing, capturing, falling, and automatic consequences.

use super::action::{Mode, Source, Step};
use super::hook::Removal;
use super::state::{Choice, Place, State, Unit};
use super::table::Table;
use crate::board::Square;
use crate::position::{Kind, Piece, Position};
use crate::{hands, moves};
use ferz::rules::Side;
use std::collections::VecDeque;

/// The sides whose loss of a royal ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// Anybody's.
    Both,
    /// Anybody's; whether a movement is legal is being tried out, which does not hang on whether a
    /// turn goes on that need not.
    Judged,
    /// Only that side's: what could happen to it is being tried out (`CR-17`).
    Only(Side),
    /// The same, asked whether something is attacked: what follows from a movement attacks nothing.
    Asked(Side),
}

/// The state while an action is carried out; hooks add to it.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// Sweeps that happen when everything has fallen, in order: the square, how far, and the side
    /// that sweeps.
    pub sweeps: VecDeque<(Square, usize, Side)>,
    /// Choices that open when everything automatic is done, in order.
    pub choices: Vec<Choice>,
    /// Whether a unit has left or entered the board.
    pub stirred: bool,
    /// Enemies that the movement itself has captured, as they were.
    pub prey: Vec<Unit>,
    /// Whether what follows says that the movement is not possible.
    pub forbidden: bool,
    /// All that it has captured: where it stood, and its kind.
    pub captured: Vec<(Square, Piece)>,
    /// The same units, in the order of their squares.
    pub taken: Vec<(Square, Unit)>,
    /// The position before the movement, as effects see it.
    pub before: Option<Position>,
}

impl Table {
    /// A unit has been removed from a square by a side: into the pools, and the hooks hear of it.
    fn gone(&self, state: &mut State, unit: Unit, square: Square, by: Side, work: &mut Work) {
        let exiled = unit.side == by && !self.never_exiled.contains(&unit.kind);
        self.retire(state, &unit, exiled, work);
        for hook in &self.hooks {
            let removal = Removal {
                unit: unit.clone(),
                square,
                exiled,
            };
            hook.removed(self, state, work, removal);
        }
    }

    /// Puts a unit that has left the board into a pool; no hook hears of it (`CR-7`).
    pub fn retire(&self, state: &mut State, unit: &Unit, exiled: bool, work: &mut Work) {
        work.stirred = true;
        if self.keeps_pools {
            let pool = if exiled {
                &mut state.exiled
            } else {
                &mut state.captured
            };
            *pool[unit.side.index()].entry(unit.kind).or_default() += 1;
        }
    }

    /// Removes one unit of a list, nothing moving in; what loses its support falls (`CR-6`).
    pub fn take(&self, state: &mut State, place: Place, by: Side, work: &mut Work) {
        let Place { square, index } = place;
        let Some(unit) = state.unit(place).cloned() else {
            return;
        };
        if index == 0 {
            self.ground_lost(state, square);
        }
        let mut above = state.lists[square].split_off(index);
        above.remove(0);
        if index > 0 && !self.carries(&unit) {
            // Those above close up.
            state.lists[square].append(&mut above);
        }
        self.gone(state, unit, square, by, work);
        self.drop(state, square, above, work);
    }

    /// Takes a unit off the board for a pool; what it carried falls. No hook hears of the unit
    /// itself.
    pub fn send_off(&self, state: &mut State, place: Place, exiled: bool, work: &mut Work) {
        let Some(unit) = state.unit(place).cloned() else {
            return;
        };
        if place.index == 0 {
            self.ground_lost(state, place.square);
        }
        if !self.carries(&unit) {
            state.pull(place);
            return self.retire(state, &unit, exiled, work);
        }
        let mut above = state.lists[place.square].split_off(place.index);
        above.remove(0);
        self.retire(state, &unit, exiled, work);
        self.drop(state, place.square, above, work);
        self.settle(state, work);
    }

    /// A copy of the position without a unit and all that it carries.
    pub fn without(&self, state: &State, place: Place) -> State {
        let mut lifted = state.clone();
        self.lift(&mut lifted, place);
        lifted
    }

    /// Two units change places.
    pub fn exchange(&self, state: &mut State, first: Place, second: Place) {
        let (Some(one), Some(other)) = (state.unit(first).cloned(), state.unit(second).cloned()) else {
            return;
        };
        for place in [first, second] {
            if place.index == 0 {
                self.ground_lost(state, place.square);
            }
        }
        state.replace(first, other);
        state.replace(second, one);
    }

    /// The partner of a castling move goes where it belongs, with all it carries.
    pub fn move_partner(&self, state: &mut State, number: usize) -> bool {
        let castle = &self.castles[number];
        self.ground_lost(state, castle.rook_from);
        state.unmoved.remove(&castle.rook_to);
        let rules = &self.rules.castling;
        let (letter, side, bars) = (rules[number].letter, rules[number].side, rules[number].bars);
        state.rights.retain(|&other| {
            !bars || rules[other].side == side || !rules[other].letter.eq_ignore_ascii_case(&letter)
        });
        let partner = state.take_list(castle.rook_from);
        if partner.is_empty() || !state.is_empty(castle.rook_to) {
            return false;
        }
        state.lists[castle.rook_to] = partner;
        true
    }

    /// The lowest unit of a square has gone.
    pub fn ground_lost(&self, state: &mut State, square: Square) {
        self.rights_lost(state, square);
        state.passed.retain(|&(_, victim)| victim != square);
        state.unmoved.remove(&square);
    }

    /// A unit that castles from or to a square has left it, or has become something else.
    pub fn rights_lost(&self, state: &mut State, square: Square) {
        state.rights.retain(|&number| {
            let castle = &self.castles[number];
            castle.king_from != square && castle.rook_from != square
        });
    }

    /// An effect has brought the lowest unit of a square there: rights to castle may come with it.
    pub fn rights_brought(&self, state: &mut State, square: Square) {
        let stands = |at: Square, piece: Piece| {
            let base = state.base(at);
            base.is_some_and(|unit| unit.side == piece.side && unit.kind == piece.kind)
        };
        let brought = hands::rights_brought(&self.flat, square, stands);
        state.rights.extend(brought);
    }

    /// Drops a list on a square: group by group, each removing the lowest unit there (`CR-5`).
    pub fn drop(&self, state: &mut State, square: Square, list: Vec<Unit>, work: &mut Work) {
        let mut rest = list;
        while let Some(first) = rest.first() {
            let size = if self.carries(first) { rest.len() } else { 1 };
            let later = rest.split_off(size);
            self.crush(state, square, rest, work);
            rest = later;
        }
    }

    /// A group lands on a square in place of the lowest unit there, and the units above that fall
    /// on it.
    fn crush(&self, state: &mut State, square: Square, group: Vec<Unit>, work: &mut Work) {
        let Some(by) = group.first().map(|unit| unit.side) else {
            return;
        };
        let mut old = std::mem::replace(&mut state.lists[square], group);
        if old.is_empty() {
            return;
        }
        let above = old.split_off(1);
        self.ground_lost(state, square);
        self.gone(state, old.remove(0), square, by, work);
        self.drop(state, square, above, work);
    }

    /// Removes the lowest unit of every square within some steps of one, and on it if `own`,
    /// statues excepted (`CR-8`).
    fn sweep(
        &self,
        state: &mut State,
        (square, range): (Square, usize),
        own: bool,
        by: Side,
        work: &mut Work,
    ) {
        let near = self.within(square, range);
        // Squares on which nothing stands when it begins have nothing to remove.
        let there = |s: &Square| near.contains(s) || (own && *s == square);
        let hit: Vec<Square> = self
            .ordered
            .iter()
            .copied()
            .filter(there)
            .filter(|&s| !state.is_empty(s))
            .collect();
        for target in hit {
            if state.base(target).is_some_and(|unit| !unit.statue) {
                self.take(state, Place::ground(target), by, work);
            }
        }
    }

    /// Carries out what has been put off until everything has fallen, until nothing is left.
    pub fn settle(&self, state: &mut State, work: &mut Work) {
        while let Some((square, range, side)) = work.sweeps.pop_front() {
            self.sweep(state, (square, range), true, side, work);
        }
    }

    /// Whether a unit could enter the list on a square.
    pub fn is_open(&self, state: &State, square: Square) -> bool {
        state.base(square).is_some_and(|base| self.carries(base))
    }

    /// Carries out the steps of an action. Returns whether they were possible to the end; the
    /// generator only makes impossible ones where it says so.
    pub fn perform(&self, state: &mut State, steps: &[Step], side: Side, work: &mut Work) -> bool {
        let possible = self.run(state, steps, side, work).is_some();
        unmark(state);
        possible
    }

    /// The movement is about to capture the unit at a place.
    fn note_prey(&self, state: &State, place: Place, side: Side, work: &mut Work) {
        work.captured.extend(state.unit(place).map(|unit| {
            let piece = Piece {
                side: unit.side,
                kind: unit.kind,
            };
            (place.square, piece)
        }));
        work.taken
            .extend(state.unit(place).map(|unit| (place.square, unit.clone())));
        work.prey
            .extend(state.unit(place).filter(|unit| unit.side != side).cloned());
    }

    /// The movement captures the lowest unit of a square; then all falls.
    fn hit(&self, state: &mut State, square: Square, side: Side, work: &mut Work) {
        self.note_prey(state, Place::ground(square), side, work);
        self.take(state, Place::ground(square), side, work);
        self.settle(state, work);
    }

    /// [`Self::perform`]; returns where the unit that moved is, or was, and leaves it marked.
    pub fn run(&self, state: &mut State, steps: &[Step], side: Side, work: &mut Work) -> Option<Place> {
        let mut hand: Vec<Unit> = Vec::new();
        let mut through: Vec<Square> = Vec::new();
        let mut at = Place::ground(0);
        let mut origin = at;
        for &step in steps {
            match step {
                Step::Pass(_)
                | Step::Note(_)
                | Step::Past(_)
                | Step::Volley(_)
                | Step::Nothing
                | Step::Choose(_)
                | Step::Say(..)
                | Step::Accept
                | Step::Name(..) => {}
                Step::Lift(place) => {
                    unmark(state);
                    origin = place;
                    hand = self.lift(state, place);
                    if hand.is_empty() {
                        return None;
                    }
                }
                // The mode is the one that the generator saw. After an exchange that came between
                // (`CR-33`) the square may have changed: then the unit lands as it can.
                Step::Land(square, mode) => {
                    let mut index = 0;
                    if through.contains(&square) {
                        self.hit(state, square, side, work);
                    }
                    let group = std::mem::take(&mut hand);
                    if mode == Mode::Enter && self.is_open(state, square) {
                        index = state.len(square);
                        state.lists[square].extend(group);
                    } else {
                        // The landing unit is the captor, with any mover.
                        let captor = group.first().map_or(side, |unit| unit.side);
                        self.note_prey(state, Place::ground(square), captor, work);
                        self.crush(state, square, group, work);
                        self.settle(state, work);
                    }
                    at = Place { square, index };
                    // It has landed before what it has taken on its way is removed.
                    for taken in std::mem::take(&mut through) {
                        if taken != square {
                            self.hit(state, taken, side, work);
                        }
                    }
                }
                Step::Visit(square, mode) => {
                    if mode == Mode::Capture {
                        self.note_prey(state, Place::ground(square), side, work);
                        self.take(state, Place::ground(square), side, work);
                        self.settle(state, work);
                    }
                }
                Step::Through(square) if !hand.is_empty() => through.push(square),
                Step::Through(square) | Step::Shoot(square) => self.hit(state, square, side, work),
                Step::Swap(first, second) => {
                    self.exchange(state, first, second);
                    at = second;
                    if let Some(unit) = state.unit_mut(at) {
                        unit.mover = true;
                    }
                }
                Step::Take(place, _) => {
                    self.note_prey(state, place, side, work);
                    self.take(state, place, side, work);
                    self.settle(state, work);
                }
                Step::Inside(place) => {
                    self.note_prey(state, place, side, work);
                    self.take(state, place, side, work);
                    self.settle(state, work);
                    if !self.is_open(state, place.square) && !state.is_empty(place.square) {
                        return None;
                    }
                    at = Place {
                        square: place.square,
                        index: state.len(place.square),
                    };
                    state.lists[place.square].append(&mut hand);
                }
                Step::Exchange(place, _) => {
                    let unit = hand.first()?.clone();
                    let other = state.replace(place, unit)?;
                    if place.index == 0 {
                        self.ground_lost(state, place.square);
                    }
                    state.insert(origin, other);
                    hand.clear();
                    at = place;
                }
                // Unless what it carried has fallen on it.
                Step::Expose(middle) => {
                    if state.unit(at).is_some_and(|unit| unit.mover) {
                        // Of several units that have passed squares, the last one counts.
                        if !self.passed_key {
                            state.passed.retain(|&(_, passer)| passer == at.square);
                        }
                        state.passed.push((middle, at.square));
                    }
                }
                Step::Drop(kind, square) => {
                    unmark(state);
                    if !state.is_empty(square) {
                        return None;
                    }
                    self.spend(state, side, kind)?;
                    let mover = true;
                    state.lists[square] = vec![Unit {
                        mover,
                        ..self.make(kind, side)
                    }];
                    let stands = |at: Square, kind: Kind| {
                        let base = state.base(at);
                        base.is_some_and(|unit| unit.side == side && unit.kind == kind)
                    };
                    let gained = hands::rights_gained(&self.flat, side, square, stands);
                    state.rights.extend(gained);
                    at = Place::ground(square);
                    work.stirred = true;
                }
                Step::LetIn(kind, square) => {
                    if !state.is_empty(square) {
                        return None;
                    }
                    self.spend(state, side, kind)?;
                    state.lists[square] = vec![self.make(kind, side)];
                    state.cover(square);
                }
                Step::Castle(number) => {
                    if !self.move_partner(state, number) {
                        return None;
                    }
                }
                Step::Sweep(place, range) => {
                    at = place;
                    if let Some(unit) = state.unit_mut(place) {
                        unit.mover = true;
                    }
                    for square in self.within(place.square, range) {
                        if state.base(square).is_some_and(|base| !base.statue) {
                            self.note_prey(state, Place::ground(square), side, work);
                        }
                    }
                    self.sweep(state, (place.square, range), false, side, work);
                    self.settle(state, work);
                }
                Step::At(place) => {
                    at = place;
                    if let Some(unit) = state.unit_mut(place) {
                        unit.mover = true;
                    }
                }
                Step::Become(..) | Step::Petrify | Step::Seize(_) => self.change(state, at, step, work)?,
            }
        }
        Some(at)
    }

    /// Takes a unit of a kind out of the hand, if one has to be there.
    fn spend(&self, state: &mut State, side: Side, kind: Kind) -> Option<()> {
        if !hands::is_endless(&self.flat, side, kind) {
            let kind = hands::held_as(&self.flat, side, kind);
            let held = state.hands[side.index()].get_mut(&kind)?;
            *held -= 1;
            state.hands[side.index()].retain(|_, held| *held > 0);
        }
        Some(())
    }

    /// The fate of the unit that has moved, if it is still there.
    fn change(&self, state: &mut State, at: Place, step: Step, work: &mut Work) -> Option<()> {
        let unit = state.unit(at).filter(|unit| unit.mover)?.clone();
        match step {
            Step::Become(kind, source) => {
                self.withdraw(state, kind, unit.side, source)?;
                // A unit from outside counts as the piece that promotes does (`CH-5`).
                work.stirred |= source != Source::Free;
                if at.index == 0 {
                    state.unmoved.remove(&at.square);
                    self.rights_lost(state, at.square);
                }
                let names = [unit.kind, kind].map(|kind| self.flat.name(kind));
                let holder = moves::holder(&self.flat, unit.side, names[0], names[1]);
                if let Some(holder) = holder.filter(|_| source == Source::Free) {
                    moves::take_one(&mut state.hands[holder.index()], kind);
                }
                let mut new = self.make(kind, unit.side);
                new.promoted = hands::tells(&self.flat, unit.side, kind);
                new.tags.extend(unit.tags);
                self.forget_own(&mut new);
                let carries = self.carries(&new);
                state.replace(at, Unit { mover: true, ..new });
                if at.index == 0 && !carries {
                    // The units that it carried fall.
                    let above = state.lists[at.square].split_off(1);
                    self.drop(state, at.square, above, work);
                    self.settle(state, work);
                }
            }
            Step::Petrify => {
                state.replace(at, Unit { statue: true, ..unit });
            }
            Step::Seize(kind) => {
                let enemy = unit.side.other();
                self.withdraw(state, kind, enemy, Source::Exile)?;
                *state.captured[enemy.index()].entry(kind).or_default() += 1;
                if at.index == 0 {
                    self.ground_lost(state, at.square);
                }
                state.pull(at);
                self.retire(state, &unit, false, work);
            }
            _ => {}
        }
        Some(())
    }

    /// Takes a unit and all it carries into the hand. It is marked, so that it is known whether it
    /// is still there when it has arrived.
    pub(super) fn lift(&self, state: &mut State, place: Place) -> Vec<Unit> {
        let Some(unit) = state.unit_mut(place) else {
            return Vec::new();
        };
        unit.mover = true;
        let unit = unit.clone();
        let carries = self.carries(&unit);
        if place.index == 0 {
            self.ground_lost(state, place.square);
        }
        if carries {
            state.lists[place.square].split_off(place.index)
        } else {
            state.pull(place).into_iter().collect()
        }
    }

    /// Takes a unit of a kind out of a pool, if one is there.
    pub fn withdraw(&self, state: &mut State, kind: Kind, side: Side, source: Source) -> Option<()> {
        let pool = match source {
            Source::Free => return Some(()),
            Source::Captured => &mut state.captured[side.index()],
            Source::Exile => &mut state.exiled[side.index()],
        };
        let count = pool.get_mut(&kind)?;
        *count -= 1;
        if *count == 0 {
            pool.remove(&kind);
        }
        Some(())
    }
}

/// No unit is the one that moves any longer.
pub fn unmark(state: &mut State) {
    for unit in state.lists.iter_mut().flatten() {
        unit.mover = false;
    }
}
