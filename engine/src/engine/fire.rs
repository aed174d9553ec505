//! The victims of shots, here or in a hypothetical position. Does not list shots as moves: that is
//! `movegen::shots`.

use super::core::Core;
use super::layout::Layout;
use super::mv::{Move, MoveType};
use super::position::Pos;
use super::shots::{ShotRange, Shots};
use crate::board::{Bits, Square};
use crate::rules::Side;

/// The squares, among some, that a piece reaches with the shots of a tag.
#[inline(always)]
pub(super) fn fire<L: Layout>(
    core: &Core<L>,
    shots: &Shots<L::B>,
    (kind, side): (u8, Side),
    from: Square,
    occupancy: L::B,
    at: L::B,
) -> L::B {
    let mut set = L::B::EMPTY;
    for range in &shots.ranges[side.index()] {
        if range.kinds >> kind & 1 == 0 || !range.most[usize::from(from)].meets(at) {
            continue;
        }
        set |= range.hits(&core.pool, from, occupancy);
    }
    set & at
}

/// The squares, among some, on which an enemy of a kind could be hit by the next shot.
#[inline]
pub(crate) fn shot_squares<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    by: Side,
    occupancy: L::B,
    kind: u8,
    at: L::B,
) -> L::B {
    if !core.has_shots() {
        return L::B::EMPTY;
    }
    let mut firm = L::B::EMPTY;
    let mut resisted = L::B::EMPTY;
    for shots in &core.shots {
        let armed = pos.tags.as_ref()[usize::from(shots.tag)] & pos.sides[by.index()];
        if shots.resisted >> kind & 1 == 1 {
            resisted |= armed;
        } else if !armed.is_empty() {
            each_fire(core, pos, (shots, by), armed, (occupancy, at), |_, hits| {
                firm |= hits
            });
        }
    }
    if !resisted.several() {
        return firm;
    }
    firm | hit_twice(core, pos, by, resisted, occupancy, kind, at)
}

/// The squares, among some, that two of some pieces reach with shots that a kind resists.
#[inline(never)]
fn hit_twice<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    by: Side,
    pieces: L::B,
    occupancy: L::B,
    kind: u8,
    at: L::B,
) -> L::B {
    let (mut once, mut twice) = (L::B::EMPTY, L::B::EMPTY);
    for from in pieces.squares() {
        let shooter = pos.board.as_ref()[usize::from(from)] >> 1;
        let mut reach = L::B::EMPTY;
        for shots in &core.shots {
            if shots.resisted >> kind & 1 == 1 && pos.tags.as_ref()[usize::from(shots.tag)].has(from) {
                reach |= fire(core, shots, (shooter, by), from, occupancy, at);
            }
        }
        twice |= once & reach;
        once |= reach;
    }
    twice
}

/// The pieces, among some, that belong to the kinds of a range.
#[inline(always)]
fn of_range<L: Layout>(core: &Core<L>, pos: &Pos<L>, range: &ShotRange<L::B>, pieces: L::B) -> L::B {
    if range.others.count_ones() < range.kinds.count_ones() {
        pieces & !pos.of_kinds(core, range.others)
    } else {
        pieces & pos.of_kinds(core, range.kinds)
    }
}

/// Calls `each` with the squares, among some, that each of some pieces reaches with the shots of a
/// tag, if it reaches any.
#[inline(always)]
pub(super) fn each_fire<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    (shots, side): (&Shots<L::B>, Side),
    armed: L::B,
    (occupancy, at): (L::B, L::B),
    mut each: impl FnMut(Square, L::B),
) {
    for range in &shots.ranges[side.index()] {
        for from in of_range(core, pos, range, armed).squares() {
            if !range.most[usize::from(from)].meets(at) {
                continue;
            }
            let hits = range.hits(&core.pool, from, occupancy) & at;
            if !hits.is_empty() {
                each(from, hits);
            }
        }
    }
}

/// The pieces that a shot or volley removes.
pub(crate) fn victims<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> L::B {
    let them = pos.enemies(pos.side_to_move);
    match mv.move_type {
        MoveType::Shot => L::B::bit(mv.to),
        MoveType::ShotInPassing => L::B::bit(pos.victim_at(mv.to)),
        MoveType::Volley(tag) => {
            let Some(shots) = core.shots.iter().find(|shots| shots.tag == tag) else {
                return L::B::EMPTY;
            };
            let Some((kind, side)) = pos.piece(mv.from) else {
                return L::B::EMPTY;
            };
            let effective = pos.of_kinds(core, shots.beaten) & them;
            fire(core, shots, (kind, side), mv.from, pos.occupancy(), effective)
        }
        _ => L::B::EMPTY,
    }
}
