//! The state of the table: lists of units on squares, pools, rights, and open decisions.

use super::action::Action;
use crate::board::Square;
use crate::chain::Going;
use crate::position::Kind;
use ferz::rules::{Letter, Side};
use std::collections::{BTreeMap, BTreeSet};

/// A piece, with its remembered facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The kind.
    pub kind: Kind,
    /// The owner.
    pub side: Side,
    /// It cannot move and blocks its square.
    pub statue: bool,
    /// It came back and has to leave again.
    pub raised: bool,
    /// It came back in its owner's own turn, which is not over.
    pub fresh: bool,
    /// It is the one that moves just now.
    pub mover: bool,
    /// It is the one of which is asked whether it could be lost.
    pub marked: bool,
    /// It is known to have promoted.
    pub promoted: bool,
    /// The tags: weapons, or letters of movements that it has absorbed.
    pub tags: BTreeSet<Letter>,
}

impl Unit {
    /// A unit of which nothing is remembered, without what its kind carries by itself.
    pub fn new(kind: Kind, side: Side) -> Self {
        Self {
            kind,
            side,
            statue: false,
            raised: false,
            fresh: false,
            mover: false,
            marked: false,
            promoted: false,
            tags: BTreeSet::new(),
        }
    }
}

/// The place of a unit: a square, and the number of units below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The square.
    pub square: Square,
    /// How many units are below it.
    pub index: usize,
}

impl Place {
    /// The lowest place of a square.
    pub fn ground(square: Square) -> Self {
        Self { square, index: 0 }
    }
}

/// Units that are off the board: how many of each kind, for each side.
pub type Pool = [BTreeMap<Kind, usize>; 2];

/// A decision that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Which hook asks, by its number; `None` if the table itself does.
    pub hook: Option<usize>,
    /// The square.
    pub square: Square,
    /// The side that decides.
    pub side: Side,
    /// Whether what it is about is in exile, not captured.
    pub exiled: bool,
}

/// A position, the state inside a turn included.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The units on each square, lowest first.
    pub lists: Vec<Vec<Unit>>,
    /// Captured units, by owner.
    pub captured: Pool,
    /// Exiled units, by owner.
    pub exiled: Pool,
    /// Squares that are closed.
    pub walls: BTreeSet<Square>,
    /// Units in hand, by owner.
    pub hands: Pool,
    /// The side whose turn it is. Not always the side that decides next.
    pub turn: Side,
    /// Whether the end of the turn has begun: only promotions are left to decide.
    pub ending: bool,
    /// Decisions that are open, first to last.
    pub choices: Vec<Choice>,
    /// A movement that was chosen but not carried out.
    pub proposal: Option<Action>,
    /// The text of the movement that the side to move may not choose.
    pub refused: Option<String>,
    /// Numbers of the castlings that are still possible.
    pub rights: BTreeSet<usize>,
    /// Squares passed in the last movement, each with the square of the unit that passed it.
    pub passed: Vec<(Square, Square)>,
    /// The notes of hooks, by their keys.
    pub notes: BTreeMap<&'static str, Side>,
    /// Squares where the lowest unit stands on a start square of its kind and has not moved.
    pub unmoved: BTreeSet<Square>,
    /// Checks that each side still has to give.
    pub checks: [u8; 2],
    /// How many passes have just followed each other, as far as the rules count them.
    pub passes: u8,
    /// How many movements of the turn are left, the next one included.
    pub left: u32,
    /// How the turn goes on, if it does.
    pub going: Option<Going>,
    /// Movements since the halfmove clock was restarted.
    pub halfmove: u32,
    /// Grows when Black's turn ends.
    pub fullmove: u32,
    /// The count that runs: plies so far, and how many there may be.
    pub counted: Option<(u32, u32)>,
}

impl State {
    /// Nothing at all, White to move.
    pub fn empty(size: usize) -> Self {
        Self {
            lists: vec![Vec::new(); size],
            captured: Pool::default(),
            exiled: Pool::default(),
            walls: BTreeSet::new(),
            hands: Pool::default(),
            turn: Side::White,
            ending: false,
            choices: Vec::new(),
            proposal: None,
            refused: None,
            rights: BTreeSet::new(),
            passed: Vec::new(),
            left: 1,
            going: None,
            notes: BTreeMap::new(),
            unmoved: BTreeSet::new(),
            checks: [0; 2],
            passes: 0,
            halfmove: 0,
            fullmove: 1,
            counted: None,
        }
    }

    /// The side that decides next.
    pub fn decider(&self) -> Side {
        if self.proposal.is_some() {
            return self.turn.other();
        }
        self.choices.first().map_or(self.turn, |choice| choice.side)
    }

    /// The lowest unit of a square.
    pub fn base(&self, square: Square) -> Option<&Unit> {
        self.lists[square].first()
    }

    /// How many units are in the list of a square.
    pub fn len(&self, square: Square) -> usize {
        self.lists[square].len()
    }

    /// Whether nothing stands there and it is not closed.
    pub fn is_empty(&self, square: Square) -> bool {
        self.lists[square].is_empty() && !self.walls.contains(&square)
    }

    /// Closes a square on which nothing stands; what has passed it cannot be captured there.
    pub fn close(&mut self, square: Square) {
        self.walls.insert(square);
        self.cover(square);
    }

    /// Something is on a square to stay; what has passed it cannot be captured there.
    pub fn cover(&mut self, square: Square) {
        self.passed.retain(|&(middle, _)| middle != square);
    }

    /// The unit at a place.
    pub fn unit(&self, place: Place) -> Option<&Unit> {
        self.lists[place.square].get(place.index)
    }

    /// The same, to be changed.
    pub fn unit_mut(&mut self, place: Place) -> Option<&mut Unit> {
        self.lists[place.square].get_mut(place.index)
    }

    /// All units, square by square, each list from below.
    pub fn all(&self) -> impl Iterator<Item = (Place, &Unit)> + '_ {
        self.lists.iter().enumerate().flat_map(|(square, list)| {
            let place = move |index| Place { square, index };
            list.iter()
                .enumerate()
                .map(move |(index, unit)| (place(index), unit))
        })
    }

    /// All units of a side with their places: those on the ground first, then those above.
    pub fn units(&self, side: Side) -> Vec<(Place, Unit)> {
        let own = self.all().filter(|(_, unit)| unit.side == side);
        let mut found: Vec<(Place, Unit)> = own.map(|(place, unit)| (place, unit.clone())).collect();
        found.sort_by_key(|(place, _)| place.index > 0);
        found
    }

    /// Takes everything off a square.
    pub fn take_list(&mut self, square: Square) -> Vec<Unit> {
        std::mem::take(&mut self.lists[square])
    }

    /// Takes one unit out of a list; those above close up.
    pub fn pull(&mut self, place: Place) -> Option<Unit> {
        self.unit(place)?;
        Some(self.lists[place.square].remove(place.index))
    }

    /// Puts one unit into a list, so that it has that place.
    pub fn insert(&mut self, place: Place, unit: Unit) {
        let list = &mut self.lists[place.square];
        list.insert(place.index.min(list.len()), unit);
    }

    /// Puts a unit in the place of another, which is returned.
    pub fn replace(&mut self, place: Place, unit: Unit) -> Option<Unit> {
        Some(std::mem::replace(self.unit_mut(place)?, unit))
    }
}
