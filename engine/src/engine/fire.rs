//! What shots hit, here or in a position that is only thought of.

use super::core::Core;
use super::layout::Layout;
use super::position::{Deed, Move, Pos};
use super::shots::Shots;
use crate::board::{Bits, Square};
use crate::rules::Side;

impl<L: Layout> Core<L> {
    /// Whether tags give shots.
    #[inline(always)]
    pub(crate) fn has_shots(&self) -> bool {
        !self.shots.is_empty()
    }

    /// The squares that a piece reaches with the shots of a tag.
    #[inline(always)]
    pub(super) fn fire(&self, shots: &Shots<L>, kind: u8, side: Side, from: Square, occupancy: L::B) -> L::B {
        let mut set = L::B::EMPTY;
        for aim in &shots.aims[side.index()] {
            if aim.kinds >> kind & 1 == 0 {
                continue;
            }
            if !aim.leap.is_empty() {
                set |= aim.leap[usize::from(from)];
            }
            if let Some(rays) = &aim.rays {
                set |= rays.targets(&self.pool, from, occupancy);
            }
        }
        set
    }

    /// All squares on which an enemy of a kind could be hit by the next shot.
    #[inline]
    pub(crate) fn shot_squares(&self, pos: &Pos<L>, by: Side, occupancy: L::B, kind: u8) -> L::B {
        if !self.has_shots() {
            return L::B::EMPTY;
        }
        let (mut firm, mut once, mut twice) = (L::B::EMPTY, L::B::EMPTY, L::B::EMPTY);
        for from in pos.sides[by.index()].squares() {
            let shooter = pos.board.as_ref()[usize::from(from)] >> 1;
            let mut reach = L::B::EMPTY;
            for shots in &self.shots {
                if pos.tags.as_ref()[usize::from(shots.tag)].has(from) {
                    let squares = self.fire(shots, shooter, by, from, occupancy);
                    if shots.resisted >> kind & 1 == 0 {
                        firm |= squares;
                    } else {
                        reach |= squares;
                    }
                }
            }
            twice |= once & reach;
            once |= reach;
        }
        firm | twice
    }

    /// What a shot or volley removes.
    pub(crate) fn victims(&self, pos: &Pos<L>, mv: Move) -> L::B {
        let them = pos.sides[pos.turn.other().index()];
        match mv.deed {
            Deed::Shot => L::B::bit(mv.to),
            Deed::ShotInPassing => L::B::bit(pos.victim_at(mv.to)),
            Deed::Volley(tag) => {
                let Some(shots) = self.shots.iter().find(|shots| shots.tag == tag) else {
                    return L::B::EMPTY;
                };
                let Some((kind, side)) = pos.piece(mv.from) else {
                    return L::B::EMPTY;
                };
                let effective = self.of_kinds(pos, shots.beaten) & them;
                self.fire(shots, kind, side, mv.from, pos.occupancy()) & effective
            }
            _ => L::B::EMPTY,
        }
    }
}
