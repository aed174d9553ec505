//! Promotions: which, to what, and whether they are safe.

use super::Generator;
use super::sink::Sink;
use crate::board::{Bits, Square};
use crate::engine::core::{Mover, NONE};
use crate::engine::layout::Layout;
use crate::engine::position::{Deed, Move};
use crate::engine::promotions::Promote;
use arrayvec::ArrayVec;

impl<L: Layout> Generator<'_, L> {
    #[inline(never)]
    pub(super) fn promoting<S: Sink<L>>(&self, mover: &Mover<L>, from: Square, targets: L::B, sink: &mut S) {
        for to in targets.squares() {
            let captures = self.pos.sides[self.us.other().index()].has(to);
            let mv = Move::new(from, to, Deed::Plain);
            self.with_promotions(mover, mv, captures, &mut |mv| {
                if self.is_safe_promotion(mv) {
                    sink.one(mv);
                }
            });
        }
    }

    /// A new royal must be safe where it stands, a new piece may change powers; other promotions change nothing about safety.
    #[inline(always)]
    pub(super) fn is_safe_promotion(&self, mv: Move) -> bool {
        let us = self.us.index();
        let matters = |kind: u8| self.core.royals[us].contains(&kind) || self.core.is_counted(kind);
        let special = mv.promotion != NONE && matters(mv.promotion);
        let tested =
            special || self.core.restrictions.no_check[us] || (L::RICH && self.core.must_part(self.pos));
        !tested || self.is_legal(mv)
    }

    /// What a promotion may give now: the last royal stays one.
    pub(super) fn choices(&self, mover: &Mover<L>, promotion: &Promote<L>, kinds: &mut ArrayVec<u8, 64>) {
        let (core, us) = (self.core, self.us);
        let ours = self.pos.sides[us.index()];
        let last = mover.royal && !self.pos.royals(core, us).several();
        for (&kind, &limit) in promotion.to.iter().zip(&promotion.limits) {
            let free = limit == u32::MAX || (self.pos.kind(kind) & ours).count() < limit;
            let stays = !last || core.royals[us.index()].contains(&kind);
            if free && stays && !kinds.is_full() {
                kinds.push(kind);
            }
        }
    }

    /// A single move with each promotion that it brings, and without, if it may stay what it is.
    pub(super) fn with_promotions(
        &self,
        mover: &Mover<L>,
        mv: Move,
        captures: bool,
        give: &mut impl FnMut(Move),
    ) {
        let mut stays = true;
        if mover.promotion_squares.has(mv.to) && !(L::RICH && self.safety.untested) {
            for promotion in &mover.promotions {
                if !promotion.applies(mv.from, mv.to, captures) {
                    continue;
                }
                if promotion.mandatory.has(mv.to) {
                    stays = false;
                }
                let mut kinds: ArrayVec<u8, 64> = ArrayVec::new();
                self.choices(mover, promotion, &mut kinds);
                for kind in kinds {
                    give(Move {
                        promotion: kind,
                        ..mv
                    });
                }
            }
        }
        if stays {
            give(mv);
        }
    }

    pub(super) fn in_place<S: Sink<L>>(&self, mover: &Mover<L>, pieces: L::B, sink: &mut S) {
        if L::RICH && self.safety.untested {
            return;
        }
        for promotion in &mover.promotions {
            let standing = pieces & promotion.in_place();
            if standing.is_empty() {
                continue;
            }
            let mut kinds: ArrayVec<u8, 64> = ArrayVec::new();
            self.choices(mover, promotion, &mut kinds);
            for from in standing.squares() {
                for &kind in &kinds {
                    let mv = Move {
                        promotion: kind,
                        ..Move::new(from, from, Deed::InPlace)
                    };
                    if self.is_legal(mv) {
                        sink.one(mv);
                    }
                }
            }
        }
    }
}
