//! The table as effects see it: pieces fall after removals, and fixed units stay. Knows no effects:
//! those are followed by `engine::follow`.

use super::action::{Action, Step};
use super::mechanic::Mechanics;
use super::pending::Pending;
use crate::board::{Bits, Square, union};
use crate::engine::chain::Continuation;
use crate::engine::core::Core;
use crate::engine::effect_board::{BoardQuery, EffectBoard};
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::position::units::List;
use crate::engine::targets;
use crate::mechanics::{goer, passed, perform, reception, removal};
use crate::rules::Side;

/// The squares of the units that have moved; `at` is the end of the movement. If units change
/// places, both have moved; in a chain, all have.
pub(super) fn movers<L: FullLayout>(core: &Core<L>, action: &Action, at: Place) -> L::B {
    let (mut all, mut lifted) = (L::B::bit(at.square), L::B::EMPTY);
    for step in &action.steps {
        match *step {
            Step::Lift(place) => lifted = L::B::bit(place.square),
            Step::Castle(index) => all |= L::B::bit(core.castling.all[usize::from(index)].rook_to),
            Step::Swap(first, _) => all |= L::B::bit(first.square),
            Step::Exchange(place, _) => all |= lifted | L::B::bit(place.square),
            _ => {}
        }
    }
    all
}

/// A table on which effects of a movement are carried out.
pub(super) struct Table<'a, L: FullLayout> {
    pub(super) mechanics: &'a Mechanics<L>,
    pub(super) pos: &'a mut Pos<L>,
    /// The square on which the movement has ended.
    pub(super) at: Place,
    /// The square at which it has shot.
    pub(super) hit: Option<Square>,
    /// The side that has moved.
    pub(super) side: Side,
    pub(super) work: &'a mut Pending,
    /// Whether nothing has moved.
    still: bool,
    /// The view of movements and effects if the unit that has moved stands above others: on its
    /// square only that unit is seen.
    seen: Option<Pos<L>>,
}

impl<'a, L: FullLayout> Table<'a, L> {
    /// A table after a movement that has ended at a place, and shot at a square.
    pub(super) fn new(
        mechanics: &'a Mechanics<L>,
        pos: &'a mut Pos<L>,
        (at, hit): (Place, Option<Square>),
        side: Side,
        work: &'a mut Pending,
    ) -> Self {
        let mut table = Self {
            mechanics,
            pos,
            at,
            hit,
            side,
            work,
            still: false,
            seen: None,
        };
        table.look();
        table
    }

    /// A table at the end of a side's turn.
    pub(super) fn of_end(
        mechanics: &'a Mechanics<L>,
        pos: &'a mut Pos<L>,
        side: Side,
        work: &'a mut Pending,
    ) -> Self {
        Self {
            still: true,
            ..Self::new(mechanics, pos, (Place::ground(0), None), side, work)
        }
    }

    /// Updates the view of the table.
    fn look(&mut self) {
        let unit = self.pos.unit(self.at);
        let above = self.at.index > 0 && unit.exists() && unit.has(Unit::MOVER);
        self.seen = above.then(|| reception::as_if_on_ground(self.mechanics, self.pos, unit, self.at));
    }

    /// The place of the unit on a square to which an effect applies: the unit that has moved, or
    /// the lowest one.
    fn place(&self, square: Square) -> Place {
        if square == self.at.square && self.pos.unit(self.at).has(Unit::MOVER) {
            self.at
        } else {
            Place::ground(square)
        }
    }

    /// Whether effects apply to a unit.
    fn concerns(&self, unit: Unit) -> bool {
        unit.exists() && !unit.has(Unit::FIXED)
    }
}

impl<L: FullLayout> BoardQuery<L> for Table<'_, L> {
    fn pos(&self) -> &Pos<L> {
        self.seen.as_ref().unwrap_or(self.pos)
    }

    fn attacked(&self, by: L::B) -> L::B {
        by.squares().fold(L::B::EMPTY, |all, square| {
            let place = self.place(square);
            let unit = self.pos.unit(place);
            if !unit.exists() || unit.has(Unit::FIXED) {
                return all;
            }
            let seen = reception::as_if_on_ground(self.mechanics, self.pos, unit, place);
            all | targets::next_captures(&self.mechanics.core, &seen, square)
        })
    }

    fn still(&self) -> L::B {
        self.pos.marked(Unit::FIXED)
    }
}

