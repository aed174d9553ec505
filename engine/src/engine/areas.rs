//! The squares and pieces that conditions and acts of effects mean. Changes nothing.

use super::core::Core;
use super::effect_board::{BoardQuery, MoveContext};
use super::layout::Layout;
use super::position::Pos;
use super::program::{Area, Group, Place, Reach, Row};
use super::tables::Pool;
use super::trial;
use crate::board::{Bits, Square};
use crate::rules::Owner;

impl<L: Layout> Core<L> {
    /// The squares of some pieces.
    pub(super) fn all_of(
        &self,
        groups: &[Group<L::B>],
        context: &MoveContext<L::B>,
        stage: &impl BoardQuery<L>,
    ) -> L::B {
        let pos = stage.pos();
        groups.iter().fold(L::B::EMPTY, |all, group| {
            let mut set = self.owned(pos, group.owner, context);
            if let Some(kinds) = group.kinds {
                set &= self.of_kinds(pos, kinds);
            }
            if set.is_empty() {
                return all;
            }
            all | self.area_within(&group.on, set, context, stage)
        })
    }

    /// Whether one of a group stands on some squares of its area.
    pub(super) fn has_any(
        &self,
        group: &Group<L::B>,
        squares: L::B,
        context: &MoveContext<L::B>,
        view: &impl BoardQuery<L>,
    ) -> bool {
        let pieces = self.owned(view.pos(), group.owner, context) & squares;
        !pieces.is_empty()
            && group
                .kinds
                .is_none_or(|kinds| pieces.meets(self.of_kinds(view.pos(), kinds)))
    }

    /// The pieces of an owner, seen from the side that has moved.
    fn owned(&self, pos: &Pos<L>, owner: Owner, context: &MoveContext<L::B>) -> L::B {
        let side = context.side;
        match owner {
            Owner::Mover => pos.pieces() & context.movers,
            Owner::Any => pos.pieces(),
            Owner::Friend => pos.sides[side.index()],
            Owner::Enemy => pos.sides[side.other().index()],
            Owner::Empty => self.board & !pos.occupancy(),
        }
    }

    /// The squares of an area.
    pub(crate) fn area(
        &self,
        area: &Area<L::B>,
        context: &MoveContext<L::B>,
        stage: &impl BoardQuery<L>,
    ) -> L::B {
        self.area_within(area, !L::B::EMPTY, context, stage)
    }

    /// The squares of `within` that belong to an area; other squares are not worked out.
    fn area_within(
        &self,
        area: &Area<L::B>,
        within: L::B,
        context: &MoveContext<L::B>,
        stage: &impl BoardQuery<L>,
    ) -> L::B {
        if within.is_empty() {
            return within;
        }
        let inside = |area: &Area<L::B>, within: L::B| self.area_within(area, within, context, stage);
        let set = match area {
            Area::Both(list) => list.iter().fold(within, |all, area| inside(area, all)),
            Area::Either(list) => list
                .iter()
                .fold(L::B::EMPTY, |all, area| all | inside(area, within & !all)),
            Area::Except(areas) => {
                let all = inside(&areas[0], within);
                all & !inside(&areas[1], all)
            }
            // Only of these it is asked, which is much less work.
            Area::Mated => trial::mated_pieces(self, stage.pos(), within, stage.still()),
            Area::Attacked => stage.attacked_of(context.entered, within),
            Area::AttackedBy(place) => {
                let pos = stage.pos();
                stage.attacked_of(self.place(*place, pos, context) & pos.pieces(), within)
            }
            Area::AttackedMore(by, weights, in_line) => {
                let by = if *by == Owner::Enemy {
                    context.side.other()
                } else {
                    context.side
                };
                if *in_line {
                    self.attacked_more_in_line(by, weights, within & self.board, stage)
                } else {
                    self.attacked_more(by, weights, stage)
                }
            }
            one => self.simple_area(one, context, stage),
        };
        set & within
    }

    /// The squares of an area that is not made of others.
    fn simple_area(
        &self,
        area: &Area<L::B>,
        context: &MoveContext<L::B>,
        stage: &impl BoardQuery<L>,
    ) -> L::B {
        let (pos, side) = (stage.pos(), context.side.index());
        let each = |place: &Place, f: &dyn Fn(Square) -> L::B| {
            let squares = self.place(*place, pos, context).squares();
            squares.fold(L::B::EMPTY, |all, square| all | f(square))
        };
        match area {
            Area::Squares(sets) => sets[side],
            Area::At(place) => self.place(*place, pos, context),
            Area::Around(tables, place) => each(place, &|s| tables[side][usize::from(s)]),
            Area::Reach(tables, place) => each(place, &|s| tables[side].from(&self.pool, s, pos.occupancy())),
            Area::Headed(tables, winds, place) => {
                let winds = winds.between(context.origin, context.target);
                winds.fold(L::B::EMPTY, |all, wind| {
                    let table = &tables[side][wind];
                    all | each(place, &|s| table.from(&self.pool, s, pos.occupancy()))
                })
            }
            Area::Enclosed(links) => self.enclosed(links, pos),
            Area::Open(links) => pos.pieces() & !self.enclosed(links, pos),
            Area::Between(rows, friends) => {
                let (ours, theirs) = (pos.sides[side], pos.sides[1 - side]);
                let friends = friends.map_or(ours, |kinds| ours & self.of_kinds(pos, kinds));
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
            | Area::Except(_) => self.area(area, context, stage),
        }
    }

    /// The pieces in chains from which nothing leads to an empty square.
    fn enclosed(&self, links: &[Vec<L::B>; 2], pos: &Pos<L>) -> L::B {
        let free = self.board & !pos.occupancy();
        let sides = pos.sides.iter().zip(links);
        sides.fold(L::B::EMPTY, |all, (&pieces, links)| {
            let (mut shut, mut open) = (pieces, free);
            loop {
                let leads = |s: &Square| links[usize::from(*s)].meets(open);
                let freed = shut.squares().filter(leads);
                let freed = freed.fold(L::B::EMPTY, |set, s| set | L::B::bit(s));
                if freed.is_empty() {
                    break all | shut;
                }
                shut &= !freed;
                open = freed;
            }
        })
    }

    /// The squares of a place.
    pub(super) fn place(&self, place: Place, pos: &Pos<L>, context: &MoveContext<L::B>) -> L::B {
        match place {
            Place::Origin => L::B::bit(context.origin),
            Place::Target => L::B::bit(context.target),
            Place::Mover => context.movers,
            Place::Victim => context.hit,
            Place::Walls => pos.closed(),
            Place::Pieces(Owner::Empty, _) => self.owned(pos, Owner::Empty, context),
            Place::Pieces(owner, kinds) => self.owned(pos, owner, context) & self.of_kinds(pos, kinds),
        }
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
