//! The consequences of a movement: tags of pieces, and effects.

use super::action::{Action, Step};
use super::perform::{Watch, Work};
use super::state::{Place, State, Unit};
use super::table::Table;
use crate::board::Square;
use crate::effects::{self, Facts};
use crate::position::{Kind, Piece, Position};
use crate::{hands, mechanics, shifts, walls, weapons};
use ferz::rules::{Act, Carry, Shift, Side, Whom};
use std::cell::Cell;
use std::collections::BTreeSet;

impl Table {
    /// The letter of the unit's own kind is none that it has taken over.
    pub fn forget_own(&self, unit: &mut Unit) {
        if let Some(own) = mechanics::absorbable(&self.flat, unit.kind) {
            unit.tags.remove(&own);
        }
    }

    /// All that follows from a movement of a piece of `kind` that has ended at `at`. Returns the
    /// squares of which there was a choice.
    pub fn aftermath(
        &self,
        state: &mut State,
        action: &Action,
        (kind, at): (Option<Kind>, Place),
        side: Side,
        watch: Watch,
        work: &mut Work,
    ) -> BTreeSet<Square> {
        let shot = Self::shot(action);
        let volley = action.steps.iter().any(|step| matches!(step, Step::Volley(_)));
        self.gain(state, kind, at, shot.is_some() || volley, work);
        // The consequences of a movement attack nothing.
        if matches!(watch, Watch::Asked(_)) {
            return BTreeSet::new();
        }
        if let (Some(kind), false) = (kind, self.flat.rules().effects.is_empty()) {
            let mut facts = self.facts(action, (kind, at), side, work);
            // A unit that a mechanic has taken off the board is no longer a mover, nor is a unit of
            // the other side.
            facts.movers.retain(|&square| {
                let here = square == at.square && !facts.stays;
                let there = state.base(square).is_some_and(|unit| unit.side == side);
                if here {
                    state.unit(at).is_some_and(|unit| unit.mover)
                } else {
                    there
                }
            });
            return self.follow(state, facts, (at, shot), work);
        }
        BTreeSet::new()
    }

    /// The square that is shot at.
    fn shot(action: &Action) -> Option<Square> {
        action.steps.iter().find_map(|step| match step {
            Step::Shoot(square) | Step::Past(square) => Some(*square),
            _ => None,
        })
    }

    /// The facts that effects ask of a movement.
    fn facts(&self, action: &Action, (kind, at): (Kind, Place), side: Side, work: &mut Work) -> Facts {
        let shot = Self::shot(action);
        let volley = action.steps.iter().any(|step| matches!(step, Step::Volley(_)));
        {
            let target = shot.unwrap_or(at.square);
            work.captured
                .sort_by_key(|&(square, _)| (square != target, square));
            Facts {
                side,
                kind,
                origin: action.from().map_or(at.square, |place| place.square),
                target,
                movers: self.movers(action, at),
                stays: shot.is_some() || volley,
                captured: std::mem::take(&mut work.captured),
                taken: {
                    let mut taken = std::mem::take(&mut work.taken);
                    taken.sort_by_key(|&(square, _)| square);
                    let piece = |unit: &Unit| Piece {
                        side: unit.side,
                        kind: unit.kind,
                    };
                    taken
                        .iter()
                        .map(|(_, unit)| (piece(unit), unit.promoted))
                        .collect()
                },
                dropped: action.steps.iter().any(|step| matches!(step, Step::Drop(..))),
                chosen: action.choice(),
                choices: BTreeSet::new(),
                forbidden: false,
                ended: 0,
                before: work.before.clone(),
                emptied: BTreeSet::new(),
                brought: BTreeSet::new(),
            }
        }
    }

    /// Puts a wall on a square; where there is one at a time the others go.
    pub fn put_wall(&self, state: &mut State, square: Square) {
        if self.rules.walls.as_ref().is_some_and(|rule| rule.one) {
            state.walls.clear();
        }
        state.close(square);
    }

