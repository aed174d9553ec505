//! The squares on which a newly placed piece would find others, for all squares at once.

use super::narrow::{Narrow, narrow};
use super::rows::Offset;
use super::terms::{Area, Group, Place, Proviso, Row};
use super::width::{Wide, Width};
use crate::board::{Bits, Square};
use crate::rules::{Owner, Side};

/// With more offsets than this a set of squares is looked at square by square.
const MAX_OFFSETS: usize = 24;

/// The condition on the squares around a piece once it has come to an empty square.
#[derive(Clone, Debug)]
pub(crate) struct BulkCondition<B: Bits> {
    present: Vec<Query<B>>,
    absent: Vec<Query<B>>,
    /// The rest of the condition, which can only be tested with the piece on its square.
    apart: Proviso<B>,
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
    /// Squares on which nothing stands and that are open.
    pub(crate) empty: B,
    /// The pieces of some kinds, which are given as bits.
    pub(crate) of_kinds: &'a dyn Fn(u64) -> B,
    /// The squares of an area that does not ask for the new piece.
    pub(crate) squares_in: &'a dyn Fn(&Area<B>) -> B,
    /// Whether one of some pieces is there once the new piece stands on a square.
    pub(crate) finds: &'a dyn Fn(&[Group<B>], Square) -> bool,
}

/// A piece that comes to an empty square: what it may change.
pub(crate) trait Newcomer {
    /// The side that it belongs to.
    fn side(&self) -> Side;
    /// The squares to which it may come.
    fn zone(&self) -> Wide;
    /// Squares that may belong to an area only with it, or only without it; nothing if any may.
    fn changes(&self, area: &Area<Wide>) -> Option<Wide>;
}

/// Some pieces or empty squares, and where they are looked for.
#[derive(Clone, Debug)]
struct Query<B: Bits> {
    owner: Owner,
    /// Kinds as bits.
    kinds: Option<u64>,
    lookaround: Lookaround<B>,
    /// Areas in which they must be besides. The new piece changes nothing of them where one looks.
    within: Vec<Area<B>>,
}

narrow!(Query { lookaround, within; owner, kinds });

/// The squares, seen from one square, on which a piece is looked for.
#[derive(Clone, Debug)]
enum Lookaround<B> {
    /// On certain squares, the same from everywhere.
    Fixed(B),
    /// On the square itself.
    Here,
    /// On other squares, by square.
    Tables(Vec<B>),
    /// On the squares some offsets further.
    Offsets(Vec<Offset<B>>),
    /// Among the enemies in a row up to a friend: the rows, with the most enemies in each; kinds of friends as bits.
    Enclosed(Vec<(Offset<B>, u32)>, Option<u64>),
    /// In one of these ways.
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

impl<B: Bits> Lookaround<B> {
    /// Whether anything is looked for in rows.
    fn encloses(&self) -> bool {
        match self {
            Self::Enclosed(..) => true,
            Self::Either(ways) => ways.iter().any(Self::encloses),
            Self::Fixed(_) | Self::Here | Self::Tables(_) | Self::Offsets(_) => false,
        }
    }

    fn of_tables(tables: &[B]) -> Self {
        let mut offsets = Vec::new();
        for (from, squares) in tables.iter().enumerate() {
            for to in squares.squares() {
                // The new piece does not find itself as another piece.
                if usize::from(to) == from {
                    return Self::Tables(tables.to_vec());
                }
                Offset::add(&mut offsets, from as Square, to);
                if offsets.len() > MAX_OFFSETS {
                    return Self::Tables(tables.to_vec());
                }
            }
        }
        Self::Offsets(offsets)
    }

