//! The victims of shots, here or in a hypothetical position.

use super::core::Core;
use super::layout::Layout;
use super::mv::{Move, MoveType};
use super::position::Pos;
use super::shots::{Aim, Shots};
use crate::board::{Bits, Square};
use crate::rules::Side;

impl<L: Layout> Core<L> {
    /// Whether tags give shots.
    #[inline(always)]
    pub(crate) fn has_shots(&self) -> bool {
        !self.shots.is_empty()
    }

    /// Which of some squares a piece reaches with the shots of a tag.
    #[inline(always)]
    pub(super) fn fire(
        &self,
        shots: &Shots<L::B>,
        (kind, side): (u8, Side),
        from: Square,
        occupancy: L::B,
        at: L::B,
    ) -> L::B {
        let mut set = L::B::EMPTY;
        for aim in &shots.aims[side.index()] {
            if aim.kinds >> kind & 1 == 0 || !aim.most[usize::from(from)].meets(at) {
                continue;
            }
            set |= aim.hits(&self.pool, from, occupancy);
        }
        set & at
    }

    /// On which of some squares an enemy of a kind could be hit by the next shot.
    #[inline]
    pub(crate) fn shot_squares(&self, pos: &Pos<L>, by: Side, occupancy: L::B, kind: u8, at: L::B) -> L::B {
        if !self.has_shots() {
            return L::B::EMPTY;
        }
        let mut firm = L::B::EMPTY;
        let mut resisted = L::B::EMPTY;
        for shots in &self.shots {
            let armed = pos.tags.as_ref()[usize::from(shots.tag)] & pos.sides[by.index()];
            if shots.resisted >> kind & 1 == 1 {
                resisted |= armed;
            } else if !armed.is_empty() {
                self.each_fire(pos, (shots, by), armed, (occupancy, at), |_, hits| firm |= hits);
            }
        }
        if !resisted.several() {
            return firm;
        }
        firm | self.hit_twice(pos, by, resisted, occupancy, kind, at)
    }

    /// Which of some squares two of some pieces reach with shots that a kind resists.
    #[inline(never)]
    fn hit_twice(&self, pos: &Pos<L>, by: Side, pieces: L::B, occupancy: L::B, kind: u8, at: L::B) -> L::B {
        let (mut once, mut twice) = (L::B::EMPTY, L::B::EMPTY);
        for from in pieces.squares() {
            let shooter = pos.board.as_ref()[usize::from(from)] >> 1;
            let mut reach = L::B::EMPTY;
            for shots in &self.shots {
                if shots.resisted >> kind & 1 == 1 && pos.tags.as_ref()[usize::from(shots.tag)].has(from) {
                    reach |= self.fire(shots, (shooter, by), from, occupancy, at);
                }
            }
            twice |= once & reach;
            once |= reach;
        }
        twice
    }

    /// Those of some pieces that are of the kinds of an aim.
    #[inline(always)]
    fn of_aim(&self, pos: &Pos<L>, aim: &Aim<L::B>, pieces: L::B) -> L::B {
        if aim.others.count_ones() < aim.kinds.count_ones() {
            pieces & !self.of_kinds(pos, aim.others)
        } else {
            pieces & self.of_kinds(pos, aim.kinds)
        }
    }

    /// Calls `each` with the squares that those of some pieces reach with the shots of a tag, among
    /// some squares, if they reach any.
    #[inline(always)]
    pub(super) fn each_fire(
        &self,
        pos: &Pos<L>,
        (shots, side): (&Shots<L::B>, Side),
        armed: L::B,
        (occupancy, at): (L::B, L::B),
        mut each: impl FnMut(Square, L::B),
    ) {
        for aim in &shots.aims[side.index()] {
            for from in self.of_aim(pos, aim, armed).squares() {
                if !aim.most[usize::from(from)].meets(at) {
                    continue;
                }
                let hits = aim.hits(&self.pool, from, occupancy) & at;
                if !hits.is_empty() {
                    each(from, hits);
                }
            }
        }
    }

    /// The pieces that a shot or volley removes.
    pub(crate) fn victims(&self, pos: &Pos<L>, mv: Move) -> L::B {
        let them = pos.sides[pos.side_to_move.other().index()];
        match mv.move_type {
            MoveType::Shot => L::B::bit(mv.to),
            MoveType::ShotInPassing => L::B::bit(pos.victim_at(mv.to)),
            MoveType::Volley(tag) => {
                let Some(shots) = self.shots.iter().find(|shots| shots.tag == tag) else {
                    return L::B::EMPTY;
                };
                let Some((kind, side)) = pos.piece(mv.from) else {
                    return L::B::EMPTY;
                };
                let effective = self.of_kinds(pos, shots.beaten) & them;
                self.fire(shots, (kind, side), mv.from, pos.occupancy(), effective)
            }
            _ => L::B::EMPTY,
        }
    }
}