    /// All movements with the squares that they may choose, for walls or for pieces that they put
    /// on the board; or besides them walls that are put instead of one.
    pub fn with_choices(&self, state: &State, actions: Vec<Action>) -> Vec<Action> {
        let mut acts = self.rules.acts();
        if acts.any(|act| matches!(act, Act::Put(put) if put.chosen)) {
            let each = |action: Action| {
                let choices = self.choices(state, &action);
                let chosen = |square| {
                    let mut action = action.clone();
                    action.steps.push(Step::Choose(square));
                    action
                };
                if choices.is_empty() {
                    vec![action]
                } else {
                    choices.into_iter().map(chosen).collect()
                }
            };
            return actions.into_iter().flat_map(each).collect();
        }
        let Some(rule) = &self.rules.walls else {
            return actions;
        };
        if rule.instead && state.going.is_some() {
            return actions;
        }
        if rule.instead {
            let alone = walls::alone(&self.flat, &self.view(state)).into_iter();
            let alone = alone.map(|square| Action::movement([Step::Choose(square)]));
            return actions.into_iter().chain(alone).collect();
        }
        let mut all = Vec::new();
        for action in actions {
            for square in self.wall_squares(state, &action) {
                let mut action = action.clone();
                action.steps.push(Step::Choose(square));
                all.push(action);
            }
        }
        all
    }

    /// The squares of which a movement may choose one.
    fn choices(&self, state: &State, action: &Action) -> BTreeSet<Square> {
        let mut after = state.clone();
        let side = state.turn;
        let kind = action
            .from()
            .and_then(|place| state.unit(place))
            .map(|unit| unit.kind);
        let kind = kind.or_else(|| action.dropped().map(|(kind, _)| kind));
        after.passed.clear();
        let mut work = Work {
            before: Some(self.view(state)),
            ..Work::default()
        };
        match self.arrive_at(&mut after, action, &mut work) {
            Some(at) if kind.is_some() => {
                self.aftermath(&mut after, action, (kind, at), side, Watch::Both, &mut work)
            }
            _ => BTreeSet::new(),
        }
    }

    /// The squares on which a movement may put a wall.
    fn wall_squares(&self, state: &State, action: &Action) -> Vec<Square> {
        let mut after = state.clone();
        let side = state.turn;
        let kind = action
            .from()
            .and_then(|place| state.unit(place))
            .map(|unit| unit.kind);
        let Some(kind) = kind.or_else(|| action.dropped().map(|(kind, _)| kind)) else {
            return Vec::new();
        };
        after.passed.clear();
        let mut work = Work {
            before: Some(self.view(state)),
            ..Work::default()
        };
        let Some(at) = self.arrive_at(&mut after, action, &mut work) else {
            return Vec::new();
        };
        let facts = self.facts(action, (kind, at), side, &mut work.clone());
        // The consequences of the movement make no room for a wall.
        let arrived = after.clone();
        self.aftermath(&mut after, action, (Some(kind), at), side, Watch::Both, &mut work);
        let places = walls::places(&self.flat, &facts, &self.view(&after)).into_iter();
        places.filter(|&square| arrived.is_empty(square)).collect()
    }

    /// The squares of the units that have moved.
    fn movers(&self, action: &Action, at: Place) -> BTreeSet<Square> {
        let mut movers = BTreeSet::from([at.square]);
        let mut lifted = None;
        for step in &action.steps {
            match *step {
                Step::Lift(place) => lifted = Some(place.square),
                Step::Castle(number) => {
                    movers.insert(self.castles[number].rook_to);
                }
                Step::Swap(first, _) => {
                    movers.insert(first.square);
                }
                // Both have moved, and in a chain all.
                Step::Exchange(place, _) => movers.extend(lifted.into_iter().chain([place.square])),
                _ => {}
            }
        }
        movers
    }

    /// The position as effects see it: what has moved is there, also in a tower.
    fn seen(&self, state: &State, at: Place) -> Position {
        let mut seen = self.view(state);
        let mover = state.unit(at).filter(|unit| unit.mover);
        if let Some(unit) = mover.filter(|_| at.index > 0) {
            seen.board[at.square] = Some(Piece {
                side: unit.side,
                kind: unit.kind,
            });
            seen.unmoved.remove(&at.square);
            seen.tags.remove(&at.square);
            if !unit.tags.is_empty() {
                seen.tags.insert(at.square, unit.tags.clone());
            }
        }
        seen
    }

