//! The possible captures in a continued turn, followed for castling. Does not know whether the turn
//! could continue after the last capture.

use super::sink::List;
use crate::board::{Bits, Square};
use crate::engine::apply;
use crate::engine::castlings::Castle;
use crate::engine::chain::Chain as _;
use crate::engine::core::Core;
use crate::engine::layout::Layout;
use crate::engine::movegen::guard;
use crate::engine::mv::Move;
use crate::engine::position::Pos;
use crate::engine::targets;

/// The longest turn that is followed.
const LONGEST: u32 = 24;

/// The largest number of positions that are examined.
const MOST: usize = 4096;

/// Follows the captures of a turn.
struct Relay<'a, L: Layout> {
    core: &'a Core<L>,
    /// The square that a capture should reach.
    square: Square,
    /// The positions in which the turn has continued.
    seen: Vec<u64>,
}

/// The position in which a castling king stands on one of the squares that it passes, with its
/// partner still on its start.
pub(super) fn castling_on<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    castle: &Castle<L::B>,
    square: Square,
) -> Pos<L> {
    let mut there = *pos;
    for gone in [castle.king_from, square] {
        there.remove(core, gone);
    }
    there.put(core, castle.king, castle.side, square);
    there
}

/// Whether the castling side's opponent could capture the king in one turn on a square that it
/// passes, perhaps after other captures that let the turn continue. A further continuation does not
/// matter.
#[inline(never)]
pub(crate) fn is_captured_in_chain<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    castle: &Castle<L::B>,
    square: Square,
) -> bool {
    let mut there = castling_on(core, pos, castle, square);
    there.side_to_move = castle.side.other();
    there.left = 1;
    there.chain.set(None);
    let theirs = there.sides[there.side_to_move.index()];
    if targets::attacked_next(core, &there, theirs, L::B::bit(square)).has(square) {
        return true;
    }
    let mut moves = Vec::new();
    guard::untested(
        core,
        &there,
        theirs,
        L::B::EMPTY,
        false,
        &mut List::new(&mut moves),
    );
    let mut relay = Relay {
        core,
        square,
        seen: Vec::new(),
    };
    moves.into_iter().any(|mv| relay.leads(&there, mv, 1))
}

impl<L: Layout> Relay<'_, L> {
    /// Whether a move captures on the square, or leads to a capture there.
    fn leads(&mut self, pos: &Pos<L>, mv: Move, depth: u32) -> bool {
        if depth == LONGEST || apply::captured(self.core, pos, mv).is_empty() {
            return false;
        }
        let after = apply::after(self.core, pos, mv);
        let Some(continuation) = after
            .chain
            .continuation()
            .filter(|_| after.side_to_move == pos.side_to_move)
        else {
            return false;
        };
        if self.seen.len() == MOST || self.seen.contains(&after.hash) {
            return false;
        }
        self.seen.push(after.hash);
        let here = L::B::bit(continuation.square());
        let aim = L::B::bit(self.square);
        if targets::attacked_next(self.core, &after, here, aim).has(self.square) {
            return true;
        }
        let mut moves = Vec::new();
        super::generate_through(self.core, &after, &mut List::new(&mut moves));
        moves.into_iter().any(|mv| self.leads(&after, mv, depth + 1))
    }
}
