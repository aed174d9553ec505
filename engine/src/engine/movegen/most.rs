//! Turns in which as many pieces must be captured as possible. Does not count the captures itself:
//! that is `turn`.

use super::sink::{List, Sink};
use crate::board::Bits;
use crate::engine::apply;
use crate::engine::chain::Chain as _;
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::engine::mv::Move;
use crate::engine::position::Pos;
use crate::engine::turn::{self, Capturing};

/// Generates all legal moves. A capture is legal only if the turn can then capture as many pieces
/// as possible.
#[inline(never)]
pub(super) fn with_most<L: Layout>(core: &Core<L>, pos: &Pos<L>, sink: &mut dyn Sink<L>) {
    let flat = Flat { core };
    let moves = flat.moves(pos);
    let kept = turn::with_most(&flat, pos, &moves);
    for (mv, kept) in moves.into_iter().zip(kept) {
        if kept {
            sink.one(mv);
        }
    }
}

/// The moves of flat positions.
struct Flat<'a, L: Layout> {
    core: &'a Core<L>,
}

impl<L: Layout> Capturing for Flat<'_, L> {
    type State = Pos<L>;
    type Move = Move;
    const COST: u32 = 1;

    fn moves(&self, pos: &Pos<L>) -> Vec<Move> {
        let mut moves = Vec::new();
        super::generate_through(self.core, pos, &mut List::new(&mut moves));
        moves
    }

    fn taken(&self, pos: &Pos<L>, mv: &Move) -> u32 {
        if mv.is_control() {
            return 0;
        }
        apply::captured(self.core, pos, *mv).count()
    }

    fn continued(&self, pos: &Pos<L>, mv: &Move) -> Option<Pos<L>> {
        let after = apply::after(self.core, pos, *mv);
        let goes_on = after.side_to_move == pos.side_to_move && after.chain.continuation().is_some();
        goes_on.then_some(after)
    }

    fn key(&self, pos: &Pos<L>) -> u64 {
        pos.hash
    }
}
