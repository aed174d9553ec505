//! Pieces that come from the hand behind others that leave their squares for the first time. Does
//! not generate the other pieces' moves: it adds to those of `movegen`.

use super::sink::{Sink, jump_start};
use crate::board::{Bits, Square};
use crate::engine::apply;
use crate::engine::compiled::NONE;
use crate::engine::core::Core;
use crate::engine::layout::{Hands as _, Layout};
use crate::engine::legality;
use crate::engine::movegen::walls;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::trial;
use crate::rules::Part;

/// Generates all legal moves, with and without the pieces that they may let in.
#[inline(never)]
pub(super) fn with_gates<L: Layout>(core: &Core<L>, pos: &Pos<L>, sink: &mut dyn Sink<L>) {
    let us = pos.side_to_move.index();
    let gates = if core.may_gate(pos.held(pos.side_to_move), pos.side_to_move) {
        pos.unmoved & core.reserve.gates[us] & pos.sides[us]
    } else {
        L::B::EMPTY
    };
    let mut gating = Gating {
        core,
        pos,
        gates,
        judged: what_enters_matters(core, pos),
        sink,
    };
    super::alone_through(core, pos, &mut gating);
}

/// Whether a move that brings in another piece can still make its choice, or makes none. The new
/// piece is on the board by then.
fn may_still_choose<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> bool {
    let squares = if let Some(rule) = core.walls.as_ref().filter(|rule| !rule.instead) {
        let alone = Move { chosen: NONE, ..mv };
        walls::wall_squares(core, rule, pos, &apply::made(core, pos, alone), alone)
    } else if core.program.chooses.is_some() {
        apply::choices_after(core, pos, mv)
    } else {
        return true;
    };
    if mv.chosen == NONE {
        squares.is_empty()
    } else {
        squares.has(mv.chosen)
    }
}

/// Whether a piece that comes in may make a move illegal that is legal without it.
fn what_enters_matters<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    let (us, them) = (pos.side_to_move.index(), pos.side_to_move.other().index());
    core.attacking.hurdles[them]
        || core.restrictions.bans_any(pos.side_to_move)
        || core.has_powers()
        || core.attacking.filter_kinds
        || core.attacking.by_any_means
        || !core.program.is_empty()
        || legality::must_part(core, pos)
        || core.reserve.drops[us].iter().any(|drop| drop.royal)
}

/// Passes on each move, and then the same move with each piece that it may let in.
struct Gating<'a, L: Layout> {
    core: &'a Core<L>,
    pos: &'a Pos<L>,
    /// Squares that pieces of the side to move have not left yet.
    gates: L::B,
    /// Whether a move with a piece that it lets in must be made to find out whether it is legal.
    judged: bool,
    sink: &'a mut dyn Sink<L>,
}

impl<L: Layout> Gating<'_, L> {
    /// Emits the pieces that may come in behind a legal move.
    fn let_in(&mut self, mv: Move) {
        let (core, pos) = (self.core, self.pos);
        if mv.promotion != NONE {
            return;
        }
        let mut left = match mv.move_type {
            MoveType::Castle(index) => {
                let castle = &core.castling.all[usize::from(index)];
                L::B::bit(castle.king_from) | L::B::bit(castle.rook_from)
            }
            MoveType::Special(_, mode) if mode.swaps() => L::B::EMPTY,
            MoveType::Plain | MoveType::EnPassant | MoveType::Special(..) => L::B::bit(mv.from),
            _ => L::B::EMPTY,
        } & self.gates;
        if !left.is_empty() && mv.move_type != MoveType::Plain {
            left &= !apply::occupied_by(core, pos, mv);
        }
        for square in left.squares() {
            if self.sink.is_full() {
                return;
            }
            for drop in &core.reserve.drops[pos.side_to_move.index()] {
                let held = drop.endless || pos.hands.count(pos.side_to_move, drop.held_as) > 0;
                let mv = mv.letting_in(drop.kind, square);
                let comes = held && drop.gate.has(square) && may_still_choose(core, pos, mv);
                if comes && (!self.judged || trial::is_legal_by_making(core, pos, mv)) {
                    self.sink.one(mv);
                }
            }
        }
    }
}

impl<L: Layout> Sink<L> for Gating<'_, L> {
    fn targets(&mut self, from: Square, targets: L::B) {
        self.sink.targets(from, targets);
        if self.gates.has(from) {
            for to in targets.squares() {
                self.let_in(Move::new(from, to, MoveType::Plain));
            }
        }
    }

    fn jumps(&mut self, by: u8, targets: L::B) {
        self.sink.jumps(by, targets);
        for to in targets.squares() {
            let from = jump_start::<L>(to, by);
            if self.gates.has(from) {
                self.let_in(Move::new(from, to, MoveType::Plain));
            }
        }
    }

    fn shots(&mut self, from: Square, targets: L::B) {
        self.sink.shots(from, targets);
    }

    fn drops(&mut self, kind: u8, targets: L::B) {
        self.sink.drops(kind, targets);
    }

    fn one(&mut self, mv: Move) {
        self.sink.one(mv);
        self.let_in(mv);
    }

    fn choices(&mut self, mv: Move, squares: L::B) {
        self.sink.choices(mv, squares);
        for square in squares.squares() {
            self.let_in(mv.choosing(square));
        }
    }

    fn is_empty(&self) -> bool {
        self.sink.is_empty()
    }

    fn is_full(&self) -> bool {
        self.sink.is_full()
    }

    fn wants(&self, part: Part) -> bool {
        self.sink.wants(part)
    }
}
