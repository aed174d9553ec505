//! Compiles conditions on drops so that they can be tested for all squares at once. Knows no
//! positions.

use super::Wide;
use super::newcomer::{Newcomer, all_from};
use crate::board::{Bits, Square, union};
use crate::engine::lookaround::{BulkCondition, Lookaround, Query};
use crate::engine::rows::Offset;
use crate::engine::terms::{Area, Group, Place, Proviso, Row};
use crate::rules::{Owner, Side};

/// With more offsets than this, a set of squares is tested square by square.
const MAX_OFFSETS: usize = 24;

/// The condition on drops; `None` if all of it must be tested with the piece on its square.
pub(super) fn bulk_condition(
    condition: &Proviso<Wide>,
    newcomer: &Newcomer<'_>,
) -> Option<BulkCondition<Wide>> {
    let mut some = false;
    let mut parted = |groups: &[Group<Wide>]| {
        let (mut queries, mut apart) = (Vec::new(), Vec::new());
        for group in groups {
            match query(group, newcomer) {
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
    some.then_some(BulkCondition {
        present,
        absent,
        apart,
    })
}

/// The query for a group; `None` if it must be tested with the piece on its square.
fn query(group: &Group<Wide>, newcomer: &Newcomer<'_>) -> Option<Query<Wide>> {
    let (lookaround, within) = parts(&group.on, newcomer)?;
    // An enclosed piece is an enemy of any kind.
    let all_enemies = group.kinds.is_none() && matches!(group.owner, Owner::Enemy | Owner::Any);
    let told = group.owner != Owner::Mover && (all_enemies || !encloses(&lookaround));
    told.then_some(Query {
        owner: group.owner,
        kinds: group.kinds,
        lookaround,
        within,
    })
}

/// The part of an area that can be computed for all squares at once, and its other parts. `None` if
/// the new piece changes those on the squares in question.
fn parts(area: &Area<Wide>, newcomer: &Newcomer<'_>) -> Option<(Lookaround<Wide>, Vec<Area<Wide>>)> {
    let side = newcomer.side;
    let Area::Both(areas) = area else {
        return Some((lookaround(area, side)?, Vec::new()));
    };
    let moving = |area: &&Area<Wide>| !matches!(area, Area::Squares(_));
    let at = areas
        .iter()
        .position(|area| moving(&area) && lookaround(area, side).is_some())?;
    let seen = lookaround(&areas[at], side)?;
    let reach = reach(&seen, newcomer.zone);
    let mut within = areas.clone();
    within.remove(at);
    let stays = |area: &Area<Wide>| {
        newcomer
            .changes(area)
            .is_some_and(|changed| !changed.meets(reach))
    };
    // The new piece is no longer found as one of them.
    let apart = !reach.meets(newcomer.zone) && !encloses(&seen);
    (apart && within.iter().all(stays)).then_some((seen, within))
}

/// The part of an area that a side sees, if it can be computed for all squares at once.
fn lookaround(area: &Area<Wide>, side: Side) -> Option<Lookaround<Wide>> {
    let us = side.index();
    match area {
        Area::Squares(sets) => Some(Lookaround::Fixed(sets[us])),
        Area::At(Place::Target | Place::Mover | Place::Origin) => Some(Lookaround::Here),
        Area::Around(tables, Place::Target | Place::Mover | Place::Origin) => Some(of_tables(&tables[us])),
        Area::Between(rows, friends) => of_rows(&rows[us], *friends),
        Area::Either(areas) => {
            let ways = areas.iter().map(|area| lookaround(area, side));
            ways.collect::<Option<Vec<_>>>().map(Lookaround::Either)
        }
        _ => None,
    }
}

/// Whether it searches in rows.
fn encloses(lookaround: &Lookaround<Wide>) -> bool {
    match lookaround {
        Lookaround::Enclosed(..) => true,
        Lookaround::Either(ways) => ways.iter().any(encloses),
        Lookaround::Fixed(_) | Lookaround::Here | Lookaround::Tables(_) | Lookaround::Offsets(_) => false,
    }
}

/// The squares that tables name, as offsets if those are few.
fn of_tables(tables: &[Wide]) -> Lookaround<Wide> {
    let mut offsets = Vec::new();
    for (from, squares) in tables.iter().enumerate() {
        for to in squares.squares() {
            // The new piece does not find itself as another piece.
            if usize::from(to) == from {
                return Lookaround::Tables(tables.to_vec());
            }
            Offset::add(&mut offsets, from as Square, to);
            if offsets.len() > MAX_OFFSETS {
                return Lookaround::Tables(tables.to_vec());
            }
        }
    }
    Lookaround::Offsets(offsets)
}

/// Rows that continue straight on by the same offset wherever they begin; `None` if some do not.
fn of_rows(rows: &[Vec<Row<Wide>>], friends: Option<u64>) -> Option<Lookaround<Wide>> {
    let mut offsets: Vec<Offset<Wide>> = Vec::new();
    for (from, rows) in rows.iter().enumerate() {
        for row in rows.iter().filter(|row| row.squares.count() == 1) {
            let next = row.squares.lowest();
            Offset::add(&mut offsets, from as Square, next);
            Offset::add(&mut offsets, next, row.behind);
        }
    }
    let longest = |offset: &Offset<Wide>| {
        let all = rows.iter().enumerate().flat_map(|(from, rows)| {
            let along = move |row: &&Row<Wide>| {
                let first = offset.next(from as Square);
                first.is_some_and(|first| row.squares.has(first))
            };
            rows.iter().filter(along).map(|row| row.squares.count())
        });
        all.max().unwrap_or(0)
    };
    let offsets: Vec<(Offset<Wide>, u32)> = offsets.iter().map(|offset| (*offset, longest(offset))).collect();
    let alike = |(from, rows): (usize, &Vec<Row<Wide>>)| {
        let straight = offsets
            .iter()
            .flat_map(|(offset, most)| straight(offset, *most, from as Square));
        let mut straight: Vec<(Wide, Square)> = straight.collect();
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
        .then_some(Lookaround::Enclosed(offsets, friends))
}

/// The squares that a search from some squares looks at; more if it searches in rows.
fn reach(lookaround: &Lookaround<Wide>, from: Wide) -> Wide {
    match lookaround {
        Lookaround::Fixed(set) => *set,
        Lookaround::Here => from,
        Lookaround::Tables(tables) => all_from(tables, from),
        Lookaround::Offsets(offsets) => {
            let forth = offsets.iter().map(|offset| offset.forth(from));
            union(forth, |one| one)
        }
        Lookaround::Enclosed(..) => !Wide::EMPTY,
        Lookaround::Either(ways) => {
            let each = ways.iter().map(|way| reach(way, from));
            union(each, |one| one)
        }
    }
}

/// The rows of up to that many squares that lead straight on from a square, with the square behind
/// each.
fn straight(offset: &Offset<Wide>, most: u32, from: Square) -> Vec<(Wide, Square)> {
    let (mut squares, mut rows) = (Wide::EMPTY, Vec::new());
    let mut at = offset.next(from);
    while let Some(square) = at {
        // On a board that closes round they would never end.
        if squares.count() == most || squares.has(square) {
            break;
        }
        squares |= Wide::bit(square);
        at = offset.next(square);
        if let Some(behind) = at {
            rows.push((squares, behind));
        }
    }
    rows
}