    /// Carries out the steps of a movement without its consequences; a unit that has waited below
    /// stands on the square.
    pub fn arrive_at(&self, state: &mut State, action: &Action, work: &mut Work) -> Option<Place> {
        let going = state.going.take();
        let side = state.turn;
        let end = self.run(state, &action.steps, side, work);
        self.step_off(state, going);
        end
    }

    /// All effects of the rules that follow from a movement.
    fn follow(
        &self,
        state: &mut State,
        mut facts: Facts,
        (mut at, shot): (Place, Option<Square>),
        work: &mut Work,
    ) -> BTreeSet<Square> {
        let list = &self.flat.rules().effects;
        let mut again = None;
        for effect in list
            .iter()
            .filter(|effect| effects::follows(&self.flat, effect, &facts))
            .filter(|effect| effects::was_so(&self.flat, effect, &facts))
            .collect::<Vec<_>>()
        {
            let times = if effect.repeat { self.flat.board.size() } else { 1 };
            for _ in 0..times {
                let before = self.seen(state, at);
                if !effects::is_so(&self.flat, &effect.condition, &facts, &before) {
                    break;
                }
                for act in &effect.acts {
                    if let Act::Shift(shift) = act {
                        at = self.shift(state, shift, &mut facts, at, work);
                        continue;
                    }
                    if let Act::Carry(carry) = act {
                        at = self.carry_on(state, carry, &mut facts, at, work);
                        continue;
                    }
                    work.forbidden |= *act == Act::Forbid;
                    if let Act::Again(last) = act {
                        again = Some(last);
                        continue;
                    }
                    let seen = self.seen(state, at);
                    let changes = effects::changes(&self.flat, act, &facts, &seen);
                    if let Act::Hand { .. } = act {
                        let squares: BTreeSet<Square> = changes.iter().map(|&(square, _)| square).collect();
                        self.hand_over(state, act, &mut facts, (&seen, &squares), (at, shot), work);
                        facts.movers.retain(|square| !squares.contains(square));
                        continue;
                    }
                    if let Act::Put(put) = act {
                        for (square, piece) in
                            effects::puts(&self.flat, put, &mut facts, &seen, self.revives())
                        {
                            if !state.is_empty(square) {
                                continue;
                            }
                            state.lists[square] = vec![self.make(piece.kind, piece.side)];
                            state.cover(square);
                            self.rights_brought(state, square);
                            work.stirred = true;
                        }
                        continue;
                    }
                    if let Act::Close(areas) = act {
                        let closed = walls::squares(&self.flat, areas, &facts, &seen);
                        self.remove(state, &closed, (facts.side, facts.ended > 0), (at, shot), work);
                        facts.movers.retain(|square| !closed.contains(square));
                        // A unit that cannot be removed keeps its square open.
                        for square in closed
                            .into_iter()
                            .filter(|&s| state.lists[s].is_empty())
                            .collect::<Vec<_>>()
                        {
                            state.close(square);
                        }
                        continue;
                    }
                    if let Act::Open(areas) = act {
                        for square in walls::squares(&self.flat, areas, &facts, &seen) {
                            state.walls.remove(&square);
                        }
                        continue;
                    }
                    if matches!(act, Act::Remove(_)) {
                        let squares: BTreeSet<Square> = changes.iter().map(|&(square, _)| square).collect();
                        self.remove(state, &squares, (facts.side, facts.ended > 0), (at, shot), work);
                        facts.movers.retain(|square| !squares.contains(square));
                        continue;
                    }
                    for (square, piece) in changes {
                        if let Some(piece) = piece {
                            self.turn_into(state, square, piece, at, work);
                        }
                    }
                }
                let after = self.seen(state, at);
                if (before.board, before.walls) == (after.board, after.walls) {
                    break;
                }
            }
        }
        if let Some(again) = again {
            let seen = self.seen(state, at);
            self.begin(state, again, &facts, (at, &seen));
        }
        facts.choices
    }

