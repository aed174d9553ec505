//! What follows from moves, and that nothing is captured.

use super::super::asker::Asker;
use super::super::reason::{Occupant, Reason};
use super::super::words::and;
use super::{refuse, squares};
use crate::engine::{Move, Position};

/// Where a side captures nothing.
pub(super) fn no_capture(asker: &Asker<'_>, mv: Move) -> Option<Reason> {
    if !asker.rules().restrictions.no_captures[asker.us] || !asker.ways.is_capture(&asker.there, mv) {
        return None;
    }
    let target: Vec<Occupant> = asker.occupant(mv.to()).into_iter().collect();
    let nothing = match &asker.rules().restrictions.no_captures {
        sides if sides.white && sides.black => "nothing is captured in this variant",
        sides if sides.white => "White captures nothing in this variant",
        _ => "Black captures nothing in this variant",
    };
    let words = if target.is_empty() {
        nothing.to_owned()
    } else {
        format!("{} cannot be captured: {nothing}", and(&target))
    };
    refuse("captures", "captures", words, squares(&target))
}

/// Where what follows from a move would cost a royal of the own side.
pub(super) fn loses_royal(asker: &Asker<'_>, mv: Move, after: &Position) -> Option<Reason> {
    if asker.rules().effects.is_empty() {
        return None;
    }
    let mover = asker.occupant(mv.from())?;
    let left = asker.royals(after, asker.us);
    let arrived = left.contains(&mv.to());
    let gone: Vec<Occupant> = asker
        .royals(&asker.there, asker.us)
        .into_iter()
        .filter(|&royal| {
            if royal == mv.from() {
                !arrived
            } else {
                !left.contains(&royal) && royal != mv.to()
            }
        })
        .filter_map(|royal| asker.occupant(royal))
        .collect();
    if gone.is_empty() {
        return None;
    }
    let words = format!("what follows from the move of {mover} would cost {}", and(&gone));
    refuse("effects", "effects", words, squares(&gone))
}
