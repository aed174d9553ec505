//! Moves of the opponent's pieces. Does not know how they may move by themselves: that is
//! `targets`.

use super::sink::Sink;
use super::{Generator, Memo};
use crate::board::{Bits, Square, union};
use crate::engine::areas;
use crate::engine::compiled::{ControlRule, Mover};
use crate::engine::core::Core;
use crate::engine::effect_board::{MoveContext, ReadOnlyBoard};
use crate::engine::layout::Layout;
use crate::engine::legality::Safety;
use crate::engine::mv::{Move, MoveType};
use crate::engine::own_captures;
use crate::engine::position::Pos;
use crate::engine::powers;
use crate::engine::powers::Powers;
use crate::rules::{Modes, Side};

/// The opponent's pieces that the side to move may move.
pub(crate) fn controlled<L: Layout>(core: &Core<L>, pos: &Pos<L>, rule: &ControlRule<L::B>) -> L::B {
    let view = ReadOnlyBoard { core, pos };
    let theirs = pos.enemies(pos.side_to_move);
    theirs & areas::all_of(core, &rule.of, &MoveContext::of_nothing(pos.side_to_move), &view)
}

/// Calls `give` with the square of each of these pieces and its targets, safe or not. Pieces of
/// `barred` are neither moved nor captured.
pub(crate) fn led<L: Layout>(core: &Core<L>, pos: &Pos<L>, barred: L::B, mut give: impl FnMut(Square, L::B)) {
    let Some(rule) = &core.control else { return };
    let (safety, powers, memo) = (Safety::new(L::B::EMPTY), Powers::none(), Memo::default());
    let known = (&safety, &powers, &memo);
    let generator = Generator::unasked(core, pos, pos.side_to_move, barred, known);
    generator.each_led(rule, |_, _, from, targets, _| give(from, targets));
}

/// The position with a piece moved to another square, as far as attacks depend on it.
pub(in crate::engine) fn gone<L: Layout>(core: &Core<L>, pos: &Pos<L>, from: Square, to: Square) -> Pos<L> {
    let mut after = *pos;
    let Some((kind, side)) = pos.piece(from) else {
        return after;
    };
    let tags = pos.carried(core, from);
    after.remove(core, to);
    after.remove(core, from);
    after.put_with(core, kind, side, to, tags);
    after.mark_moved(core, L::B::bit(from) | L::B::bit(to));
    after
}

