//! What is on the table: lists of units on squares, pools, rights, and decisions that are open.

use super::action::Action;
use super::unit::{KINDS, Place, Unit};
use crate::board::{Bits, Square, U256};
use crate::rules::Side;
use arrayvec::ArrayVec;
use std::sync::Arc;

/// At most so many units can be on the table.
pub const UNITS: usize = 64;
/// No square.
pub const NOWHERE: Square = Square::MAX;
/// At most so many hooks may keep a byte.
pub const NOTES: usize = 8;

/// A list of units, lowest first.
pub type List = ArrayVec<Unit, UNITS>;

/// Units that are off the board: how many of each kind, for each side.
pub type Pool = [[u8; KINDS]; 2];

/// A position, the state inside a turn included. A plain value: copied and changed by the engine.
///
/// A square holds a list of units. Nearly all lists have one unit, so the lowest ones are an array and the others
/// one list, sorted by square.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    cells: [Unit; 256],
    above: Vec<(Square, Unit)>,
    occupied: U256,
    /// Squares whose lowest unit is White's or Black's.
    bases: [U256; 2],
    /// Squares whose lowest unit is of a watched kind ([`Unit::WATCHED`]).
    watched: U256,
    /// The square of each side's royal unit, or [`NOWHERE`].
    royal: [Square; 2],
    /// Squares with a unit whose removal leads to others.
    alarms: U256,
    /// How many statues each side has, and how many units that came back.
    statues: [u8; 2],
    raised: [u8; 2],
    /// Captured units, by owner.
    pub captured: Pool,
    /// Exiled units, by owner.
    pub exiled: Pool,
    /// Whose turn it is. Not always the one who decides next.
    pub turn: Side,
    /// Whether the end of the turn has begun: only promotions are left to decide.
    pub ending: bool,
    /// Decisions that are open, first to last.
    pub choices: Vec<Choice>,
    /// A movement that was chosen but not carried out.
    pub proposal: Option<Arc<Action>>,
    /// The text of the movement that the side to move may not choose.
    pub refused: Option<Arc<str>>,
    /// Castling rights, one bit for each castling of the rules.
    pub castling: u16,
    /// Squares passed in the last movement, each with the square of the unit that passed it.
    pub passed: ArrayVec<(Square, Square), 16>,
    /// One byte for each hook that asks for it.
    pub notes: [u8; NOTES],
    /// Movements since the halfmove clock was restarted.
    pub halfmove: u16,
    /// Grows when Black's turn ends.
    pub fullmove: u16,
}

/// A decision that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Which hook asks, by its number; [`super::hook::TABLE`] if the table itself does.
    pub hook: u8,
    /// Where.
    pub square: Square,
    /// Who decides.
    pub side: Side,
    /// Whether what it is about is in exile, not captured.
    pub exiled: bool,
}

impl State {
    /// Nothing at all, White to move.
    pub fn empty() -> Self {
        Self {
            cells: [Unit::NONE; 256],
            above: Vec::new(),
            occupied: U256::EMPTY,
            bases: [U256::EMPTY; 2],
            watched: U256::EMPTY,
            royal: [NOWHERE; 2],
            alarms: U256::EMPTY,
            statues: [0; 2],
            raised: [0; 2],
            captured: [[0; KINDS]; 2],
            exiled: [[0; KINDS]; 2],
            turn: Side::White,
            ending: false,
            choices: Vec::new(),
            proposal: None,
            refused: None,
            castling: 0,
            passed: ArrayVec::new(),
            notes: [0; NOTES],
            halfmove: 0,
            fullmove: 1,
        }
    }

    /// Who decides next.
    pub fn decider(&self) -> Side {
        if self.proposal.is_some() {
            return self.turn.other();
        }
        self.choices.first().map_or(self.turn, |c| c.side)
    }

    /// All squares with units.
    #[inline]
    pub fn occupied(&self) -> U256 {
        self.occupied
    }

    /// All squares whose lowest unit is of that side.
    #[inline]
    pub fn bases(&self, side: Side) -> U256 {
        self.bases[side.index()]
    }

    /// All squares whose lowest unit is of a kind that a hook watches, of either side.
    #[inline]
    pub fn watched(&self) -> U256 {
        self.watched
    }

