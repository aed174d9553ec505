//! Boards in the terminal, and how a game stands.

use ferz::engine::{Outcome, Position, Variant};
pub(crate) use ferz_drawing::text::{Look, Mark, Marks, board, legend, notes};

/// The side to move, check, or the end of the game.
pub(crate) fn status(variant: &Variant, position: &Position, outcome: Option<&Outcome>) -> String {
    match outcome {
        Some(outcome) => ended(outcome),
        None => {
            let check = if variant.in_check(position) {
                ", in check"
            } else {
                ""
            };
            format!(
                "{} to move{}{check}",
                variant.turn(position),
                part(variant, position)
            )
        }
    }
}

/// Which move of a turn comes next, where it has several: ` (move 2 of 2)`.
pub(crate) fn part(variant: &Variant, position: &Position) -> String {
    match variant.part(position) {
        (1, 1) => String::new(),
        (number, length) => format!(" (move {number} of {length})"),
    }
}

/// How a game has ended.
pub(crate) fn ended(outcome: &Outcome) -> String {
    outcome.to_string()
}
