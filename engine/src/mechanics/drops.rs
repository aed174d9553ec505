//! Drops as movements, safe or not. Does not know which drops are legal: that is `legal`.

use super::action::Step;
use super::mechanic::{Mechanics, Movements};
use crate::board::Bits;
use crate::engine::layout::FullLayout;
use crate::engine::movegen::drops;
use crate::engine::mv::Move;
use crate::engine::position::Pos;

/// Appends all drops of the side to move, safe or not.
pub(super) fn drops<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, out: &mut Movements<'_, L>) {
    for drop in &table.core.reserve.drops[pos.side_to_move.index()] {
        for square in drops::drop_squares(&table.core, pos, drop).squares() {
            let mv = Move::drop(drop.kind, square);
            out.push_as(Some(mv), &[Step::Drop(drop.kind, square)]);
        }
    }
}