    /// The square of the side's royal unit, wherever in its list it is.
    #[inline]
    pub fn royal(&self, side: Side) -> Option<Square> {
        let square = self.royal[side.index()];
        (square != NOWHERE).then_some(square)
    }

    /// The lowest unit of a square, or [`Unit::NONE`].
    #[inline]
    pub fn base(&self, square: Square) -> Unit {
        self.cells[usize::from(square)]
    }

    /// Units above the lowest ones, with their squares: sorted by square, each list from below.
    #[inline]
    pub fn above(&self) -> &[(Square, Unit)] {
        &self.above
    }

    /// How many units are in the list of a square.
    pub fn len(&self, square: Square) -> usize {
        if !self.base(square).exists() {
            return 0;
        }
        1 + self.contents(square).len()
    }

    /// Whether nothing stands there.
    #[inline]
    pub fn is_empty(&self, square: Square) -> bool {
        !self.base(square).exists()
    }

    fn bounds(&self, square: Square) -> (usize, usize) {
        let start = self.above.partition_point(|e| e.0 < square);
        let end = start + self.above[start..].partition_point(|e| e.0 == square);
        (start, end)
    }

    /// The units above the lowest one of a square.
    #[inline]
    pub fn contents(&self, square: Square) -> &[(Square, Unit)] {
        if self.above.is_empty() {
            return &[];
        }
        let (start, end) = self.bounds(square);
        &self.above[start..end]
    }

    /// The unit at a place, or [`Unit::NONE`].
    pub fn unit(&self, place: Place) -> Unit {
        match place.index.checked_sub(1) {
            None => self.base(place.square),
            Some(i) => self
                .contents(place.square)
                .get(usize::from(i))
                .map_or(Unit::NONE, |e| e.1),
        }
    }

    /// The whole list of a square.
    pub fn list(&self, square: Square) -> List {
        let mut list = List::new();
        let base = self.base(square);
        if base.exists() {
            list.push(base);
            list.extend(self.contents(square).iter().map(|e| e.1));
        }
        list
    }

