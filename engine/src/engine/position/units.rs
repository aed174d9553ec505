//! Positions with lists of units on squares.
//!
//! The lowest unit of every square is in the flat sets of [`Pos`], so that the move generator sees
//! it; units above are one short list beside them. They know no rules.

use super::Pos;
use crate::board::{Bits, Square, union};
use crate::engine::compiled::NONE;
use crate::engine::core::Core;
use crate::engine::extra_state::{Choice, Place, Pool, Pools, Unit};
use crate::engine::goals::Scene;
use crate::engine::layout::FullLayout;
use crate::rules::Side;
use arrayvec::ArrayVec;

/// A list of units, lowest first.
pub(crate) type List = ArrayVec<Unit, 64>;

impl<L: FullLayout> Pos<L> {
    /// The view that goals have of the position, units above others included.
    pub(crate) fn full_scene(&self, core: &Core<L>) -> Scene<'_, L::B> {
        Scene {
            above: self.above(),
            ..self.scene(core)
        }
    }

    /// All squares with units, and those that are closed.
    #[inline]
    pub(crate) fn occupied(&self) -> L::B {
        self.occupancy()
    }

    /// All squares whose lowest unit is of that side.
    #[inline]
    pub(crate) fn bases(&self, side: Side) -> L::B {
        self.sides[side.index()]
    }

    /// Open decisions, first to last.
    #[inline]
    pub(crate) fn choices(&self) -> &[Choice] {
        &self.extra.choices
    }

    /// Units beside the board, by kind.
    #[inline]
    pub(crate) fn pool(&self, pool: Pool, side: Side) -> &[u8] {
        self.extra.pools.of(pool, side)
    }

    /// How many units of a kind wait in a pool.
    #[inline]
    pub(crate) fn pooled(&mut self, pool: Pool, side: Side, kind: u8) -> &mut u8 {
        &mut self.extra.pools.of_mut(pool, side)[usize::from(kind)]
    }

    /// Squares whose lowest unit has a mark.
    #[inline]
    pub(crate) fn marked(&self, mark: u8) -> L::B {
        self.extra.marks[mark.trailing_zeros() as usize]
    }

    /// The lowest unit of a square, or [`Unit::NONE`].
    #[inline]
    pub(crate) fn base(&self, square: Square) -> Unit {
        let code = self.board.as_ref()[usize::from(square)];
        if code == NONE {
            return Unit::NONE;
        }
        let marked = union(&self.extra.marks, |&set| set);
        let tagged = union(self.tags.as_ref(), |&set| set);
        if (self.unmoved | marked | tagged).has(square) {
            return self.known_base(square, code);
        }
        Unit::of_code(code)
    }

    /// The lowest unit of a square with all that is remembered about it.
    #[inline(never)]
    fn known_base(&self, square: Square, code: u8) -> Unit {
        let mut unit = Unit::of_code(code);
        for (i, set) in self.extra.marks.iter().enumerate() {
            if set.has(square) {
                unit = unit.with(1 << i);
            }
        }
        unit.tags = self.tags_on(square);
        if self.unmoved.has(square) {
            unit = unit.with(Unit::UNMOVED);
        }
        unit
    }

    /// The lowest unit of a square, so that it is known again wherever it gets to.
    #[inline]
    fn tracked(&self, square: Square) -> Unit {
        let unit = self.base(square);
        if self.extra.watched == Some(square) {
            return unit.with(Unit::WATCHED);
        }
        unit
    }

    /// Keeps an eye on the unit at a place, wherever it gets to.
    pub(crate) fn watch(&mut self, place: Place) {
        match place.index.checked_sub(1) {
            None => self.extra.watched = Some(place.square),
            Some(i) => {
                let (start, _) = self.bounds(place.square);
                let unit = &mut self.extra.above[start + usize::from(i)].1;
                *unit = unit.with(Unit::WATCHED);
            }
        }
    }

    /// Whether the unit that is watched is on the board.
    pub(crate) fn is_watching(&self) -> bool {
        self.extra.watched.is_some() || self.above().iter().any(|(_, unit)| unit.has(Unit::WATCHED))
    }

    /// Units above the lowest ones, with their squares: sorted by square, each list from below.
    #[inline]
    pub(crate) fn above(&self) -> &[(Square, Unit)] {
        &self.extra.above
    }

    /// How many units are in the list of a square.
    pub(crate) fn len(&self, square: Square) -> usize {
        if !self.base(square).exists() {
            return 0;
        }
        1 + self.contents(square).len()
    }

    /// Whether nothing stands there and it is not closed.
    #[inline]
    pub(crate) fn is_empty(&self, square: Square) -> bool {
        self.board.as_ref()[usize::from(square)] == NONE && !self.closed().has(square)
    }

    fn bounds(&self, square: Square) -> (usize, usize) {
        let above = self.above();
        let start = above.iter().take_while(|e| e.0 < square).count();
        let end = start + above[start..].iter().take_while(|e| e.0 == square).count();
        (start, end)
    }

    /// The units above the lowest one of a square.
    #[inline]
    pub(crate) fn contents(&self, square: Square) -> &[(Square, Unit)] {
        if self.extra.above.is_empty() {
            return &[];
        }
        let (start, end) = self.bounds(square);
        &self.extra.above[start..end]
    }

    /// The unit at a place, or [`Unit::NONE`].
    pub(crate) fn unit(&self, place: Place) -> Unit {
        match place.index.checked_sub(1) {
            None => self.tracked(place.square),
            Some(i) => self
                .contents(place.square)
                .get(usize::from(i))
                .map_or(Unit::NONE, |e| e.1),
        }
    }

    /// The whole list of a square.
    pub(crate) fn list(&self, square: Square) -> List {
        let mut list = List::new();
        let base = self.tracked(square);
        if base.exists() {
            list.push(base);
            list.extend(self.contents(square).iter().map(|e| e.1));
        }
        list
    }

    /// The units of the list of a square with their places, from below.
    #[inline]
    pub(crate) fn stack(&self, square: Square) -> impl Iterator<Item = (Place, Unit)> + '_ {
        let base = self.base(square);
        let ground = base.exists().then_some((Place::ground(square), base));
        let above = self.contents(square).iter().zip(1..);
        ground
            .into_iter()
            .chain(above.map(move |(entry, index)| (Place { square, index }, entry.1)))
    }

    /// Units of a side above others, with their places.
    pub(crate) fn riders(&self, side: Side) -> impl Iterator<Item = (Place, Unit)> + '_ {
        let mut last = None;
        let mut index = 0;
        self.above().iter().filter_map(move |&(square, unit)| {
            index = if Some(square) == last { index + 1 } else { 1 };
            last = Some(square);
            (unit.side() == side).then_some((Place { square, index }, unit))
        })
    }

    /// All units of a side with their places: those on the ground first, then those above.
    pub(crate) fn units(&self, side: Side) -> impl Iterator<Item = (Place, Unit)> + '_ {
        let ground = self
            .bases(side)
            .squares()
            .map(|s| (Place::ground(s), self.base(s)));
        ground.chain(self.riders(side))
    }

    /// How many units of a kind a side has on the board, fixed ones included.
    pub(crate) fn count(&self, side: Side, kind: u8) -> usize {
        let mut count = (self.kind(kind) & self.bases(side)).count() as usize;
        for (_, unit) in self.above() {
            count += usize::from(unit.side() == side && unit.kind() == kind);
        }
        count
    }

    /// Whether a side has fixed units.
    #[inline]
    pub(crate) fn has_fixed(&self, side: Side) -> bool {
        self.marked(Unit::FIXED).meets(self.bases(side))
    }

    /// Whether a side has units with a mark, above others or not.
    pub(crate) fn has_marked(&self, mark: u8, side: Side) -> bool {
        let above = |(_, unit): &(Square, Unit)| unit.side() == side && unit.has(mark);
        self.marked(mark).meets(self.bases(side)) || self.above().iter().any(above)
    }

    /// Puts the lowest unit of an empty square there.
    fn set_base(&mut self, core: &Core<L>, square: Square, unit: Unit) {
        self.put(core, unit.kind(), unit.side(), square);
        if unit.tags != 0 {
            self.add_tags(core, square, unit.tags);
        }
        let bit = L::B::bit(square);
        for (i, set) in self.extra.marks.iter_mut().enumerate() {
            if unit.has(1 << i) {
                *set |= bit;
            }
        }
        if unit.has(Unit::WATCHED) {
            self.extra.watched = Some(square);
        }
        if unit.has(Unit::UNMOVED) && !self.unmoved.has(square) {
            self.unmoved |= bit;
            self.hash ^= core.keys.unmoved(bit);
        }
    }

    /// Takes the lowest unit of a square away; what is above it stays in the list of units above.
    fn clear_base(&mut self, core: &Core<L>, square: Square) {
        self.remove(core, square);
        let bit = L::B::bit(square);
        for set in &mut self.extra.marks {
            *set &= !bit;
        }
        if self.extra.watched == Some(square) {
            self.extra.watched = None;
        }
        self.mark_moved(core, bit);
    }

    /// Takes everything off a square.
    pub(crate) fn take_list(&mut self, core: &Core<L>, square: Square) -> List {
        let list = self.list(square);
        if list.is_empty() {
            return list;
        }
        self.clear_base(core, square);
        if list.len() > 1 {
            self.extra.above.retain(|e| e.0 != square);
        }
        list
    }

    /// Puts a list on an empty square.
    pub(crate) fn set_list(&mut self, core: &Core<L>, square: Square, list: &[Unit]) {
        debug_assert!(self.is_empty(square));
        let Some((&base, contents)) = list.split_first() else {
            return;
        };
        self.set_base(core, square, base);
        let (start, _) = self.bounds(square);
        self.spread_out(start, square, contents);
    }

    fn spread_out(&mut self, start: usize, square: Square, units: &[Unit]) {
        for (i, &unit) in units.iter().enumerate() {
            let fits = self.extra.above.insert(start + i, (square, unit));
            debug_assert!(fits, "nothing enters where there is no room");
        }
    }

    /// Puts units on top of those on a square.
    pub(crate) fn push(&mut self, core: &Core<L>, square: Square, units: &[Unit]) {
        if self.is_empty(square) {
            return self.set_list(core, square, units);
        }
        let (_, end) = self.bounds(square);
        self.spread_out(end, square, units);
    }

    /// Takes one unit out of a list; those above close up.
    pub(crate) fn pull(&mut self, core: &Core<L>, place: Place) -> Unit {
        let unit = self.unit(place);
        if !unit.exists() {
            return unit;
        }
        if let Some(i) = place.index.checked_sub(1) {
            let (start, _) = self.bounds(place.square);
            return self.extra.above.remove(start + usize::from(i)).1;
        }
        self.clear_base(core, place.square);
        let (start, end) = self.bounds(place.square);
        if end > start {
            let (_, next) = self.extra.above.remove(start);
            self.set_base(core, place.square, next);
        }
        unit
    }

    /// Puts one unit into a list, so that it has that place.
    pub(crate) fn insert(&mut self, core: &Core<L>, place: Place, unit: Unit) {
        let mut list = self.take_list(core, place.square);
        let index = usize::from(place.index).min(list.len());
        list.insert(index, unit);
        self.set_list(core, place.square, &list);
    }

    /// Puts a unit in the place of another, which is returned.
    pub(crate) fn replace(&mut self, core: &Core<L>, place: Place, unit: Unit) -> Unit {
        let old = self.unit(place);
        if !old.exists() {
            return old;
        }
        match place.index.checked_sub(1) {
            None => {
                self.clear_base(core, place.square);
                self.set_base(core, place.square, unit);
            }
            Some(i) => {
                let (start, _) = self.bounds(place.square);
                self.extra.above[start + usize::from(i)].1 = unit;
            }
        }
        old
    }
}
