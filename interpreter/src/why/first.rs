//! Ways that a piece has only in its first move.

use super::asker::Asker;
use super::occupant::Occupant;
use super::reason::Reason;
use crate::board::Square;
use crate::engine::{Position, Variant};
use crate::rules::{Condition, Movement};

impl Asker<'_> {
    /// That a piece moves so in its first move only, if it does.
    pub(super) fn only_first(&self, mover: &Occupant, (from, to): (Square, Square)) -> Option<Reason> {
        let kind = self.kind_index(&mover.piece)?;
        let (_, piece) = self.rules().pieces.get_index(kind)?;
        let movement = &piece.movement[mover.side];
        if !movement.any(&is_initial) {
            return None;
        }
        let free = movement.map(&|part| match part {
            Movement::When { movement, .. } if is_initial(part) => (**movement).clone(),
            other => other.clone(),
        });
        let (variant, there) = self.with_movement(&self.there, (kind, mover.side), &free)?;
        let goes = |variant: &Variant, there: &Position| {
            let moves = variant.legal_moves(there);
            moves.iter().any(|mv| (mv.start(), mv.to()) == (from, to))
        };
        let alone = variant.lone_piece(kind, mover.side, from);
        if !goes(&variant, &there) && !goes(&variant, &alone) {
            return None;
        }
        let to = self.name(to);
        let words = format!("{mover} moves to {to} only in its first move");
        Some(Reason::told("first-move", words, vec![to]))
    }
}

/// A part of a movement for the first move of a piece.
const fn is_initial(part: &Movement) -> bool {
    matches!(
        part,
        Movement::When {
            condition: Condition::Initial,
            ..
        }
    )
}
