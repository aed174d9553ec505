//! Gates: squares on which a piece comes in from the hand behind another that leaves them for the
//! first time. Does not list such moves: that is `movegen::gates`.
//!
//! Such a move is the move of the leaving piece, with the incoming kind as its `promotion`: see
//! [`Move::letting_in`].

use super::compiled::NONE;
use super::core::Core;
use super::layout::Layout;
use super::mv::{Move, MoveType};
use crate::board::Square;

/// The piece that comes in from the hand behind a moving piece, and its square, if there is one.
#[inline(always)]
pub(crate) fn entering<L: Layout>(core: &Core<L>, mv: Move) -> Option<(u8, Square)> {
    if !core.has_gates() {
        return None;
    }
    let (kind, beside) = mv.let_in()?;
    let square = match mv.move_type {
        MoveType::Castle(index) if beside => core.castling.all[usize::from(index)].rook_from,
        _ => mv.from,
    };
    Some((kind, square))
}

/// The kind to which the moving piece promotes, if it does.
#[inline(always)]
pub(crate) fn promotes_to<L: Layout>(core: &Core<L>, mv: Move) -> Option<u8> {
    let becomes = mv.promotion != NONE && mv.move_type != MoveType::Drop && entering(core, mv).is_none();
    becomes.then_some(mv.promotion)
}