    /// All that follows from the end of a turn.
    pub fn follow_turn(&self, state: &mut State) {
        let mut work = Work::default();
        let facts = Facts::of_end(state.turn, state.fullmove);
        // Nothing has moved, so nothing on this square is the unit that has.
        self.follow(state, facts, (Place::ground(0), None), &mut work);
        if work.stirred {
            state.halfmove = 0;
        }
    }

    /// Units go to a hand: captured ones, or those that leave the board.
    fn hand_over(
        &self,
        state: &mut State,
        act: &Act,
        facts: &mut Facts,
        (seen, squares): (&Position, &BTreeSet<Square>),
        (at, shot): (Place, Option<Square>),
        work: &mut Work,
    ) {
        let Act::Hand {
            whom,
            flipped,
            demoted,
        } = act
        else {
            return;
        };
        let taken = match whom {
            Whom::Victims => std::mem::take(&mut facts.taken),
            Whom::Pieces(_) => {
                self.remove(state, squares, (facts.side, facts.ended > 0), (at, shot), work);
                let left = self.view(state);
                let gone = squares
                    .iter()
                    .filter(|&&square| left.board[square] != seen.board[square]);
                let pieces = gone.filter_map(|s| Some((seen.board[*s]?, seen.promoted.contains(s))));
                pieces.collect()
            }
        };
        for (piece, promoted) in taken {
            if let Some((side, kind)) = hands::kept(&self.flat, piece, promoted, (*flipped, *demoted)) {
                *state.hands[side.index()].entry(kind).or_default() += 1;
            }
        }
    }

    /// Units are pulled or pushed. Returns where the one is then that has moved.
    fn shift(
        &self,
        state: &mut State,
        shift: &Shift,
        facts: &mut Facts,
        at: Place,
        work: &mut Work,
    ) -> Place {
        let at = Cell::new(at);
        let see = |state: &State| self.seen(state, at.get());
        shifts::each(&self.flat, shift, facts, state, see, |state, from, to, piece| {
            self.take_away(state, (from, to), piece, &at, work);
        });
        at.get()
    }

    /// Units are carried on, with all they carry. Returns where the unit is that has moved.
    fn carry_on(
        &self,
        state: &mut State,
        carry: &Carry,
        facts: &mut Facts,
        at: Place,
        work: &mut Work,
    ) -> Place {
        let at = Cell::new(at);
        let see = |state: &State| self.seen(state, at.get());
        let go = |state: &mut State, from: Square, to: Square, piece: Piece| {
            let passed = state.passed.iter().filter(|&&(_, victim)| victim == from);
            let passed = passed.map(|&(middle, _)| middle).collect();
            self.take_away(state, (from, to), piece, &at, work);
            passed
        };
        let expose = |state: &mut State, passed: BTreeSet<Square>, to: Square| {
            state.passed.extend(passed.into_iter().map(|middle| (middle, to)));
        };
        shifts::each_on(&self.flat, carry, facts, state, see, go, expose);
        at.get()
    }

    /// A unit goes from one square to another, with all it carries.
    fn take_away(
        &self,
        state: &mut State,
        (from, to): (Square, Square),
        piece: Piece,
        at: &Cell<Place>,
        work: &mut Work,
    ) {
        let place = Self::place_on(state, from, at.get());
        let Some(unit) = state.unit(place).filter(|unit| !unit.statue).cloned() else {
            return;
        };
        let mut list = self.lift(state, place);
        state.unmoved.remove(&from);
        list[0] = if unit.kind == piece.kind {
            unit.clone()
        } else {
            let mut new = self.make(piece.kind, piece.side);
            new.tags.extend(unit.tags.iter().copied());
            self.forget_own(&mut new);
            new.mover = unit.mover;
            new
        };
        let above = if self.carries(&list[0]) {
            Vec::new()
        } else {
            list.split_off(1)
        };
        state.lists[to] = list;
        self.ground_lost(state, to);
        self.rights_brought(state, to);
        state.cover(to);
        if unit.mover {
            at.set(Place::ground(to));
        }
        // The units that it carried fall.
        self.drop(state, to, above, work);
        self.settle(state, work);
    }

