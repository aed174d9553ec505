//! Promotions: the moves, the new kinds, and their safety. Does not know the zones: those are
//! compiled in `promotions`.

use super::Generator;
use super::sink::Sink;
use crate::board::{Bits, Square};
use crate::engine::apply;
use crate::engine::areas;
use crate::engine::attacks;
use crate::engine::compiled::{Mover, NONE};
use crate::engine::core::Core;
use crate::engine::effect_board::{MoveContext, ReadOnlyBoard};
use crate::engine::follow;
use crate::engine::layout::Layout;
use crate::engine::legality;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::powers;
use crate::engine::promotions::Promote;
use crate::engine::terms::Proviso;
use crate::rules::RoyalRule;
use arrayvec::ArrayVec;

impl<L: Layout> Generator<'_, L> {
    #[inline(never)]
    pub(super) fn promoting<S: Sink<L>>(
        &self,
        mover: &Mover<L::B>,
        from: Square,
        targets: L::B,
        sink: &mut S,
    ) {
        if sink.counts() && !self.tests_promotions() {
            return self.count_promotions(mover, from, targets, sink);
        }
        for to in targets.squares() {
            let captures = self.pos.enemies(self.us).has(to);
            let mv = Move::new(from, to, MoveType::Plain);
            self.with_promotions(mover, mv, captures, &mut |mv| {
                if self.is_safe_promotion(mv) {
                    sink.one(mv);
                }
            });
        }
    }

    /// The same for a sink that only counts: the promotions to each kind are counted together.
    fn count_promotions<S: Sink<L>>(&self, mover: &Mover<L::B>, from: Square, targets: L::B, sink: &mut S) {
        let mut stays = targets;
        if L::RICH && !self.safety.purpose.names_promotions() {
            return sink.targets(from, targets);
        }
        let theirs = self.pos.enemies(self.us);
        for (number, promotion) in mover.promotions.iter().enumerate() {
            let all = promotion.ends_from(from, theirs) & targets;
            if all.is_empty() {
                continue;
            }
            stays &= !(all & promotion.mandatory);
            let mut kinds: ArrayVec<u8, 64> = ArrayVec::new();
            self.choices(mover, promotion, &mut kinds);
            for kind in kinds {
                let ends = self.not_given_before(mover, number, kind, (from, theirs), all);
                if !self.is_special(from, kind) {
                    sink.targets(from, ends);
                    continue;
                }
                for to in ends.squares() {
                    let mv = Move {
                        promotion: kind,
                        ..Move::new(from, to, MoveType::Plain)
                    };
                    if self.is_legal(mv) {
                        sink.one(mv);
                    }
                }
            }
        }
        sink.targets(from, stays);
    }

    /// The ends at which no earlier promotion gives the same kind: each move is listed once.
    fn not_given_before(
        &self,
        mover: &Mover<L::B>,
        number: usize,
        kind: u8,
        (from, theirs): (Square, L::B),
        ends: L::B,
    ) -> L::B {
        mover.promotions[..number].iter().fold(ends, |ends, earlier| {
            let mut kinds: ArrayVec<u8, 64> = ArrayVec::new();
            self.choices(mover, earlier, &mut kinds);
            if kinds.contains(&kind) {
                ends & !earlier.ends_from(from, theirs)
            } else {
                ends
            }
        })
    }

    /// Whether the promotion of a move leaves the royals safe. A new royal must be safe on its
    /// square, and a new piece may change powers. If not all royals must be safe, their number
    /// matters. Other promotions change nothing about safety.
    #[inline(always)]
    pub(super) fn is_safe_promotion(&self, mv: Move) -> bool {
        let special = mv.promotion != NONE && self.is_special(mv.from, mv.promotion);
        !(special || self.tests_promotions()) || self.is_legal(mv)
    }

    /// Whether safety depends on the piece on a square becoming another kind.
    #[inline(always)]
    fn is_special(&self, from: Square, kind: u8) -> bool {
        let (core, us) = (self.core, self.us.index());
        let royal = |kind: u8| core.royalty.kinds[us].contains(&kind);
        let was_royal = || self.pos.piece(from).is_some_and(|(kind, _)| royal(kind));
        royal(kind)
            || powers::is_counted(core, kind)
            || (core.royalty.rule[us] != RoyalRule::All && was_royal())
    }

    /// Whether all moves that may promote are tested.
    #[inline(always)]
    fn tests_promotions(&self) -> bool {
        let core = self.core;
        core.program.enthrones
            || core.restrictions.bans_any(self.us)
            || (L::RICH && legality::must_part(core, self.pos))
    }

    /// Adds the present choices of a promotion that are not listed yet. The last royal stays royal,
    /// unless the move's consequences may bring another one.
    pub(super) fn choices(
        &self,
        mover: &Mover<L::B>,
        promotion: &Promote<L::B>,
        kinds: &mut ArrayVec<u8, 64>,
    ) {
        let (core, us) = (self.core, self.us);
        let ours = self.pos.sides[us.index()];
        let last = mover.royal && !core.program.enthrones && !self.pos.royals(core, us).several();
        for (kind, limit, held) in promotion.kinds() {
            let free = limit == u32::MAX || (self.pos.kind(kind) & ours).count() < limit;
            let stays = !last || core.royalty.kinds[us.index()].contains(&kind);
            let there = held.is_none_or(|side| self.pos.is_held(side, kind));
            if free && stays && there && !kinds.is_full() && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }

    /// A single move with each promotion that it brings, and without one if the piece may keep its
    /// kind.
    pub(super) fn with_promotions(
        &self,
        mover: &Mover<L::B>,
        mv: Move,
        captures: bool,
        give: &mut dyn FnMut(Move),
    ) {
        let mut stays = true;
        if mover.promotion_squares.has(mv.to) && (!L::RICH || self.safety.purpose.names_promotions()) {
            let mut kinds: ArrayVec<u8, 64> = ArrayVec::new();
            let applies = |promotion: &&Promote<L::B>| promotion.applies(mv.from, mv.to, captures);
            for promotion in mover.promotions.iter().filter(applies) {
                stays &= !promotion.mandatory.has(mv.to);
                self.choices(mover, promotion, &mut kinds);
            }
            for promotion in kinds {
                give(Move { promotion, ..mv });
            }
        }
        if stays {
            give(mv);
        }
    }

    pub(super) fn in_place(&self, mover: &Mover<L::B>, pieces: L::B, sink: &mut dyn Sink<L>) {
        if L::RICH && self.safety.purpose.is_untested() {
            return;
        }
        for (number, promotion) in mover.promotions.iter().enumerate() {
            let standing = pieces & promotion.in_place();
            if standing.is_empty() {
                continue;
            }
            let mut kinds: ArrayVec<u8, 64> = ArrayVec::new();
            self.choices(mover, promotion, &mut kinds);
            for from in standing.squares() {
                for to in promotion_ends(self.core, self.pos, promotion, from).squares() {
                    for &kind in &kinds {
                        let mv = Move {
                            promotion: kind,
                            ..Move::new(from, to, MoveType::InPlace)
                        };
                        let known = || {
                            mover.promotions[..number]
                                .iter()
                                .any(|p| self.gives(mover, p, mv))
                        };
                        let fits = promotion_fits(self.core, self.pos, promotion, mv);
                        if fits && !known() && self.is_legal(mv) {
                            sink.one(mv);
                        }
                    }
                }
            }
        }
    }

    /// Whether a promotion gives a move of its own.
    fn gives(&self, mover: &Mover<L::B>, promotion: &Promote<L::B>, mv: Move) -> bool {
        let mut kinds: ArrayVec<u8, 64> = ArrayVec::new();
        self.choices(mover, promotion, &mut kinds);
        promotion.in_place().has(mv.from)
            && kinds.contains(&mv.promotion)
            && promotion_ends(self.core, self.pos, promotion, mv.from).has(mv.to)
            && promotion_fits(self.core, self.pos, promotion, mv)
    }
}

