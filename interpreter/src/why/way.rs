//! How the piece of a reason goes, as the rules say it.

use super::reason::Reason;
use crate::engine::Variant;
use crate::text;

/// The movement of the piece that a reason is about, as its side sees it:
/// `pawn = move step forward | ...`.
pub fn way(variant: &Variant, reason: &Reason) -> Option<String> {
    let mover = match reason {
        Reason::Because { movement, .. } => return Some(movement.clone()),
        Reason::By { reason, .. } | Reason::After { reason, .. } => return way(variant, reason),
        Reason::Unreachable { mover, .. }
        | Reason::OnlyCaptures { mover, .. }
        | Reason::TooLate { mover, .. }
        | Reason::NeverCaptures { mover, .. }
        | Reason::Spares { mover, .. }
        | Reason::NeedsHurdle { mover, .. } => mover,
        _ => return None,
    };
    let piece = variant.rules().pieces.get(&mover.piece)?;
    let movement = &piece.movement[mover.side];
    let words = text::movement_of(mover.side, movement, &variant.rules().board);
    Some(format!("{} = {words}", mover.piece))
}