    /// Rows that go straight on by the same offset wherever they begin; `None` if they do not.
    fn of_rows(rows: &[Vec<Row<B>>], friends: Option<u64>) -> Option<Self> {
        let mut offsets: Vec<Offset<B>> = Vec::new();
        for (from, rows) in rows.iter().enumerate() {
            for row in rows.iter().filter(|row| row.squares.count() == 1) {
                let next = row.squares.lowest();
                Offset::add(&mut offsets, from as Square, next);
                Offset::add(&mut offsets, next, row.behind);
            }
        }
        let longest = |offset: &Offset<B>| {
            let all = rows.iter().enumerate().flat_map(|(from, rows)| {
                let along = move |row: &&Row<B>| {
                    let first = offset.next(from as Square);
                    first.is_some_and(|first| row.squares.has(first))
                };
                rows.iter().filter(along).map(|row| row.squares.count())
            });
            all.max().unwrap_or(0)
        };
        let offsets: Vec<(Offset<B>, u32)> =
            offsets.iter().map(|offset| (*offset, longest(offset))).collect();
        let alike = |(from, rows): (usize, &Vec<Row<B>>)| {
            let straight = offsets
                .iter()
                .flat_map(|(offset, most)| straight(offset, *most, from as Square));
            let mut straight: Vec<(B, Square)> = straight.collect();
            straight.len() == rows.len()
                && rows.iter().all(|row| {
                    let same = straight.iter().position(|&(set, behind)| {
                        set == row.squares && behind == row.behind && behind != from as Square
                    });
                    same.map(|at| straight.swap_remove(at)).is_some()
                })
        };
        rows.iter()
            .enumerate()
            .all(alike)
            .then_some(Self::Enclosed(offsets, friends))
    }
}

/// The rows of up to that many squares that lead straight on from a square, and the square behind
/// each.
fn straight<B: Bits>(offset: &Offset<B>, most: u32, from: Square) -> Vec<(B, Square)> {
    let (mut squares, mut rows) = (B::EMPTY, Vec::new());
    let mut at = offset.next(from);
    while let Some(square) = at {
        // Round a board that closes they would never end.
        if squares.count() == most || squares.has(square) {
            break;
        }
        squares |= B::bit(square);
        at = offset.next(square);
        if let Some(behind) = at {
            rows.push((squares, behind));
        }
    }
    rows
}

impl BulkCondition<Wide> {
    /// The condition on drops; `None` if all of it can only be tested with the piece on its square.
    pub(crate) fn new(condition: &Proviso<Wide>, newcomer: &impl Newcomer) -> Option<Self> {
        let mut some = false;
        let mut parted = |groups: &[Group<Wide>]| {
            let (mut queries, mut apart) = (Vec::new(), Vec::new());
            for group in groups {
                match Query::new(group, newcomer) {
                    Some(query) => queries.push(query),
                    None => apart.push(group.clone()),
                }
            }
            some |= !queries.is_empty();
            (queries, apart)
        };
        let (present, present_apart) = parted(&condition.present);
        let (absent, absent_apart) = parted(&condition.absent);
        let apart = Proviso {
            present: present_apart,
            absent: absent_apart,
        };
        some.then_some(Self {
            present,
            absent,
            apart,
        })
    }
}

impl<B: Bits> BulkCondition<B> {
    /// Those of some empty squares on which the condition holds once a piece of the kind has come there.
    pub(crate) fn fitting(&self, ground: &Ground<'_, B>, kind: u8, squares: B) -> B {
        let one_by_one = |groups: &[Group<B>], squares: B| {
            let finds = |square: &Square| (ground.finds)(groups, *square);
            let found = squares.squares().filter(finds);
            found.fold(B::EMPTY, |all, square| all | B::bit(square))
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

impl Query<Wide> {
    fn new(group: &Group<Wide>, newcomer: &impl Newcomer) -> Option<Self> {
        let (lookaround, within) = parts(&group.on, newcomer)?;
        // An enclosed piece is an enemy of any kind.
        let all_enemies = group.kinds.is_none() && matches!(group.owner, Owner::Enemy | Owner::Any);
        let told = group.owner != Owner::Mover && (all_enemies || !lookaround.encloses());
        told.then_some(Self {
            owner: group.owner,
            kinds: group.kinds,
            lookaround,
            within,
        })
    }
}

impl<B: Bits> Query<B> {
    /// Those of some empty squares from which one is found once a piece of the kind has come there.
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

impl Lookaround<Wide> {
    /// The squares on which something is looked for from some squares; more if it is looked for in rows.
    fn reach(&self, from: Wide) -> Wide {
        match self {
            Self::Fixed(set) => *set,
            Self::Here => from,
            Self::Tables(tables) => all_from(tables, from),
            Self::Offsets(offsets) => {
                let forth = offsets.iter().map(|offset| offset.forth(from));
                forth.fold(Wide::EMPTY, |all, one| all | one)
            }
            Self::Enclosed(..) => !Wide::EMPTY,
            Self::Either(ways) => {
                let reach = ways.iter().map(|way| way.reach(from));
                reach.fold(Wide::EMPTY, |all, one| all | one)
            }
        }
    }
}

/// The union of the sets that a table has for some squares.
pub(crate) fn all_from(table: &[Wide], from: Wide) -> Wide {
    let sets = from.squares().filter_map(|square| table.get(usize::from(square)));
    sets.fold(Wide::EMPTY, |all, &set| all | set)
}

impl<B: Bits> Lookaround<B> {
    /// Those of some empty squares from which one of a set is found, or the new piece, if that
    /// counts; the square is then no longer empty.
    fn found(&self, ground: &Ground<'_, B>, (set, counts): (B, bool), squares: B) -> B {
        match self {
            Self::Fixed(fixed) => {
                let there = *fixed & set;
                let here = if counts { squares & *fixed } else { B::EMPTY };
                match there.count() {
                    0 => here,
                    // A single empty square is then filled.
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
                let found = squares.squares().filter(meets);
                found.fold(B::EMPTY, |all, square| all | B::bit(square))
            }
            Self::Offsets(offsets) => {
                let back = offsets.iter().map(|offset| offset.back(set));
                back.fold(B::EMPTY, |all, one| all | one) & squares
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

/// The squares that enclose, with a friend, up to that many enemies in a row, and nothing else.
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

/// The part of an area that can be computed for all squares at once, and other areas in which the squares must be, of which the new piece
/// changes nothing there.
fn parts(area: &Area<Wide>, newcomer: &impl Newcomer) -> Option<(Lookaround<Wide>, Vec<Area<Wide>>)> {
    let side = newcomer.side();
    let Area::Both(areas) = area else {
        return Some((lookaround(area, side)?, Vec::new()));
    };
    let moving = |area: &&Area<Wide>| !matches!(area, Area::Squares(_));
    let at = areas
        .iter()
        .position(|area| moving(&area) && lookaround(area, side).is_some())?;
    let seen = lookaround(&areas[at], side)?;
    let reach = seen.reach(newcomer.zone());
    let mut within = areas.clone();
    within.remove(at);
    let stays = |area: &Area<Wide>| {
        newcomer
            .changes(area)
            .is_some_and(|changed| !changed.meets(reach))
    };
    // The new piece is no longer found as one of them.
    let apart = !reach.meets(newcomer.zone()) && !seen.encloses();
    (apart && within.iter().all(stays)).then_some((seen, within))
}

/// The part of an area that a side sees, if it can be computed for all squares at once.
fn lookaround(area: &Area<Wide>, side: Side) -> Option<Lookaround<Wide>> {
    let us = side.index();
    match area {
        Area::Squares(sets) => Some(Lookaround::Fixed(sets[us])),
        Area::At(Place::Target | Place::Mover | Place::Origin) => Some(Lookaround::Here),
        Area::Around(tables, Place::Target | Place::Mover | Place::Origin) => {
            Some(Lookaround::of_tables(&tables[us]))
        }
        Area::Between(rows, friends) => Lookaround::of_rows(&rows[us], *friends),
        Area::Either(areas) => {
            let ways = areas.iter().map(|area| lookaround(area, side));
            ways.collect::<Option<Vec<_>>>().map(Lookaround::Either)
        }
        _ => None,
    }
}
