//! Moves of a piece with which a turn continues. Does not decide whether a turn continues: that is
//! `trial`.

use super::sink::Sink;
use super::{Generator, Memo};
use crate::board::{Bits, Square};
use crate::engine::chain::{Chain as _, Continuation};
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::engine::legality;
use crate::engine::legality::Safety;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::powers;
use crate::engine::powers::Powers;
use crate::engine::program::ChainRule;
use crate::rules::{Duty, Further};

/// The moves that are wanted of a piece with which a turn continues.
#[derive(Clone, Copy)]
pub(super) struct ChainWay {
    captures: bool,
    quiets: bool,
}

impl ChainWay {
    /// All moves.
    pub(super) const ANY: Self = Self {
        captures: true,
        quiets: true,
    };
}

/// Whether the side to move may end its turn here.
pub(crate) fn may_stop<L: Layout>(core: &Core<L>, continuation: &Continuation<L::B>) -> bool {
    let rule = core.chain_rule(continuation);
    rule.rule.duty == Duty::May && !rule.is_owed()
}

pub(in crate::engine) fn has_way_on<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    let mut any = Any(false);
    // Captures may depend on further captures; other moves mostly do not.
    if core.program.owes && core.walls.is_none() {
        let only_quiet = ChainWay {
            captures: false,
            quiets: true,
        };
        chained(core, pos, only_quiet, &mut any);
    }
    if !any.0 {
        super::generate_through(core, pos, &mut any);
    }
    any.0
}

/// Generates the wanted moves of the piece with which a turn continues.
fn chained<L: Layout>(core: &Core<L>, pos: &Pos<L>, wanted: ChainWay, sink: &mut dyn Sink<L>) {
    let Some(continuation) = pos.chain.continuation() else {
        return;
    };
    let us = pos.side_to_move;
    let mut powers = Powers::none();
    let mut safety = Safety::new(pos.royals(core, us));
    powers::powers_to_move(core, pos, &mut powers, &mut safety.powers);
    legality::safety(core, pos, us, &mut safety);
    going_on(core, pos, continuation, wanted, &safety, &powers, sink);
}

/// The squares forbidden to a piece that continues.
pub(crate) fn barred<L: Layout>(
    core: &Core<L>,
    rule: &ChainRule<L::B>,
    continuation: &Continuation<L::B>,
) -> L::B {
    let Some(winds) = rule.winds.as_ref() else {
        return continuation.seen;
    };
    let here = continuation.square();
    let came = continuation.last.map_or(0, |last| winds.bits(last, here));
    continuation.seen | core.board.keep(|&to| came & winds.bits(here, to) != 0)
}

/// Generates the moves of the piece with which a turn continues.
#[inline(never)]
pub(super) fn going_on<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    continuation: Continuation<L::B>,
    wanted: ChainWay,
    safety: &Safety<L>,
    powers: &Powers<L>,
    sink: &mut dyn Sink<L>,
) {
    let (us, square) = (pos.side_to_move, continuation.square());
    let rule = core.chain_rule(&continuation);
    let memo = Memo::default();
    let generator = |captures: bool, quiets: bool| Generator {
        core,
        pos,
        safety,
        powers,
        us,
        captures: captures && core.restrictions.captures[us.index()],
        shoots: captures,
        quiets,
        only: L::B::bit(square),
        aim: None,
        barred: L::B::EMPTY,
        memo: &memo,
    };
    let barred = barred(core, rule, &continuation);
    let mut sink = Onward { square, barred, sink };
    let captures = wanted.captures && rule.rule.what != Further::Quiet;
    let quiets = wanted.quiets && rule.rule.what != Further::Captures;
    let bound = captures && quiets && core.restrictions.must_capture[us.index()];
    if bound {
        generator(true, false).further(rule, square, &mut sink);
        if !sink.is_empty() {
            return;
        }
    }
    generator(captures && !bound, quiets).further(rule, square, &mut sink);
}

impl<L: Layout> Generator<'_, L> {
    /// The moves of a piece that continues by a rule.
    fn further(&self, rule: &ChainRule<L::B>, square: Square, sink: &mut dyn Sink<L>) {
        let Some(ways) = &rule.ways else {
            return self.all_through(sink);
        };
        let (core, pos) = (self.core, self.pos);
        let Some(mover) = powers::mover_at(core, pos, square) else {
            return;
        };
        let theirs = self.theirs();
        let mut ends = L::B::EMPTY;
        if self.quiets {
            ends |= !pos.occupancy();
        }
        if self.captures {
            ends |= theirs;
        }
        let to = ways[self.us.index()].from(&core.pool, square, pos.occupancy()) & ends & !L::B::bit(square);
        for to in to.squares() {
            let mv = Move::new(square, to, MoveType::Plain);
            self.with_promotions(mover, mv, theirs.has(to), &mut |mv| {
                if self.is_legal(mv) {
                    sink.one(mv);
                }
            });
        }
    }
}

/// Passes on the moves of one piece that end on permitted squares.
struct Onward<'a, L: Layout> {
    square: Square,
    barred: L::B,
    sink: &'a mut dyn Sink<L>,
}

impl<L: Layout> Onward<'_, L> {
    /// Whether a move is wanted.
    fn is_meant(&self, mv: Move) -> bool {
        let moves = !matches!(
            mv.move_type,
            MoveType::Castle(_) | MoveType::Drop | MoveType::Pass | MoveType::Wall
        );
        moves && mv.from == self.square && !self.barred.has(mv.to)
    }
}

impl<L: Layout> Sink<L> for Onward<'_, L> {
    fn one(&mut self, mv: Move) {
        if self.is_meant(mv) {
            self.sink.one(mv);
        }
    }
    fn choices(&mut self, mv: Move, squares: L::B) {
        if self.is_meant(mv) {
            self.sink.choices(mv, squares);
        }
    }
    fn is_empty(&self) -> bool {
        self.sink.is_empty()
    }
    fn is_full(&self) -> bool {
        self.sink.is_full()
    }
}

/// Whether there is any move except a pass.
struct Any(bool);

impl<L: Layout> Sink<L> for Any {
    fn one(&mut self, mv: Move) {
        self.0 |= !mv.is_pass();
    }
    fn choices(&mut self, _: Move, squares: L::B) {
        self.0 |= !squares.is_empty();
    }
    fn is_empty(&self) -> bool {
        !self.0
    }
    fn is_full(&self) -> bool {
        self.0
    }
}