impl<L: FullLayout> EffectBoard<L> for Table<'_, L> {
    fn remove(&mut self, squares: L::B) {
        let first = self.hit.unwrap_or(self.at.square);
        // If the unit that moved has gone, no other unit of its square replaces it.
        let gone = self.hit.is_none() && !self.pos.unit(self.at).has(Unit::MOVER);
        if squares.has(first) && !gone {
            self.take(first);
        }
        let concerned = squares.squares().filter(|&s| self.concerns(self.pos.base(s)));
        let rest = union(concerned, L::B::bit);
        let rest = if self.still {
            rest
        } else {
            rest & !L::B::bit(first)
        };
        let mechanics = self.mechanics;
        if !rest.is_empty() {
            for &square in mechanics.texts.ordered.iter().filter(|&&s| rest.has(s)) {
                self.take(square);
            }
        }
        removal::settle(mechanics, self.pos, self.work);
        passed::forget_passed(mechanics, self.pos);
        self.look();
    }

    fn replace(&mut self, square: Square, kind: u8, side: Side) {
        let place = self.place(square);
        let unit = self.pos.unit(place);
        if !self.concerns(unit) {
            return;
        }
        if place.index == 0 && unit.side() == side {
            removal::lose_rights(self.mechanics, self.pos, square);
        } else if place.index == 0 {
            removal::ground_lost(self.mechanics, self.pos, square);
        }
        let new = if unit.kind() == kind {
            unit
        } else {
            perform::replaced(self.mechanics, unit, kind)
        };
        let mut new = new.of_side(side).without(Unit::UNMOVED);
        new.tags = self.mechanics.core.kept(new.tags, side, kind);
        self.pos.replace(&self.mechanics.core, place, new);
        if place.index == 0 && (unit.kind(), unit.side()) != (kind, side) {
            self.pos.bring_rights(&self.mechanics.core, side, square);
        }
        if unit.kind() != kind {
            perform::unload(self.mechanics, self.pos, place, new, self.work);
        }
        self.look();
    }

    fn add_to_hand(&mut self, side: Side, kind: u8) {
        self.pos.add_to_hand(&self.mechanics.core, side, kind);
    }

    fn close(&mut self, squares: L::B) {
        for square in (squares & !self.pos.occupied()).squares() {
            removal::close(self.mechanics, self.pos, square);
        }
        self.look();
    }

    fn open(&mut self, squares: L::B) {
        for square in squares.squares() {
            self.pos.toggle_wall(&self.mechanics.core, square);
        }
        self.look();
    }

    /// The unit keeps its tags.
    fn shift(&mut self, from: Square, to: Square, kind: u8) {
        let place = self.place(from);
        let unit = self.pos.unit(place);
        if !self.concerns(unit) || !self.pos.is_empty(to) {
            return;
        }
        let mut list = List::new();
        perform::lift(self.mechanics, self.pos, place, &mut list);
        let mut new = if unit.kind() == kind {
            unit.without(Unit::UNMOVED)
        } else {
            perform::replaced(self.mechanics, unit, kind)
        };
        new.tags = self.mechanics.core.kept(new.tags, unit.side(), kind);
        list[0] = new;
        self.pos.set_list(&self.mechanics.core, to, &list);
        removal::lose_rights(self.mechanics, self.pos, to);
        self.pos.bring_rights(&self.mechanics.core, unit.side(), to);
        removal::cover(self.mechanics, self.pos, to);
        let there = Place::ground(to);
        if unit.has(Unit::MOVER) {
            self.at = there;
        }
        if unit.kind() != kind {
            perform::unload(self.mechanics, self.pos, there, new, self.work);
        }
        self.look();
    }

    fn exposed(&self, victim: Square) -> L::B {
        let passed = self.pos.extra.passed.iter();
        let own = passed.filter(|&&(_, other)| other == victim);
        union(own, |&(middle, _)| L::B::bit(middle))
    }

    fn expose(&mut self, squares: L::B, victim: Square) {
        for middle in squares.squares() {
            passed::keep_passed(self.mechanics, self.pos, (middle, victim));
        }
    }

    fn go_on(&mut self, mut continuation: Continuation<L::B>) {
        continuation.index = self.place(continuation.square()).index;
        self.pos.set_going(&self.mechanics.core, Some(continuation));
    }

    fn go_on_above(&mut self, rule: u8, square: Square, kind: u8) {
        let place = self.place(square);
        goer::rise(self.mechanics, self.pos, rule, place, kind);
        self.look();
    }

    fn put(&mut self, square: Square, kind: u8, side: Side) {
        if !self.pos.is_empty(square) {
            return;
        }
        self.pos.put(&self.mechanics.core, kind, side, square);
        removal::cover(self.mechanics, self.pos, square);
        self.pos.bring_rights(&self.mechanics.core, side, square);
        self.work.mark_irreversible();
        self.look();
    }
}

impl<L: FullLayout> Table<'_, L> {
    /// Takes the unit on a square off the table.
    fn take(&mut self, square: Square) {
        let place = self.place(square);
        if self.concerns(self.pos.unit(place)) {
            removal::take(self.mechanics, self.pos, place, self.side, self.work);
        }
    }
}
