//! The squares and pieces that conditions and acts of effects name. Does not change the board: acts
//! are carried out in `follow`.

use super::core::Core;
use super::effect_board::{BoardQuery, MoveContext};
use super::layout::Layout;
use super::position::Pos;
use super::tables::Pool;
use super::terms::{Area, Group, Place, Reach, Row};
use super::trial;
use crate::board::{Bits, Square, union};
use crate::engine::majority;
use crate::rules::{BySide, Owner};

/// The squares of some pieces.
pub(crate) fn all_of<L: Layout>(
    core: &Core<L>,
    groups: &[Group<L::B>],
    context: &MoveContext<L::B>,
    stage: &dyn BoardQuery<L>,
) -> L::B {
    let pos = stage.pos();
    let mut all = L::B::EMPTY;
    for group in groups {
        let mut set = owned(core, pos, group.owner, context);
        if let Some(kinds) = group.kinds {
            set &= pos.of_kinds(core, kinds);
        }
        if !set.is_empty() {
            all |= area_within(core, &group.on, set, context, stage);
        }
    }
    all
}

/// Whether a piece of a group stands on some squares of its area.
pub(super) fn has_any<L: Layout>(
    core: &Core<L>,
    group: &Group<L::B>,
    squares: L::B,
    context: &MoveContext<L::B>,
    view: &dyn BoardQuery<L>,
) -> bool {
    let pieces = owned(core, view.pos(), group.owner, context) & squares;
    !pieces.is_empty()
        && group
            .kinds
            .is_none_or(|kinds| pieces.meets(view.pos().of_kinds(core, kinds)))
}

/// The pieces of an owner, seen from the side that has moved.
pub(super) fn owned<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    owner: Owner,
    context: &MoveContext<L::B>,
) -> L::B {
    let side = context.side;
    match owner {
        Owner::Mover => pos.pieces() & context.movers,
        Owner::Any => pos.pieces(),
        Owner::Friend => pos.sides[side.index()],
        Owner::Enemy => pos.enemies(side),
        Owner::Empty => core.board & !pos.occupancy(),
    }
}

/// The squares of any of some areas.
pub(crate) fn squares_in_any<L: Layout>(
    core: &Core<L>,
    areas: &[Area<L::B>],
    context: &MoveContext<L::B>,
    stage: &dyn BoardQuery<L>,
) -> L::B {
    union(areas, |area| squares_in(core, area, context, stage))
}

/// The squares of an area.
pub(crate) fn squares_in<L: Layout>(
    core: &Core<L>,
    area: &Area<L::B>,
    context: &MoveContext<L::B>,
    stage: &dyn BoardQuery<L>,
) -> L::B {
    area_within(core, area, !L::B::EMPTY, context, stage)
}

/// The squares of `within` that belong to an area; other squares are not computed.
pub(super) fn area_within<L: Layout>(
    core: &Core<L>,
    area: &Area<L::B>,
    within: L::B,
    context: &MoveContext<L::B>,
    stage: &dyn BoardQuery<L>,
) -> L::B {
    if within.is_empty() {
        return within;
    }
    let inside = |area: &Area<L::B>, within: L::B| area_within(core, area, within, context, stage);
    let set = match area {
        Area::Both(list) => {
            let mut all = within;
            for area in list {
                all = inside(area, all);
            }
            all
        }
        Area::Either(list) => {
            let mut all = L::B::EMPTY;
            for area in list {
                all |= inside(area, within & !all);
            }
            all
        }
        Area::Except(areas) => {
            let all = inside(&areas[0], within);
            all & !inside(&areas[1], all)
        }
        // Only these squares are computed, which is much less work.
        Area::Mated => trial::mated_pieces(core, stage.pos(), within, stage.still()),
        Area::Attacked => stage.attacked_of(context.entered, within),
        Area::AttackedBy(place) => {
            let pos = stage.pos();
            stage.attacked_of(squares_of(core, *place, pos, context) & pos.pieces(), within)
        }
        Area::AttackedMore(by, weights, in_line) => {
            let by = if *by == Owner::Enemy {
                context.side.other()
            } else {
                context.side
            };
            if *in_line {
                majority::attacked_more_in_line(core, by, weights, within & core.board, stage)
            } else {
                majority::attacked_more(by, weights, within & core.board, stage)
            }
        }
        one => simple_area(core, one, context, stage),
    };
    set & within
}

