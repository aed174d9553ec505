//! The piece whose square other programs write twice for a turn in which nothing moves.

use crate::board::Square;
use crate::engine::{Position, Variant};

/// The square of a piece of the side to move that stands for all where nothing moves: that of the
/// first piece, of the first royal if there is one and it is asked for.
pub(super) fn standing(variant: &Variant, position: &Position, royal: bool) -> Option<Square> {
    let (us, pieces) = (variant.turn(position), &variant.rules().pieces);
    let mut first: Option<(bool, Square)> = None;
    variant.each_piece(position, |square, kind, side| {
        let rank = (royal && !pieces[kind].royal[us], square);
        if side == us && first.is_none_or(|first| rank < first) {
            first = Some(rank);
        }
    });
    first.map(|(_, square)| square)
}