/// The squares on which a piece may be after a promotion that is a move of its own, by the
/// promotion's conditions before it.
pub(crate) fn promotion_ends<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    promotion: &Promote<L::B>,
    from: Square,
) -> L::B {
    let here = L::B::bit(from);
    let goes = promotion.asks.as_ref().and_then(|asks| asks.goes.as_ref());
    let (Some(area), Some((kind, side))) = (goes, pos.piece(from)) else {
        return here;
    };
    let context = MoveContext {
        dropped: false,
        ..MoveContext::of_drop(side, kind, from)
    };
    let squares = areas::squares_in(core, area, &context, &ReadOnlyBoard { core, pos });
    here | (squares & core.board & !pos.occupancy())
}

/// Whether a promotion that is a move of its own meets its conditions once it is made.
fn promotion_fits<L: Layout>(core: &Core<L>, pos: &Pos<L>, promotion: &Promote<L::B>, mv: Move) -> bool {
    promotion_is_so(core, pos, promotion, mv)
        && !(promotion.bars_check()
            && attacks::gives_check(core, &apply::after(core, pos, mv), pos.side_to_move))
}

/// The same, except the condition that it gives no check.
pub(crate) fn promotion_is_so<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    promotion: &Promote<L::B>,
    mv: Move,
) -> bool {
    let (Some(asks), Some((kind, us))) = (promotion.asks.as_ref(), pos.piece(mv.from)) else {
        return true;
    };
    let so = |condition: &Proviso<L::B>| {
        let mut there = *pos;
        there.remove(core, mv.from);
        there.put(core, mv.promotion, us, mv.to);
        let context = MoveContext {
            origin: mv.from,
            dropped: false,
            ..MoveContext::of_drop(us, kind, mv.to)
        };
        let view = ReadOnlyBoard { core, pos: &there };
        follow::is_so(core, Some(condition), &context, &view)
    };
    asks.condition.as_ref().is_none_or(so)
}
