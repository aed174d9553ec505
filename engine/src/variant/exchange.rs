//! The result of exchanges, the reach of pieces and the work that rules ask for, in one layout.
//! Does not know how good a position is: values come from the caller.

use crate::board::{Bits, Square};
use crate::engine::apply;
use crate::engine::attacks;
use crate::engine::compiled::{NONE, Shape};
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::engine::mv::Move;
use crate::engine::position::Pos;
use crate::engine::powers;
use crate::engine::powers::Powers;
use crate::rules::{BySide, Side};
use smallvec::SmallVec;

/// The work needed to find the legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Footprint {
    /// Pieces only move: moves are judged by sets of squares.
    Plain,
    /// The consequences of a move are known before it is made: all moves or most are judged by sets
    /// of squares.
    Known,
    /// Moves with consequences, or after which powers change, are made and tested.
    Made,
    /// Every move is made, and all answers of the other side are examined: royals are attacked by
    /// turns.
    Turns,
    /// Hooks, or rules whose pieces act together, take part in each turn.
    Mechanics,
}

/// The reach of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The piece's square.
    pub square: Square,
    /// The index in the ruleset's pieces.
    pub kind: usize,
    /// The piece's owner.
    pub side: Side,
    /// The number of squares to which it could move, or on which it could capture, by plain moves,
    /// safe or not.
    pub moves: u32,
    /// The number of them that are squares of the opponent's royals or next to those.
    pub at_royals: u32,
}

/// Calls `f` with the reach of each piece of a side.
pub(super) fn reach<L: Layout>(core: &Core<L>, pos: &Pos<L>, side: Side, f: &mut impl FnMut(Reach)) {
    let own = pos.sides[side.index()];
    let (occupancy, walls) = (pos.occupancy(), pos.closed());
    let royals = pos.enemy_royals(core, side).squares();
    let zone = royals.fold(L::B::EMPTY, |zone, s| {
        zone | L::B::bit(s) | core.relating.near[usize::from(s)]
    });
    for mover in &core.moving.movers[side.index()] {
        if mover.shape == Shape::Jumper || !mover.when.is_always() || mover.filtered {
            continue;
        }
        for from in (pos.kind(mover.kind) & own).squares() {
            let mut targets = L::B::EMPTY;
            for (leaps, rays, filter) in [
                (&mover.leap_both, &mover.ray_both, !own & !walls),
                (&mover.leap_quiet, &mover.ray_quiet, !occupancy),
                (&mover.leap_capture, &mover.ray_capture, occupancy & !own & !walls),
            ] {
                if let Some(&leaps) = leaps.get(usize::from(from)) {
                    targets |= leaps & filter;
                }
                if let Some(rays) = rays {
                    targets |= rays.targets(&core.pool, from, occupancy) & filter;
                }
            }
            f(Reach {
                square: from,
                kind: usize::from(mover.kind),
                side,
                moves: targets.count(),
                at_royals: (targets & zone).count(),
            });
        }
    }
}

/// [`crate::Variant::static_exchange`] in one layout.
pub(super) fn exchange<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move, values: &[BySide<i32>]) -> i32 {
    let us = pos.side_to_move;
    let worth = |(kind, side): (u8, Side)| values[usize::from(kind)][side.index()];
    let after = apply::after(core, pos, mv);
    let mut first = 0;
    for gone in (pos.enemies(us) & !after.enemies(us)).squares() {
        first += pos.piece(gone).map_or(0, worth);
    }
    let there = after.piece(mv.to).filter(|&(_, side)| side == us);
    let Some((kind, _)) = there.filter(|_| mv.to != NONE && !mv.is_shot()) else {
        return first;
    };
    if mv.from != mv.to {
        let before = pos.piece(mv.from).filter(|&(_, side)| side == us);
        first += worth((kind, us)) - before.map_or(0, worth);
    }
    let mut exchange = Exchange {
        core,
        powers: powers::powers_of_both(core, &after),
        left: after.sides,
        occupancy: after.occupancy(),
        square: mv.to,
        pos: &after,
        values,
    };
    let mut gains: SmallVec<[i32; 32]> = SmallVec::new();
    gains.push(first);
    let (mut on_square, mut by) = (worth((kind, us)), us.other());
    while let Some((from, kind)) = exchange.least(by) {
        gains.push(on_square - gains[gains.len() - 1]);
        exchange.occupancy &= !L::B::bit(from);
        exchange.left[by.index()] &= !L::B::bit(from);
        on_square = worth((kind, by));
        by = by.other();
    }
    while let Some(last) = gains.pop() {
        match gains.last_mut() {
            Some(before) => *before = (*before).min(-last),
            None => return last,
        }
    }
    first
}

/// The pieces that can still capture on a square.
struct Exchange<'a, L: Layout> {
    core: &'a Core<L>,
    pos: &'a Pos<L>,
    powers: BySide<Powers<L>>,
    left: BySide<L::B>,
    occupancy: L::B,
    square: Square,
    values: &'a [BySide<i32>],
}

impl<L: Layout> Exchange<'_, L> {
    fn attacks(&self, by: Side, attackers: L::B) -> bool {
        let powers = &self.powers[by.index()];
        let occupancy = self.occupancy | L::B::bit(self.square);
        attacks::attacked(
            self.core,
            self.pos,
            by,
            self.square,
            occupancy,
            attackers,
            true,
            powers,
        )
    }

    /// The cheapest piece of a side that can capture. A royal captures only unprotected pieces.
    fn least(&self, by: Side) -> Option<(Square, u8)> {
        let left = self.left[by.index()];
        if !self.attacks(by, left) {
            return None;
        }
        let mut kinds: SmallVec<[(i32, u8); 16]> = SmallVec::new();
        for kind in 0..self.values.len() as u8 {
            if self.pos.kind(kind).meets(left) {
                let value = self.values[usize::from(kind)][by.index()];
                let place = kinds.partition_point(|(other, _)| *other <= value);
                kinds.insert(place, (value, kind));
            }
        }
        for (_, kind) in kinds {
            let pieces = self.pos.kind(kind) & left;
            if !self.attacks(by, pieces) {
                continue;
            }
            let from = pieces.squares().find(|&s| self.attacks(by, L::B::bit(s)))?;
            let royal = self.core.royalty.kinds[by.index()].contains(&kind);
            if royal && self.attacks(by.other(), self.left[by.other().index()]) {
                return None;
            }
            return Some((from, kind));
        }
        None
    }
}

pub(super) fn footprint<L: Layout>(core: &Core<L>) -> Footprint {
    let program = &core.program;
    let unknown = || core.traits.explodes == [false; Side::COUNT] && program.has_unpredicted();
    if !core.is_rich() {
        Footprint::Plain
    } else if core.attacking.by_any_means {
        Footprint::Turns
    } else if core.traits.always_legal == [true; Side::COUNT]
        && program.chains.is_empty()
        && core.control.is_none()
    {
        Footprint::Known
    } else if has_relations(core)
        || core.control.is_some()
        || !program.chains.is_empty()
        || program.ends_matter
        || program.after_drops
        || unknown()
    {
        Footprint::Made
    } else {
        Footprint::Known
    }
}

/// Whether powers depend on the pieces on the board.
fn has_relations<L: Layout>(core: &Core<L>) -> bool {
    core.attacking.change_with_powers
        || core.attacking.filter_kinds
        || !core.relating.relations.is_empty()
        || !core.relating.neighbour_counts.is_empty()
}