impl<'a, L: Layout> Generator<'a, L> {
    /// A board that shows the possible moves of a side's pieces, safe or not. Pieces of `barred`
    /// are not captured.
    pub(in crate::engine) fn unasked(
        core: &'a Core<L>,
        pos: &'a Pos<L>,
        us: Side,
        barred: L::B,
        (safety, powers, memo): (&'a Safety<L>, &'a Powers<L>, &'a Memo<L::B>),
    ) -> Self {
        Self {
            core,
            pos,
            safety,
            powers,
            us,
            captures: true,
            shoots: false,
            quiets: true,
            only: !L::B::EMPTY,
            aim: None,
            barred,
            memo,
        }
    }

    /// All moves of the opponent's pieces that the side may make. None captures a royal.
    #[inline(never)]
    pub(super) fn control(&self, rule: &ControlRule<L::B>, sink: &mut dyn Sink<L>) {
        self.each_led(rule, |moved, own, from, targets, prey| {
            for to in targets.squares() {
                moved.lead(own, Move::new(from, to, MoveType::Control), prey.has(to), sink);
            }
        });
    }

    /// Calls `give` for each of these pieces with the board seen from its side, its mover, its
    /// square, its targets, and its possible captures.
    fn each_led(
        &self,
        rule: &ControlRule<L::B>,
        mut give: impl FnMut(&Generator<'_, L>, &Mover<L::B>, Square, L::B, L::B),
    ) {
        let (core, pos, us) = (self.core, self.pos, self.us);
        let them = us.other();
        let pieces = controlled(core, pos, rule) & !self.barred;
        if pieces.is_empty() {
            return;
        }
        let (friends, enemies) = rule.captures;
        let mut prey = L::B::EMPTY;
        if core.restrictions.captures[us.index()] {
            for (side, captured) in [(them, friends), (us, enemies)] {
                if captured {
                    prey |= pos.sides[side.index()] & !pos.royals(core, side);
                }
            }
        }
        prey &= !self.barred;
        let memo = Memo::default();
        let moved = self.of_side(them, &memo);
        let powers = powers::powers(core, pos, them);
        for from in pieces.squares() {
            let Some(own) = powers::mover_at(core, pos, from) else {
                continue;
            };
            let prey = prey & !L::B::bit(from);
            let movers = moved.able(&powers, own, from);
            let targets = union(movers, |mover| moved.led(mover, rule, from, prey));
            give(&moved, own, from, targets, prey);
        }
    }

    /// The squares to which the piece on a square may move by plain moves, safe or not. `prey` are
    /// the squares on which it may capture.
    pub(in crate::engine) fn plain_ways(&self, powers: &Powers<L>, from: Square, prey: L::B) -> L::B {
        let Some(own) = powers::mover_at(self.core, self.pos, from) else {
            return L::B::EMPTY;
        };
        self.able(powers, own, from)
            .fold(L::B::EMPTY, |all, mover| all | self.plain_ends(mover, from, prey))
    }

    /// The ways in which the piece on a square may move now, if it moves by plain ways.
    fn able(
        &self,
        powers: &Powers<L>,
        own: &Mover<L::B>,
        from: Square,
    ) -> impl Iterator<Item = &Mover<L::B>> {
        let able = move |mover: &&Mover<L::B>| {
            mover.kind == own.kind && !mover.still && powers.has(mover.when).has(from)
        };
        self.core.moving.movers[self.us.index()].iter().filter(able)
    }

    /// The same position, seen from the side whose pieces are moved.
    fn of_side<'b>(&'b self, us: Side, memo: &'b Memo<L::B>) -> Generator<'b, L> {
        Generator {
            us,
            memo,
            core: self.core,
            pos: self.pos,
            safety: self.safety,
            powers: self.powers,
            captures: self.captures,
            shoots: self.shoots,
            quiets: self.quiets,
            only: self.only,
            aim: self.aim,
            barred: self.barred,
        }
    }

    /// The squares to which another side may move a piece of this one.
    fn led(&self, mover: &Mover<L::B>, rule: &ControlRule<L::B>, from: Square, prey: L::B) -> L::B {
        let (core, pos) = (self.core, self.pos);
        match &rule.ways {
            Some(ways) => {
                let ends = ways[self.us.index()].from(&core.pool, from, pos.occupancy());
                ends & (!pos.occupancy() | prey) & !L::B::bit(from)
            }
            None => self.plain_ends(mover, from, prey),
        }
    }

    /// The squares to which a piece of this side may move in one of its ways by plain moves. `prey`
    /// are the squares on which it may capture.
    fn plain_ends(&self, mover: &Mover<L::B>, from: Square, prey: L::B) -> L::B {
        let (core, pos) = (self.core, self.pos);
        let prey = prey & pos.of_kinds(core, mover.capturable);
        let free = if mover.filtered {
            L::B::EMPTY
        } else {
            !pos.occupancy()
        };
        let plain = if core.bears(mover.kind) {
            self.taken_over(mover, from, prey, free)
        } else {
            self.general(mover, from, prey, free)
        };
        if mover.filtered || mover.special.is_empty() {
            return plain;
        }
        let along = |mode| own_captures::special_ends(pos, Some(mover), from, mode, false, !L::B::EMPTY);
        plain | (along(Modes::QUIET) & free) | (along(Modes::CAPTURE) & prey)
    }

    /// A move by another side, with each promotion that it brings.
    fn lead(&self, mover: &Mover<L::B>, mv: Move, captures: bool, sink: &mut dyn Sink<L>) {
        self.with_promotions(mover, mv, captures, &mut |mv| {
            if self.is_legal(mv) {
                sink.one(mv);
            }
        });
    }
}