    /// All units of a side with their places: those on the ground first, then those above.
    pub fn units(&self, side: Side) -> impl Iterator<Item = (Place, Unit)> + '_ {
        let ground = self
            .bases(side)
            .squares()
            .map(|s| (Place::ground(s), self.base(s)));
        let mut last = NOWHERE;
        let mut index = 0;
        let above = self.above.iter().filter_map(move |&(square, unit)| {
            index = if square == last { index + 1 } else { 1 };
            last = square;
            (unit.side() == side).then_some((Place { square, index }, unit))
        });
        ground.chain(above)
    }

    /// How many units of a kind a side has on the board, statues included.
    pub fn count(&self, side: Side, kind: u8) -> usize {
        self.units(side).filter(|(_, u)| u.kind() == kind).count()
    }

    /// Squares with a unit whose removal leads to others ([`Unit::ALARM`]).
    #[inline]
    pub fn alarms(&self) -> U256 {
        self.alarms
    }

    /// Whether a side has statues.
    #[inline]
    pub fn has_statues(&self, side: Side) -> bool {
        self.statues[side.index()] > 0
    }

    /// Whether a side has units that came back ([`Unit::RAISED`]).
    #[inline]
    pub fn has_raised(&self, side: Side) -> bool {
        self.raised[side.index()] > 0
    }

    #[inline]
    fn enters(&mut self, unit: Unit, square: Square) {
        if unit.has(Unit::NOTED) {
            let side = unit.side().index();
            if unit.has(Unit::ROYAL) {
                self.royal[side] = square;
            }
            if unit.has(Unit::ALARM) {
                self.alarms |= U256::bit(square);
            }
            self.statues[side] += u8::from(unit.has(Unit::STATUE));
            self.raised[side] += u8::from(unit.has(Unit::RAISED));
        }
    }

    #[inline]
    fn leaves(&mut self, unit: Unit, square: Square) {
        if unit.has(Unit::NOTED) {
            let side = unit.side().index();
            if unit.has(Unit::ROYAL) {
                self.royal[side] = NOWHERE;
            }
            if unit.has(Unit::ALARM) {
                self.alarms &= !U256::bit(square);
            }
            self.statues[side] -= u8::from(unit.has(Unit::STATUE));
            self.raised[side] -= u8::from(unit.has(Unit::RAISED));
        }
    }

    /// Empties a square with a single unit on it.
    #[inline]
    fn clear(&mut self, square: Square, unit: Unit) {
        self.leaves(unit, square);
        let bit = U256::bit(square);
        self.occupied ^= bit;
        self.bases[unit.side().index()] ^= bit;
        if unit.has(Unit::WATCHED) {
            self.watched ^= bit;
        }
        self.cells[usize::from(square)] = Unit::NONE;
    }

    /// Takes everything off a square.
    pub fn take_list(&mut self, square: Square) -> List {
        let list = self.list(square);
        let Some((&base, contents)) = list.split_first() else {
            return list;
        };
        self.clear(square, base);
        if !contents.is_empty() {
            for &unit in contents {
                self.leaves(unit, square);
            }
            let (start, end) = self.bounds(square);
            self.above.drain(start..end);
        }
        list
    }

    /// Puts a list on an empty square.
    pub fn set_list(&mut self, square: Square, list: &[Unit]) {
        debug_assert!(self.is_empty(square));
        let Some((&base, contents)) = list.split_first() else {
            return;
        };
        let bit = U256::bit(square);
        self.occupied |= bit;
        self.bases[base.side().index()] |= bit;
        if base.has(Unit::WATCHED) {
            self.watched |= bit;
        }
        self.cells[usize::from(square)] = base;
        for &unit in list {
            self.enters(unit, square);
        }
        if !contents.is_empty() {
            let (start, _) = self.bounds(square);
            self.above
                .splice(start..start, contents.iter().map(|&u| (square, u)));
        }
    }

    /// Puts units on top of what stands on a square.
    pub fn push(&mut self, square: Square, units: &[Unit]) {
        if self.is_empty(square) {
            return self.set_list(square, units);
        }
        for &unit in units {
            self.enters(unit, square);
        }
        let (_, end) = self.bounds(square);
        self.above.splice(end..end, units.iter().map(|&u| (square, u)));
    }

    /// Takes one unit out of a list; those above close up.
    pub fn pull(&mut self, place: Place) -> Unit {
        if place.index == 0 && self.contents(place.square).is_empty() {
            return self
                .take_list(place.square)
                .first()
                .copied()
                .unwrap_or(Unit::NONE);
        }
        let mut list = self.take_list(place.square);
        if usize::from(place.index) >= list.len() {
            self.set_list(place.square, &list);
            return Unit::NONE;
        }
        let unit = list.remove(usize::from(place.index));
        self.set_list(place.square, &list);
        unit
    }

    /// Puts one unit into a list, so that it has that place.
    pub fn insert(&mut self, place: Place, unit: Unit) {
        let mut list = self.take_list(place.square);
        let index = usize::from(place.index).min(list.len());
        list.insert(index, unit);
        self.set_list(place.square, &list);
    }

    /// Puts a unit in the place of another, which is returned.
    pub fn replace(&mut self, place: Place, unit: Unit) -> Unit {
        let old = self.unit(place);
        if !old.exists() {
            return old;
        }
        self.leaves(old, place.square);
        self.enters(unit, place.square);
        let alarmed = old.has(Unit::ALARM);
        match place.index.checked_sub(1) {
            None => {
                self.cells[usize::from(place.square)] = unit;
                let bit = U256::bit(place.square);
                self.bases[old.side().index()] = self.bases[old.side().index()] & !bit;
                self.bases[unit.side().index()] |= bit;
                self.watched &= !bit;
                if unit.has(Unit::WATCHED) {
                    self.watched |= bit;
                }
            }
            Some(i) => {
                let (start, _) = self.bounds(place.square);
                self.above[start + usize::from(i)].1 = unit;
            }
        }
        // Another one may still be in the list.
        if alarmed && self.list(place.square).iter().any(|u| u.has(Unit::ALARM)) {
            self.alarms |= U256::bit(place.square);
        }
        old
    }
}