    /// The place of the unit on a square that an effect is about.
    pub(super) fn place_on(state: &State, square: Square, at: Place) -> Place {
        if square == at.square && state.unit(at).is_some_and(|unit| unit.mover) {
            at
        } else {
            Place::ground(square)
        }
    }

    fn remove(
        &self,
        state: &mut State,
        squares: &BTreeSet<Square>,
        (side, still): (Side, bool),
        (at, shot): (Place, Option<Square>),
        work: &mut Work,
    ) {
        let first = shot.unwrap_or(at.square);
        let gone = shot.is_none() && !state.unit(at).is_some_and(|unit| unit.mover);
        let concerned = |place: Place, state: &State| state.unit(place).is_some_and(|unit| !unit.statue);
        let rest: Vec<Square> = self
            .ordered
            .iter()
            .copied()
            .filter(|&square| (still || square != first) && squares.contains(&square))
            .filter(|&square| concerned(Place::ground(square), state))
            .collect();
        if squares.contains(&first) && !gone {
            let place = Self::place_on(state, first, at);
            if concerned(place, state) {
                self.take(state, place, side, work);
            }
        }
        for square in rest {
            let place = Self::place_on(state, square, at);
            if concerned(place, state) {
                self.take(state, place, side, work);
            }
        }
        self.settle(state, work);
        let mut passed = std::mem::take(&mut state.passed);
        passed.retain(|&(_, victim)| state.unit(Place::ground(victim)).is_some());
        state.passed = passed;
    }

    fn turn_into(&self, state: &mut State, square: Square, piece: Piece, at: Place, work: &mut Work) {
        let place = Self::place_on(state, square, at);
        let Some(unit) = state.unit(place).filter(|unit| !unit.statue).cloned() else {
            return;
        };
        if place.index == 0 && unit.side == piece.side {
            self.rights_lost(state, square);
            state.unmoved.remove(&square);
        } else if place.index == 0 {
            self.ground_lost(state, square);
        }
        if unit.kind == piece.kind {
            let (side, unit_side) = (piece.side, unit.side);
            let promoted = unit.promoted && hands::before(&self.flat, piece).is_some();
            state.replace(
                place,
                Unit {
                    side,
                    promoted,
                    ..unit
                },
            );
            if place.index == 0 && unit_side != piece.side {
                self.rights_brought(state, square);
            }
            return;
        }
        let mut new = self.make(piece.kind, piece.side);
        new.tags.extend(unit.tags);
        self.forget_own(&mut new);
        let carries = self.carries(&new);
        let mover = unit.mover;
        state.replace(place, Unit { mover, ..new });
        if place.index == 0 {
            self.rights_brought(state, square);
        }
        if place.index == 0 && !carries {
            // The units that it carried fall.
            let above = state.lists[square].split_off(1);
            self.drop(state, square, above, work);
            self.settle(state, work);
        }
    }

    /// The captor takes over what its prey carried (`MM-7`).
    fn gain(&self, state: &mut State, kind: Option<Kind>, at: Place, fires: bool, work: &Work) {
        let mut absorption = self.flat.mechanics.absorption.iter();
        let takes = match (self.flat.mechanics.absorption.is_empty(), kind) {
            (false, Some(kind)) => absorption.any(|one| one.by.has(self.flat.name(kind))),
            _ => fires && !self.flat.mechanics.weapons.is_empty(),
        };
        let Some(captor) = state.unit_mut(at).filter(|unit| takes && unit.mover) else {
            return;
        };
        for prey in &work.prey {
            captor.tags.extend(&prey.tags);
            captor.tags.extend(mechanics::absorbable(&self.flat, prey.kind));
        }
        captor.tags.extend(weapons::natural(&self.flat, captor.kind));
        self.forget_own(captor);
    }
}
