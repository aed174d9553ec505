//! Finds the squares on which a newly placed piece would find others, for all squares at once. Does
//! not know how such conditions are compiled.

use super::narrow::{Narrow, narrow};
use super::rows::Offset;
use super::terms::{Area, Group, Proviso};
use super::width::{Wide, Width};
use crate::board::{Bits, Square, union};
use crate::rules::Owner;

/// The condition on the squares around a piece once it has come to an empty square.
#[derive(Clone, Debug)]
pub(crate) struct BulkCondition<B: Bits> {
    pub(crate) present: Vec<Query<B>>,
    pub(crate) absent: Vec<Query<B>>,
    /// The rest of the condition, which must be tested with the piece on its square.
    pub(crate) apart: Proviso<B>,
}

narrow!(BulkCondition {
    present,
    absent,
    apart
});

/// The board before the piece comes, seen from its side.
pub(crate) struct Ground<'a, B: Bits> {
    pub(crate) ours: B,
    pub(crate) theirs: B,
    /// Squares that are open and on which nothing stands.
    pub(crate) empty: B,
    /// The pieces of some kinds, which are given as bits.
    pub(crate) of_kinds: &'a dyn Fn(u64) -> B,
    /// The squares of an area that does not depend on the new piece.
    pub(crate) squares_in: &'a dyn Fn(&Area<B>) -> B,
    /// Whether one of some pieces is there once the new piece stands on a square.
    pub(crate) finds: &'a dyn Fn(&[Group<B>], Square) -> bool,
}

/// Some pieces or empty squares, and the squares to search for them.
#[derive(Clone, Debug)]
pub(crate) struct Query<B: Bits> {
    pub(crate) owner: Owner,
    /// The kinds, as bits.
    pub(crate) kinds: Option<u64>,
    pub(crate) lookaround: Lookaround<B>,
    /// Areas in which they must also stand. The new piece does not change these areas on the
    /// squares of the search.
    pub(crate) within: Vec<Area<B>>,
}

narrow!(Query { lookaround, within; owner, kinds });

/// The squares, seen from one square, on which a piece is searched.
#[derive(Clone, Debug)]
pub(crate) enum Lookaround<B> {
    /// Certain squares, the same from everywhere.
    Fixed(B),
    /// The square itself.
    Here,
    /// Other squares, by square.
    Tables(Vec<B>),
    /// The squares at some offsets.
    Offsets(Vec<Offset<B>>),
    /// The enemies in a row up to a friend: the rows with the largest number of enemies in each,
    /// and the kinds of friends as bits.
    Enclosed(Vec<(Offset<B>, u32)>, Option<u64>),
    /// Any of several.
    Either(Vec<Lookaround<B>>),
}

impl Narrow for Lookaround<Wide> {
    type To<B: Width> = Lookaround<B>;

    fn narrow<B: Width>(self) -> Lookaround<B> {
        match self {
            Self::Fixed(set) => Lookaround::Fixed(set.narrow()),
            Self::Here => Lookaround::Here,
            Self::Tables(sets) => Lookaround::Tables(sets.narrow()),
            Self::Offsets(offsets) => Lookaround::Offsets(Offset::narrow(&offsets)),
            Self::Enclosed(rows, friends) => {
                let narrow = |(offset, most): &(Offset<Wide>, u32)| (offset.narrow_one(), *most);
                Lookaround::Enclosed(rows.iter().map(narrow).collect(), friends)
            }
            Self::Either(ways) => Lookaround::Either(ways.narrow()),
        }
    }
}

impl<B: Bits> BulkCondition<B> {
    /// The empty squares, among some, on which the condition holds once a piece of the kind has
    /// come there.
    pub(crate) fn fitting(&self, ground: &Ground<'_, B>, kind: u8, squares: B) -> B {
        let one_by_one = |groups: &[Group<B>], squares: B| {
            let finds = |square: &Square| (ground.finds)(groups, *square);
            squares.keep(finds)
        };
        let found = |queries: &[Query<B>], apart: &[Group<B>], squares: B| {
            let mut found = queries.iter().fold(B::EMPTY, |found, query| {
                found | query.found(ground, kind, squares & !found)
            });
            if !apart.is_empty() {
                found |= one_by_one(apart, squares & !found);
            }
            found
        };
        let mut fitting = squares;
        if !self.present.is_empty() || !self.apart.present.is_empty() {
            fitting = found(&self.present, &self.apart.present, squares);
        }
        fitting & !found(&self.absent, &self.apart.absent, fitting)
    }
}

impl<B: Bits> Query<B> {
    /// The empty squares, among some, from which such a piece is found once a piece of the kind has
    /// come there.
    fn found(&self, ground: &Ground<'_, B>, kind: u8, squares: B) -> B {
        let (all, with_own) = match self.owner {
            Owner::Friend => (ground.ours, true),
            Owner::Any => (ground.ours | ground.theirs, true),
            Owner::Enemy => (ground.theirs, false),
            Owner::Empty => (ground.empty, false),
            Owner::Mover => (B::EMPTY, true),
        };
        let set = self.kinds.map_or(all, |kinds| all & (ground.of_kinds)(kinds));
        let set = self.within.iter().fold(set, |set, area| {
            if set.is_empty() {
                set
            } else {
                set & (ground.squares_in)(area)
            }
        });
        let counts = with_own && self.kinds.is_none_or(|kinds| kinds >> kind & 1 == 1);
        self.lookaround.found(ground, (set, counts), squares)
    }
}

impl<B: Bits> Lookaround<B> {
    /// The empty squares, among some, from which a piece of a set is found. If the new piece
    /// counts, it may be found itself, and its square is no longer empty.
    fn found(&self, ground: &Ground<'_, B>, (set, counts): (B, bool), squares: B) -> B {
        match self {
            Self::Fixed(fixed) => {
                let there = *fixed & set;
                let here = if counts { squares & *fixed } else { B::EMPTY };
                match there.count() {
                    0 => here,
                    // If only one square is empty, it is occupied then.
                    1 => (squares & !there) | here,
                    _ => squares,
                }
            }
            Self::Here => {
                if counts {
                    squares
                } else {
                    B::EMPTY
                }
            }
            Self::Tables(tables) => {
                let meets = |square: &Square| {
                    let here = B::bit(*square);
                    let set = if counts { set | here } else { set & !here };
                    tables[usize::from(*square)].meets(set)
                };
                squares.keep(meets)
            }
            Self::Offsets(offsets) => {
                let back = offsets.iter().map(|offset| offset.back(set));
                union(back, |one| one) & squares
            }
            Self::Enclosed(rows, friends) => {
                let (ours, theirs) = (ground.ours, ground.theirs);
                let friends = friends.map_or(ours, |kinds| ours & (ground.of_kinds)(kinds));
                let row = |(offset, most): &(Offset<B>, u32)| enclosing(offset, *most, theirs, friends);
                rows.iter().map(row).fold(B::EMPTY, |all, one| all | one) & squares
            }
            Self::Either(ways) => ways.iter().fold(B::EMPTY, |all, way| {
                all | way.found(ground, (set, counts), squares & !all)
            }),
        }
    }
}

/// The squares that, with a friend, enclose up to that many enemies in a row, and nothing else.
#[inline]
fn enclosing<B: Bits>(offset: &Offset<B>, most: u32, theirs: B, friends: B) -> B {
    let (mut found, mut row) = (B::EMPTY, offset.back(friends) & theirs);
    for _ in 0..most {
        if row.is_empty() {
            break;
        }
        let before = offset.back(row);
        found |= before;
        row = before & theirs;
    }
    found
}