/// The squares of an area that is not made of others.
fn simple_area<L: Layout>(
    core: &Core<L>,
    area: &Area<L::B>,
    context: &MoveContext<L::B>,
    stage: &dyn BoardQuery<L>,
) -> L::B {
    let (pos, side) = (stage.pos(), context.side);
    let each = |place: &Place, f: &dyn Fn(Square) -> L::B| {
        let squares = squares_of(core, *place, pos, context).squares();
        union(squares, f)
    };
    match area {
        Area::Squares(sets) => sets[side],
        Area::At(place) => squares_of(core, *place, pos, context),
        Area::Around(tables, place) => each(place, &|s| tables[side][usize::from(s)]),
        Area::Reach(tables, place) => each(place, &|s| tables[side].from(&core.pool, s, pos.occupancy())),
        Area::Headed(tables, winds, place) => union(winds.between(context.origin, context.target), |wind| {
            let table = &tables[side][wind];
            each(place, &|s| table.from(&core.pool, s, pos.occupancy()))
        }),
        Area::Enclosed(links) => enclosed(core, links, pos),
        Area::Open(links) => pos.pieces() & !enclosed(core, links, pos),
        Area::Between(rows, friends) => {
            let (ours, theirs) = (pos.sides[side], pos.enemies(side));
            let friends = friends.map_or(ours, |kinds| ours & pos.of_kinds(core, kinds));
            each(&Place::Mover, &|s| {
                Row::closed(&rows[side][usize::from(s)], theirs, friends)
            })
        }
        Area::Mated
        | Area::AttackedMore(..)
        | Area::Attacked
        | Area::AttackedBy(_)
        | Area::Both(_)
        | Area::Either(_)
        | Area::Except(_) => squares_in(core, area, context, stage),
    }
}

/// The pieces in chains from which nothing leads to an empty square.
fn enclosed<L: Layout>(core: &Core<L>, links: &BySide<Vec<L::B>>, pos: &Pos<L>) -> L::B {
    let free = core.board & !pos.occupancy();
    let sides = pos.sides.iter().zip(links);
    sides.fold(L::B::EMPTY, |all, (&pieces, links)| {
        let (mut shut, mut open) = (pieces, free);
        loop {
            let leads = |s: &Square| links[usize::from(*s)].meets(open);
            let freed = shut.squares().filter(leads);
            let freed = union(freed, L::B::bit);
            if freed.is_empty() {
                break all | shut;
            }
            shut &= !freed;
            open = freed;
        }
    })
}

/// The squares of a place.
pub(super) fn squares_of<L: Layout>(
    core: &Core<L>,
    place: Place,
    pos: &Pos<L>,
    context: &MoveContext<L::B>,
) -> L::B {
    match place {
        Place::Origin => L::B::bit(context.origin),
        Place::Target => L::B::bit(context.target),
        Place::Mover => context.movers,
        Place::Victim => context.hit,
        Place::Walls => pos.closed(),
        Place::Pieces(Owner::Empty, _) => owned(core, pos, Owner::Empty, context),
        Place::Pieces(owner, kinds) => owned(core, pos, owner, context) & pos.of_kinds(core, kinds),
    }
}

impl<B: Bits> Reach<B> {
    /// All ends from a square.
    pub(crate) fn from(&self, pool: &Pool<B>, square: Square, occupancy: B) -> B {
        let leap = self.leap.get(usize::from(square)).copied().unwrap_or(B::EMPTY);
        let rays = self.rays.as_ref();
        leap | rays.map_or(B::EMPTY, |rays| rays.targets(pool, square, occupancy))
    }
}
