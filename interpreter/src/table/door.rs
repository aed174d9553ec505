//! The table behind the door of [`crate::engine::Variant`]: positions with the list of their actions.

use super::compile::Table;
use super::legality::Listing;
use super::state::State;
use super::unit::{Place, Unit};
use super::{Nature, Wanted};
use crate::board::Square;
use crate::engine::{Outcome, PositionError};
use crate::rules::Side;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// A position and, once somebody has asked, the list of its legal actions.
#[derive(Clone, Debug)]
pub struct Seat {
    state: State,
    listing: OnceLock<Arc<Listing>>,
}

impl PartialEq for Seat {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl Seat {
    /// A seat at a position.
    pub fn new(state: State) -> Self {
        Self {
            state,
            listing: OnceLock::new(),
        }
    }

    /// The position.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// All legal actions, in a fixed order.
    pub fn listing(&self, table: &Table) -> &Listing {
        self.listing.get_or_init(|| Arc::new(table.listing(&self.state)))
    }
}

impl Table {
    /// [`Self::position`] as a seat.
    ///
    /// # Errors
    /// See there.
    pub fn seat(&self, text: &str) -> Result<Seat, PositionError> {
        self.position(text).map(Seat::new)
    }

    /// The position after action number so many of the listing; the same position if there is none.
    #[must_use]
    pub fn play(&self, seat: &Seat, index: usize) -> Seat {
        let listing = seat.listing(self);
        match listing.actions.get(index) {
            Some(action) => Seat::new(self.after(&seat.state, listing, action)),
            None => seat.clone(),
        }
    }

    /// Whether action number so many removes a unit.
    pub fn is_capture(&self, seat: &Seat, index: usize) -> bool {
        let count = |state: &State| {
            Side::ALL
                .iter()
                .map(|&side| state.units(side).count())
                .sum::<usize>()
        };
        let listing = seat.listing(self);
        listing.actions.get(index).is_some_and(|action| {
            action.nature == Nature::Movement && {
                let mut after = seat.state.clone();
                self.execute(&mut after, action, super::Watch::Both);
                count(&after) < count(&seat.state)
            }
        })
    }

    /// [`Self::outcome`], with the listing if it is known.
    pub fn result(&self, seat: &Seat) -> Option<Outcome> {
        if seat
            .listing
            .get()
            .is_some_and(|listing| !listing.actions.is_empty())
        {
            return None;
        }
        self.outcome(&seat.state)
    }

    /// A hash of everything but the clocks.
    pub fn key(&self, state: &State) -> u64 {
        let text = self.print(state);
        let mut hasher = std::collections::hash_map::DefaultHasher::new();
        let clocks = |i: &usize| *i != 4 && *i != 5;
        for (_, word) in text.split(' ').enumerate().filter(|(i, _)| clocks(i)) {
            word.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// A position with one unit alone on the board, its side to move.
    pub fn lone(&self, kind: usize, side: Side, square: Square) -> State {
        let mut state = State::empty();
        state.turn = side;
        state.set_list(square, &[self.make(kind as u8, side)]);
        state
    }

    /// The position with one unit on a square in place of all that stands there, or with nothing.
    pub fn with_piece(&self, state: &State, square: Square, piece: Option<(usize, Side)>) -> State {
        let mut next = state.clone();
        next.take_list(square);
        if let Some((kind, side)) = piece {
            next.set_list(square, &[self.make(kind as u8, side)]);
        }
        next
    }

    /// The squares of units of a side that could capture the lowest unit on a square, whatever it is.
    pub fn attackers(&self, state: &State, by: Side, square: Square) -> Vec<Square> {
        let mut there = state.clone();
        there.turn = by;
        if there.is_empty(square) || there.base(square).side() == by {
            there.take_list(square);
            // Any unit of the other side, such as one of those that it has on the board.
            let Some((_, unit)) = there.units(by.other()).next() else {
                return Vec::new();
            };
            there.set_list(square, &[Unit::new(unit.kind(), by.other())]);
        }
        let danger = crate::board::Bits::bit(square);
        let mut out: Vec<Square> = Vec::new();
        let mut actions = Vec::new();
        for (place, unit) in there.units(by) {
            actions.clear();
            self.movements_of(&there, unit, place, Wanted::Threats, &mut actions);
            let hits = actions
                .iter()
                .any(|a| crate::board::Bits::meets(self.removes(&a.steps), danger));
            if hits && !out.contains(&place.square) {
                out.push(place.square);
            }
        }
        out
    }

    /// Where the lowest unit of a square could go, safe or not: every end and whether something is removed there.
    pub fn targets(&self, state: &State, from: Square) -> Vec<(Square, bool)> {
        let unit = state.base(from);
        if !unit.exists() {
            return Vec::new();
        }
        let mut turned = state.clone();
        turned.turn = unit.side();
        let mut actions = Vec::new();
        self.movements_of(&turned, unit, Place::ground(from), Wanted::All, &mut actions);
        let mut out: Vec<(Square, bool)> = Vec::new();
        for action in actions {
            let Some(to) = action.to() else { continue };
            let takes = crate::board::Bits::has(self.removes(&action.steps), to);
            match out.iter_mut().find(|(square, _)| *square == to) {
                Some(entry) => entry.1 |= takes,
                None => out.push((to, takes)),
            }
        }
        out
    }

    /// Number of legal lines of `depth` actions.
    pub fn perft(&self, state: &State, depth: u32, stop: &AtomicBool) -> u64 {
        if depth == 0 {
            return 1;
        }
        if stop.load(Ordering::Relaxed) {
            return 0;
        }
        let listing = self.listing(state);
        if depth == 1 {
            return listing.actions.len() as u64;
        }
        let next = |action| self.perft(&self.after(state, &listing, action), depth - 1, stop);
        listing.actions.iter().map(next).sum()
    }
}
